/// One SQL statement of a stage, with what it is for.
public struct StageStatement: Sendable, Hashable {
  public enum Action: String, Sendable, Hashable, CaseIterable {
    /// A question whose answer can end the migration; it changes nothing.
    case check
    case dropTrigger, dropIndex, deleteRows
    /// Links are set aside, because their new place is of another kind than the old one.
    case collectLinks
    case renameTable, createTable, renameColumn, addColumn, copyRows, setValues, dropTable
    case createIndex, createTrigger
    case history, primaryKey, metadata, modelCache

    /// Whether its time grows with the rows.
    var isLong: Bool {
      switch self {
      case .check, .deleteRows, .collectLinks, .copyRows, .setValues, .createIndex: true
      default: false
      }
    }
  }

  public var action: Action
  public var sql: String
  /// Bound to the parameters 1, 2, …
  public var values: [SQLiteValue]
  /// What it does for the models, one phrase: `'Note.level' is new`.
  public var reason: String
  /// For a check: the error if it returns a row, whose first column is a key. For any other
  /// statement: what a violated constraint means.
  var failure: Failure?

  init(
    _ action: Action, _ sql: String, _ values: [SQLiteValue] = [], reason: String,
    failure: Failure? = nil
  ) {
    self.action = action
    self.sql = sql
    self.values = values
    self.reason = reason
    self.failure = failure
  }

  /// What goes wrong for the user when a statement does not go as it should.
  enum Failure: Sendable, Hashable {
    case missingValue(entity: String, attribute: String)
    case missingLink(entity: String, relationship: String)
    case abstractRows(entity: String)
    case duplicates(entity: String, properties: [String])
    case conflictingLinks(entity: String, relationship: String)

    func error(key: Int64) -> MigrationError {
      switch self {
      case .missingValue(let entity, let attribute):
        .missingValue(entity: entity, attribute: attribute, key: key)
      case .missingLink(let entity, let relationship):
        .missingLink(entity: entity, relationship: relationship, key: key)
      case .abstractRows(let entity): .abstractRows(entity: entity, key: key)
      case .duplicates(let entity, let properties):
        .duplicates(entity: entity, properties: properties)
      case .conflictingLinks(let entity, let relationship):
        .conflictingLinks(entity: entity, relationship: relationship)
      }
    }
  }

  /// What a trace calls it.
  public var purpose: TraceEvent.Purpose {
    switch action {
    case .history, .primaryKey, .metadata, .modelCache: .metadata
    default: .stageSQL
    }
  }
}
