import Foundation
import StoreEngine
import StoreModel
import Testing

@testable import Diagnostics
@testable import StoreDoctor

/// Databases of other frameworks, and what SQLite has besides plain tables.
@Suite final class PlainRedactionTests {
  private let folder: URL
  private var path: String { folder.appending(path: "plain.db").path }
  private var twin: String { folder.appending(path: "twin.db").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "plain-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func redact(_ statements: [String]) throws -> RedactAnswer {
    let connection = try Connection(path: path, mode: .create)
    for statement in statements { _ = try connection.rows(statement) }
    return try RedactionFixture.redact(path, to: twin)
  }

  private func rows(_ sql: String) throws -> (old: [[SQLiteValue]], new: [[SQLiteValue]]) {
    try (RedactionFixture.rows(path, sql), RedactionFixture.rows(twin, sql))
  }

  private func expectSame(_ statements: String...) throws {
    for sql in statements {
      let (old, new) = try rows(sql)
      #expect(old == new, "\(sql): \(old) \(new)")
    }
  }

  private func expectWhole() throws {
    #expect(try rows("PRAGMA integrity_check").new == [[.text("ok")]])
    #expect(try rows("PRAGMA foreign_key_check").new.isEmpty)
  }

  @Test func linksThatAreDeclaredHold() throws {
    let answer = try redact([
      "CREATE TABLE person (id INTEGER PRIMARY KEY, email TEXT UNIQUE COLLATE NOCASE, code INTEGER UNIQUE)",
      "CREATE TABLE pet (person INTEGER REFERENCES person, owner TEXT REFERENCES person(email), "
        + "code INTEGER REFERENCES person(code), age INTEGER)",
      "INSERT INTO person VALUES (1500, 'Anna@example.org', 4711), (1501, 'bob@example.org', 1), (7, 'a', 0)",
      "INSERT INTO pet VALUES (1501, 'ANNA@example.org', 4711, 12), (7, 'bob@example.org', 1, 13), (1500, NULL, 0, 12)",
    ])
    #expect(answer.differences.isEmpty && answer.leftOut.isEmpty)
    try expectWhole()
    try expectSame(
      "SELECT id FROM person ORDER BY id", "SELECT person FROM pet ORDER BY rowid",
      "SELECT p.id FROM pet JOIN person p ON p.email = pet.owner ORDER BY pet.rowid",
      "SELECT p.id FROM pet JOIN person p ON p.code = pet.code ORDER BY pet.rowid")
    let (old, new) = try rows("SELECT age FROM pet")
    #expect(new[0] == new[2] && new[0] != new[1] && old != new)
  }

  @Test func conditionsOfTablesAreMet() throws {
    let answer = try redact([
      "CREATE TABLE task (state TEXT NOT NULL CHECK (state IN ('open', 'it''s done')), "
        + "priority INTEGER CHECK (priority BETWEEN 1 AND 5), note TEXT, "
        + "size INTEGER GENERATED ALWAYS AS (length(note)) STORED)",
      "INSERT INTO task VALUES ('open', 5, 'call Anna'), ('it''s done', 1, 'open')",
    ])
    #expect(answer.unmet == 0 && answer.verdict == .done)
    try expectWhole()
    try expectSame("SELECT state, priority, size FROM task")
    let note = try rows("SELECT note FROM task").new
    #expect(note[0] != [.text("call Anna")])
  }

  /// Better a row that does not meet a condition than one that is missing, and it is said.
  @Test func aConditionThatCannotBeMetIsNamed() throws {
    let answer = try redact([
      "CREATE TABLE t (a TEXT CHECK (a LIKE '%@%'), b TEXT CHECK (substr(b, 1, 3) = 'AB-'))",
      "INSERT INTO t VALUES ('anna@example', 'AB-123')",
    ])
    #expect(answer.unmet == 1 && answer.verdict == .found)
    #expect(try rows("SELECT count(*) FROM t").new == [[.integer(1)]])
  }

  @Test(arguments: ["UTF-8", "UTF-16le", "UTF-16be"])
  func encodingsAndTablesWithoutRowids(_ encoding: String) throws {
    _ = try redact([
      "PRAGMA encoding = '\(encoding)'", "PRAGMA page_size = 1024", "PRAGMA user_version = 42",
      "PRAGMA application_id = 99",
      "CREATE TABLE word (lang TEXT, word TEXT, n INTEGER, PRIMARY KEY (lang, word)) WITHOUT ROWID",
      "INSERT INTO word VALUES ('de', 'Straße', 100), ('ru', 'улица', 200), ('ja', '通り', 300)",
      "CREATE TABLE counted (id INTEGER PRIMARY KEY AUTOINCREMENT, rowid TEXT, _rowid_ TEXT)",
      "INSERT INTO counted VALUES (5, 'fünf', 'x'), (9, 'neun', 'y')",
      "DELETE FROM counted WHERE id = 9",
      "CREATE TABLE gaps (a)", "INSERT INTO gaps(rowid, a) VALUES (3, 'drei'), (700000, 'viele')",
      "CREATE INDEX byWord ON word (upper(word))", "CREATE VIEW words AS SELECT word FROM word",
      "CREATE TRIGGER noted AFTER INSERT ON word BEGIN UPDATE counted SET _rowid_ = 'z'; END",
      "ANALYZE",
    ])
    try expectWhole()
    try expectSame(
      "PRAGMA encoding", "PRAGMA page_size", "PRAGMA user_version", "PRAGMA application_id",
      "PRAGMA schema_version",
      "SELECT rowid FROM gaps", "SELECT id FROM counted", "SELECT * FROM sqlite_sequence",
      "SELECT * FROM sqlite_stat1",
      "SELECT count(*), sum(length(word)), sum(length(CAST(word AS BLOB))) FROM word",
      "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY 1, 2")
    let words = try rows("SELECT word FROM word").new
    #expect(!words.contains([.text("улица")]) && !words.contains([.text("Straße")]))
  }

  @Test func tablesOfModulesAreFilledAnew() throws {
    let answer = try redact([
      "CREATE VIRTUAL TABLE notes USING fts5(title, body)",
      "INSERT INTO notes(rowid, title, body) VALUES (10, 'Shopping', 'milk and eggs for Moneypenny'), (20, 'Bond', 'shaken')",
      "CREATE VIRTUAL TABLE places USING rtree(id, x0, x1, y0, y1)",
      "INSERT INTO places VALUES (1, 10.5, 11.25, -3.5, 4.75), (2, 100, 101, 200, 201)",
      "CREATE VIRTUAL TABLE empty USING fts5(words, content='')",
      "INSERT INTO empty(rowid, words) VALUES (1, 'hidden words')",
    ])
    try expectWhole()
    try expectSame(
      "SELECT rowid FROM notes", "SELECT id FROM places",
      "SELECT count(*) FROM places WHERE x0 <= x1 AND y0 <= y1")
    let title = try #require(try rows("SELECT title FROM notes WHERE rowid = 20").new[0][0].text)
    #expect(
      try rows("SELECT rowid FROM notes WHERE notes MATCH '\(title)'").new == [[.integer(20)]])
    let search = try LeftoverSearch(twin)
    let words = ["Shopping", "shopping", "moneypenny", "Moneypenny", "shaken", "hidden"].map(
      SQLiteValue.text)
    #expect(search.found(words).isEmpty)
    #expect(answer.leftOut.allSatisfy { $0.contains("'empty'") }, "\(answer.leftOut)")
  }

  @Test func samplesOfThePlannerAreLeftOut() throws {
    _ = try redact([
      "CREATE TABLE t (a TEXT)", "CREATE INDEX i ON t (a)",
      "INSERT INTO t WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) SELECT 'Moneypenny ' || i FROM n",
      "ANALYZE",
    ])
    let names = try rows("SELECT name FROM sqlite_master WHERE name LIKE 'sqlite_stat%'").new
    #expect(names.contains([.text("sqlite_stat1")]))
    for name in names.compactMap({ $0[0].text }) where name != "sqlite_stat1" {
      #expect(try rows("SELECT * FROM \(name)").new.isEmpty)
    }
    #expect(try LeftoverSearch(twin).found([.text("Moneypenny")]).isEmpty)
  }
}
