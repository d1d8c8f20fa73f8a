/// Dates as Core Data stores them: seconds since 2001-01-01 00:00:00 UTC.
public enum CoreDataDate {
  /// Seconds from 1970 to 2001, both UTC.
  public static let unixOffset = 978_307_200.0

  /// ISO 8601 in UTC with milliseconds; outside the years 0 to 9999 the number as it is.
  public static func text(_ seconds: Double) -> String {
    var bytes: [UInt8] = []
    append(seconds, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the text without making a `String`.
  static func append(_ seconds: Double, to bytes: inout [UInt8]) {
    let milliseconds = ((seconds + unixOffset) * 1000).rounded()
    // -62167219200 is 0000-01-01, 253402300800 is 10000-01-01.
    guard milliseconds >= -62_167_219_200_000, milliseconds < 253_402_300_800_000 else {
      return bytes.append(contentsOf: String(seconds).utf8)
    }
    let total = Int(milliseconds)
    let days = floorDivide(total, by: 86_400_000)
    let time = total - days * 86_400_000
    let date = civil(days: days)
    append(date.year, width: 4, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    append(date.month, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    append(date.day, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: "T"))
    append(time / 3_600_000, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    append(time / 60_000 % 60, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    append(time / 1000 % 60, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: "."))
    append(time % 1000, width: 3, to: &bytes)
    bytes.append(UInt8(ascii: "Z"))
  }

  /// The date of a day counted from 1970-01-01, in the proleptic Gregorian calendar; eras of 400
  /// years that begin in March make leap days the last of their year.
  private static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = floorDivide(shifted, by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  private static func floorDivide(_ value: Int, by divisor: Int) -> Int {
    let quotient = value / divisor
    return value % divisor < 0 ? quotient - 1 : quotient
  }

  private static func append(_ value: Int, width: Int, to bytes: inout [UInt8]) {
    var divisor = 1
    for _ in 1..<width { divisor *= 10 }
    while divisor > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
      divisor /= 10
    }
  }
}

/// UUIDs as 16 bytes and as text.
enum UUIDText {
  /// Capitals with dashes; bytes of another length in plain hexadecimal.
  static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    bytes.withUnsafeBytes { append($0, to: &text) }
    return String(decoding: text, as: UTF8.self)
  }

  static func append(_ bytes: UnsafeRawBufferPointer, to text: inout [UInt8]) {
    for (index, byte) in bytes.enumerated() {
      if bytes.count == 16, [4, 6, 8, 10].contains(index) { text.append(UInt8(ascii: "-")) }
      text.append(digit(byte >> 4))
      text.append(digit(byte & 15))
    }
  }

  /// Nil unless the text has the form of a UUID.
  static func bytes(_ text: String) -> [UInt8]? {
    let characters = Array(text.utf8)
    guard characters.count == 36, [8, 13, 18, 23].allSatisfy({ characters[$0] == 0x2D }) else {
      return nil
    }
    var bytes: [UInt8] = []
    var high: UInt8?
    for (index, character) in characters.enumerated() where ![8, 13, 18, 23].contains(index) {
      let value: UInt8
      switch character {
      case 0x30...0x39: value = character - 0x30
      case 0x41...0x46: value = character - 0x41 + 10
      case 0x61...0x66: value = character - 0x61 + 10
      default: return nil
      }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return bytes
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
