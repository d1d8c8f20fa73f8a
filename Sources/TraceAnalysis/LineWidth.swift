internal import StoreEngine
internal import StoreModel

/// The width at which a terminal or a form broke the lines of a log, or cut them off.
struct LineWidth: Equatable {
  var width: Int
  /// The rest of a line follows in the next one; otherwise it is lost.
  var isWrapped: Bool

  private static let usual = 40...250
  private static let fewest = 4

  /// Read off the first piece of a log: several different messages that end at one column, at least
  /// half of them visibly in the middle, and none that goes beyond it. Nil for a log whose lines end
  /// by themselves.
  init?(_ chunk: UnsafeRawBufferPointer, lineEnd: UInt8) {
    var longest = 0
    var count = 0
    var wrapped = 0
    var texts: [UInt64: Bool] = [:]
    var endsAtWidth = false
    Self.lines(of: chunk, lineEnd) { line in
      let message = Self.message(of: line)
      if endsAtWidth, message == nil, line.count > 0 { wrapped += 1 }
      endsAtWidth = false
      if line.count > longest {
        (longest, count, wrapped) = (line.count, 0, 0)
        texts.removeAll(keepingCapacity: true)
      }
      guard line.count == longest, let message else { return }
      count += 1
      endsAtWidth = true
      if texts.count < 16 {
        texts[byteHash(line.slice(message, line.count))] = Self.isOpen(line, message)
      }
    }
    guard Self.usual.contains(longest), count >= Self.fewest, texts.count > 1,
      texts.values.count(where: { $0 }) * 2 >= texts.count,
      wrapped * 4 >= count * 3 || wrapped * 4 <= count
    else { return nil }
    width = longest
    isWrapped = wrapped * 4 >= count * 3
  }

  /// Where the message of a line begins; nil for a line that is the rest of another.
  static func message(of line: UnsafeRawBufferPointer) -> Int? {
    if let place = line.find("CoreData:") { return place }
    let start = line.skippingSpaces(from: 0)
    let isMessage =
      line.has("sql:", at: start) || line.has("annotation:", at: start)
      || line.has("details:", at: start)
    return isMessage || TimeStamp.read(line.slice(start, line.count)) != nil ? start : nil
  }

  /// Whether a message visibly stops in the middle: an annotation without its end, a select without
  /// its table, SQL that ends in a comma or a part of a keyword.
  private static func isOpen(_ line: UnsafeRawBufferPointer, _ start: Int) -> Bool {
    // A line of JSON, and one that ends with a colour, is whole.
    let first = line.skippingSpaces(from: 0)
    guard first < line.count, !"{[\"".utf8.contains(line[first]), !line.endsWithColor else {
      return false
    }
    let text = line.slice(start, line.count).trimmed
    guard text.count > 0 else { return false }
    let last = text[text.count - 1]
    if text.find("annotation: ") != nil {
      // Whatever it names by its address it names by its object ID as well.
      let id = text.find("<x-coredata")
      if let id {
        guard text.slice(id, text.count).contains(UInt8(ascii: ">")) else { return true }
      } else if text.find(" for : 0x") != nil {
        return true
      }
      return !">.)s".utf8.contains(last) && !last.isDigit
    }
    guard text.find("SELECT ") != nil else { return false }
    // A table has an alias behind it.
    guard let from = text.find(" FROM "), text.slice(from + 6, text.count).contains(32),
      !",.=(".utf8.contains(last)
    else { return true }
    let words = String(decoding: text.suffix(12), as: UTF8.self).split(separator: " ")
    guard let word = words.last, words.count > 1 else { return false }
    return keywords.contains { $0.hasPrefix(word) }
  }

  private static let keywords = ["WHERE", "ORDER", "GROUP", "LIMIT", "JOIN", "LEFT", "AND", "BY"]

  private static func lines(
    of chunk: UnsafeRawBufferPointer, _ lineEnd: UInt8, _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    var start = 0
    while start < chunk.count, let end = chunk.find(lineEnd, from: start) {
      let isPair = end > start && chunk[end - 1] == 13
      body(chunk.slice(start, isPair ? end - 1 : end))
      start = end + 1
    }
  }
}

extension UnsafeRawBufferPointer {
  /// `ESC [ 0 m`
  fileprivate var endsWithColor: Bool {
    guard count > 3, self[count - 1] == UInt8(ascii: "m") else { return false }
    return self[(count - Swift.min(count, 6))...].contains(0x1B)
  }
}

/// Logs whose lines were broken at a width are read as if they had never been.
extension LogScanner {
  /// A message whose lines are put together.
  struct Broken {
    var bytes: [UInt8] = []
    var number = 0
    /// The last line ended at the width, so that more may follow.
    var isOpen = false
  }

  mutating func brokenLine(_ line: LineSplitter.Line, _ width: LineWidth) {
    let isPair = line.bytes.count > 0 && line.bytes[line.bytes.count - 1] == 13
    let bytes = line.bytes.slice(0, line.bytes.count - (isPair ? 1 : 0))
    if !width.isWrapped {
      isAtWidth = bytes.count == width.width
      wholeLine(line)
      isAtWidth = false
      return
    }
    let isEntry = LineWidth.message(of: bytes) != nil
    if isEntry || !broken.isOpen { flushBroken() }
    if broken.bytes.isEmpty {
      guard isEntry else { return wholeLine(line) }
      broken.number = line.number
    }
    guard broken.bytes.count + bytes.count < LineSplitter.longestLine else {
      input.cutLines += 1
      return flushBroken()
    }
    // A blank at the end of a line does not survive pasting.
    if broken.isOpen, !isEntry, broken.bytes.count % width.width == width.width - 1 {
      broken.bytes.append(32)
    }
    broken.bytes.append(contentsOf: bytes)
    broken.isOpen = bytes.count >= width.width - 1
  }

  mutating func flushBroken() {
    guard !broken.bytes.isEmpty else { return }
    let whole = broken
    broken = Broken()
    number = whole.number
    whole.bytes.withUnsafeBytes {
      wholeLine(LineSplitter.Line(bytes: $0, kind: LineKind(of: $0), number: whole.number))
    }
  }
}
