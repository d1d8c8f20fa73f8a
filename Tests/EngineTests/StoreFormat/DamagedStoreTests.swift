import Foundation
import StoreModel
import Testing

@testable import StoreEngine

/// Stores that do not hold what their model says: what is there is read, what is missing is named.
@Suite("Stores that lack something")
struct DamagedStoreTests {
  private func damaged(_ statements: [String], model: DataModel = LayoutModels.notes) throws
    -> Store
  {
    let connection = try Connection(path: ":memory:", mode: .memory)
    for statement in StoreLayout(model: model).statements { try connection.run(statement) }
    let metadata = StoreMetadata(
      uuid: "U", hashes: ModelHashes(of: model), versionIdentifiers: [], framework: 1345)
    try connection.run("INSERT INTO Z_METADATA VALUES (1, 'U', ?1)", [.blob(metadata.plist())])
    for entity in StoreLayout(model: model).entities {
      try connection.run(
        "INSERT INTO Z_PRIMARYKEY VALUES (?1, ?2, ?3, 9)",
        [.integer(Int64(entity.number)), .text(entity.name), .integer(Int64(entity.parent))])
    }
    try connection.run(
      "INSERT INTO Z_MODELCACHE VALUES (?1)", [.blob(ModelCache.content(of: model))])
    try connection.run("INSERT INTO ZFOLDER VALUES (1, 1, 1, 'Inbox')")
    try connection.run("INSERT INTO ZNOTE (Z_PK, Z_ENT, ZTITLE, ZCREATED) VALUES (1, 2, 'one', 0)")
    for statement in statements { try connection.run(statement) }
    return try Store(connection: connection, path: "x.store")
  }

  @Test func aMissingColumnIsNamedAndTheRestIsRead() throws {
    let store = try damaged(["ALTER TABLE ZNOTE DROP COLUMN ZTITLE"])
    #expect(store.problems == ["'Note.title' has no column in the store"])
    let rows = try store.rows(of: "Note")
    #expect(rows.columns.map(\.name) == ["Z_PK", "created", "pinned", "uid", "folder"])
    #expect(try rows.next())
    #expect(store.wasMigratedInPlace)
  }

  @Test func aMissingTableIsNamedAndTheOthersAreRead() throws {
    let store = try damaged(["DROP TABLE ZTAG", "DROP TABLE Z_2TAGS"])
    #expect(
      Set(store.problems) == [
        "table 'ZTAG' of entity 'Tag' is missing", "'Note.tags' has no column in the store",
      ])
    #expect(try store.rowCount(of: "Tag").count == 0)
    #expect(try store.rowCount(of: "Note").count == 1)
    #expect(throws: StoreError.missingTable("ZTAG", entity: "Tag")) {
      _ = try store.rows(of: "Tag")
    }
    for view in store.entityViews() { try store.connection.run(view) }
    #expect(try store.connection.value("SELECT title FROM Note")?.text == "one")
  }

  @Test func aDamagedCacheIsReplacedByTheTables() throws {
    let store = try damaged(["UPDATE Z_MODELCACHE SET Z_CONTENT = x'0102030405'"])
    #expect(store.problems.count == 1)
    #expect(store.model.source == .store)
    #expect(store.entities.map(\.name) == ["Folder", "Note", "Tag"])
    #expect(
      try store.entity(named: "Note").property(named: "FOLDER")?.relationship?.destination
        == "Folder")
    #expect(try store.entity(named: "Note").property(named: "TAGS")?.isPresent == true)
    let rows = try store.rows(of: "Note", where: "TITLE = 'one'")
    #expect(try rows.next())
  }

  @Test func numbersThatAreNotTheModelsAreFollowed() throws {
    // After a rename the key table keeps the old name.
    let store = try damaged(["UPDATE Z_PRIMARYKEY SET Z_NAME = 'OldNote' WHERE Z_ENT = 2"])
    #expect(try store.entity(named: "Note").number == 2)
    #expect(try store.rowCount(of: "Note").count == 1)
  }

  @Test func clashingNamesGetFreeViews() throws {
    let model = DataModel(
      name: "m",
      entities: [
        Entity(
          name: "ZFOLDER",
          attributes: [
            Attribute(name: "fooBar", type: .string), Attribute(name: "foobar", type: .string),
            Attribute(name: "id", type: .string), Attribute(name: "entity", type: .string),
          ]), Entity(name: "Folder", attributes: [Attribute(name: "name", type: .string)]),
        Entity(name: "FOLDER_", attributes: [Attribute(name: "name", type: .string)]),
        Entity(
          name: "Note",
          attributes: [
            Attribute(name: "title", type: .string), Attribute(name: "created", type: .date),
          ]),
        Entity(name: "sqlite_x", attributes: [Attribute(name: "a\"b", type: .string)]),
      ], source: .swift)
    let store = try damaged([], model: model)
    for view in store.entityViews() { try store.connection.run(view) }
    #expect(store.entities.map(\.viewName).contains("ZFOLDER__"))
    let names = try store.connection.prepare("SELECT * FROM \"ZFOLDER__\"").columnNames
    #expect(names == ["Z_PK", "entity", "fooBar", "foobar_", "id"])
    #expect(
      try store.connection.rows("SELECT Z_PK, name FROM Folder") == [[.integer(1), .text("Inbox")]])
  }

  @Test func theCountIsCutWhenTheTimeIsUp() throws {
    let store = try damaged([
      """
      INSERT INTO ZTAG (Z_ENT, ZNAME) WITH RECURSIVE n(i) AS
      (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000) SELECT 3, i FROM n
      """
    ])
    #expect(try store.rowCount(of: "Tag") == Store.RowCount(count: 200_000, isExact: true))
    #expect(try store.rowCount(of: "Tag", within: .seconds(60)).isExact)
    let cut = try store.rowCount(of: "Tag", within: .zero)
    #expect(cut == Store.RowCount(count: 200_000, isExact: false))
  }

  @Test func bytesThatAreNotWhatTheTypeSaysAreShownAsTheyAre() throws {
    let store = try damaged([
      "UPDATE ZNOTE SET ZUID = x'0102', ZPINNED = 7, ZCREATED = 'soon', ZTITLE = x'ff', ZFOLDER = 1"
    ])
    let rows = try store.rows(of: "Note")
    #expect(try rows.next())
    #expect(
      rows.row == [
        .integer(1), .unexpected(.text("soon")), .unexpected(.integer(7)),
        .unexpected(.blob([255])),
        .unexpected(.blob([1, 2])), .toOne(1, entity: nil),
      ])
    for view in store.entityViews() { try store.connection.run(view) }
    #expect(
      try store.connection.rows("SELECT uid, created FROM Note") == [
        [.blob([1, 2]), .text("soon")]
      ])
  }
}

@Suite("Deadlines")
struct DeadlineTests {
  @Test func aStatementEndsAndTheNextOneRuns() throws {
    let connection = try Connection(path: ":memory:", mode: .memory)
    let endless =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
    #expect(throws: SQLiteError.self) {
      try connection.interrupted(after: .milliseconds(20), pages: .max) {
        try connection.run(endless)
      }
    }
    #expect(try connection.value("SELECT 1")?.integer == 1)
  }
}
