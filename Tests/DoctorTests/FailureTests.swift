import ArgumentParser
import Diagnostics
import Foundation
import ModelInputs
import PlanExecution
import StoreDoctor
import StoreEngine
import StoreModel
import TestSupport
import Testing

@testable import DoctorCLI

/// What a failure says, and which exit code it has.
@Suite struct FailureTests {
  @Test func onlyAPathIsQuoted() {
    let unknown = Failure(SQLiteError(code: 5, message: "database is locked"))
    #expect(unknown.message.hasPrefix("the store is in use by another process"))
    let known = Failure(SQLiteError(code: 5, message: "database is locked", file: "a.store"))
    #expect(known.message == Failure(StoreFileError(path: "a.store", reason: .busy)).message)
    #expect(known.message.hasPrefix("'a.store' is in use"))
    #expect(unknown.status == .unreadable && known.status == .unreadable)
  }

  @Test func aFailingDiskIsNamedWithItsFile() {
    let failure = Failure(SQLiteError(code: 10, message: "disk I/O error", file: "a.store"))
    #expect(failure.message == "'a.store' cannot be read or written: disk I/O error")
    #expect(failure.help.contains { $0.contains("ulimit -f") })
  }

  /// The name would be read as options, an 'h' in it as the one for help.
  @Test(arguments: ["-dash.store", "-x/h.store"]) func aNameMayBeginWithADash(_ name: String) {
    let out = ByteOutput()
    let console = Console(out: out, err: out, environment: [:])
    for words in [["info", name], [name]] {
      let code = CommandLineTool(console: console, input: GivenLines("")).run(words)
      #expect(code == 3 && out.text.contains("'./\(name)'"), "\(out.text)")
    }
  }

  /// A line for each, which nothing escapes.
  @Test func mistakesOfAConfigurationStandBelowEachOther() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "yml-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: ".storedoctor.yml")
    try Data("rulez: 1\nfoo: 2\n".utf8).write(to: file)
    let out = ByteOutput()
    let console = Console(out: out, err: out, environment: [:])
    let code = CommandLineTool(console: console, input: GivenLines("")).run(["lint", folder.path])
    let lines = out.text.split(separator: "\n")
    #expect(code == 2 && lines.count == 2, "\(out.text)")
    #expect(lines.first?.contains("'rulez'") == true && lines.last?.contains("'foo'") == true)
  }

  /// A value that is too long is the statement's fault; a schema that was made to be so is the file's.
  @Test func whatIsTooBigIsTheStatementsFault() {
    let value = SQLiteError(code: 18, message: "string or blob too big")
    #expect(Failure(value).status == .usage)
    let schema = StoreFileError(path: "a.store", reason: .sqlite(value))
    #expect(Failure(schema).status == .unreadable)
    for code: Int32 in [7, 10, 13, 14, 266] {
      #expect(Failure(SQLiteError(code: code, message: "x")).status == .unreadable)
    }
  }

  @Test(
    arguments: [
      (StoreOutputError.exists("a"), .usage, ["choose another name, or add --force"]),
      (StoreOutputError.full("a"), .unreadable, []),
      (MigrationError.noTarget(history: "a", known: []), .usage, []),
      (
        MigrationError.notInferrable(stage: "a", []), .found,
        ["'storedoctor plan' shows each change", "see 'storedoctor explain 134140'"]
      ),
      (
        MigrationError.closures(stage: "a"), .usage,
        ["add --skip-closures to run only the lightweight part", "or end before it with --to"]
      ),
      (PlanFailure.findings([]), .found, []), (PlanFailure.interrupted, .unreadable, []),
      (StoreError.missingTable("a", entity: "b"), .unreadable, []),
      (StoreError.notToMany("a", entity: "b"), .usage, []),
      (ModelInputError.notFound(path: "a", near: nil), .unreadable, []),
      (ModelInputError.severalVersions(path: "a", known: []), .usage, []),
      (ModelInputError.severalPlans(path: "a", plans: []), .usage, []),
      (StoreFileError(path: "a", reason: .busy), .unreadable, [SQLiteError.liveHint]),
    ] as [(any ReportableError, StoreModel.ExitStatus, [String])])
  func anErrorCarriesItsExitCode(
    _ error: any ReportableError, _ status: StoreModel.ExitStatus, _ help: [String]
  ) {
    let failure = Failure(error)
    #expect(failure.status == status && failure.help == help)
    #expect(failure.message == error.description)
  }

  /// What a library hands out says itself what it means for a command; an error that is known to its
  /// own target alone may not leave it.
  @Test func everyErrorOfTheLibrariesIsReportable() throws {
    let libraries = [
      "StoreModel", "StoreEngine", "ModelSource", "ModelExpansion", "Diagnostics", "ErrorCatalog",
      "TraceAnalysis", "ModelInputs", "PlanExecution", "StoreDoctor",
    ]
    let kind =
      #/(public |package |)(?:indirect |final )?(?:enum|struct|class) ([A-Z]\w*): ([\w, \n]*?) ?\{/#
    var count = 0
    for library in libraries {
      let folder = Folders.package.appending(path: "Sources/\(library)")
      let names = try #require(FileManager.default.enumerator(atPath: folder.path))
      for case let name as String in names where name.hasSuffix(".swift") {
        let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        for found in text.matches(of: kind) {
          let (access, name) = (found.output.1, found.output.2)
          let protocols = found.output.3.split { $0 == "," || $0.isWhitespace }
          if protocols.contains("ReportableError") { count += 1 }
          #expect(access.isEmpty || !protocols.contains("Error"), "\(library): \(name)")
        }
      }
    }
    #expect(count > 14)
  }

  private struct Busy: DoctorCommand {
    static let configuration = CommandConfiguration(commandName: "busy")
    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws -> Report {
      throw StoreFileError(path: "a.store", reason: .busy)
    }
  }

  @Test(arguments: [[], ["--live"]]) func whoGivesLiveIsNotToldToGiveIt(_ options: [String]) throws
  {
    let out = ByteOutput { _ in }
    let console = Console(out: out, err: out)
    let command = try Busy.parse(options)
    do {
      _ = try Session(console: console).perform(command, with: Presenter(console: console))
      Issue.record("it is busy")
    } catch {
      let help = Failure(error).help
      #expect(help == (options.isEmpty ? [SQLiteError.liveHint] : []))
    }
  }
}
