import Diagnostics
import Foundation
import ModelInputs
import ModelSource
import StoreModel
import Testing

@testable import Lint
@testable import StoreDoctor

/// Which version of a plan is the newest is told by stages and identifiers; the place in `schemas` is
/// followed only where these say nothing else, and all commands go by the same answer.
@Suite struct ListedOrderTests {
  private struct Listed: Sendable, CustomTestStringConvertible {
    var schemas: [Int]
    var stages: [(Int, Int)] = []
    var identifiers: [String] = ["1, 0, 0", "2, 0, 0", "3, 0, 0"]
    var newest: Int
    var isSaid: Bool
    var testDescription: String { "\(schemas) \(stages) \(identifiers)" }

    var source: String {
      let versions = schemas.sorted().map { number in
        """
        enum S\(number): VersionedSchema {
          static let versionIdentifier = Schema.Version(\(identifiers[number - 1]))
          static var models: [any PersistentModel.Type] { [Item.self] }
          @Model final class Item {
            \((1...number).map { "var extra\($0): String?" }.joined(separator: "; "))
            init() {}
          }
        }
        """
      }
      let list = schemas.map { "S\($0).self" }.joined(separator: ", ")
      let steps = stages.map {
        ".lightweight(fromVersion: S\($0.0).self, toVersion: S\($0.1).self)"
      }
      return versions.joined(separator: "\n") + """

        enum Steps: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] { [\(list)] }
          static var stages: [MigrationStage] { [\(steps.joined(separator: ", "))] }
        }
        func open() throws -> ModelContainer {
          try ModelContainer(for: Schema(versionedSchema: S\(newest).self), migrationPlan: Steps.self)
        }
        """
    }
  }

  private static let plans = [
    Listed(schemas: [3, 2, 1], stages: [(1, 2), (2, 3)], newest: 3, isSaid: true),
    // Without a stage the identifiers decide.
    Listed(schemas: [2, 1], newest: 2, isSaid: true),
    // Identifiers that nobody counted up: the stages decide.
    Listed(
      schemas: [2, 1], stages: [(1, 2)], identifiers: ["1, 0, 0", "1, 0, 0"], newest: 2,
      isSaid: true),
    Listed(schemas: [1, 2, 3], stages: [(1, 2), (2, 3)], newest: 3, isSaid: false),
    // The list and the stages agree, against the numbers.
    Listed(
      schemas: [1, 2], stages: [(1, 2)], identifiers: ["2, 0, 0", "1, 0, 0"], newest: 2,
      isSaid: false),
    // Some of the list are out of place, and no way round is right.
    Listed(schemas: [1, 3, 2], newest: 2, isSaid: false),
    // A plan for the way back lists its versions as always.
    Listed(schemas: [1, 2], stages: [(2, 1)], newest: 2, isSaid: false),
  ]

  @Test(arguments: plans) private func theNewestIsTheSameForAll(_ plan: Listed) throws {
    let input = LintInput(files: [SourceFile(path: "Plan.swift", text: plan.source)])
    let history = try #require(Linter.histories(of: input).first { $0.name == "Steps" })
    let newest = "S\(plan.newest)"
    #expect(history.versions.last?.name == newest)
    #expect(VersionSelection.currentName(of: history) == newest)
    #expect(history.openVersions.map(\.name) == [newest])
    let findings = Linter().lint(input)
    #expect(!findings.contains { $0.rule == "container-behind-plan" }, "\(findings)")
    let said = findings.filter { $0.message.contains("newest version first") }
    #expect(said.count == (plan.isSaid ? 1 : 0), "\(findings)")
    #expect(said.allSatisfy { $0.severity == .note && $0.certainty != .certain })
    if plan.isSaid { #expect(!findings.contains { $0.rule == "stage-out-of-order" }) }
  }

  @Test func aContainerBehindAReversedListIsStillFound() {
    var text = Self.plans[0].source
    text = text.replacingOccurrences(
      of: "Schema(versionedSchema: S3.self)", with: "Schema(versionedSchema: S2.self)")
    let input = LintInput(files: [SourceFile(path: "Plan.swift", text: text)])
    #expect(
      Linter().lint(input).contains {
        $0.rule == "container-behind-plan" && $0.message.contains("'S3' is the newest")
      })
  }

  @Test func currentIsTheNewest() throws {
    let folder = try LintFolder(["Plan.swift": Self.plans[0].source])
    let result = folder.run("diff {}@S1 {}@current")
    #expect(result.text.contains("S3") && result.text.contains("extra3"), "\(result.text)")
  }
}
