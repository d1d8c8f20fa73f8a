import Foundation
import ModelSource
import PlatformFoundation
import TestSupport
import Testing

@testable import Diagnostics
@testable import DoctorCLI
@testable import Lint
@testable import PlanExecution

/// What `--fix` makes of sources as apps have them compiles against the SwiftData module, and nothing
/// is left that it could mend.
@Suite struct FixCompilationTests {
  /// The sources as `--fix` leaves them.
  private static func fixed() throws -> [(rule: String, text: String, findings: [Finding])] {
    try FixedSource.all.enumerated().map { number, source in
      var text = ExampleText(
        .flagged(
          source.text.replacing("#Index", with: "@@Index")
            .replacing("#Unique", with: "@@Unique").replacing("#Predicate", with: "@@Predicate")
            .replacing("#", with: "\(number)").replacing("@@", with: "#")))
      let before = text.files[0].text
      // Two that touch are mended one after the other.
      for _ in 0..<4 { try text.fixAll() }
      let rest = try text.lint()
      #expect(rest.allSatisfy { $0.edits.isEmpty }, "\(rest.filter { !$0.edits.isEmpty })")
      #expect(
        before != text.files[0].text || rest.contains { $0.rule == source.rule },
        "\(source.rule) does nothing in \(before)")
      return (source.rule, text.files[0].text, rest)
    }
  }

  @Test(.enabled(if: PlanFixture.isAvailable)) func whatIsFixedCompiles() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "fixed-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let sources = try Self.fixed()
    var files: [String] = []
    for (number, source) in sources.enumerated() {
      let file = folder.appending(path: "Case\(number)-\(source.rule).swift").path
      try source.text.write(toFile: file, atomically: true, encoding: .utf8)
      files.append(file)
    }
    let toolchain = try PlanToolchain.find(
      tool: ToolPath.current,
      environment: [
        "PATH": PlanFixture.variable("PATH"),
        "STOREDOCTOR_RUNTIME": PlanFixture.variable("STOREDOCTOR_RUNTIME"),
      ])
    let output = try Self.run(
      toolchain.compiler, CompilerOptions.check + toolchain.frontendOptions + files)
    let errors = output.split(separator: "\n").filter { $0.contains(": error: ") }
      .map { $0.replacing(folder.path + "/", with: "") }
    #expect(errors == [], "\(sources.map(\.text).joined(separator: "\n"))")
  }

  private static func run(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardError = pipe
    process.standardOutput = pipe
    try process.run()
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ExampleText {
  /// Applies the edits of all findings at once, as `--fix` does.
  fileprivate mutating func fixAll() throws {
    let texts = Dictionary(files.map { ($0.path, $0.text) }) { first, _ in first }
    for plan in EditPlan.plans(for: try lint(), text: { texts[$0].map { Array($0.utf8) } }) {
      for index in files.indices where files[index].path == plan.path {
        files[index].text = String(decoding: plan.result, as: UTF8.self)
      }
    }
  }
}
