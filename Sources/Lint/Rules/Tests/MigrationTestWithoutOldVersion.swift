internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds migration tests that only ever see the newest version.
struct MigrationTestWithoutOldVersion: SourceRule {
  static let info = RuleInfo(
    id: "migration-test-without-old-version", group: .tests, severity: .warning,
    summary: "a migration test never makes a store of an old version",
    why: "a plan that opens a new store runs no stage, so the test passes whatever the plan does",
    fix: "write a store with the oldest version first, or copy one that an old app wrote",
    limits: "tests that call functions or use files that may bring an old store are left alone",
    examples: .texts(
      in: TestText.migration,
      flagged: """
        @Test func migrates() throws {
          let url = URL.temporaryDirectory.appending(path: "notes.store")
          _ = try ↓ModelContainer(
            for: Schema(versionedSchema: V2.self), migrationPlan: Plan.self,
            configurations: ModelConfiguration(url: url))
        }
        ---
        final class PlanTests: XCTestCase {
          func testMigration() throws {
            let container = try ↓ModelContainer(for: V2.Note.self, migrationPlan: Plan.self)
            XCTAssertEqual(container.schema.entities.count, 1)
          }
        }
        ---
        @Test("migration plan works") func plan() throws {
          let schema = Schema(versionedSchema: V2.self)
          let url = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
          let container = try ↓ModelContainer(
            for: schema, migrationPlan: Plan.self,
            configurations: [ModelConfiguration(schema: schema, url: url)])
          let context = ModelContext(container)
          context.insert(V2.Note())
          try context.save()
          #expect(try context.fetchCount(FetchDescriptor<V2.Note>()) == 1)
        }
        """,
      clean: """
        \(TestText.onFile)
        ---
        @Test func migratesFixture() throws {
          let url = try copyOfFixture(named: "notes-1.0")
          _ = try ModelContainer(
            for: Schema(versionedSchema: V2.self), migrationPlan: Plan.self,
            configurations: ModelConfiguration(url: url))
        }
        ---
        @Test func planIsInOrder() { #expect(Plan.schemas.count == 2) }
        @Test func opensNew() throws {
          _ = try ModelContainer(for: V2.Note.self, migrationPlan: Plan.self)
        }
        """))

  static let nodes: [SyntaxKind] = [.functionDecl]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let test = MigrationTest(node, in: file), let container = test.migrating.first,
      test.containers.count == 1,
      case let versions = test.versions(in: file), versions.count > 1,
      MigrationTest.configuration(of: container)?.isInMemoryConfiguration != true
    else { return }
    let old = Set(versions.dropLast().map(\.lastPart))
    // Anything in the file that names an old version may make its store, in a 'setUp' for example.
    guard !file.tree.mentions(old), test.callsOnlyFrameworks else { return }
    report(
      "'\(test.function.name.text)' opens no store of an old version, so no stage runs",
      at: file.location(container))
  }
}

extension MigrationTest {
  /// Whether every function the test calls is known not to bring a store along.
  var callsOnlyFrameworks: Bool {
    !body.statements.hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self) else { return false }
      let name = call.name
      if name.first?.isUppercase ?? false { return false }
      return !Self.known.contains(name) && !name.hasPrefix("XCTAssert")
    }
  }

  private static let known: Set = [
    "appending", "appendingPathComponent", "insert", "save", "fetch", "fetchCount", "init",
    "removeItem", "defer", "uuidString",
  ]
}
