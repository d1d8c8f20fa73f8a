/// The tables whose rows a stage may change. SQLite changes only rows of tables that a statement
/// names or a trigger does, so the others need be neither counted nor hashed a second time.
struct WrittenTables {
  /// The words of the statements; nil where triggers may change any table.
  private let words: Set<Substring>?

  init(_ plan: StagePlan, _ connection: Connection) throws {
    let triggers = try connection.value("SELECT count(*) FROM sqlite_master WHERE type = 'trigger'")
    let changing = plan.statements.filter { $0.action.changesRows }
    let isKnown =
      triggers?.integer == 0 && !plan.statements.contains { $0.action == .createTrigger }
    words = isKnown ? Set(changing.flatMap { Self.words(of: $0.sql) }) : nil
  }

  /// Whether a statement names the table, in whatever role.
  func mayContain(_ table: String) -> Bool {
    let own = Self.words(of: table)
    guard let words, own.count == 1, let name = own.first else { return true }
    return words.contains(name)
  }

  private static func words(of sql: String) -> [Substring] {
    sql.uppercased()[...].split { !($0.isLetter || $0.isNumber || $0 == "_") }
  }
}

extension StageStatement.Action {
  /// A new column is NULL, or its default, in rows that stay as they are.
  fileprivate var changesRows: Bool {
    switch self {
    case .check, .addColumn, .createIndex, .dropIndex: false
    default: true
    }
  }
}
