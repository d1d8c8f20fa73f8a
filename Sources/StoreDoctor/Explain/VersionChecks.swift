internal import Diagnostics
internal import ErrorCatalog
internal import Lint
internal import StoreEngine
internal import StoreModel

extension CaseCheck {
  /// A store whose version is asked for, as far as it is known.
  private struct Wanted {
    /// `the store the text tells of (line 5)`, `'notes.store'`.
    var owner: String
    var schema: StoreSchema
    var certainty = Certainty.certain
  }

  /// Which version the text's and the store's hashes belong to.
  func versionFindings(printed: [StoreMetadataDump]) -> [CaseFinding] {
    var findings: [CaseFinding] = []
    var told = printed.filter { !$0.hashes.isEmpty || $0.checksum != nil || $0.digest != nil }
    for dump in printed where !dump.hashes.isEmpty {
      guard let store = facts.store else { break }
      let different = Self.different(dump, store.schema.entityHashes)
      if different.isEmpty {
        findings.append(
          CaseFinding(
            "the hashes in the text are those of '\(store.name)'",
            certainty: certainty(of: dump)))
        told.removeAll { $0.hashes == dump.hashes }
      } else {
        let others = different.filter { dump.hashes[$0] != nil }
        let missing = different.filter { dump.hashes[$0] == nil }
        let parts = [
          others.isEmpty ? nil : "it has others, or none, of \(others.quotedList(atMost: 12))",
          missing.isEmpty ? nil : "the text has none of its \(missing.quotedList(atMost: 12))",
        ]
        findings.append(
          CaseFinding(
            "'\(store.name)' does not have the hashes the text prints ("
              + parts.compactMap(\.self).joined(separator: "; ")
              + "): the text tells of another store, or the store changed since"))
      }
    }
    for dump in told {
      let schema = schema(of: dump)
      findings +=
        isPart(dump, schema)
        ? partly(dump)
        : identify(
          Wanted(
            owner: dump.owner, schema: schema,
            certainty: certainty(of: dump)))
    }
    if let store = facts.store {
      findings += identify(Wanted(owner: "'\(store.name)'", schema: store.schema))
    }
    return findings
  }

  /// What a dump says of its store. What it leaves out of a hash is that of the version it fits.
  private func schema(of dump: StoreMetadataDump) -> StoreSchema {
    var hashes: [String: VersionHash] = [:]
    for (name, printed) in dump.hashes {
      let missing = 32 - printed.prefix.count - printed.suffix.count
      hashes[name] =
        versions.lazy.compactMap { $0.hashes.entities[name] }.first(where: printed.fits)
        ?? VersionHash(
          bytes: printed.prefix + [UInt8](repeating: 0, count: missing) + printed.suffix)
    }
    // A digest is of all of them.
    if let version = version(withDigestOf: dump) { hashes = version.hashes.entities }
    return StoreSchema(
      entityHashes: hashes, checksum: dump.checksum, versionIdentifiers: dump.identifiers ?? [])
  }

  private func identify(_ wanted: Wanted) -> [CaseFinding] {
    guard !versions.isEmpty, !wanted.schema.entityHashes.isEmpty || wanted.schema.checksum != nil
    else { return [] }
    let answer = Identifier.identify(wanted.schema, among: facts.histories)
    let damage = answer.contradictions.map { CaseFinding($0.text, certainty: $0.certainty) }
    guard answer.matches.isEmpty else {
      return damage
        + answer.told.map { match in
          let found = match.versions.compactMap { reference in
            versions.first { $0.reference == reference }
          }
          let certainties = found.flatMap(\.hashes.certainty.values)
          return CaseFinding(
            "\(wanted.owner) has "
              + (found.map(\.model.name) == ["live"] ? "the shape of " : "version ")
              + found.map(\.title).joined(separator: " and "),
            certainty: match.by == .shape
              ? match.certainty : certainties.reduce(wanted.certainty) { $0.weaker($1) },
            location: found.first?.model.location)
        } + unlisted(answer, wanted) + target(answer, wanted)
    }
    guard !wanted.schema.entityHashes.isEmpty else { return noChecksum(wanted) }
    let possible = versions.compactMap { version -> CaseFinding? in
      // A store's own model or tables have settled it.
      guard wanted.schema.model == nil,
        let near = answer.nearest.first(where: { $0.version == version.reference }),
        !near.changedEntities.isEmpty, near.onlyInStore.isEmpty, near.onlyInVersion.isEmpty,
        near.changedEntities.allSatisfy({ version.hashes.entities[$0] == nil })
      else { return nil }
      let reasons = near.changedEntities.compactMap { version.hashes.certainty[$0]?.reason }
      return CaseFinding(
        "\(wanted.owner) may have version \(version.title): "
          + "\(near.changedEntities.quotedList()) cannot be computed from the source",
        certainty: .unknown(reasons.sorted().joined(separator: "; ")))
    }
    guard possible.isEmpty else { return possible }
    let mismatch = answer.mismatch ?? .unknown
    var findings = damage
    findings.append(
      CaseFinding(
        "\(wanted.owner) matches no version of \(sources)"
          + (mismatch.text.map { "; \($0)" } ?? ""),
        certainty: wanted.certainty.weaker(mismatch.certainty)))
    findings += carried(answer, wanted)
    findings.append(CaseFinding("what to do: \(answer.help ?? mismatch.help)"))
    if case .anotherApp = mismatch { return findings }
    for nearest in answer.suspects {
      guard let version = versions.first(where: { $0.reference == nearest.version }) else {
        continue
      }
      findings.append(CaseFinding(describe(nearest, version), certainty: wanted.certainty))
      findings += answer.details(of: nearest).map { CaseFinding($0, certainty: wanted.certainty) }
      // What changes no hash is not why the version does not fit.
      let differences = nearest.decisive.isEmpty ? nearest.differences : nearest.decisive
      findings += differences.map { finding($0, isWayOut: mismatch.isOpen) }
    }
    return findings
  }

  /// What follows from it for the app: whether the store is at the version it opens its store with.
  private func target(_ answer: Identification, _ wanted: Wanted) -> [CaseFinding] {
    let references = answer.matches.flatMap(\.versions)
    guard answer.planWithout == nil, answer.contradictions.isEmpty,
      answer.match?.by != .shape, let history = references.first?.history,
      references.allSatisfy({ $0.history == history })
    else { return [] }
    guard let target = targets.first(where: { $0.reference.history == history }) else {
      let count = versions.count { $0.reference.history == history }
      // A single version is no question.
      guard count > 1 else { return [] }
      return [
        CaseFinding(
          "which of the \(count) versions the app has, the models do not say; where it is another "
            + "one, the store has to be migrated first"),
        CaseFinding(
          "what to do: 'storedoctor diagnose STORE --model PATH --to VERSION' says what a migration "
            + "to the app's version meets, VERSION being "
            + versions.filter { $0.reference.history == history }.map(\.model.name)
            .quotedList(atMost: 5, separator: " or ")),
      ]
    }
    guard !references.contains(target.reference) else {
      return [
        CaseFinding(
          "that is the version the models say is current: an app with these models opens it, so the "
            + "one that did not has others, or the store was migrated since")
      ]
    }
    return [
      CaseFinding(
        "the models' current version is \(target.title), so the store has to be migrated first"),
      CaseFinding(
        "what to do: check that the app migrates, by a plan or automatically, and ask 'storedoctor "
          + "preflight STORE --model PATH' whether that succeeds"),
    ]
  }

  /// Without a plan a store can migrate from its own model.
  private func carried(_ answer: Identification, _ wanted: Wanted) -> [CaseFinding] {
    guard !answer.isPlanned, wanted.schema.model.map({ $0.source != .store }) == true else {
      return []
    }
    switch answer.mismatch {
    case .edited, .unsettled, .unknown:
      return [
        CaseFinding(
          "it carries its own model, from which Core Data migrates where no version fits",
          certainty: .inferred("how Core Data uses that model is not documented"))
      ]
    default: return []
    }
  }

  /// A version that the app's plan does not list is known to nobody who opens the store.
  private func unlisted(_ answer: Identification, _ wanted: Wanted) -> [CaseFinding] {
    guard let plan = answer.planWithout, let name = answer.match?.versions.first?.name else {
      return []
    }
    return [
      CaseFinding(
        "'\(plan)' does not list '\(name)', so a container with that plan does not open "
          + "\(wanted.owner) (134504)"),
      CaseFinding("what to do: add '\(name)' and a stage from it to '\(plan)'"),
    ]
  }

  /// - Parameter isWayOut: whether the store may have to migrate to the version.
  private func finding(_ difference: ModelDifference, isWayOut: Bool) -> CaseFinding {
    return CaseFinding(
      isWayOut
        ? "\(difference.path): \(difference.change.rawValue.inWords), "
          + "\(difference.migration.rawValue.inWords): \(difference.why)" : difference.besideStore,
      certainty: isWayOut ? difference.certainty : .certain, entity: difference.entity,
      property: difference.property, location: difference.location)
  }

  private func noChecksum(_ wanted: Wanted) -> [CaseFinding] {
    let incomplete = versions.filter { $0.hashes.checksum == nil }.map(\.title)
    return [
      CaseFinding(
        "no version of \(sources) has the checksum '\(wanted.schema.checksum ?? "")'",
        certainty: incomplete.isEmpty
          ? .certain
          : .unknown("not computable for \(incomplete.joined(separator: ", "))"))
    ]
  }

  /// The cause behind "duplicate version checksums".
  func equalVersions() -> [CaseFinding] {
    var findings: [CaseFinding] = []
    for history in facts.histories {
      var seen: [String: Candidate] = [:]
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

  /// Entities in which printed hashes and a store's differ.
  private static func different(
    _ printed: StoreMetadataDump, _ store: [String: VersionHash]
  ) -> [String] {
    let names = Set(printed.hashes.keys).union(printed.isCut ? [] : Set(store.keys))
    return names.filter { name in
      guard let hash = printed.hashes[name], let own = store[name] else { return true }
      return !hash.fits(own)
    }.sorted { $0.codePointsPrecede($1) }
  }

  private func describe(_ near: NearVersion, _ version: Candidate) -> String {
    var parts: [String] = []
    func add(_ names: [String], _ singular: String, _ plural: String) {
      guard !names.isEmpty else { return }
      parts.append("\(names.quotedList(atMost: 12)) \(names.count == 1 ? singular : plural)")
    }
    let known = version.hashes.entities
    add(near.changedEntities.filter { known[$0] != nil }, "differs", "differ")
    add(near.onlyInStore, "is missing in the version", "are missing in the version")
    add(near.onlyInVersion, "is only in the version", "are only in the version")
    let open = near.changedEntities.filter { known[$0] == nil }
    if !open.isEmpty {
      parts.append("the hash of \(open.quotedList(atMost: 12)) cannot be computed from the source")
    }
    return "nearest is \(version.title): \(parts.joined(separator: ", ")), "
      + "\(near.equalEntities) equal"
  }

  var sources: String {
    facts.histories.map { $0.name == "live" ? DataModel.inSentence($0.name) : "'\($0.name)'" }
      .joined(separator: ", ")
  }
}
