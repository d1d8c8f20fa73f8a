public import Diagnostics
internal import StoreEngine
public import StoreModel

/// What a repair did, or would do.
public struct RepairAnswer: Answer {
  /// The store, which is only read.
  public let store: String
  /// The model that the rows were held against.
  public internal(set) var model: DataModel
  /// The new store; nil where nothing was to be changed, or nothing is to be written.
  public internal(set) var file: String?
  /// Whether it only says what would be done.
  public let isRehearsal: Bool
  /// Which bytes of the store were read.
  public internal(set) var bytesRead = ""
  /// What was settled, in the order in which it was.
  public internal(set) var treated: [Treated] = []
  /// What is left, by place.
  public internal(set) var left: [Left] = []
  /// What changed, by table.
  public internal(set) var changes: [Change] = []
  /// What was not examined and why.
  public internal(set) var notExamined: [String] = []
  /// Every statement that was run, with its values.
  public internal(set) var statements: [String] = []

  /// A finding that was settled.
  public struct Treated: Sendable, Encodable {
    /// What was found.
    public var finding: Finding
    /// What it costs.
    public var kind: RepairClass
    /// What was done, a phrase.
    public var text: String
    /// Rows that were inserted, updated or deleted for it.
    public var rows: Int64

    public func encode(to encoder: any Encoder) throws {
      try encoder.write([
        "class": kind, "entity": finding.entity, "message": finding.message,
        "property": finding.property, "rows": rows, "rule": finding.rule, "treatment": text,
      ])
    }
  }

  /// A finding that was not settled.
  public struct Left: Sendable, Encodable {
    /// What was found, with what to do as its help.
    public var finding: Finding
    /// What it would cost; nil where there is no treatment.
    public var kind: RepairClass?
    /// Why it is left, a phrase.
    public var reason: String
    /// What to say to have it treated; nil where nothing helps.
    public var say: String?

    public func encode(to encoder: any Encoder) throws {
      try encoder.write([
        "class": kind, "entity": finding.entity, "message": finding.message,
        "property": finding.property, "reason": reason, "rule": finding.rule, "say": say,
      ])
    }
  }

  /// What changed in a table.
  public struct Change: Sendable, Encodable {
    /// The root entity of the table; nil for tables of the store's own, and for join tables.
    public var entity: String?
    /// The table.
    public var table: String
    /// Rows that came.
    public var inserted: Int64 = 0
    /// Rows that were changed, each time that they were.
    public var updated: Int64 = 0
    /// Rows that went.
    public var deleted: Int64 = 0
    /// Tables, columns, indexes and triggers that were made.
    public var made = 0
    /// Tables and indexes that were dropped.
    public var removed = 0

    public func encode(to encoder: any Encoder) throws {
      try encoder.write([
        "deleted": deleted, "entity": entity, "inserted": inserted, "made": made,
        "removed": removed, "table": table, "updated": updated,
      ])
    }
  }

  /// What is left.
  public var findings: [Finding] { left.map(\.finding) }

  /// `found` with anything left, notes among them. What a store gives nothing to examine by is named, and
  /// no fault of it.
  public var verdict: ExitStatus { left.isEmpty ? .done : .found }

  /// Whether the new store is another one than the old.
  var hasChanges = false

  init(_ store: String, model: DataModel, isRehearsal: Bool) {
    self.store = store
    self.model = model
    self.isRehearsal = isRehearsal
  }

  /// The keys of the JSON output.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "bytesRead": bytesRead, "changes": changes, "dryRun": isRehearsal, "left": left,
      "model": model.source.rawValue, "notExamined": notExamined, "path": file, "store": store,
      "treated": treated,
    ])
  }

  /// The statements as a script: keys of rows, and no values but those that were given.
  public var script: String {
    let head = [
      "-- What 'storedoctor repair' \(isRehearsal ? "would do" : "did") to a copy of the store.",
      "-- Triggers were off while this ran: those of derived attributes call functions that only Core",
      "-- Data has. In the sqlite3 shell, say '.dbconfig enable_trigger off' before you read this in.",
    ]
    return (head + ["BEGIN EXCLUSIVE;"] + statements + ["COMMIT;"] + afterwards)
      .map { $0 + "\n" }.joined()
  }

  /// What no transaction can hold.
  var afterwards: [String] = []
}
