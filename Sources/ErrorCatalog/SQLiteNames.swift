/// Names of SQLite's result codes, primary and extended (sqlite.org/rescode.html).
enum SQLiteNames {
  /// `SQLITE_BUSY_SNAPSHOT` for 517. An extended code that is not listed is named after its primary
  /// code, the low byte.
  static func name(of code: Int) -> String? {
    guard code > 0, code < 1 << 16 else { return nil }
    if let primary = primary[code] { return "SQLITE_" + primary }
    guard code > 255, let primary = primary[code & 0xFF] else { return nil }
    if let kinds = kinds[code & 0xFF], kinds.indices.contains(code >> 8 - 1) {
      let kind = kinds[code >> 8 - 1]
      if !kind.isEmpty { return "SQLITE_" + primary + "_" + kind }
    }
    return "a kind of SQLITE_" + primary
  }

  /// The code of `SQLITE_BUSY` and its like.
  static func code(of name: String) -> Int? {
    codes[name.uppercased()]
  }

  private static let codes: [String: Int] = {
    var codes: [String: Int] = [:]
    for (code, name) in primary {
      codes["SQLITE_" + name] = code
      for (index, kind) in (kinds[code] ?? []).enumerated() where !kind.isEmpty {
        codes["SQLITE_" + name + "_" + kind] = code | (index + 1) << 8
      }
    }
    return codes
  }()

  private static let primary: [Int: String] = [
    1: "ERROR", 2: "INTERNAL", 3: "PERM", 4: "ABORT", 5: "BUSY", 6: "LOCKED", 7: "NOMEM",
    8: "READONLY", 9: "INTERRUPT", 10: "IOERR", 11: "CORRUPT", 12: "NOTFOUND", 13: "FULL",
    14: "CANTOPEN", 15: "PROTOCOL", 16: "EMPTY", 17: "SCHEMA", 18: "TOOBIG", 19: "CONSTRAINT",
    20: "MISMATCH", 21: "MISUSE", 22: "NOLFS", 23: "AUTH", 24: "FORMAT", 25: "RANGE",
    26: "NOTADB", 27: "NOTICE", 28: "WARNING",
  ]

  /// The kinds of each code in the order of their numbers; "" where the number is not in use.
  private static let kinds: [Int: [String]] = [
    1: ["MISSING_COLLSEQ", "RETRY", "SNAPSHOT"],
    4: ["", "ROLLBACK"],
    5: ["RECOVERY", "SNAPSHOT", "TIMEOUT"],
    6: ["SHAREDCACHE", "VTAB"],
    8: ["RECOVERY", "CANTLOCK", "ROLLBACK", "DBMOVED", "CANTINIT", "DIRECTORY"],
    10: [
      "READ", "SHORT_READ", "WRITE", "FSYNC", "DIR_FSYNC", "TRUNCATE", "FSTAT", "UNLOCK", "RDLOCK",
      "DELETE", "BLOCKED", "NOMEM", "ACCESS", "CHECKRESERVEDLOCK", "LOCK", "CLOSE", "DIR_CLOSE",
      "SHMOPEN", "SHMSIZE", "SHMLOCK", "SHMMAP", "SEEK", "DELETE_NOENT", "MMAP", "GETTEMPPATH",
      "CONVPATH", "VNODE", "AUTH", "BEGIN_ATOMIC", "COMMIT_ATOMIC", "ROLLBACK_ATOMIC", "DATA",
      "CORRUPTFS",
    ],
    11: ["VTAB", "SEQUENCE", "INDEX"],
    14: ["NOTEMPDIR", "ISDIR", "FULLPATH", "CONVPATH", "DIRTYWAL", "SYMLINK"],
    19: [
      "CHECK", "COMMITHOOK", "FOREIGNKEY", "FUNCTION", "NOTNULL", "PRIMARYKEY", "TRIGGER", "UNIQUE",
      "VTAB", "ROWID", "PINNED", "DATATYPE",
    ],
    23: ["USER"],
    27: ["RECOVER_WAL", "RECOVER_ROLLBACK"],
    28: ["AUTOINDEX"],
  ]
}
