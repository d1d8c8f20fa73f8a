/// Tells a text that somebody is typing from the values of a loop: each continues the one that the
/// same statement was asked with before, or takes the end of it back.
struct TypedTexts {
  private struct Place: Hashable {
    var template: Int32
    var number: Int64
  }

  private var texts: [Place: [UInt8]] = [:]
  /// Nobody types into so many fields.
  private static let most = 1000
  private static let longest = 256

  /// - Parameter value: as logged, with its quotes and the wildcards that the app put around it.
  @inline(__always)
  mutating func continues(
    _ value: UnsafeRawBufferPointer, template: Int32, number: Int64
  ) -> Bool {
    guard value.count > 1, value[0] == UInt8(ascii: "\"") else { return false }
    return textContinues(value, template, number)
  }

  private mutating func textContinues(
    _ value: UnsafeRawBufferPointer, _ template: Int32, _ number: Int64
  ) -> Bool {
    let place = Place(template: template, number: number)
    let text = Array(Self.bare(value).prefix(Self.longest))
    let last = texts.updateValue(text, forKey: place)
    if texts.count > Self.most { texts = [place: text] }
    guard let last, last != text else { return false }
    return last.starts(with: text) || text.starts(with: last)
  }

  private static func bare(_ value: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var start = 0
    var end = value.count
    while start < end, value[start].isAroundText { start += 1 }
    while end > start, value[end - 1].isAroundText { end -= 1 }
    return value.slice(start, end)
  }
}

extension UInt8 {
  fileprivate var isAroundText: Bool {
    self == UInt8(ascii: "\"") || self == UInt8(ascii: "*") || self == UInt8(ascii: "%")
  }
}
