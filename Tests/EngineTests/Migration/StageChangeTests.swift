import StoreModel
import Testing

@testable import StoreEngine

/// Each kind of change on a small store: values, links, tables, hashes.
@Suite("Stages") struct StageChangeTests {
  private static let note = Entity(
    name: "Note",
    attributes: [
      Attribute(name: "title", type: .string, isOptional: true),
      Attribute(name: "count", type: .integer32),
      Attribute(name: "data", type: .binary, isOptional: true),
    ],
    relationships: [
      Relationship(name: "folder", destination: "Folder", inverse: "notes", isOptional: true),
      Relationship(
        name: "tags", destination: "Tag", inverse: "notes", maxCount: 0, isOptional: true),
    ])
  private static let folder = Entity(
    name: "Folder", attributes: [Attribute(name: "name", type: .string)],
    relationships: [
      Relationship(
        name: "notes", destination: "Note", inverse: "folder", maxCount: 0, isOptional: true)
    ])
  private static let tag = Entity(
    name: "Tag", attributes: [Attribute(name: "label", type: .string)],
    relationships: [
      Relationship(
        name: "notes", destination: "Note", inverse: "tags", maxCount: 0, isOptional: true)
    ])

  private static func model(_ name: String, _ entities: [Entity]) -> DataModel {
    DataModel(name: name, versionIdentifiers: [name], entities: entities, source: .swift)
  }

  private static let first = model("1.0.0", [folder, note, tag])

  /// Two folders, three notes, two tags.
  private static func fill(_ writer: StoreWriter) throws {
    let folders = try ["A", "B"].map { try writer.insert("Folder", ["name": .string($0)]) }
    let tags = try ["x", "y"].map { try writer.insert("Tag", ["label": .string($0)]) }
    for index in 0..<3 {
      let note = try writer.insert(
        "Note",
        [
          "title": index == 1 ? .null : .string("note \(index)"), "count": .integer(Int64(index)),
          "data": .data([1, 2, UInt8(index)]),
        ])
      try writer.link(note, "folder", folders[index % 2])
      for tag in tags.prefix(index) { try writer.link(note, "tags", tag) }
    }
  }

  /// Migrates the small store and checks everything that is true of any migration.
  private func migrate(
    _ change: (inout [String: Entity]) -> Void
  ) throws -> MigrationFixture {
    var entities = ["Note": Self.note, "Folder": Self.folder, "Tag": Self.tag]
    change(&entities)
    let second = Self.model("2.0.0", Array(entities.values))
    let fixture = try MigrationFixture()
    try fixture.store(Self.first, history: true) { try Self.fill($0) }
    let result = try fixture.migrate(Self.first, to: second)
    for stage in result.stages { #expect(stage.keepsContent) }
    let migrated = try fixture.open()
    let problems = try MigratedStore.problems(migrated, model: second)
    #expect(problems == [])
    // What was taken over from before is what counting again gives.
    let counts = try StageCounts(migrated.connection, layout: migrated.layout)
    for (told, counted) in [
      (result.stages[0].entities, counts.rows), (result.stages[0].relationships, counts.links),
    ] {
      #expect(told.filter { $0.after != nil }.count == counted.count)
      for count in told where count.after != nil { #expect(counted[count.name] == count.after) }
    }
    return fixture
  }

  private func texts(_ rows: [[SQLiteValue]]) -> [String] {
    rows.map { row in
      row.map { value in
        switch value {
        case .null: "-"
        case .integer(let value): "\(value)"
        case .real(let value): "\(value)"
        case .text(let text): text
        case .blob(let bytes): bytes.map { "\($0)" }.joined(separator: ",")
        }
      }.joined(separator: " ")
    }
  }

  @Test func attributeIsAdded() throws {
    let fixture = try migrate {
      $0["Note"]?.attributes.append(Attribute(name: "extra", type: .date, isOptional: true))
    }
    #expect(try texts(fixture.rows("SELECT ZEXTRA FROM ZNOTE")) == ["-", "-", "-"])
  }

  @Test func defaultGoesIntoEveryRow() throws {
    let fixture = try migrate {
      $0["Note"]?.attributes.append(
        Attribute(name: "level", type: .integer16, defaultValue: .integer(7)))
      $0["Note"]?.attributes.append(
        Attribute(name: "word", type: .string, defaultValue: .string("it's")))
    }
    #expect(
      try texts(fixture.rows("SELECT ZLEVEL, ZWORD, Z_OPT FROM ZNOTE"))
        == ["7 it's 1", "7 it's 1", "7 it's 1"])
  }

  @Test func attributeIsRemovedAndRenamed() throws {
    let fixture = try migrate {
      $0["Note"]?.attributes.removeAll { $0.name == "data" }
      $0["Note"]?.attributes[0].name = "heading"
      $0["Note"]?.attributes[0].renamingIdentifier = "title"
    }
    #expect(
      try texts(fixture.rows("SELECT ZHEADING, ZCOUNT, ZFOLDER FROM ZNOTE"))
        == ["note 0 0 1", "- 1 2", "note 2 2 1"])
  }

  @Test func renameAloneKeepsTheTable() throws {
    let fixture = try migrate {
      $0["Note"]?.attributes[1].name = "amount"
      $0["Note"]?.attributes[1].renamingIdentifier = "count"
    }
    #expect(try texts(fixture.rows("SELECT ZAMOUNT FROM ZNOTE")) == ["0", "1", "2"])
  }

  @Test func columnsTradeTheirNames() throws {
    let fixture = try migrate {
      $0["Note"]?.attributes[0].name = "data"
      $0["Note"]?.attributes[0].renamingIdentifier = "title"
      $0["Note"]?.attributes[2].name = "title"
      $0["Note"]?.attributes[2].renamingIdentifier = "data"
    }
    #expect(
      try texts(fixture.rows("SELECT ZDATA, ZTITLE FROM ZNOTE"))
        == ["note 0 1,2,0", "- 1,2,1", "note 2 1,2,2"])
  }

  @Test func optionalBecomesRequiredWithDefault() throws {
    let fixture = try migrate {
      $0["Note"]?.attributes[0].isOptional = false
      $0["Note"]?.attributes[0].defaultValue = .string("none")
    }
    #expect(try texts(fixture.rows("SELECT ZTITLE FROM ZNOTE")) == ["note 0", "none", "note 2"])
  }

  @Test func optionalBecomesRequiredWithoutDefault() throws {
    let error = #expect(throws: MigrationError.self) {
      try migrate { $0["Note"]?.attributes[0].isOptional = false }
    }
    #expect(error == .missingValue(entity: "Note", attribute: "title", key: 2))
    #expect(error?.code == 134110)
  }

  @Test func requiredAttributeWithoutDefaultNeedsAnEmptyTable() throws {
    let error = #expect(throws: MigrationError.self) {
      try migrate { $0["Note"]?.attributes.append(Attribute(name: "need", type: .string)) }
    }
    #expect(error?.code == 134110)
  }

  @Test func numbersConvert() throws {
    let fixture = try migrate { $0["Note"]?.attributes[1].type = .double }
    #expect(
      try texts(fixture.rows("SELECT ZCOUNT, typeof(ZCOUNT) FROM ZNOTE"))
        == ["0.0 real", "1.0 real", "2.0 real"])
    let boolean = try migrate { $0["Note"]?.attributes[1].type = .boolean }
    #expect(try texts(boolean.rows("SELECT ZCOUNT FROM ZNOTE")) == ["0", "1", "1"])
  }

  @Test func bytesMoveToExternalStorage() throws {
    let fixture = try migrate { $0["Note"]?.attributes[2].allowsExternalStorage = true }
    #expect(
      try texts(fixture.rows("SELECT ZDATA, typeof(ZDATA) FROM ZNOTE"))
        == ["1,1,2,0 blob", "1,1,2,1 blob", "1,1,2,2 blob"])
  }

  @Test func entityIsAddedBeforeOthers() throws {
    let fixture = try migrate {
      $0["Archive"] = Entity(name: "Archive", attributes: [Attribute(name: "a", type: .string)])
    }
    #expect(try texts(fixture.rows("SELECT DISTINCT Z_ENT FROM ZNOTE")) == ["3"])
    #expect(
      try texts(fixture.rows("SELECT Z_3NOTES, Z_4TAGS FROM Z_3TAGS ORDER BY 1, 2"))
        == ["2 1", "3 1", "3 2"])
    #expect(
      try texts(fixture.rows("SELECT DISTINCT ZENTITY FROM ACHANGE ORDER BY 1")) == ["2", "3", "4"])
  }

  @Test func entityIsRemoved() throws {
    let fixture = try migrate {
      $0["Tag"] = nil
      $0["Note"]?.relationships.removeAll { $0.name == "tags" }
    }
    #expect(try texts(fixture.rows("SELECT count(*) FROM ACHANGE")) == ["0"])
    #expect(try texts(fixture.rows("SELECT count(*) FROM ZNOTE")) == ["3"])
  }

  @Test func entityIsRenamed() throws {
    let fixture = try migrate {
      var renamed = Self.folder
      renamed.name = "Zone"
      renamed.renamingIdentifier = "Folder"
      $0["Folder"] = nil
      $0["Zone"] = renamed
      $0["Note"]?.relationships[0].destination = "Zone"
    }
    #expect(try texts(fixture.rows("SELECT ZNAME, Z_ENT FROM ZZONE")) == ["A 3", "B 3"])
    #expect(try texts(fixture.rows("SELECT ZFOLDER, Z_ENT FROM ZNOTE")) == ["1 1", "2 1", "1 1"])
  }

  @Test func tablesTradeTheirNames() throws {
    let fixture = try migrate {
      var note = Self.note
      note.name = "Tag"
      note.renamingIdentifier = "Note"
      note.relationships[1].destination = "Note"
      var tag = Self.tag
      tag.name = "Note"
      tag.renamingIdentifier = "Tag"
      tag.relationships[0].destination = "Tag"
      $0["Note"] = tag
      $0["Tag"] = note
      $0["Folder"]?.relationships[0].destination = "Tag"
    }
    #expect(try texts(fixture.rows("SELECT ZLABEL FROM ZNOTE")) == ["x", "y"])
    #expect(try texts(fixture.rows("SELECT ZCOUNT FROM ZTAG")) == ["0", "1", "2"])
  }

  @Test func manyToManyIsAddedAndRemoved() throws {
    let fixture = try migrate {
      $0["Note"]?.relationships.removeAll { $0.name == "tags" }
      $0["Tag"]?.relationships = [
        Relationship(
          name: "folders", destination: "Folder", inverse: "tags", maxCount: 0, isOptional: true)
      ]
      $0["Folder"]?.relationships.append(
        Relationship(
          name: "tags", destination: "Tag", inverse: "folders", maxCount: 0, isOptional: true))
    }
    #expect(try texts(fixture.rows("SELECT count(*) FROM Z_1TAGS")) == ["0"])
  }

  @Test func toOneBecomesToMany() throws {
    let fixture = try migrate { $0["Note"]?.relationships[0].maxCount = 0 }
    #expect(
      try texts(fixture.rows("SELECT Z_1FOLDER, Z_2NOTES FROM Z_1NOTES ORDER BY 2, 1"))
        == ["1 1", "2 2", "1 3"])
  }

  @Test func toManyBecomesToOneIsRefused() throws {
    let error = #expect(throws: MigrationError.self) {
      try migrate { $0["Folder"]?.relationships[0].maxCount = 1 }
    }
    #expect(error?.code == 134140)
  }

  @Test func orderIsAddedAndRemoved() throws {
    let fixture = try migrate {
      $0["Folder"]?.relationships[0].isOrdered = true
      $0["Note"]?.relationships[1].isOrdered = true
    }
    #expect(
      try texts(fixture.rows("SELECT Z_FOK_FOLDER FROM ZNOTE ORDER BY ZFOLDER, Z_PK"))
        == ["2048", "3072", "2048"])
    #expect(
      try texts(fixture.rows("SELECT Z_FOK_3TAGS FROM Z_2TAGS ORDER BY Z_2NOTES, Z_3TAGS"))
        == ["2048", "2048", "3072"])
    let first = try fixture.open().model
    let back = try fixture.migrate(
      first, to: Self.first, store: "new.store", output: "back.store")
    #expect(back.stages.count == 1)
    #expect(
      try MigratedStore.problems(fixture.open("back.store"), model: Self.first) == [])
  }

  @Test func uniquenessNeedsDifferentRows() throws {
    _ = try migrate { $0["Tag"]?.uniquenessConstraints = [["label"]] }
    let error = #expect(throws: MigrationError.self) {
      try migrate {
        $0["Note"]?.attributes.append(
          Attribute(name: "same", type: .string, defaultValue: .string("s")))
        $0["Note"]?.uniquenessConstraints = [["same"]]
      }
    }
    #expect(error == .duplicates(entity: "Note", properties: ["same"]))
  }

  @Test func indexesFollowTheModel() throws {
    let fixture = try migrate {
      $0["Note"]?.hashModifier = "2"
      $0["Note"]?.fetchIndexes = [
        FetchIndex(name: "byTitle", elements: [.init(property: "title")])
      ]
    }
    #expect(
      try texts(fixture.rows("SELECT name FROM sqlite_master WHERE name LIKE 'Z_Note_%'"))
        == ["Z_Note_byTitle"])
  }

  @Test func derivedCountIsComputed() throws {
    let fixture = try migrate {
      $0["Folder"]?.attributes.append(
        Attribute(
          name: "size", type: .integer32, isOptional: true, derivation: "count:(notes)"))
    }
    #expect(try texts(fixture.rows("SELECT ZSIZE FROM ZFOLDER")) == ["2", "1"])
  }

  @Test func historyMasksFollow() throws {
    let fixture = try migrate {
      $0["Note"]?.attributes.append(Attribute(name: "aaa", type: .string, isOptional: true))
    }
    let rows = try fixture.rows("SELECT count(*) FROM ACHANGE")
    #expect(texts(rows) == ["7"])
    let pairing = ModelPairing(from: Self.first, to: try fixture.open().model)
    let masks = HistoryMasks(
      source: StoreLayout(model: Self.first), target: try fixture.open().layout, pairing: pairing)
    // count, data, folder, tags, title; then with aaa in front.
    #expect(masks.translated([0b1010_1000], of: 2) == [0b0101_0100])
  }

  @Test func compositesGainAndLoseFields() throws {
    let place = Attribute(
      name: "place", type: .composite, isOptional: true,
      elements: [
        Attribute(name: "street", type: .string, isOptional: true),
        Attribute(name: "town", type: .string, isOptional: true),
      ])
    let with = Self.model(
      "1.0.0", [Entity(name: "Shop", attributes: [place])])
    var changed = place
    changed.elements = [
      Attribute(name: "town", type: .string, isOptional: true),
      Attribute(name: "zip", type: .integer32, isOptional: true),
    ]
    let second = Self.model("2.0.0", [Entity(name: "Shop", attributes: [changed])])
    let fixture = try MigrationFixture()
    try fixture.store(with) {
      try $0.insert("Shop", ["place.street": .string("s"), "place.town": .string("t")])
    }
    try fixture.migrate(with, to: second)
    #expect(try MigratedStore.problems(fixture.open(), model: second) == [])
    #expect(try texts(fixture.rows("SELECT ZTOWN, ZZIP FROM ZSHOP")) == ["t -"])
  }
}
