internal import Diagnostics
internal import StoreDoctor

/// What is sent to the editor.
extension LanguageServer {
  func answer(_ id: JSONValue, _ fault: Fault) {
    send([
      "error": .object(["code": .integer(fault.code), "message": .string(fault.message)]), "id": id,
    ])
  }

  /// Has the editor tell of files that change on the disk.
  func watchFiles() {
    guard features.watchesFiles else { return }
    let watchers = EditorFeatures.watched.map { JSONValue.object(["globPattern": .string($0)]) }
    request(
      "client/registerCapability",
      .object([
        "registrations": .array([
          .object([
            "id": "files", "method": "workspace/didChangeWatchedFiles",
            "registerOptions": .object(["watchers": .array(watchers)]),
          ])
        ])
      ]))
  }

  private func request(_ method: String, _ params: JSONValue) {
    send(["id": .string("storedoctor \(method)"), "method": .string(method), "params": params])
  }

  func notifyClient(_ method: String, _ params: JSONValue) {
    send(["method": .string(method), "params": params])
  }

  /// Into the editor's log. Standard error would be taken for errors.
  func log(_ text: String, isError: Bool = false) {
    notifyClient(
      "window/logMessage", .object(["message": .string(text), "type": isError ? 1 : 3]))
  }

  func send(_ members: [String: JSONValue]) {
    var members = members
    members["jsonrpc"] = "2.0"
    output(Array(MessageFrames.framed(.object(members)).utf8))
  }
}
