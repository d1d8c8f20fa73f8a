import StoreModel
import Testing

@testable import StoreEngine

/// Stores of several models merged into one, and of one configuration of a model.
@Suite("Parts of models") struct ModelPartsTests {
  private static func entity(_ name: String, _ attributes: String...) -> Entity {
    Entity(
      name: name,
      attributes: attributes.map { Attribute(name: $0, type: .string, isOptional: true) })
  }

  private static func model(_ name: String, _ entities: Entity...) -> DataModel {
    DataModel(name: name, versionIdentifiers: [""], entities: entities, source: .xcodeModel)
  }

  private static let ratings = SchemaHistory(
    name: "Ratings",
    versions: [
      model("Ratings", entity("Rating", "a")), model("Ratings 2", entity("Rating", "a", "b")),
    ],
    currentVersion: "Ratings 2")
  private static let sites = SchemaHistory(
    name: "Sites", versions: [model("Sites", entity("Site", "s"), entity("Visit", "v"))],
    currentVersion: "Sites")
  private static let unused = SchemaHistory(
    name: "Unused", versions: [model("Unused", entity("Other", "o"))], currentVersion: "Unused")

  @Test func aStoreOfMergedModelsGoesToTheirCurrentVersions() throws {
    let merged = DataModel.merging([Self.ratings.versions[0], Self.sites.versions[0]])
    let fixture = try MigrationFixture()
    try fixture.store(merged, rows: 30)
    let version = StoreVersion(try fixture.open("old.store"))
    let way = try MigrationPath.find(
      from: version, in: [Self.unused, Self.sites, Self.ratings])
    #expect(way.evidence == .checksum)
    #expect(way.history.name == "Sites + Ratings")
    #expect(way.steps.map(\.name) == ["Sites + Ratings to Sites + Ratings 2"])
    let result = try fixture.run(way, store: fixture.path("old.store"), output: "new.store")
    #expect(result.stages.allSatisfy { $0.keepsContent })
    let goal = DataModel.merging([Self.sites.versions[0], Self.ratings.versions[1]])
    #expect(try MigratedStore.problems(fixture.open(), model: goal) == [])
    // A named version counts for its own history only.
    let named = try MigrationPath.find(
      from: version, in: [Self.sites, Self.ratings], to: "Ratings")
    #expect(named.steps.isEmpty)
    // One of the models alone is not the store's.
    #expect(throws: MigrationError.unknownTarget("Ratings 3", known: ["Ratings", "Ratings 2"])) {
      try MigrationPath.find(from: version, in: [Self.ratings], to: "Ratings 3")
    }
  }

  private static func configured(_ name: String, _ note: Entity) -> DataModel {
    var model = model(name, note, entity("Blob", "data" + name), entity("Zone", "z"))
    model.configurations = ["Cloud": ["Blob"], "Local": ["Note", "Zone"]]
    return model
  }

  @Test(arguments: [false, true])
  func aStoreOfOneConfigurationGetsItsEntitiesOnly(_ isStaged: Bool) throws {
    let first = Self.configured("V1", Self.entity("Note", "title"))
    let second = Self.configured("V2", Self.entity("Note", "title", "text"))
    let part = first.part(["Note", "Zone"])
    let fixture = try MigrationFixture()
    try fixture.store(part, rows: 20)
    let stages = [SchemaHistory.Stage(from: "V1", to: "V2", kind: .lightweight)]
    let history = SchemaHistory(
      name: "Plan", versions: [first, second], stages: isStaged ? stages : [],
      currentVersion: "V2", isOrdered: true)
    let way = try MigrationPath.find(
      from: StoreVersion(try fixture.open("old.store")), in: [history])
    #expect(way.evidence == .entityHashes)
    #expect(way.steps.map { $0.to.entities.map(\.name) } == [["Note", "Zone"]])
    let result = try fixture.run(way, store: fixture.path("old.store"), output: "new.store")
    #expect(result.stages.allSatisfy { $0.keepsContent })
    let goal = second.part(["Note", "Zone"])
    #expect(try MigratedStore.problems(fixture.open(), model: goal) == [])
    #expect(
      try fixture.rows("SELECT name FROM sqlite_master WHERE name = 'ZBLOB'").isEmpty)
  }

  /// It is not known whether such a store carries the whole model; what it has stays of that kind.
  @Test func whatAStoreSaysOfTheWholeModelStaysWhole() throws {
    let first = Self.configured("V1", Self.entity("Note", "title"))
    let second = Self.configured("V2", Self.entity("Note", "title", "text"))
    let fixture = try MigrationFixture()
    let path = try fixture.store(first.part(["Note", "Zone"]), rows: 20)
    let connection = try Connection(path: path, mode: .readWrite)
    var metadata = try StoreMetadata(connection: connection)
    metadata.checksum = ModelHashes(of: first).checksum
    try connection.run("UPDATE Z_METADATA SET Z_PLIST = ?1", [.blob(metadata.plist())])
    try connection.run(
      "UPDATE Z_MODELCACHE SET Z_CONTENT = ?1", [.blob(ModelCache.content(of: first))])
    let old = try fixture.open("old.store")
    #expect(old.entities.map(\.name) == ["Note", "Zone"])
    #expect(old.problems == [])
    try fixture.migrate(first, to: second)
    let new = try fixture.open()
    #expect(new.problems == [])
    #expect(new.entities.map(\.name) == ["Note", "Zone"])
    #expect(new.metadata.checksum == ModelHashes(of: second).checksum)
    #expect(
      new.metadata.entityHashes == ModelHashes(of: second.part(["Note", "Zone"])).entities)
    #expect(
      try ModelCache.read(new.connection, name: "new")?.entities.map(\.name)
        == ["Blob", "Note", "Zone"])
  }

  @Test func aConfigurationThatIsGoneIsNamed() throws {
    let first = Self.configured("V1", Self.entity("Note", "title"))
    var second = Self.configured("V2", Self.entity("Note", "title", "text"))
    second.configurations = [:]
    let history = SchemaHistory(
      name: "Plan", versions: [first, second], currentVersion: "V2", isOrdered: true)
    var store = StoreVersion(model: first.part(["Note", "Zone"]))
    store.cachedModel = nil
    let error = #expect(throws: MigrationError.self) {
      try MigrationPath.find(from: store, in: [history])
    }
    #expect(error?.description.contains("the configuration 'Local'") == true)
  }
}
