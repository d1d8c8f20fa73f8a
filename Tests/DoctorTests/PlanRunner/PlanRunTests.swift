import Diagnostics
import Foundation
import StoreDoctor
import Testing

@testable import DoctorCLI

@Suite("Running the closures of a plan", .serialized, .enabled(if: PlanFixture.isAvailable))
struct PlanRunTests {
  @Test("the sample's plan runs unchanged from its first version to its last")
  func sample() throws {
    let fixture = try PlanFixture()
    let before = try fixture.state()
    let result = fixture.migrate(["--trace=\(fixture.path("trace.jsonl"))"])
    #expect(result.code == 0, "\(result.text)")
    #expect(
      try fixture.value("SELECT DISTINCT Z_PK % 3, ZLEVEL FROM ZNOTE ORDER BY 1") == "0|0,1|1,2|2")
    #expect(try fixture.value("SELECT count(*) FROM ZNOTE") == "20")
    #expect(try fixture.state().store == before.store)
    #expect(result.text.contains("willMigrate  1 fetch"))
    let trace = try String(contentsOfFile: fixture.path("trace.jsonl"), encoding: .utf8)
    let saves = trace.split(separator: "\n").filter {
      $0.contains("\"purpose\":\"save\",\"stage\":\"NotesSchemaV1_1 to NotesSchemaV2\"")
    }
    #expect(saves.count >= 20)
    // The result is a store like any other.
    #expect(fixture.run(["check", fixture.path("new.store")]).code == 0)
  }

  @Test("the plan may be private and name its own module")
  func ownModule() throws {
    let fixture = try PlanFixture { plan in
      plan.replacingOccurrences(
        of: "enum NotesMigrationPlan", with: "private enum NotesMigrationPlan"
      ).replacingOccurrences(
        of: "FetchDescriptor<NotesSchemaV1_1", with: "FetchDescriptor<NotesApp.NotesSchemaV1_1")
    }
    let first = fixture.folder.appending(path: "Sources/NotesSchemaV1_1.swift")
    let text = try String(contentsOf: first, encoding: .utf8)
    try text.replacingOccurrences(of: "Note.self", with: "NotesApp.NotesSchemaV1_1.Note.self")
      .write(to: first, atomically: true, encoding: .utf8)
    let result = fixture.migrate()
    #expect(result.code == 0, "\(result.text)")
    #expect(
      try fixture.value("SELECT DISTINCT Z_PK % 3, ZLEVEL FROM ZNOTE ORDER BY 1") == "0|0,1|1,2|2")
  }

  @Test("stages between private versions are found")
  func privateVersions() throws {
    let fixture = try PlanFixture { plan in
      plan.replacingOccurrences(
        of: "enum NotesMigrationPlan", with: "private enum NotesMigrationPlan"
      ).replacingOccurrences(of: "NotesSchemaV2.self", with: "Newest.self") + """

        private enum Newest: VersionedSchema {
          static let versionIdentifier = Schema.Version(3, 0, 0)
          static var models: [any PersistentModel.Type] { NotesSchemaV2.models }
        }
        """
    }
    let result = fixture.migrate()
    #expect(result.code == 0, "\(result.text)")
    #expect(result.text.contains("willMigrate  1 fetch"))
  }

  @Test("files and keys are the run's own, and an own logger may wrap Apple's")
  func surroundingsOfAnApp() throws {
    let fixture = try PlanFixture { plan in
      "import os\nimport Security\n"
        + plan.withWillMigrate(
          """
                let folders = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)
                let file = folders[0].appendingPathComponent("levels.txt")
                let group = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "g")
                try Data("kept".utf8).write(to: file)
                let own = [file, group!].allSatisfy { $0.path.contains("/.partial-") && $0.path.contains("-plan/") }
                let key: [String: Any] = [
                  kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: "a",
                ]
                let added = key.merging([kSecValueData as String: Data("secret".utf8)]) { $1 }
                let places = ["en_US", "de_DE"].map { Locale(identifier: $0) }
                print("in", places.map { UnitMass(forLocale: $0).symbol })
                var item: CFTypeRef?
                print("own", own, SecItemAdd(added as CFDictionary, nil) == errSecSuccess)
                let query = key.merging([kSecReturnData as String: true]) { $1 }
                let status = SecItemCopyMatching(query as CFDictionary, &item)
                let store = NSUbiquitousKeyValueStore.default
                DispatchQueue.concurrentPerform(iterations: 200) { number in
                  store.set(number, forKey: "\\(number)")
                  let other: [String: Any] = [kSecAttrAccount as String: "\\(number)"]
                  _ = SecItemAdd(other as CFDictionary, nil)
                }
                let kept = (0..<200).allSatisfy { number in
                  let other: [String: Any] = [kSecAttrAccount as String: "\\(number)"]
                  return store.object(forKey: "\\(number)") as? Int == number
                    && SecItemDelete(other as CFDictionary) == errSecSuccess
                }
                print("kept by threads", kept)
                switch OSLogType.error {
                case .error: print("on a Mac", ProcessInfo.processInfo.isiOSAppOnMac)
                default: print("no error")
                }
                print("same folder", URL.documentsDirectory.path == folders[0].path)
                for folder in [URL.documentsDirectory, .cachesDirectory, .libraryDirectory] {
                  try Data([1]).write(to: folder.appending(path: "x"), options: .atomicWrite)
                }
                print("vendor", UIDevice.current.identifierForVendor?.uuidString ?? "unknown")
                Logger.say("key \\(status) \\(String(decoding: item as? Data ?? Data(), as: UTF8.self))")
          """) + """

          enum Logger {
            private static let system = os.Logger(subsystem: "notes", category: "migration")
            static func say(_ text: String) { system.notice("\\(text, privacy: .public)") }
          }
          """
    }
    let result = fixture.migrate()
    // It asks for the device.
    #expect(result.code == 1, "\(result.text)")
    #expect(result.text.contains("own true true\n"), "\(result.text)")
    #expect(result.text.contains("in [\"lb\", \"kg\"]\n"), "\(result.text)")
    #expect(result.text.contains("kept by threads true\n"), "\(result.text)")
    #expect(result.text.contains("on a Mac false\n"), "\(result.text)")
    #expect(result.text.contains("same folder true\n"), "\(result.text)")
    #expect(result.text.contains("vendor unknown\n"), "\(result.text)")
    #expect(
      result.text.contains(
        "asked for 'UIDevice.identifierForVendor', which is nil here, and something else on each device"
      ),
      "\(result.text)")
    #expect(result.text.contains("key 0 secret\n"), "\(result.text)")
  }

  @Test("the plan runs amid an app, and is compiled once")
  func surroundings() throws {
    let fixture = try PlanFixture { plan in
      "import SwiftUI\nimport OSLog\n"
        // Values are carried from one closure to the next in a variable.
        + plan.withWillMigrate(
          """
                for note in try context.fetch(FetchDescriptor<NotesSchemaV1_1.Note>()) {
                  carried[note.id] = note.importance.count
                }
          """
        ).withDidMigrate(
          """
                for note in try context.fetch(FetchDescriptor<NotesSchemaV2.Note>()) {
                  note.level = carried[note.id]
                }
                try context.save()
                log.info("done \\(1)")
                keepScreen(on: true)
                print("moved", Note.self)
          """)
          + """

          var carried: [UUID: Int] = [:]
          func keepScreen(on: Bool) {
            UIApplication.shared.isIdleTimerDisabled = on
            print("screen", on)
          }
          private let log = Logger(subsystem: "notes", category: "migration")
          struct NoteRow: View { let note: Note; var body: some View { Text(note.title) } }
          extension NotesSchemaV2.Note { var color: Color { isPinned ? .red : .blue } }
          @main struct NotesApp: App { var body: some Scene { WindowGroup { } } }
          #Preview { Text("") }
          """
    }
    // Both sides of a relationship name the other one.
    let schema = fixture.folder.appending(path: "Sources/NotesSchemaV2.swift")
    let text = try String(contentsOf: schema, encoding: .utf8)
    try text.replacingOccurrences(
      of:
        "    var notes: [Note] = []\n\n    init(name: String) {\n      self.name = name\n    }\n  }\n}",
      with: "    @Relationship(inverse: \\Note.tags) var notes: [Note] = []\n"
        + "    init(name: String) {\n      self.name = name\n    }\n  }\n}"
    ).write(to: schema, atomically: true, encoding: .utf8)
    fixture.cache = fixture.folder.appending(path: "cache")
    let result = fixture.migrate()
    #expect(result.code == 0, "\(result.text)")
    #expect(result.text.contains("done 1"))
    #expect(result.text.contains("screen true"), "\(result.text)")
    #expect(
      try fixture.value("SELECT DISTINCT Z_PK % 3, ZLEVEL FROM ZNOTE ORDER BY 1") == "0|3,1|6,2|4")
    let programs = try fixture.programs()
    #expect(programs.count == 1)
    let again = fixture.migrate()
    // What was compiled again would have another time or name.
    #expect(try fixture.programs() == programs)
    #expect(again.text.contains("\nmoved Note\n"), "\(again.text)")
  }

  @Test("what is counted before and after a stage includes the work of its closures")
  func counts() throws {
    let removal = """
            for note in try context.fetch(FetchDescriptor<NotesSchemaV1_1.Note>()).prefix(3) {
              context.delete(note)
            }
            try context.save()
      """
    let fixture = try PlanFixture { plan in
      plan.withWillMigrate(removal).withDidMigrate(
        removal.replacingOccurrences(of: "V1_1", with: "V2")
          .replacingOccurrences(of: "3", with: "1"))
    }
    let result = fixture.migrate()
    #expect(result.code == 0, "\(result.text)")
    #expect(result.text.contains(/\nNote +20 +16 +4\n/), "\(result.text)")
  }

  @Test("defaults that only the app's code makes are asked of it")
  func codedDefaults() throws {
    let fixture = try PlanFixture {
      $0 + "\nfunc madeOrigin() -> String { \"import \" + \"\\(6 * 7)\" }\n"
    }
    let schema = fixture.folder.appending(path: "Sources/NotesSchemaV2.swift")
    let text = try String(contentsOf: schema, encoding: .utf8)
    let start = try #require(text.firstRange(of: "final class Note {")).upperBound
    try (text[..<start] + "\n    var origin: String = madeOrigin()\n" + text[start...])
      .write(to: schema, atomically: true, encoding: .utf8)
    let result = fixture.migrate()
    #expect(result.code == 0, "\(result.text)")
    #expect(try fixture.value("SELECT DISTINCT ZORIGIN FROM ZNOTE") == "import 42")
    let plan = fixture.run(
      ["plan", fixture.path("old.store"), "--model", fixture.path("Sources"), "--quiet"])
    #expect(plan.code == 0, "\(plan.text)")
  }

  @Test("what every app has is there: an identifier, a version, a folder of its group, free space")
  func bundle() throws {
    let fixture = try PlanFixture { plan in
      plan.withWillMigrate(
        """
              let folder = FileManager.default
                .containerURL(forSecurityApplicationGroupIdentifier: "group.notes")!
              try Data("x".utf8).write(to: folder.appendingPathComponent("mark"))
              let version = Bundle.main.infoDictionary!["CFBundleShortVersionString"] as! String
              UserDefaults.standard.setValue(version, forKey: Bundle.main.bundleIdentifier!)
              let found = UserDefaults.standard.value(forKey: Bundle.main.bundleIdentifier!)
              Logger.plan.info("version \\(found as! String)")
              let free = try folder.resourceValues(
                forKeys: [.volumeAvailableCapacityForImportantUsageKey]
              ).volumeAvailableCapacityForImportantUsage
              guard let free, free > 0 else { throw CocoaError(.fileWriteOutOfSpace) }
              Usage.shared.signal("migrated", values: ["free": 1])
        """)
          + """

          extension Logger {
            static let plan = Logger(subsystem: Bundle.main.bundleIdentifier!, category: "plan")
          }
          """
    }
    let result = fixture.migrate()
    #expect(result.code == 0, "\(result.text)")
    #expect(result.text.contains("version 1.0"))
  }

  /// Which targets these are, the files do not show: elsewhere the compiler refuses such code.
  @Test("the main actor's code is called as in a target whose declarations are its by default")
  func mainByDefault() throws {
    let fixture = try PlanFixture { plan in
      plan.withWillMigrate(
        """
              let lock = OSAllocatedUnfairLock()
              for note in try context.fetch(FetchDescriptor<NotesSchemaV1_1.Note>()) {
                lock.withLock { Filling.fill(note) }
              }
              try context.save()
        """)
          + """

          @MainActor enum Filling {
            static func fill(_ note: NotesSchemaV1_1.Note) { note.level = 7 }
          }
          """
    }
    let result = fixture.migrate()
    #expect(result.code == 0, "\(result.text)")
    #expect(try fixture.value("SELECT DISTINCT ZLEVEL FROM ZNOTE") == "7")
  }

  @Test("without a compiler, only plans with closures are refused")
  func withoutCompiler() throws {
    let fixture = try PlanFixture()
    let out = ["migrate", fixture.path("old.store"), "--model", fixture.path("Sources"), "-o"]
    let tool = { (words: [String]) in
      let output = ByteOutput()
      let console = Console(out: output, err: output, environment: ["PATH": "/nowhere"])
      return (CommandLineTool(console: console, input: GivenLines("")).run(words), output.text)
    }
    let (code, text) = tool(out + [fixture.path("new.store")])
    #expect(code == 3)
    #expect(text.contains("no Swift compiler is installed"))
    #expect(tool(out + [fixture.path("new.store"), "--to", "1.1.0"]).0 == 0)
  }
}
