internal import StoreModel

/// Dates as Core Data stores them: seconds since 2001-01-01 00:00:00 UTC.
package enum CoreDataDate {
  /// Seconds from 1970 to 2001, both UTC.
  package static let unixOffset = 978_307_200.0

  /// ISO 8601 in UTC with milliseconds; outside the years 0 to 9999 the number as it is.
  package static func text(_ seconds: Double) -> String {
    guard isRepresentable(seconds) else { return String(seconds) }
    return String(unsafeUninitializedCapacity: textSize) { buffer in
      write(seconds, to: buffer)
      return textSize
    }
  }

  /// Whether the date lies in the years 0 to 9999, which ISO 8601 has four digits for.
  static func isRepresentable(_ seconds: Double) -> Bool {
    // -62167219200 is 0000-01-01, 253402300800 is 10000-01-01.
    let milliseconds = ((seconds + unixOffset) * 1000).rounded()
    return milliseconds >= -62_167_219_200_000 && milliseconds < 253_402_300_800_000
  }

  /// Bytes of a date's text.
  static let textSize = 24
  private static let template = Array("0000-00-00T00:00:00.000Z".utf8)

  /// Writes the text of a representable date.
  static func write(_ seconds: Double, to digits: UnsafeMutableBufferPointer<UInt8>) {
    let total = Int(((seconds + unixOffset) * 1000).rounded())
    let days = floorDivide(total, by: 86_400_000)
    let time = total - days * 86_400_000
    let date = civil(days: days)
    _ = digits.update(fromContentsOf: template)
    put(date.year / 100, at: 0, in: digits)
    put(date.year % 100, at: 2, in: digits)
    put(date.month, at: 5, in: digits)
    put(date.day, at: 8, in: digits)
    put(time / 3_600_000, at: 11, in: digits)
    put(time / 60_000 % 60, at: 14, in: digits)
    put(time / 1000 % 60, at: 17, in: digits)
    put(time % 1000 / 10, at: 20, in: digits)
    digits[22] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: time % 10)
  }

  private static func put(_ value: Int, at place: Int, in digits: UnsafeMutableBufferPointer<UInt8>)
  {
    digits[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / 10)
    digits[place + 1] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10)
  }

  /// The date of a day counted from 1970-01-01, in the proleptic Gregorian calendar; eras of 400
  /// years that begin in March make leap days the last of their year.
  private static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = floorDivide(shifted, by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  /// The reverse: days from 1970-01-01.
  package static func days(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = floorDivide(shifted, by: 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func floorDivide(_ value: Int, by divisor: Int) -> Int {
    let quotient = value / divisor
    return value % divisor < 0 ? quotient - 1 : quotient
  }
}

/// UUIDs as 16 bytes and as text.
package enum UUIDText {
  /// Bytes of a UUID's text.
  static let textSize = 36

  /// Capitals with dashes; bytes of another length in plain hexadecimal.
  static func text(_ bytes: [UInt8]) -> String {
    guard bytes.count == 16 else { return bytes.hexText.uppercased() }
    return String(unsafeUninitializedCapacity: textSize) { buffer in
      bytes.withUnsafeBytes { write($0, to: buffer) }
      return textSize
    }
  }

  /// Writes the text of 16 bytes.
  static func write(_ bytes: UnsafeRawBufferPointer, to text: UnsafeMutableBufferPointer<UInt8>) {
    var place = 0
    for (index, byte) in bytes.enumerated() {
      if index == 4 || index == 6 || index == 8 || index == 10 {
        text[place] = UInt8(ascii: "-")
        place += 1
      }
      text[place] = digit(byte >> 4)
      text[place + 1] = digit(byte & 15)
      place += 2
    }
  }

  /// Nil unless the text has the form of a UUID.
  package static func bytes(_ text: String) -> [UInt8]? {
    let characters = Array(text.utf8)
    guard characters.count == 36, [8, 13, 18, 23].allSatisfy({ characters[$0] == 0x2D }) else {
      return nil
    }
    let bytes = [UInt8](hexDigits: characters.filter { $0 != 0x2D })
    return bytes?.count == 16 ? bytes : nil
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
