internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds migration tests that have nothing to migrate.
struct InMemoryMigrationTest: SourceRule {
  static let info = RuleInfo(
    id: "in-memory-migration-test", group: .tests, severity: .warning,
    summary: "a migration test opens its store in memory",
    why: "a store in memory is new each time it is opened, so no stage runs and the test passes "
      + "whatever the plan does",
    fix: "write the old version to a file in a temporary folder, close it, and open that file with "
      + "the plan",
    limits: "plans of one version, and plans outside the given paths, are left alone",
    examples: .texts(
      in: TestText.migration,
      flagged: """
        @Test func migrates() throws {
          let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
          _ = try ↓ModelContainer(
            for: Schema(versionedSchema: V2.self), migrationPlan: Plan.self,
            configurations: configuration)
        }
        ---
        final class PlanTests: XCTestCase {
          func testMigrationFromV1() throws {
            _ = try ↓ModelContainer(
              for: V2.Note.self, migrationPlan: Plan.self,
              configurations: ModelConfiguration(isStoredInMemoryOnly: true))
          }
        }
        ---
        @Test func migrationKeepsTitles() throws {
          let memory = ModelConfiguration(isStoredInMemoryOnly: true)
          let old = try ModelContainer(for: Schema(versionedSchema: V1.self), configurations: memory)
          old.mainContext.insert(V1.Note())
          try old.mainContext.save()

          let new = try ↓ModelContainer(
            for: Schema(versionedSchema: V2.self), migrationPlan: Plan.self,
            configurations: [memory])
          #expect(try new.mainContext.fetch(FetchDescriptor<V2.Note>()).count == 1)
          _ = try ModelContainer(
            for: Schema(versionedSchema: V2.self), migrationPlan: Plan.self, configurations: memory)
        }
        """,
      clean: """
        \(TestText.onFile)
        ---
        @Test func countsNotes() throws {
          let memory = ModelConfiguration(isStoredInMemoryOnly: true)
          _ = try ModelContainer(
            for: Schema(versionedSchema: V2.self), migrationPlan: Plan.self,
            configurations: memory)
        }
        ---
        @Test func migratesNothingInMemory() throws {
          let memory = ModelConfiguration(isStoredInMemoryOnly: true)
          _ = try ModelContainer(for: Schema(versionedSchema: V2.self), configurations: memory)
        }
        """))

  static let nodes: [SyntaxKind] = [.functionDecl]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let test = MigrationTest(node, in: file), test.versions(in: file).count > 1 else {
      return
    }
    // Once for a test: what is wrong with it is wrong with all its containers.
    let container = test.migrating.first {
      MigrationTest.configuration(of: $0)?.isInMemoryConfiguration ?? false
    }
    guard let container else { return }
    report(
      "'\(test.function.name.text)' migrates nothing: a store in memory is always new",
      at: file.location(container))
  }
}
