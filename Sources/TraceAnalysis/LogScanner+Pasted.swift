internal import StoreEngine
internal import StoreModel

/// Logs that lost their line breaks, as when they were pasted into a form.
extension LogScanner {
  /// A line of Core Data's own is shorter, but for some selects. Shorter ones are searched only
  /// where such a log begins.
  private static let usualLength = 4096

  @inline(__always)
  static func isPasted(_ line: UnsafeRawBufferPointer, number: Int) -> Bool {
    (number <= 2 || line.count > usualLength) && hasTwoMarks(line)
  }

  private static func hasTwoMarks(_ line: UnsafeRawBufferPointer) -> Bool {
    guard let first = mark(in: line, from: 0, isFirst: true) else { return false }
    return mark(in: line, from: first + 9) != nil
  }

  /// Reads each entry as a line of its own.
  mutating func pastedLine(_ line: UnsafeRawBufferPointer, isCut: Bool) {
    var start = 0
    var place = Self.mark(in: line, from: 0, isFirst: true)
    while let mark = place, let next = Self.mark(in: line, from: mark + 9) {
      let end = Self.entryStart(line, before: next, after: mark + 9)
      let entry = line.slice(start, end)
      entryLine(entry, isCut: false)
      start = end
      place = next
    }
    let rest = line.slice(start, line.count)
    entryLine(rest, isCut: isCut)
  }

  private mutating func entryLine(_ entry: UnsafeRawBufferPointer, isCut: Bool) {
    let line = LineSplitter.Line(bytes: entry, kind: LineKind(of: entry), number: number)
    if isCut || !usualLine(line) { anyLine(entry, isCut: isCut) }
  }

  /// Where `CoreData: sql:` or its like begins, behind a blank.
  private static func mark(
    in line: UnsafeRawBufferPointer, from start: Int, isFirst: Bool = false
  ) -> Int? {
    var offset = start
    while let place = line.find("CoreData:", from: offset) {
      let isApart =
        isFirst || place == 0 || line[place - 1] == UInt8(ascii: " ")
        || line[place - 1] == UInt8(ascii: "\t")
      if isApart, MessageKind.read(line, at: line.skippingSpaces(from: place + 9)) != nil {
        return place
      }
      offset = place + 9
    }
    return nil
  }

  /// The beginning of the entry whose mark is at `mark`: its time stamp, if there is one before it.
  private static func entryStart(
    _ line: UnsafeRawBufferPointer, before mark: Int, after end: Int
  ) -> Int {
    for start in max(end, mark - 80)..<mark
    where line[start].isDigit && line[start - 1] == UInt8(ascii: " ")
      && TimeStamp.read(line.slice(start, mark)) != nil
    {
      return start
    }
    return mark
  }
}
