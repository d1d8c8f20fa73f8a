import Foundation
import StoreEngine
import StoreModel
import Testing

@testable import Diagnostics
@testable import StoreDoctor

/// Every finding has a treatment, or a sentence that says why it has none.
@Suite struct RepairTests {
  @Test func everyRuleIsKnown() {
    let rules = Set(StoreRules.health.map { type(of: $0).info.id }).union(
      PreflightRules.all.map(\.id).filter { !["not-enough-space", "store-in-use"].contains($0) })
    #expect(Set(Treatments.byRule.keys) == rules)
    #expect(Treatments.all.count == rules.count)
  }

  @Test(arguments: StoreRuleTests.cases.filter(\.example.isFlagged))
  func anExampleIsHealedOrLeftWithAReason(_ one: StoreRuleTests.Case) throws {
    let fixture = try RepairFixture(one.example.sql)
    let before = try RepairFixture.state(of: fixture.store.folder)
    func everything(_ repair: inout StoreRepair) {
      repair.allowsReferences = true
      repair.keep = .oldest
      // Without its model nobody knows what a store can be given.
      if one.rule != "unreadable-model-cache" {
        repair.values = ["Media.title=Untitled", "Disc.minutes=0"]
      }
    }
    let dry = try {
      var repair = StoreRepair(fixture.path)
      everything(&repair)
      return try repair.rehearse()
    }()
    let answer = try fixture.repair(everything)
    #expect(try RepairFixture.state(of: fixture.store.folder) == before)
    let treated = Set(answer.treated.map(\.finding.rule))
    let left = Set(answer.left.map(\.finding.rule))
    #expect(treated.contains(one.rule) || left.contains(one.rule), "\(treated) \(left)")
    #expect(answer.left.allSatisfy { !$0.reason.isEmpty })
    #expect(left.isDisjoint(with: Self.healed), "\(answer.left.map(\.finding))")
    #expect(answer.verdict == (left.isEmpty ? .done : .found))
    // What was said before is what was done.
    #expect(dry.treated.map(\.finding) == answer.treated.map(\.finding))
    #expect(dry.left.map(\.finding) == answer.left.map(\.finding))
    #expect(dry.statements == answer.statements)
    guard answer.file != nil else {
      #expect(try RepairFixture.state(of: fixture.folder).isEmpty)
      return
    }
    #expect(try fixture.rules() == left)
    let again = try RepairFixture.repair(
      fixture.new, to: fixture.folder.appending(path: "again.store").path, everything)
    #expect(again.treated.isEmpty && again.file == nil, "\(again.treated)")
    #expect(again.left.map(\.finding.message) == answer.left.map(\.finding.message))
  }

  /// Rules whose every example is healed when everything is allowed.
  private static let healed: Set<String> = [
    "broken-order", "dangling-history", "dangling-join-row", "dangling-reference",
    "duplicate-join-row", "duplicate-unique-value", "invalid-row-version",
    "missing-index", "missing-trigger", "one-sided-relationship", "primary-key-behind",
    "primary-key-mismatch", "stale-derived-value", "wrong-auto-vacuum", "wrong-reference-entity",
  ]

  /// After these nothing tells the store from one that never was damaged.
  @Test(arguments: [
    ["UPDATE Z_PRIMARYKEY SET Z_MAX = 0 WHERE Z_NAME = 'Author'"],
    ["UPDATE Z_PRIMARYKEY SET Z_MAX = 0 WHERE Z_NAME = 'CHANGE'"],
    ["DELETE FROM Z_PRIMARYKEY WHERE Z_NAME = 'Disc'"],
    ["DELETE FROM Z_PRIMARYKEY WHERE Z_NAME = 'Review'"],
    ["DROP TABLE Z_PRIMARYKEY"],
    ["UPDATE Z_PRIMARYKEY SET Z_SUPER = 0 WHERE Z_NAME = 'Book'"],
    ["INSERT INTO Z_PRIMARYKEY VALUES (9, 'Review', 0, 2)"],
    [
      "UPDATE Z_PRIMARYKEY SET Z_NAME = 'was' WHERE Z_ENT = 6",
      "UPDATE Z_PRIMARYKEY SET Z_NAME = 'Reader' WHERE Z_ENT = 7",
      "UPDATE Z_PRIMARYKEY SET Z_NAME = 'Review' WHERE Z_ENT = 6",
    ],
    ["UPDATE ZSHELF SET Z_ENT = NULL"], ["UPDATE ZAUTHOR SET Z_ENT = 2 WHERE Z_PK = 1"],
    ["UPDATE ZREVIEW SET Z_OPT = NULL"], ["UPDATE ZREADER SET ZLOANCOUNT = 5"],
    ["UPDATE ZREADER SET Z3_FAVORITE = 5"], ["UPDATE ZREADER SET Z3_FAVORITE = NULL"],
    ["ALTER TABLE ZREADER DROP COLUMN Z3_FAVORITE"], ["ALTER TABLE ZREVIEW DROP COLUMN Z_OPT"],
    ["UPDATE ZMEDIA SET ZCOVER = substr(ZCOVER, 2) WHERE Z_PK = 1"],
    ["CREATE TABLE ZOLDBOOK ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER )"],
    [
      "DROP INDEX Z_Author_UNIQUE_name", "DROP INDEX ZLOAN_ZREADER_INDEX",
      "DROP INDEX Z_Media_byTitle", "DROP INDEX Z_1BOOKS_Z_4BOOKS_INDEX",
      "DROP INDEX ZMEDIA_Z_ENT_INDEX",
    ],
    ["DROP INDEX ZLOAN_ZREADER_INDEX", "CREATE INDEX ZLOAN_ZREADER_INDEX ON ZLOAN (ZDUE)"],
    [
      "DROP TRIGGER Z_DA_ZLOAN_Reader_loanCount_PARAMETER_INSERT",
      "UPDATE ZREADER SET ZLOANCOUNT = 0",
    ],
  ]) func whatLosesNothingIsDoneUnasked(_ damage: [String]) throws {
    let fixture = try RepairFixture(damage)
    let answer = try fixture.repair()
    #expect(answer.left.isEmpty, "\(answer.left.map(\.finding))")
    #expect(answer.treated.allSatisfy { $0.kind == .losesNothing })
    #expect(try fixture.rules() == [])
    let sound = try RepairFixture()
    let healthy = try RepairFixture.content(of: sound.path)
    let content = try RepairFixture.content(of: fixture.new)
    #expect(Set(content).symmetricDifference(healthy).isEmpty)
    #expect(content.count == healthy.count)
    withExtendedLifetime((fixture, sound)) {}
  }

  /// Unless a row was ever numbered for it, or another row refers to one of it.
  @Test(arguments: [
    (["UPDATE Z_PRIMARYKEY SET Z_MAX = 0", "UPDATE ZMEDIA SET ZSHELF = NULL"], true),
    (["UPDATE ZMEDIA SET ZSHELF = NULL"], false),
    (["UPDATE Z_PRIMARYKEY SET Z_MAX = 0"], false),
  ]) func aTableThatWasAlwaysEmptyIsMadeAgain(_ damage: [String], _ isMade: Bool) throws {
    let fixture = try RepairFixture(["DROP TABLE ZSHELF"] + damage)
    let answer = try fixture.repair()
    #expect(answer.left.contains { $0.finding.rule == "missing-table" } != isMade)
    guard isMade else { return }
    #expect(try fixture.value("SELECT count(*) FROM ZSHELF") == 0)
    let sound = try RepairFixture()
    func indexes(_ path: String) throws -> [String] {
      try StoreFile.open(path: path).connection.rows(
        "SELECT name FROM sqlite_master WHERE tbl_name = 'ZSHELF' ORDER BY name"
      ).compactMap { $0[0].text }
    }
    #expect(try indexes(fixture.new) == indexes(sound.path))
    withExtendedLifetime((fixture, sound)) {}
  }

  @Test func aHealthyStoreIsNotCopied() throws {
    let fixture = try RepairFixture()
    let answer = try fixture.repair()
    #expect(answer.treated.isEmpty && answer.left.isEmpty && answer.file == nil)
    #expect(answer.verdict == .done)
    #expect(try RepairFixture.state(of: fixture.folder).isEmpty)
  }

  @Test func digestsFollowFromHashes() throws {
    let fixture = try RepairFixture()
    try fixture.store.editMetadata { $0.digest = "x" }
    #expect(try fixture.repair().left.isEmpty)
    let sound = try RepairFixture()
    #expect(
      try RepairFixture.content(of: fixture.new) == RepairFixture.content(of: sound.path))
    withExtendedLifetime((fixture, sound)) {}
  }

  @Test func onlySomeRules() throws {
    let fixture = try RepairFixture([
      "UPDATE Z_PRIMARYKEY SET Z_MAX = 0 WHERE Z_NAME = 'Author'", "UPDATE ZREVIEW SET Z_OPT = 0",
    ])
    let answer = try fixture.repair { $0.only = ["invalid-row-version"] }
    #expect(answer.treated.map(\.finding.rule) == ["invalid-row-version"])
    #expect(answer.left.map(\.say) == ["--only primary-key-behind"])
    #expect(try fixture.rules() == ["primary-key-behind"])
    var misspelt = StoreRepair(fixture.path)
    misspelt.only = ["primary-key-behnd"]
    #expect(throws: RepairError.self) { try misspelt.rehearse() }
  }

  @Test func referencesAreDroppedWhenAllowed() throws {
    let damage = [
      "UPDATE ZREADER SET ZFAVORITE = 77", "INSERT INTO Z_1BOOKS VALUES (1, 99)",
      "UPDATE ACHANGE SET ZTRANSACTIONID = 99 WHERE Z_PK = 2",
    ]
    let asked = try RepairFixture(damage)
    let kept = try asked.repair()
    #expect(kept.file == nil && kept.treated.isEmpty)
    #expect(kept.left.count == 3)
    #expect(kept.left.allSatisfy { $0.say == "--allow references" })
    let answer = try asked.repair { $0.allowsReferences = true }
    #expect(answer.left.isEmpty && answer.treated.allSatisfy { $0.kind == .dropsReferences })
    #expect(
      try asked.value(
        "SELECT count(*) FROM ZREADER WHERE ZFAVORITE IS NULL AND Z3_FAVORITE IS NULL") == 1)
    #expect(try asked.value("SELECT count(*) FROM Z_1BOOKS") == 3)
    #expect(answer.changes.map(\.table) == ["ACHANGE", "ZREADER", "Z_1BOOKS"])
  }

  @Test func whatIsDroppedIsCountedAnew() throws {
    // The reader of three loans is gone, and loans go to nobody; the count follows.
    let fixture = try RepairFixture(["UPDATE ZLOAN SET ZREADER = 99 WHERE Z_PK <= 3"])
    let answer = try fixture.repair { $0.allowsReferences = true }
    #expect(try fixture.value("SELECT ZLOANCOUNT FROM ZREADER") == 3)
    // The relationship is required, which nobody can make up.
    #expect(answer.left.map(\.finding.rule) == ["missing-required-value"])
    #expect(answer.left.first?.kind == .needsDecision)
  }

  @Test func oneSidedRelationshipsAreMadeWhole() throws {
    let free = try RepairFixture(["UPDATE ZMEDIA SET ZREVIEW = NULL WHERE Z_PK = 1"])
    #expect(try free.repair { $0.allowsReferences = true }.left.isEmpty)
    #expect(try free.value("SELECT ZREVIEW FROM ZMEDIA WHERE Z_PK = 1") == 1)
    // Review 1 claims the book of review 2, which answers that one.
    let taken = try RepairFixture(["UPDATE ZREVIEW SET ZBOOK = 2 WHERE Z_PK = 1"])
    #expect(try taken.repair { $0.allowsReferences = true }.left.isEmpty)
    #expect(try taken.value("SELECT ZBOOK FROM ZREVIEW WHERE Z_PK = 2") == 2)
    #expect(try taken.rules() == [])
    // Each claims what the next one has.
    let round = try RepairFixture([
      "UPDATE ZREVIEW SET ZBOOK = 3 - Z_PK"
    ])
    let answer = try round.repair { $0.allowsReferences = true }
    #expect(answer.file == nil && answer.left.allSatisfy { $0.kind == .needsDecision })
  }

  @Test func ordersKeepWhatIsKnown() throws {
    let fixture = try RepairFixture([
      "UPDATE ZMEDIA SET Z_FOK_SHELF = 5000 WHERE Z_PK = 1",
      "UPDATE ZMEDIA SET Z_FOK_SHELF = 2000 WHERE Z_PK > 1",
    ])
    #expect(try fixture.repair { $0.allowsReferences = true }.left.isEmpty)
    let order = try StoreFile.open(path: fixture.new).connection.rows(
      "SELECT Z_PK, Z_FOK_SHELF FROM ZMEDIA ORDER BY Z_FOK_SHELF")
    #expect(order.map { $0[0].integer } == [2, 3, 1])
    #expect(order.map { $0[1].integer } == [2048, 3072, 4096])
  }

  @Test func filesOfNoRowAreLeftBehind() throws {
    let fixture = try RepairFixture()
    let stray = UUID().uuidString
    let data = fixture.store.folder.appending(path: ".library_SUPPORT/_EXTERNAL_DATA")
    try Data([1]).write(to: data.appending(path: stray))
    #expect(try fixture.repair().left.map(\.say) == ["--allow references"])
    let answer = try fixture.repair { $0.allowsReferences = true }
    #expect(answer.treated.first?.text.contains(stray) == true)
    #expect(try fixture.rules() == [])
    let copied = fixture.folder.appending(path: ".library_SUPPORT/_EXTERNAL_DATA")
    #expect(try FileManager.default.contentsOfDirectory(atPath: copied.path).count == 1)
    #expect(FileManager.default.fileExists(atPath: data.appending(path: stray).path))
  }
}
