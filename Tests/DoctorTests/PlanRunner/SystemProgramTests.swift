import PlanExecution
import Testing

@Suite struct SystemProgramTests {
  private static let environment = ["PATH": "/nowhere:/usr/bin:/bin", "WORD": "here"]

  private func output(of name: String, _ arguments: [String], input: String = "") throws -> String?
  {
    let program = try #require(SystemProgram(name, environment: Self.environment))
    return try program.run(arguments, input: input).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func whatAProgramWritesIsItsAnswer() throws {
    #expect(try output(of: "cat", [], input: "a\nb\n") == "a\nb\n")
    #expect(try output(of: "sh", ["-c", "echo $WORD; echo no >&2"]) == "here\n")
    // More than a pipe holds.
    #expect(try output(of: "sh", ["-c", "yes | head -c 300000"])?.utf8.count == 300_000)
  }

  @Test func failureIsNoAnswer() throws {
    #expect(try output(of: "sh", ["-c", "echo a; exit 3"]) == nil)
    #expect(try output(of: "sh", ["-c", "kill -9 $$"]) == nil)
    let program = try #require(SystemProgram("yes", environment: Self.environment))
    #expect(try program.run([], limit: 1 << 20) == nil)
  }

  @Test func whatIsNotThereIsNotFound() {
    #expect(SystemProgram("no-such-program", environment: Self.environment) == nil)
    #expect(SystemProgram("cat", environment: ["PATH": "/nowhere"]) == nil)
  }
}
