import ArgumentParser
import Diagnostics
import Foundation
import Testing

@testable import DoctorCLI

/// What ArgumentParser makes of the commands: scripts for completion, the description that a manual
/// page is made of, and options before the command.
@Suite struct CompletionScriptTests {
  private static func run(_ words: [String]) -> (text: String, code: Int32) {
    let out = ByteOutput()
    let tool = CommandLineTool(console: Console(out: out, err: out), input: GivenLines(""))
    let code = tool.run(words)
    return (out.text, code)
  }

  /// The long options that a command's help lists.
  private static func options(of text: String) -> Set<String> {
    Set(text.matches(of: /\n  (?:-[a-z], )?--([a-z-]+)/).map { String($0.output.1) })
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func aScriptKnowsEveryCommandAndOption(_ shell: String) throws {
    let (script, code) = Self.run(["--generate-completion-script", shell])
    #expect(code == 0)
    for command in CommandCatalog.all {
      #expect(script.contains(command.name))
      let options = Self.options(of: command.helpMessage())
      #expect(options.isSuperset(of: ["format", "model", "trace"]), "\(command.name)")
      for option in options {
        #expect(script.contains(shell == "fish" ? option : "--\(option)"), "\(option)")
      }
    }
  }

  @Test func formatsAreThoseOfTheCommand() {
    func offered(_ words: String...) -> [String] {
      Self.run(["---completion", "--", "--format", "\(words.count)", "0"] + words).text
        .split(separator: "\n").map(String.init)
    }
    #expect(offered("storedoctor", "info", "--format", "") == InfoCommand.formatNames)
    #expect(offered("storedoctor", "lint", "--format", "").contains("sarif"))
    #expect(offered("storedoctor", "rows", "a.store", "Note", "--format", "").contains("csv"))
  }

  @Test func pathsAreCompletedAsFiles() {
    let description = Self.run(["--experimental-dump-help"]).text
    // Models and traces of every command, and its own paths.
    let count = description.components(separatedBy: "\"file\" : {").count - 1
    #expect(count > 2 * CommandCatalog.all.count + 20, "\(count)")
  }

  private static func path(of shell: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(shell)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  @Test(.enabled(if: path(of: "bash") != nil, "bash is not installed"))
  func bashReadsItsScript() throws { try checkSyntax("bash") }

  @Test(.enabled(if: path(of: "zsh") != nil, "zsh is not installed"))
  func zshReadsItsScript() throws { try checkSyntax("zsh") }

  @Test(.enabled(if: path(of: "fish") != nil, "fish is not installed"))
  func fishReadsItsScript() throws { try checkSyntax("fish") }

  /// Each of the three parses a script without running it when given `-n`.
  private func checkSyntax(_ shell: String) throws {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "\(UUID().uuidString).\(shell)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Self.run(["--generate-completion-script", shell]).text
      .write(to: file, atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(filePath: try #require(Self.path(of: shell)))
    process.arguments = ["-n", file.path]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func anUnknownShellIsAMistake() {
    let (text, code) = Self.run(["--generate-completion-script", "tcsh"])
    #expect(code == 2 && text.contains("tcsh"))
  }

  @Test(arguments: [
    ["--format", "json", "version"], ["version", "--format", "json"], ["--format=json", "version"],
    ["--trace-format", "jsonl", "--format", "json", "version"],
    ["--quiet", "--trace", "--format", "json", "version"],
    ["--model", "version", "--format", "json", "version"],
    ["--color", "never", "version", "--format", "json"],
  ])
  func commonOptionsStandAnywhere(_ words: [String]) {
    let (text, code) = Self.run(words)
    #expect(code == 0 && text.contains("\"command\": \"version\""), "\(text)")
  }

  @Test func aMistakeIsToldWithTheCommandItWasMadeIn() {
    let usage = "help: usage: storedoctor info STORE\nhelp: see 'storedoctor help info'\n"
    for words in [
      ["info", "--nope"], ["--quiet", "info", "--nope"], ["info", "a.store", "--format", "nope"],
    ] {
      let (text, code) = Self.run(words)
      #expect(code == 2 && text.hasSuffix(usage), "\(text)")
    }
    let (text, code) = Self.run(["--nope"])
    #expect(code == 2 && text.hasSuffix("help: see 'storedoctor --help'\n"), "\(text)")
  }

  @Test(arguments: [["--help"], ["-h"], ["help"], ["--quiet", "--help"], ["shell", "--help"]])
  func helpAloneIsTheOverview(_ words: [String]) {
    let (text, code) = Self.run(words)
    #expect(code == 0 && text == HelpTopics.overview() + "\n")
  }

  @Test(arguments: [["help", "rows"], ["rows", "--help"], ["--quiet", "rows", "-h"]])
  func helpOfACommandIsItsOwn(_ words: [String]) {
    let (text, code) = Self.run(words)
    #expect(code == 0 && text == RowsCommand.helpText + "\n")
  }
}
