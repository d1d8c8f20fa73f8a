import Foundation
import StoreModel
import Testing

@testable import StoreEngine

/// Migrations by mapping models that the tests write themselves.
@Suite("Migrations by mapping models") struct MappedMigrationTests {
  private static func text(_ name: String, isOptional: Bool = true) -> Attribute {
    Attribute(name: name, type: .string, isOptional: isOptional)
  }

  private static func link(
    _ name: String, _ destination: String, _ inverse: String, isToMany: Bool = false,
    isOrdered: Bool = false
  ) -> Relationship {
    Relationship(
      name: name, destination: destination, inverse: inverse, maxCount: isToMany ? 0 : 1,
      isOrdered: isOrdered, isOptional: true)
  }

  private static func model(_ name: String, _ entities: [Entity]) -> DataModel {
    DataModel(name: name, versionIdentifiers: [name], entities: entities, source: .xcodeModel)
  }

  static let old = model(
    "1",
    [
      Entity(
        name: "Folder", attributes: [text("name")],
        relationships: [link("notes", "Note", "folder", isToMany: true, isOrdered: true)]),
      Entity(
        name: "Note", attributes: [text("text"), text("extra")],
        relationships: [
          link("folder", "Folder", "notes"), link("tags", "Tag", "notes", isToMany: true),
        ]),
      Entity(
        name: "Tag", attributes: [text("label")],
        relationships: [link("notes", "Note", "tags", isToMany: true)]),
    ])
  static let new = model(
    "2",
    [
      Entity(
        name: "Folder", attributes: [text("name")],
        relationships: [link("memos", "Memo", "folder", isToMany: true, isOrdered: true)]),
      Entity(
        name: "Memo",
        attributes: [
          text("body"), text("folderName"), text("state", isOptional: false),
          Attribute(name: "level", type: .integer16, defaultValue: .integer(7)),
          Attribute(name: "made", type: .date, isOptional: true),
        ],
        relationships: [
          link("folder", "Folder", "memos"), link("tags", "Tag", "memos", isToMany: true),
        ]),
      Entity(
        name: "Tag", attributes: [text("label")],
        relationships: [link("memos", "Memo", "tags", isToMany: true)]),
    ])

  static func part(_ source: String?, _ destination: String?) -> EntityMapping {
    var part = EntityMapping(
      name: EntityMapping.name(from: source, to: destination),
      kind: source == nil ? .add : destination == nil ? .remove : .transform, source: source,
      destination: destination)
    part.sourceHash = source.flatMap { ModelHashes(of: old).entities[$0] }
    part.destinationHash = destination.flatMap { ModelHashes(of: new).entities[$0] }
    return part
  }

  static func source(_ path: String) -> MappingExpression { .keyPath(.source, path) }

  /// Folders, notes that become memos, and tags.
  static var mapping: MappingModel {
    var folder = part("Folder", "Folder")
    folder.attributes = [PropertyMapping("name", source("name"))]
    folder.relationships = [
      PropertyMapping("memos", .objects(ofRelationship: "notes", source("notes")))
    ]
    var note = part("Note", "Memo")
    note.attributes = [
      PropertyMapping("body", source("text")),
      PropertyMapping("folderName", source("folder.name")),
      PropertyMapping("state", .constant(.string("new"))), PropertyMapping("level", nil),
      PropertyMapping("made", .function(nil, "now", [])),
    ]
    note.relationships = [
      PropertyMapping("folder", .objects(of: "FolderToFolder", source("folder"))),
      PropertyMapping("tags", .objects(ofRelationship: "tags", source("tags"))),
    ]
    var tag = part("Tag", "Tag")
    tag.attributes = [PropertyMapping("label", source("label"))]
    tag.relationships = [PropertyMapping("memos", nil)]
    return MappingModel(name: "1 to 2", entities: [folder, note, tag])
  }

  /// A store of the old model: keys have gaps, the order of notes is not that of their keys.
  private func fixture() throws -> MigrationFixture {
    let fixture = try MigrationFixture()
    try fixture.store(Self.old) { writer in
      let folder = try writer.insert("Folder", ["name": .string("a")])
      let tags = try ["x", "y"].map { try writer.insert("Tag", ["label": .string($0)]) }
      var notes: [StoreWriter.Object] = []
      for name in ["one", "two", "three"] {
        notes.append(
          try writer.insert("Note", ["text": .string(name), "extra": .string("lost")]))
      }
      for note in notes.reversed() { try writer.link(note, "folder", folder) }
      try writer.link(notes[0], "tags", tags[1])
      try writer.link(notes[2], "tags", tags[0])
      try writer.openConnection().run("UPDATE ZNOTE SET Z_PK = Z_PK + 10 WHERE Z_PK = 3")
      try writer.openConnection().run("UPDATE Z_2TAGS SET Z_2NOTES = 13 WHERE Z_2NOTES = 3")
    }
    return fixture
  }

  private func way(
    _ fixture: MigrationFixture, _ mapping: MappingModel, to target: DataModel = Self.new
  ) throws -> MigrationPath {
    try MigrationPath.find(
      from: StoreVersion(fixture.open("old.store")),
      in: [SchemaHistory(name: "Test", versions: [Self.old, target])], to: target.name,
      mappings: [mapping])
  }

  private func migrate(_ fixture: MigrationFixture, _ mapping: MappingModel) throws
    -> StoreMigration.Result
  {
    try fixture.run(
      way(fixture, mapping), store: fixture.path("old.store"), output: "new.store")
  }

  @Test func objectsAreMadeAnewWithWhatTheMappingSays() throws {
    let fixture = try fixture()
    let result = try migrate(fixture, Self.mapping)
    #expect(try MigratedStore.problems(fixture.open(), model: Self.new) == [])
    let memos = try fixture.rows(
      "SELECT Z_PK, Z_ENT, Z_OPT, ZBODY, ZFOLDERNAME, ZSTATE, ZLEVEL, ZMADE FROM ZMEMO ORDER BY Z_PK"
    )
    let names: [SQLiteValue] = [.text("one"), .text("two"), .text("three")]
    #expect(
      memos
        == names.enumerated().map { index, name in
          [
            .integer(Int64(index + 1)), .integer(2), .integer(1), name, .text("a"), .text("new"),
            .integer(7), .integer(757_382_400),
          ]
        })
    #expect(
      try fixture.rows("SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT") == [
        [.text("Folder"), .integer(1)], [.text("Memo"), .integer(3)], [.text("Tag"), .integer(2)],
      ])
    #expect(result.stages[0].unasked == [])
    #expect(result.stages[0].losses.map(\.path) == ["Note.extra"])
    #expect(result.stages[0].losses.first?.count == 3)
  }

  /// What wrote the old file can read the new one, and what is younger can anyway.
  @Test(arguments: [977, 1240, 1344]) func theNewFileClaimsTheFrameworkOfTheOldOne(
    _ framework: Int
  ) throws {
    let fixture = try MigrationFixture()
    try fixture.store(Self.old, framework: framework) {
      _ = try $0.insert("Tag", ["label": .string("x")])
    }
    _ = try migrate(fixture, Self.mapping)
    #expect(try fixture.open().metadata.frameworkVersion == framework)
  }

  @Test func linksFollowTheNewKeysInTheirOrder() throws {
    let fixture = try fixture()
    _ = try migrate(fixture, Self.mapping)
    #expect(
      try fixture.rows("SELECT Z_PK, ZFOLDER FROM ZMEMO ORDER BY Z_FOK_FOLDER") == [
        [.integer(3), .integer(1)], [.integer(2), .integer(1)], [.integer(1), .integer(1)],
      ])
    #expect(
      try fixture.rows("SELECT * FROM Z_2TAGS ORDER BY 1") == [
        [.integer(1), .integer(2)], [.integer(3), .integer(1)],
      ])
  }

  @Test func anEditorsFileSaysTheSameAsTheCompiledOne() throws {
    let folder = try MigrationFixture()
    var parts = Self.mapping.entities
    parts[0].relationships = [PropertyMapping("memos", nil)]
    let own: [String: MappingExpression] = [
      "NoteToMemo.body": Self.source("text"), "NoteToMemo.folderName": Self.source("folder.name"),
      "NoteToMemo.state": .constant(.string("new")), "NoteToMemo.made": .function(nil, "now", []),
      "FolderToFolder.memos": .objects(ofRelationship: "notes", Self.source("notes")),
    ]
    let bundle = folder.folder.appending(path: "A.xcmappingmodel")
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
    try Data(MappingFile.xml(from: Self.old, to: Self.new, parts, own: own))
      .write(to: bundle.appending(path: "xcmapping.xml"))
    try Data(MappingFile.compiled(Self.mapping)).write(to: folder.folder.appending(path: "A.cdm"))
    let edited = try MappingModelReader.read(path: bundle.path)
    let compiled = try MappingModelReader.read(path: folder.path("A.cdm"))
    #expect(compiled.entities == Self.mapping.entities)
    #expect(edited.fits(from: ModelHashes(of: Self.old), to: ModelHashes(of: Self.new)))
    func texts(_ mapping: MappingModel) -> [String] {
      mapping.entities.flatMap { part in
        (part.attributes + part.relationships).map {
          "\(part.name).\($0.name) = \($0.expression?.text ?? "none")"
        }.sorted()
      }
    }
    // Where one mapping starts at the far end, the compiler names it instead of the relationship.
    #expect(
      texts(edited)
        == texts(compiled).map {
          $0.hasPrefix("NoteToMemo.tags")
            ? "NoteToMemo.tags = "
              + MappingExpression.objects(of: "TagToTag", Self.source("tags")).text : $0
        })
  }

  @Test func uniquenessInACopyIsPartOfItsHashes() throws {
    let folder = try MigrationFixture()
    var new = Self.new
    new.entities[0].uniquenessConstraints = [[new.entities[0].attributes[0].name]]
    new.entities[0].compoundIndexes = [[new.entities[0].attributes[0].name]]
    let bundle = folder.folder.appending(path: "A.xcmappingmodel")
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
    try Data(MappingFile.xml(from: Self.old, to: new, Self.mapping.entities))
      .write(to: bundle.appending(path: "xcmapping.xml"))
    let edited = try MappingModelReader.read(path: bundle.path)
    #expect(edited.fits(from: ModelHashes(of: Self.old), to: ModelHashes(of: new)))
    #expect(!edited.fits(from: ModelHashes(of: Self.old), to: ModelHashes(of: Self.new)))
  }

  @Test func aMappingModelIsUsedOnlyWhereItsHashesFit() throws {
    let fixture = try fixture()
    #expect(try way(fixture, Self.mapping).steps.first?.mapping == Self.mapping)
    var other = Self.mapping
    other.entities[0].destinationHash = other.entities[1].destinationHash
    #expect(try way(fixture, other).steps.first?.kind == .inferred)
  }

  /// Tags with a colour, and the mapping model that leads there from the second version.
  private static var third: (model: DataModel, mapping: MappingModel) {
    var model = new
    (model.name, model.versionIdentifiers) = ("3", ["3"])
    model.entities[2].attributes.append(text("colour"))
    var mapping = MappingModel(name: "2 to 3", entities: [])
    for entity in model.entities {
      var part = EntityMapping(
        name: EntityMapping.name(from: entity.name, to: entity.name), kind: .transform,
        source: entity.name, destination: entity.name)
      part.sourceHash = ModelHashes(of: new).entities[entity.name]
      part.destinationHash = ModelHashes(of: model).entities[entity.name]
      part.attributes = entity.attributes.map { attribute in
        PropertyMapping(attribute.name, attribute.name == "colour" ? nil : source(attribute.name))
      }
      part.relationships = entity.relationships.map {
        PropertyMapping($0.name, .objects(ofRelationship: $0.name, source($0.name)))
      }
      mapping.entities.append(part)
    }
    return (model, mapping)
  }

  private func chain(
    _ fixture: MigrationFixture, _ mappings: [MappingModel], isChained: Bool = true
  ) throws -> MigrationPath {
    try MigrationPath.find(
      from: StoreVersion(fixture.open("old.store")),
      in: [
        SchemaHistory(
          name: "Test", versions: [Self.old, Self.new, Self.third.model], currentVersion: "3")
      ], mappings: mappings, isChained: isChained)
  }

  @Test func aChainGoesThroughOneMappingModelAfterTheOther() throws {
    let fixture = try fixture()
    let mappings = [Self.third.mapping, Self.mapping]
    // Core Data looks for one mapping model, and infers where there is none.
    let alone = try chain(fixture, mappings, isChained: false)
    #expect(alone.steps.map(\.kind) == [.inferred])
    #expect(alone.chain == ["2", "3"])
    let way = try chain(fixture, mappings)
    #expect(way.steps.map(\.name) == ["1 to 2", "2 to 3"])
    #expect(way.steps.compactMap(\.mapping) == mappings.reversed())
    _ = try fixture.run(way, store: fixture.path("old.store"), output: "new.store")
    #expect(
      try fixture.rows("SELECT ZBODY, ZFOLDERNAME FROM ZMEMO ORDER BY 1") == [
        [.text("one"), .text("a")], [.text("three"), .text("a")], [.text("two"), .text("a")],
      ])
    #expect(try fixture.rows("SELECT ZLABEL, ZCOLOUR FROM ZTAG WHERE ZLABEL = 'x'").count == 1)
  }

  @Test func aChainEndsWithAnInferredStepWhereNoMappingModelLeadsOn() throws {
    let way = try chain(fixture(), [Self.mapping])
    #expect(way.steps.map(\.name) == ["1 to 2", "2 to 3"])
    #expect(way.steps[1].kind == .inferred)
  }

  /// What a mapping model maps may be alike in several versions.
  @Test func aChainTakesTheNearerVersionWhereOneMappingModelFitsTwo() throws {
    var tags = EntityMapping(name: "Tag", kind: .add, source: nil, destination: "Tag")
    tags.destinationHash = ModelHashes(of: Self.third.model).entities["Tag"]
    let way = try chain(
      fixture(), [MappingModel(name: "2 to 3", entities: [tags]), Self.mapping])
    #expect(way.steps.map(\.name) == ["1 to 2", "2 to 3"])
    #expect(way.steps.allSatisfy { $0.mapping != nil })
  }

  @Test func aChainGoesByInferenceWhereOnlyLaterVersionsHaveMappingModels() throws {
    let way = try chain(fixture(), [Self.third.mapping])
    #expect(way.steps.map(\.name) == ["1 to 2", "2 to 3"])
    #expect(way.steps[0].kind == .inferred && way.steps[1].mapping != nil)
    let without = try chain(fixture(), [])
    #expect(without.steps.map(\.kind) == [.inferred, .inferred])
  }

  /// As an app does that goes from each version to the next, with a mapping model for one of the steps.
  @Test func aChainGoesOnByInferenceToWhereAMappingModelStarts() throws {
    let versions = [Self.old, Self.new, Self.third.model, Self.adding(to: Self.third.model, "4")]
    let way = try MigrationPath.find(
      from: StoreVersion(fixture().open("old.store")),
      in: [SchemaHistory(name: "Test", versions: versions, currentVersion: "4")],
      mappings: [Self.third.mapping], isChained: true)
    #expect(way.steps.map(\.name) == ["1 to 2", "2 to 3", "3 to 4"])
    #expect(way.steps.map { $0.mapping != nil } == [false, true, false])
  }

  /// What only adds entities leaves those alike that a mapping model maps.
  @Test func aChainEndsWhereAllEntitiesAreMapped() throws {
    let versions = [Self.old, Self.new, Self.adding(to: Self.new, "3")]
    let way = try MigrationPath.find(
      from: StoreVersion(fixture().open("old.store")),
      in: [SchemaHistory(name: "Test", versions: versions, currentVersion: "3")],
      mappings: [Self.mapping], isChained: true)
    #expect(way.steps.map(\.name) == ["1 to 2", "2 to 3"])
    #expect(way.steps.map { $0.mapping != nil } == [true, false])
  }

  private static func adding(to model: DataModel, _ name: String) -> DataModel {
    var model = model
    (model.name, model.versionIdentifiers) = (name, [name])
    model.entities.append(Entity(name: "Extra\(name)", attributes: [text("label")]))
    return model
  }

  @Test func aChainWithAForkIsRefusedByName() throws {
    let fixture = try fixture()
    var other = Self.third.mapping
    for index in other.entities.indices {
      other.entities[index].sourceHash =
        Self.mapping.entities.first {
          $0.destination == other.entities[index].source
        }?.sourceHash
      if other.entities[index].source == "Memo" { other.entities[index].source = "Note" }
    }
    #expect {
      try chain(fixture, [Self.mapping, other])
    } throws: {
      "\($0)".contains("from '1' to '2', '3'")
    }
  }

  @Test func whatOnlyTheAppCanDoIsNotRun() throws {
    let fixture = try fixture()
    var mapping = Self.mapping
    mapping.entities[1].policy = "App.NotePolicy"
    #expect {
      try migrate(fixture, mapping)
    } throws: { error in
      error as? MigrationError
        == .customPolicy(stage: "1 to 2", mapping: "NoteToMemo", policy: "App.NotePolicy")
    }
    #expect(!FileManager.default.fileExists(atPath: fixture.path("new.store")))
  }

  @Test(arguments: [
    MappingExpression.function(.variable("entityPolicy"), "textFor:", [.source]),
    .function(nil, "uppercase:", [.keyPath(.source, "text")]),
    .keyPath(.source, "folder.notes.text"),
    .keyPath(.source, "missing"), .other("NSBlockExpression"),
    .keyPath(.variable("manager"), "userInfo.text"),
  ])
  func whatIsNotUnderstoodIsRefusedByName(_ expression: MappingExpression) throws {
    let fixture = try fixture()
    var mapping = Self.mapping
    mapping.entities[1].attributes[0].expression = expression
    #expect {
      try migrate(fixture, mapping)
    } throws: { error in
      "\(error)".contains("'Memo.body'") && "\(error)".contains(expression.text)
    }
  }

  @Test func aFilterIsRefusedByName() throws {
    let fixture = try fixture()
    var mapping = Self.mapping
    mapping.entities[1].filter = "text MATCHES 'o.*'"
    #expect {
      try migrate(fixture, mapping)
    } throws: {
      "\($0)".contains("'NoteToMemo'") && "\($0)".contains("'MATCHES'")
    }
  }

  @Test func aRequiredValueThatIsMissingEndsIt() throws {
    let fixture = try fixture()
    var mapping = Self.mapping
    mapping.entities[1].attributes[2].expression = nil
    #expect {
      try migrate(fixture, mapping)
    } throws: { error in
      error as? MigrationError == .missingValue(entity: "Memo", attribute: "state", key: 1)
    }
    // A default in the model would not help here.
    let nothing = MappingExpression.constant(nil)
    mapping.entities[1].attributes[2].expression = nothing
    #expect {
      try migrate(fixture, mapping)
    } throws: { error in
      error as? MigrationError
        == .mappedToNothing(
          entity: "Memo", attribute: "state", expression: nothing.text, key: 1)
    }
  }

  @Test(arguments: ["missing", "folder.missing", "missing.name"])
  func aMappingModelOfAnotherVersionIsSaidToBe(_ path: String) throws {
    let fixture = try fixture()
    var mapping = Self.mapping
    mapping.entities[1].attributes[0].expression = .keyPath(.source, path)
    #expect {
      try migrate(fixture, mapping)
    } throws: { error in
      "\(error)".contains("has no 'missing'") && "\(error)".contains("another version")
    }
  }

  @Test func entitiesThatAreLeftOutAreCounted() throws {
    let fixture = try fixture()
    var mapping = Self.mapping
    mapping.entities.removeLast()
    mapping.entities[1].relationships.removeLast()
    let result = try migrate(fixture, mapping)
    let lost = result.stages[0].losses.map { "\($0.path) \($0.count ?? -1)" }
    #expect(lost == ["Note.extra 3", "Note.tags 2", "Tag 2"])
    #expect(result.notes.contains { $0.contains("'Tag'") })
  }

  @Test func damagedFilesGiveOneErrorAndNoCrash() throws {
    let bytes = MappingFile.compiled(Self.mapping)
    for count in stride(from: 0, to: bytes.count, by: 7) {
      #expect(throws: ModelFileError.self) {
        try MappingArchive.read(Array(bytes[..<count]), name: "A")
      }
    }
    let xml = MappingFile.xml(from: Self.old, to: Self.new, Self.mapping.entities)
    for count in stride(from: 0, to: xml.count, by: 997) {
      #expect(throws: ModelFileError.self) {
        try XcodeMapping.read(Array(xml[..<count]), name: "A")
      }
    }
    var archive = KeyedArchiveBuilder()
    let root = archive.reserve()
    archive.set(root, ["NSMappingModel"], ["NSEntityMappings": root])
    #expect(throws: ModelFileError.self) {
      try MappingArchive.read(archive.finish(root: root), name: "A")
    }
  }

  @Test func anExpressionThatContainsItselfIsNotFollowedForEver() throws {
    var archive = KeyedArchiveBuilder()
    let root = archive.reserve()
    let list = archive.array([root, root, root])
    archive.set(
      root, ["NSFunctionExpression", "NSExpression"],
      ["NSOperand": root, "NSSelectorName": archive.string("a"), "NSArguments": list])
    #expect(throws: ModelFileError.self) {
      try MappingExpressionReader.read(archive.finish(root: root))
    }
  }
}
