internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine

/// Texts that come, change and go.
extension LanguageServer {
  func addRoot(_ address: String) {
    guard let path = FileAddress.path(of: address), workspace.addRoot(path) else {
      return log("there is no folder '\(VisibleText(address).text)'", isError: true)
    }
    arrange()
  }

  func takeNotice(_ method: String, _ params: JSONValue?) {
    let document = params?["textDocument"]
    switch method {
    case "textDocument/didOpen": open(document)
    case "textDocument/didChange": change(document, params?["contentChanges"])
    case "textDocument/didSave": save(document)
    case "textDocument/didClose": close(document)
    case "workspace/didChangeWatchedFiles", "workspace/didChangeConfiguration": readAgain()
    case "workspace/didChangeWorkspaceFolders":
      for address in Self.addresses(params?["event"]?["removed"]) {
        if let path = FileAddress.path(of: address) { workspace.removeRoot(path) }
      }
      for address in Self.addresses(params?["event"]?["added"]) { addRoot(address) }
      arrange()
    default: break
    }
  }

  private static func addresses(_ folders: JSONValue?) -> [String] {
    guard case .array(let folders)? = folders else { return [] }
    return folders.compactMap { $0["uri"]?.string }
  }

  private func open(_ value: JSONValue?) {
    guard let address = value?["uri"]?.string, let text = value?["text"]?.string else {
      return log("a document was opened without its address or text", isError: true)
    }
    let name = FileAddress.path(of: address).map(Workspace.name)
    let opened = OpenDocument(
      address: address, path: name, version: value?["version"]?.integer, text: text)
    documents[address] = opened
    guard let name, Self.isLinted(name) else { return }
    let place = workspace.place(of: name)
    if workspace.projects[place] == nil { arrange() } else { edit(opened) }
    publish(name)
  }

  /// Files that the protocol's client may tell more about than the disk.
  private static func isLinted(_ name: String) -> Bool {
    ["swift", "m", "mm", "h"].contains(name.suffixName) || name.lastPathComponent == "contents"
  }

  private func change(_ value: JSONValue?, _ changes: JSONValue?) {
    guard let address = value?["uri"]?.string, case .array(let changes)? = changes else {
      return log("a change came without an address or the changes", isError: true)
    }
    guard documents[address] != nil else {
      return log("'\(VisibleText(address).text)' was changed and is not open", isError: true)
    }
    // Taken out, so that its bytes are changed where they lie.
    guard var document = documents.removeValue(forKey: address) else { return }
    let isMade = document.change(changes, version: value?["version"]?.integer)
    documents[address] = document
    if !isMade {
      log("a change of '\(VisibleText(address).text)' is none; close and open it", isError: true)
    }
    edit(document)
  }

  private func edit(_ document: OpenDocument) {
    guard let name = document.path, Self.isLinted(name) else { return }
    let place = workspace.place(of: name)
    guard workspace.projects[place] != nil else { return arrange() }
    if workspace.projects[place]?.text(of: name) != document.bytes { generation += 1 }
    if workspace.projects[place]?.edit(name, document.bytes) ?? false { publish(name) }
  }

  private func save(_ value: JSONValue?) {
    guard value?["uri"]?.string != nil else { return }
    readAgain()
  }

  private func close(_ value: JSONValue?) {
    guard let address = value?["uri"]?.string,
      let document = documents.removeValue(forKey: address), let name = document.path
    else { return }
    generation += 1
    let place = workspace.place(of: name)
    workspace.projects[place]?.close(name)
    arrange()
  }

  /// Files of the disk, or configurations, have changed.
  private func readAgain() {
    generation += 1
    for place in workspace.projects.keys { workspace.projects[place]?.forgetFiles() }
    arrange()
  }

  /// Has the projects that the folders and the open files ask for.
  private func arrange() {
    generation += 1
    let files = documents.values.compactMap { document -> (name: String, bytes: [UInt8])? in
      guard let name = document.path, Self.isLinted(name) else { return nil }
      return (name, document.bytes)
    }
    for project in workspace.arrange(files.sorted { $0.name < $1.name }) {
      for name in project.findings.keys { publish(name) }
      for name in project.failures.compactMap(\.path) { publish(name) }
    }
  }
}
