internal import Diagnostics
internal import StoreModel

/// Findings of a file after its text was edited in one place: those before stay, those behind move, and
/// what is said of the edited text itself stays only where no line came or went.
struct MovedFindings {
  private let path: String
  /// Bytes that are the same at the beginning and, in the old text, from there on.
  private let start: Int
  private let oldEnd: Int
  private let delta: Int
  private let (before, after): (LineStarts, LineStarts)
  private let keepsLines: Bool

  init(from old: [UInt8], to new: [UInt8], path: String) {
    self.path = path
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter, old[start] == new[start] { start += 1 }
    var end = 0
    while end < shorter - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    self.start = start
    oldEnd = old.count - end
    delta = new.count - old.count
    (before, after) = (LineStarts(old), LineStarts(new))
    let line = before.index(of: start)
    keepsLines = before.index(of: oldEnd) == line && after.index(of: new.count - end) == line
  }

  /// Those of the file, at their new places.
  func findings(_ findings: [Finding]) -> [Finding] {
    findings.compactMap { finding in
      guard let place = finding.location, place.path == path else { return nil }
      guard let line = place.line, let range = before.range(of: line) else { return finding }
      var moved = finding
      let offset = range.lowerBound + max(place.column ?? 1, 1) - 1
      if offset >= oldEnd, delta != 0 {
        let index = after.index(of: offset + delta)
        moved.location?.line = index + 1
        if place.column != nil, let new = after.range(of: index + 1) {
          moved.location?.column = offset + delta - new.lowerBound + 1
        }
      } else if offset >= start, delta != 0, !keepsLines {
        return nil
      }
      moved.edits = edits(finding.edits) ?? []
      return moved
    }
  }

  /// Nil when one of them lies where the text was edited.
  private func edits(_ edits: [TextEdit]) -> [TextEdit]? {
    var moved: [TextEdit] = []
    for var edit in edits {
      if edit.path == path {
        if edit.range.lowerBound >= oldEnd {
          edit.range = edit.range.lowerBound + delta..<edit.range.upperBound + delta
        } else if edit.range.upperBound > start {
          return nil
        }
      }
      moved.append(edit)
    }
    return moved
  }
}
