internal import Diagnostics
internal import StoreModel

/// Places in a text as the Language Server Protocol counts them: lines from 0, ended by LF, CR LF or CR,
/// and UTF-16 units from 0.
struct TextPositions {
  struct Position: Hashable, Comparable {
    var line: Int
    var character: Int

    static func < (left: Position, right: Position) -> Bool {
      (left.line, left.character) < (right.line, right.character)
    }

    var json: JSONValue {
      .object(["character": .integer(Int64(character)), "line": .integer(Int64(line))])
    }
  }

  private let bytes: [UInt8]
  /// Where the protocol's lines begin.
  private let starts: [Int]
  /// Where the lines of findings begin, which only LF ends.
  private let feeds: [Int]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var (starts, feeds) = ([0], [0])
    for (index, byte) in bytes.enumerated() {
      if byte == 0x0a {
        starts.append(index + 1)
        feeds.append(index + 1)
      } else if byte == 0x0d, index + 1 == bytes.count || bytes[index + 1] != 0x0a {
        starts.append(index + 1)
      }
    }
    (self.starts, self.feeds) = (starts, feeds)
  }

  /// The byte at a position. One behind the end of a line is the end of the line, a line behind the last
  /// one the end of the text; inside a character it is the character's first byte.
  func offset(of position: Position) -> Int {
    guard position.line >= 0 else { return 0 }
    guard position.line < starts.count else { return bytes.count }
    var offset = starts[position.line]
    let end = self.end(of: position.line)
    var rest = position.character
    while offset < end {
      let (length, units) = Self.size(of: bytes[offset])
      guard rest >= units else { break }
      rest -= units
      offset = min(offset + length, end)
    }
    return offset
  }

  /// The position of a byte; of one inside a character that of the character.
  func position(of offset: Int) -> Position {
    let offset = min(max(offset, 0), bytes.count)
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    var (index, units) = (starts[low], 0)
    let end = min(offset, self.end(of: low))
    while index < end {
      let (length, width) = Self.size(of: bytes[index])
      guard index + length <= end else { break }
      (index, units) = (index + length, units + width)
    }
    return Position(line: low, character: units)
  }

  private func end(of line: Int) -> Int {
    var end = line + 1 < starts.count ? starts[line + 1] : bytes.count
    while end > starts[line], bytes[end - 1] == 0x0a || bytes[end - 1] == 0x0d { end -= 1 }
    return end
  }

  /// Bytes and UTF-16 units of the character that begins with a byte; what begins none counts as one.
  private static func size(of byte: UInt8) -> (bytes: Int, units: Int) {
    switch byte {
    case 0xc2...0xdf: (2, 1)
    case 0xe0...0xef: (3, 1)
    case 0xf0...0xf4: (4, 2)
    default: (1, 1)
    }
  }

  func range(_ bytes: Range<Int>) -> JSONValue {
    .object([
      "end": position(of: bytes.upperBound).json, "start": position(of: bytes.lowerBound).json,
    ])
  }

  /// The bytes that a finding is about: the word at its place, or the line without its indentation.
  func bytes(at place: Location, length: Int?) -> Range<Int> {
    guard let line = place.line, line >= 1 else { return 0..<0 }
    guard line <= feeds.count else { return bytes.count..<bytes.count }
    let start = feeds[line - 1]
    var end = line < feeds.count ? feeds[line] : bytes.count
    while end > start, bytes[end - 1] == 0x0a || bytes[end - 1] == 0x0d { end -= 1 }
    guard let column = place.column else {
      let first = bytes[start..<end].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? start
      return first..<end
    }
    let first = min(start + max(column, 1) - 1, end)
    return first..<min(first + (length ?? 1), max(end, first))
  }
}
