internal import Diagnostics
internal import PlatformFoundation
internal import StoreModel
internal import Synchronization

/// The Model Context Protocol over lines of JSON: commands that read, as tools.
///
/// Source: https://modelcontextprotocol.io/specification, transport "stdio".
final class AgentServer {
  /// Newest first.
  private static let versions = ["2025-06-18", "2025-03-26", "2024-11-05"]
  private static let longestLine = 16 << 20

  private let console: Console
  private let showsValues: Bool
  private let tools: [ToolDescription]
  /// The last answer, which a cut is likely to be asked more of.
  private var last: (words: [String], answer: Answer)?

  private struct Answer {
    var text: String
    var code: Int32
  }

  /// What a request is answered with instead of a result.
  private struct Fault: Error {
    var code: Int64
    var message: String

    static func arguments(_ message: String) -> Fault { Fault(code: -32602, message: message) }
  }

  init(console: Console, showsValues: Bool) throws {
    self.console = console
    self.showsValues = showsValues
    tools = try ToolDescription.all()
  }

  /// Answers until there are no more lines. Meanwhile a client may cancel what it has asked for, and ask
  /// whether the server is there.
  func serve(_ input: any LineSource) {
    let output = AgentOutput(console.out)
    let lines = ClientLines(input, isWatched: console.isOfProcess) { line in
      guard let answer = Self.pong(line) else { return false }
      output.send(answer)
      return true
    }
    while let line = lines.next() {
      let reply = answer(to: line) { id, work in
        // What has no number cannot be cancelled.
        if let id { lines.running(id, work) ?? nil } else { work() }
      }
      if let reply { output.send(reply) }
    }
  }

  /// The answer to a ping, which takes nothing that another thread has.
  private static func pong(_ line: String) -> JSONValue? {
    guard line.utf8.count < 1000, line.contains("ping"), let request = DecodedJSON.value(of: line),
      request["method"] == "ping", let id = request["id"]
    else { return nil }
    return .object(["id": id, "jsonrpc": "2.0", "result": .object([:])])
  }

  /// Nil for what wants no answer.
  ///
  /// - Parameter running: runs what answers one request, by its number.
  func answer(
    to line: String,
    running: (JSONValue?, () -> JSONValue?) -> JSONValue? = { _, work in work() }
  ) -> JSONValue? {
    if line.allSatisfy(\.isWhitespace) { return nil }
    guard line.utf8.count <= Self.longestLine else {
      return Self.failure(
        nil,
        Fault(
          code: -32600,
          message: "the line has more than \(Self.longestLine >> 20) MB, which no request needs"))
    }
    guard let value = DecodedJSON.value(of: line) else {
      return Self.failure(nil, Fault(code: -32700, message: "the line is not JSON"))
    }
    // Version 2025-03-26 has batches: https://modelcontextprotocol.io/specification/2025-03-26/basic
    guard case .array(let requests) = value else {
      return running(value["id"]) { answer(to: value) }
    }
    guard !requests.isEmpty else {
      return Self.failure(
        nil, Fault(code: -32600, message: "the batch is empty; a request or several were expected"))
    }
    let answers = requests.compactMap { request in
      running(request["id"]) { answer(to: request) }
    }
    return answers.isEmpty ? nil : .array(answers)
  }

  private func answer(to request: JSONValue) -> JSONValue? {
    guard case .object = request, let method = request["method"]?.string else {
      // An answer to a request that this server never made.
      if request["result"] != nil || request["error"] != nil { return nil }
      return Self.failure(
        request["id"], Fault(code: -32600, message: "the line is not a request with a method"))
    }
    guard let id = request["id"] else { return nil }
    do throws(Fault) {
      return .object([
        "id": id, "jsonrpc": "2.0", "result": try result(of: method, request["params"]),
      ])
    } catch {
      return Self.failure(id, error)
    }
  }

  private static func failure(_ id: JSONValue?, _ fault: Fault) -> JSONValue {
    .object([
      "error": .object(["code": .integer(fault.code), "message": .string(fault.message)]),
      "id": id ?? .null, "jsonrpc": "2.0",
    ])
  }

  private func result(of method: String, _ params: JSONValue?) throws(Fault) -> JSONValue {
    switch method {
    case "initialize":
      let wanted = params?["protocolVersion"]?.string ?? ""
      return .object([
        "capabilities": .object(["tools": .object([:])]),
        "instructions": .string(instructions),
        "protocolVersion": .string(
          Self.versions.contains(wanted) ? wanted : Self.versions[0]),
        "serverInfo": .object([
          "name": "storedoctor", "title": "storedoctor", "version": .string(ToolVersion.current),
        ]),
      ])
    case "ping": return .object([:])
    case "tools/list": return .object(["tools": .array(tools.map(\.listing))])
    case "tools/call": return try call(params)
    default: throw Fault(code: -32601, message: "there is no method '\(method)'")
    }
  }

  private var instructions: String {
    "Diagnoses SwiftData and Core Data stores without changing a byte of them. Begin with 'diagnose' "
      + "for a store that does not open, 'explain' for an error text or code, 'lint' for source, "
      + "'trace' for a slow log. Paths are relative to the folder the server was started in. "
      + (showsValues
        ? "Values of rows are shown."
        : "Values of rows are hidden; only the user can start the server with --show-values.")
  }

  private func call(_ params: JSONValue?) throws(Fault) -> JSONValue {
    guard let name = params?["name"]?.string else { throw .arguments("no tool is named") }
    guard let tool = tools.first(where: { $0.command.name == name }) else {
      throw .arguments("there is no tool '\(name)'")
    }
    var arguments: [String: JSONValue] = [:]
    switch params?["arguments"] {
    case nil: break
    case .object(let members)?: arguments = members
    default: throw .arguments("'arguments' is not an object")
    }
    let offset = arguments["offset"]?.integer ?? 0
    let size = arguments["size"]?.integer ?? AnswerCut.usual
    guard offset >= 0, size > 0 else { throw .arguments("'offset' and 'size' count characters") }
    let answer: Answer
    do {
      answer = run(try tool.words(arguments))
    } catch {
      let failure = Failure(error)
      throw .arguments(([failure.message] + failure.help).joined(separator: "; "))
    }
    let cut = AnswerCut(of: answer.text, from: offset, size: size)
    return .object([
      "_meta": .object(["exitCode": .integer(Int64(answer.code))]),
      "content": .array(
        ([cut.text] + [cut.rest].compactMap(\.self)).map {
          .object(["text": .string($0), "type": "text"])
        }),
      // Findings are an answer; what could not be done is none.
      "isError": .bool(answer.code > ExitStatus.found.rawValue),
    ])
  }

  private func run(_ words: [String]) -> Answer {
    if let last, last.words == words { return last.answer }
    let (out, err) = (ByteOutput(), ByteOutput())
    let inner = Console(out: out, err: err, environment: console.environment)
    var given = words
    if showsValues { given.insert("--show-values", at: 1) }
    var tool = CommandLineTool(console: inner, input: GivenLines(""))
    tool.isStoppable = true
    let code = tool.run(given)
    var text = out.text
    if code > ExitStatus.found.rawValue {
      text = err.text
    } else if let value = DecodedJSON.value(of: text) {
      text = (showsValues ? value : HiddenRows.hidden(value)).text()
    }
    let answer = Answer(text: text, code: code)
    // What was stopped, or could not be done, may go well the next time.
    if code <= ExitStatus.found.rawValue { last = (words, answer) }
    return answer
  }
}

/// Whole lines, from any thread. Unchecked, since the output is no value: it is written to behind the mutex.
private final class AgentOutput: @unchecked Sendable {
  private let out: ByteOutput
  private let lock = Mutex(())

  init(_ out: ByteOutput) { self.out = out }

  func send(_ answer: JSONValue) {
    let line = answer.text() + "\n"
    lock.withLock { _ in
      out.write(line)
      out.flush()
    }
  }
}
