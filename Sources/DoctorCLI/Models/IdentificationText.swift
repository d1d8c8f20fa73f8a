internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// The answer of `identify` as text, findings and JSON.
enum IdentificationText {
  /// How many of the nearest versions are shown in full.
  private static let shown = 1

  static func sections(_ answer: Identification, store: StoreSchema) -> [Report.Section] {
    if !answer.matches.isEmpty { return matches(answer.matches) }
    var sections: [Report.Section] = [.lines(["no version matches"])]
    // Differences to a model of another app would be a long list of everything.
    if answer.mismatch == .anotherApp { return sections }
    for near in answer.nearest.prefix(shown) {
      var found = self.near(near)
      // How the store would migrate to a version that must be put back as it was is beside the point.
      if case .edited = answer.mismatch, !near.differences.isEmpty { found.removeLast() }
      sections += found
    }
    let others = answer.nearest.dropFirst(shown)
    if !others.isEmpty {
      sections.append(
        .table(
          Report.Table(
            [.init("version"), .init("equal entities", isNumber: true), .init("migration")],
            rows: others.map { near in
              [
                title(near.version), "\(near.equalEntities) of \(near.entityCount)",
                near.migration.map { DifferenceText.words($0) } ?? "not known",
              ]
            }), title: "Other versions"))
    }
    let hints = advice(answer)
    if !hints.isEmpty { sections.append(.hints(hints)) }
    return sections
  }

  private static func matches(_ matches: [VersionMatch]) -> [Report.Section] {
    var lines: [String] = []
    for match in matches {
      let names = match.versions.map(title).joined(separator: " + ")
      // SwiftData calls its only configuration "default".
      let configuration = match.configuration.flatMap {
        $0 == "default" ? nil : ", configuration '\($0)'"
      }
      lines.append("\(names)  by \(words(match.by))\(configuration ?? "")")
      if let reason = match.certainty.reason {
        lines.append("  \(match.certainty.level): \(reason)")
      }
      for ignored in match.ignored { lines.append("  not compared: \(ignored)") }
    }
    let path = matches.first?.versions.first?.path
    return [.lines(lines)] + (path.map { [.fields([Report.Field("declared in", $0)])] } ?? [])
  }

  private static func near(_ near: NearVersion) -> [Report.Section] {
    let count = "\(near.equalEntities) of \(near.entityCount) entities equal"
    let title = "Nearest: \(title(near.version)), \(count)"
    guard near.differences.isEmpty else {
      let ignored = near.ignored.map { "not compared: \($0)" }
      return (ignored.isEmpty ? [] : [.lines(ignored)])
        + DifferenceText.sections(near.differences, title: title, unknown: near.ignored)
    }
    var lines: [String] = []
    if !near.changedEntities.isEmpty { lines.append("changed: \(list(near.changedEntities))") }
    if !near.onlyInStore.isEmpty { lines.append("only in the store: \(list(near.onlyInStore))") }
    if !near.onlyInVersion.isEmpty {
      lines.append("only in the version: \(list(near.onlyInVersion))")
    }
    lines += near.ignored.map { "not compared: \($0)" }
    return [.lines(lines, title: title)]
  }

  /// Only where the finding itself does not say what to do.
  private static func advice(_ answer: Identification) -> [String] {
    guard answer.mismatch == .unknown else { return [] }
    return [
      answer.nearest.first?.hint
        ?? "declare the shape the store has as its own version, then migrate from it; 'diff' compares "
        + "it with any other"
    ]
  }

  static func findings(_ answer: Identification, path: String) -> [Finding] {
    var findings: [Finding] = []
    func add(_ finding: Finding) {
      var finding = finding
      finding.location = Location(path: path)
      findings.append(finding)
    }
    if let mismatch = answer.mismatch { add(finding(mismatch, answer)) }
    // Without a match, that the store is another than its identifier says is the finding above.
    for reused in answer.reusedIdentifiers where reused.versions.count > 1 {
      let names = reused.versions.map(\.name).quotedList()
      add(
        StoreRules.reusedVersionIdentifier.finding(
          "the identifier '\(reused.identifier)' stands for different shapes: \(names)",
          // Which version the store has is known all the same.
          severity: answer.match == nil ? nil : .note))
    }
    for contradiction in answer.contradictions {
      let rule =
        switch contradiction.kind {
        case .checksum, .digest: StoreRules.digestMismatch
        case .cachedModel, .tables: StoreRules.hashMismatch
        }
      var finding = rule.finding(contradiction.text)
      finding.certainty = contradiction.certainty
      add(finding)
    }
    return findings
  }

  private static func finding(_ mismatch: Mismatch, _ answer: Identification) -> Finding {
    var finding: Finding
    if case .newer(let newer) = mismatch {
      finding = StoreRules.newerStore.finding(newer.why)
    } else {
      let why = mismatch.text ?? answer.nearest.first.map { "nearest is \(title($0.version))" }
      finding = StoreRules.noMatchingVersion.finding(
        "no given version has the store's hashes" + (why.map { "; \($0)" } ?? ""),
        help: mismatch.help)
    }
    finding.certainty = mismatch.certainty
    return finding
  }

  static func json(_ answer: Identification) -> [String: JSONValue] {
    let match = answer.match
    var body: [String: JSONValue] = [
      "by": .optional(match?.by.rawValue),
      "match": match?.versions.first.map(ModelJSON.version) ?? .null,
      "matches": .array(answer.matches.map(json)), "nearest": .array(answer.nearest.map(json)),
    ]
    if let newer = answer.newer {
      body["newer"] = ["than": ModelJSON.version(newer.than), "why": .string(newer.why)]
    }
    body["mismatch"] = .optional(answer.mismatch?.name)
    body["duplicates"] = .array(answer.duplicates.map { .array($0.map(ModelJSON.version)) })
    return body
  }

  private static func json(_ match: VersionMatch) -> JSONValue {
    [
      "by": .string(match.by.rawValue), "certainty": .string(match.certainty.level),
      "configuration": .optional(match.configuration), "ignored": .strings(match.ignored),
      "versions": .array(match.versions.map(ModelJSON.version)),
    ]
  }

  private static func json(_ near: NearVersion) -> JSONValue {
    [
      "changedEntities": .strings(near.changedEntities),
      "differences": .array(near.differences.map { DifferenceText.json($0) }),
      "entityCount": .optional(near.entityCount), "equalEntities": .optional(near.equalEntities),
      "hint": .optional(near.hint), "identifier": .optional(near.version.identifier),
      "ignored": .strings(near.ignored), "migration": .optional(near.migration?.rawValue),
      "name": .string(near.version.name), "onlyInStore": .strings(near.onlyInStore),
      "onlyInVersion": .strings(near.onlyInVersion), "path": .optional(near.version.path),
    ]
  }

  private static func words(_ evidence: VersionMatch.Evidence) -> String {
    switch evidence {
    case .checksum: "checksum"
    case .entityHashes: "entity hashes"
    case .shape: "shape"
    }
  }

  static func title(_ version: VersionReference) -> String {
    ModelText.title(name: version.name, identifier: version.identifier)
  }

  private static func list(_ names: [String]) -> String { names.joined(separator: ", ") }
}
