internal import Diagnostics
internal import StoreDoctor
internal import StoreModel

/// What is said of files, whether they are open or not.
extension LanguageServer {
  /// Other places that are named beside a finding.
  private static let mostRelated = 20

  /// Says anew what there is to say of the files of a project.
  func publish(_ place: EditedProject.Place) {
    guard let project = workspace.projects[place] else { return }
    for failure in project.failures where failure.path == nil { log(failure.message) }
    for failure in project.failures {
      guard let path = failure.path else { continue }
      log("\(path):\(failure.line): \(failure.message)", isError: true)
    }
    var names = Set(project.findings.keys).union(project.failures.compactMap(\.path))
    for address in published.keys {
      if let name = FileAddress.path(of: address).map(Workspace.name) { names.insert(name) }
    }
    names.formUnion(documents.values.compactMap(\.path))
    for name in names.sorted() where !name.isEmpty { publish(name) }
  }

  /// Says anew what there is to say of one file, unless it is what was said last.
  func publish(_ name: String) {
    let open = documents.values.first { $0.path == name }
    let address = open?.address ?? FileAddress.address(of: workspace.given(name))
    let found = diagnostics(of: name, open)
    guard open != nil || published[address] != nil || !found.isEmpty else { return }
    var params: [String: JSONValue] = [
      "diagnostics": .array(found), "uri": .string(address),
    ]
    if let version = open?.version { params["version"] = .integer(Int64(version)) }
    guard published[address] != .object(params) else { return }
    published[address] = found.isEmpty && open == nil ? nil : .object(params)
    notifyClient("textDocument/publishDiagnostics", .object(params))
  }

  private func diagnostics(of name: String, _ open: OpenDocument?) -> [JSONValue] {
    let owner = workspace.place(of: name)
    let failures = workspace.projects.values.flatMap(\.failures).filter { $0.path == name }
    var found: [JSONValue] = []
    if !failures.isEmpty {
      let positions = open?.positions ?? positions(of: name, nil)
      let sorted = Set(failures).sorted { ($0.line, $0.message) < ($1.line, $1.message) }
      found = sorted.map { failure in
        let place = Location(path: name, line: failure.line)
        return .object([
          "message": .string(failure.message), "severity": 1, "source": "storedoctor",
          "range": positions.range(positions.bytes(at: place, length: nil)),
        ])
      }
    }
    guard let project = workspace.projects[owner], let own = project.findings[name], !own.isEmpty
    else { return found }
    let positions = open?.positions ?? positions(of: name, project)
    let likewise = features.showsRelated ? project.likewise(name) : []
    return found
      + own.enumerated().map { index, finding in
        diagnostic(
          finding, positions, project,
          likewise: likewise.indices.contains(index) ? likewise[index] : [])
      }
  }

  func diagnostic(
    _ finding: Finding, _ positions: TextPositions, _ project: EditedProject,
    likewise: [Location] = []
  ) -> JSONValue {
    let place = finding.location ?? Location(path: "")
    let help = finding.help.map { "\nhelp: \($0)" } ?? ""
    var members: [String: JSONValue] = [
      "code": .string(finding.rule), "message": .string(finding.statement + help),
      "range": positions.range(positions.bytes(at: place, length: finding.length)),
      "severity": .integer(Self.number(of: finding.severity)), "source": "storedoctor",
    ]
    if let page = RuleCatalog.rule(finding.rule)?.address(on: site) {
      members["codeDescription"] = .object(["href": .string(page)])
    }
    if features.showsRelated {
      let told = finding.related.compactMap { related in
        related.location.map { (related.text ?? related.label, $0) }
      }
      let related = (told + likewise.map { ("likewise", $0) }).prefix(Self.mostRelated)
      if !related.isEmpty {
        members["relatedInformation"] = .array(
          related.map { text, place in
            .object(["location": location(place, project), "message": .string(text)])
          })
      }
    }
    return .object(members)
  }

  private static func number(of severity: Severity) -> Int64 {
    switch severity {
    case .error: 1
    case .warning: 2
    case .note: 3
    }
  }

  /// A place as the protocol has it, with the word that begins there.
  func location(_ place: Location, _ project: EditedProject?) -> JSONValue {
    let positions = positions(of: place.path, project)
    return .object([
      "range": positions.range(positions.bytes(at: place, length: nil)),
      "uri": .string(address(of: place.path)),
    ])
  }

  func address(of name: String) -> String {
    documents.values.first { $0.path == name }?.address
      ?? FileAddress.address(of: workspace.given(name))
  }

  func positions(of name: String, _ project: EditedProject?) -> TextPositions {
    if let open = documents.values.first(where: { $0.path == name }) { return open.positions }
    let text = project?.text(of: name) ?? (try? TextFile.read(name)).map { Array($0.utf8) }
    return TextPositions(text ?? [])
  }
}
