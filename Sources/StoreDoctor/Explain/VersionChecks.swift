internal import ErrorCatalog
internal import StoreEngine
internal import StoreModel

extension CaseCheck {
  /// A set of entity hashes to be found among the known versions.
  private struct Wanted {
    /// `the error's text`, `'notes.store'`.
    var owner: String
    var hashes: [String: PrintedHash]
    var checksum: String?
  }

  /// How one version's hashes relate to the wanted ones.
  private struct Comparison {
    var version: KnownVersion
    var equal: [String] = []
    var different: [String] = []
    var onlyWanted: [String] = []
    var onlyModel: [String] = []
    /// Entities whose hash cannot be computed from this source.
    var unknown: [String] = []

    var isExact: Bool {
      different.isEmpty && onlyWanted.isEmpty && onlyModel.isEmpty && unknown.isEmpty
    }
    var couldBeExact: Bool { different.isEmpty && onlyWanted.isEmpty && onlyModel.isEmpty }
    var distance: Int { different.count + onlyWanted.count + onlyModel.count + unknown.count }
  }

  /// Which version the text's and the store's hashes belong to.
  func versionFindings(printed: [StoreMetadataDump]) -> [CaseFinding] {
    var findings: [CaseFinding] = []
    var wanted: [Wanted] = printed.filter { !$0.hashes.isEmpty || $0.checksum != nil }.map {
      Wanted(
        owner: "the store the text tells of (line \($0.line))", hashes: $0.hashes,
        checksum: $0.checksum)
    }
    if let store = facts.store {
      let whole = store.entityHashes.compactMapValues { PrintedHash(prefix: $0.bytes) }
      for (index, dump) in printed.enumerated() where !dump.hashes.isEmpty {
        let comparison = compare(dump.hashes, with: store.entityHashes)
        if comparison.isEmpty {
          findings.append(
            CaseFinding(
              "the hashes in the text are those of '\(store.name)'",
              certainty: certainty(of: dump.hashes)))
          wanted.removeAll { $0.hashes == printed[index].hashes }
        } else {
          findings.append(
            CaseFinding(
              "'\(store.name)' does not have the hashes the text prints ("
                + "\(comparison.quotedList(atMost: 12))); "
                + "the text tells of another store, or the store changed since"))
        }
      }
      wanted.append(Wanted(owner: "'\(store.name)'", hashes: whole, checksum: store.checksum))
    }
    for one in wanted { findings += identify(one) }
    return findings
  }

  private func identify(_ wanted: Wanted) -> [CaseFinding] {
    guard !versions.isEmpty else { return [] }
    guard !wanted.hashes.isEmpty else { return identify(checksumOnly: wanted) }
    let comparisons = versions.map { compare(wanted, with: $0) }
    let certainty = certainty(of: wanted.hashes)
    let exact = comparisons.filter(\.isExact)
    if !exact.isEmpty {
      return exact.map { match in
        let weakest = match.version.hashes.certainty.values.reduce(certainty) { $0.weaker($1) }
        return CaseFinding(
          "\(wanted.owner) has version \(match.version.title)", certainty: weakest,
          location: match.version.model.location)
      }
    }
    var findings: [CaseFinding] = []
    for possible in comparisons where possible.couldBeExact {
      let reasons = possible.unknown.compactMap { possible.version.hashes.certainty[$0]?.reason }
      findings.append(
        CaseFinding(
          "\(wanted.owner) may have version \(possible.version.title): "
            + "\(possible.unknown.quotedList()) cannot be computed from the source",
          certainty: .unknown(reasons.sorted().joined(separator: "; "))))
    }
    guard findings.isEmpty else { return findings }
    findings.append(
      CaseFinding("\(wanted.owner) matches no version of \(sources)", certainty: certainty))
    let nearest = comparisons.min { left, right in
      (left.distance, -left.equal.count) < (right.distance, -right.equal.count)
    }
    guard let nearest, !nearest.equal.isEmpty else { return findings }
    findings.append(CaseFinding(describe(nearest), certainty: certainty))
    if let model = facts.store?.model, wanted.owner == "'\(facts.store?.name ?? "")'" {
      findings += facts.differences(model, nearest.version.model)
    }
    return findings
  }

  private func identify(checksumOnly wanted: Wanted) -> [CaseFinding] {
    guard let checksum = wanted.checksum else { return [] }
    if let match = versions.first(where: { $0.hashes.checksum == checksum }) {
      return [CaseFinding("\(wanted.owner) has version \(match.title)")]
    }
    let incomplete = versions.filter { $0.hashes.checksum == nil }.map(\.title)
    return [
      CaseFinding(
        "no version of \(sources) has the checksum '\(checksum)'",
        certainty: incomplete.isEmpty
          ? .certain
          : .unknown("not computable for \(incomplete.joined(separator: ", "))"))
    ]
  }

  /// The cause behind "duplicate version checksums".
  func equalVersions() -> [CaseFinding] {
    var findings: [CaseFinding] = []
    for history in facts.histories {
      var seen: [String: KnownVersion] = [:]
      for version in versions where version.history == history {
        guard let checksum = version.hashes.checksum else {
          findings.append(
            CaseFinding(
              "the checksum of \(version.title) cannot be computed from the source",
              certainty: .unknown(
                version.hashes.certainty.values.compactMap(\.reason).sorted().first ?? "")))
          continue
        }
        if let first = seen[checksum] {
          findings.append(
            CaseFinding(
              "\(first.title) and \(version.title) have the same checksum: "
                + "their models are equal",
              location: version.model.location))
        } else {
          seen[checksum] = version
        }
      }
    }
    return findings
  }

  /// Model classes outside of every version that no version of a plan equals.
  func unlistedLive() -> [CaseFinding] {
    let planned = versions.filter { $0.model.name != "live" }
    guard !planned.isEmpty else { return [] }
    return versions.filter { $0.model.name == "live" }.compactMap { live in
      guard let checksum = live.hashes.checksum,
        !planned.contains(where: { $0.hashes.checksum == checksum })
      else { return nil }
      return CaseFinding(
        "the model classes outside of any version equal no version of the plan",
        certainty: planned.contains { $0.hashes.checksum == nil }
          ? .inferred("some versions have unknown checksums") : .certain,
        location: live.model.location)
    }
  }

  // MARK: - Comparing

  private func compare(_ wanted: Wanted, with version: KnownVersion) -> Comparison {
    var result = Comparison(version: version)
    let names = Set(version.model.entities.map(\.name))
    for (name, hash) in wanted.hashes.sorted(by: { $0.key.codePointsPrecede($1.key) }) {
      if let own = version.hashes.entities[name] {
        if hash.fits(own) { result.equal.append(name) } else { result.different.append(name) }
      } else if names.contains(name) {
        result.unknown.append(name)
      } else {
        result.onlyWanted.append(name)
      }
    }
    result.onlyModel = version.model.entities.map(\.name).filter { wanted.hashes[$0] == nil }
    return result
  }

  /// Entities in which printed hashes and a store's differ.
  private func compare(
    _ printed: [String: PrintedHash], with store: [String: VersionHash]
  ) -> [String] {
    let names = Set(printed.keys).union(store.keys)
    return names.filter { name in
      guard let hash = printed[name], let own = store[name] else { return true }
      return !hash.fits(own)
    }.sorted { $0.codePointsPrecede($1) }
  }

  private func certainty(of hashes: [String: PrintedHash]) -> Certainty {
    hashes.values.allSatisfy(\.isWhole)
      ? .certain : .inferred("the text prints only the ends of the hashes")
  }

  private func describe(_ comparison: Comparison) -> String {
    var parts: [String] = []
    func add(_ names: [String], _ singular: String, _ plural: String) {
      guard !names.isEmpty else { return }
      parts.append("\(names.quotedList(atMost: 12)) \(names.count == 1 ? singular : plural)")
    }
    add(comparison.different, "differs", "differ")
    add(comparison.onlyWanted, "is missing in the version", "are missing in the version")
    add(comparison.onlyModel, "is only in the version", "are only in the version")
    add(comparison.unknown, "cannot be computed", "cannot be computed")
    return "nearest is \(comparison.version.title): \(parts.joined(separator: ", ")), "
      + "\(comparison.equal.count) equal"
  }

  private var sources: String {
    facts.histories.map(\.name).quotedList()
  }

}
