/// One SQL statement of a stage, with what it is for.
package struct StageStatement: Sendable, Hashable {
  /// What kind of work it is; the raw values are part of the JSON output.
  package enum Action: String, Sendable, Hashable, CaseIterable {
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

  /// What kind of work it is.
  package var action: Action
  /// The text, with `?` where values are bound.
  package var sql: String
  /// Bound to the parameters 1, 2, …
  package var values: [SQLiteValue] = []
  /// What it does for the models, one phrase: `'Note.level' is new`.
  package var reason: String
  /// For a check: the error if it returns a row, by its key; else what a violated constraint means.
  var failure: MigrationError?

  /// What a trace calls it.
  package var purpose: TraceEvent.Purpose {
    switch action {
    case .history, .primaryKey, .metadata, .modelCache: .metadata
    default: .stageSQL
    }
  }
}
