import Foundation
import StoreEngine
import StoreModel
import Testing

@testable import Diagnostics
@testable import StoreDoctor

/// What only a store's owner can know.
@Suite struct RepairDecisionTests {
  @Test func valuesAreThoseGiven() throws {
    let fixture = try RepairFixture([
      "UPDATE ZMEDIA SET ZTITLE = NULL WHERE Z_PK = 2", "UPDATE ZLOAN SET ZDUE = NULL",
      "UPDATE ZMEDIA SET ZMINUTES = NULL WHERE Z_PK = 3",
    ])
    let left = try fixture.repair().left
    #expect(
      left.map(\.say) == [
        "--set Disc.minutes=VALUE", "--set Loan.due=VALUE", "--set Media.title=VALUE",
      ])
    let answer = try fixture.repair {
      $0.values = [
        "Media.title=No = 'title'?", "Loan.due=2001-01-02T00:00:01.5Z", "Disc.minutes=1.5",
      ]
    }
    #expect(answer.left.isEmpty && answer.treated.allSatisfy { $0.kind == .needsDecision })
    #expect(try fixture.value("SELECT count(*) FROM ZLOAN WHERE ZDUE = 86401.5") == 6)
    #expect(
      try fixture.value("SELECT count(*) FROM ZMEDIA WHERE ZTITLE = 'No = ''title''?'") == 1)
    #expect(try fixture.value("SELECT count(*) FROM ZMEDIA WHERE ZMINUTES = 1.5") == 1)
    #expect(answer.script.contains("SET \"ZTITLE\" = 'No = ''title''?' WHERE"))
  }

  @Test(arguments: [
    "Media.title", "Media=1", "Nobody.title=1", "Media.nothing=1", "Media.shelf=1",
    "Media.rating=40000", "Loan.due=2024-02-31", "Loan.due=soon", "Media.isNew=maybe",
    "Author.uid=1234", "Book.price=1e3", "Disc.minutes=inf",
  ]) func whatIsNoValueIsRefused(_ setting: String) throws {
    let fixture = try RepairFixture(["UPDATE ZMEDIA SET ZTITLE = NULL"])
    #expect(throws: RepairError.self) { try fixture.repair { $0.values = [setting] } }
    #expect(try RepairFixture.state(of: fixture.folder).isEmpty)
  }

  /// Authors 2 and 3 have the name of author 1; author 2 has a book, and so has author 1.
  private static let twins = [
    "DROP INDEX Z_Author_UNIQUE_name", "UPDATE ZAUTHOR SET ZNAME = 'Ann' WHERE Z_PK <= 3",
    "DELETE FROM Z_1BOOKS WHERE Z_1AUTHORS = 1 AND Z_4BOOKS = 1",
    "INSERT INTO Z_1BOOKS VALUES (2, 2)",
  ]

  @Test func duplicatesStayWithoutADecision() throws {
    let fixture = try RepairFixture(Self.twins)
    let answer = try fixture.repair { $0.allowsReferences = true }
    #expect(answer.file == nil)
    #expect(
      Set(answer.left.map(\.finding.rule)) == ["duplicate-unique-value", "missing-index"])
    #expect(answer.left.allSatisfy { $0.say == "--keep newest|oldest|most-linked" })
  }

  @Test(arguments: [
    (StoreRepair.Keep.newest, Int64(3)), (.oldest, 1), (.mostLinked, 2),
  ]) func oneOfTheDuplicatesStays(_ keep: StoreRepair.Keep, _ kept: Int64) throws {
    let fixture = try RepairFixture(Self.twins)
    let answer = try fixture.repair { $0.keep = keep }
    #expect(answer.left.isEmpty, "\(answer.left.map(\.finding))")
    #expect(try fixture.rules() == [])
    #expect(try fixture.value("SELECT count(*) FROM ZAUTHOR") == 2)
    #expect(try fixture.value("SELECT Z_PK FROM ZAUTHOR WHERE ZNAME = 'Ann'") == kept)
    // Both books have one author, who is the one that stays.
    #expect(try fixture.value("SELECT count(*) FROM Z_1BOOKS") == 2)
    #expect(
      try fixture.value("SELECT count(*) FROM Z_1BOOKS WHERE Z_1AUTHORS = \(kept)") == 2)
    // The index is there again.
    #expect(answer.treated.map(\.finding.rule) == ["duplicate-unique-value", "missing-index"])
  }

  @Test func linksMoveToTheRowThatStays() throws {
    var model = LibraryStore.model
    let media = try #require(model.entities.firstIndex { $0.name == "Media" })
    model.entities[media].uniquenessConstraints = [["title"]]
    let store = try LibraryStore(model: model)
    let fixture = try RepairFixture(
      ["DROP INDEX Z_Media_UNIQUE_title", "UPDATE ZMEDIA SET ZTITLE = 'One' WHERE Z_PK = 2"],
      store: store)
    let answer = try fixture.repair {
      $0.keep = .newest
      $0.allowsReferences = true
    }
    #expect(answer.left.isEmpty, "\(answer.left.map(\.finding))")
    #expect(try fixture.value("SELECT ZFAVORITE FROM ZREADER") == 2)
    #expect(try fixture.value("SELECT count(*) FROM Z_1BOOKS WHERE Z_4BOOKS = 2") == 2)
    // A book has one review: that of the other one has none.
    #expect(try fixture.value("SELECT Z_PK FROM ZREVIEW WHERE ZBOOK = 2") == 2)
    #expect(try fixture.value("SELECT count(*) FROM ZREVIEW WHERE ZBOOK IS NULL") == 1)
  }

  /// A row without an entity is there, and what it is linked with may be right.
  @Test(arguments: ["NULL", "99"]) func linksOfARowOfNoEntityStay(_ number: String) throws {
    let fixture = try RepairFixture(["UPDATE ZMEDIA SET Z_ENT = \(number) WHERE Z_PK = 1"])
    let links = try StoreFile.open(path: fixture.path).connection
      .value("SELECT count(*) FROM Z_1BOOKS")?.integer
    let before = try fixture.store.rules()
    #expect(before.contains("wrong-entity") && !before.contains("dangling-join-row"))
    let answer = try fixture.repair { $0.allowsReferences = true }
    #expect(answer.left.map(\.finding.rule) == ["wrong-entity"])
    if answer.file != nil {
      #expect(try fixture.value("SELECT count(*) FROM Z_1BOOKS") == links)
    }
  }

  // MARK: Versions

  private static func next() throws -> DataModel {
    var next = LibraryStore.model
    next.name = "Library 2"
    let shelf = try #require(next.entities.firstIndex { $0.name == "Shelf" })
    next.entities[shelf].attributes.append(
      Attribute(name: "color", type: .string, isOptional: true))
    return next
  }

  /// Metadata and cache of the next version over the tables of the first.
  private static func halfMigrated() throws -> RepairFixture {
    let fixture = try RepairFixture()
    let next = try next()
    let hashes = ModelHashes(of: next)
    try fixture.store.editMetadata { metadata in
      metadata.entityHashes = hashes.entities
      metadata.digest = hashes.digest
      metadata.checksum = hashes.checksum
    }
    try fixture.store.replaceCache(by: next)
    return fixture
  }

  @Test func theVersionOfTheTablesIsPutBack() throws {
    let fixture = try Self.halfMigrated()
    let history = SchemaHistory(name: "Plan", versions: [LibraryStore.model, try Self.next()])
    let answer = try fixture.repair { $0.histories = [history] }
    #expect(answer.left.isEmpty, "\(answer.left.map(\.finding))")
    #expect(answer.treated.first?.text.contains("'Library'") == true)
    #expect(try fixture.rules(histories: [history]) == [])
    let file = try StoreFile.open(path: fixture.new)
    let store = try Store(file: file)
    #expect(store.metadata.entityHashes == ModelHashes(of: LibraryStore.model).entities)
    #expect(ModelHashes(of: store.model).entities == store.metadata.entityHashes)
    #expect(
      store.metadata.uuid == (try Store(file: StoreFile.open(path: fixture.path))).metadata.uuid)
  }

  @Test func aVersionThatNobodyNamesIsNotGuessed() throws {
    let fixture = try Self.halfMigrated()
    #expect(try fixture.repair().file == nil)
    let other = SchemaHistory(name: "Plan", versions: [try Self.next()])
    let answer = try fixture.repair { $0.histories = [other] }
    #expect(answer.file == nil)
    #expect(answer.left.contains { $0.say == "--model PATH with the versions of the app" })
  }

  @Test func ofSeveralVersionsNoneIsChosen() throws {
    let fixture = try Self.halfMigrated()
    var twin = LibraryStore.model
    twin.name = "Twin"
    let shelf = try #require(twin.entities.firstIndex { $0.name == "Shelf" })
    twin.entities[shelf].hashModifier = "2"
    let history = SchemaHistory(
      name: "Plan", versions: [LibraryStore.model, twin, try Self.next()])
    let answer = try fixture.repair { $0.histories = [history] }
    #expect(answer.file == nil)
    #expect(answer.left.contains { $0.reason.contains("several versions: 'Library', 'Twin'") })
  }

  @Test func aLostCacheIsMadeOfTheGivenModel() throws {
    let fixture = try RepairFixture(["UPDATE Z_MODELCACHE SET Z_CONTENT = x'00010203'"])
    let left = try fixture.repair().left
    #expect(left.map(\.finding.rule) == ["unreadable-model-cache"])
    let answer = try fixture.repair { $0.histories = [LibraryStore.history] }
    #expect(answer.left.isEmpty)
    #expect(try fixture.rules() == [])
  }
}
