internal import Diagnostics

/// What the editor says it can do.
struct EditorFeatures {
  var watchesFiles = false
  var showsRelated = false
  var nestsSymbols = false
  var readsMarkdown = true
  var versionsEdits = false

  init(_ capabilities: JSONValue? = nil) {
    let text = capabilities?["textDocument"]
    let workspace = capabilities?["workspace"]
    watchesFiles = workspace?["didChangeWatchedFiles"]?["dynamicRegistration"] == true
    showsRelated = text?["publishDiagnostics"]?["relatedInformation"] == true
    nestsSymbols = text?["documentSymbol"]?["hierarchicalDocumentSymbolSupport"] == true
    versionsEdits = workspace?["workspaceEdit"]?["documentChanges"] == true
    if case .array(let formats)? = text?["hover"]?["contentFormat"] {
      readsMarkdown = formats.contains("markdown")
    }
  }

  /// What the server can do.
  static let server: JSONValue = .object([
    "codeActionProvider": .object([
      "codeActionKinds": .strings(["quickfix", "source.fixAll.storedoctor"])
    ]),
    "definitionProvider": true, "documentSymbolProvider": true,
    "executeCommandProvider": .object(["commands": .strings([LanguageServer.explainCommand])]),
    "hoverProvider": true, "positionEncoding": "utf-16",
    "textDocumentSync": .object([
      "change": 2, "openClose": true, "save": .object(["includeText": false]),
    ]),
    "workspace": .object([
      "workspaceFolders": .object(["changeNotifications": true, "supported": true])
    ]),
    "workspaceSymbolProvider": true,
  ])

  /// The files whose changes matter although nobody has them open.
  static let watched = [
    "**/.storedoctor.yml", "**/storedoctor.lock", "**/*.swift", "**/*.{m,mm,h}",
    "**/*.xcdatamodel/contents", "**/.xccurrentversion", "**/*.xcmappingmodel/*",
    "**/*.entitlements", "**/project.pbxproj",
  ]
}
