import Foundation
import StoreDoctor
import Testing

@testable import DoctorCLI

/// What closures did to rows, as `--compare` says it.
@Suite("Comparison of plans with closures", .serialized, .enabled(if: PlanFixture.isAvailable))
struct ComparisonPlanTests {
  /// People whose streets become addresses of their own.
  private static let people = """
    import Foundation
    import SwiftData

    enum People1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Person.self] }
      @Model final class Person {
        var name: String = ""
        var street: String = "Elm"
        init() {}
      }
    }
    enum People2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [Person.self, Address.self] }
      @Model final class Person {
        var name: String = ""
        @Relationship(inverse: \\Address.people) var address: Address?
        init() {}
      }
      @Model final class Address {
        var street: String = ""
        var people: [Person] = []
        init(street: String) { self.street = street }
      }
    }
    enum PeoplePlan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [People1.self, People2.self] }
      static var stages: [MigrationStage] { [split] }
      nonisolated(unsafe) static var streets: [String: String] = [:]
      static let split = MigrationStage.custom(
        fromVersion: People1.self, toVersion: People2.self,
        willMigrate: { context in
          for (index, person) in try context.fetch(FetchDescriptor<People1.Person>()).enumerated() {
            person.name = "person \\(index)"
            streets[person.name] = person.street
          }
          try context.save()
        },
        didMigrate: { context in
          for person in try context.fetch(FetchDescriptor<People2.Person>()) {
            let address = People2.Address(street: streets[person.name] ?? "")
            context.insert(address)
            person.address = address
          }
          try context.save()
        })
    }
    """

  private func verify(_ options: [String]) throws -> (text: String, code: Int32) {
    let fixture = try PlanFixture("comparison")
    let sources = fixture.folder.appending(path: "People")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    try Data(Self.people.utf8).write(to: sources.appending(path: "People.swift"))
    return fixture.run(
      ["verify", "--model", sources.path, "--allow-loss", "Person.street", "--compare"]
        + options)
  }

  @Test func aSplitEntityIsReadFromTheRows() throws {
    let (text, code) = try verify([])
    #expect(code == 0, "\(text)")
    #expect(text.contains("People1 → People2, small: rows before and after"), "\(text)")
    #expect(text.contains("name 2") && text.contains("−street 2") && text.contains("+address 2"))
    #expect(text.contains("Address         2"), "\(text)")
    #expect(text.contains("differs in name,") && !text.contains("person 0"), "\(text)")
  }

  @Test func valuesAndJSON() throws {
    let (text, _) = try verify(["--show-values", "--format", "json"])
    #expect(text.contains("→ person 0\""), "\(text)")
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let answer = try #require(json?["verify"] as? [String: Any])
    let results = try #require(answer["results"] as? [[String: Any]])
    let comparison = try #require(results.first?["comparison"] as? [String: Any])
    #expect(comparison["old"] as? String == "People1" && comparison["new"] as? String == "People2")
    let entities = try #require(comparison["entities"] as? [[String: Any]])
    let person = try #require(entities.first { $0["entity"] as? String == "Person" })
    #expect(person["changed"] as? Int == 2 && person["added"] as? [String: Int] == ["address": 2])
  }

  @Test func whatAClosureFilledIsShownByMigrate() throws {
    let fixture = try PlanFixture()
    let hidden = fixture.migrate(["--compare", "--allow-loss", "Note.importance"])
    #expect(hidden.code == 0, "\(hidden.text)")
    #expect(hidden.text.contains("−importance 20, +isPinned 20, +level 20"), "\(hidden.text)")
    #expect(!hidden.text.contains("+level: "))
    let shown = fixture.migrate([
      "--compare", "--show-values", "--allow-loss", "Note.importance",
    ])
    #expect(shown.text.contains("−importance: high, +isPinned: false, +level: 2"), "\(shown.text)")
  }

  @Test func aKeyNeedsAComparison() throws {
    let (text, code) = try PlanFixture().migrate(["--key", "Note.title"])
    #expect(code == 2 && text.contains("--key goes with --compare"), "\(text)")
  }
}
