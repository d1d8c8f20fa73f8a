import Foundation
import TestSupport
import Testing

/// `Scripts/doctor-ci` and the steps of `action.yml`, run as they stand.
@Suite(.enabled(if: BuiltTool.exists, "the tool is not built"))
final class DoctorCITests {
  private static let tool = BuiltTool.url
  private static let script = Folders.package.appending(path: "Scripts/doctor-ci")
  private let root = FileManager.default.temporaryDirectory.appending(path: "ci-\(UUID())")
    .resolvingSymlinksInPath()

  init() throws {
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  private func write(_ text: String, to name: String) throws {
    let file = root.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func text(_ name: String) -> String {
    (try? String(contentsOf: root.appending(path: name), encoding: .utf8)) ?? ""
  }

  private func run(
    _ program: String, _ arguments: [String], _ environment: [String: String] = [:]
  ) throws -> (text: String, code: Int32) {
    let own = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GITHUB_") }
    return try TestProgram.run(
      [program] + arguments, in: root, environment: own.merging(environment) { $1 })
  }

  private func doctorCI(
    _ arguments: String..., environment: [String: String] = [:]
  ) throws -> (text: String, code: Int32) {
    try run(
      Self.script.path, arguments, ["STOREDOCTOR": Self.tool.path].merging(environment) { $1 })
  }

  /// One version, and one with a relationship that no inverse can be told of.
  private static let sound = """
    import SwiftData
    enum BooksV1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Book.self] }
      @Model final class Book { var title = ""; init() {} }
    }
    enum BooksPlan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [BooksV1.self] }
      static var stages: [MigrationStage] { [] }
    }
    """
  private static let faulty = """
    import SwiftData
    @Model class Person { var notes: [Note] = []; init() {} }
    @Model class Note { var author: Person?; var editor: Person?; init() {} }
    """

  @Test func whatIsSoundPassesAndEachStepIsTold() throws {
    try write(Self.sound, to: "Sources/Books.swift")
    let (said, code) = try doctorCI("Sources")
    #expect(code == 0, "\(said)")
    #expect(said.contains("\nlint: nothing found\n"))
    #expect(said.contains("\nfreeze: no storedoctor.lock; "))
    #expect(said.contains("\nverify: no older version is among the models, so there was nothing "))
    #expect(said.contains("\ntrace: no traces to compare; "))
    #expect(text("storedoctor-report/verify.xml").contains("skipped=\"1\""))
    #expect(text("storedoctor-report/lint.sarif").contains("\"version\": \"2.1.0\""))
    #expect(text("storedoctor-report/lint.xml").contains("<testsuites"))
    #expect(text("storedoctor-report/codequality.json").hasPrefix("["))
    #expect(text("storedoctor-report/summary.md").contains("| lint | nothing found |"))
  }

  @Test func whatOneStepFindsFailsTheJobAndTheOthersStillRun() throws {
    try write(Self.faulty, to: "Models.swift")
    let summary = root.appending(path: "step.md").path
    let (said, code) = try doctorCI(
      "--skip", "verify", "-o", "found",
      environment: ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": summary])
    #expect(code == 1, "\(said)")
    #expect(said.contains(",file=Models.swift,line=2,"))
    #expect(said.contains("lint: found something\n"))
    #expect(said.contains("verify: left out by --skip\n"))
    #expect(text("found/lint.sarif").contains("ambiguous-inverse"))
    #expect(text("step.md").contains("| verify | left out by --skip |"))
  }

  @Test func anEditedVersionThatShippedFailsTheJob() throws {
    try write(Self.sound, to: "Books.swift")
    #expect(try run(Self.tool.path, ["freeze", "--model", "."]).code == 0)
    #expect(try doctorCI("--skip", "verify").text.contains("freeze: nothing found\n"))
    try write(Self.sound.replacing("var title", with: "var name"), to: "Books.swift")
    let (said, code) = try doctorCI("--skip", "verify")
    #expect(code == 1 && said.contains("freeze: found something\n"), "\(said)")
  }

  @Test func aTraceThatGotWorseFailsTheJob() throws {
    try write(Self.sound, to: "Books.swift")
    let log = try String(
      contentsOf: Folders.samples.appending(path: "Notes/slow-list.log"), encoding: .utf8)
    try write(log.split(separator: "\n").prefix(3).joined(separator: "\n") + "\n", to: "before.log")
    try write(log, to: "after.log")
    let (said, code) = try doctorCI(
      "--skip", "verify", "--skip", "lint", "--trace", "before.log", "after.log")
    #expect(code == 1 && said.contains("trace: found something\n"), "\(said)")
  }

  @Test func whatCannotWorkIsNoSuccess() throws {
    try write(Self.sound, to: "Books.swift")
    #expect(try doctorCI("--skip", "everything").code == 2)
    #expect(try doctorCI("--trace", "one.log").code == 2)
    #expect(try doctorCI(environment: ["STOREDOCTOR": "/nowhere/storedoctor"]).code == 3)
    let (said, code) = try doctorCI("--skip", "verify", "missing.swift")
    #expect(code == 3 && said.contains("lint: could not do its work (exit code 3)\n"), "\(said)")
  }

  // MARK: Templates

  private static func template(_ name: String) -> String {
    Folders.package.appending(path: "Documentation/CI/\(name)").path
  }

  /// The tool and the script, as they are where they are installed.
  private func installed() throws -> String {
    let folder = root.appending(path: "bin")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for file in [Self.tool, Self.script] {
      let link = folder.appending(path: file.lastPathComponent)
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    }
    return "\(folder.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"
  }

  @Test func theBuildPhaseOfXcodeStopsForErrorsOnly() throws {
    try write(Self.faulty, to: "App/Models.swift")
    let app = root.appending(path: "App").path
    let script = Self.template("xcode-build-phase.sh")
    let environment = ["SRCROOT": app, "PATH": try installed()]
    let (said, code) = try run(script, [], environment)
    #expect(code == 0, "\(said)")
    #expect(said.contains("\(app)/Models.swift:2:27: warning: "), "\(said)")
    try write(Self.faulty.replacing("var editor", with: "{ var editor"), to: "App/Models.swift")
    #expect(try run(script, [], environment).code == 1)
    let (warning, without) = try run(script, [], ["SRCROOT": app, "PATH": "/usr/bin:/bin"])
    #expect(without == 0 && warning.contains("warning: storedoctor is not installed"))
  }

  @Test func xcodeCloudStopsForFindings() throws {
    try write(Self.sound, to: "Books.swift")
    let environment = ["CI_PRIMARY_REPOSITORY_PATH": root.path, "PATH": try installed()]
    let script = Self.template("xcode-cloud.sh")
    #expect(try run(script, [], environment).code == 0)
    try write(Self.faulty, to: "Models.swift")
    #expect(try run(script, [], environment).code == 1)
  }

  @Test func theScriptOfGitLabLeavesTheReportsItNames() throws {
    try write(Self.faulty, to: "Models.swift")
    let template = try String(contentsOfFile: Self.template("gitlab.yml"), encoding: .utf8)
    let line = try #require(
      template.split(separator: "\n").first { $0.hasPrefix("    - doctor-ci ") })
    let (said, code) = try run(
      "/bin/sh", ["-c", String(line.dropFirst(6)) + " --skip verify"],
      ["DOCTOR_MODEL": ".", "PATH": try installed()])
    #expect(code == 1, "\(said)")
    for name in ["codequality.json", "lint.xml"] {
      #expect(!text("storedoctor-report/\(name)").isEmpty, "\(name)")
    }
  }

  // MARK: action.yml

  /// The scripts of its steps.
  private static func steps() throws -> [String] {
    let action = try String(
      contentsOf: Folders.package.appending(path: "action.yml"), encoding: .utf8)
    return action.components(separatedBy: "      run: |\n").dropFirst().map { step in
      step.split(separator: "\n", omittingEmptySubsequences: false)
        .prefix { $0.isEmpty || $0.hasPrefix("        ") }
        .map { String($0.dropFirst(8)) }.joined(separator: "\n")
    }
  }

  @Test func theStepsOfTheActionInstallAndExamine() throws {
    try write(Self.faulty, to: "work/Models.swift")
    let release = root.appending(path: "storedoctor-0-linux/bin")
    try FileManager.default.createDirectory(at: release, withIntermediateDirectories: true)
    for file in [Self.tool, Self.script] {
      try FileManager.default.createSymbolicLink(
        at: release.appending(path: file.lastPathComponent), withDestinationURL: file)
    }
    #expect(try run("/bin/tar", ["-czf", "release.tar.gz", "storedoctor-0-linux"]).code == 0)
    let environment = [
      "RUNNER_TEMP": root.appending(path: "temp").path, "HOME": root.path,
      "GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": root.appending(path: "work").path,
      "GITHUB_PATH": root.appending(path: "path").path,
      "GITHUB_OUTPUT": root.appending(path: "output").path,
      "GITHUB_STEP_SUMMARY": root.appending(path: "step.md").path,
      "TARBALL": root.appending(path: "release.tar.gz").path, "SHA256": "", "VERSION": "0",
      "HOME_PAGE": "", "CHECKED_PATH": "work", "MODEL": "", "SINCE": "", "SKIP": "verify trace",
      "BEFORE": "", "AFTER": "",
    ]
    let steps = try Self.steps()
    #expect(steps.count == 2)
    let (version, installed) = try run("/bin/sh", ["-e", "-c", steps[0]], environment)
    #expect(installed == 0 && version.contains("storedoctor "), "\(version)")
    #expect(text("path").contains("/temp/storedoctor/bin"))
    let (said, code) = try run("/bin/sh", ["-e", "-c", steps[1]], environment)
    #expect(code == 1, "\(said)")
    #expect(said.contains(",file=work/Models.swift,line=2,"))
    #expect(text("step.md").contains("ambiguous-inverse"))
    #expect(text("output").contains("sarif=\(root.path)/temp/storedoctor-report/lint.sarif"))

    let wrong = environment.merging(["SHA256": String(repeating: "0", count: 64)]) { $1 }
    #expect(try run("/bin/sh", ["-e", "-c", steps[0]], wrong).code != 0)
  }
}
