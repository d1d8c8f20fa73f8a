import Foundation
import StoreModel
import Testing

@testable import StoreEngine

/// Which rows an entity mapping takes, and what becomes of the rest.
@Suite("Filters of mapping models") struct MappedFilterTests {
  private static let old = model("1", extra: true)
  private static let new = model("2", extra: false)

  private static func model(_ name: String, extra: Bool) -> DataModel {
    func attribute(_ name: String, _ type: AttributeType) -> Attribute {
      Attribute(name: name, type: type, isOptional: true)
    }
    var item = Entity(
      name: "Item",
      attributes: [
        attribute("count", .integer16), attribute("flag", .boolean), attribute("made", .date),
        attribute("name", .string), attribute("other", .string), attribute("ratio", .double),
        Attribute(name: "scan", type: .binary, isOptional: true, allowsExternalStorage: true),
      ],
      relationships: [
        Relationship(
          name: "box", destination: "Box", inverse: "items", maxCount: 1, isOptional: true)
      ])
    if extra {
      item.attributes.append(
        Attribute(name: "photo", type: .binary, isOptional: true, allowsExternalStorage: true))
    }
    let box = Entity(
      name: "Box", attributes: [attribute("label", .string)],
      relationships: [
        Relationship(
          name: "items", destination: "Item", inverse: "box", maxCount: 0, isOptional: true)
      ])
    return DataModel(
      name: name, versionIdentifiers: [name], entities: [box, item], source: .xcodeModel)
  }

  private static func mapping(_ filters: [String?]) -> MappingModel {
    func part(_ name: String, _ entity: String, _ relationship: PropertyMapping) -> EntityMapping {
      var part = EntityMapping(name: name, kind: .transform, source: entity, destination: entity)
      part.sourceHash = ModelHashes(of: old).entities[entity]
      part.destinationHash = ModelHashes(of: new).entities[entity]
      part.attributes = (new.entity(named: entity)?.attributes ?? []).map {
        PropertyMapping($0.name, .keyPath(.source, $0.name))
      }
      part.relationships = [relationship]
      return part
    }
    let items = filters.enumerated().map { index, filter in
      var item = part(
        "Items \(index)", "Item",
        PropertyMapping("box", .objects(of: "Boxes", .keyPath(.source, "box"))))
      item.filter = filter
      return item
    }
    return MappingModel(
      name: "1 to 2", entities: [part("Boxes", "Box", PropertyMapping("items", nil))] + items)
  }

  /// Three items with all values, and one with nothing but its name where `hasGap`.
  private func fixture(hasGap: Bool = false) throws -> MigrationFixture {
    let fixture = try MigrationFixture()
    try fixture.store(Self.old) { writer in
      let boxes = try ["left", "right"].map { try writer.insert("Box", ["label": .string($0)]) }
      for (index, name) in ["apple", "Banana [ripe]", "it's"].enumerated() {
        let item = try writer.insert(
          "Item",
          [
            "name": .string(name), "count": .integer(Int64(index)), "flag": .bool(index == 1),
            "ratio": .double(Double(index) / 2), "made": .date(Double(index) * 100),
            "other": .string(index == 2 ? name : "x"),
          ])
        if index < 2 { try writer.link(item, "box", boxes[index]) }
      }
      if hasGap { try writer.insert("Item", ["name": .string("gap")]) }
    }
    return fixture
  }

  private func way(_ fixture: MigrationFixture, _ filters: [String?]) throws -> MigrationPath {
    try MigrationPath.find(
      from: StoreVersion(fixture.open("old.store")),
      in: [SchemaHistory(name: "Test", versions: [Self.old, Self.new])], to: "2",
      mappings: [Self.mapping(filters)])
  }

  private func migrate(
    _ fixture: MigrationFixture, _ filters: String?...
  ) throws -> StoreMigration.Result {
    try fixture.run(way(fixture, filters), store: fixture.path("old.store"), output: "new.store")
  }

  @Test(arguments: [
    ("TRUEPREDICATE AND count < 2", "ab"), ("FALSEPREDICATE", ""), ("count == 1", "b"),
    ("count != 1", "ai"), ("1 <= count", "bi"), ("count=>1&&ratio<1", "b"),
    ("NOT (count == 1) OR flag = YES", "abi"), ("! flag == TRUE and count > 0", "i"),
    ("count == 0 || count == 1 && flag == NO", "a"), ("count IN {0, 2}", "ai"),
    ("NOT count in { 0,2 }", "b"), ("count BETWEEN {1, 2}", "bi"), ("ratio == 0.5", "b"),
    ("ratio > -1.5e0", "abi"), ("made >= CAST(100.000000, \"NSDate\")", "bi"),
    ("name == \"apple\"", "a"), ("name == 'it\\'s'", "i"), ("SELF.name BEGINSWITH 'B'", "b"),
    ("name BEGINSWITH 'b'", ""), ("name ENDSWITH \"e\"", "a"), ("name CONTAINS 'an'", "b"),
    ("name LIKE '*[ripe]'", "b"), ("name LIKE 'a??le'", "a"), ("name LIKE 'A*'", ""),
    ("box == nil", "i"), ("box != NULL", "ab"), ("box.label == 'right'", "b"),
    ("box.label == nil", "i"), ("name != other", "ab"), ("#name == other", "i"),
    ("name != nil", "abi"),
  ])
  func rowsAreTakenAsThePredicateSays(_ predicate: String, _ expected: String) throws {
    let fixture = try fixture()
    let result = try migrate(fixture, predicate)
    let names = try fixture.rows("SELECT lower(substr(ZNAME, 1, 1)) FROM ZITEM ORDER BY Z_PK")
    #expect(names.compactMap { $0[0].text }.joined() == expected, "\(predicate)")
    #expect(try MigratedStore.problems(fixture.open(), model: Self.new) == [])
    let lost = result.stages[0].losses.filter { $0.kind == .rows }
    #expect(lost.map(\.path) == ["Item"] && lost.first?.count == Int64(3 - expected.count))
    #expect(result.stages[0].unasked == [])
  }

  @Test(arguments: [
    ("name MATCHES 'a.*'", "MATCHES"), ("name ==[c] 'A'", "==[c]"), ("name < 'b'", "'<'"),
    ("ANY box.items.count > 1", "ANY"), ("box.items.@count > 1", "box.items.@count"),
    ("items == nil", "items"), ("count + 1 == 2", "+"), ("count == 'x'", "=="),
    ("made < now()", "now"), ("$source.count == 1", "$"), ("name == %@", "%"), ("count ==", "ends"),
    ("count == 1 1", "1"), ("name == 'x", "end"), ("SUBQUERY(items, $x, 1) == 1", "SUBQUERY"),
    ("scan == scan", "=="), ("(count == 1", "ends"), (String(repeating: "(", count: 999), "deep"),
    ("name CONTAINS ''", "CONTAINS"), ("count IN {nil}", "list"), ("box == 1", "relationship"),
  ])
  func whatIsNotEvaluatedIsRefusedByName(_ predicate: String, _ name: String) throws {
    let fixture = try fixture()
    #expect {
      try migrate(fixture, predicate)
    } throws: { error in
      let text = "\(error)"
      return text.contains("'Items 0'") && text.replacing(predicate, with: "").contains(name)
    }
    #expect(!FileManager.default.fileExists(atPath: fixture.path("new.store")))
  }

  /// SQL says neither yes nor no of a value that is not there, and code says one of them.
  @Test(arguments: [
    ("count != 1", true), ("NOT count == 1", true), ("NOT (count > 5 AND flag == NO)", true),
    ("other != name", true), ("count == 1", false), ("count > 1 OR flag == NO", false),
    ("count == nil OR count != 1", true), ("count != nil AND count != 1", false),
    ("name != 'x'", false), ("NOT name == 'x'", false),
  ])
  func rowsWithoutAValueThatDecidesAreNotGuessed(_ predicate: String, _ isRefused: Bool) throws {
    let fixture = try fixture(hasGap: true)
    if isRefused, !predicate.hasPrefix("count == nil") {
      #expect {
        try migrate(fixture, predicate)
      } throws: {
        "\($0)".contains("is not known, and the store has such rows")
      }
    } else {
      _ = try migrate(fixture, predicate)
    }
  }

  @Test func severalMappingsShareTheRowsAndTheRestIsCounted() throws {
    let fixture = try fixture()
    let result = try migrate(fixture, "count == 0", "name BEGINSWITH 'i'")
    #expect(
      try fixture.rows("SELECT ZNAME FROM ZITEM ORDER BY Z_PK") == [
        [.text("apple")], [.text("it's")],
      ])
    let lost = try #require(result.stages[0].losses.first { $0.kind == .rows })
    #expect(lost.count == 1)
    #expect(lost.why?.contains("'count == 0' or 'name BEGINSWITH 'i''") == true)
    // One mapping that takes all leaves nothing out.
    let all = try migrate(self.fixture(), "count == 0", nil)
    #expect(all.stages[0].losses.allSatisfy { $0.kind != .rows })
  }

  @Test func bothFormsOfAFileSayTheFilter() throws {
    let fixture = try MigrationFixture()
    let mapping = Self.mapping(["count < 10 AND name == 'it''s'", nil])
    try Data(MappingFile.compiled(mapping)).write(to: fixture.folder.appending(path: "A.cdm"))
    let compiled = try MappingModelReader.read(path: fixture.path("A.cdm"))
    #expect(compiled.entities.map(\.filter) == mapping.entities.map(\.filter))
    let bundle = fixture.folder.appending(path: "A.xcmappingmodel")
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
    var escaped = mapping.entities
    escaped[1].filter = escaped[1].filter?.replacing("<", with: "\\u3c00")
    try Data(MappingFile.xml(from: Self.old, to: Self.new, escaped))
      .write(to: bundle.appending(path: "xcmapping.xml"))
    let edited = try MappingModelReader.read(path: bundle.path)
    #expect(edited.entities.map(\.filter) == mapping.entities.map(\.filter))
  }

  /// A request for another entity's rows is no filter that anybody understands.
  @Test func aRequestForAnotherEntityIsRefused() throws {
    let bytes = MappingFile.compiled(Self.mapping([nil]), requesting: "Box")
    let filter = try MappingArchive.read(bytes, name: "A").entities[1].filter
    #expect(filter?.contains("\"Box\"") == true)
    let fixture = try fixture()
    #expect(throws: MigrationError.self) { try migrate(fixture, filter) }
  }

  /// Files of an attribute that no mapping reads stay with the old store, and are counted.
  @Test func filesThatNoValueNamesAreLeftBehind() throws {
    let fixture = try fixture()
    let big = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
    let store = fixture.path("old.store")
    let files = ExternalStorage(storePath: store)
    try FileManager.default.createDirectory(
      atPath: files.folder, withIntermediateDirectories: true)
    let names = [UUID().uuidString, UUID().uuidString]
    for name in names { try Data(big).write(to: URL(filePath: files.folder + "/" + name)) }
    let connection = try Connection(path: store, mode: .readWrite)
    func value(_ name: String) -> SQLiteValue { .blob([2] + Array(name.utf8) + [0]) }
    try connection.run("UPDATE ZITEM SET ZPHOTO = ? WHERE Z_PK = 1", [value(names[0])])
    try connection.run("UPDATE ZITEM SET ZPHOTO = x'0101' WHERE Z_PK = 2")
    try connection.run("UPDATE ZITEM SET ZSCAN = ? WHERE Z_PK = 3", [value(names[1])])
    let result = try migrate(fixture, nil)
    #expect(ExternalStorage(storePath: fixture.path("new.store")).fileNames == [names[1]])
    #expect(files.fileNames == names.sorted())
    #expect(result.filesLeftBehind == 1)
    let lost = try #require(result.stages[0].losses.first { $0.property == "photo" })
    #expect(lost.count == 2 && lost.files == 1)
  }
}
