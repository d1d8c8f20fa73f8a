internal import Diagnostics
internal import ModelSource
internal import StoreModel

/// Finds shipped versions that no test migrates from.
struct UntestedVersion: ProjectRule {
  static let info = RuleInfo(
    id: "untested-version", group: .tests, severity: .note,
    summary: "tests open some old versions of a plan, but not this one",
    why: "people skip updates: a store of every shipped version can arrive at the newest app, and "
      + "its stages run for the first time on their data",
    fix:
      "add a test that writes a store with this version, or keeps one as a file, and migrates it",
    limits: "a version counts as tested when a file of tests opens a container with it",
    examples: [
      .flagged(tests(["V1"], mark: "↓")),
      .flagged(tests(["V2", "V3"], mark: "", first: "↓")),
      .flagged(
        tests(["V1"], mark: "↓") + """

          final class MoreTests: XCTestCase {
            func testNewest() throws {
              _ = try ModelContainer(for: Schema(versionedSchema: V3.self), migrationPlan: Plan.self)
            }
          }
          """),
      .clean(tests(["V1", "V2"], mark: "")),
      .clean(tests(["V3"], mark: "")),
      .clean(
        tests(["V1"], mark: "") + """

          func openSecond(_ url: URL) throws {
            _ = try ModelContainer(for: V2.Note.self, configurations: ModelConfiguration(url: url))
          }
          """),
      .clean(tests([], mark: "")),
    ])

  private static func tests(_ opened: [String], mark: String, first: String = "") -> String {
    func version(_ number: Int, _ mark: String) -> String {
      let extra = (1..<max(number, 1)).map { "var p\($0): Int?; " }.joined()
      return """
        enum \(mark)V\(number): VersionedSchema {
          static let versionIdentifier = Schema.Version(\(number), 0, 0)
          static var models: [any PersistentModel.Type] { [Note.self] }
          @Model final class Note { var title = ""; \(extra)init() {} }
        }
        """
    }
    let functions = opened.map { name in
      """
      func open\(name)(_ url: URL) throws {
        _ = try ModelContainer(
          for: Schema(versionedSchema: \(name).self), configurations: ModelConfiguration(url: url))
      }
      """
    }
    return """
      // file: Sources/Plan.swift
      import SwiftData

      \(version(1, first))
      \(version(2, mark))
      \(version(3, ""))
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }
        static var stages: [MigrationStage] {
          [
            .lightweight(fromVersion: V1.self, toVersion: V2.self),
            .lightweight(fromVersion: V2.self, toVersion: V3.self),
          ]
        }
      }
      // file: Tests/PlanTests.swift
      import SwiftData
      import XCTest

      \(functions.joined(separator: "\n"))
      """
  }

  func check(_ lint: LintContext, report: RuleReport) {
    let opened = Set(
      lint.containers.filter(\.location.isInTests).flatMap { use in
        [use.versionedSchema].compactMap { $0?.lastPart }
          + use.types.compactMap { ($0.split(separator: ".").dropLast().last).map(String.init) }
      })
    for history in lint.histories where history.isOrdered && history.versions.count > 2 {
      let shipped = history.versions.dropLast()
      guard shipped.contains(where: { opened.contains($0.name.lastPart) }) else { continue }
      for version in shipped where !opened.contains(version.name.lastPart) {
        report(
          "no test opens '\(version.name)', while other old versions are tested",
          at: version.location,
          certainty: .inferred("a store kept as a file may be opened under another name"))
      }
    }
  }
}
