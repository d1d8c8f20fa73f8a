internal import Diagnostics
internal import PlatformLibc
internal import StoreDoctor
internal import StoreModel

/// Lint for editors: the Language Server Protocol over a pipe.
///
/// All is done on one thread, message by message. Only runs over a whole project are made on another
/// one, while nobody types; this one goes on answering meanwhile, and drops the run when a text changes.
///
/// Source: https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification
final class LanguageServer {
  static let explainCommand = "storedoctor.explain"
  /// How long nobody types before a whole project is looked at.
  private static let idleTime = 250
  /// How often the editor's process is looked for.
  private static let pulse = 10_000

  let environment: [String: String]
  /// Where the documentation is served, if that is known.
  let site: String?
  private let input: any ByteSource
  let output: ([UInt8]) -> Void
  private var frames = MessageFrames()
  private var inbox: [MessageFrames.Event] = []
  private var hasEnded = false
  private var exitCode: ExitStatusCode?
  private var phase = Phase.new
  var features = EditorFeatures()
  var workspace: Workspace
  /// By their addresses.
  var documents: [String: OpenDocument] = [:]
  /// What was said last of each file, by its address.
  var published: [String: JSONValue] = [:]
  /// Questions about projects that are not read yet.
  var waiting: [JSONValue] = []
  /// Counts changes of what a run over a project rests on.
  var generation = 0
  private var isWorking = false
  /// The editor's process, where it says so: pipes may outlive it.
  private var client: Int32?

  private enum Phase { case new, running, shutDown }

  /// What a request is answered with instead of a result.
  struct Fault: Error {
    var code: Int64
    var message: String

    static func parameters(_ message: String) -> Fault { Fault(code: -32602, message: message) }
  }

  /// - Parameter enter: makes a folder the working one, so that files are called what the command line
  ///   calls them.
  init(
    input: any ByteSource, environment: [String: String],
    enter: @escaping (String) -> Void = { _ in }, output: @escaping ([UInt8]) -> Void
  ) {
    self.input = input
    self.environment = environment
    site = ToolPath.documentation(environment)
    self.output = output
    workspace = Workspace(enter: enter)
  }

  /// Answers until the client says that it has enough, or is gone.
  func run() -> ExitStatusCode {
    while true {
      handleInbox()
      if let exitCode { return exitCode }
      if hasEnded || isAlone { return phase == .shutDown ? 0 : 1 }
      guard phase == .running, workspace.isStale else {
        _ = receive(within: client == nil ? nil : Self.pulse)
        continue
      }
      if !receive(within: workspace.isNew ? 0 : Self.idleTime) { lookAtProjects() }
    }
  }

  /// Whether the editor's process is gone.
  private var isAlone: Bool {
    guard let client else { return false }
    return kill(client, 0) != 0 && errno == ESRCH
  }

  /// Takes what has come.
  ///
  /// - Returns: false when nothing came in the time.
  private func receive(within milliseconds: Int?) -> Bool {
    switch input.read(within: milliseconds) {
    case .nothing: return milliseconds == nil
    case .end: hasEnded = true
    case .bytes(let bytes):
      frames.add(bytes)
      while let event = frames.next() { take(event) }
    }
    return true
  }

  private func take(_ event: MessageFrames.Event) {
    guard case .message(let message) = event, message["method"] == "$/cancelRequest",
      let id = message["params"]?["id"]
    else { return inbox.append(event) }
    let isMeant = { (message: JSONValue) in message["id"] == id && message["method"] != nil }
    let fault = Fault(code: -32800, message: "cancelled")
    let place = inbox.firstIndex { event in
      if case .message(let other) = event { isMeant(other) } else { false }
    }
    if let place {
      inbox.remove(at: place)
      answer(id, fault)
    } else if let place = waiting.firstIndex(where: isMeant) {
      waiting.remove(at: place)
      answer(id, fault)
    }
  }

  private func handleInbox() {
    while !inbox.isEmpty, exitCode == nil {
      // What is cancelled behind a request need not be worked on.
      while !hasEnded, receive(within: 0) {}
      switch inbox.removeFirst() {
      case .fault(let reason):
        send([
          "error": .object(["code": -32700, "message": .string(reason)]), "id": .null,
        ])
      case .message(let message): handle(message)
      }
    }
  }

  /// Looks at the projects that have changed, for as long as they do not change again.
  private func lookAtProjects() {
    guard !isWorking else { return }
    isWorking = true
    defer { isWorking = false }
    let environment = environment
    for place in workspace.stalePlaces {
      guard
        let work = workspace.projects[place]?.work(
          cache: { ToolPath.lintCache(environment, subject: $0) }, read: Self.text)
      else { continue }
      let start = generation
      let outcome = LintRun.answer(of: work) {
        while !hasEnded, receive(within: 0) {}
        handleInbox()
        return generation != start || hasEnded || exitCode != nil
      }
      guard let outcome else { return }
      workspace.projects[place]?.take(outcome)
      publish(place)
      let questions = waiting
      waiting = []
      for question in questions { handle(question) }
    }
  }

  /// The text of a lock or a baseline.
  private static func text(of path: String) throws -> String {
    do {
      return try TextFile.read(path)
    } catch {
      throw UnreadText(description: Failure(error).message)
    }
  }

  private struct UnreadText: ReportableError {
    let description: String
    var status: ExitStatus { .usage }
  }

  // MARK: Messages

  func handle(_ message: JSONValue) {
    // An answer to a request of this server.
    if let members = message.members, members["result"] != nil || members["error"] != nil { return }
    guard case .object = message, let method = message["method"]?.string else {
      return answer(message["id"] ?? .null, Fault(code: -32600, message: "it has no method"))
    }
    guard let id = message["id"] else { return notify(method, message["params"]) }
    do throws(Fault) {
      guard let result = try result(of: method, message["params"]) else {
        return waiting.append(message)
      }
      send(["id": id, "result": result])
    } catch {
      answer(id, error)
    }
  }

  /// Nil for a question that waits until its project is read.
  private func result(of method: String, _ params: JSONValue?) throws(Fault) -> JSONValue? {
    switch (method, phase) {
    case ("initialize", .new): return initialize(params)
    case ("initialize", _): throw Fault(code: -32600, message: "'initialize' came twice")
    case (_, .new): throw Fault(code: -32002, message: "'initialize' has to come first")
    case (_, .shutDown): throw Fault(code: -32600, message: "the server was shut down")
    case ("shutdown", _):
      phase = .shutDown
      return .null
    default: return try question(method, params)
    }
  }

  private func initialize(_ params: JSONValue?) -> JSONValue {
    phase = .running
    client = params?["processId"]?.integer.flatMap(Int32.init(exactly:))
    if client ?? 1 < 1 { client = nil }
    features = EditorFeatures(params?["capabilities"])
    var roots: [String] = []
    if case .array(let folders)? = params?["workspaceFolders"] {
      roots = folders.compactMap { $0["uri"]?.string }
    }
    if roots.isEmpty, let root = params?["rootUri"]?.string { roots = [root] }
    if roots.isEmpty, let path = params?["rootPath"]?.string {
      roots = [FileAddress.address(of: path)]
    }
    for root in roots { addRoot(root) }
    return .object([
      "capabilities": EditorFeatures.server,
      "serverInfo": .object(["name": "storedoctor", "version": .string(ToolVersion.current)]),
    ])
  }

  private func notify(_ method: String, _ params: JSONValue?) {
    switch method {
    case "exit": exitCode = phase == .shutDown ? 0 : 1
    case "initialized" where phase == .running: watchFiles()
    default:
      guard phase == .running else { return }
      takeNotice(method, params)
    }
  }
}
