/// A text that a terminal or a mail program has broken at one column, words included, put together again.
struct WrappedText {
  /// Without the line feeds that were added.
  private(set) var bytes: [UInt8] = []
  /// Where the lines begin in `bytes` that the text was broken into.
  private(set) var lineStarts: [Int] = []

  /// More than this nobody pastes.
  private static let longest = 256 << 10
  private static let columns = 40...400

  /// - Returns: nil for a text with no sign of such breaks: no line is longer than another, and many are as long.
  init?(_ text: [UInt8]) {
    guard text.count <= Self.longest else { return nil }
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { $0.last == 0x0D ? $0.dropLast() : $0 }
    let widths = lines.map(Self.columns(of:))
    let width = widths.max() ?? 0
    let full = widths.dropLast().count { $0 == width }
    guard Self.columns.contains(width), full > 0, full * 4 >= lines.count else { return nil }
    bytes.reserveCapacity(text.count)
    for (line, count) in zip(lines, widths) {
      lineStarts.append(bytes.count)
      bytes += line
      if count < width { bytes.append(0x0A) }
    }
  }

  /// Without what begins every line of a text that somebody quotes: `> `.
  static func unquoted(_ text: [UInt8]) -> [UInt8] {
    guard text.first == UInt8(ascii: ">"), text.count <= longest else { return text }
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard lines.allSatisfy({ $0.isEmpty || $0.first == UInt8(ascii: ">") }) else { return text }
    return Array(
      lines.map { $0.drop { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: " ") } }
        .joined(separator: [0x0A]))
  }

  /// Characters of a line; continuation bytes of UTF-8 are none.
  private static func columns(of line: ArraySlice<UInt8>) -> Int {
    line.count { $0 & 0xC0 != 0x80 }
  }
}
