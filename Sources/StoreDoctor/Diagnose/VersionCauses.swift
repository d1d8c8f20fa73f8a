internal import StoreEngine
internal import StoreModel

/// What it means for an app that a store has none of its versions.
struct VersionCauses {
  let diagnoser: Diagnoser

  init(_ diagnoser: Diagnoser) { self.diagnoser = diagnoser }

  /// Whether an app opens it cannot be told.
  var notCompared: Diagnosis.Cause {
    Diagnosis.Cause(
      verdict: .notCompared,
      what: "whether an app opens it is not known, because no models were given",
      treatment: [
        Diagnosis.Treatment(
          "give the app's models: Swift source, .xcdatamodeld, .momd or .mom",
          diagnoser.command("diagnose", "--model", "PATH", models: false))
      ])
  }

  /// Where the version that was edited differs.
  private func location(_ mismatch: Mismatch, _ near: NearVersion?) -> Location? {
    switch mismatch {
    case .edited, .unsettled: near?.decisive.lazy.compactMap(\.location).first
    default: nil
    }
  }

  /// What a version has otherwise than the store, as far as that can be told: its model says it, or
  /// else its tables, or at least its hashes.
  private func differences(_ near: NearVersion, _ store: StoreSchema) -> [String] {
    let named = near.decisive.prefix(3).map {
      $0.besideStore + ($0.location.map { " (\($0.text))" } ?? "")
    }
    guard named.isEmpty,
      let version = diagnoser.histories.lazy.flatMap({ history in
        history.versions.map { (VersionReference(history: history, version: $0), $0) }
      }).first(where: { $0.0 == near.version })?.1
    else { return named }
    var lines: [String] = []
    let fit = TableShape(store: store).fit(of: version)
    if let missing = fit?.missing, !missing.isEmpty {
      lines.append("the store's tables have no place for \(missing.quotedList(atMost: 3))")
    }
    if let surplus = fit?.surplus, !surplus.isEmpty {
      lines.append(
        "'\(version.name)' has nothing for \(surplus.quotedList(atMost: 3)) of the store's tables")
    }
    if lines.isEmpty, !near.changedEntities.isEmpty {
      lines.append(
        "the hash of \(near.changedEntities.quotedList(atMost: 3)) is another one though "
          + "the tables fit: a type or an option differs")
    }
    return lines + edits(of: near, version, fit, store)
  }

  /// What was changed in each entity: proven by its hash, or else suggested by the columns.
  private func edits(
    of near: NearVersion, _ version: DataModel, _ fit: TableShape.Fit?, _ store: StoreSchema
  ) -> [String] {
    // What an entity inherits changes the hashes of all that inherit it, so roots come first.
    let changed = near.changedEntities.compactMap { name in
      version.entities.first { $0.name == name }.map { version.lineage(of: $0).map(\.name) }
    }.sorted { $0.count < $1.count }
    var explained: Set<String> = []
    var lines: [String] = []
    for lineage in changed where lines.count < 3 && explained.isDisjoint(with: lineage) {
      guard let name = lineage.first, let root = lineage.last else { continue }
      let missing = Self.names(in: fit?.missing, behind: name + ".")
      let surplus = Self.names(in: fit?.surplus, behind: "Z" + root.uppercased() + ".")
      if let edit = HashSearch(name, in: version, of: store)?
        .edit(missing: missing, surplus: surplus)
      {
        lines.append("'\(name)' has the store's hash \(edit)")
        explained.insert(name)
      } else if missing.count == 1, surplus.count == 1 {
        lines.append(
          "'\(name).\(missing[0])' is probably what the store has in '\(surplus[0])', renamed")
        explained.insert(name)
      }
    }
    return lines
  }

  private static func names(in paths: [String]?, behind start: String) -> [String] {
    (paths ?? []).filter { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
  }

  func mismatch(_ identification: Identification, of store: StoreSchema) -> Diagnosis.Cause {
    let mismatch = identification.mismatch ?? .unknown
    let near = identification.nearest.first
    var because: [String] = []
    let verdict: Verdict
    switch mismatch {
    case .edited: verdict = .editedAfterShipping
    case .newer: verdict = .newerThanApp
    case .anotherApp: verdict = .anotherApp
    case .unread, .unsettled, .unknown: verdict = .unknownVersion
    }
    let fact = "no given version has the store's hashes"
    let suspects = verdict == .anotherApp ? [] : identification.suspects
    if !suspects.isEmpty {
      // A newer store is near to none of the versions in particular.
      let isNearest =
        mismatch.isOpen || identification.newer.map { $0.than == near?.version } ?? true
      let nearness = suspects.map {
        "\($0.version.title): \($0.equalEntities) of \($0.entityCount) entities equal"
      }
      because = [isNearest ? ([fact] + nearness).joined(separator: "; ") : fact]
      if isNearest { because += suspects.flatMap { differences($0, store) } }
    } else if mismatch.text != nil {
      because = [fact]
    }
    let what = mismatch.text ?? (because.isEmpty ? fact : because.removeFirst())
    var treatment = [Diagnosis.Treatment(identification.help ?? mismatch.help)]
    // Without a model of its own there is nothing to compare.
    let hasModel = store.model.map { $0.source != .store } ?? false
    if hasModel, !suspects.isEmpty, let path = diagnoser.models.first {
      treatment += suspects.map { near in
        Diagnosis.Treatment(
          suspects.count == 1
            ? "see each difference" : "see each difference to '\(near.version.name)'",
          "storedoctor diff \(diagnoser.storeWord) "
            + (near.version.name == "live" ? path : "\(path)@\(near.version.name)").shellWord)
      }
    } else {
      treatment.append(
        Diagnosis.Treatment("see what the store has", diagnoser.command("info", models: false)))
    }
    return Diagnosis.Cause(
      verdict: verdict,
      what: what,
      because: because, certainty: mismatch.certainty, location: location(mismatch, near),
      treatment: treatment)
  }
}
