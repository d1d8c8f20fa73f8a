import Foundation
import Testing

@testable import DoctorCLI

/// Plans that go wrong, one mistake each: what is said, and where.
@Suite("Broken plans", .serialized, .enabled(if: PlanFixture.isAvailable))
struct BrokenPlanTests {
  struct Mistake: Sendable, CustomTestStringConvertible {
    var name: String
    var rule: String
    /// What stands at the place the message must name.
    var place: String?
    /// Part of the message.
    var says: String
    var options: [String] = []
    var edit: @Sendable (String) -> String
    var testDescription: String { name }
  }

  private static let notes = "try context.fetch(FetchDescriptor<NotesSchemaV1_1.Note>())"

  static let mistakes: [Mistake] = [
    Mistake(
      name: "throws", rule: "migration-closure-threw", place: "throw Bad.number", says: "number(7)",
      edit: {
        $0.withWillMigrate("      try check(7)")
          + "\nenum Bad: Error { case number(Int) }\nfunc check(_ n: Int) throws {\n"
          + "  if n > 0 { throw Bad.number(n) }\n}\n"
      }),
    Mistake(
      name: "index out of range", rule: "migration-closure-trapped", place: "notes[notes.count]",
      says: "Index out of range",
      edit: { $0.withWillMigrate("      let notes = \(notes)\n      print(notes[notes.count])") }),
    Mistake(
      name: "nil", rule: "migration-closure-trapped", place: "note.folder!",
      says: "Unexpectedly found nil",
      edit: {
        $0.withWillMigrate(
          "      for note in \(notes) {\n        print(note.folder!.name)\n      }")
      }),
    Mistake(
      name: "cast", rule: "migration-closure-trapped", place: "as! String",
      says: "Could not cast value of type 'Swift.Int' to 'Swift.String'",
      edit: { $0.withWillMigrate("      let value: Any = 5\n      print(value as! String)") }),
    Mistake(
      name: "endless loop", rule: "migration-closure-did-not-end", place: "n &+= 1",
      says: "did not end within 4 seconds", options: ["--timeout", "4"],
      edit: { $0.withWillMigrate("      var n = 0\n      while true { n &+= 1 }") }),
    Mistake(
      name: "endless recursion", rule: "migration-closure-trapped", place: "deep(n + 1)",
      says: "calls itself without end",
      edit: {
        $0.withWillMigrate("      print(deep(1))")
          + "\nfunc deep(_ n: Int) -> Int { n < 0 ? 0 : deep(n + 1) + 1 }\n"
      }),
    Mistake(
      name: "memory", rule: "migration-closure-out-of-memory", place: "all.append",
      says: "wanted more than 600 MB", options: ["--memory", "600"],
      edit: {
        $0.withWillMigrate(
          "      var all: [[Int]] = []\n"
            + "      while true { all.append(Array(repeating: 1, count: 1 << 20)) }")
      }),
    Mistake(
      name: "old models in didMigrate", rule: "migration-closure-other-version",
      place: "context.fetch(FetchDescriptor<NotesSchemaV1_1.Note>())\n      old.forEach",
      says: "'NotesSchemaV1_1.Note', a model of the old version",
      edit: { $0.withDidMigrate("      let old = \(notes)\n      old.forEach { print($0) }") }),
    Mistake(
      name: "new models in willMigrate", rule: "migration-closure-other-version",
      place: "context.insert(", says: "'Tag'",
      edit: { $0.withWillMigrate("      context.insert(NotesSchemaV2.Tag(name: \"new\"))") }),
    Mistake(
      name: "missing type", rule: "plan-does-not-compile", place: "LevelTable",
      says: "no given file declares 'LevelTable'",
      edit: { $0.withWillMigrate("      print(LevelTable.all)") }),
    Mistake(
      name: "type of the interface", rule: "plan-does-not-compile", place: "Palette.main",
      says: "it needs 'UIColor', which only Apple's systems have",
      edit: {
        "import UIKit\n" + $0.withWillMigrate("      print(Palette.main)")
          + "\nenum Palette { static var main: UIColor { .red } }\n"
      }),
    Mistake(
      name: "syntax", rule: "plan-does-not-compile", place: nil, says: "expected ",
      edit: { $0.withWillMigrate("      for note in \(notes) note.level = 1 }") }),
    Mistake(
      name: "exit", rule: "migration-closure-trapped", place: nil, says: "exit status 3",
      edit: { $0.withWillMigrate("      exit(3)") }),
  ]

  @Test("each is explained at its place, and nothing is left behind", arguments: mistakes)
  func mistake(_ mistake: Mistake) throws {
    let fixture = try PlanFixture(mistake.edit)
    let before = try fixture.state()
    let result = fixture.migrate(mistake.options)
    #expect(result.code == 1)
    #expect(result.text.contains("[\(mistake.rule)]"), "\(result.text)")
    #expect(result.text.contains(mistake.says), "\(result.text)")
    if let place = mistake.place {
      let line = try line(of: place, in: fixture)
      #expect(
        result.text.contains("Sources/NotesMigrationPlan.swift:\(line):"), "\(line): \(result.text)"
      )
    }
    let after = try fixture.state()
    #expect(after.names == before.names)
    #expect(after.store == before.store)
  }

  private func line(of place: String, in fixture: PlanFixture) throws -> Int {
    let file = fixture.folder.appending(path: "Sources/NotesMigrationPlan.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(text.ranges(of: place).last).lowerBound
    return text[..<start].count { $0 == "\n" } + 1
  }

  @Test("changes that are not saved are told, and the store is written")
  func unsaved() throws {
    let fixture = try PlanFixture {
      $0.replacingOccurrences(of: "      try context.save()\n", with: "")
    }
    let result = fixture.migrate()
    #expect(result.code == 1)
    #expect(result.text.contains("changes to 20 objects"), "\(result.text)")
    #expect(result.text.contains("[migration-changes-unsaved]"))
    #expect(try fixture.value("SELECT count(ZLEVEL) FROM ZNOTE") == "0")
  }

  @Test("a stage missing from the list is named before anything is compiled")
  func missingStage() throws {
    let fixture = try PlanFixture {
      $0.replacingOccurrences(of: "[addLevel, fillLevel]", with: "[addLevel]")
    }
    let result = fixture.migrate()
    #expect(result.code != 0)
    #expect(result.text.contains("134504"), "\(result.text)")
  }
}
