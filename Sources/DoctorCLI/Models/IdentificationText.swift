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
    if isForeign(answer) {
      sections.append(.lines(["the given models have no entity in common with the store"]))
      sections.append(.hints(["give the models of the app that wrote the store"]))
      return sections
    }
    for near in answer.nearest.prefix(shown) { sections += self.near(near) }
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

  /// Whether no version shares so much as an entity's name with the store.
  static func isForeign(_ answer: Identification) -> Bool {
    answer.match == nil
      && answer.nearest.allSatisfy { $0.equalEntities == 0 && $0.changedEntities.isEmpty }
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
      return DifferenceText.sections(near.differences, title: title)
        + (near.ignored.isEmpty
          ? [] : [.lines(near.ignored.map { "not compared: \($0)" })])
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

  private static func advice(_ answer: Identification) -> [String] {
    var hints = Array(answer.nearest.compactMap(\.hint).prefix(2))
    if hints.isEmpty && answer.newer == nil && answer.match == nil {
      hints.append(
        "declare the shape the store has as its own version, then migrate from it; 'diff' compares it "
          + "with any other")
    }
    return hints
  }

  static func findings(_ answer: Identification, path: String) -> [Finding] {
    var findings: [Finding] = []
    func add(_ finding: Finding) {
      var finding = finding
      finding.location = Location(path: path)
      findings.append(finding)
    }
    if let newer = answer.newer {
      var finding = StoreRules.newerStore.finding(newer.why)
      finding.certainty = newer.certainty
      add(finding)
    } else if answer.match == nil {
      let nearest = isForeign(answer) ? nil : answer.nearest.first
      let message = nearest.map {
        "no given version has the store's hashes; nearest is \(title($0.version))"
      }
      add(
        StoreRules.noMatchingVersion.finding(
          message ?? "no given version has an entity of the store"))
    }
    for reused in answer.reusedIdentifiers where !(reused.includesStore && isForeign(answer)) {
      let names = reused.versions.map { "'\($0.name)'" }.joined(separator: ", ")
      let who = reused.includesStore ? "the store and \(names)" : names
      add(
        StoreRules.reusedVersionIdentifier.finding(
          "the identifier '\(reused.identifier)' stands for different shapes: \(who)"))
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
      "differences": .array(near.differences.map(DifferenceText.json)),
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
