import Foundation
import Testing

@testable import DoctorCLI
@testable import Lint

/// What one step between versions does to several properties is said once, with each property's place, and
/// the head of what is said once is what costs users most.
@Suite struct GatheredStepTests {
  private static func model(_ entities: [String: [String]]) -> String {
    let lines = entities.sorted { $0.key < $1.key }.map { name, attributes in
      "<entity name=\"\(name)\" representedClassName=\"\(name)\">\n"
        + attributes.map { "<attribute \($0)/>" }.joined(separator: "\n") + "\n</entity>"
    }
    return "<model type=\"com.apple.IDECoreDataModeler.DataModel\">\n"
      + lines.joined(separator: "\n") + "\n</model>"
  }

  private static let current = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict>
    <key>_XCCurrentVersionName</key><string>Notes 2.xcdatamodel</string>
    </dict></plist>
    """

  private static func attribute(_ name: String, _ settings: String, _ type: String = "String")
    -> String
  {
    "name=\"\(name)\" \(settings) attributeType=\"\(type)\""
  }

  private func text(_ old: [String: [String]], _ new: [String: [String]]) throws -> String {
    try LintFolder([
      "Notes.xcdatamodeld/Notes.xcdatamodel/contents": Self.model(old),
      "Notes.xcdatamodeld/Notes 2.xcdatamodel/contents": Self.model(new),
      "Notes.xcdatamodeld/.xccurrentversion": Self.current,
    ]).run("lint {}").text
  }

  @Test func propertiesThatOneVersionRequiresAreOneFinding() throws {
    let names = ["a", "b", "c", "d", "e"]
    func entities(_ settings: String) -> [String: [String]] {
      [
        "Note": names.map { Self.attribute($0, settings) },
        "Tag": names.map { Self.attribute($0, settings) },
      ]
    }
    let text = try text(entities("optional=\"YES\""), entities(""))
    #expect(text.components(separatedBy: "[required-without-value]").count == 2, "\(text)")
    #expect(
      text.contains(
        "likewise 'Note.b' (line 4), 'Note.c' (line 5), 'Note.d' (line 6), 'Note.e' (line 7), "
          + "'Tag.a' (line 10), 'Tag.b' (line 11) and 3 more"), "\(text)")
    // Those without room in the sentence follow it, each with its place.
    #expect(text.contains("contents:12:1: 'Tag.c'") || text.contains("line 12: 'Tag.c'"), "\(text)")
    #expect(text.contains("'Tag.e'"), "\(text)")
  }

  @Test func differentCuresOfOneStepStayApart() throws {
    let text = try text(
      ["Note": [Self.attribute("due", ""), Self.attribute("rank", "optional=\"YES\"")]],
      ["Note": [Self.attribute("due", "", "Date"), Self.attribute("rank", "")]])
    #expect(text.contains("[type-change]") && text.contains("[required-without-value]"), "\(text)")
  }

  @Test func stepsToTwoVersionsOfOneFileAreTwoFindings() throws {
    let version = { (number: Int, members: String) in
      """
      enum V\(number): VersionedSchema {
        static let versionIdentifier = Schema.Version(\(number), 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
        @Model final class Note {
          \(members)
          init() {}
        }
      }
      """
    }
    let text = try LintFolder([
      "Schemas.swift": """
      import SwiftData
      \(version(1, "var title = \"\""))
      \(version(2, "var title = \"\"; var a: Int; var b: Int"))
      \(version(3, "var title = \"\"; var a: Int; var b: Int; var c: Int; var d: Int"))
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }
        static var stages: [MigrationStage] {
          [
            .lightweight(fromVersion: V1.self, toVersion: V2.self),
            .lightweight(fromVersion: V2.self, toVersion: V3.self),
          ]
        }
      }
      """
    ]).run("lint {}").text
    #expect(
      text.components(separatedBy: "[added-required-without-default]").count == 3, "\(text)")
    #expect(text.contains("likewise 'Note.b'") && text.contains("likewise 'Note.d'"), "\(text)")
  }

  @Test func theHeadOfSavesIsTheOneThatLosesSomethingNew() throws {
    let text = try LintFolder([
      "A.swift": """
      import SwiftData
      @Model final class Note { var title = ""; init() {} }
      func rename(_ note: Note, _ context: ModelContext) {
        note.title = "new"
        try? context.save()
      }
      """,
      "Debug/B.swift": """
      import SwiftData
      func fill(_ context: ModelContext) {
        context.insert(Note())
        try? context.save()
      }
      """,
      "C.swift": """
      import SwiftData
      func add(_ context: ModelContext) {
        let note = Note()
        context.insert(note)
        try? context.save()
      }
      """,
    ]).run("lint {}").text
    #expect(
      text.contains(
        "C.swift:5:16: note: when this save fails, the new 'Note' is lost, and nobody learns of it; "
          + "likewise B.swift:4; other saves fail unnoticed, too: A.swift:5"), "\(text)")
  }

  @Test func contextsThatAreHandedToActorsAreOneHabit() throws {
    func actor(_ name: String) -> String {
      """
      import SwiftData
      actor \(name) {
        private let context: ModelContext
        init(context: ModelContext) { self.context = context }
      }
      """
    }
    let text = try LintFolder([
      "First.swift": actor("First"), "Second.swift": actor("Second"),
      "Use.swift": """
      import SwiftData
      @Model final class Note { var title = ""; init() {} }
      @MainActor func use(_ context: ModelContext) {
        _ = First(context: context)
        _ = Second(context: context)
      }
      """,
    ]).run("lint {}").text
    #expect(text.components(separatedBy: "[model-across-actors]").count == 2, "\(text)")
    #expect(text.contains("likewise in line 5"), "\(text)")
  }

  /// Each of the ways to go on without the store is mended with the first one.
  @Test func storesInMemoryAfterAFailureAreOneHabit() throws {
    let text = try LintFolder([
      "Stores.swift": """
      import SwiftData
      @Model final class Note { var title = ""; init() {} }
      func open() -> ModelContainer? {
        do {
          return try ModelContainer(for: Note.self)
        } catch {
          return try? ModelContainer(
            for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        }
      }
      func openAgain() -> ModelContainer? {
        do {
          return try ModelContainer(for: Note.self)
        } catch {
          return try? ModelContainer(
            for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        }
      }
      """
    ]).run("lint {}").text
    #expect(text.components(separatedBy: "[memory-store-on-failure]").count == 2, "\(text)")
  }

  @Test func batchesThatNobodyMergesAreOneHabit() throws {
    let text = try LintFolder([
      "Notes.xcdatamodeld/Notes.xcdatamodel/contents": Self.model([
        "Note": [Self.attribute("title", "optional=\"YES\"")]
      ]),
      "A.swift": """
      import CoreData
      func clear(_ context: NSManagedObjectContext) throws {
        try context.execute(NSBatchDeleteRequest(fetchRequest: Note.fetchRequest()))
      }
      """,
      "B.swift": """
      import CoreData
      func empty(_ context: NSManagedObjectContext) throws {
        try context.execute(NSBatchDeleteRequest(fetchRequest: Note.fetchRequest()))
      }
      """,
    ]).run("lint {}").text
    #expect(text.components(separatedBy: "[batch-not-merged]").count == 2, "\(text)")
    #expect(text.contains("likewise B.swift:3"), "\(text)")
  }
}
