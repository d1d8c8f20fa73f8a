internal import StoreEngine

/// Which of the stores in a file are meant: those of an archive may be divided among workers, and taken up
/// again behind one that cannot be looked at.
package struct ArchiveRange: Sendable, Hashable {
  /// Its place among equal parts.
  package var part: Int
  /// How many parts there are.
  package var parts: Int
  /// The first that is meant, counted from the beginning of the archive; nil for that of the part.
  package var lower: Int?
  /// The one behind the last that is meant; nil for that of the part.
  package var upper: Int?

  /// All of them.
  package static let whole = ArchiveRange(part: 0, parts: 1)

  package init(part: Int, parts: Int, lower: Int? = nil, upper: Int? = nil) {
    (self.part, self.parts, self.lower, self.upper) = (part, parts, lower, upper)
  }

  /// All of a file, divided where it is a large archive.
  package static func parts(of path: String, atMost most: Int) -> [ArchiveRange] {
    let size = FilePath.size(path)
    guard most > 1, size > worthDividing, Archive(path) != nil else { return [whole] }
    let count = Int(min(Int64(most), size / worthDividing + 1))
    return (0..<count).map { ArchiveRange(part: $0, parts: count) }
  }

  /// Each part has to look for the stores of the whole archive.
  private static let worthDividing: Int64 = 4 << 20

  /// What of so many stores it is.
  package func bounds(of count: Int) -> Range<Int> {
    let start = min(max(lower ?? count * part / parts, 0), count)
    let end = min(upper ?? count * (part + 1) / parts, count)
    return start..<max(start, end)
  }

  /// Whether what is wrong with the archive as a whole is to be said with it.
  package var isLast: Bool { part == parts - 1 && upper == nil }

  /// For a worker; what follows it is the file's name.
  package var text: String { "\(part) \(parts) \(lower ?? -1) \(upper ?? -1) " }

  /// A range and the name behind it.
  package static func parse(_ text: String) -> (range: ArchiveRange, path: String)? {
    let words = text.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
    guard words.count == 5, let part = Int(words[0]), let parts = Int(words[1]), parts > 0,
      let lower = Int(words[2]), let upper = Int(words[3])
    else { return nil }
    let range = ArchiveRange(
      part: part, parts: parts, lower: lower < 0 ? nil : lower, upper: upper < 0 ? nil : upper)
    return (range, String(words[4]))
  }
}
