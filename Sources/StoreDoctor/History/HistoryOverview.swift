public import Diagnostics
public import StoreEngine
public import StoreModel

/// The persistent history of a store at a glance: who wrote what, and when.
public struct HistoryOverview: Answer {
  /// The time that is counted together.
  public enum Unit: String, Sendable, Hashable, CaseIterable, Encodable {
    case hour, day, month

    /// Its length; a month is cut by the calendar.
    var seconds: Double { self == .hour ? 3600 : 86_400 }
  }

  /// The store, as it was given.
  public let path: String
  /// Transactions that have a change that was asked for, or, without a choice of objects, all.
  public private(set) var transactions: Int64 = 0
  /// Their changes.
  public private(set) var changes = HistoryCounts()
  /// Changes whose transaction is not there.
  public private(set) var orphans: Int64 = 0
  /// The lowest and the highest token.
  public private(set) var firstToken: Int64?
  /// As `firstToken`.
  public private(set) var lastToken: Int64?
  /// The earliest and the latest moment, seconds since 2001.
  public private(set) var first: Double?
  /// As `first`.
  public private(set) var last: Double?
  /// Most changes first.
  public private(set) var writers: [HistoryAuthorship] = []
  /// Most changes first.
  public private(set) var entities: [HistoryOfEntity] = []
  /// What `spans` are.
  public private(set) var unit = Unit.day
  /// Those with a save, in order.
  public private(set) var spans: [HistorySpan] = []
  /// The longest times without a save that stand out, longest first.
  public private(set) var gaps: [HistoryGap] = []
  /// Spans with far more changes than is usual, in order.
  public private(set) var bursts: [HistorySpan] = []
  /// Bytes of its tables and indexes, and of the store; nil where unknown.
  public let bytes: Int64?
  /// As `bytes`.
  public let totalBytes: Int64?

  /// Whether it was read without a choice; only then what is missing is missing.
  public let isWhole: Bool

  /// What of the history behind a token is gone; nil where nothing is, or no token was given.
  public private(set) var expired: String?

  /// Whether all that was asked for is there.
  public var verdict: ExitStatus { expired == nil ? .done : .found }

  /// Whether the first transactions are gone: somebody trims the history.
  public var isTrimmed: Bool { (firstToken ?? 1) > 1 }

  /// Reads the history once.
  ///
  /// - Parameter unit: nil chooses hours up to three days, months above two years, else days.
  /// - Throws: `StoreError` without a history or for an unknown entity; `SQLiteError`.
  public init(of store: Store, _ filter: HistoryFilter = HistoryFilter(), by unit: Unit? = nil)
    throws
  {
    path = store.path
    isWhole = filter == HistoryFilter()
    let cursor = try store.history(filter)
    let size = store.historySize()
    (bytes, totalBytes) = (size?.bytes, size?.total)
    expired = try filter.after.flatMap { try store.historyGap(after: $0) }
    var tally = HistoryTally()
    while try cursor.next() { tally.add(cursor.transaction, cursor.change) }
    transactions = tally.transactions
    changes = tally.changes
    orphans = tally.orphans
    (firstToken, lastToken) = (tally.firstToken, tally.lastToken)
    (first, last) = (tally.first, tally.last)
    writers = tally.sortedWriters
    entities = tally.sortedEntities
    self.unit = unit ?? Self.unit(for: (last ?? 0) - (first ?? 0))
    spans = tally.spans(by: self.unit)
    gaps = tally.gaps.standingOut(of: (last ?? 0) - (first ?? 0))
    bursts = Self.bursts(spans)
  }

  private static func unit(for seconds: Double) -> Unit {
    seconds <= 3 * 86_400 ? .hour : seconds <= 2 * 366 * 86_400 ? .day : .month
  }

  /// A span stands out when it has ten times the changes of the middle one, and enough to matter.
  private static func bursts(_ spans: [HistorySpan]) -> [HistorySpan] {
    let sorted = spans.map(\.changes.total).sorted()
    guard sorted.count >= 5 else { return [] }
    let limit = max(100, sorted[sorted.count / 2].multiplied(saturatingBy: 10))
    return spans.filter { $0.changes.total >= limit }
  }

  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "bursts": bursts, "bytes": bytes, "changes": changes, "entities": entities,
      "expired": expired,
      "first": first.map(HistoryMoment.text), "firstToken": firstToken, "gaps": gaps,
      "last": last.map(HistoryMoment.text), "lastToken": lastToken, "orphans": orphans,
      "path": path, "spans": spans, "totalBytes": totalBytes, "transactions": transactions,
      "trimmed": isWhole ? isTrimmed : nil, "unit": unit, "writers": writers,
    ])
  }
}
