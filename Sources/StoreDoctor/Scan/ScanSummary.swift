internal import Diagnostics
internal import StoreModel

/// What many stores come to: counted line by line, so that the lines of several runs give the same as
/// those of one.
public struct ScanSummary: Sendable {
  /// Stores by one thing that is said of them.
  public struct Count: Sendable, Hashable, Encodable {
    /// What is said.
    public var name: String
    /// How many stores.
    public var stores: Int
  }

  /// What a rule has found in all stores.
  public struct Rule: Sendable, Hashable, Encodable {
    /// Its id.
    public var rule: String
    /// The gravest of its findings.
    public var severity: String
    /// Stores that it found something in.
    public var stores = 0
    /// Findings in all.
    public var count = 0
    /// Rows in all.
    public var rows: Int64 = 0
  }

  /// Lines in all.
  public private(set) var stores = 0
  /// Those where all is good.
  public private(set) var good = 0
  /// Those without a verdict.
  public private(set) var failed = 0
  /// Those where an input was missing or could not be read.
  public private(set) var unread = 0
  /// Bytes of all files together.
  public private(set) var bytes: Int64 = 0
  /// Rows that were examined.
  public private(set) var rows: Int64 = 0
  private var verdictCounts: [String: Int] = [:]
  private var versionCounts: [String: Int] = [:]
  private var failureCounts: [String: Int] = [:]
  private var ruleCounts: [String: Rule] = [:]
  private var table: [[String]: [Int64]] = [:]
  private var unknown = UnknownVersions()
  /// What migrations came to; empty where none were asked for.
  public private(set) var rehearsal = RehearsalSummary()
  private var seen = SeenNames()
  /// What the stores are counted by, beside all that.
  public let groupBy: [ScanKey]

  /// Nothing yet.
  public init(groupBy: [ScanKey] = []) { self.groupBy = groupBy }

  /// Counts a line; a store that was counted before, as by a task that was run again, counts once.
  ///
  /// - Returns: whether it is new.
  @discardableResult
  public mutating func add(_ line: ScannedStore) -> Bool {
    guard seen.insert(line.path + "\0" + (line.member ?? "")) else { return false }
    stores += 1
    if line.good { good += 1 }
    let size = line.sizes.main + line.sizes.wal + line.sizes.external
    bytes += size
    rows += line.rows ?? 0
    if let verdict = line.verdict { verdictCounts[verdict, default: 0] += 1 }
    if let failure = line.failure {
      failed += 1
      failureCounts[failure.reason.rawValue, default: 0] += 1
      if failure.reason.isOfInput { unread += 1 }
    }
    if let name = line.versionName { versionCounts[name, default: 0] += 1 }
    for found in line.findings { add(found) }
    if line.version == nil, line.checksum != nil { unknown.add(line, bytes: size) }
    if line.checks == .migrate { rehearsal.add(line, bytes: size) }
    if !groupBy.isEmpty {
      let key = groupBy.map { $0.value(of: line) }
      let old = table[key] ?? [0, 0, 0, 0]
      table[key] = [
        old[0] + 1, old[1] + (line.good ? 1 : 0), old[2] + (line.rows ?? 0), old[3] + size,
      ]
    }
    return true
  }

  private mutating func add(_ found: ScannedStore.Found) {
    var rule = ruleCounts[found.rule] ?? Rule(rule: found.rule, severity: found.severity)
    rule.stores += 1
    rule.count += found.count
    rule.rows += found.rows
    rule.severity = Self.graver(rule.severity, found.severity)
    ruleCounts[found.rule] = rule
  }

  private static func graver(_ left: String, _ right: String) -> String {
    func weight(_ name: String) -> Severity { Severity(rawValue: name) ?? .note }
    return weight(left) < weight(right) ? right : left
  }

  /// In the order in which they stop an app.
  public var verdicts: [Count] {
    let order = Verdict.allCases.map(\.rawValue)
    func place(_ name: String) -> Int { order.firstIndex(of: name) ?? order.count }
    return verdictCounts.map { Count(name: $0.key, stores: $0.value) }
      .sorted { (place($0.name), $0.name) < (place($1.name), $1.name) }
  }

  /// The most frequent first.
  public var versions: [Count] { Self.sorted(versionCounts) }
  /// Why stores have no verdict, the most frequent first.
  public var failures: [Count] { Self.sorted(failureCounts) }

  private static func sorted(_ counts: [String: Int]) -> [Count] {
    counts.map { Count(name: $0.key, stores: $0.value) }
      .sorted { ($1.stores, $0.name) < ($0.stores, $1.name) }
  }

  /// What was found, in most stores first.
  public var rules: [Rule] {
    ruleCounts.values.sorted { ($1.stores, $0.rule) < ($0.stores, $1.rule) }
  }

  /// Stores of no given version, by what their metadata say.
  public var unknownVersions: [UnknownVersions.Group] { unknown.groups }

  /// A row of the table that was asked for.
  public struct Row: Sendable, Hashable {
    /// One value for each key.
    public var values: [String]
    /// Stores.
    public var stores: Int
    /// Those where all is good.
    public var good: Int
    /// Rows that were examined.
    public var rows: Int64
    /// Of the files.
    public var bytes: Int64
  }

  /// The table by `groupBy`, the most frequent first.
  public var groups: [Row] {
    table.map { key, counts in
      Row(
        values: key, stores: Int(counts[0]), good: Int(counts[1]), rows: counts[2], bytes: counts[3]
      )
    }.sorted {
      $0.stores == $1.stores
        ? $0.values.lexicographicallyPrecedes($1.values) : $0.stores > $1.stores
    }
  }
}

extension ScannedStore.Failure.Reason {
  /// Whether nobody could get at the file, whatever is in it.
  package var isOfInput: Bool {
    switch self {
    case .missing, .permission, .unreadable: true
    case .inUse, .archive, .tooLarge, .space, .time, .memory, .crash: false
    }
  }
}

extension ScannedStore {
  /// The version as a table names it: among the models, else as the store says it; nil for what is no
  /// store with a version.
  public var versionName: String? {
    if let version {
      guard version.name != "live" else { return "unversioned models" }
      guard let identifier = version.identifier, identifier != version.name else {
        return version.name
      }
      return "\(version.name) (\(identifier))"
    }
    guard checksum != nil else { return nil }
    let said = identifiers.isEmpty ? "none" : identifiers.joined(separator: ", ")
    return models == nil ? "says \(said)" : "unknown (says \(said))"
  }
}
