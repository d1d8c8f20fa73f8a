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

  /// An entity that has grown is known by the relationship that leads to it as one did before.
  @Test func anEntityIsFollowedByTheRelationshipThatLeadsToIt() throws {
    func model(_ name: String, leadsTo entity: String, _ properties: String...) -> DataModel {
      DataModel(
        name: name,
        entities: [
          Entity(
            name: "Course",
            relationships: [
              Relationship(
                name: "seat", destination: entity, inverse: "course", isOptional: true)
            ]),
          Entity(
            name: entity,
            attributes: properties.map { Attribute(name: $0, type: .string, isOptional: true) },
            relationships: [
              Relationship(
                name: "course", destination: "Course", inverse: "seat", isOptional: true)
            ]),
        ], source: .xcodeModel)
    }
    let old = model("Model 1", leadsTo: "CourseSeat", "id")
    let grown = model("Model 2", leadsTo: "Seat", "id", "row", "colour", "height", "width")
    let differences = ModelDiff.compare(from: old, to: grown).differences
    let added = try #require(differences.first { $0.change == .entityAdded })
    #expect(added.probableOrigin == "CourseSeat")
    #expect(added.hint?.contains("set the renaming identifier 'CourseSeat'") == true)
    let led = try #require(differences.first { $0.change == .destinationChanged })
    #expect(led.hint?.hasPrefix("'Seat' looks like a rename of 'CourseSeat'") == true)
    #expect(led.hint?.hasSuffix("connect it with a mapping model") == true)
    // What it had is not there any more: it is another one.
    let other = model("Model 2", leadsTo: "Seat", "row", "colour", "height", "width")
    #expect(
      ModelDiff.compare(from: old, to: other).differences.allSatisfy { $0.probableOrigin == nil })
  }
}
