import Foundation
import StoreEngine
import Testing

/// A store's connection answers questions and does nothing else.
@Suite struct HardeningTests {
  private func opened(_ folder: StateFolder, _ statements: [String]) throws -> Connection {
    let path = folder.path + "/hostile"
    do {
      let connection = try Connection(path: path, mode: .create)
      for statement in statements { try connection.run(statement) }
    }
    return try StoreFile.open(path: path).connection
  }

  @Test(arguments: [
    "INSERT INTO t VALUES (1)", "UPDATE t SET a = 1", "DELETE FROM t", "DROP TABLE t",
    "CREATE TABLE u(a)", "CREATE TEMP TABLE u(a)", "CREATE TEMP VIEW u AS SELECT 1",
    "ALTER TABLE t ADD COLUMN b", "CREATE INDEX i ON t(a)", "REINDEX", "ANALYZE", "VACUUM",
    "VACUUM INTO 'x'", "ATTACH 'x' AS x", "ATTACH ':memory:' AS x", "DETACH main",
    "PRAGMA journal_mode", "PRAGMA journal_mode = DELETE", "PRAGMA user_version = 3",
    "PRAGMA writable_schema = 1", "PRAGMA wal_checkpoint", "PRAGMA mmap_size = 1000000",
    "PRAGMA query_only = 0", "PRAGMA trusted_schema = 1", "PRAGMA temp_store = 1",
    "SELECT load_extension('x')", "SAVEPOINT s", "SELECT * FROM v",
    "CREATE VIRTUAL TABLE f USING fts5(a)",
  ])
  func refused(sql: String) throws {
    let folder = try StateFolder()
    let connection = try opened(folder, ["CREATE TABLE t(a UNIQUE)", "CREATE VIEW v AS SELECT 1"])
    #expect(throws: SQLiteError.self) { try connection.run(sql) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["hostile"])
  }

  @Test(arguments: [
    "SELECT count(*) FROM t", "PRAGMA table_info(t)", "SELECT * FROM pragma_table_info('t')",
    "PRAGMA user_version", "PRAGMA integrity_check", "PRAGMA foreign_key_list(t)",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT * FROM n",
    "SELECT value FROM json_each('[1]')", "EXPLAIN QUERY PLAN SELECT * FROM t", "VALUES (1)",
    "SELECT group_concat(a) FROM t ORDER BY 1", "BEGIN", "SELECT * FROM r",
    "SELECT * FROM f WHERE f MATCH 'word'", "SELECT * FROM sqlite_master",
  ])
  func allowed(sql: String) throws {
    let folder = try StateFolder()
    let connection = try opened(
      folder,
      [
        "CREATE TABLE t(a)", "INSERT INTO t VALUES (1)",
        "CREATE VIRTUAL TABLE r USING rtree(id, a, b)", "INSERT INTO r VALUES (1, 2, 3)",
        "CREATE VIRTUAL TABLE f USING fts5(a)", "INSERT INTO f VALUES ('word')",
      ])
    _ = try connection.rows(sql)
  }

  @Test func refusalSaysWhatAndWhy() throws {
    let folder = try StateFolder()
    let connection = try opened(folder, ["CREATE TABLE t(a)"])
    let attach = #expect(throws: SQLiteError.self) { try connection.run("ATTACH 'x' AS x") }
    #expect(attach?.message == "ATTACH is not allowed: the store is opened for reading only")
    let insert = #expect(throws: SQLiteError.self) {
      try connection.run("INSERT INTO t VALUES (1)")
    }
    #expect(insert?.message == "the store is opened for reading only")
  }

  @Test func ownTemporaryViewsUseOwnFunctions() throws {
    let folder = try StateFolder()
    let connection = try opened(folder, ["CREATE TABLE t(a)", "INSERT INTO t VALUES (20)"])
    try connection.addFunction("twice", argumentCount: 1, deterministic: true) { values in
      .integer((values[0].integer ?? 0) * 2)
    }
    try connection.definingTemporaryViews {
      try connection.run("CREATE TEMP VIEW Note AS SELECT twice(a) AS b FROM t")
    }
    #expect(try connection.value("SELECT b FROM Note") == .integer(40))
    try connection.definingTemporaryViews { try connection.run("DROP VIEW Note") }
    #expect(throws: SQLiteError.self) { try connection.run("CREATE TEMP VIEW x AS SELECT 1") }
  }

  @Test func functionsPassEveryKindOfValue() throws {
    let connection = try Connection(path: "", mode: .memory)
    try connection.addFunction("same", argumentCount: nil, deterministic: true) { $0[1].value }
    let values: [SQLiteValue] = [
      .null, .integer(.min), .real(0.5), .text(""), .text("a\0é"), .blob([]), .blob([0, 255]),
    ]
    for value in values { #expect(try connection.value("SELECT same(1, ?)", [value]) == value) }
    struct Refusal: Error, CustomStringConvertible { let description = "not today" }
    try connection.addFunction("never", argumentCount: 0, deterministic: false) { _ in
      throw Refusal()
    }
    let error = #expect(throws: SQLiteError.self) { try connection.value("SELECT never()") }
    #expect(error?.message == "not today")
  }

  @Test func endlessQueriesEnd() throws {
    let folder = try StateFolder()
    let connection = try opened(folder, ["CREATE TABLE t(a)"])
    let endless =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT sum(i) FROM n"
    let error = #expect(throws: SQLiteError.self) {
      try connection.limited(to: .milliseconds(50)) { try connection.value(endless) }
    }
    #expect(error?.isInterrupt == true && error?.message == "the time limit was reached")
    // Somebody who looks in on the statement does not lift the limit.
    var ticks = 0
    let watched = #expect(throws: SQLiteError.self) {
      try connection.limited(to: .milliseconds(50)) {
        try connection.ticking({ ticks += 1 }) { try connection.value(endless) }
      }
    }
    #expect(watched?.isInterrupt == true && ticks > 10)
    // The limit is gone afterwards.
    #expect(try connection.value("SELECT 1") == .integer(1))
    nonisolated(unsafe) let other = connection
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 0.05)
      other.interrupt()
    }
    let stopped = #expect(throws: SQLiteError.self) { try connection.value(endless) }
    #expect(stopped?.isInterrupt == true)
  }

  /// A schema that was edited by hand into something SQLite itself would never write.
  @Test func forgedSchemasFailOrAnswer() throws {
    let forgeries = [
      "UPDATE sqlite_master SET sql = 'CREATE VIEW t AS SELECT * FROM t'",
      "UPDATE sqlite_master SET sql = 'CREATE TABLE t(a, CHECK(load_extension(a)))'",
      "UPDATE sqlite_master SET rootpage = 1",
      "UPDATE sqlite_master SET rootpage = 99999",
      "UPDATE sqlite_master SET sql = 'CREATE TABLE t(' || replace(hex(zeroblob(60000)), '00', 'a') || ')'",
      "UPDATE sqlite_master SET sql = printf('CREATE TABLE t(a DEFAULT (%.*c1))', 50000, '(')",
      "INSERT INTO sqlite_master VALUES ('trigger', 'x', 't', 0, 'CREATE TRIGGER x AFTER INSERT ON t BEGIN SELECT 1; END')",
      "INSERT INTO sqlite_master SELECT 'view', 'v' || value, 'v' || value, 0, 'CREATE VIEW v' || value || ' AS SELECT * FROM v' || (value + 1) FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 20000) SELECT value FROM n)",
    ]
    for forgery in forgeries {
      let folder = try StateFolder()
      let path = folder.path + "/hostile"
      do {
        let maker = try Connection(path: path, mode: .create)
        try maker.run("CREATE TABLE t(a)")
        try maker.run("PRAGMA writable_schema = 1")
        try maker.run(forgery)
      }
      let clock = ContinuousClock()
      let time = clock.measure {
        guard let connection = try? StoreFile.open(path: path).connection else { return }
        connection.limited(to: .seconds(2)) {
          _ = try? connection.rows("SELECT * FROM t")
          _ = try? connection.rows("SELECT * FROM v1")
          _ = try? connection.rows("PRAGMA integrity_check")
        }
      }
      // Far more than it takes, far less than for ever.
      #expect(time < .seconds(30), "\(forgery)")
    }
  }

  @Test func longChainOfViewsIsRefused() throws {
    let folder = try StateFolder()
    let path = folder.path + "/hostile"
    do {
      let maker = try Connection(path: path, mode: .create)
      try maker.run("CREATE TABLE t(a)")
      try maker.run("PRAGMA writable_schema = 1")
      try maker.run(
        """
        INSERT INTO sqlite_master WITH RECURSIVE n(i) AS (
          SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
        SELECT 'view', 'v' || i, 'v' || i, 0, 'CREATE VIEW v' || i || ' AS SELECT * FROM v' || (i + 1)
        FROM n
        """)
    }
    let error = #expect(throws: StoreFileError.self) { try StoreFile.open(path: path) }
    #expect(error?.description.contains("too many to be read safely") == true)
  }

  @Test func statementsAreObserved() throws {
    let connection = try Connection(path: "", mode: .memory)
    var events: [StatementEvent] = []
    try connection.run("CREATE TABLE t(a)")
    connection.onStatement { events.append($0) }
    try connection.transaction(.exclusive) {
      try connection.run("INSERT INTO t VALUES (?), (?)", [.integer(1), .text("x")])
    }
    _ = try connection.rows("SELECT * FROM t")
    _ = try connection.value("SELECT a FROM t")
    connection.onStatement(nil)
    _ = try connection.rows("SELECT * FROM t")
    #expect(
      events.map(\.sql) == [
        "BEGIN EXCLUSIVE", "INSERT INTO t VALUES (?), (?)", "COMMIT", "SELECT * FROM t",
        "SELECT a FROM t",
      ])
    #expect(events.map(\.rows) == [0, 0, 0, 2, 1])
    #expect(events.map(\.changes) == [0, 2, 0, 0, 0])
    #expect(events[1].values == [.integer(1), .text("x")])
    #expect(events.allSatisfy { $0.nanoseconds > 0 && $0.errorCode == nil })
  }

  @Test func textsOfSeveralStatements() throws {
    let connection = try Connection(path: "", mode: .memory)
    let first = try connection.prepareFirst(of: "SELECT 1; SELECT 'é'; ")
    #expect(first.statement != nil && first.rest == " SELECT 'é'; ")
    let second = try connection.prepareFirst(of: first.rest)
    #expect(second.statement?.columnCount == 1 && second.rest == " ")
    #expect(try connection.prepareFirst(of: " -- nothing").statement == nil)
    #expect(Connection.isComplete("SELECT 1;") && !Connection.isComplete("SELECT 1"))
  }

  @Test func transactionsRollBackOnErrors() throws {
    let connection = try Connection(path: "", mode: .memory)
    try connection.run("CREATE TABLE t(a UNIQUE)")
    #expect(throws: SQLiteError.self) {
      try connection.transaction {
        try connection.run("INSERT INTO t VALUES (1)")
        try connection.run("INSERT INTO t VALUES (1)")
      }
    }
    #expect(!connection.isInTransaction)
    #expect(try connection.value("SELECT count(*) FROM t") == .integer(0))
  }
}
