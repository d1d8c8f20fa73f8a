internal import StoreModel

/// How many rows and links a store has in terms of one model, by the names of another: before a
/// stage in the older one, after it in the newer one.
struct StageCounts {
  /// By entity, rows of exactly this entity.
  private(set) var rows: [String: Int64] = [:]
  /// By `Entity.relationship` of the side that holds the links.
  private(set) var links: [String: Int64] = [:]

  /// What tables hold that no statement has changed: taken over, not counted again.
  struct Known {
    let counts: StageCounts
    let layout: StoreLayout
    let written: WrittenTables
  }

  /// - Parameters:
  ///   - layout: of the model the store has now.
  ///   - known: of the model it had before.
  init(_ connection: Connection, layout: StoreLayout, known: Known? = nil) throws {
    for table in layout.tables {
      let family = layout.entities.filter { $0.table == table.name }
      let keys = table.columns.filter(\.isKey)
      if let known, take(from: known, table.name, family, keys.map(\.relationshipPath)) { continue }
      let counts = (["*"] + keys.map(\.name.sqlName)).map { "count(\($0))" }.joined(separator: ", ")
      let isShared = family.count > 1
      let statement = try connection.prepare(
        "SELECT \(isShared ? "Z_ENT, " : "")\(counts) FROM \(table.name.sqlName)"
          + (isShared ? " GROUP BY Z_ENT" : ""))
      for entity in family where !entity.isAbstract { rows[entity.name] = 0 }
      for key in keys { links[key.relationshipPath] = 0 }
      while try statement.step() {
        let first = isShared ? 1 : 0
        let entity =
          isShared ? family.first { Int64($0.number) == statement.integer(at: 0) } : family.first
        if let entity { rows[entity.name, default: 0] += statement.integer(at: first) }
        for (index, key) in keys.enumerated() {
          links[key.relationshipPath, default: 0] += statement.integer(at: first + 1 + index)
        }
      }
    }
    for join in layout.joinTables {
      let path = "\(join.owner).\(join.relationship)"
      if let known, take(from: known, join.name, [], [path]) { continue }
      let count = try connection.value("SELECT count(*) FROM \(join.name.sqlName)")
      links[path] = count?.integer ?? 0
    }
  }

  /// Takes over what was counted in a table that has the same entities and keys as before.
  ///
  /// - Returns: whether it could.
  private mutating func take(
    from known: Known, _ table: String, _ family: [NumberedEntity], _ paths: [String]
  ) -> Bool {
    func described(_ entities: [NumberedEntity]) -> [String] {
      entities.map { "\($0.number) \($0.isAbstract) \($0.name)" }
    }
    let before = known.layout.entities.filter { $0.table == table }
    guard !known.written.mayContain(table), described(before) == described(family),
      known.layout.hasTable(table), paths.allSatisfy({ known.counts.links[$0] != nil })
    else { return false }
    for entity in family { rows[entity.name] = known.counts.rows[entity.name] }
    for path in paths { links[path] = known.counts.links[path] }
    return true
  }
}

extension StoreLayout {
  fileprivate func hasTable(_ name: String) -> Bool {
    tables.contains { $0.name == name } || joinTables.contains { $0.name == name }
  }
}

extension StoreColumn {
  fileprivate var isKey: Bool {
    switch role {
    case .toOne, .inverseless: true
    default: false
    }
  }

  /// `Note.folder`.
  fileprivate var relationshipPath: String {
    switch role {
    case .toOne(let entity, let name), .inverseless(let entity, let name): "\(entity).\(name)"
    default: name
    }
  }
}

/// What a stage did, for people, tests and reports.
public struct StageSummary: Sendable {
  /// A count before and after; nil where there is nothing of the kind.
  public struct Count: Sendable, Hashable {
    /// The newer name, or the older one of what is gone.
    public var name: String
    /// Before the stage.
    public var before: Int64?
    /// After it.
    public var after: Int64?
  }

  /// The stage's name.
  public var stage: String
  /// By kind of statement, in the order they run.
  package var work: [StageRunner.Work]
  /// Rows of each entity that can have any, before and after the stage with its closures.
  public var entities: [Count]
  /// Links of each relationship, counted where they are stored.
  public var relationships: [Count]
  /// Hashes of what both versions share, before and after; nil when they were not asked for.
  package var content: (before: ContentHash, after: ContentHash)?
  /// Pages written to the file.
  public var pages: Int64
  /// Time of the statements and of what is counted around them.
  public var nanoseconds: Int64
  /// Closures that were not run.
  public var skippedClosures: Bool
  /// What the schema drops in this stage, counted before it goes.
  public var losses: [SchemaLoss] = []
  /// Rows that the plan's own code deleted.
  public var deletions: [Deletion] = []
  /// What went although nothing asked for it.
  public var unasked: [UnaskedLoss] = []

  package var statements: Int { work.reduce(0) { $0 + $1.statements } }
  package var changes: Int64 { work.reduce(0) { $0 + $1.changes } }
  /// False when a value that both versions share is not what it was.
  public var keepsContent: Bool { content.map { $0.before == $0.after } ?? true }

  /// Takes what was counted on the two sides of a stage.
  mutating func count(_ before: StageCounts, _ after: StageCounts, _ plan: StagePlan) {
    entities = Self.counts(before.rows, after.rows) {
      plan.pairing.pair(from: $0)?.destination.name ?? $0
    }
    relationships = Self.counts(before.links, after.links, newName: plan.newPath)
  }

  private static func counts(
    _ before: [String: Int64], _ after: [String: Int64], newName: (String) -> String
  ) -> [Count] {
    var counts: [String: Count] = [:]
    for (name, count) in before {
      counts[newName(name)] = Count(name: newName(name), before: count)
    }
    for (name, count) in after { counts[name, default: Count(name: name)].after = count }
    return counts.values.sorted { $0.name.codePointsPrecede($1.name) }
  }
}

extension StagePlan {
  /// `Note.text` under its new name: `Note.body`.
  fileprivate func newPath(_ path: String) -> String {
    let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2, let pair = pairing.pair(from: parts[0]) else { return path }
    let match = pair.properties.first { $0.source.name == parts[1] }
    return "\(pair.destination.name).\(match?.destination.name ?? parts[1])"
  }
}
