import Foundation
import Testing

@testable import DoctorCLI
@testable import Lint

/// What settings and options decide, and what makes `lint` fail.
@Suite struct LintConfigurationTests {
  private static let trip = """
    @Model class Trip { var name = ""; var stops: [Stop] = [] }
    @Model class Stop { var place = "" }

    """
  private static let unique =
    "@Model class Tag { @Attribute(.unique) var name: String?; init() {} }\n"

  @Test func notesFailOnlyWhereTheyAreAskedTo() throws {
    let folder = try LintFolder(["Tag.swift": Self.unique])
    let result = folder.run("lint {}")
    #expect(result.text.contains("1 note in 1 Swift file") && result.code == 0, "\(result.text)")
    #expect(folder.run("lint {} --fail-on note").code == 1)
    try folder.write(".storedoctor.yml", "fail-on: note\n")
    #expect(folder.run("lint {}").code == 1)
  }

  /// Nothing looked at is not nothing found.
  @Test func aFileIsLeftToLookAt() throws {
    let folder = try LintFolder(["Tag.swift": Self.unique])
    try folder.write(".storedoctor.yml", "fail-on: error\nexclude: [\"*\"]\n")
    let result = folder.run("lint {}")
    #expect(result.code == 2, "\(result.text)")
    #expect(
      result.text.contains(".storedoctor.yml:2: 'exclude' leaves out every file"), "\(result.text)")
    try folder.write("Tag.swift", "\u{0}import SwiftData")
    try folder.write(".storedoctor.yml", "fail-on: error\n")
    let binary = folder.run("lint {}")
    #expect(binary.code == 3 && binary.text.contains("it is no text in UTF-8"), "\(binary.text)")
  }

  @Test func linesMayEndAsOnWindows() throws {
    let folder = try LintFolder(["Tag.swift": Self.unique])
    try folder.write(
      ".storedoctor.yml", "fail-on: error\r\nrules:\r\n  unique-on-optional: error\r\n")
    let result = folder.run("lint {}")
    #expect(result.text.contains("1 error in 1 Swift file") && result.code == 1, "\(result.text)")
  }

  /// Who misspells what may be lost believes that it is allowed.
  @Test func whatMayBeLostHasToBeThere() throws {
    let text = "fail-on: error\nallow-loss:\n  - Trip.name\n  - Trip.nmae\n  - Trip.stops.place\n"
    let folder = try LintFolder(["Trip.swift": Self.trip, ".storedoctor.yml": text])
    let result = folder.run("lint {}")
    #expect(result.code == 2, "\(result.text)")
    #expect(result.text.contains(".storedoctor.yml:4: no version has 'Trip.nmae'"))
    #expect(result.text.contains("did you mean 'Trip.name'?"), "\(result.text)")
    // A part of the project cannot tell.
    #expect(folder.run("lint {}/Trip.swift").code != 2)
  }

  @Test func everyMistakeOfTheConfigurationIsNamed() throws {
    let text = "rulez: a\nrules:\n  mising-inverse: off\n  cascade-cycle: loud\ncloudkit: maybe\n"
    let folder = try LintFolder(["Trip.swift": Self.trip, ".storedoctor.yml": text])
    let result = folder.run("lint {}")
    #expect(result.code == 2)
    for line in [1, 3, 4, 5] {
      #expect(result.text.contains(".storedoctor.yml:\(line): "), "\(result.text)")
    }
  }

  /// A line that is no YAML hides no other, and neither do files that are not there.
  @Test func mistakesOfTheFormHideNoOthers() throws {
    let text = """
      rulez: a
      \tlock: a.lock
      cloudkit: "on
      fail-on: error
      fail-on: note
      just words
      rules:
        mising-inverse: off
          cascade-cycle: off
      plans:
        - a: b
      baseline: [one, two]
      """
    let folder = try LintFolder(["Trip.swift": Self.trip, ".storedoctor.yml": text])
    let result = folder.run("lint {}")
    #expect(result.code == 2)
    for line in [1, 2, 3, 5, 6, 8, 9, 11, 12] {
      #expect(result.text.contains(".storedoctor.yml:\(line): "), "\(line): \(result.text)")
    }
    #expect(!result.text.contains(".storedoctor.yml:4: "), "\(result.text)")
  }

  @Test func filesThatAreNotThereAreNamedAtOnce() throws {
    let text = "paths:\n  - Sources\n  - Nowhere\nlock: none.lock\nbaseline: none.txt\n"
    let folder = try LintFolder([
      "Sources/Trip.swift": Self.trip, ".storedoctor.yml": text,
    ])
    let result = folder.run("lint --config {}/.storedoctor.yml")
    #expect(result.code == 2)
    for line in [3, 4, 5] {
      #expect(result.text.contains(".storedoctor.yml:\(line): there is no "), "\(result.text)")
    }
    #expect(!result.text.contains(".storedoctor.yml:2"), "\(result.text)")
    // Who names other paths does not need those; and a baseline may be written only now.
    let given = folder.run("lint {}/Sources --config {}/.storedoctor.yml --update-baseline")
    #expect(
      given.text.contains("'none.lock'") && !given.text.contains("'Nowhere'")
        && !given.text.contains("'none.txt'"), "\(given.text)")
  }

  @Test func rulesAreSetByGroupAndByPlace() throws {
    let folder = try LintFolder([
      "Trip.swift": Self.trip, ".storedoctor.yml": "rules:\n  relationships: off\n",
    ])
    #expect(folder.run("lint {}").code == 0)
    try folder.write(
      ".storedoctor.yml", "rules:\n  missing-inverse: error\n  relationships: off\n")
    #expect(folder.run("lint {}").text.contains("error: 'Trip.stops'"))
    try folder.write(
      ".storedoctor.yml", "rules:\n  missing-inverse:\n    severity: error\n    exclude: [Old]\n")
    #expect(folder.run("lint {} --fail-on error").code == 1)
    try folder.write(
      ".storedoctor.yml", "rules:\n  missing-inverse:\n    exclude: [Trip.swift]\n")
    #expect(folder.run("lint {}").code == 0)
  }

  @Test func aPlanThatDoesNotExistIsRefused() throws {
    let folder = try LintFolder([
      "Plan.swift": """
      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
        @Model final class Note { var title = ""; init() {} }
      }
      enum NotesPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self] }
        static let stages: [MigrationStage] = []
      }
      """, ".storedoctor.yml": "plans:\n  - NotePlan\n",
    ])
    let result = folder.run("lint {}")
    #expect(result.code == 2)
    #expect(
      result.text.contains(
        ".storedoctor.yml:2: there is no plan 'NotePlan'; did you mean 'NotesPlan'?"),
      "\(result.text)")
  }

  @Test func whatIsMissingIsSaidPlainly() throws {
    let folder = try LintFolder(["Trip.swift": Self.trip])
    let baseline = folder.run("lint {} --baseline {}/known.txt")
    #expect(baseline.text.contains("there is no baseline"), "\(baseline.text)")
    #expect(folder.run("explain missing-invrse").text.contains("'missing-inverse'"))
  }
}
