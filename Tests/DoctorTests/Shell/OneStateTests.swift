import ArgumentParser
import Diagnostics
import Foundation
import StoreDoctor
import StoreEngine
import TestSupport
import Testing

@testable import DoctorCLI

/// A store that changes while a command reads it.
@Suite(.serialized) struct OneStateTests {
  private static let tool = BuiltTool.path

  /// Asks a store something, and touches it the first time.
  private struct Asking: DoctorCommand {
    static let configuration = CommandConfiguration(commandName: "asking")
    nonisolated(unsafe) static var runs = 0
    nonisolated(unsafe) static var changes = 1

    @Argument var store: String
    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws -> Report {
      Self.runs += 1
      _ = try session.store(at: store).connection.value("SELECT 'run \(Self.runs)'")
      if Self.runs <= Self.changes {
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSince1970: Double(Self.runs))], ofItemAtPath: store)
      }
      return Report(command: Self.name, sections: [.lines(["run \(Self.runs)"])])
    }
  }

  private func ask(changes: Int) throws -> (text: String, trace: String, failure: (any Error)?) {
    let fixture = try CommandFixture()
    Asking.runs = 0
    Asking.changes = changes
    let out = ByteOutput()
    let console = Console(out: out, err: out)
    let trace = fixture.folder.appending(path: "t.log").path
    let command = try Asking.parse([
      fixture.folder.appending(path: "notes.store").path, "--trace=\(trace)",
    ])
    var failure: (any Error)?
    do {
      _ = try Session(console: console).perform(command, with: Presenter(console: console))
    } catch {
      failure = error
    }
    return (out.text, try TextFile.read(trace), failure)
  }

  @Test func onlyTheLastRunIsShownAndTraced() throws {
    let (text, trace, failure) = try ask(changes: 1)
    #expect(failure == nil)
    #expect(text == "run 2\n")
    #expect(trace.contains("'run 2'") && !trace.contains("'run 1'"), "\(trace)")
  }

  @Test func aStoreThatNeverRestsIsInUse() throws {
    let (text, trace, failure) = try ask(changes: .max)
    #expect(failure.map { "\($0)" }?.contains("in use by another process") == true)
    #expect(text.isEmpty)
    #expect(trace.contains("'run 4'") && !trace.contains("'run 3'"), "\(trace)")
  }

  /// What comes through a pipe comes once: the store is asked after it.
  @Test(
    .enabled(if: BuiltTool.exists, "the tool is not built"),
    arguments: ["trace - --store a.store --model \"$2\"", "explain - --store a.store"])
  func standardInputIsReadOnce(_ command: String) throws {
    let fixture = try CommandFixture()
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    let models = CommandFixture.samples.appending(path: "Notes/Sources").path
    let script = """
      mv notes.store a.store
      { sleep 0.5; touch a.store
        echo 'CoreData: sql: SELECT 0, t0.Z_PK FROM ZNOTE t0 WHERE t0.ZTITLE = ?'
        echo 'Error Domain=NSCocoaErrorDomain Code=134110'; touch a.store; } | "$1" \(command)
      echo "exit $?"
      """
    process.arguments = ["-c", script, "bash", Self.tool, models]
    process.currentDirectoryURL = fixture.folder
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(!text.contains("is empty") && !text.contains("in use by"), "\(text)")
    #expect(text.contains(command.hasPrefix("trace") ? "ZNOTE" : "134110"), "\(text)")
  }
}
