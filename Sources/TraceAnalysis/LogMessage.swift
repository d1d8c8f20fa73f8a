internal import StoreEngine
internal import StoreModel

/// A Core Data message within a line: its kind and where its text starts.
enum MessageKind: UInt8 {
  case sql, annotation, details, debug, warning, error, fault

  /// Reads `kind:` and the spaces after it at `offset`; nil when there is none.
  static func read(_ line: UnsafeRawBufferPointer, at offset: Int) -> (MessageKind, text: Int)? {
    for (kind, word) in words where line.has(word, at: offset) {
      return (kind, line.skippingSpaces(from: offset + word.utf8CodeUnitCount))
    }
    return nil
  }

  private static let words: [(MessageKind, StaticString)] = [
    (.sql, "sql:"), (.annotation, "annotation:"), (.details, "details:"), (.debug, "debug:"),
    (.warning, "warning:"), (.error, "error:"), (.fault, "fault:"),
  ]

  /// The kind a category of the unified log stands for when the message itself names none.
  static func category(_ bytes: UnsafeRawBufferPointer) -> MessageKind? {
    bytes.equals("sql")
      ? .sql
      : bytes.equals("error")
        ? .error
        : bytes.equals("fault") ? .fault : bytes.equals("annotation") ? .annotation : nil
  }
}

/// What precedes a message: who said it and when. Read only as far as it is needed.
struct LogPrefix {
  /// `2014-07-30 11:45:15.647 App[65858:2586192] `, or the columns of `log show`.
  var bytes: UnsafeRawBufferPointer
  /// The thread, when it is not part of the text.
  var thread: UnsafeRawBufferPointer
  /// The time stamp, when it is not part of the text.
  var stamp: UnsafeRawBufferPointer

  static var none: LogPrefix { LogPrefix(UnsafeRawBufferPointer(start: nil, count: 0)) }

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    thread = UnsafeRawBufferPointer(start: nil, count: 0)
    stamp = bytes
  }

  @inline(__always)
  var isEmpty: Bool { bytes.count == 0 && thread.count == 0 && stamp.count == 0 }

  /// The thread or process, as written: `65858:2586192`, `0x1a2b`. Empty when not given.
  ///
  /// - Parameter start: where the time stamp ends.
  func context(from start: Int) -> UnsafeRawBufferPointer {
    if thread.count > 0 { return thread }
    // `log show`, default style: the second column is the thread.
    let column = bytes.skippingSpaces(from: start)
    if bytes.has("0x", at: column) {
      var end = column + 2
      while end < bytes.count, bytes[end].isHexDigit { end += 1 }
      return bytes.slice(column, end)
    }
    var offset = start
    while let open = bytes.find(UInt8(ascii: "["), from: offset) {
      var end = open + 1
      var colons = 0
      while end < bytes.count, bytes[end].isHexDigit || bytes[end] == UInt8(ascii: ":") {
        if bytes[end] == UInt8(ascii: ":") { colons += 1 }
        end += 1
      }
      if colons == 1, end < bytes.count, bytes[end] == UInt8(ascii: "]") {
        return bytes.slice(open + 1, end)
      }
      offset = open + 1
    }
    return bytes.slice(0, 0)
  }
}

/// Lines follow each other within a second and mostly in one thread, so the prefix of the line
/// before answers most questions about the next.
struct PrefixMemory {
  private var bytes: [UInt8] = []
  private var stampEnd = 0
  private var name: Int32 = -1
  private var second: [UInt8] = []
  private var secondTime: Int64 = 0

  /// Bytes of the prefix remembered; 0 without one.
  @inline(__always) var length: Int { stampEnd > 0 ? bytes.count : 0 }

  /// Whether a line, at least as long, begins like the last prefix but for the time.
  @inline(__always)
  func isLike(_ line: UnsafeRawBufferPointer) -> Bool {
    // The same stamp form, or the columns would not line up.
    line[10] == bytes[10] && line[4] == bytes[4]
      && line.slice(0, bytes.count).equals(bytes, from: stampEnd)
  }

  /// The name of the thread, if the prefix is like the last one but for the time.
  @inline(__always)
  func name(of prefix: LogPrefix) -> Int32? {
    guard prefix.thread.count == 0, prefix.bytes.count == length, length > 0, isLike(prefix.bytes)
    else { return nil }
    return name
  }

  mutating func remember(_ prefix: LogPrefix, stampEnd: Int, name: Int32) {
    guard prefix.thread.count == 0, stampEnd >= TimeStamp.length else {
      self.stampEnd = 0
      return
    }
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: prefix.bytes)
    self.stampEnd = stampEnd
    self.name = name
  }

  @inline(__always)
  mutating func time(of prefix: LogPrefix) -> Int64 {
    let stamp = prefix.stamp
    guard stamp.count >= TimeStamp.length else { return TraceRecord.unknown }
    if second.count == TimeStamp.length, stamp.slice(0, TimeStamp.length).equals(second, from: 0) {
      return secondTime + stamp.fraction(at: TimeStamp.length).value
    }
    guard let (time, _) = TimeStamp.read(stamp), time >= 0 else { return TraceRecord.unknown }
    second.removeAll(keepingCapacity: true)
    second.append(contentsOf: stamp.prefix(TimeStamp.length))
    secondTime = time - stamp.fraction(at: TimeStamp.length).value
    return time
  }
}

/// `yyyy-MM-dd HH:mm:ss` with an optional fraction after `.` or `,`.
enum TimeStamp {
  /// Up to the seconds.
  static let length = 19

  /// The time in nanoseconds since 1970 as if the clock were UTC, and the offset behind it. A time
  /// that 64 bits do not hold (before 1970, after 2262) is unknown.
  static func read(_ bytes: UnsafeRawBufferPointer) -> (Int64, end: Int)? {
    guard bytes.count >= length, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      bytes[10] == 32 || bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
      let year = number(bytes, 0, 4), let month = number(bytes, 5, 2),
      let day = number(bytes, 8, 2), let hour = number(bytes, 11, 2),
      let minute = number(bytes, 14, 2), let second = number(bytes, 17, 2), month >= 1, month <= 12
    else { return nil }
    let fraction = bytes.fraction(at: length)
    var end = fraction.end
    // A zone directly behind the fraction belongs to the stamp.
    if end < bytes.count, bytes[end] == UInt8(ascii: "+") || bytes[end] == UInt8(ascii: "-") {
      end += 1
      while end < bytes.count, bytes[end].isDigit { end += 1 }
    }
    let days = CoreDataDate.days(year: Int(year), month: Int(month), day: Int(day))
    let seconds = Int64(days) * 86_400 + hour * 3600 + minute * 60 + second
    // The last second is left out, so that any fraction fits.
    guard seconds >= 0, seconds < Int64.max / 1_000_000_000 else {
      return (TraceRecord.unknown, end)
    }
    return (seconds * 1_000_000_000 + fraction.value, end)
  }

  private static func number(
    _ bytes: UnsafeRawBufferPointer, _ offset: Int, _ length: Int
  ) -> Int64? {
    var value: Int64 = 0
    for index in offset..<offset + length {
      guard bytes[index].isDigit else { return nil }
      value = value * 10 + Int64(bytes[index] - 48)
    }
    return value
  }
}
