import Testing

@testable import StoreDoctor
@testable import TraceAnalysis

@Suite("SQL templates")
struct SQLTemplateTests {
  private func template(_ sql: String) -> SQLTemplate {
    Array(sql.utf8).withUnsafeBytes { SQLTemplate($0) }
  }

  @Test(
    "What varies becomes ?",
    arguments: [
      (
        "select  *\n from t where a = 'it''s' and b=-1.5e-3",
        "SELECT * FROM t WHERE a = ? AND b = ?"
      ),
      (
        "SELECT 0, t0.Z_PK FROM ZA t0 WHERE t0.Z_PK IN (1,2, 3)",
        "SELECT 0, t0.Z_PK FROM ZA t0 WHERE t0.Z_PK IN (?)"
      ),
      (
        "SELECT a FROM t WHERE t.b IN (SELECT * FROM _Z_intarray12)   LIMIT 20",
        "SELECT a FROM t WHERE t.b IN (SELECT * FROM _Z_intarray) LIMIT ?"
      ),
      ("INSERT INTO t(a,b) VALUES(?,?),(?,?)", "INSERT INTO t(a, b) VALUES (?)"),
      ("INSERT INTO \"t 1\"(a) VALUES (x'00ff');", "INSERT INTO \"t 1\"(a) VALUES (?)"),
      ("SELECT COUNT( DISTINCT t0.Z_PK) FROM ZA t0", "SELECT COUNT(DISTINCT t0.Z_PK) FROM ZA t0"),
      ("UPDATE t SET a=:name, b = @x WHERE c=$y -- why\n", "UPDATE t SET a = ?, b = ? WHERE c = ?"),
      ("SELECT a2, a /* , b */ - 1 FROM [my table]", "SELECT a2, a - ? FROM [my table]"),
      ("SELECT 'open", "SELECT ?"),
      ("", ""),
      (";;", ""),
    ])
  func normalised(_ sql: String, _ expected: String) {
    #expect(template(sql).text == expected)
    // A template is its own template.
    #expect(template(expected).text == expected)
  }

  private func skeleton(_ sql: String) -> SQLSkeleton {
    Array(sql.utf8).withUnsafeBytes { SQLSkeleton($0) }
  }

  @Test("Literals tell questions apart, page numbers do not")
  func literals() {
    let first = skeleton("SELECT a FROM t WHERE b = 1 LIMIT 20 OFFSET 40")
    let other = skeleton("SELECT a FROM t WHERE b = 2 LIMIT 20 OFFSET 40")
    let page = skeleton("SELECT a FROM t WHERE b = 1 limit 20 offset 60")
    #expect(first.literals != other.literals)
    #expect(first.literals == page.literals)
    #expect(first.hash == other.hash)
    let signs = ["b = 5", "b = ?5", "b = :5", "b5 = c"].map {
      skeleton("SELECT 0 FROM t WHERE " + $0)
    }
    #expect(signs.map(\.hasLiterals) == [true, false, false, false])
  }

  /// Pieces that meet in every order, so that whatever has one skeleton is seen to have one template.
  @Test("Statements with equal skeletons have equal templates")
  func skeletons() {
    let pieces = [
      "SELECT 0, ", "select 1 ,", "t0.Z_PK", "a5", " = ", "-", "12", "1.5e-3", ".5", "0x1F",
      "'it''s 4'",
      "'x", "x'00'", "?", "?12", ":3", "$4", "\"a'5\"", "[b 6]", " LIMIT ", "IN (1,2)", "(?,?)",
      "é7", "--8\n", "/*'*/",
    ]
    var templates: [UInt64: String] = [:]
    var merged = 0
    for first in pieces {
      for second in pieces {
        for third in pieces {
          for fourth in [" ", "9", "'z'", " b"] {
            let sql = first + second + third + fourth
            let template = template(sql)
            guard template.isPlain else { continue }
            let key = skeleton(sql).hash
            if let known = templates[key] {
              merged += 1
              #expect(known == template.text, "\(sql)")
            }
            templates[key] = template.text
          }
        }
      }
    }
    #expect(merged > 1000)
  }

  @Test("Statements longer than a word are told apart byte by byte")
  func everyByte() {
    let sql = "SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZBOOK t0 WHERE t0.ZA = 'b' AND t0.ZC > 7"
    let own = skeleton(sql)
    for index in sql.indices where sql[index].isLetter && sql[index] != "b" {
      var other = sql
      other.replaceSubrange(index...index, with: "Q")
      if other != sql { #expect(skeleton(other).hash != own.hash, "\(other)") }
    }
  }

  @Test(
    "Shapes of Core Data's statements",
    arguments: [
      ("SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZA FROM ZX t0 WHERE  t0.ZA > ?", .fetch, "ZX"),
      ("SELECT 0, t0.Z_PK FROM ZX t0 WHERE  t0.Z_PK = ?", .rowFault, "ZX"),
      (
        "SELECT t0.Z_ENT, t0.Z_PK, t0.Z_OPT FROM ZX t0 WHERE  (t0.Z_ENT = ? AND  t0.Z_PK = ?)",
        .rowFault, "ZX"
      ),
      ("SELECT 0, t0.Z_PK FROM ZC t0 WHERE  t0.ZP = ? ORDER BY t0.Z_FOK_P", .equality, "ZC"),
      (
        "SELECT 0, t0.Z_PK FROM Z_1T t1 JOIN ZT t0 ON t0.Z_PK = t1.Z_2T WHERE t1.Z_1I = ?",
        .manyToManyFault, "ZT"
      ),
      (
        "SELECT 0, t0.Z_PK FROM ZC t0 WHERE  t0.ZP IN (SELECT * FROM _Z_intarray0)", .prefetch, "ZC"
      ),
      (
        "SELECT 0, t0.Z_PK FROM ZC t0 WHERE  t0.Z_PK IN (SELECT * FROM _Z_intarray7)  LIMIT 20",
        .batch, "ZC"
      ),
      ("SELECT a FROM ZC LIMIT 1 ORDER BY b", .fetch, "ZC"),
      ("SELECT COUNT(*) FROM ZC", .count, "ZC"),
      ("SELECT count(*) FROM main.\"ZC\"", .count, "ZC"),
      ("SELECT a FROM (SELECT b AS a, c FROM ZC) LIMIT 3", .fetch, ""),
      ("SELECT t0.ZA, COUNT( t0.ZA) FROM ZC t0 GROUP BY t0.ZA", .aggregate, "ZC"),
      ("INSERT INTO ZC(Z_PK) VALUES(?)", .insert, "ZC"),
      ("UPDATE OR FAIL ZC SET ZA = ? WHERE Z_PK = ?", .update, "ZC"),
      ("DELETE FROM ZC WHERE Z_PK = ?", .delete, "ZC"),
      ("UPDATE OR FAIL Z_PRIMARYKEY SET Z_MAX = ?", .primaryKeys, "Z_PRIMARYKEY"),
      ("SELECT Z_PLIST FROM Z_METADATA", .metadata, "Z_METADATA"),
      ("INSERT INTO ACHANGE(Z_PK) VALUES(?)", .history, "ACHANGE"),
      ("SELECT 0 FROM ANSCKEVENT t0", .cloudKit, "ANSCKEVENT"),
      ("BEGIN EXCLUSIVE", .begin, ""), ("COMMIT", .commit, ""), ("ROLLBACK", .rollback, ""),
      ("pragma journal_mode=wal", .pragma, ""), ("CREATE TABLE ZC (a)", .schema, ""),
      ("hello world", .other, ""),
    ] as [(String, StatementShape.Kind, String)])
  func shapes(_ sql: String, _ kind: StatementShape.Kind, _ table: String) {
    let shape = StatementShape(template(sql))
    #expect(StatementClassifier.kind(of: shape) == kind)
    #expect(shape.table == table)
  }
}
