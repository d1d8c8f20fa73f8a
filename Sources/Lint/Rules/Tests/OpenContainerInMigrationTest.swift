internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds migration tests in which the old container is still open.
struct OpenContainerInMigrationTest: SourceRule {
  static let info = RuleInfo(
    id: "open-container-in-migration-test", group: .tests, severity: .warning,
    summary: "a migration test migrates a store that another container holds open",
    why: "the old container keeps its connection and its own idea of the tables, so the test may "
      + "fail, hang or pass for the wrong reason",
    fix: "make the old container in a 'do' block or a function of its own, so that it is gone "
      + "before the plan runs",
    examples: .texts(
      in: TestText.migration,
      flagged: """
        @Test func migrates() throws {
          let url = URL.temporaryDirectory.appending(path: "notes.store")
          let old = try ModelContainer(
            for: Schema(versionedSchema: V1.self), configurations: ModelConfiguration(url: url))
          try old.mainContext.save()
          let new = try ↓ModelContainer(
            for: Schema(versionedSchema: V2.self), migrationPlan: Plan.self,
            configurations: ModelConfiguration(url: url))
          try new.mainContext.save()
        }
        ---
        @Test("migration from version 1") func first() throws {
          let configuration = ModelConfiguration(url: .temporaryDirectory.appending(path: "a.store"))
          let old = try ModelContainer(for: V1.Note.self, configurations: configuration)
          let new = try ↓ModelContainer(
            for: V2.Note.self, migrationPlan: Plan.self, configurations: configuration)
          print(old, new)
        }
        ---
        final class PlanTests: XCTestCase {
          func testMigration() throws {
            let storeURL = FileManager.default.temporaryDirectory.appendingPathComponent("t.store")
            let v1Schema = Schema(versionedSchema: V1.self)
            let v1Config = ModelConfiguration(schema: v1Schema, url: storeURL)
            let v1Container = try ModelContainer(for: v1Schema, configurations: [v1Config])
            let context = ModelContext(v1Container)
            context.insert(V1.Note())
            try context.save()

            let v2Schema = Schema(versionedSchema: V2.self)
            let v2Config = ModelConfiguration(schema: v2Schema, url: storeURL)
            let v2Container = try ↓ModelContainer(
              for: v2Schema, migrationPlan: Plan.self, configurations: [v2Config])
            XCTAssertEqual(try ModelContext(v2Container).fetchCount(FetchDescriptor<V2.Note>()), 1)
          }
        }
        """,
      clean: """
        \(TestText.onFile)
        ---
        @Test func migrates() throws {
          let url = URL.temporaryDirectory.appending(path: "notes.store")
          try makeOldStore(V1.self, at: url)
          let new = try ModelContainer(
            for: Schema(versionedSchema: V2.self), migrationPlan: Plan.self,
            configurations: ModelConfiguration(url: url))
          try new.mainContext.save()
        }
        ---
        @Test func migratesCopy() throws {
          let url = URL.temporaryDirectory.appending(path: "notes.store")
          let copy = URL.temporaryDirectory.appending(path: "copy.store")
          let old = try ModelContainer(
            for: Schema(versionedSchema: V1.self), configurations: ModelConfiguration(url: url))
          try old.mainContext.save()
          let new = try ModelContainer(
            for: Schema(versionedSchema: V2.self), migrationPlan: Plan.self,
            configurations: ModelConfiguration(url: copy))
          try new.mainContext.save()
        }
        """))

  static let nodes: [SyntaxKind] = [.functionDecl]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let test = MigrationTest(node, in: file) else { return }
    // Only constants of the test itself live until its end.
    var open: [(name: String, url: String)] = []
    for statement in test.body.statements {
      guard case .decl(let declaration) = statement.item,
        let binding = declaration.as(VariableDeclSyntax.self)?.bindings.first,
        let name = binding.name, let call = binding.initializer?.value.call,
        call.name == "ModelContainer", let configuration = MigrationTest.configuration(of: call),
        !configuration.isInMemoryConfiguration, let url = configuration.argument("url")
      else { continue }
      let place = file.text(url)
      if call.argument("migrationPlan") != nil, let other = open.first(where: { $0.url == place }) {
        report(
          "'\(other.name)' still holds the store open that is migrated here",
          at: file.location(call), certainty: .inferred("the compiler may let go of it earlier"))
      }
      open.append((name, place))
    }
  }
}
