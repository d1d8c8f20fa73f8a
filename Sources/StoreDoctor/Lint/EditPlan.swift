public import Diagnostics

/// The changes of one file that fix findings.
public struct EditPlan: Sendable {
  /// The file.
  public var path: String
  /// Its content before.
  public var original: [UInt8]
  /// Sorted, without overlaps.
  public var edits: [TextEdit]

  /// The plans for all files that findings have edits for. Where edits overlap, the first finding's
  /// are taken; another run takes the rest.
  public static func plans(
    for findings: [Finding], text: (String) -> [UInt8]?
  ) -> [EditPlan] {
    var edits: [String: [TextEdit]] = [:]
    // By the stretches of their files, since a file may have as many edits as lines.
    var known: [Stretch: [TextEdit]] = [:]
    for finding in findings where !finding.edits.isEmpty {
      let taken = finding.edits.contains { edit in
        Stretch.all(of: edit).contains { stretch in
          (known[stretch] ?? []).contains { $0.range.overlaps(edit.range) || $0 == edit }
        }
      }
      guard !taken else { continue }
      for edit in finding.edits {
        edits[edit.path, default: []].append(edit)
        for stretch in Stretch.all(of: edit) { known[stretch, default: []].append(edit) }
      }
    }
    return edits.keys.sorted().compactMap { path in
      guard let bytes = text(path) else { return nil }
      let usable = (edits[path] ?? []).filter {
        0 <= $0.range.lowerBound && $0.range.upperBound <= bytes.count
      }
      return EditPlan(
        path: path, original: bytes,
        edits: usable.sorted { $0.range.lowerBound < $1.range.lowerBound })
    }
  }

  private struct Stretch: Hashable {
    private static let length = 1024
    let path: String
    let number: Int

    static func all(of edit: TextEdit) -> [Stretch] {
      (edit.range.lowerBound / length...edit.range.upperBound / length).map {
        Stretch(path: edit.path, number: $0)
      }
    }
  }

  /// The text with the edits made.
  public var result: [UInt8] {
    var bytes: [UInt8] = []
    var position = 0
    for edit in edits where edit.range.lowerBound >= position {
      bytes += original[position..<edit.range.lowerBound]
      bytes += Array(edit.replacement.utf8)
      position = edit.range.upperBound
    }
    return bytes + original[position...]
  }

  /// The edits as a unified diff with three lines of context.
  public var diff: [String] {
    let old = Self.lines(original)
    let starts = LineStarts(original)
    let new = Self.lines(result)
    var hunks: [(old: Range<Int>, new: Range<Int>)] = []
    var shift = 0
    for edit in edits {
      let first = starts.index(of: edit.range.lowerBound)
      let last = starts.index(of: max(edit.range.lowerBound, edit.range.upperBound))
      let removed = original[edit.range].count { $0 == 0x0a }
      let added = edit.replacement.utf8.count { $0 == 0x0a }
      let newRange = (first + shift)..<(last + 1 + shift + added - removed)
      shift += added - removed
      if let previous = hunks.last, previous.old.upperBound > first {
        let end = max(previous.old.upperBound, last + 1)
        hunks[hunks.count - 1] = (
          previous.old.lowerBound..<end, previous.new.lowerBound..<(end + shift)
        )
      } else {
        hunks.append((first..<(last + 1), newRange))
      }
    }
    var text = ["--- a/\(FindingPlace.relative(path))", "+++ b/\(FindingPlace.relative(path))"]
    for hunk in hunks {
      let before = max(0, hunk.old.lowerBound - 3)..<hunk.old.lowerBound
      let end = min(hunk.old.upperBound, old.count)
      let after = end..<min(old.count, end + 3)
      let newRange =
        hunk.new.lowerBound..<max(hunk.new.lowerBound, min(hunk.new.upperBound, new.count))
      let oldCount = before.count + (end - hunk.old.lowerBound) + after.count
      let newCount = before.count + newRange.count + after.count
      let newStart = hunk.new.lowerBound - before.count
      text.append("@@ -\(before.lowerBound + 1),\(oldCount) +\(newStart + 1),\(newCount) @@")
      text += old[before].map { " " + $0 }
      text += old[hunk.old.lowerBound..<end].map { "-" + $0 }
      text += new[newRange].map { "+" + $0 }
      text += old[after].map { " " + $0 }
    }
    return text
  }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    var lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
