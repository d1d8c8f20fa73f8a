import Foundation
import StoreEngine
import StoreModel
import Testing

@testable import Diagnostics
@testable import StoreDoctor

/// Every rule finds what it says it finds, and nothing else.
@Suite struct StoreRuleTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let rule: String
    let example: StoreExample
    var testDescription: String { "\(rule): \(example.sql.joined(separator: "; "))" }
  }

  static let cases = StoreRules.health.flatMap { rule in
    type(of: rule).examples.map { Case(rule: type(of: rule).info.id, example: $0) }
  }

  @Test(arguments: cases) func exampleDoesWhatItSays(_ one: Case) throws {
    let store = try LibraryStore()
    try store.run(one.example.sql)
    let rules = try store.rules()
    #expect(rules.contains(one.rule) == one.example.isFlagged, "\(rules.sorted())")
  }

  @Test func aHealthyStoreIsSilent() throws {
    let result = try LibraryStore().check()
    #expect(result.findings.isEmpty, "\(result.findings.map(\.message))")
    #expect(result.notChecked.isEmpty)
    #expect(result.rows == 4 + 6 + 3 + 1 + 2 + 1 + 3 + 17)
  }

  /// Rules whose damage is not SQL have tests of their own below.
  static let withoutExamples: Set<String> = [
    "damaged-file", "damaged-log", "digest-mismatch", "emptied-file", "half-migrated",
    "hash-mismatch",
    "large-history", "leftover-migration-file", "orphaned-external-file", "unknown-case",
  ]

  @Test func everyRuleIsListedSortedAndTested() throws {
    let ids = StoreRules.health.map { type(of: $0).info.id }
    #expect(ids == ids.sorted())
    #expect(Set(ids).count == ids.count)
    for rule in StoreRules.health {
      let (id, examples) = (type(of: rule).info.id, type(of: rule).examples)
      if Self.withoutExamples.contains(id) { continue }
      #expect(examples.contains { $0.isFlagged }, "\(id) has no flagged example")
      #expect(examples.contains { !$0.isFlagged }, "\(id) has no clean example")
    }
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/StoreDoctor/Checks/Rules")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(files) == Set(StoreRules.health.map { "\(type(of: $0)).swift" }))
  }

  @Test func infoSaysNothingThatCheckDoesNot() throws {
    let store = try LibraryStore()
    try store.run(["DROP TABLE ZREVIEW", "UPDATE Z_PRIMARYKEY SET Z_MAX = 0"])
    let inspection = try store.inspection()
    let quick = StoreHealth.atFirstSight(inspection)
    #expect(quick.count >= 2)
    let all = try StoreCheck().run(inspection).findings
    #expect(Set(quick).isSubset(of: all))
  }

  @Test func keysAreNamedAndValuesOnlyWhenAskedFor() throws {
    let store = try LibraryStore()
    try store.run(["UPDATE ZLOAN SET ZDUE = 'secret ' || Z_PK"])
    let plain = try StoreCheck().run(store.inspection())
    let problem = try #require(plain.problems.first { $0.finding.rule == "wrong-storage-class" })
    #expect(problem.rows?.count == 6)
    #expect(problem.rows?.keys == [[1], [2], [3], [4], [5]])
    #expect(problem.finding.message.hasSuffix("in 6 rows (Z_PK 1, 2, 3, 4, 5, …)"))
    #expect(problem.finding.entity == "Loan" && problem.finding.property == "due")
    let shown = try StoreCheck().run(store.inspection(showsValues: true))
    #expect(shown.findings.contains { $0.message.contains("Z_PK 1 = 'secret 1', 2 = ") })
  }

  @Test func aBudgetNamesWhatIsLeftOut() throws {
    var check = StoreCheck()
    check.budget = .zero
    let result = try check.run(try LibraryStore().inspection())
    #expect(result.notChecked.contains("the rows of 'ZMEDIA': the time is up"))
    #expect(result.tables == 0)
  }

  @Test func whatAStoreLostIsNamedAndTheRestExamined() throws {
    let whole = try LibraryStore()
    let tables = try whole.inspection().store.connection.rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'Z_M%'")
    let columns = try whole.inspection().store.connection.rows(
      "SELECT m.name, c.name FROM sqlite_master AS m, pragma_table_info(m.name) AS c WHERE c.pk = 0 "
        + "AND c.name NOT IN ('Z_ENT', 'ZLOANCOUNT') AND m.type = 'table' AND m.name GLOB 'Z[A-Z]*' AND NOT EXISTS (SELECT 1 FROM "
        + "sqlite_master AS i, pragma_index_info(i.name) AS x WHERE i.tbl_name = m.name AND "
        + "i.type = 'index' AND x.name = c.name)")
    #expect(tables.count > 8 && columns.count > 8)
    let losses =
      tables.map { "DROP TABLE \($0[0].text ?? "")" }
      + columns.map { "ALTER TABLE \($0[0].text ?? "") DROP COLUMN \($0[1].text ?? "")" }
    for loss in losses {
      let store = try LibraryStore()
      try store.run([loss])
      let result = try StoreCheck().run(store.inspection())
      #expect(result.tables > 3, "\(loss)")
      if !loss.contains("ATRANSACTIONSTRING") { #expect(!result.findings.isEmpty, "\(loss)") }
    }
  }
}
