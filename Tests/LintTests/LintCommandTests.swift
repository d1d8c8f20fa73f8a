import Diagnostics
import Foundation
import Lint
import Testing

@testable import DoctorCLI

/// `lint` and `freeze` as a user runs them, in a folder of their own.
@Suite struct LintCommandTests {
  private static let trip = """
    @Model class Trip { var name = ""; var stops: [Stop] = [] }
    @Model class Stop { var place = "" }

    """

  private static func plan(_ second: String) -> String {
    """
    enum V1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Note.self] }
      @Model final class Note { var title = ""; init() {} }
    }
    enum V2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [Note.self] }
      @Model final class Note { \(second); init() {} }
    }
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
      static let stages = [MigrationStage.lightweight(fromVersion: V1.self, toVersion: V2.self)]
    }
    """
  }

  @Test func exitCodesAreThoseOfTheContract() throws {
    let folder = try LintFolder(["Trip.swift": Self.trip, "Clean.swift": "let a = 1\n"])
    #expect(folder.run("lint {}/Clean.swift").code == 0)
    #expect(folder.run("lint {}").code == 1)
    #expect(folder.run("lint {} --fail-on error").code == 0)
    #expect(folder.run("lint {} --cloudkit maybe").code == 2)
    #expect(folder.run("lint {}/nowhere").code == 3)
    #expect(folder.run("info {}/Clean.swift --format sarif").code == 2)
    let empty = try LintFolder([:])
    #expect(empty.run("lint {}").code == 3)
  }

  /// A file that was not read is no clean file.
  @Test func unreadFilesAreNamed() throws {
    let deep = "@Model class A { var a = " + String(repeating: "(", count: 500) + "\n"
    let folder = try LintFolder([
      "Deep.swift": deep, "Clean.swift": "let a = 1\n",
      "App.xcdatamodeld/App.xcdatamodel/contents": "<<<<<<< ours\n<model>\n",
    ])
    let result = folder.run("lint {} --quiet")
    #expect(result.code == 3)
    #expect(result.text.contains("Deep.swift: the file is nested too deeply"), "\(result.text)")
    #expect(result.text.contains("App.xcdatamodel"), "\(result.text)")
    try folder.write(".storedoctor.yml", "exclude: [Deep.swift, App.xcdatamodeld]\n")
    #expect(folder.run("lint {} --quiet").code == 0)
  }

  @Test(arguments: [
    ("rulez:\n  a: off", "1: there is no key 'rulez'; did you mean 'rules'?"),
    ("rules:\n  mising-inverse: off", "2: there is no rule 'mising-inverse'; did you mean"),
    ("rules:\n  missing-inverse: loud", "2: 'loud' is no value for 'missing-inverse'"),
    ("exclude:\n\t- a", "2: a tab in the indentation"),
    ("exclude: {a: b}", "1: '{' begins a form of YAML that is not supported"),
    ("exclude: &anchor a", "1: '&' begins a form of YAML"),
    ("cloudkit: maybe", "1: 'maybe' is no value for cloudkit"),
    ("paths: a\npaths: b", "2: the key 'paths' is there twice"),
    ("just words", "1: 'just words' is not 'key: value'"),
  ])
  func configurationErrorsNameTheLine(_ text: String, _ expected: String) throws {
    let folder = try LintFolder(["Trip.swift": Self.trip, ".storedoctor.yml": text])
    let result = folder.run("lint {}")
    #expect(result.code == 2)
    #expect(result.text.contains(".storedoctor.yml:\(expected)"), "\(result.text)")
  }

  @Test func configurationIsFoundAboveAndApplied() throws {
    let folder = try LintFolder([
      "Sources/App/Trip.swift": Self.trip, "Sources/Made/Gen.swift": Self.trip,
      ".storedoctor.yml": """
      # how we lint
      rules:
        missing-inverse: error   # we sync
      exclude: ["Sources/Made"]
      paths:
      - Sources
      """,
    ])
    let result = folder.run("lint {}/Sources/App --format json")
    #expect(result.text.contains("\"severity\": \"error\""))
    #expect(!folder.run("lint {}/Sources").text.contains("Gen.swift"))
    #expect(folder.run("lint --config {}/.storedoctor.yml").code == 1)
    let off = try LintFolder([
      "Trip.swift": Self.trip, ".storedoctor.yml": "rules:\n  missing-inverse: off\n",
    ])
    #expect(off.run("lint {}").code == 0)
  }

  @Test func aMissingFileChangesNoTypes() throws {
    let version = """
      enum V# : VersionedSchema {
        static let versionIdentifier = Schema.Version(#, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self, Tag.self] }
        @Model final class Note { var tags: [Tag] = []; init() {} }
      """
    let tag = "  @Model final class Tag { var note: Note?; init() {} }\n}\n"
    let files = [
      "V1.swift": "import SwiftData\n" + version.replacingOccurrences(of: "#", with: "1") + tag,
      "V2.swift": "import SwiftData\n" + version.replacingOccurrences(of: "#", with: "2") + "}\n",
      "Plan.swift": """
      import SwiftData
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static let stages = [MigrationStage.lightweight(fromVersion: V1.self, toVersion: V2.self)]
      }
      """,
    ]
    let result = try LintFolder(files).run("lint {}")
    #expect(!result.text.contains("type-change"), "\(result.text)")
  }

  @Test func baselineKeepsOldFindingsQuiet() throws {
    let folder = try LintFolder(["Trip.swift": Self.trip])
    #expect(folder.run("lint {} --baseline {}/known.txt").code == 3)
    #expect(folder.run("lint {} --baseline {}/known.txt --update-baseline").code == 0)
    #expect(folder.run("lint {} --baseline {}/known.txt").code == 0)
    // Lines above move everything; nothing of it is new.
    try folder.write("Trip.swift", "// one\n// two\n" + Self.trip)
    #expect(folder.run("lint {} --baseline {}/known.txt").code == 0)
    try folder.write(
      "Trip.swift", Self.trip + "@Model class Log { var trips: [Trip] = [] }\n")
    let result = folder.run("lint {} --baseline {}/known.txt")
    #expect(result.code == 1)
    #expect(result.text.contains("'Log.trips'") && !result.text.contains("'Trip.stops'"))
    try folder.write("Trip.swift", "let a = 1\n")
    #expect(folder.run("lint {} --baseline {}/known.txt").text.contains("no longer match anything"))
    try folder.write("known.txt", "nonsense\n")
    #expect(folder.run("lint {} --baseline {}/known.txt").code == 2)
  }

  /// What is made is what was meant, still parses, and a second run has nothing to do.
  @Test(arguments: [
    (
      """
      @Model class Trip {
        @Relationship(inverse: \\Stop.trip) var stops: [Stop] = []
        init() {}
      }
      @Model class Stop { var trip: Trip?; init() {} }
      let a = #Predicate<Trip> { $0.stops.isEmpty == false && true }
      let b = #Predicate<Trip> { $0.stops.isEmpty == true }

      """, ["{ !$0.stops.isEmpty && true }", "{ $0.stops.isEmpty }"]
    ),
    (
      """
      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
        @Model class Note { var title = ""; init() {} }
      }
      enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
        @Model class Note { var title = ""; var words = 0; init() {} }
      }
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static var stages: [MigrationStage] { [stage] }
        static let stage = MigrationStage.custom(
          fromVersion: V1.self, toVersion: V2.self,
          willMigrate: { context in
            try? context.save()
          }, didMigrate: nil)
      }

      """, ["      try context.save()"]
    ),
  ])
  func obviousChangesAreMadeOnce(_ text: String, _ expected: [String]) throws {
    let folder = try LintFolder(["Trip.swift": text])
    _ = folder.run("lint {} --fix")
    let fixed = try folder.read("Trip.swift")
    for line in expected { #expect(fixed.contains(line), "\(fixed)") }
    #expect(!folder.run("lint {}").text.contains("syntax"))
    #expect(folder.run("lint {} --diff").code == 0)
    _ = folder.run("lint {} --fix")
    #expect(try folder.read("Trip.swift") == fixed)
  }

  @Test func safeChangesAreShownAndMade() throws {
    let text = """
      @Model class Trip {
        // storedoctor:ignore[missing-inverse] not needed any more
        var name = ""
      }

      """
    let folder = try LintFolder(["Trip.swift": text])
    let diff = folder.run("lint {} --diff")
    #expect(diff.code == 1)
    #expect(diff.text.contains("-  // storedoctor:ignore[missing-inverse]"))
    #expect(try folder.read("Trip.swift") == text)
    #expect(folder.run("lint {} --fix").code == 0)
    #expect(try folder.read("Trip.swift") == "@Model class Trip {\n  var name = \"\"\n}\n")
    #expect(folder.run("lint {} --diff").code == 0)
  }

  @Test(arguments: [
    ("@Relationship(inverse: \\A.b) var a: A?", "@Relationship var a: A?"),
    (
      "@Relationship(deleteRule: .cascade, inverse: \\A.b) var a: A?",
      "@Relationship(deleteRule: .cascade) var a: A?"
    ),
    (
      "@Relationship(originalName: \"x\",\n    inverse: \\A.b)  // back\n  var a: A?",
      "@Relationship(originalName: \"x\")  // back\n  var a: A?"
    ),
    (
      "@Relationship(inverse: \\A.b, hashModifier: \"1\") var a: A?",
      "@Relationship(hashModifier: \"1\") var a: A?"
    ),
  ])
  func secondInverseIsRemoved(_ written: String, _ fixed: String) throws {
    let start =
      "@Model class A {\n  @Relationship(inverse: \\B.a) var b: B?\n}\n@Model class B {\n  "
    let folder = try LintFolder(["Models.swift": start + written + "\n}\n"])
    #expect(folder.run("lint {} --fix").code == 0)
    #expect(try folder.read("Models.swift") == start + fixed + "\n}\n")
  }

  @Test func frozenVersionsAreChecked() throws {
    let folder = try LintFolder(["Plan.swift": Self.plan("var title = \"\"; var text: String?")])
    let lock = "--lock {}/storedoctor.lock"
    #expect(folder.run("freeze --check --model {} \(lock)").code == 3)
    #expect(folder.run("freeze --model {} \(lock)").code == 0)
    #expect(folder.run("freeze --check --model {} \(lock)").code == 0)
    let written = try folder.read("storedoctor.lock")
    #expect(written.contains("\"title\": \"String\""))
    try folder.write("Plan.swift", Self.plan("var title = \"\"; var text: String = \"\""))
    let result = folder.run("freeze --check --model {} \(lock)")
    #expect(result.code == 1)
    #expect(result.text.contains("'Note.text' of 'V2'"), "\(result.text)")
    #expect(folder.run("freeze --model {} \(lock)").code == 1)
    #expect(try folder.read("storedoctor.lock") == written)
    #expect(folder.run("freeze --model {} \(lock) --replace").code == 0)
    #expect(folder.run("freeze --check --model {} \(lock)").code == 0)
    try folder.write("storedoctor.lock", "{\"format\": 1}")
    #expect(folder.run("freeze --check --model {} \(lock)").code == 2)
  }

  /// The hash of what Apple's frameworks alone know is unknown, and the shape is the same all the same.
  @Test func whatHasTheShapeOfItsLockIsAsItShipped() throws {
    let members =
      "var title = \"\"; var page: URL?; var width: CGFloat = 0; var other: [Thing] = []"
    let folder = try LintFolder(["Plan.swift": Self.plan(members)])
    let lock = "--lock {}/storedoctor.lock"
    #expect(folder.run("freeze --model {} \(lock)").code == 0)
    let same = folder.run("freeze --check --model {} \(lock)")
    #expect(same.code == 0 && !same.text.contains("Unknown"), "\(same.text)")
    try folder.write(
      "Plan.swift", Self.plan(members.replacingOccurrences(of: "URL?", with: "URL = a")))
    let edited = folder.run("freeze --check --model {} \(lock)")
    #expect(edited.code == 1 && edited.text.contains("'Note.page' of 'V2'"), "\(edited.text)")
  }

  /// Root opens every folder.
  @Test(.enabled(if: geteuid() != 0, "run as root"))
  func aFolderThatCannotBeOpenedIsNamed() throws {
    let folder = try LintFolder(["Plan.swift": Self.plan("var title = \"\""), "b/C.swift": ""])
    let closed = folder.root.appending(path: "b").path
    chmod(closed, 0)
    defer { chmod(closed, 0o755) }
    let result = folder.run("lint {}")
    #expect(result.code == 3)
    #expect(result.text.contains("b: the folder was not read"), "\(result.text)")
  }

  @Test(arguments: [
    ("Preview Content/Notes.swift", true), ("NoteList+Previews.swift", true),
    ("PreviewContainer.swift", true), ("Notes.swift", false), ("PreviewView.swift", false),
  ])
  func whatOnlyTheCanvasRunsMayBeSlow(_ path: String, isPreview: Bool) throws {
    let folder = try LintFolder([
      path: """
      import SwiftData
      @Model final class Note { var title = ""; init() {} }
      func count(_ context: ModelContext) throws -> Int {
        try context.fetch(FetchDescriptor<Note>()).count
      }
      """
    ])
    #expect(folder.run("lint {}").text.contains("[whole-rows-for-count]") == !isPreview)
  }

  @Test func versionsThatWereNotSeenAreNotUnchanged() throws {
    let folder = try LintFolder(["Plan.swift": Self.plan("var title = \"\"")])
    let lock = "--lock {}/storedoctor.lock"
    #expect(folder.run("freeze --model {} \(lock)").code == 0)
    try folder.write(
      "Plan.swift", "import SwiftData\n@Model class Other { var a = 0; init() {} }\n")
    let result = folder.run("freeze --check --model {} \(lock)")
    #expect(result.code == 1)
    #expect(
      result.text.contains("none of the models given has this plan of 'V1'"), "\(result.text)")
    #expect(!result.text.contains("unchanged"), "\(result.text)")
  }
}
