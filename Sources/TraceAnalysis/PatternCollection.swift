internal import StoreModel

/// The patterns found so far. The same one found again is counted, not repeated, and costs no text.
struct PatternCollection {
  /// What makes two patterns the same, in numbers of `TraceTables`.
  struct Key: Hashable {
    var kind: AccessPattern.Kind
    var template: Int32
    var source: Int32 = -1
    var entity: Int32 = -1
    var relationship: Int32 = -1
    var stage: Int32 = -1
  }

  /// What one occurrence adds.
  struct Amounts {
    var statements: Int
    var distinct: Int?
    var rows: Int64
    var nanoseconds: Int64?
    var depth = 1
    var isCertain = true
    var sourceRows: Int64 = -1
    /// On the axis of the timeline.
    var place: ClosedRange<Int64>
  }

  private(set) var patterns: [AccessPattern] = []
  private var places: [Key: Int] = [:]
  private var reported = 0
  /// Others were found and left out.
  private(set) var isFull = false
  /// The same loop is mostly met again and again before another is.
  private var lastKey: Key?
  private var lastPlace = 0
  static let most = 10_000

  /// Counts an occurrence; `make` gives the pattern's texts the first time.
  mutating func add(_ key: Key, _ amounts: Amounts, make: () -> AccessPattern) {
    if key == lastKey { return patterns[lastPlace].add(amounts) }
    if let place = places[key] {
      lastKey = key
      lastPlace = place
      return patterns[place].add(amounts)
    }
    guard patterns.count < Self.most else {
      isFull = true
      return
    }
    places[key] = patterns.count
    var pattern = make()
    pattern.occurrences = 0
    pattern.distinct = amounts.distinct
    pattern.add(amounts)
    patterns.append(pattern)
  }

  var limits: [String] {
    isFull ? ["more than \(Self.most) findings: the others are left out"] : []
  }

  /// Patterns first found since the last call, for a log that is being followed.
  mutating func takeNew() -> [AccessPattern] {
    defer { reported = patterns.count }
    return Array(patterns[reported...])
  }
}

extension AccessPattern {
  private static let mostPlaces = 64

  fileprivate mutating func add(_ amounts: PatternCollection.Amounts) {
    occurrences += 1
    statements += amounts.statements
    rows.add(saturating: Int(clamping: amounts.rows))
    depth = max(depth, amounts.depth)
    if let time = amounts.nanoseconds { nanoseconds = (nanoseconds ?? 0).adding(saturating: time) }
    if places.count < Self.mostPlaces {
      places.append(amounts.place)
    } else if let last = places.last {
      places[places.count - 1] = last.lowerBound...max(last.upperBound, amounts.place.upperBound)
    }
    if let known = distinct { distinct = amounts.distinct.map { max(known, $0) } ?? known }
    // One clear case settles what the others left open.
    if amounts.isCertain { certainty = .certain }
    if amounts.sourceRows > Int64(source?.rows ?? -1) {
      source?.rows = Int(clamping: amounts.sourceRows)
    }
  }
}
