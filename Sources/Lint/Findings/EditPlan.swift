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
  /// are taken; another run takes the rest. A finding's edits are made all or not at all.
  public static func plans(
    for findings: [Finding], text: (String) -> [UInt8]?
  ) -> [EditPlan] {
    var edits: [String: [TextEdit]] = [:]
    // By the stretches of their files, since a file may have as many edits as lines.
    var known: [Stretch: [TextEdit]] = [:]
    for finding in findings where !finding.edits.isEmpty {
      let taken = finding.edits.contains { edit in
        Stretch.all(of: edit).contains { stretch in
          (known[stretch] ?? []).contains { Self.touch($0.range, edit.range) }
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

  /// Whether the order of two edits would matter: they overlap, or one inserts at an edge of the
  /// other.
  private static func touch(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    one.isEmpty || other.isEmpty
      ? one.lowerBound <= other.upperBound && other.lowerBound <= one.upperBound
      : one.overlaps(other)
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

}
