import Foundation
import StoreModel
import Testing

@testable import DoctorCLI
@testable import StoreDoctor
@testable import StoreEngine

/// A store without a readable copy of its model is compared by its hashes and tables: every command says
/// the same of it, at the grain at which it is known.
@Suite struct ModelFreeTests {
  private let fixture: DiagnoseFixture

  init() throws { fixture = try DiagnoseFixture() }

  private static let unknown =
    "'Note' differs; which property cannot be known from the store: it has no cached model that can be "
    + "read"

  private func answers(_ edit: (String, String), damage: String...) throws -> [String] {
    try fixture.copy("Notes/notes-2.0.0.store")
    for statement in damage { try fixture.run(statement) }
    try fixture.models([("NotesSchemaV2.swift", edit.0, edit.1)])
    let given = "{dir}/my.store --model {dir}/models"
    return try [
      "identify \(given)", "diagnose \(given)", "plan \(given)", "preflight \(given)",
      "migrate \(given) -o {dir}/new.store",
      "explain 134504 --store \(given)",
    ].map { try fixture.commands.run($0) }
  }

  /// Two edits of one entity: no single one has the store's hash, so that nothing is proven.
  @Test(arguments: ["DROP TABLE Z_MODELCACHE", "UPDATE Z_MODELCACHE SET Z_CONTENT = x'00'"])
  func whatCannotBeKnownIsSaidToBeUnknown(_ damage: String) throws {
    let edit = ("var isPinned: Bool = false", "var isPinned: Int? = 0")
    for text in try answers(edit, damage: damage) {
      #expect(text.contains(Self.unknown), "\(text)")
      #expect(!text.contains("'Note.isPinned'"), "\(text)")
    }
  }

  /// The hash proves the property: all say which, and none that it cannot be known.
  @Test func whatTheHashProvesIsSaid() throws {
    let edit = ("var isPinned: Bool", "var isPinned: Bool?")
    for text in try answers(edit, damage: "DROP TABLE Z_MODELCACHE") {
      #expect(text.contains("'Note' has the store's hash with 'isPinned' not optional"), "\(text)")
      #expect(!text.contains("cannot be known"), "\(text)")
    }
  }

  /// A column that the store's own version has no property for was not made by Core Data.
  @Test func aColumnThatTheHashDoesNotKnowIsSaid() throws {
    let edit = ("var isPinned: Bool = false", "var isPinned: Bool = false\n    var badge: Int?")
    let damage = ("DROP TABLE Z_MODELCACHE", "ALTER TABLE ZNOTE ADD COLUMN ZBADGE INTEGER")
    for text in try answers(edit, damage: damage.0, damage.1) {
      let proof = "'Note' has the store's hash without 'badge', for which its table has a column"
      #expect(text.contains(proof), "\(text)")
      #expect(!text.contains("likely a type or an option differs"), "\(text)")
    }
  }

  /// Each of a few entities is looked at for the one edit that its hash proves; where many were changed,
  /// none is, and that is said.
  @Test(arguments: [(2, true), (6, false)])
  func aFewEntitiesAreSearched(_ count: Int, _ isProven: Bool) {
    func model(_ name: String, isOptional: Bool) -> DataModel {
      DataModel(
        name: name, versionIdentifiers: [],
        entities: (0..<count + 1).map { index in
          let isChanged = index < count
          return Entity(
            name: "E\(index)",
            attributes: [
              Attribute(name: "title", type: .string, isOptional: isChanged ? isOptional : true)
            ])
        }, source: .xcodeModel)
    }
    let old = model("Old", isOptional: false)
    let history = SchemaHistory(name: "Model", versions: [model("New", isOptional: true)])
    let answer = Identifier.identify(
      StoreSchema(entityHashes: ModelHashes(of: old).entities), among: [history])
    let grain = answer.grain ?? ""
    let proof = "has the store's hash with 'title' not optional"
    #expect(grain.contains(proof) == isProven, "\(grain)")
    #expect(grain.contains("cannot be known from hashes alone") != isProven, "\(grain)")
  }

  /// Of an entity that differs in the older version by three edits, and two that differ in the newer one
  /// by a property each, the hashes prove the second: it is the nearer one, though fewer entities of it
  /// are equal.
  @Test func theVersionWhoseEditsTheHashesProveIsNearest() throws {
    func model(_ name: String, _ more: [String: [Attribute]]) -> DataModel {
      DataModel(
        name: name, versionIdentifiers: [],
        entities: ["Issue", "Pull", "Repo", "Team"].map { name in
          Entity(
            name: name,
            attributes: [Attribute(name: "title", type: .string, isOptional: true)]
              + (more[name] ?? []))
        }, source: .xcodeModel)
    }
    let policy = ["forIssues", "forPulls", "hidden", "limit"].map {
      Attribute(name: $0, type: .integer16, isOptional: true)
    }
    let announced = [Attribute(name: "announced", type: .boolean, isOptional: true)]
    let shipped = model("Two", ["Repo": policy])
    let history = SchemaHistory(
      name: "Model",
      versions: [
        model("One", [:]),
        model("Two", ["Repo": policy, "Issue": announced, "Pull": announced]),
      ])
    let answer = Identifier.identify(
      StoreSchema(entityHashes: ModelHashes(of: shipped).entities), among: [history])
    let near = try #require(answer.nearest.first)
    #expect(near.version.name == "Two")
    #expect(near.decisive.map(\.path) == ["Issue.announced", "Pull.announced"])
    let grain = answer.grain ?? ""
    #expect(grain.contains("'Issue' has the store's hash without 'announced'"), "\(grain)")
    let text = answer.mismatch?.text ?? ""
    #expect(text.contains("now has 'Issue.announced', 'Pull.announced'"), "\(text)")
  }

  /// Entities as different versions have them, and one with three properties less: together they have
  /// the store's hashes.
  @Test func aModelIsRebuiltFromSeveralVersions() throws {
    func entity(_ name: String, _ attributes: String...) -> Entity {
      Entity(
        name: name,
        attributes: attributes.map { Attribute(name: $0, type: .string, isOptional: true) })
    }
    func model(_ name: String, _ entities: Entity...) -> DataModel {
      DataModel(name: name, versionIdentifiers: [], entities: entities, source: .xcodeModel)
    }
    let shipped = model("S", entity("A", "x"), entity("B", "x", "y"), entity("C", "x"))
    let history = SchemaHistory(
      name: "Model",
      versions: [
        model("One", entity("A", "x"), entity("B", "x"), entity("C", "x")),
        model("Two", entity("A", "other"), entity("B", "x", "y"), entity("C", "x", "k", "l", "m")),
      ])
    func proven(_ hashes: [String: VersionHash]) -> DataModel? {
      ProvenModel(
        store: StoreSchema(entityHashes: hashes), candidates: Candidate.all(of: [history])
      ).model
    }
    var hashes = ModelHashes(of: shipped).entities
    let model = try #require(proven(hashes))
    #expect(ModelHashes(of: model).entities == hashes)
    #expect(model.entities.map { $0.attributes.map(\.name) } == [["x"], ["x", "y"], ["x"]])
    hashes["D"] = hashes["A"]
    #expect(proven(hashes) == nil, "an entity that no version has is not explained")
  }

  /// A store that carries its model is compared property by property.
  @Test func aCachedModelTellsTheProperty() throws {
    let edit = ("var isPinned: Bool = false", "var isPinned: Int? = 0")
    for text in try answers(edit, damage: "PRAGMA user_version") {
      #expect(text.contains("'Note.isPinned'") || text.contains("Note.isPinned:"), "\(text)")
      #expect(!text.contains("cannot be known"), "\(text)")
    }
  }
}
