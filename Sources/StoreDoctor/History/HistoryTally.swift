internal import StoreEngine

/// Counts of a history while it is read; what it holds grows with hours, writers and entities, not with
/// the history.
struct HistoryTally {
  private(set) var transactions: Int64 = 0
  private(set) var changes = HistoryCounts()
  private(set) var orphans: Int64 = 0
  private(set) var firstToken: Int64?
  private(set) var lastToken: Int64?
  private(set) var first: Double?
  private(set) var last: Double?
  private(set) var gaps = LongestGaps()
  private var writers: [HistoryWriter: HistoryAuthorship] = [:]
  private var entities: [Int64: HistoryOfEntity] = [:]
  /// By the number of the hour since 2001.
  private var hours: [Int: HistorySpan] = [:]

  mutating func add(_ transaction: HistoryTransaction, _ change: HistoryChange?) {
    let isNew = transaction.token != lastToken
    let hour = transaction.seconds.flatMap { Int(exactly: ($0 / 3600).rounded(.down)) }
    if isNew { begin(transaction, hour: hour) }
    if !transaction.isPresent { orphans += 1 }
    guard let change else { return }
    changes.add(change.kind)
    writers[transaction.writer]?.changes.add(change.kind)
    if let hour { hours[hour]?.changes.add(change.kind) }
    entities[
      change.entityNumber,
      default: HistoryOfEntity(name: change.entity ?? "entity \(change.entityNumber)")
    ].add(change)
  }

  private mutating func begin(_ transaction: HistoryTransaction, hour: Int?) {
    if transaction.isPresent { transactions += 1 }
    firstToken = firstToken ?? transaction.token
    lastToken = transaction.token
    if let seconds = transaction.seconds {
      gaps.add(seconds, token: transaction.token)
      first = min(first ?? seconds, seconds)
      last = max(last ?? seconds, seconds)
    }
    writers[transaction.writer, default: HistoryAuthorship(writer: transaction.writer)]
      .add(transaction)
    if let hour {
      hours[hour, default: HistorySpan(start: Double(hour) * 3600)].transactions += 1
    }
  }

  var sortedWriters: [HistoryAuthorship] {
    writers.values.sorted {
      ($1.changes.total, $1.transactions, $0.writer.text)
        < ($0.changes.total, $0.transactions, $1.writer.text)
    }
  }

  var sortedEntities: [HistoryOfEntity] {
    entities.values.sorted { ($1.changes.total, $0.name) < ($0.changes.total, $1.name) }
  }

  func spans(by unit: HistoryOverview.Unit) -> [HistorySpan] {
    var merged: [Double: HistorySpan] = [:]
    for span in hours.values {
      let start = Self.start(of: unit, span.start)
      merged[start, default: HistorySpan(start: start)].add(span)
    }
    return merged.values.sorted { $0.start < $1.start }
  }

  private static func start(of unit: HistoryOverview.Unit, _ seconds: Double) -> Double {
    guard unit == .month else { return (seconds / unit.seconds).rounded(.down) * unit.seconds }
    let text = HistoryMoment.text(seconds)
    return HistoryMoment.seconds(text.prefix(8) + "01") ?? seconds
  }
}

/// The longest times between two saves that follow each other.
struct LongestGaps {
  private static let most = 5
  private var latest: (seconds: Double, token: Int64)?
  private var longest: [HistoryGap] = []
  private var count = 0

  mutating func add(_ seconds: Double, token: Int64) {
    defer { if seconds >= latest?.seconds ?? seconds { latest = (seconds, token) } }
    guard let latest, seconds > latest.seconds else { return }
    count += 1
    let gap = HistoryGap(token: latest.token, start: latest.seconds, end: seconds)
    if longest.count == Self.most, gap.length <= longest[Self.most - 1].length { return }
    let place = longest.firstIndex { $0.length < gap.length } ?? longest.count
    longest.insert(gap, at: place)
    if longest.count > Self.most { longest.removeLast() }
  }

  /// Those of a day at least that are ten times the usual distance between two saves.
  func standingOut(of whole: Double) -> [HistoryGap] {
    let usual = whole / Double(max(1, count))
    return longest.filter { $0.length >= 86_400 && $0.length >= 10 * usual }
  }
}

extension HistoryGap {
  var length: Double { end - start }
}

extension HistoryAuthorship {
  mutating func add(_ transaction: HistoryTransaction) {
    transactions += 1
    guard let seconds = transaction.seconds else { return }
    first = min(first ?? seconds, seconds)
    last = max(last ?? seconds, seconds)
  }
}

extension HistoryOfEntity {
  mutating func add(_ change: HistoryChange) {
    changes.add(change.kind)
    guard change.kind == .update else { return }
    guard let names = change.properties else {
      unreadUpdates += 1
      return
    }
    for name in names { properties[name, default: 0] += 1 }
  }
}

extension HistorySpan {
  mutating func add(_ other: HistorySpan) {
    transactions += other.transactions
    changes.add(other.changes)
  }
}

extension HistoryWriter {
  /// What it says of itself, for sorting.
  fileprivate var text: String {
    [author, bundle, process, context].map { $0 ?? "" }.joined(separator: "\u{0}")
  }
}
