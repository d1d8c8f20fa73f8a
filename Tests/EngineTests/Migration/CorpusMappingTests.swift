import Foundation
import StoreEngine
import StoreModel
import TestSupport
import Testing

/// Mapping models of other projects, and stores that they migrate.
@Suite(
  "Mapping models of the corpus", .enabled(if: RealFiles.arePresent, "\(RealFiles.need)"))
struct CorpusMappingTests {
  private static let mappings = RealFiles.files(in: "models", folders: true)
    .filter { $0.hasSuffix(".xcmappingmodel") }.map { RealFiles.path("models/" + $0) }

  private static func model(_ name: String) throws -> DataModel {
    let history = try XcodeModelReader.read(
      path: RealFiles.path("models/apptentive/ATDataModel.xcdatamodeld"))
    return try #require(history.versions.first { $0.name == name })
  }

  @Test func allAreReadWithTheHashesOfTheirModels() throws {
    #expect(Self.mappings.count >= 14)
    for path in Self.mappings {
      let mapping = try MappingModelReader.read(path: path)
      #expect(!mapping.entities.isEmpty, "\(path)")
      for part in mapping.entities {
        #expect((part.source == nil) == (part.sourceHash == nil), "\(path): \(part.name)")
        #expect((part.destination == nil) == (part.destinationHash == nil), "\(path): \(part.name)")
      }
    }
  }

  @Test func aRealStoreGoesByItsMappingModel() throws {
    let copy = try RealFiles.Copy(ofStore: "apptentive/ATDataModelv1.sqlite")
    let (old, new) = (try Self.model("ATDataModel"), try Self.model("ATDataModel 2"))
    let mappings = try Self.mappings.filter { $0.contains("/apptentive/") }
      .map { try MappingModelReader.read(path: $0) }
    let store = try Store(file: StoreFile.open(path: copy.path), model: old)
    let path = try MigrationPath.find(
      from: StoreVersion(store), in: [SchemaHistory(name: "ATDataModel", versions: [old, new])],
      to: new.name, mappings: mappings)
    #expect(path.steps.map { $0.mapping?.name } == ["ATDataModel v1 to v2"])
    let fixture = try MigrationFixture()
    let result = try fixture.run(path, store: copy.path, output: "new.store")
    let made = try fixture.open(model: new)
    #expect(try MigratedStore.problems(made, model: new) == [])
    #expect(result.stages[0].keepsContent && result.stages[0].content != nil)
    #expect(result.stages[0].unasked == [])
    #expect(result.stages[0].entities.allSatisfy { $0.before == nil || $0.before == $0.after })
    // The entity that declares a relationship has another name.
    func sum(_ counts: [Int64?]) -> Int64 { counts.reduce(0) { $0 + ($1 ?? 0) } }
    let links = result.stages[0].relationships
    #expect(sum(links.map(\.before)) == sum(links.map(\.after)) && sum(links.map(\.after)) > 0)
    #expect(result.stages[0].entities.contains { $0.after ?? 0 > 0 })
  }
}
