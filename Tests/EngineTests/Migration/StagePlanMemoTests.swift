import StoreModel
import Testing

@testable import StoreEngine

/// A plan that was made for one store holds for another only where all but the rows is the same.
@Suite struct StagePlanMemoTests {
  private static func model(_ name: String, _ attributes: String...) -> DataModel {
    DataModel(
      name: name,
      entities: [
        Entity(
          name: "Note",
          attributes: attributes.map { Attribute(name: $0, type: .string, isOptional: true) })
      ], source: .swift)
  }

  private let step = MigrationStep(from: model("1", "title"), to: model("2", "text", "title"))

  private func asked(
    _ memo: StagePlanMemo, _ path: String, _ step: MigrationStep? = nil,
    facts: StageFacts = MigrationFixture.facts
  ) throws -> Bool {
    let connection = try Connection(path: path, mode: .readOnly)
    var isAsked = false
    let plan = try memo.plan(of: step ?? self.step, on: connection, facts: facts) {
      isAsked = true
      return try StagePlan(
        step ?? self.step, schema: TableSchema(connection),
        metadata: StoreMetadata(connection: connection), facts: facts)
    }
    #expect(plan.step.to.name == (step ?? self.step).to.name)
    return isAsked
  }

  @Test func rowsAloneMakeNoOtherPlan() throws {
    let fixture = try MigrationFixture()
    let memo = StagePlanMemo()
    let few = try fixture.store(step.from, "few.store", rows: 3)
    let many = try fixture.store(step.from, "many.store", rows: 300)
    #expect(try asked(memo, few))
    #expect(try !asked(memo, many) && !asked(memo, few))
  }

  @Test func whatElseDiffersMakesAnother() throws {
    let fixture = try MigrationFixture()
    let memo = StagePlanMemo()
    let path = try fixture.store(step.from, "first.store", rows: 3)
    #expect(try asked(memo, path))
    var later = MigrationFixture.facts
    later.now += 1
    #expect(try asked(memo, path, facts: later), "the time")
    let other = MigrationStep(from: step.from, to: Self.model("2", "lines", "title"))
    #expect(other.name == step.name)
    #expect(try asked(memo, path, other), "the newer version, though the stage has the same name")
    let indexed = try fixture.store(step.from, "indexed.store", rows: 3)
    try Connection(path: indexed, mode: .readWrite).run("CREATE INDEX Own ON ZNOTE (ZTITLE)")
    #expect(try asked(memo, indexed), "the schema")
    let told = try fixture.store(step.from, "told.store", rows: 3)
    try Connection(path: told, mode: .readWrite).run("UPDATE Z_METADATA SET Z_UUID = 'other'")
    #expect(try asked(memo, told), "the metadata")
    #expect(try !asked(memo, path))
  }

  /// What a migration writes is the same whether its plan was remembered or not.
  @Test func aRememberedPlanDoesTheSame() throws {
    let fixture = try MigrationFixture()
    let memo = StagePlanMemo()
    var contents: [[[SQLiteValue]]] = []
    for (name, plans) in [("a", nil), ("b", memo), ("c", memo)] {
      let store = try fixture.store(step.from, "\(name).store", rows: 20)
      let path = try MigrationPath.find(
        from: StoreVersion(Store(file: StoreFile.open(path: store))),
        in: [SchemaHistory(name: "Test", versions: [step.from, step.to])], to: step.to.name)
      _ = try fixture.run(path, store: store, output: "\(name)-new.store") { $0.plans = plans }
      let result = try Connection(path: fixture.path("\(name)-new.store"), mode: .readOnly)
      contents.append(
        try result.rows("SELECT * FROM ZNOTE ORDER BY 1") + result.rows("SELECT * FROM Z_METADATA")
          + result.rows("SELECT sql FROM sqlite_master ORDER BY 1"))
    }
    #expect(contents[0] == contents[1] && contents[1] == contents[2])
  }
}
