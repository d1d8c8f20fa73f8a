public import Diagnostics
internal import StoreEngine
public import StoreModel

/// What was saved of a damaged store, and what was not.
public struct SalvageAnswer: Answer {
  /// The damaged store, which is only read.
  public let store: String
  /// The new store; nil where none was written.
  public internal(set) var file: String?
  /// Whether it only says what would be saved.
  public let isRehearsal: Bool
  /// Which bytes of the store were read.
  public internal(set) var bytesRead = ""
  /// Whether no damage was found, so that there is nothing to save.
  public internal(set) var isHealthy = false
  /// The tables of entities, by name.
  public internal(set) var tables: [Table] = []
  /// Tables of links, of the history and of the store itself, by name.
  public internal(set) var otherTables: [Table] = []
  /// Pages of which rows or entries of indexes were lost, or are not known to be whose.
  public internal(set) var lostPages: [LostPage] = []
  /// What is to be known besides, one sentence each.
  public internal(set) var notes: [String] = []
  /// Indexes with damaged pages, which were made anew of the rows.
  public internal(set) var rebuiltIndexes: [String] = []
  /// What was treated in the new store afterwards, and what `check` finds in it; nil without damage.
  public internal(set) var repair: RepairAnswer?
  /// Whether anything is missing, may be, or was made anew.
  public internal(set) var hasLosses = false

  /// A table and what became of its rows.
  public struct Table: Sendable, Encodable {
    /// The root entity; nil for tables of links and of the store's own.
    public var entity: String?
    /// Its name in the file.
    public var table: String
    /// Rows in the new store.
    public var found: Int64
    /// Rows in the new store by entity, where several share the table.
    public var entities: [Entity] = []
    /// Rows that are missing for certain: an index or a link names them.
    public var missing: Int64
    /// Rows that can be missing at most, by the counter of keys; nil where it does not tell.
    public var missingAtMost: Int64?
    /// Rows that were seen and not believed.
    public var refused: Int64
    /// Rows with values from a page of zeros.
    public var doubtful: Int64
    /// Whether it is known that none is missing.
    public var isComplete: Bool

    public func encode(to encoder: any Encoder) throws {
      try encoder.write([
        "complete": isComplete, "doubtful": doubtful, "entities": entities, "entity": entity,
        "found": found, "missing": missing, "missingAtMost": missingAtMost, "refused": refused,
        "table": table,
      ])
    }
  }

  /// Rows of one of several entities in a table.
  public struct Entity: Sendable, Encodable {
    /// As the model names it; the number where it does not.
    public var name: String
    /// Rows in the new store.
    public var found: Int64
  }

  /// A damaged page.
  public struct LostPage: Sendable, Encodable {
    /// Its number, from 1.
    public var page: UInt32
    /// The table or index; nil where that is not known.
    public var owner: String?
    /// What is the matter with it, a phrase.
    public var why: String

    public func encode(to encoder: any Encoder) throws {
      try encoder.write(["owner": owner, "page": Int64(page), "why": why])
    }
  }

  init(_ store: String, isRehearsal: Bool) {
    self.store = store
    self.isRehearsal = isRehearsal
  }

  /// What is left in the new store.
  public var findings: [Finding] { repair?.findings ?? [] }

  /// `done` only where nothing is lost and nothing is left.
  public var verdict: ExitStatus {
    hasLosses || repair.map { $0.verdict != .done } ?? false ? .found : .done
  }

  /// The keys of the JSON output.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "bytesRead": bytesRead, "complete": !hasLosses, "dryRun": isRehearsal,
      "healthy": isHealthy, "left": repair?.left ?? [], "lostPages": lostPages, "notes": notes,
      "otherTables": otherTables, "path": file, "rebuiltIndexes": rebuiltIndexes, "store": store,
      "tables": tables, "treated": repair?.treated ?? [],
    ])
  }
}

extension SalvageAnswer {
  /// Takes over what the engine found.
  mutating func add(_ result: SalvageResult, names: [Int64: String]) {
    for table in result.tables {
      let atMost = table.counter.map { max(0, $0 - table.found) }
      let kinds = table.byEntity.sorted { $0.key < $1.key }.map {
        Entity(name: names[$0.key] ?? String($0.key), found: $0.value)
      }
      let isEntity = table.entity != nil && table.name.hasPrefix("Z")
      let one = Table(
        entity: isEntity ? table.entity : nil, table: table.name, found: table.found,
        entities: isEntity && kinds.count > 1 ? kinds : [], missing: table.missing,
        missingAtMost: table.isComplete ? 0 : atMost.map { max($0, table.missing) },
        refused: table.refused, doubtful: table.doubtful, isComplete: table.isComplete)
      if isEntity { tables.append(one) } else { otherTables.append(one) }
    }
    lostPages = result.lostPages.map { LostPage(page: $0.page, owner: $0.owner, why: $0.why) }
    notes = result.notes
    rebuiltIndexes = result.damagedIndexes
    hasLosses = result.hasLosses
  }
}
