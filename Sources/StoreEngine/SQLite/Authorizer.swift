internal import CSQLite

/// Decides which actions a statement on a user's store may contain: an allow-list.
final class Authorizer {
  /// True while this process defines its own temporary views.
  var allowsTemporaryViews = false
  /// The last refused action, for the error message.
  private(set) var refused: String?

  /// Pragmas that only read, and take an argument as their subject.
  private static let askingPragmas: Set<String> = [
    "foreign_key_check", "foreign_key_list", "index_info", "index_list", "index_xinfo",
    "integrity_check", "quick_check", "table_info", "table_list", "table_xinfo",
  ]
  /// Pragmas whose argument would change something: allowed only without one. `journal_mode` is not
  /// among them, because the answer would be that of the overlay, not of the store.
  private static let readingPragmas: Set<String> = [
    "application_id", "auto_vacuum", "collation_list", "compile_options", "data_version",
    "database_list", "encoding", "foreign_keys", "freelist_count", "function_list",
    "max_page_count", "module_list", "page_count", "page_size", "pragma_list", "schema_version",
    "user_version",
  ]
  private static let forbiddenFunctions: Set<String> = [
    "edit", "fts3_tokenizer", "load_extension", "readfile", "writefile",
  ]

  func reset() { refused = nil }

  func decide(action: Int32, first: String?, second: String?, database: String?) -> Int32 {
    if allows(action: action, first: first, second: second, database: database) { return SQLITE_OK }
    refused = Self.name(of: action, first: first, second: second)
    return SQLITE_DENY
  }

  private func allows(action: Int32, first: String?, second: String?, database: String?) -> Bool {
    switch action {
    case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE, SQLITE_TRANSACTION: true
    case SQLITE_FUNCTION: !Self.forbiddenFunctions.contains(second?.lowercased() ?? "")
    case SQLITE_PRAGMA:
      Self.askingPragmas.contains(first?.lowercased() ?? "")
        || second == nil && Self.readingPragmas.contains(first?.lowercased() ?? "")
    // R-tree and full-text tables prepare statements that would write to their own tables as soon as
    // they are read. Such a statement can do nothing on a read-only file, and `prepare` refuses a
    // user's one.
    case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE:
      database == "main" || allowsTemporaryViews && database == "temp"
    case SQLITE_CREATE_TEMP_VIEW, SQLITE_DROP_TEMP_VIEW: allowsTemporaryViews
    default: false
    }
  }

  private static func name(of action: Int32, first: String?, second: String?) -> String {
    switch action {
    case SQLITE_ATTACH: "ATTACH"
    case SQLITE_DETACH: "DETACH"
    case SQLITE_PRAGMA: "PRAGMA \(first ?? "")\(second == nil ? "" : " with a value")"
    case SQLITE_FUNCTION: "the function \(second ?? "")"
    case SQLITE_ANALYZE: "ANALYZE"
    case SQLITE_REINDEX: "REINDEX"
    case SQLITE_ALTER_TABLE: "ALTER TABLE"
    case SQLITE_SAVEPOINT: "SAVEPOINT"
    // The first step of creating anything is a row in the schema's table.
    case SQLITE_INSERT: first?.hasPrefix("sqlite_") ?? false ? "CREATE" : "INSERT"
    case SQLITE_UPDATE: "UPDATE"
    case SQLITE_DELETE: "DELETE"
    case SQLITE_CREATE_INDEX, SQLITE_CREATE_TABLE, SQLITE_CREATE_TEMP_INDEX,
      SQLITE_CREATE_TEMP_TABLE, SQLITE_CREATE_TEMP_TRIGGER, SQLITE_CREATE_TEMP_VIEW,
      SQLITE_CREATE_TRIGGER, SQLITE_CREATE_VIEW, SQLITE_CREATE_VTABLE:
      "CREATE"
    case SQLITE_DROP_INDEX, SQLITE_DROP_TABLE, SQLITE_DROP_TEMP_INDEX, SQLITE_DROP_TEMP_TABLE,
      SQLITE_DROP_TEMP_TRIGGER, SQLITE_DROP_TEMP_VIEW, SQLITE_DROP_TRIGGER, SQLITE_DROP_VIEW,
      SQLITE_DROP_VTABLE:
      "DROP"
    default: "this statement"
    }
  }
}

extension Connection {
  func installAuthorizer() {
    let authorizer = Authorizer()
    self.authorizer = authorizer
    withHandle { handle in
      // The connection keeps the object alive until after it is closed.
      _ = sqlite3_set_authorizer(
        handle,
        { context, action, first, second, database, _ in
          guard let context else { return SQLITE_DENY }
          return Unmanaged<Authorizer>.fromOpaque(context).takeUnretainedValue().decide(
            action: action, first: first.map { String(cString: $0) },
            second: second.map { String(cString: $0) },
            database: database.map { String(cString: $0) })
        }, Unmanaged.passUnretained(authorizer).toOpaque())
    }
  }

  /// Runs `body` with permission to create and drop temporary views on a store that is otherwise
  /// only read. For views of this process's own making, never for a user's SQL.
  package func definingTemporaryViews<T>(_ body: () throws -> T) rethrows -> T {
    authorizer?.allowsTemporaryViews = true
    defer { authorizer?.allowsTemporaryViews = false }
    return try body()
  }
}
