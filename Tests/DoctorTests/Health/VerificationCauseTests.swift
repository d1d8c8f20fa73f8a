import Diagnostics
import StoreModel
import Testing

@testable import DoctorCLI
@testable import Lint
@testable import StoreDoctor
@testable import StoreEngine

/// What stops stores of many versions is one finding, at the stage that stops them all.
@Suite struct VerificationCauseTests {
  private static func adding(
    _ name: String, isOptional: Bool = true
  ) -> @Sendable (inout DataModel) -> Void {
    LibraryStore.edit("Shelf") {
      $0.attributes.append(Attribute(name: name, type: .string, isOptional: isOptional))
    }
  }

  /// Four versions, of which the third demands what no row has.
  private static func plan(_ name: String = "Plan") -> SchemaHistory {
    var plan = LibraryStore.plan(
      [.lightweight, .lightweight, .lightweight],
      [adding("color"), adding("code", isOptional: false), adding("note")])
    plan.name = name
    for index in plan.stages.indices {
      plan.stages[index].location = Location(path: "\(name).swift", line: 10 + index)
    }
    return plan
  }

  @Test func theStageThatFailsIsNamedOnceForAllVersions() throws {
    let result = try Verification([Self.plan()]).run(fixtures: [])
    let failed = result.legs.filter { !$0.isPassed }
    #expect(Set(failed.map(\.from.name)) == ["Library", "Library 2"])
    #expect(failed.count == 6)
    let finding = try #require(result.findings.first)
    #expect(result.findings.count == 1, "\(result.findings.map(\.message))")
    #expect(finding.location?.line == 11)
    #expect(finding.message.hasPrefix("'Shelf.code' is required"), "\(finding.message)")
    let data = "small, edge cases, 10000 rows"
    #expect(
      finding.related.map(\.text) == [
        "Library → Library 4, \(data); Library 2 → Library 4, \(data)"
      ]
        || finding.related.first?.text?.contains(" (numbers are those of the data set 'small')")
          == true
    )
    // Each migration has it as its cause.
    #expect(result.cases.filter { $0.causes == [finding] }.count == 6)
  }

  /// Without a plan each older version goes to the newest by a stage of its own.
  @Test func whatTheNewestVersionDropsIsSaidOnceForAllOlderOnes() throws {
    let drop: @Sendable (inout DataModel) -> Void = LibraryStore.edit("Shelf") {
      $0.attributes.removeAll { $0.name == "color" }
    }
    var history = LibraryStore.plan(
      [.lightweight, .lightweight, .lightweight],
      [Self.adding("color"), Self.adding("note"), drop])
    history.isOrdered = false
    history.currentVersion = "Library 4"
    history.stages = []
    let found = try Verification([history]).run(fixtures: []).findings
    #expect(found.map(\.property) == ["color"], "\(found.map(\.message))")
    let data = "small, edge cases, 10000 rows"
    #expect(
      found.first?.related.map(\.text) == [
        "Library 2 → Library 4, \(data); Library 3 → Library 4, \(data)"
      ])
  }

  @Test func plansWithVersionsOfTheSameNamesAreToldApart() throws {
    let (first, second) = (Self.plan(), Self.plan("Other"))
    let both = try Verification([first, second]).run(fixtures: [])
    #expect(Set(both.legs.map(\.plan)) == ["Plan", "Other"])
    #expect(Set(both.legs.map(\.title)).count == both.legs.count)
    let table = VerificationText.sections(both).map { "\($0)" }.joined()
    #expect(table.contains("Other"))
    let one = try Verification([first]).run(fixtures: [])
    #expect(one.legs.allSatisfy { $0.plan == nil })
  }

  @Test func whatStopsTheAppIsSaidBesideWhatPassed() throws {
    func text(_ faults: [Finding]) throws -> String {
      let legs = try Verification([LibraryStore.plan([.lightweight], [Self.adding("color")])])
        .run(fixtures: []).legs
      let result = Verification.Result(legs: legs, unlisted: [], launchFaults: faults)
      return VerificationText.sections(result).map { "\($0)" }.joined()
    }
    let note = "the app stops before the first stage"
    #expect(try text([SameChecksumVersions.info.finding("the same")]).contains(note))
    // Another version than the newest is opened, and that works.
    #expect(try !text([ContainerBehindPlan.info.finding("older")]).contains(note))
    #expect(try !text([]).contains(note))
  }

  /// Only what a closure has really written as no number is told so.
  @Test func aMissingValueThatWasNoNumberIsExplained() {
    let finding = MissingRequiredValue.info.finding("'A.x' is required and has no value in 3 rows")
      .at(nil, entity: "A", property: "x")
    let told = finding.afterNaN(["A.x": "'didMigrate' of the stage 'V1 to V2'"], isGenerated: true)
    #expect(
      told.message.hasSuffix(
        "rows: 'didMigrate' of the stage 'V1 to V2' set it to NaN, which a "
          + "store keeps as no value"))
    #expect(told.help?.contains("isNaN") == true && told.help?.contains("made up") == true)
    #expect(finding.afterNaN(["A.y": "it", "B.x": "it"], isGenerated: true) == finding)
    let given = finding.afterNaN(["A.x": "it"], isGenerated: false)
    #expect(given.help?.contains("made up") == false)
    let other = WrongCount.info.finding("'A.x'").at(nil, entity: "A", property: "x")
    #expect(other.afterNaN(["A.x": "it"], isGenerated: true) == other)
  }
}
