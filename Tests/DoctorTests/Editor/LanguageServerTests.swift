import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import DoctorCLI

/// The server over pipes, as an editor has it.
@Suite struct LanguageServerTests {
  private static let models = """
    import SwiftData
    @Model final class Note {
      var title = ""
      var folder: Folder?
      init() {}
    }
    @Model final class Folder {
      var name = ""
      init() {}
    }

    """

  private func started(
    _ files: [String: String] = ["A.swift": models], roots: JSONValue? = nil
  ) throws -> (EditorClient, ScratchFolder) {
    let folder = try ScratchFolder(files)
    let client = EditorClient()
    var params: [String: JSONValue] = ["capabilities": .object([:])]
    params["workspaceFolders"] =
      roots ?? .array([.object(["name": "app", "uri": .string(address(folder, ""))])])
    let answer = client.ask("initialize", .object(params))
    #expect(answer["result"]?["capabilities"]?["hoverProvider"] == true)
    client.notify("initialized")
    return (client, folder)
  }

  private func address(_ folder: ScratchFolder, _ name: String) -> String {
    FileAddress.address(of: name.isEmpty ? folder.url.path : folder.path(name))
  }

  private func open(_ client: EditorClient, _ address: String, _ text: String, version: Int64 = 1) {
    client.notify(
      "textDocument/didOpen",
      .object([
        "textDocument": .object([
          "languageId": "swift", "text": .string(text), "uri": .string(address),
          "version": .integer(version),
        ])
      ]))
  }

  /// Paths of a baseline count from its file, whichever folder the editor has open.
  @Test func aBaselineAboveTheOpenFolderCounts() throws {
    let folder = try ScratchFolder([
      "Sub/A.swift": Self.models, ".storedoctor.yml": "baseline: known.txt\n",
    ])
    let out = ByteOutput()
    let code = CommandLineTool(console: Console(out: out, err: out), input: GivenLines(""))
      .run(["lint", folder.url.path, "--update-baseline"])
    try #require(code == 0, "\(out.text)")
    let other = Self.models.replacing("Note", with: "Page").replacing("Folder", with: "Binder")
    try folder.write("Sub/B.swift", other)
    let client = EditorClient()
    let root = JSONValue.object(["name": "sub", "uri": .string(address(folder, "Sub"))])
    _ = client.ask(
      "initialize",
      .object(["capabilities": .object([:]), "workspaceFolders": .array([root])]))
    client.notify("initialized")
    let (known, new) = (address(folder, "Sub/A.swift"), address(folder, "Sub/B.swift"))
    open(client, known, Self.models)
    open(client, new, other)
    #expect(client.diagnostics(new) { !$0.isEmpty } != nil)
    // All that was said of the two is there before this answer.
    _ = client.ask("shutdown")
    let told = client.notices.filter { $0["params"]?["uri"] == .string(known) }
    #expect(told.allSatisfy { $0["params"]?["diagnostics"].elements == [] }, "\(told)")
  }

  private func change(
    _ client: EditorClient, _ address: String, _ version: Int64, _ changes: JSONValue...
  ) {
    client.notify(
      "textDocument/didChange",
      .object([
        "contentChanges": .array(changes),
        "textDocument": .object(["uri": .string(address), "version": .integer(version)]),
      ]))
  }

  private func at(_ address: String, _ line: Int64, _ character: Int64) -> JSONValue {
    .object([
      "position": .object(["character": .integer(character), "line": .integer(line)]),
      "textDocument": .object(["uri": .string(address)]),
    ])
  }

  @Test func aSessionFromOpeningToTheEnd() throws {
    let (client, folder) = try started()
    let file = address(folder, "A.swift")
    open(client, file, Self.models, version: 5)
    let found = try #require(client.diagnostics(file) { !$0.isEmpty })
    #expect(found.map { $0["code"] } == ["missing-inverse"])
    #expect(found[0]["range"]?["start"] == .object(["character": 6, "line": 3]))
    #expect(found[0]["codeDescription"]?["href"]?.string?.hasPrefix("https://") == true)
    // One way back, which nobody has saved.
    change(
      client, file, 6,
      .object([
        "range": .object([
          "end": .object(["character": 0, "line": 8]),
          "start": .object(["character": 0, "line": 8]),
        ]), "text": "  @Relationship(inverse: \\Note.folder) var notes: [Note] = [] // 🎈\r\n",
      ]))
    let next = client.next {
      $0["method"] == "textDocument/publishDiagnostics" && $0["params"]?["version"] == 6
    }
    #expect(next?["params"]?["diagnostics"].elements.isEmpty == true)
    let hover = client.ask("textDocument/hover", at(file, 2, 8))
    #expect(hover["result"]?["contents"]?["value"]?.string?.contains("`ZTITLE`") == true)
    let inverse = client.ask("textDocument/definition", at(file, 3, 8))["result"].elements
    #expect(inverse.first?["range"]?["start"]?["line"] == 8)
    let symbols = client.ask("textDocument/documentSymbol", at(file, 0, 0))["result"].elements
    #expect(symbols.map { $0["name"] } == ["Note", "title", "folder", "Folder", "name", "notes"])
    #expect(client.ask("shutdown")["error"] == nil)
    #expect(client.ask("textDocument/hover", at(file, 2, 8))["error"]?["code"] == -32600)
    client.notify("exit")
    #expect(client.awaitEnd() == 0)
  }

  @Test func withoutShutdownTheEndIsAFailure() throws {
    let (client, _) = try started()
    client.notify("exit")
    #expect(client.awaitEnd() == 1)
    let other = EditorClient()
    other.end()
    #expect(other.awaitEnd() == 1)
  }

  @Test func nothingIsAnsweredBeforeItBegan() {
    let client = EditorClient()
    #expect(client.ask("textDocument/hover")["error"]?["code"] == -32002)
    #expect(client.ask("initialize")["result"] != nil)
    #expect(client.ask("initialize")["error"]?["code"] == -32600)
    #expect(client.ask("no/such")["error"]?["code"] == -32601)
    client.end()
    #expect(client.awaitEnd() == 1)
  }

  @Test(
    arguments: [
      .null, .array([]), .array([.object(["name": "x", "uri": "file:///no/such/folder"])]),
      .array([.object(["uri": "untitled:x"]), .object([:]), 3]),
    ] as [JSONValue])
  func withoutAFolderAFileIsLookedAtAlone(_ roots: JSONValue) throws {
    let (client, folder) = try started(roots: roots)
    let file = address(folder, "A.swift")
    open(client, file, Self.models)
    #expect(client.diagnostics(file) { !$0.isEmpty }?.count == 1)
    client.end()
    #expect(client.awaitEnd() == 1)
  }

  @Test func twoFoldersAreTwoProjects() throws {
    let other = try ScratchFolder(["B.swift": Self.models])
    let folder = try ScratchFolder(["A.swift": Self.models])
    let roots = [other, folder].map { JSONValue.object(["uri": .string(address($0, ""))]) }
    let (client, _) = try started(roots: .array(roots))
    for (folder, name) in [(other, "B.swift"), (folder, "A.swift")] {
      #expect(client.diagnostics(address(folder, name)) { !$0.isEmpty }?.count == 1)
    }
    client.notify(
      "workspace/didChangeWorkspaceFolders",
      .object(["event": .object(["added": .array([]), "removed": .array([roots[0]])])]))
    #expect(client.diagnostics(address(other, "B.swift"), where: \.isEmpty) != nil)
    client.end()
    #expect(client.awaitEnd() == 1)
  }

  @Test func hostileMessagesAreAnsweredAndTheServerGoesOn() throws {
    let (client, folder) = try started()
    let file = address(folder, "A.swift")
    open(client, file, Self.models)
    #expect(client.diagnostics(file) { !$0.isEmpty } != nil)
    let wrong = [
      "Content-Length: 5\r\n\r\n{\"a\":", "Content-Length: x\r\n\r\n", "\u{0}\u{7f}\r\n\r\n",
      "Content-Length: 2000\r\n\r\n" + String(repeating: "[", count: 2000),
    ]
    for text in wrong {
      client.write(text)
      let fault = client.next { $0["error"] != nil }
      #expect(fault?["error"]?["code"] == -32700, "\(text.prefix(30))")
    }
    client.write(MessageFrames.framed(.array([1])))
    #expect(client.next { $0["error"] != nil }?["error"]?["code"] == -32600)
    for method in ["textDocument/hover", "textDocument/definition"] {
      #expect(client.ask(method, .array([]))["error"]?["code"] == -32602)
      #expect(client.ask(method, at("untitled:x", 0, 0))["error"] == nil)
      #expect(client.ask(method, at(file, -3, -9))["error"] == nil)
      #expect(client.ask(method, at(file, 1 << 40, 1 << 40))["error"] == nil)
    }
    for method in ["didOpen", "didChange", "didClose", "didSave"] {
      client.notify("textDocument/\(method)", .array([]))
      client.notify("textDocument/\(method)", .object(["textDocument": .object(["uri": "x:y"])]))
    }
    for _ in 0..<2 { client.notify("textDocument/didClose", at(file, 0, 0)) }
    change(client, file, 9, .object(["text": "x"]))
    client.notify("workspace/didChangeWatchedFiles", 3)
    client.notify("$/unknown")
    let explain = client.ask(
      "workspace/executeCommand",
      .object(["arguments": .array(["missing-inverse"]), "command": "storedoctor.explain"]))
    #expect(explain["result"]?.string?.contains("missing-inverse") == true)
    #expect(client.ask("workspace/executeCommand")["error"]?["code"] == -32602)
    #expect(client.ask("shutdown")["error"] == nil)
    client.notify("exit")
    #expect(client.awaitEnd() == 0)
  }

  @Test func whatIsCancelledIsNotAnswered() throws {
    let client = EditorClient()
    // In one piece, so that all of it is there when the first one is answered.
    let messages: [JSONValue] = [
      .object(["id": 1, "method": "initialize", "params": .object([:])]),
      .object(["id": "a", "method": "workspace/symbol", "params": .object([:])]),
      .object(["id": "b", "method": "workspace/symbol", "params": .object([:])]),
      .object(["method": "$/cancelRequest", "params": .object(["id": "b"])]),
      .object(["method": "$/cancelRequest", "params": .object(["id": "gone"])]),
    ]
    client.write(messages.map(MessageFrames.framed).joined())
    #expect(client.next { $0["id"] == "b" }?["error"]?["code"] == -32800)
    #expect(client.next { $0["id"] == "a" }?["result"] != nil)
    client.end()
    #expect(client.awaitEnd() == 1)
  }

  @Test func aWrongConfigurationIsSaidInItsLine() throws {
    let (client, folder) = try started([
      "A.swift": Self.models, ".storedoctor.yml": "rules:\n  no-such-rule: off\n",
    ])
    let file = address(folder, ".storedoctor.yml")
    let found = try #require(client.diagnostics(file) { !$0.isEmpty })
    #expect(found[0]["range"]?["start"]?["line"] == 1)
    try folder.write(".storedoctor.yml", "rules:\n  missing-inverse: error\n")
    client.notify("workspace/didChangeWatchedFiles", .object(["changes": .array([])]))
    #expect(client.diagnostics(file, where: \.isEmpty) != nil)
    let told = client.diagnostics(address(folder, "A.swift")) { !$0.isEmpty }
    #expect(told?.first?["severity"] == 1)
    client.end()
    #expect(client.awaitEnd() == 1)
  }
}
