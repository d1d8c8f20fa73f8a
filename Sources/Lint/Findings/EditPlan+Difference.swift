internal import Diagnostics
internal import StoreEngine

extension EditPlan {
  /// A line with its line feed, which the last one may lack.
  private typealias Line = ArraySlice<UInt8>

  /// Lines that take the place of others.
  private struct Change {
    var old: Range<Int>
    var new: [Line]
  }

  private static let context = 3

  /// The edits as a unified diff that `git apply` and `patch -p1` take: three lines of context,
  /// hunks that neither overlap nor touch, line ends as they are, and a mark where the last line has
  /// none.
  public var diff: [String] {
    let old = Self.lines(original[...])
    let changes = changes(of: old)
    guard !changes.isEmpty else { return [] }
    let name = FindingPlace.relative(path)
    var text = ["--- " + Self.quoted("a/" + name), "+++ " + Self.quoted("b/" + name)]
    var shift = 0
    var rest = changes[...]
    while let first = rest.first {
      var hunk = [first]
      rest = rest.dropFirst()
      while let next = rest.first, let last = hunk.last,
        next.old.lowerBound - last.old.upperBound <= 2 * Self.context
      {
        hunk.append(next)
        rest = rest.dropFirst()
      }
      text += Self.text(of: hunk, in: old, shift: shift)
      shift += hunk.reduce(0) { $0 + $1.new.count - $1.old.count }
    }
    return text
  }

  /// What changes, by whole lines, without those at its ends that stay the same.
  private func changes(of old: [Line]) -> [Change] {
    let starts = LineStarts(original)
    var changes: [Change] = []
    var edits = self.edits[...]
    while let first = edits.first {
      let begin = starts.index(of: first.range.lowerBound)
      var end = starts.index(of: first.range.upperBound)
      var group: [TextEdit] = []
      while let next = edits.first, starts.index(of: next.range.lowerBound) <= end {
        group.append(next)
        end = max(end, starts.index(of: next.range.upperBound))
        edits = edits.dropFirst()
      }
      let last = min(end + 1, old.count)
      let range = min(begin, last)..<last
      let bytes = Self.text(of: range, in: old, count: original.count)
      var new: [UInt8] = []
      var position = bytes.lowerBound
      for edit in group where edit.range.lowerBound >= position {
        new += original[position..<edit.range.lowerBound]
        new += Array(edit.replacement.utf8)
        position = edit.range.upperBound
      }
      new += original[position..<max(position, bytes.upperBound)]
      let change = Self.trimmed(Change(old: range, new: Self.lines(new[...])), in: old)
      if !change.old.isEmpty || !change.new.isEmpty { changes.append(change) }
    }
    return changes
  }

  /// The bytes of a range of lines.
  private static func text(of lines: Range<Int>, in old: [Line], count: Int) -> Range<Int> {
    guard !lines.isEmpty else { return count..<count }
    return old[lines.lowerBound].startIndex..<old[lines.upperBound - 1].endIndex
  }

  private static func trimmed(_ change: Change, in old: [Line]) -> Change {
    var (range, new) = (change.old, change.new[...])
    while let first = new.first, !range.isEmpty, first == old[range.lowerBound] {
      range = (range.lowerBound + 1)..<range.upperBound
      new = new.dropFirst()
    }
    while let last = new.last, !range.isEmpty, last == old[range.upperBound - 1] {
      range = range.lowerBound..<(range.upperBound - 1)
      new = new.dropLast()
    }
    return Change(old: range, new: Array(new))
  }

  private static func text(of hunk: [Change], in old: [Line], shift: Int) -> [String] {
    guard let first = hunk.first?.old.lowerBound, let last = hunk.last?.old.upperBound else {
      return []
    }
    let range = max(0, first - context)..<min(old.count, last + context)
    let added = hunk.reduce(0) { $0 + $1.new.count - $1.old.count }
    func place(_ start: Int, _ count: Int) -> String {
      // A side without lines is named by the line before it.
      "\(count == 0 ? start : start + 1),\(count)"
    }
    var text = [
      "@@ -" + place(range.lowerBound, range.count) + " +"
        + place(range.lowerBound + shift, range.count + added) + " @@"
    ]
    var position = range.lowerBound
    for change in hunk {
      text += old[position..<change.old.lowerBound].flatMap { shown($0, " ") }
      text += old[change.old].flatMap { shown($0, "-") }
      text += change.new.flatMap { shown($0, "+") }
      position = change.old.upperBound
    }
    return text + old[position..<range.upperBound].flatMap { shown($0, " ") }
  }

  private static func shown(_ line: Line, _ mark: String) -> [String] {
    line.last == 0x0A
      ? [mark + String(decoding: line.dropLast(), as: UTF8.self)]
      : [mark + String(decoding: line, as: UTF8.self), "\\ No newline at end of file"]
  }

  private static func lines(_ bytes: ArraySlice<UInt8>) -> [Line] {
    var lines: [Line] = []
    var rest = bytes
    while let end = rest.firstIndex(of: 0x0A) {
      lines.append(rest[...end])
      rest = rest[(end + 1)...]
    }
    if !rest.isEmpty { lines.append(rest) }
    return lines
  }

  /// A name with spaces ends in a tab, so that nothing after it is taken for a date; one with
  /// characters that would end the line is quoted as git does.
  private static func quoted(_ name: String) -> String {
    let special = name.unicodeScalars.contains {
      $0.value < 0x20 || $0.value == 0x7F || $0 == "\"" || $0 == "\\"
    }
    guard special else { return name.contains(" ") ? name + "\t" : name }
    var result = "\""
    for byte in name.utf8 {
      switch byte {
      case 0x22, 0x5C: result += "\\" + String(UnicodeScalar(byte))
      case 0x20...0x7E: result.unicodeScalars.append(UnicodeScalar(byte))
      default:
        let digits = String(byte, radix: 8)
        result += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      }
    }
    return result + "\""
  }
}
