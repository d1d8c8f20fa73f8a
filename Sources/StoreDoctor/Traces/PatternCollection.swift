internal import StoreModel

/// The patterns found so far. The same one found again is counted, not repeated.
struct PatternCollection {
  private struct Key: Hashable {
    var kind: AccessPattern.Kind
    var template: Int32
    var subject: String?
    var source: String?
    var stage: String?
  }

  private(set) var patterns: [AccessPattern] = []
  private var places: [Key: Int] = [:]
  private var reported = 0
  private static let most = 10_000

  mutating func add(_ pattern: AccessPattern, template: Int32) {
    let key = Key(
      kind: pattern.kind, template: template, subject: pattern.subject,
      source: pattern.source?.sql, stage: pattern.stage)
    guard let place = places[key] else {
      guard patterns.count < Self.most else { return }
      places[key] = patterns.count
      patterns.append(pattern)
      return
    }
    patterns[place].merge(pattern)
  }

  /// Patterns first found since the last call, for a log that is being followed.
  mutating func takeNew() -> [AccessPattern] {
    defer { reported = patterns.count }
    return Array(patterns[reported...])
  }
}

extension AccessPattern {
  fileprivate mutating func merge(_ other: AccessPattern) {
    occurrences += other.occurrences
    statements += other.statements
    rows = rows.addingReportingOverflow(other.rows).partialValue
    depth = max(depth, other.depth)
    if let time = other.nanoseconds { nanoseconds = (nanoseconds ?? 0) &+ time }
    if let distinct, let more = other.distinct { self.distinct = max(distinct, more) }
    // One clear case settles what the others left open.
    if other.certainty == .certain { certainty = .certain }
    if let rows = other.source?.rows, rows > source?.rows ?? -1 { source?.rows = rows }
  }
}
