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
    guard let test = MigrationTest(node, in: file) else { return }
    guard test.versions(in: file).count > 1 else {
      if test.migrating.isEmpty { checkHelpers(of: test, in: file, report) }
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

  /// Tests that open their stores through functions and types of the app or of the tests.
  private func checkHelpers(of test: MigrationTest, in file: LintFile, _ report: RuleReport) {
    let code = test.codeOfFile
    // Where a file is written, there is something to migrate.
    guard !code.contains(where: { $0.mentions(["url", "temporaryDirectory"]) }),
      test.namesOldVersion(code, in: file),
      let memory = code.lazy.compactMap(\.memoryConfiguration).first
    else { return }
    report(
      "'\(test.function.name.text)' migrates nothing: a store in memory is always new",
      at: file.location(memory))
  }
}

extension Syntax {
  /// The configuration in memory that the code makes or names.
  fileprivate var memoryConfiguration: Syntax? {
    var found: Syntax?
    forEachDescendant { node in
      guard found == nil else { return false }
      if let call = node.as(FunctionCallExprSyntax.self), call.isInMemoryConfiguration {
        found = node
      } else if let name = node.as(DeclReferenceExprSyntax.self), name.isValue,
        case .property(let binding, _)? = name.nameOrigin,
        let made = binding.initializer?.value.call, made.isInMemoryConfiguration
      {
        found = Syntax(made)
      }
      return found == nil
    }
    return found
  }
}
