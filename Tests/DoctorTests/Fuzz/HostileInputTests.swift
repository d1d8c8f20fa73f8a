import FuzzSupport
import TestSupport
import Testing

@testable import DoctorCLI

/// Input that somebody else wrote, in every reader: a value or one clear sentence, whatever comes;
/// of a configuration one for each of its mistakes.
/// What must hold of the value stands with each reader; `Scripts/fuzz.sh` does the same for hours.
@Suite("Hostile input") struct HostileInputTests {
  /// Readers that take milliseconds for each input.
  private static let slow = [
    "swift": 150, "store-file": 120, "store-wal": 120, "store-journal": 120, "salvage": 100,
  ]

  @Test("every reader gives a value or one sentence", arguments: FuzzReader.all.map(\.name))
  func reader(_ name: String) throws {
    let reader = try #require(FuzzReader.all.first { $0.name == name })
    let count = Self.slow[name] ?? 400
    let result = try reader.run(from: 1, count: count)
    #expect(result.failures == [])
    #expect(result.read + result.refused + result.failures.count == count)
    // Else nothing but the refusals was tried.
    #expect(result.read > 0)
  }

  /// Lines of the shell, of words that mean something to it.
  @Test("the shell answers every line with an exit code of its own")
  func shellLines() throws {
    let words = [
      "info", "rows", "Note", "check", "sql", "select", "*", "from", ";", "'", "\"", "\\",
      "--limit",
      "9223372036854775807", "-1", "--sort", "title,-created", "--where", "title LIKE '%'", "diff",
      "plan",
      "identify", "mode", "csv", "help", "trace", "explain", "134110", "#", "\u{1b}[31m", "é",
      "{dir}",
      "{dir}/notes.store", "{dir}/none", "@", "--format", "json", "entities", "show", "Note.title",
      "budget",
    ]
    let fixture = try CommandFixture()
    var random = Seeded(7)
    for _ in 0..<150 {
      let line = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        words.randomElement(using: &random) ?? ""
      }.joined(separator: " ")
      // As in a shell: a line that does not split is its own error.
      guard (try? ShellWords.split(line)) != nil, !line.contains("trace") else { continue }
      let text = try fixture.run("{dir}/notes.store", input: line + "\n")
      let code = text.split(separator: "\n").last.flatMap { last in
        last.hasPrefix("[exit ") ? Int(last.dropFirst(6).dropLast()) : nil
      }
      #expect((0...3).contains(code ?? 0), "\(line): \(text)")
      #expect(!text.contains("internal error"), "\(line): \(text)")
    }
  }
}
