import Foundation
import Testing

@testable import DoctorCLI
@testable import PlanExecution

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
    var will = ""
    var did = ""
    var testDescription: String { name }
  }

  static let mistakes: [Mistake] = [
    Mistake(
      name: "throws", rule: "migration-closure-threw", place: "throw Bad.number", says: "number(7)",
      will: "try check(7)"),
    Mistake(
      name: "index out of range", rule: "migration-closure-trapped", place: "notes[notes.count]",
      says: "Index out of range", will: "print(notes[notes.count])"),
    Mistake(
      name: "nil", rule: "migration-closure-trapped", place: "note.folder!",
      says: "Unexpectedly found nil", will: "for note in notes { print(note.folder!.name) }"),
    Mistake(
      name: "cast", rule: "migration-closure-trapped", place: "as! String",
      says: "Could not cast value of type 'Swift.Int' to 'Swift.String'",
      will: "let value: Any = 5\n        print(value as! String)"),
    Mistake(
      name: "endless loop", rule: "migration-closure-did-not-end", place: "n &+= 1",
      says: "did not end within 2 seconds", options: ["--timeout", "2"],
      will: "var n = 0\n        while true { n &+= 1 }"),
    Mistake(
      name: "endless recursion", rule: "migration-closure-trapped", place: "deep(n + 1)",
      says: "calls itself without end", will: "print(deep(1))"),
    Mistake(
      name: "memory", rule: "migration-closure-out-of-memory", place: "all.append",
      says: "wanted more than 600 MB", options: ["--memory", "600"],
      will: "var all: [[Int]] = []\n"
        + "        while true { all.append(Array(repeating: 1, count: 1 << 20)) }"),
    Mistake(
      name: "old models in didMigrate", rule: "migration-closure-other-version",
      place: "let old = ", says: "'NotesSchemaV1_1.Note', a model of the old version",
      did: "let old = try context.fetch(FetchDescriptor<NotesSchemaV1_1.Note>())\n"
        + "        old.forEach { print($0) }"),
    Mistake(
      name: "new models in willMigrate", rule: "migration-closure-other-version",
      place: "context.insert(", says: "'NotesSchemaV2.Tag', a model of the new version",
      will: "context.insert(NotesSchemaV2.Tag(name: \"new\"))"),
    Mistake(
      name: "models of another version, and the error is dropped",
      rule: "migration-closure-other-version", place: "let none = ",
      says: "warning: 'willMigrate' of the stage",
      will: "let none = (try? context.fetch(FetchDescriptor<NotesSchemaV2.Note>())) ?? []\n"
        + "        print(none.count)"),
    Mistake(
      name: "exit", rule: "migration-closure-trapped", place: nil, says: "exit status 3",
      will: "exit(3)"),
    Mistake(
      name: "not saved", rule: "migration-changes-unsaved", place: "willMigrate: {",
      says: "changes to 20 objects", will: "for note in notes { note.level = 1 }"),
  ]

  /// One plan with all mistakes: the title of a note in the store says which of them it makes.
  @Sendable private static func makeAll(_ plan: String) -> String {
    func choose(_ schema: String, _ code: KeyPath<Mistake, String>) -> String {
      let cases = mistakes.filter { !$0[keyPath: code].isEmpty }.map {
        "      case \"\($0.name)\":\n        \($0[keyPath: code])\n"
      }
      return """
              let notes = try context.fetch(FetchDescriptor<\(schema).Note>())
              switch notes.map(\\.title).min() {
        \(cases.joined())
              case "-waits":
                while true { sleep(1) }
              default: break
              }
        """
    }
    return plan.withWillMigrate(choose("NotesSchemaV1_1", \.will))
      .withDidMigrate(choose("NotesSchemaV2", \.did)) + """

        enum Bad: Error { case number(Int) }
        func check(_ n: Int) throws {
          if n > 0 { throw Bad.number(n) }
        }
        func deep(_ n: Int) -> Int { n < 0 ? 0 : deep(n + 1) + 1 }

        """
  }

  @Test("each is explained at its place, and nothing is left behind", arguments: mistakes)
  func mistake(_ mistake: Mistake) throws {
    let fixture = try PlanFixture("mistakes", Self.makeAll)
    try fixture.change("UPDATE ZNOTE SET ZTITLE = 'z'")
    try fixture.change("UPDATE ZNOTE SET ZTITLE = '\(mistake.name)' WHERE Z_PK = 1")
    let before = try fixture.state()
    let result = fixture.migrate(mistake.options)
    #expect(result.code == 1)
    #expect(result.text.contains("[\(mistake.rule)]"), "\(result.text)")
    #expect(result.text.contains(mistake.says), "\(result.text)")
    if let place = mistake.place {
      let line = try fixture.line(of: place)
      #expect(
        result.text.contains("Sources/NotesMigrationPlan.swift:\(line):"), "\(line): \(result.text)"
      )
    }
    let after = try fixture.state()
    #expect(after.store == before.store)
    if result.text.contains("warning: ") {
      // Only a warning: the store is written, without them.
      #expect(try fixture.value("SELECT count(ZLEVEL) FROM ZNOTE") == "0")
    } else {
      #expect(after.names == before.names)
    }
  }

  @Test("Ctrl-C ends the closure and the migration", .enabled(if: PlanFixture.hasTool))
  func interrupt() throws {
    let fixture = try PlanFixture("mistakes", Self.makeAll)
    fixture.cache = fixture.folder.appending(path: "cache")
    try FileManager.default.createDirectory(at: fixture.cache, withIntermediateDirectories: false)
    try fixture.change("UPDATE ZNOTE SET ZTITLE = '-waits'")
    let before = try fixture.state()
    let tool = try fixture.start()
    var closures: [pid_t] = []
    for _ in 0..<1200 where closures.isEmpty {
      Thread.sleep(forTimeInterval: 0.05)
      closures = try fixture.processes()
    }
    // Until the program has come to its closure, which cannot tell anybody outside.
    Thread.sleep(forTimeInterval: 2)
    tool.deliver(SIGINT)
    #expect(tool.wait() == .exit(3))
    #expect(!closures.isEmpty)
    #expect(try fixture.processes().isEmpty)
    let after = try fixture.state()
    #expect(after.names == before.names && after.store == before.store)
  }

  @Test("what is missing is named, with the reason")
  func missing() throws {
    let fixture = try PlanFixture {
      "import UIKit\n"
        + $0.withWillMigrate("      print(LevelTable.all)")
        .withDidMigrate("      print(Palette.main)")
        + "\nenum Palette { static var main: UIColor { .red } }\n"
    }
    let before = try fixture.state()
    let result = fixture.migrate()
    #expect(result.code == 1)
    for (place, text) in [
      ("LevelTable", "no given file declares 'LevelTable'"),
      ("Palette.main", "it needs 'UIColor', which only Apple's systems have"),
    ] {
      let line = try fixture.line(of: place)
      let start = "Sources/NotesMigrationPlan.swift:\(line):"
      #expect(result.text.contains(start) && result.text.contains(text), "\(result.text)")
    }
    #expect(result.text.contains("[plan-does-not-compile]"))
    #expect(try fixture.state().names == before.names)
  }

  @Test("of a mistake in the syntax nothing else is said")
  func syntax() throws {
    let fixture = try PlanFixture {
      $0.withWillMigrate("      for note in [1] note.level = LevelTable.all }")
    }
    let result = fixture.migrate()
    #expect(result.code == 1)
    #expect(result.text.contains("expected ") && !result.text.contains("no given file"))
    #expect(result.text.contains("[plan-does-not-compile]"), "\(result.text)")
  }

  @Test("closures of stages that a store is past do not have to compile")
  func otherStages() throws {
    let fixture = try PlanFixture {
      $0.replacingOccurrences(of: "MigrationStage.lightweight(", with: "MigrationStage.custom(")
        .replacingOccurrences(
          of: "toVersion: NotesSchemaV1_1.self\n",
          with: "toVersion: NotesSchemaV1_1.self, willMigrate: { _ in Legacy.clean(Levels.all) }, "
            + "didMigrate: nil\n")
    }
    let broken = fixture.migrate()
    #expect(broken.code == 1 && broken.text.contains("no given file declares 'Legacy'"))
    let start = fixture.run([
      "migrate", fixture.path("old.store"), "--model", fixture.path("Sources"), "--to", "1.1.0",
      "--skip-closures", "-o", fixture.path("middle.store"),
    ])
    // Closures that did not run are a finding; the copy is written.
    #expect(start.code == 1 && start.text.contains("were not run"), "\(start.text)")
    let result = fixture.run([
      "migrate", fixture.path("middle.store"), "--model", fixture.path("Sources"), "-o",
      fixture.path("new.store"),
    ])
    #expect(result.code == 0, "\(result.text)")
    #expect(try fixture.value("SELECT count(ZLEVEL) FROM ZNOTE") == "20")
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
