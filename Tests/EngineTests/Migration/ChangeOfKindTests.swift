import StoreModel
import Testing

@testable import StoreEngine

/// An attribute that becomes a relationship of the same name: a custom stage gets past it, an
/// inferred one does not.
@Suite("Attributes that become relationships")
struct ChangeOfKindTests {
  private static func model(_ name: String, _ note: Entity, _ others: Entity...) -> DataModel {
    DataModel(name: name, entities: [note] + others, source: .swift)
  }

  private static let old = model(
    "V1",
    Entity(
      name: "Note",
      attributes: [
        Attribute(name: "place", type: .string, isOptional: true),
        Attribute(name: "title", type: .string),
      ]))
  private static let new = model(
    "V2",
    Entity(
      name: "Note", attributes: [Attribute(name: "title", type: .string)],
      relationships: [
        Relationship(name: "place", destination: "Place", inverse: "notes", isOptional: true)
      ]),
    Entity(
      name: "Place", attributes: [Attribute(name: "name", type: .string)],
      relationships: [
        Relationship(
          name: "notes", destination: "Note", inverse: "place", maxCount: 0, isOptional: true)
      ]))

  private func migrate(
    _ fixture: MigrationFixture, _ from: DataModel, _ to: DataModel, _ kind: MigrationStep.Kind
  ) throws {
    let store = try fixture.store(from, rows: 10)
    let way = MigrationPath(
      history: SchemaHistory(name: "Plan", versions: [from, to]), source: from, target: to,
      evidence: .entityHashes, steps: [MigrationStep(from: from, to: to, kind: kind)])
    _ = try fixture.run(way, store: store, output: "new.store") { $0.closures = .skip }
  }

  @Test("a custom stage goes on without the values, either way")
  func custom() throws {
    for (from, to) in [(Self.old, Self.new), (Self.new, Self.old)] {
      let fixture = try MigrationFixture()
      try migrate(fixture, from, to, .custom(willMigrate: nil, didMigrate: nil))
      #expect(try MigratedStore.problems(fixture.open(), model: to) == [])
      let before = try fixture.rows("SELECT ZTITLE FROM ZNOTE ORDER BY Z_PK", of: "old.store")
      #expect(try fixture.rows("SELECT ZTITLE FROM ZNOTE ORDER BY Z_PK") == before)
      if to == Self.new {
        #expect(try fixture.rows("SELECT count(ZPLACE) FROM ZNOTE") == [[.integer(0)]])
      }
    }
  }

  @Test("an inferred migration refuses")
  func inferred() throws {
    for kind in [MigrationStep.Kind.lightweight, .inferred] {
      #expect {
        try migrate(MigrationFixture(), Self.old, Self.new, kind)
      } throws: {
        ($0 as? MigrationError)?.code == 134140
      }
    }
  }
}
