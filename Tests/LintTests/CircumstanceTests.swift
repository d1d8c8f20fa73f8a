import Foundation
import Testing

@testable import DoctorCLI
@testable import Lint

/// The same code is a mistake in one place and none in another: where it runs, how often, and whose type
/// it names.
@Suite struct CircumstanceTests {
  private static let model = """
    import SwiftData
    @Model final class Folder { var date = 0; var notes: [Note] = []; init() {} }
    @Model final class Note {
      var title = ""
      var date: Int?
      @Relationship(inverse: \\Folder.notes) var folder: Folder?
      init() {}
    }
    """

  private func count(_ rule: String, _ files: [String: String]) throws -> Int {
    let text = try LintFolder(files).run("lint {}").text
    return text.components(separatedBy: "[\(rule)]").count - 1
  }

  private func count(_ rule: String, code: String, at path: String = "App/Code.swift") throws -> Int
  {
    try count(
      rule, ["App/Model.swift": Self.model, path: "import Foundation\nimport SwiftData\n" + code])
  }

  @Test(
    arguments: [
      ("if ProcessInfo.processInfo.arguments.contains(\"-reset\") { SAVE }", 0),
      ("if ProcessInfo.processInfo.environment[\"SEED\"] != nil { SAVE }", 0),
      ("if isUITesting { SAVE }", 0), ("if app.isUITesting, isNew { SAVE }", 0),
      ("if UITestSetup.isWanted { SAVE }", 0),
      ("if CommandLine.arguments.contains(\"--ui-tests\") { SAVE }", 0),
      ("if let seed = ProcessInfo.processInfo.environment[\"SEED\"] { SAVE; print(seed) }", 0),
      ("if CommandLine.arguments.contains(\"--import\") { SAVE }", 1),
      ("if let found = context.registeredModel(for: id) as Note? { SAVE; print(found) }", 1),
      ("switch mode { case .preview: SAVE default: break }", 0),
      ("if !isUITesting { SAVE }", 1), ("if isNew || isUITesting { SAVE }", 1),
      ("if isUITesting { print(1) } else { SAVE }", 1),
      ("if ProcessInfo.processInfo.environment[\"XCTest\"] == nil { SAVE }", 1),
      ("switch mode { case .preview, .normal: SAVE default: break }", 1),
      ("if ProcessInfo.processInfo.isLowPowerModeEnabled { SAVE }", 1), ("SAVE", 1),
    ])
  func whatATestRunAsksForIsNoMistakeOfTheApp(_ code: String, _ expected: Int) throws {
    let save = code.replacingOccurrences(of: "SAVE", with: "try? context.save()\n")
    #expect(
      try count("swallowed-store-error", code: "func keep(_ context: ModelContext) { \(save) }")
        == expected, "\(code)")
  }

  @Test(
    arguments: [
      ("setupTestData", 0), ("seedForUITests", 0), ("fillForTesting", 0), ("saveTest", 1),
      ("keepLatestData", 1), ("keepTestResults", 1),
    ])
  func aFunctionSaysThatItIsForTests(_ name: String, _ expected: Int) throws {
    let code = "func \(name)(_ context: ModelContext) { try? context.save() }"
    #expect(try count("swallowed-store-error", code: code) == expected, "\(name)")
  }

  private static func loop(in declaration: String, _ name: String) -> String {
    """
    \(declaration) {
      let context: ModelContext
      init(context: ModelContext) { self.context = context }
      func \(name)(_ titles: [String]) throws {
        for title in titles {
          print(try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.title == title })))
        }
      }
    }
    """
  }

  @Test(
    arguments: [
      ("final class Store", "migrateOldNotes", 0), ("final class Store", "runLegacyMigration", 0),
      ("final class NoteMigrator", "run", 0), ("final class NoteMigrationService", "run", 0),
      ("final class TagBackfiller", "run", 0), ("final class Store", "backfillTitles", 0),
      ("final class Store", "refresh", 1), ("final class Store", "showMigrationState", 1),
      ("final class MigratingBirds", "find", 1),
    ])
  func whatRunsOncePerInstallationMayTakeItsTime(
    _ type: String, _ name: String, _ expected: Int
  ) throws {
    #expect(
      try count("fetch-in-loop", code: Self.loop(in: type, name)) == expected, "\(type).\(name)")
  }

  @Test(
    arguments: [
      ("App/TitleBackfill.swift", 0), ("App/LegacyMigration.swift", 0),
      ("App/UpgradeV1ToV2.swift", 0), ("App/UpgradeToPro.swift", 1),
      ("App/BirdMigrationView.swift", 1), ("Migrations/Titles.swift", 1),
    ])
  func aFileIsCalledAfterWorkThatIsDoneOnce(_ path: String, _ expected: Int) throws {
    let code = Self.loop(in: "final class Titles", "complete")
    #expect(try count("fetch-in-loop", code: code, at: path) == expected, "\(path)")
  }

  @Test func aCaseIsNoCall() throws {
    func code(_ use: String) -> String {
      """
      enum Change { case drop(String), keep }
      struct Store {
        let context: ModelContext
        func drop(_ title: String) throws {
          print(try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.title == title })))
        }
        func apply(_ changes: [Change]) throws {
          for change in changes {
            switch change {
            case .drop(let title): \(use)
            case .keep: break
            }
          }
        }
      }
      """
    }
    #expect(try count("fetch-in-loop", code: code("print(title)")) == 0)
    #expect(try count("fetch-in-loop", code: code("try drop(title)")) == 1)
  }

  @Test(arguments: [("MLX", 0), ("SwiftData", 1)])
  func theImportSaysWhoseTypeItIs(_ module: String, _ expected: Int) throws {
    let found = try count(
      "unknown-configuration-argument",
      [
        "App/Model.swift": Self.model,
        "App/Plugin.swift":
          "import \(module)\nlet made = ModelConfiguration(directory: \"a\", tools: 3)\n",
      ])
    #expect((found > 0) == (expected > 0))
  }

  @Test(
    arguments: [
      (".none", 1), ("syncs ? .private(\"iCloud.a\") : .none", 0),
      ("syncs ? .automatic : .none", 0), (".automatic", 0), ("chosen", 0),
    ])
  func onePlaceSaysWhetherAStoreIsMirrored(_ database: String, _ expected: Int) throws {
    let found = try count(
      "optional-many-to-many",
      [
        "App.swift": """
        import SwiftData
        @Model class Note { @Relationship(inverse: \\Tag.notes) var tags: [Tag] = []; init() {} }
        @Model class Tag { var notes: [Note]?; init() {} }
        func open(_ syncs: Bool) throws -> ModelContainer {
          try ModelContainer(
            for: Note.self, configurations: ModelConfiguration(cloudKitDatabase: \(database)))
        }
        """
      ])
    #expect(found == expected, "\(database)")
  }

  @Test(
    arguments: [
      ("$0.date ?? $0.folder?.date ?? 0", 0), ("$0.folder?.date ?? $0.date ?? 0", 1),
    ])
  func whatIsReadInsteadIsReadSeldom(_ value: String, _ expected: Int) throws {
    let code = """
      func sum(_ context: ModelContext) throws -> [Int] {
        try context.fetch(FetchDescriptor<Note>()).map { \(value) }
      }
      """
    #expect(try count("n-plus-one", code: code) == expected, "\(value)")
  }

  @Test func aWidgetTakesItsValuesFromItsTimeline() throws {
    func text(_ provider: String) throws -> String {
      let code = """
        import SwiftUI
        import WidgetKit
        import SwiftData
        \(provider)
        final class Source {
          static let shared = Source()
          let context: ModelContext
          init(context: ModelContext) { self.context = context }
          func titles() -> [String] {
            ((try? context.fetch(FetchDescriptor<Note>())) ?? []).map(\\.title)
          }
        }
        struct Board: View {
          let source: Source
          var body: some View { Text(source.titles().joined()) }
        }
        """
      return try LintFolder(["App/Model.swift": Self.model, "App/Board.swift": code])
        .run("lint {}").text
    }
    let widget = try text("struct Provider: TimelineProvider {}")
    #expect(widget.contains("in the timeline provider"), "\(widget)")
    #expect(try text("").contains("use @Query"))
  }
}
