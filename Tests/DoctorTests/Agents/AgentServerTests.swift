import ArgumentParser
import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import DoctorCLI

/// The server for agents, spoken to line by line.
@Suite struct AgentServerTests {
  private static let store = Folders.samples.appending(path: "Notes/notes-1.0.0.store").path
  private static let models = Folders.samples.appending(path: "Notes/Sources").path

  private func server(showsValues: Bool = false) throws -> AgentServer {
    try AgentServer(
      console: Console(out: ByteOutput(), err: ByteOutput(), environment: [:]),
      showsValues: showsValues)
  }

  private func ask(
    _ server: AgentServer, _ method: String, _ params: JSONValue = .object([:])
  ) -> JSONValue {
    let request = JSONValue.object([
      "id": 7, "jsonrpc": "2.0", "method": .string(method), "params": params,
    ])
    return server.answer(to: request.text()) ?? .null
  }

  private func call(
    _ server: AgentServer, _ tool: String, _ arguments: [String: JSONValue]
  ) -> JSONValue {
    ask(server, "tools/call", .object(["arguments": .object(arguments), "name": .string(tool)]))
  }

  private func texts(_ answer: JSONValue) -> [String] {
    guard case .array(let parts)? = answer["result"]?["content"] else { return [] }
    return parts.compactMap { $0["text"]?.string }
  }

  private func elements(_ value: JSONValue?) -> [JSONValue] {
    if case .array(let elements)? = value { elements } else { [] }
  }

  @Test(arguments: [
    ("2024-11-05", "2024-11-05"), ("2025-06-18", "2025-06-18"), ("1999-01-01", "2025-06-18"),
  ])
  func versionsAreAgreedOn(_ asked: String, _ answered: String) throws {
    let answer = ask(
      try server(), "initialize", .object(["protocolVersion": .string(asked)]))
    #expect(answer["id"] == 7)
    #expect(answer["result"]?["protocolVersion"]?.string == answered)
    #expect(answer["result"]?["capabilities"]?["tools"] == .object([:]))
  }

  @Test func toolsTakeWhatTheCommandsTakeAndNothingThatWrites() throws {
    let tools = elements(ask(try server(), "tools/list")["result"]?["tools"])
    #expect(tools.compactMap { $0["name"]?.string } == ToolDescription.commands.map { $0.name })
    let writing: Set = [
      "also", "color", "config", "fix", "force", "format", "output", "show-values", "trace",
      "trust",
      "update-baseline",
    ]
    for (tool, type) in zip(tools, ToolDescription.commands) {
      guard case .object(let schema)? = tool["inputSchema"]?["properties"] else {
        Issue.record("\(type.name) has no schema")
        continue
      }
      #expect(writing.isDisjoint(with: schema.keys), "\(type.name)")
      let required = Set(elements(tool["inputSchema"]?["required"]).compactMap(\.string))
      #expect(required.isSubset(of: schema.keys), "\(type.name)")
      #expect(required.isEmpty == ["lint", "rules"].contains(type.name), "\(type.name)")
      for (name, property) in schema where !["offset", "size"].contains(name) {
        let isOption = type.helpMessage().contains("--\(name)")
        #expect(isOption || type.helpMessage().contains("<\(name)>"), "\(type.name) \(name)")
        #expect(property["type"] != nil && property["description"] != nil, "\(type.name) \(name)")
      }
      #expect(tool["description"]?.string?.hasPrefix(type.summary) == true)
      #expect(tool["annotations"]?["readOnlyHint"] == true)
    }
  }

  @Test func anAnswerIsThatOfTheCommand() throws {
    let answer = call(
      try server(), "identify",
      ["store": .string(Self.store), "model": .array([.string(Self.models)])])
    #expect(answer["result"]?["isError"] == false)
    #expect(answer["result"]?["_meta"]?["exitCode"] == 0)
    let text = try #require(texts(answer).first)
    let value = try #require(DecodedJSON.value(of: text))
    #expect(value["command"] == "identify")
    #expect(text.contains("NotesSchemaV1"))
  }

  @Test func findingsAreAnAnswerAndAMissingFileIsNone() throws {
    let server = try server()
    let recipes = Folders.samples.appending(path: "Recipes/Sources").path
    let found = call(server, "lint", ["paths": .array([.string(recipes)])])
    #expect(found["result"]?["isError"] == false)
    #expect(found["result"]?["_meta"]?["exitCode"] == 1)
    let missing = call(server, "info", ["path": "nowhere.store"])
    #expect(missing["result"]?["isError"] == true)
    #expect(texts(missing).first?.contains("'nowhere.store'") == true)
  }

  @Test func aLongAnswerIsCutAndPutTogetherAgain() throws {
    let server = try server()
    let whole = texts(call(server, "rules", ["size": 200_000]))
    #expect(whole.count == 1)
    var parts: [String] = []
    var offset: Int64 = 0
    while true {
      let texts = texts(call(server, "rules", ["offset": .integer(offset), "size": 7001]))
      parts.append(texts[0])
      guard texts.count == 2 else { break }
      offset += 7001
      #expect(texts[1].contains("\"offset\": \(offset) goes on"))
    }
    #expect(parts.count > 3 && parts.joined() == whole[0])
    #expect(texts(call(server, "rules", ["offset": 99_999_999])) == [""])
  }

  @Test func valuesAreHiddenUnlessTheUserSaysSo() throws {
    let question: [String: JSONValue] = [
      "store": .string(Self.store), "statement": "SELECT Z_PK, text, folder FROM Note LIMIT 3",
    ]
    let hidden = try #require(texts(call(try server(), "sql", question)).first)
    #expect(hidden.contains("\"text\":{\"hidden\":true,\"type\":\"text\"}"))
    #expect(hidden.contains("\"Z_PK\":{\"hidden\":true,\"type\":\"integer\"}"))
    #expect(hidden.contains("\"valuesAreShown\":false"))
    #expect(!hidden.contains("quoted"))
    let shown = try #require(texts(call(try server(showsValues: true), "sql", question)).first)
    #expect(shown.contains("quoted") && !shown.contains("hidden"))
    let asked = call(try server(), "rules", ["show-values": true])
    #expect(asked["error"]?["code"] == -32602)
  }

  private static let wrongCalls: [(String, [String: JSONValue], String)] = [
    ("identify", ["model": .integer(3), "stor": "a"], "did you mean 'store'"),
    ("trace", ["logs": .array(["-"])], "no '-'"),
    ("info", ["path": .array(["a", "b"])], "takes one value; 2 given"),
    ("plan", ["sql": "yes"], "takes true or false"),
    ("rules", ["size": 0], "count characters"), ("rules", ["offset": -1], "count characters"),
    ("migrate", [:], "there is no tool 'migrate'"),
    ("info", [:], "'info' needs 'path'"), ("sql", ["store": "a"], "'sql' needs 'statement'"),
    ("check", ["store": "a", "also": "junit=z.xml"], "has no argument 'also'"),
  ]

  @Test(arguments: wrongCalls)
  func aWrongCallIsAnErrorWithItsReason(
    _ tool: String, _ arguments: [String: JSONValue], _ reason: String
  ) throws {
    let error = call(try server(), tool, arguments)["error"]
    #expect(error?["code"] == -32602)
    #expect(error?["message"]?.string?.contains(reason) == true, "\(error ?? .null)")
  }

  @Test func wordsThatLookLikeOptionsAreOperands() throws {
    let answer = call(try server(), "info", ["path": "--force"])
    #expect(texts(answer).first?.contains("'--force'") == true)
  }

  /// Version 2025-03-26 has them.
  @Test func batchesAreAnsweredTogether() throws {
    let server = try server()
    let ping = "{\"id\":1,\"jsonrpc\":\"2.0\",\"method\":\"ping\"}"
    let notice = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"
    let answers = elements(server.answer(to: "[\(ping),\(notice),5]"))
    #expect(answers.count == 2)
    #expect(answers.first?["id"] == 1 && answers.last?["error"]?["code"] == -32600)
    #expect(server.answer(to: "[\(notice)]") == nil)
  }

  @Test func aWrongArgumentIsAnsweredWithWhatIsExpected() throws {
    let message = call(try server(), "info", ["store": "a"])["error"]?["message"]?.string ?? ""
    #expect(message.contains("'info' has no argument 'store'"), "\(message)")
    #expect(message.contains("did you mean 'path'?") && message.contains("it needs 'path'"))
  }

  /// What runs for a client that is gone is stopped, however long it would take.
  @Test func whatRunsAfterTheEndOfInputIsStopped() {
    // Not the interrupt of the process: commands of other tests watch that one.
    let flag = InterruptFlag()
    let lines = ClientLines(
      GivenLines("{\"id\":1}"), isWatched: true, longestGoodbye: .milliseconds(200),
      interrupt: { flag.raise() }, answerAtOnce: { _ in false })
    #expect(lines.next() != nil)
    let deadline = ContinuousClock.now + .seconds(20)
    _ = lines.running(1) {
      while !flag.isRaised, ContinuousClock.now < deadline { usleep(10_000) }
    }
    #expect(flag.isRaised)
    #expect(lines.next() == nil)
  }

  @Test func hostileLinesAreAnsweredAndTheServerGoesOn() throws {
    let server = try server()
    func code(_ line: String) -> JSONValue? { server.answer(to: line)?["error"]?["code"] }
    #expect(code("{") == -32700)
    #expect(code(String(repeating: "[", count: 5000)) == -32700)
    #expect(code("[]") == -32600)
    #expect(code("{\"id\":1}") == -32600)
    #expect(code("{\"id\":1,\"method\":\"resources/list\"}") == -32601)
    #expect(code("{\"id\":1,\"method\":\"tools/call\",\"params\":[]}") == -32602)
    #expect(server.answer(to: "   ") == nil)
    #expect(server.answer(to: "{\"method\":\"notifications/initialized\"}") == nil)
    #expect(server.answer(to: "{\"id\":1,\"result\":{}}") == nil)
    #expect(ask(server, "ping")["result"] == .object([:]))
  }

  @Test func theCommandAnswersLinesUntilTheyEnd() throws {
    let out = ByteOutput()
    let lines = "{\"id\":\"a\",\"method\":\"ping\"}\nno json\n"
    let tool = CommandLineTool(
      console: Console(out: out, err: ByteOutput()), input: GivenLines(lines))
    #expect(tool.run(["mcp"]) == 0)
    let answers = out.text.split(separator: "\n")
    #expect(answers.count == 2)
    #expect(answers[0] == "{\"id\":\"a\",\"jsonrpc\":\"2.0\",\"result\":{}}")
    #expect(tool.run(["mcp", "--format", "json"]) == 2)
  }
}
