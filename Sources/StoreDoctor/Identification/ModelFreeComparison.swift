internal import StoreEngine
internal import StoreModel

/// What can be said of a version beside a store that carries no model that can be read: its tables name
/// columns, and a hash proves an edit. What neither shows is said to be unknown, and not guessed.
struct ModelFreeComparison: Sendable {
  let store: StoreSchema
  let candidates: [Candidate]

  private func candidate(_ near: NearVersion) -> Candidate? {
    candidates.first { $0.reference == near.version }
  }

  /// Whether a model says what the store's properties are.
  private var hasModel: Bool { store.model.map { $0.source != .store } ?? false }

  /// One sentence for each thing that is known, and one for what is not; none where the store carries
  /// its model.
  ///
  /// - Parameter searches: whether an edit is looked for that the hash proves.
  func lines(_ near: NearVersion, searches: Bool) -> [String] {
    guard !hasModel, let candidate = candidate(near) else {
      return []
    }
    let fit = TableShape(store: store).fit(of: candidate.model)
    var lines: [String] = []
    if let missing = fit?.missing, !missing.isEmpty {
      lines.append("the store's tables have no place for \(missing.quotedList(atMost: 3))")
    }
    if let surplus = fit?.surplus, !surplus.isEmpty {
      lines.append(
        "\(DataModel.inSentence(near.version.name)) has nothing for "
          + "\(surplus.quotedList(atMost: 3)) of the store's tables")
    }
    let (told, unknown) = edits(of: near, candidate, fit, searches)
    if lines.isEmpty, fit != nil, !unknown.isEmpty {
      lines.append(
        "the hash of \(unknown.quotedList(atMost: 3)) is another one though "
          + "the tables fit: likely a type or an option differs")
    }
    return lines + told + sentence(unknown)
  }

  /// What is known down to the property, or that nothing is; nil where the store carries its model, or
  /// where whole entities make the difference.
  func grain(_ near: NearVersion) -> String? {
    guard !hasModel, let candidate = candidate(near) else {
      return nil
    }
    let fit = TableShape(store: store).fit(of: candidate.model)
    let (told, unknown) = edits(of: near, candidate, fit, true)
    let parts = told + sentence(unknown)
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// One sentence for entities of which the hash says that they differ, and nothing says in what.
  private func sentence(_ names: [String]) -> [String] {
    guard !names.isEmpty else { return [] }
    let isOne = names.count == 1
    let list = names.quotedList(atMost: 3, separator: names.count == 2 ? " and " : ", ")
    return [
      "\(list) \(isOne ? "differs" : "differ"); which \(isOne ? "property" : "properties") cannot be "
        + "known from \(source)"
    ]
  }

  /// Of several versions that are as near as each other, where what is different tells nothing.
  var tie: String? {
    hasModel ? nil : "in which properties they differ cannot be known from \(source)"
  }

  private var source: String {
    store.model == nil ? "hashes alone" : "the store: it has no cached model that can be read"
  }

  /// What was changed in each entity, proven by its hash, or else likely by the columns; and the entities
  /// of which neither tells.
  private func edits(
    of near: NearVersion, _ candidate: Candidate, _ fit: TableShape.Fit?, _ searches: Bool
  ) -> (told: [String], unknown: [String]) {
    let version = candidate.model
    // What an entity inherits changes the hashes of all that inherit it, so roots come first.
    let changed = near.changedEntities.filter { candidate.hashes.entities[$0] != nil }
      .compactMap { name in
        version.entities.first { $0.name == name }.map { version.lineage(of: $0).map(\.name) }
      }.sorted { $0.count < $1.count }
    let names = Set(changed.compactMap(\.first))
    let isSearched =
      searches && changed.count { names.isDisjoint(with: $0.dropFirst()) } <= ProvenModel.mostEdited
    var explained: Set<String> = []
    var (told, unknown): ([String], [String]) = ([], [])
    for lineage in changed where explained.isDisjoint(with: lineage) {
      guard let name = lineage.first, let root = lineage.last else { continue }
      let missing = HashSearch.names(in: fit?.missing ?? [], behind: name + ".")
      let surplus = HashSearch.names(
        in: fit?.surplus ?? [], behind: "Z" + root.uppercased() + ".")
      if told.count < 3, isSearched,
        let edit = HashSearch(name, in: version, of: store)?.edit(fit)
      {
        told.append("'\(name)' has the store's hash \(edit.words)")
      } else if told.count < 3, missing.count == 1, surplus.count == 1 {
        told.append(
          "'\(name).\(missing[0])' is likely what the store has in '\(surplus[0])', renamed")
      } else {
        unknown.append(name)
      }
      explained.insert(name)
    }
    return (told, unknown)
  }
}

extension Identification {
  /// What is known of a version beside a store without a model; empty where the store carries one, whose
  /// differences say more.
  package func details(of near: NearVersion) -> [String] {
    modelFree?.lines(near, searches: !isTie) ?? []
  }

  /// Whether more versions than two are as near as each other: what is different in each tells nothing.
  private var isTie: Bool { suspects.count > 2 }

  /// At which grain it is known what is different in the nearest version; nil where a model tells.
  package var grain: String? {
    switch mismatch {
    case .edited, .unsettled, .unknown:
      guard !isTie else { return modelFree?.tie }
      // Of versions that are as near as each other each has its own.
      let told = suspects.compactMap { near in
        modelFree?.grain(near).map { (near.version.name, $0) }
      }
      guard told.count > 1 else { return told.first?.1 }
      return told.map { "beside \(DataModel.inSentence($0.0)): \($0.1)" }.joined(separator: "; ")
    default: return nil
    }
  }
}
