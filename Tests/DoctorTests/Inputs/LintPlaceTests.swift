import Foundation
import TestSupport
import Testing

@testable import DoctorCLI

/// What `lint` and `freeze` say does not depend on the folder one stands in, and what a branch takes away is
/// noticed like what it adds.
@Suite(.enabled(if: BuiltTool.exists, "the tool is not built")) struct LintPlaceTests {
  private static let hasGit = FileManager.default.isExecutableFile(atPath: "/usr/bin/git")

  private static func version(_ number: Int, _ property: String) -> String {
    """
    import SwiftData
    enum V\(number): VersionedSchema {
      static var versionIdentifier: Schema.Version { Schema.Version(\(number), 0, 0) }
      static var models: [any PersistentModel.Type] { [Trip.self] }
      @Model final class Trip { \(property); init() {} }
    }

    """
  }

  private static let plan = """
    import SwiftData
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
      static var stages: [MigrationStage] {
        [.lightweight(fromVersion: V1.self, toVersion: V2.self)]
      }
    }

    """

  private static func files(below folder: String = "") -> [String: String] {
    [
      folder + "Sources/Versions.swift":
        version(1, "var title = \"\"")
        + version(2, "@Attribute(originalName: \"title\") var name = \"\""),
      folder + "Sources/Plan.swift": plan,
      folder + "Sources/App.swift": "import SwiftData\nfunc show(_ trip: V2.Trip) {}\n",
    ]
  }

  // MARK: Plans that are gone

  @Test(.enabled(if: hasGit, "git is missing"))
  func aPlanThatABranchTakesAwayIsAnError() throws {
    let folder = try ScratchFolder(Self.files())
    try folder.commit()
    let found = try folder.run(
      "rm Sources/Plan.swift; \"$1\" lint Sources --since main --no-cache; echo \"exit $?\"")
    #expect(found.contains("the plan 'Plan' of 'V1' and 'V2' is gone"), "\(found)")
    #expect(found.contains("[shipped-version-missing]") && found.hasSuffix("exit 1\n"), "\(found)")
    let renamed = try folder.run(
      """
      git checkout -q . ; sed -i 's/enum Plan/enum TripPlan/' Sources/Plan.swift
      "$1" lint Sources --since main --no-cache; echo "exit $?"
      """)
    #expect(!renamed.contains("is gone"), "\(renamed)")
    // The plan is another module's, and a container here is given it.
    let moved = try folder.run(
      """
      rm Sources/Plan.swift
      echo 'let a = try? ModelContainer(for: V2.Trip.self, migrationPlan: Plan.self)' >>Sources/App.swift
      "$1" lint Sources --since main --no-cache; echo "exit $?"
      """)
    #expect(!moved.contains("is gone"), "\(moved)")
  }

  @Test func aLockedPlanThatIsGoneIsNotUnchanged() throws {
    let folder = try ScratchFolder(Self.files())
    let text = try folder.run(
      """
      "$1" freeze --model Sources >/dev/null; rm Sources/Plan.swift
      "$1" freeze --check --model Sources; echo "exit $?"
      """)
    #expect(
      text.contains("Plan: none of the models given has this plan of 'V1' and 'V2'"), "\(text)")
    #expect(text.hasSuffix("exit 1\n") && !text.contains("unchanged"), "\(text)")
    let opened = try folder.run(
      """
      echo 'let a = try? ModelContainer(for: V2.Trip.self)' >>Sources/App.swift
      "$1" freeze --check --model Sources; echo "exit $?"
      """)
    #expect(opened.contains("App.swift:3:") && opened.contains("is gone"), "\(opened)")
  }

  // MARK: Locks of folders above

  @Test func theLockAboveIsTheOneThatCounts() throws {
    let folder = try ScratchFolder(Self.files(below: "Apps/Trips/"))
    let edited = try folder.run(
      """
      "$1" freeze --model Apps >/dev/null
      sed -i 's/var title/var color = 0; var title/' Apps/Trips/Sources/Versions.swift
      cd Apps/Trips; "$1" lint Sources --no-cache; "$1" freeze --check --model Sources; ls
      """)
    #expect(edited.contains("'Trip.color' (Integer 64) was added to 'V1'"), "\(edited)")
    #expect(edited.components(separatedBy: "[edited-shipped-version]").count == 3, "\(edited)")
    #expect(edited.hasSuffix("\nSources\n"), "\(edited)")
  }

  @Test func aLockOfSeveralPackagesIsHeldAgainstOne() throws {
    var files = Self.files(below: "Apps/Trips/")
    let other = Self.files().mapValues {
      $0.replacing("Trip", with: "Note").replacing("enum Plan", with: "enum NotePlan")
        .replacing("V1", with: "N1").replacing("V2", with: "N2")
    }
    for (name, text) in other { files["Apps/Notes/" + name] = text }
    let folder = try ScratchFolder(files)
    let one = try folder.run(
      """
      "$1" freeze --model Apps >/dev/null; "$1" freeze --check --model Apps/Trips; echo "exit $?"
      """)
    #expect(one.contains("2 locked versions unchanged") && one.hasSuffix("exit 0\n"), "\(one)")
    #expect(one.contains("not looked at, because its files were not given: 'NotePlan'"), "\(one)")
    let gone = try folder.run(
      "rm -r Apps/Notes; \"$1\" freeze --check --model Apps/Trips; echo \"exit $?\"")
    #expect(gone.contains("NotePlan: none of the models") && gone.hasSuffix("exit 1\n"), "\(gone)")
  }

  @Test func aLockWithMarksOfAMergeSaysSo() throws {
    let folder = try ScratchFolder(Self.files())
    let text = try folder.run(
      """
      "$1" freeze --model Sources >/dev/null
      sed -i '1i <<<<<<< HEAD' storedoctor.lock; "$1" lint Sources --no-cache; echo "exit $?"
      """)
    #expect(text.contains("a merge has left its marks") && text.hasSuffix("exit 2\n"), "\(text)")
  }

  @Test(.enabled(if: hasGit, "git is missing"))
  func whatTheLockShowedBeforeIsNotNew() throws {
    let folder = try ScratchFolder(Self.files())
    _ = try folder.run(
      """
      "$1" freeze --model Sources >/dev/null
      sed -i 's/var title/var color = 0; var title/' Sources/Versions.swift
      """)
    try folder.commit()
    let old = try folder.run(
      "\"$1\" lint Sources --no-cache; \"$1\" lint Sources --since HEAD --no-cache")
    #expect(old.components(separatedBy: "[edited-shipped-version]").count == 2, "\(old)")
    let new = try folder.run(
      """
      sed -i 's/var name/var size = 0; var name/' Sources/Versions.swift
      "$1" lint Sources --since HEAD --no-cache
      """)
    #expect(new.contains("'Trip.size'") && !new.contains("'Trip.color'"), "\(new)")
  }

  // MARK: Baselines

  private static let trip =
    "import SwiftData\n@Model final class A { var b: [B] = []; init() {} }\n"
    + "@Model final class B { init() {} }\n"

  @Test func aBaselineHoldsFromEveryFolder() throws {
    let folder = try ScratchFolder([
      "A/Sub/T.swift": Self.trip, "B/U.swift": Self.trip.replacing("A ", with: "C "),
      ".storedoctor.yml": "baseline: ci/known.txt\npaths: [A, B]\n", "ci/readme": "",
    ])
    let lint = "\"$1\" lint --no-cache --fail-on note"
    let text = try folder.run(
      """
      \(lint) --update-baseline; \(lint); echo "exit $?"
      cd A/Sub; \(lint) .; echo "exit $?"; \(lint) "$PWD"; echo "exit $?"
      cd /; \(lint) "$OLDPWD/../.."; echo "exit $?"; cd -; cd ../..
      ln -s "$PWD" link; cd link/A; \(lint) .; echo "exit $?"
      """)
    #expect(text.components(separatedBy: "exit 0\n").count == 6, "\(text)")
    let part = try folder.run(
      """
      cp ci/known.txt before; cd A; "$1" lint . --update-baseline --no-cache; cd ..
      cmp before ci/known.txt && echo same
      """)
    #expect(part.hasSuffix("same\n"), "\(part)")
  }

  /// Older ones have the paths as they were seen from where somebody stood.
  @Test func anOldBaselineHoldsWhereItWasWritten() throws {
    let folder = try ScratchFolder(["A/T.swift": Self.trip, "ci/readme": ""])
    let text = try folder.run(
      """
      "$1" lint A --no-cache --baseline known.txt --update-baseline
      sed -i '/paths count/d' known.txt; cp known.txt ci/; sed 's/$/\\r/' known.txt >windows.txt
      for file in known.txt ci/known.txt windows.txt
      do "$1" lint A --no-cache --fail-on note --baseline $file; echo "exit $?"; done
      """)
    #expect(text.components(separatedBy: "exit 0\n").count == 4, "\(text)")
  }
}

extension ScratchFolder {
  /// Runs a script in it; the tool is `$1`.
  fileprivate func run(_ script: String) throws -> String {
    try TestProgram.run(
      ["/bin/bash", "-c", "exec 2>&1\n" + script, "bash", BuiltTool.path], in: url
    ).text
  }

  fileprivate func commit() throws {
    _ = try run(
      "git init -q -b main . && git add . && git -c user.name=a -c user.email=a@b commit -qm one")
  }
}
