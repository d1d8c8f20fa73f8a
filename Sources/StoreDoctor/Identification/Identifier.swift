internal import Diagnostics
internal import Lint
internal import StoreEngine
public import StoreModel

/// Names the version a store was written with.
public enum Identifier {
  /// Compares the store with every version of the histories.
  public static func identify(
    _ store: StoreSchema, among histories: [SchemaHistory]
  ) -> Identification {
    let candidates = Candidate.all(of: histories)
    let matcher = VersionMatcher(store: store, candidates: candidates)
    let matches = matcher.matches()
    let nearest = matches.isEmpty ? NearestVersions(store: store, candidates: candidates) : nil
    let history = nearest?.history ?? []
    var identification = Identification(
      matches: matches, nearest: nearest?.ranked ?? [], mismatch: nearest?.mismatch,
      reusedIdentifiers: reusedIdentifiers(store, candidates),
      duplicates: duplicates(candidates), planWithout: planWithout(matches, histories),
      contradictions: StoreConsistency(store: store, candidates: candidates).contradictions,
      path: store.path, isPlanned: histories.contains { $0.isOrdered || !$0.stages.isEmpty },
      isVersioned: history.count > 1,
      modelFree: nearest.map { _ in ModelFreeComparison(store: store, candidates: candidates) })
    for index in identification.reusedIdentifiers.indices {
      let reused = identification.reusedIdentifiers[index]
      identification.reusedIdentifiers[index].concernsStore = reused.concerns(store, matches)
    }
    identification.namedCount =
      matches.prefix {
        $0.versions.contains { $0.isNamed(by: store) }
      }.count
    identification.launchFaults = launchFaults(identification, store, histories)
    return identification
  }

  /// Asked of the plan that knows the store's version, or else of the only one there is, unless the
  /// models have nothing to do with the store.
  private static func launchFaults(
    _ identification: Identification, _ store: StoreSchema, _ histories: [SchemaHistory]
  ) -> [Finding] {
    if case .anotherApp = identification.mismatch { return [] }
    let plans = histories.filter { !$0.stages.isEmpty }
    let versions = identification.matches.flatMap(\.versions)
    let owner = plans.first { plan in
      plan.versions.contains {
        versions.contains(VersionReference(history: plan, version: $0))
      }
    }
    guard let plan = owner ?? (plans.count == 1 ? plans.first : nil) else { return [] }
    let model = store.model?.source == .storeCache ? store.model : nil
    return LaunchFaults.findings(plan.asStagesLead.settled(like: model))
      .filter(LaunchFaults.stopsApp)
  }

  /// The given version that a store was written with; nil without one, or when several models were
  /// merged into it.
  public static func model(
    of store: StoreSchema, among histories: [SchemaHistory]
  ) -> DataModel? {
    guard let match = identify(store, among: histories).match, match.versions.count == 1 else {
      return nil
    }
    for history in histories {
      let found = history.versions.first {
        VersionReference(history: history, version: $0) == match.versions[0]
      }
      if let found { return found }
    }
    return nil
  }

  /// The plan that the one version of the best match is missing in.
  private static func planWithout(
    _ matches: [VersionMatch], _ histories: [SchemaHistory]
  ) -> String? {
    guard let match = matches.first, match.versions.count == 1 else { return nil }
    let owners = histories.filter { history in
      history.versions.contains { version in
        matches.contains { $0.versions == [VersionReference(history: history, version: version)] }
      }
    }
    let version = owners.first?.versions.first {
      VersionReference(history: owners[0], version: $0) == match.versions[0]
    }
    return version.flatMap { histories.plan(missing: $0, of: owners)?.name }
  }

  /// Only within one history: two apps may both have a version 1.0.0.
  private static func reusedIdentifiers(
    _ store: StoreSchema, _ candidates: [Candidate]
  ) -> [ReusedIdentifier] {
    // Models outside of versions have an identifier that nobody wrote.
    let named = candidates.filter { $0.reference.identifier != nil && $0.model.name != "live" }
    let groups = Dictionary(grouping: named) {
      HistoryKey(history: $0.historyIndex, text: $0.reference.identifier ?? "")
    }
    return groups.compactMap { key, group -> ReusedIdentifier? in
      let shapes = Set(group.compactMap(\.hashes.checksum))
      let storeDiffers =
        store.versionIdentifiers.contains(key.text)
        && group.allSatisfy { candidate in
          candidate.hashes.checksum != nil && !candidate.explains(store.entityHashes)
        }
      guard shapes.count > 1 || storeDiffers else { return nil }
      return ReusedIdentifier(
        identifier: key.text, versions: group.map(\.reference), includesStore: storeDiffers,
        isOfModelFiles: group.allSatisfy { $0.model.source != .swift })
    }.sorted { ($0.identifier, $0.versions.count) < ($1.identifier, $1.versions.count) }
  }

  private static func duplicates(_ candidates: [Candidate]) -> [[VersionReference]] {
    let groups = Dictionary(grouping: candidates.filter { $0.hashes.checksum != nil }) {
      HistoryKey(history: $0.historyIndex, text: $0.hashes.checksum ?? "")
    }
    return groups.values.filter { $0.count > 1 }
      .map { $0.sorted { $0.order < $1.order } }
      .sorted { ($0[0].historyIndex, $0[0].order) < ($1[0].historyIndex, $1[0].order) }
      .map { $0.map(\.reference) }
  }

  private struct HistoryKey: Hashable {
    var history: Int
    var text: String
  }
}

extension ReusedIdentifier {
  /// Whether it is the store's, or that of the version the store has: where that is known, those of other
  /// versions are no matter of the store's.
  fileprivate func concerns(_ store: StoreSchema, _ matches: [VersionMatch]) -> Bool {
    matches.isEmpty || store.versionIdentifiers.contains(identifier)
      || matches.contains { $0.versions.contains { versions.contains($0) } }
  }
}

/// One version of one history with its hashes worked out.
struct Candidate: Sendable {
  let history: SchemaHistory
  let historyIndex: Int
  /// Place in its history.
  let order: Int
  let model: DataModel
  let hashes: ModelHashes
  let reference: VersionReference

  init(history: SchemaHistory, historyIndex: Int, order: Int, model: DataModel) {
    self.history = history
    self.historyIndex = historyIndex
    self.order = order
    self.model = model
    hashes = ModelHashes(of: model)
    reference = VersionReference(history: history, version: model)
  }

  /// Every version of every history, in the order of both.
  static func all(of histories: [SchemaHistory]) -> [Candidate] {
    histories.enumerated().flatMap { index, history in
      history.versions.enumerated().map { order, version in
        Candidate(history: history, historyIndex: index, order: order, model: version)
      }
    }
  }

  /// Whether it is later than another version of its history: what an app opens its store with is what is
  /// worked on, and a bundle's other versions have no order but the numbers in their names.
  func isLater(than other: Candidate) -> Bool {
    guard !history.isOrdered else { return order > other.order }
    let current = history.currentVersion
    if (model.name == current) != (other.model.name == current) { return model.name == current }
    let (mine, theirs) = (model.name.numbersInName, other.model.name.numbersInName)
    return mine == theirs ? order > other.order : theirs.lexicographicallyPrecedes(mine)
  }

  /// Whether the store's hashes are those of the model or of one of its configurations.
  func explains(_ storeHashes: [String: VersionHash]) -> Bool {
    hashes.entities == storeHashes || configuration(for: storeHashes) != nil
  }

  func configuration(for storeHashes: [String: VersionHash]) -> String? {
    model.configuration(with: storeHashes, hashes)
  }
}
