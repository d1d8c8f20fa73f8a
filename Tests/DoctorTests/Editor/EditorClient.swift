import Diagnostics
import Foundation

@testable import DoctorCLI

/// Writes to a server that runs on a thread, and reads what it says.
final class EditorClient: @unchecked Sendable {
  private let (input, output) = (Pipe(), Pipe())
  private var frames = MessageFrames()
  private let code = DispatchSemaphore(value: 0)
  private var exitCode: Int32?
  private var number: Int64 = 0
  private(set) var notices: [JSONValue] = []
  private lazy var source = DescriptorBytes(output.fileHandleForReading.fileDescriptor)

  init() {
    let writing = output.fileHandleForWriting
    let server = LanguageServer(
      input: DescriptorBytes(input.fileHandleForReading.fileDescriptor), environment: [:],
      output: { writing.write(Data($0)) })
    let box = Box(server)
    Thread.detachNewThread { [self] in
      exitCode = box.server.run()
      code.signal()
    }
  }

  private final class Box: @unchecked Sendable {
    let server: LanguageServer
    init(_ server: LanguageServer) { self.server = server }
  }

  func write(_ text: String) { input.fileHandleForWriting.write(Data(text.utf8)) }

  func notify(_ method: String, _ params: JSONValue = .object([:])) {
    write(MessageFrames.framed(.object(["method": .string(method), "params": params])))
  }

  func send(_ method: String, _ params: JSONValue = .object([:])) -> JSONValue {
    number += 1
    let id = JSONValue.integer(number)
    write(
      MessageFrames.framed(.object(["id": id, "method": .string(method), "params": params])))
    return id
  }

  /// The answer to a request.
  func ask(_ method: String, _ params: JSONValue = .object([:])) -> JSONValue {
    let id = send(method, params)
    return next { $0["id"] == id && $0["method"] == nil } ?? .null
  }

  /// The first message of a kind; nil when none comes in half a minute.
  func next(where isMeant: (JSONValue) -> Bool) -> JSONValue? {
    if let place = notices.firstIndex(where: isMeant) { return notices.remove(at: place) }
    let end = Date(timeIntervalSinceNow: 30)
    while Date() < end {
      while case .message(let value)? = frames.next() { notices.append(value) }
      if let place = notices.firstIndex(where: isMeant) { return notices.remove(at: place) }
      if case .bytes(let bytes) = source.read(within: 200) { frames.add(bytes) }
    }
    return nil
  }

  /// What is said of a file next.
  func diagnostics(
    _ address: String, where isMeant: ([JSONValue]) -> Bool = { _ in true }
  ) -> [JSONValue]? {
    next {
      $0["method"] == "textDocument/publishDiagnostics" && $0["params"]?["uri"] == .string(address)
        && isMeant($0["params"]?["diagnostics"].elements ?? [])
    }?["params"]?["diagnostics"].elements
  }

  func end() { try? input.fileHandleForWriting.close() }

  /// What the server ends with; nil when it does not end.
  func awaitEnd() -> Int32? {
    _ = code.wait(timeout: .now() + 30)
    return exitCode
  }
}

extension JSONValue? {
  var elements: [JSONValue] {
    if case .array(let elements)? = self { elements } else { [] }
  }
}
