public import Diagnostics
internal import Lint
internal import StoreEngine
public import StoreModel

extension Identification: Answer {
  /// What stops the app at launch, why no version fits, identifiers that name several shapes, and where the store contradicts
  /// itself.
  public var findings: [Finding] {
    var findings = [mismatch.map(finding)].compactMap(\.self)
    // Without a match, that the store is another than its identifier says is the finding above.
    findings += reusedIdentifiers.filter { $0.versions.count > 1 && $0.concernsStore }.map {
      reused in
      let names = reused.versions.map(\.name).quotedList()
      return ReusedVersionIdentifier.info.finding(
        "the identifier '\(reused.identifier)' stands for different shapes: \(names)",
        help: reused.isOfModelFiles
          ? "give each shipped version an identifier of its own, in the editor's field 'Identifier' of the "
            + "model" : nil,
        // Which version the store has is known all the same.
        severity: match == nil ? nil : .note)
    }
    findings += contradictions.map { contradiction in
      let rule =
        switch contradiction.kind {
        case .checksum, .digest: DigestMismatch.info
        case .cachedModel: HashMismatch.info
        case .tables: HalfMigrated.info
        }
      var finding = rule.finding(contradiction.text)
      finding.certainty = contradiction.certainty
      return finding
    }
    if let path {
      for index in findings.indices { findings[index].location = Location(path: path) }
    }
    return launchFaults + findings
  }

  /// `found` without a version that fits, and for anything found that is more than a note.
  public var verdict: ExitStatus {
    match == nil || findings.contains { $0.severity > .note } ? .found : .done
  }

  private func finding(_ mismatch: Mismatch) -> Finding {
    var finding: Finding
    if case .newer(let newer) = mismatch {
      finding = StoreRules.newerStore.finding(newer.why, help: help)
    } else {
      finding = StoreRules.noMatchingVersion.finding(
        "no given version has the store's hashes"
          + [mismatch.text, grain].compactMap { $0.map { "; \($0)" } }.joined(),
        help: help)
    }
    finding.certainty = mismatch.certainty
    return finding
  }

  /// The contract of the JSON output: the best match once more by itself, and `newer` only where the
  /// store is.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "by": match?.by.rawValue, "duplicates": duplicates, "match": match.map(MatchedVersion.init),
      "matches": matches, "mismatch": mismatch?.name, "nearest": nearest,
    ])
    try encoder.write(present: [
      "cause": mismatch?.text, "newer": newer, "planWithout": planWithout,
    ])
  }
}

/// The version of a match; of several merged models all, by their names, and each by itself.
private struct MatchedVersion: Encodable {
  let match: VersionMatch

  func encode(to encoder: any Encoder) throws {
    let versions = match.versions
    guard versions.count > 1 else {
      try versions.first?.encode(to: encoder)
      return
    }
    func joined(_ texts: [String?]) -> String? {
      var seen: Set<String> = []
      let named = texts.compactMap(\.self).filter { seen.insert($0).inserted }
      return named.isEmpty ? nil : named.joined(separator: " + ")
    }
    let paths = Set(versions.map(\.path))
    try encoder.write([
      "identifier": joined(versions.map(\.identifier)),
      "name": versions.map(\.name).joined(separator: " + "),
      // Where they lie in several files, each has its own.
      "path": paths.count == 1 ? versions[0].path : nil, "versions": versions,
    ])
  }
}

extension VersionMatch: Encodable {
  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "by": by.rawValue, "certainty": certainty.level, "configuration": configuration,
      "ignored": ignored, "versions": versions,
    ])
  }
}

extension NearVersion: Encodable {
  public func encode(to encoder: any Encoder) throws {
    try version.encode(to: encoder)
    try encoder.write([
      "changedEntities": changedEntities, "differences": differences, "entityCount": entityCount,
      "equalEntities": equalEntities, "hint": hint, "ignored": ignored,
      "migration": migration?.rawValue, "onlyInStore": onlyInStore, "onlyInVersion": onlyInVersion,
    ])
  }
}

extension NewerStore: Encodable {
  public func encode(to encoder: any Encoder) throws {
    try encoder.write(["than": than, "why": why])
  }
}
