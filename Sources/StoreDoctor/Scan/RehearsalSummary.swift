internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// What the migrations of many stores came to, line by line as they come, in any order.
public struct RehearsalSummary: Sendable {
  /// Stores that failed alike.
  public struct Failure: Sendable, Hashable, Encodable {
    /// How they ended.
    public var outcome: String
    /// Where; nil where no stage is to blame.
    public var stage: String?
    /// Why, as the smallest of them says it.
    public var reason: String
    /// What the reason is an instance of; nil where it is of none.
    public var rule: String?
    /// How many.
    public var stores: Int
    /// The one to look at.
    public var smallest: String
    /// Of its files.
    public var smallestBytes: Int64
  }

  /// What is gone in some stores.
  public struct Loss: Sendable, Hashable, Encodable {
    /// As in the lines.
    public var what: String
    /// As in the lines.
    public var kind: String
    /// Whether somebody said that it may go.
    public var isMeant: Bool
    /// Stores that lose it.
    public var stores = 0
    /// Rows, values or links in all; those that nobody counted are not in it.
    public var count: Int64 = 0
  }

  /// One of the stores with most of something.
  public struct Extreme: Sendable, Hashable, Encodable {
    /// Its name.
    public var store: String
    /// Milliseconds, or bytes that it grows by.
    public var amount: Int64
    /// Of its files.
    public var bytes: Int64
  }

  /// Stores in all.
  public private(set) var stores = 0
  /// Those that would have the version with all their data.
  public private(set) var good = 0
  /// The slowest first.
  public private(set) var slowest: [Extreme] = []
  /// Those that grow most first.
  public private(set) var largestGrowth: [Extreme] = []
  /// The time of all migrations.
  public private(set) var milliseconds: Int64 = 0
  private var outcomeCounts: [String: Int] = [:]
  private var failureGroups: [String: Failure] = [:]
  private var lossCounts: [[String]: Loss] = [:]

  /// Extremes that are remembered.
  private static let most = 10

  mutating func add(_ line: ScannedStore, bytes: Int64) {
    stores += 1
    let outcome = line.outcome
    outcomeCounts[outcome, default: 0] += 1
    if line.isRehearsed {
      good += 1
    } else {
      add(failure: line, outcome, bytes)
    }
    guard let migration = line.migration else { return }
    // A store that has nothing of it loses nothing.
    for loss in migration.losses where loss.count != 0 {
      let key = [loss.what, loss.kind, String(loss.isMeant)]
      var sum =
        lossCounts[key] ?? Loss(what: loss.what, kind: loss.kind, isMeant: loss.isMeant)
      sum.stores += 1
      sum.count += loss.count ?? 0
      lossCounts[key] = sum
    }
    guard let sizes = migration.bytes else { return }
    milliseconds += migration.milliseconds
    Self.note(line.name, migration.milliseconds, bytes, in: &slowest)
    Self.note(line.name, sizes.after - sizes.before, bytes, in: &largestGrowth)
  }

  private mutating func add(failure line: ScannedStore, _ outcome: String, _ bytes: Int64) {
    let reason = line.migration?.reason ?? line.failure?.text ?? line.what ?? ""
    // The same for every store that fails alike, whatever its name and how many rows.
    let alike = reason.replacing(line.path, with: "").withoutNumbers
    let key = [outcome, line.migration?.stage ?? "", alike].joined(separator: "\0")
    let new = Failure(
      outcome: outcome, stage: line.migration?.stage, reason: reason, rule: line.migration?.rule,
      stores: 1, smallest: line.name, smallestBytes: bytes)
    guard let old = failureGroups[key] else {
      failureGroups[key] = new
      return
    }
    var group =
      (bytes, line.name) < (old.smallestBytes, old.smallest) ? new : old
    group.stores = old.stores + 1
    failureGroups[key] = group
  }

  private static func note(
    _ store: String, _ amount: Int64, _ bytes: Int64, in list: inout [Extreme]
  ) {
    guard amount > 0 else { return }
    let place = list.firstIndex { ($0.amount, store) < (amount, $0.store) } ?? list.count
    guard place < most else { return }
    list.insert(Extreme(store: store, amount: amount, bytes: bytes), at: place)
    if list.count > most { list.removeLast() }
  }

  /// Every store once: what went well first, then what the migration met, then what kept it from being
  /// tried.
  public var outcomes: [ScanSummary.Count] {
    let order =
      ScannedStore.Migration.Outcome.allCases.map(\.rawValue) + Verdict.allCases.map(\.rawValue)
      + ScannedStore.Failure.Reason.allCases.map(\.rawValue)
    return outcomeCounts.map { ScanSummary.Count(name: $0.key, stores: $0.value) }.sorted {
      (order.firstIndex(of: $0.name) ?? order.count, $0.name)
        < (order.firstIndex(of: $1.name) ?? order.count, $1.name)
    }
  }

  /// The most frequent first.
  public var failures: [Failure] {
    failureGroups.sorted { ($1.value.stores, $0.key) < ($0.value.stores, $1.key) }.map(\.value)
  }

  /// What nobody said may go first, then by the number of stores.
  public var losses: [Loss] {
    lossCounts.sorted { left, right in
      guard left.value.isMeant == right.value.isMeant else { return !left.value.isMeant }
      return left.value.stores == right.value.stores
        ? left.key.lexicographicallyPrecedes(right.key) : left.value.stores > right.value.stores
    }.map(\.value)
  }
}

extension RehearsalSummary: Encodable {
  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "failures": failures, "good": good, "largestGrowth": largestGrowth, "losses": losses,
      "milliseconds": milliseconds, "outcomes": outcomes, "slowest": slowest, "stores": stores,
    ])
  }
}

extension ScannedStore {
  /// What a rehearsal says of it in one word: how its migration ended, or why none was tried. Each store
  /// has one.
  public var outcome: String {
    if let failure { return failure.reason.rawValue }
    return migration?.outcome.rawValue ?? verdict ?? "notRun"
  }

  /// Whether a release would bring it to the version with all its data.
  public var isRehearsed: Bool { failure == nil && migration?.outcome.isGood == true }
}
