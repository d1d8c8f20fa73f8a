import StoreModel
import Testing

@testable import StoreEngine

@Suite struct StageLedgerTests {
  /// What is counted in tables of hashes is told in the order of names.
  @Test func lostLinksAreToldInTheOrderOfTheirNames() throws {
    let names = (10..<30).map { "r\($0)" }
    let model = DataModel(
      name: "1.0.0",
      entities: [
        Entity(
          name: "Folder",
          relationships: names.map {
            Relationship(
              name: "notes" + $0, destination: "Note", inverse: $0, maxCount: 0, isOptional: true)
          }),
        Entity(
          name: "Note",
          relationships: names.map {
            Relationship(
              name: $0, destination: "Folder", inverse: "notes" + $0, isOptional: true)
          }),
      ], source: .swift)
    let fixture = try MigrationFixture()
    let path = try fixture.store(model) {
      try $0.insert("Folder", [:])
      try $0.insert("Note", [:])
    }
    let layout = try fixture.open("old.store").layout
    let connection = try Connection(path: path, mode: .readWrite)
    func count(linkedTo key: String) throws -> StageCounts {
      let columns = names.map { "Z\($0.uppercased()) = \(key)" }.joined(separator: ", ")
      try connection.run("UPDATE ZNOTE SET \(columns)")
      return try StageCounts(connection, layout: layout)
    }
    let (before, after) = (try count(linkedTo: "1"), try count(linkedTo: "NULL"))
    var summary = StageSummary(
      stage: "1", work: [], entities: [], relationships: [], content: nil, pages: 0,
      nanoseconds: 0, skippedClosures: false)
    summary.settle("didMigrate", before, after, layout, ClosureRows())
    #expect(summary.unasked.map(\.name) == names.map { "Note." + $0 })
    #expect(summary.unasked.allSatisfy { $0.isLinks && $0.expected == 1 && $0.found == 0 })
  }
}
