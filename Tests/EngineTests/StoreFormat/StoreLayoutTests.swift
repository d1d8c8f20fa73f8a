import StoreEngine
import StoreModel
import Testing

@Suite("Store layout")
struct StoreLayoutTests {
  @Test func notesModelHasTheSchemaOfTheWorkedExample() {
    let layout = StoreLayout(model: LayoutModels.notes)
    #expect(
      layout.statements == [
        "CREATE TABLE ZFOLDER ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR )",
        "CREATE TABLE ZNOTE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZPINNED INTEGER, ZFOLDER INTEGER, Z_FOK_FOLDER INTEGER, ZCREATED TIMESTAMP, ZTITLE VARCHAR, ZUID BLOB )",
        "CREATE TABLE Z_2TAGS ( Z_2NOTES INTEGER, Z_3TAGS INTEGER, PRIMARY KEY (Z_2NOTES, Z_3TAGS) )",
        "CREATE TABLE ZTAG ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR )",
        "CREATE INDEX ZNOTE_ZFOLDER_INDEX ON ZNOTE (ZFOLDER)",
        "CREATE INDEX Z_2TAGS_Z_3TAGS_INDEX ON Z_2TAGS (Z_3TAGS, Z_2NOTES)",
        "CREATE UNIQUE INDEX Z_Tag_UNIQUE_name ON ZTAG (ZNAME COLLATE BINARY ASC)",
        "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
        "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
        "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
      ])
    #expect(layout.unknowns == [])
  }

  @Test func entitiesAreNumberedDepthFirstWithoutRegardToCase() {
    let model = DataModel(
      name: "m",
      entities: [
        Entity(name: "zebra"), Entity(name: "Cat", superentity: "animal"), Entity(name: "animal"),
        Entity(name: "ant", superentity: "animal"), Entity(name: "Bee"),
        Entity(name: "fire", superentity: "ant"),
      ], source: .swift)
    let entities = StoreLayout(model: model).entities
    #expect(entities.map(\.name) == ["animal", "ant", "fire", "Cat", "Bee", "zebra"])
    #expect(entities.map(\.parent) == [0, 1, 2, 1, 0, 0])
    #expect(entities.map(\.last) == [4, 3, 3, 4, 5, 6])
    #expect(entities[2].table == "ZANIMAL")
  }

  @Test func everyKindOfRelationshipHasItsColumn() throws {
    let layout = StoreLayout(model: LayoutModels.everything, history: true)
    let media = try #require(layout.entity(named: "Media"))
    func name(_ entity: String, _ path: String...) -> String? {
      layout.column(of: entity, path)?.name
    }
    #expect(name("Track", "owner") == "ZOWNER")
    #expect(name("Person", "favorite") == "ZFAVORITE")
    let person = layout.tables.first { $0.root == "Person" }?.columns.map(\.name) ?? []
    #expect(person.contains("Z\(media.number)_FAVORITE"))
    #expect(name("Person", "badges") == "Z\(layout.entity(named: "Person")?.number ?? 0)BADGES")
    #expect(name("Album", "author", "id") == "ZID")
    #expect(name("Album", "id") == "ZID1")
    #expect(layout.join(of: "Track", "singers")?.table.otherOrder != nil)
    #expect(layout.statements.contains { $0.contains("ZTOMBSTONE0 BLOB )") })
    #expect(
      layout.statements.contains { $0.hasPrefix("CREATE TRIGGER Z_DA_ZMEDIA_Person_mediaCount") })
    #expect(layout.unknowns.count == 1)
  }

  /// Two relationships may name one inverse. Its links lie in the table of the one that it names in turn, or
  /// a migration would give one class the links of the other.
  @Test func anInverseOfTwoHasTheTableOfItsOwn() throws {
    func many(_ name: String, _ destination: String, _ inverse: String) -> Relationship {
      Relationship(name: name, destination: destination, inverse: inverse, maxCount: 0)
    }
    let entities = [
      Entity(name: "Issue", relationships: [many("tags", "Tag", "issues")]),
      Entity(name: "OldIssue", relationships: [many("tags", "Tag", "issues")]),
      Entity(name: "Tag", relationships: [many("issues", "Issue", "tags")]),
    ]
    let layout = StoreLayout(model: DataModel(name: "m", entities: entities, source: .swift))
    #expect(layout.join(of: "Issue", "tags")?.table.name == "Z_1TAGS")
    #expect(layout.join(of: "Tag", "issues")?.table.name == "Z_1TAGS")
    #expect(layout.join(of: "OldIssue", "tags")?.table.name == "Z_2TAGS")
  }

  @Test func hostileModelsGetAValidSchema() throws {
    var entities = [
      Entity(name: "A", superentity: "B"), Entity(name: "B", superentity: "A"),
      Entity(name: "C", superentity: "C"), Entity(name: "C"), Entity(name: ""),
      Entity(
        name: "Quote\"d; DROP", attributes: [Attribute(name: "x\" y", type: .string)],
        relationships: [
          Relationship(name: "nowhere", destination: "Missing", inverse: "x", maxCount: 0),
          Relationship(name: "me", destination: "Quote\"d; DROP", inverse: "gone"),
        ]),
      Entity(
        name: "Twice",
        attributes: [
          Attribute(name: "a", type: .string), Attribute(name: "a", type: .date),
          Attribute(name: "A", type: .date), Attribute(name: "_PK", type: .integer16),
        ]),
    ]
    for number in 0..<3000 {
      entities.append(
        Entity(name: "Deep\(number)", superentity: number == 0 ? nil : "Deep\(number - 1)"))
    }
    let layout = StoreLayout(model: DataModel(name: "m", entities: entities, source: .storeCache))
    #expect(layout.unknowns.count >= 5)
    let connection = try Connection(path: ":memory:", mode: .memory)
    for statement in layout.statements { try connection.run(statement) }
  }

  @Test(arguments: UInt64(1)...200) func randomModelsGetAValidSchema(seed: UInt64) throws {
    for framework in [251, 419, 754, 851, 1345, 1526] {
      let layout = StoreLayout(
        model: LayoutModels.random(seed: seed), framework: framework, history: true)
      let connection = try Connection(path: ":memory:", mode: .memory)
      for statement in layout.statements { try connection.run(statement) }
      let kept = try connection.rows(
        "SELECT sql FROM sqlite_master WHERE sql NOT NULL ORDER BY rowid")
      #expect(kept.compactMap { $0[0].text } == layout.statements)
    }
  }
}
