internal import Diagnostics
public import StoreEngine

/// How many objects were inserted, updated and deleted.
public struct HistoryCounts: Sendable, Hashable, Encodable {
  /// New objects.
  public var inserts: Int64 = 0
  /// Changed ones.
  public var updates: Int64 = 0
  /// Deleted ones.
  public var deletes: Int64 = 0
  /// Changes of a kind that no framework is known to write.
  public var others: Int64 = 0

  /// All of them.
  public var total: Int64 { inserts + updates + deletes + others }

  mutating func add(_ other: HistoryCounts) {
    inserts += other.inserts
    updates += other.updates
    deletes += other.deletes
    others += other.others
  }

  mutating func add(_ kind: HistoryChangeKind) {
    switch kind {
    case .insert: inserts += 1
    case .update: updates += 1
    case .delete: deletes += 1
    case .other: others += 1
    }
  }
}

/// What one writer did.
public struct HistoryAuthorship: Sendable, Hashable, Encodable {
  /// As the transactions name it.
  public let writer: HistoryWriter
  /// Its saves.
  public var transactions: Int64 = 0
  /// Their changes.
  public var changes = HistoryCounts()
  /// The moments of its first and last save, seconds since 2001.
  public var first: Double?
  /// As `first`.
  public var last: Double?

  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "author": writer.author, "bundle": writer.bundle, "changes": changes,
      "context": writer.context, "first": first.map(HistoryMoment.text),
      "last": last.map(HistoryMoment.text), "process": writer.process,
      "transactions": transactions,
    ])
  }
}

/// What happened to the objects of one entity.
public struct HistoryOfEntity: Sendable, Hashable, Encodable {
  /// Its name, or its number where the model has none of it.
  public let name: String
  /// The changes.
  public var changes = HistoryCounts()
  /// How many updates changed a property, by its name.
  public var properties: [String: Int64] = [:]
  /// Updates whose properties cannot be read by the store's model.
  public var unreadUpdates: Int64 = 0

  init(name: String) { self.name = name }
}

/// What happened in one hour or day.
public struct HistorySpan: Sendable, Hashable, Encodable {
  /// Its beginning, seconds since 2001.
  public let start: Double
  /// Saves in it.
  public var transactions: Int64 = 0
  /// Their changes.
  public var changes = HistoryCounts()

  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "changes": changes, "start": HistoryMoment.text(start), "transactions": transactions,
    ])
  }
}

/// A time without any save.
public struct HistoryGap: Sendable, Hashable, Encodable {
  /// The last save before it.
  public let token: Int64
  /// When that was, seconds since 2001.
  public let start: Double
  /// When the next save came.
  public let end: Double

  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "after": token, "end": HistoryMoment.text(end), "start": HistoryMoment.text(start),
    ])
  }
}

/// Moments of the history in words.
public enum HistoryMoment {
  /// ISO 8601 in UTC; outside the years 0 to 9999 the number as it is.
  public static func text(_ seconds: Double) -> String { CoreDataDate.text(seconds) }

  /// The moment of `2025-06-01`, `2025-06-01T10:30` or `2025-06-01T10:30:00Z` in UTC, or of a number
  /// of seconds since 2001; nil for anything else.
  public static func seconds(_ text: String) -> Double? {
    if let number = Double(text), number.isFinite { return number }
    let pattern = #/(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d(?:\.\d+)?))?)?Z?/#
    guard let match = text.wholeMatch(of: pattern)?.output,
      let year = Int(match.1), let month = Int(match.2), (1...12).contains(month),
      let day = Int(match.3), (1...31).contains(day)
    else { return nil }
    let hour = match.4.flatMap { Int($0) } ?? 0
    let minute = match.5.flatMap { Int($0) } ?? 0
    let second = match.6.flatMap { Double($0) } ?? 0
    guard hour < 24, minute < 60, second < 61 else { return nil }
    let days = CoreDataDate.days(year: year, month: month, day: day)
    return Double(days * 86_400 + hour * 3600 + minute * 60) + second - CoreDataDate.unixOffset
  }
}
