import Diagnostics
import Foundation
import StoreDoctor
import Testing

@testable import DoctorCLI

/// What the README shows is what the commands print.
@Suite struct ReadmeTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Each `$ storedoctor …` that is followed by output, with that output.
  private static func examples() throws -> [(command: String, output: String)] {
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let blocks = readme.components(separatedBy: "```\n").enumerated()
    return blocks.filter { $0.offset % 2 == 1 }.flatMap { block in
      block.element.components(separatedBy: "$ storedoctor ").dropFirst().compactMap { text in
        let lines = text.split(separator: "\n", maxSplits: 1).map(String.init)
        guard lines.count == 2 else { return nil }
        return (lines[0], lines[1].trimmingCharacters(in: .newlines))
      }
    }
  }

  @Test func outputIsAsShown() throws {
    let examples = try Self.examples().filter { !$0.command.contains("<") }
    #expect(examples.count >= 2)
    for example in examples {
      let out = ByteOutput()
      let tool = CommandLineTool(console: Console(out: out, err: out), input: GivenLines(""))
      let words = example.command.split(separator: " ").map { word in
        word.hasPrefix("Samples/") ? Self.root.path + "/" + word : String(word)
      }
      _ = tool.run(words)
      let text = out.text.replacingOccurrences(of: Self.root.path + "/", with: "")
      #expect(text.trimmingCharacters(in: .newlines) == example.output)
    }
  }
}
