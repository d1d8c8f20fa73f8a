internal import StoreEngine
internal import StoreModel

/// What a log picked up on its way through pages, tables and mails: blanks that are no spaces, and
/// borders or quotation marks around its lines.
struct PasteMarks: Equatable {
  /// Lines end in `|`, and may begin with it.
  var hasBorders = false
  /// Lines begin with `>`.
  var isQuoted = false

  /// Read off the first piece of a log; nil for one that has none of it.
  init?(_ chunk: UnsafeRawBufferPointer, lineEnd: UInt8) {
    var messages = 0
    var borders = 0
    var quotes = 0
    var start = 0
    while start < chunk.count {
      let end = chunk.find(lineEnd, from: start) ?? chunk.count
      let line = chunk.slice(start, end).trimmed
      start = end + 1
      guard line.count > 0, Self.isMessage(line) else { continue }
      messages += 1
      borders += Self.endsInBorder(line) ? 1 : 0
      quotes += line[0] == UInt8(ascii: ">") ? 1 : 0
    }
    hasBorders = borders > 0 && borders * 2 >= messages
    isQuoted = quotes > 0 && quotes * 2 >= messages
    let marks = Self.blanks + Self.nothings
    guard hasBorders || isQuoted || marks.contains(where: { chunk.find($0) != nil }) else {
      return nil
    }
  }

  /// The line as it was when it was printed.
  func strip(_ line: UnsafeRawBufferPointer, into plain: inout [UInt8]) {
    plain.removeAll(keepingCapacity: true)
    var place = 0
    while place < line.count {
      if let blank = Self.blanks.first(where: { line.has($0, at: place) }) {
        plain.append(32)
        place += blank.utf8CodeUnitCount
      } else if let nothing = Self.nothings.first(where: { line.has($0, at: place) }) {
        place += nothing.utf8CodeUnitCount
      } else {
        plain.append(line[place])
        place += 1
      }
    }
    while isQuoted, dropFirst(UInt8(ascii: ">"), of: &plain) {}
    guard hasBorders else { return }
    _ = dropFirst(UInt8(ascii: "|"), of: &plain)
    if plain.withUnsafeBytes({ Self.endsInBorder($0.trimmed) }) {
      while let last = plain.popLast(), last != UInt8(ascii: "|") {}
    }
    // Cells are padded to one width.
    while plain.last?.isBlank == true { plain.removeLast() }
  }

  /// The piece as it was when it was printed, for whoever looks at all of its lines.
  func strip(piece: UnsafeRawBufferPointer, lineEnd: UInt8) -> [UInt8] {
    var whole: [UInt8] = []
    var plain: [UInt8] = []
    var start = 0
    while start < piece.count, let end = piece.find(lineEnd, from: start) {
      strip(piece.slice(start, end), into: &plain)
      whole += plain
      whole.append(lineEnd)
      start = end + 1
    }
    return whole
  }

  /// The blank behind the mark belongs to it; those behind that may be in the middle of a line.
  private func dropFirst(_ mark: UInt8, of line: inout [UInt8]) -> Bool {
    guard let first = line.firstIndex(where: { !$0.isBlank }), line[first] == mark else {
      return false
    }
    line.removeFirst(first + 1)
    if line.first == 32 { line.removeFirst() }
    return true
  }

  /// `||` joins texts in SQL.
  private static func endsInBorder(_ line: UnsafeRawBufferPointer) -> Bool {
    line.ends(with: "|") && !line.ends(with: "||")
  }

  private static func isMessage(_ line: UnsafeRawBufferPointer) -> Bool {
    if line.find("CoreData:") != nil { return true }
    var start = 0
    while start < line.count, "|> \t".utf8.contains(line[start]) { start += 1 }
    return line.has("sql:", at: start) || line.has("annotation:", at: start)
      || line.has("details:", at: start)
  }

  /// No-break space, narrow no-break space, figure space.
  private static let blanks: [StaticString] = ["\u{A0}", "\u{202F}", "\u{2007}"]
  /// Zero-width space, word joiner.
  private static let nothings: [StaticString] = ["\u{200B}", "\u{2060}"]
}

extension LogScanner {
  /// A line of a log that came out of a page or a table.
  mutating func markedLine(_ line: LineSplitter.Line, _ marks: PasteMarks) {
    var plain: [UInt8] = []
    marks.strip(line.bytes, into: &plain)
    plain.withUnsafeBytes {
      unmarkedLine(
        LineSplitter.Line(
          bytes: $0, kind: LineKind(of: $0), isCut: line.isCut, number: line.number))
    }
  }
}
