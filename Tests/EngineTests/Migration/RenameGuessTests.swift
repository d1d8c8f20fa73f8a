import StoreModel
import Testing

@testable import StoreEngine

/// What goes looks like what comes under a new name only where the versions do not show otherwise.
@Suite struct RenameGuessTests {
  private static func version(_ name: String, _ properties: String...) -> DataModel {
    DataModel(
      name: name, versionIdentifiers: [],
      entities: [
        Entity(
          name: "Pull",
          attributes: properties.map { Attribute(name: $0, type: .boolean, isOptional: true) })
      ], source: .xcodeModel)
  }

  private func guess(_ between: [DataModel]) throws -> String? {
    let (old, new) = (Self.version("Model 2", "merged"), Self.version("Model 9", "muted"))
    let history = SchemaHistory(name: "Model", versions: [old] + between + [new])
    let path = try MigrationPath.find(
      from: StoreVersion(model: old), in: [history], to: new.name, goesBack: false)
    return try #require(SchemaLoss.all(of: path).first).rename?.name
  }

  @Test func aPropertyIsNoNewNameOfOneThatWentBeforeItCame() throws {
    #expect(try guess([]) == "Pull.muted")
    #expect(try guess([Self.version("Model 3", "merged")]) == "Pull.muted")
    #expect(try guess([Self.version("Model 3", "other")]) == nil)
    #expect(try guess([Self.version("Model 3", "merged", "muted")]) == nil)
    // Before the first, after the last, and of another bundle.
    let others = ["Model", "Model 10", "Draft 3"].map { Self.version($0, "other") }
    #expect(try guess(others) == "Pull.muted")
  }
}
