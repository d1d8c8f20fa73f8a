internal import Diagnostics
internal import StoreDoctor
internal import StoreModel

/// What an editor asks about a place.
extension LanguageServer {
  /// Nil for a question that waits until its project is read.
  func question(_ method: String, _ params: JSONValue?) throws(Fault) -> JSONValue? {
    switch method {
    case "workspace/symbol": return symbols(matching: params?["query"]?.string ?? "")
    case "workspace/executeCommand": return try execute(params)
    case "textDocument/hover", "textDocument/definition", "textDocument/documentSymbol",
      "textDocument/codeAction":
      break
    default: throw Fault(code: -32601, message: "there is no method '\(VisibleText(method).text)'")
    }
    guard let address = params?["textDocument"]?["uri"]?.string else {
      throw .parameters("no document is named")
    }
    guard let document = documents[address], let name = document.path else { return .null }
    if method == "textDocument/hover", let offset = Self.offset(params, in: document),
      let word = RuleWord(at: offset, in: name, document.bytes, RuleCatalog.index)
    {
      return hover(word.rule.markdown, word.range, document)
    }
    guard let project = workspace.projects[workspace.place(of: name)] else { return .null }
    guard project.isRead || !project.isStale else { return nil }
    switch method {
    case "textDocument/documentSymbol":
      let symbols = project.lookup.symbols(of: name, document.bytes)
      return .array(
        features.nestsSymbols
          ? symbols.map { nested($0, document) }
          : symbols.flatMap(Self.flat).map { listed($0, project) })
    case "textDocument/codeAction": return actions(params, document, name, project)
    default: break
    }
    guard let offset = Self.offset(params, in: document) else {
      throw .parameters("the position is none")
    }
    guard let place = project.lookup.place(at: offset, in: name, document.bytes) else {
      return .null
    }
    if method == "textDocument/hover" {
      return hover(project.lookup.hover(place), place.range, document)
    }
    // On the relationship itself its other side is meant, elsewhere what is named.
    guard let target = place.isDeclaration ? place.inverse : place.location else { return .null }
    return .array([location(target, project)])
  }

  private static func offset(_ params: JSONValue?, in document: OpenDocument) -> Int? {
    OpenDocument.position(params?["position"]).map { document.positions.offset(of: $0) }
  }

  private func hover(
    _ markdown: String, _ range: Range<Int>, _ document: OpenDocument
  ) -> JSONValue {
    let plain = markdown.filter { $0 != "*" && $0 != "`" }
    return .object([
      "contents": .object([
        "kind": features.readsMarkdown ? "markdown" : "plaintext",
        "value": .string(features.readsMarkdown ? markdown : plain),
      ]), "range": document.positions.range(range),
    ])
  }

  private func execute(_ params: JSONValue?) throws(Fault) -> JSONValue {
    guard params?["command"]?.string == Self.explainCommand else {
      throw .parameters("there is no such command; '\(Self.explainCommand)' takes the id of a rule")
    }
    guard case .array(let arguments)? = params?["arguments"], let id = arguments.first?.string,
      let rule = RuleCatalog.rule(id)
    else { throw .parameters("the argument is no rule; 'storedoctor rules' lists them") }
    notifyClient(
      "window/showMessage",
      .object([
        "message": .string("\(rule.id): \(rule.why). \(rule.fix)."), "type": 3,
      ]))
    return .string(rule.markdown)
  }

  // MARK: Symbols

  /// The protocol's numbers: module, class, field, property.
  private static func number(of kind: SchemaSymbol.Kind) -> Int64 {
    switch kind {
    case .version: 2
    case .entity: 5
    case .attribute: 8
    case .relationship: 7
    }
  }

  private func symbols(matching query: String) -> JSONValue {
    let projects = workspace.projects.sorted { "\($0.key)" < "\($1.key)" }.map(\.value)
    return .array(
      projects.flatMap { project in
        project.lookup.symbols(matching: query).map { listed($0, project) }
      })
  }

  private func listed(_ symbol: SchemaSymbol, _ project: EditedProject) -> JSONValue {
    .object([
      "containerName": .string(symbol.container), "kind": .integer(Self.number(of: symbol.kind)),
      "location": location(symbol.location, project), "name": .string(symbol.name),
    ])
  }

  private static func flat(_ symbol: SchemaSymbol) -> [SchemaSymbol] {
    [symbol] + symbol.children.flatMap(flat)
  }

  private func nested(_ symbol: SchemaSymbol, _ document: OpenDocument) -> JSONValue {
    .object([
      "children": .array(symbol.children.map { nested($0, document) }),
      "detail": .string(symbol.detail), "kind": .integer(Self.number(of: symbol.kind)),
      "name": .string(symbol.name), "range": document.positions.range(symbol.range),
      "selectionRange": document.positions.range(symbol.selection),
    ])
  }
}
