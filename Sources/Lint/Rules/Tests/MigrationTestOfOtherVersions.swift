internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds migration tests that do not test the versions they are named after.
struct MigrationTestOfOtherVersions: SourceRule {
  static let info = RuleInfo(
    id: "migration-test-of-other-versions", group: .tests, severity: .warning,
    summary: "a migration test is named after two versions and mentions neither",
    why: "the step in its name is tested by nothing, and everybody believes it is",
    fix: "write a store with the first of the two, or rename the test after what it does",
    limits: "tests that call functions which may bring a store along are left alone",
    examples: .texts(
      in: TestText.migration,
      flagged: """
        @Test func ↓migrationFromV1ToV2() throws {
          let container = try ModelContainer(for: Item.self, migrationPlan: Plan.self)
          #expect(container.schema.entities.isEmpty == false)
        }
        ---
        final class PlanTests: XCTestCase {
          func ↓testMigrationV1toV2() throws { XCTAssertEqual(Plan.stages.count, 1) }
        }
        ---
        @Test func ↓migratesV1_V2() throws {
          let url = URL.temporaryDirectory.appending(path: "notes.store")
          let context = ModelContext(
            try ModelContainer(
              for: Item.self, migrationPlan: Plan.self,
              configurations: ModelConfiguration(url: url)))
          context.insert(Item())
          try context.save()
        }
        """,
      clean: """
        @Test func migratesFromV1ToV2() throws {
          let url = URL.temporaryDirectory.appending(path: "notes.store")
          do {
            let old = try ModelContainer(for: V1.Note.self, configurations: ModelConfiguration(url: url))
            try old.mainContext.save()
          }
          let new = try ModelContainer(
            for: V2.Note.self, migrationPlan: Plan.self, configurations: ModelConfiguration(url: url))
          try new.mainContext.save()
        }
        ---
        @Test func migratesFromV1ToV2() throws { try migrate(fixture: "notes-1.0") }
        ---
        @Test func migratesFromV7ToV9() throws { #expect(Plan.schemas.count == 2) }
        """))

  static let nodes: [SyntaxKind] = [.functionDecl]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let test = MigrationTest(node, in: file) else { return }
    let named = Self.numbers(in: test.function.name.text)
    guard named.count == 2, test.callsOnlyFrameworks else { return }
    let plans = test.plans
    guard plans.count == 1, let plan = plans.first else { return }
    let versions = file.ask(.versions(plan: plan))
    let meant = named.compactMap { number in
      versions.first { Self.numbers(in: $0.lastPart).last == number }
    }
    guard meant.count == 2, !test.body.mentions(Set(meant.map(\.lastPart))) else { return }
    report(
      "'\(test.function.name.text)' mentions neither '\(meant[0])' nor '\(meant[1])'",
      at: file.location(test.function.name))
  }

  /// 1 and 2 of `migratesFromV1ToV2`.
  private static func numbers(in name: String) -> [Int] {
    var found: [Int] = []
    var digits = ""
    var isVersion = false
    for character in name + " " {
      if character == "V" || character == "v" {
        isVersion = true
        digits = ""
      } else if isVersion, character.isASCII, character.isNumber {
        digits.append(character)
      } else {
        if isVersion, let number = Int(digits) { found.append(number) }
        isVersion = false
        digits = ""
      }
    }
    return found
  }
}

extension MigrationTest {
  /// The plans that the test mentions.
  fileprivate var plans: [String] {
    var found: [String] = []
    body.forEachDescendant { node in
      if let name = node.as(DeclReferenceExprSyntax.self)?.baseName.text, name.hasSuffix("Plan"),
        !found.contains(name)
      {
        found.append(name)
      }
      return true
    }
    return found
  }
}
