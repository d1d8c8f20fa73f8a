import StoreModel
import Testing

@testable import StoreEngine

/// Every type of value and every kind of relationship, there and back again.
@Suite("Round trips of migrations") struct RoundTripTests {
  /// The model with entities and a column that shift numbers and places, and nothing taken away.
  private static func grown(_ model: DataModel) -> DataModel {
    var next = model
    next.name = "Grown"
    next.versionIdentifiers = ["9.0.0"]
    for index in next.entities.indices {
      next.entities[index].attributes.append(
        Attribute(name: "aaAdded", type: .integer32, isOptional: true))
    }
    next.entities.append(Entity(name: "Aa", attributes: [Attribute(name: "x", type: .string)]))
    next.entities.append(
      Entity(
        name: "Mm", attributes: [Attribute(name: "y", type: .date)],
        uniquenessConstraints: [["y"]]))
    return DataModel(
      name: next.name, versionIdentifiers: next.versionIdentifiers, entities: next.entities,
      source: .swift)
  }

  @Test(arguments: [LayoutModels.notes, LayoutModels.everything])
  func nothingIsLost(_ model: DataModel) throws {
    let next = Self.grown(model)
    let fixture = try MigrationFixture()
    try fixture.store(model, rows: 400, history: true)
    try fixture.migrate(model, to: next)
    let problems = try MigratedStore.problems(fixture.open(), model: next)
    #expect(problems == [])
    try fixture.migrate(next, to: model, store: "new.store", output: "back.store")
    let back = try MigratedStore.problems(fixture.open("back.store"), model: model)
    #expect(back == [])
    #expect(
      try contents(fixture.open("old.store")) == contents(fixture.open("back.store")))
  }

  /// The rows of all tables of the model, with columns by name.
  private func contents(_ store: Store) throws -> [String: [[SQLiteValue]]] {
    var found: [String: [[SQLiteValue]]] = [:]
    let names =
      store.layout.tables.map { ($0.name, $0.columns.map(\.name)) }
      + store.layout.joinTables.map { join in
        (
          join.name,
          [join.ownerColumn, join.otherColumn]
            + [join.ownerOrder, join.otherOrder].compactMap { $0 }
        )
      } + [("Z_PRIMARYKEY", ["Z_ENT", "Z_NAME", "Z_SUPER", "Z_MAX"])]
    for (table, columns) in names {
      let list = columns.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
      let limit = table == "Z_PRIMARYKEY" ? " WHERE Z_ENT < 16000" : ""
      found[table] = try store.connection.rows(
        "SELECT \(list) FROM \"\(table)\"\(limit) ORDER BY \(list)")
    }
    return found
  }
}
