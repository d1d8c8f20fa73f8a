import ArgumentParser
import Diagnostics
import Foundation
import Testing

@testable import DoctorCLI

/// Manual pages say what `--help` says.
@Suite struct ManualPageTests {
  private static func run(_ words: String...) -> (text: String, code: Int32) {
    let out = ByteOutput()
    let tool = CommandLineTool(console: Console(out: out, err: out), input: GivenLines(""))
    let code = tool.run(words)
    return (out.text, code)
  }

  /// A page as it is read.
  private static func plain(_ page: String) -> String {
    let escapes = [
      "\\-": "-", "\\(aq": "'", "\\(ga": "`", "\\(ha": "^", "\\(ti": "~", "\\e": "\\",
    ]
    return escapes.reduce(page) { $0.replacing($1.key, with: $1.value) }
  }

  private static func options(of text: String) -> [String] {
    text.matches(of: /\n(?:  |\.B )(?:-[a-z], )?--([a-z-]+)/).map { String($0.output.1) }
  }

  @Test(arguments: CommandCatalog.names)
  func aPageHasTheHelpOfItsCommand(_ name: String) throws {
    let (page, code) = Self.run("--generate-manual", name)
    #expect(code == 0)
    let type = try #require(CommandCatalog.command(named: name))
    let plain = Self.plain(page)
    #expect(plain.hasPrefix(".TH STOREDOCTOR-\(name.uppercased()) 1 "))
    #expect(Self.options(of: plain) == Self.options(of: type.helpText))
    for example in type.configuration.discussion.split(separator: "\n")
    where example.hasPrefix("  storedoctor \(name)") {
      #expect(plain.contains("\n" + example.drop { $0 == " " }), "\(example)")
    }
    #expect(!page.split(separator: "\n").contains { $0.hasPrefix("'") })
  }

  @Test func theOverviewNamesEveryCommand() {
    let page = Self.plain(Self.run("--generate-manual").text)
    for type in CommandCatalog.all {
      #expect(page.contains("\n.BR storedoctor-\(type.name) (1)\n\(type.summary)\n"))
    }
    #expect(page.contains("3 input unreadable"))
  }

  @Test func anUnknownCommandHasNone() {
    let (text, code) = Self.run("--generate-manual", "plans")
    #expect(code == 2)
    #expect(text.contains("takes the name of one command"))
  }

  private static let groff = "/usr/bin/groff"

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: groff), "groff is not installed"))
  func groffHasNothingToSayAboutThem() throws {
    for words in [[]] + CommandCatalog.names.map({ [$0] }) {
      let process = Process()
      process.executableURL = URL(filePath: Self.groff)
      process.arguments = ["-man", "-ww", "-z", "-Kutf8", "-Tutf8"]
      let (input, messages) = (Pipe(), Pipe())
      (process.standardInput, process.standardError) = (input, messages)
      try process.run()
      let page =
        words.first.map { Self.run("--generate-manual", $0) } ?? Self.run("--generate-manual")
      try input.fileHandleForWriting.write(contentsOf: Data(page.text.utf8))
      try input.fileHandleForWriting.close()
      let said = messages.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      #expect(String(decoding: said, as: UTF8.self) == "", "\(words)")
    }
  }
}
