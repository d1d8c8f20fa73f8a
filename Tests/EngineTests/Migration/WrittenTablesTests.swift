import StoreModel
import Testing

@testable import StoreEngine

/// Only tables that no statement of a stage can change are left out of its hashes.
@Suite struct WrittenTablesTests {
  private static func model(_ version: String, _ notes: [Attribute]) -> DataModel {
    let title = Attribute(name: "title", type: .string, isOptional: true)
    return DataModel(
      name: version, versionIdentifiers: [version],
      entities: [
        Entity(name: "Folder", attributes: [title]),
        Entity(name: "Note", attributes: [title] + notes),
      ], source: .swift)
  }
  private static let color = Attribute(name: "color", type: .string, isOptional: true)

  private func written(
    _ from: [Attribute], _ to: [Attribute], also sql: String? = nil
  ) throws -> WrittenTables {
    let (old, new) = (Self.model("1.0.0", from), Self.model("2.0.0", to))
    let fixture = try MigrationFixture()
    let path = try fixture.store(old, rows: 10)
    let connection = try Connection(path: path, mode: .readWrite)
    let schema = try TableSchema(connection)
    if let sql { try connection.run(sql) }
    let way = try MigrationPath.find(
      from: StoreVersion(fixture.open("old.store")),
      in: [SchemaHistory(name: "Test", versions: [old, new])], to: new.name)
    let plan = try StagePlan(
      way.steps[0], schema: schema, metadata: StoreMetadata(connection: connection),
      facts: MigrationFixture.facts)
    return try WrittenTables(plan, connection)
  }

  @Test func anAddedColumnChangesNoRow() throws {
    let tables = try written([], [Self.color])
    #expect(!tables.mayContain("ZNOTE") && !tables.mayContain("ZFOLDER"))
    #expect(tables.mayContain("Z_METADATA"))
  }

  @Test func aRewrittenTableIsWritten() throws {
    let tables = try written([Self.color], [])
    #expect(tables.mayContain("ZNOTE") && tables.mayContain("znote"))
    #expect(!tables.mayContain("ZFOLDER"))
  }

  @Test func aTriggerMayWriteAnyTable() throws {
    let tables = try written(
      [], [Self.color],
      also: "CREATE TRIGGER T AFTER UPDATE ON Z_METADATA BEGIN DELETE FROM ZFOLDER; END")
    #expect(tables.mayContain("ZFOLDER"))
  }

  @Test func aNameOfSeveralWordsIsTakenToBeWritten() throws {
    #expect(try written([], [Self.color]).mayContain("Z NOTE"))
  }
}
