internal import Diagnostics
internal import StoreDoctor
internal import StoreModel

/// What can be done about findings.
extension LanguageServer {
  private static let fixAll = "source.fixAll.storedoctor"

  func actions(
    _ params: JSONValue?, _ document: OpenDocument, _ name: String, _ project: EditedProject
  ) -> JSONValue {
    guard let start = OpenDocument.position(params?["range"]?["start"]),
      let end = OpenDocument.position(params?["range"]?["end"])
    else { return .array([]) }
    var wanted: [String]?
    if case .array(let kinds)? = params?["context"]?["only"] { wanted = kinds.compactMap(\.string) }
    /// A kind stands for those that begin with it: `source` for `source.fixAll`.
    func isWanted(_ kind: String) -> Bool {
      wanted?.contains { kind == $0 || $0.isEmpty || kind.hasPrefix($0 + ".") } ?? true
    }
    let positions = document.positions
    let first = positions.offset(of: min(start, end))
    let last = positions.offset(of: max(start, end))
    let touched = (project.findings[name] ?? []).filter { finding in
      let range = positions.bytes(
        at: finding.location ?? Location(path: name), length: finding.length)
      return range.lowerBound <= last && first <= range.upperBound
    }
    var actions: [JSONValue] = []
    for finding in touched where isWanted("quickfix") {
      guard let edits = project.edits(of: finding) else { continue }
      actions.append(
        .object([
          "diagnostics": .array([diagnostic(finding, positions, project)]),
          "edit": workspaceEdit(edits, project), "isPreferred": true, "kind": "quickfix",
          "title": .string(finding.help?.capitalisedFirst ?? "Fix \(finding.rule)"),
        ]))
    }
    for rule in Set(touched.map(\.rule)).sorted() where wanted == nil {
      actions.append(
        .object([
          "arguments": .strings([rule]), "command": .string(Self.explainCommand),
          "title": .string("Explain \(rule)"),
        ]))
    }
    // Asked for by name, as on saving.
    if wanted != nil, isWanted(Self.fixAll) {
      let edits = project.allEdits(in: name)
      if !edits.isEmpty {
        actions.append(
          .object([
            "edit": workspaceEdit(edits, project), "kind": .string(Self.fixAll),
            "title": "Fix all that storedoctor can fix in this file",
          ]))
      }
    }
    return .array(actions)
  }

  private func workspaceEdit(_ edits: [TextEdit], _ project: EditedProject) -> JSONValue {
    var changes: [String: JSONValue] = [:]
    var versioned: [JSONValue] = []
    for (name, edits) in Dictionary(grouping: edits, by: \.path).sorted(by: { $0.key < $1.key }) {
      let positions = positions(of: name, project)
      let address = address(of: name)
      let texts = JSONValue.array(
        edits.map {
          .object([
            "newText": .string($0.replacement), "range": positions.range($0.range),
          ])
        })
      changes[address] = texts
      versioned.append(
        .object([
          "edits": texts,
          "textDocument": .object([
            "uri": .string(address), "version": .optional(documents[address]?.version),
          ]),
        ]))
    }
    return features.versionsEdits
      ? .object(["documentChanges": .array(versioned)]) : .object(["changes": .object(changes)])
  }
}

extension String {
  fileprivate var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
