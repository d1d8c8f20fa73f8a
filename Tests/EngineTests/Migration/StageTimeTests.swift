import StoreModel
import Testing

@testable import StoreEngine

/// A stage's time is that of its own work.
@Suite struct StageTimeTests {
  /// Takes long to tell a default, as a compiler does.
  private final class SlowRunner: CustomStageRunner {
    var lastRows: ClosureRows?
    private(set) var asked = 0

    func willMigrate(_: MigrationStep, store: String, trace: MigrationTrace) {}
    func didMigrate(_: MigrationStep, store: String, trace: MigrationTrace) {}

    func defaults(of step: MigrationStep) -> [String: DefaultValue] {
      asked += 1
      let end = ContinuousClock.now + .milliseconds(400)
      while ContinuousClock.now < end {}
      return ["Note.place": .string("here")]
    }
  }

  private func model(_ name: String, _ attributes: [Attribute]) -> DataModel {
    DataModel(
      name: name, entities: [Entity(name: "Note", attributes: attributes)], source: .swift)
  }

  @Test func waitingForADefaultIsNoPartOfIt() throws {
    let fixture = try MigrationFixture()
    let title = Attribute(name: "title", type: .string, isOptional: true)
    let place = Attribute(
      name: "place", type: .string, defaultValue: .expression("Place.current"))
    let old = model("1", [title])
    let store = try fixture.store(old, rows: 4)
    let way = try MigrationPath.find(
      from: StoreVersion(Store(file: StoreFile.open(path: store))),
      in: [SchemaHistory(name: "Test", versions: [old, model("2", [title, place])])], to: "2")
    let runner = SlowRunner()
    let result = try fixture.run(way, store: store, output: "new.store") { $0.runner = runner }
    #expect(runner.asked > 0)
    #expect(result.stages[0].nanoseconds < 300_000_000, "\(result.stages[0].nanoseconds)")
  }
}
