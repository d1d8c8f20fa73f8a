internal import Diagnostics
internal import Lint
internal import StoreEngine
internal import StoreModel

/// Looks through the history of a repository for the revisions whose app writes stores with these hashes.
public struct RevisionSearch {
  private let repository: GitRepository
  private let wanted: WantedHashes
  private let list: RevisionList
  private var models: RevisionModels
  private var verdicts: [[WrittenVersion]: Bool] = [:]
  private let progress: (Int, Int) -> Void
  private var answer = WrittenBy()
  /// Entities of revisions that fit whose hashes are not known.
  private var uncompared: Set<String> = []

  /// Searches a repository.
  ///
  /// - Parameters:
  ///   - paths: only models below these, from the top of the repository; all when empty.
  ///   - cache: what earlier searches found out; nil to keep nothing.
  ///   - progress: told how many revisions are done, of how many.
  /// - Throws: `GitError`.
  public static func writtenBy(
    _ wanted: WantedHashes, in repository: GitRepository, below paths: [String] = [],
    cache: RevisionCache?, progress: @escaping (Int, Int) -> Void = { _, _ in }
  ) throws -> WrittenBy {
    let list = try RevisionList(repository, below: paths)
    var search = RevisionSearch(
      repository: repository, wanted: wanted, list: list,
      models: RevisionModels(repository, below: paths, cache ?? RevisionCache()),
      progress: progress)
    if try repository.isShallow {
      search.answer.limits.append("the repository is shallow: older commits were not searched")
    }
    try search.run()
    return search.answer
  }

  /// Reads the models of all revisions for the cache, so that searches that follow have nothing to read.
  public static func prepare(
    in repository: GitRepository, cache: RevisionCache,
    progress: @escaping (Int, Int) -> Void = { _, _ in }
  ) throws {
    var models = RevisionModels(repository, below: [], cache)
    let revisions = try RevisionList(repository, below: []).revisions.values
    try read(
      revisions.sorted { $0.place < $1.place }.filter { !models.knowsVersions(of: $0) }, &models,
      progress)
  }

  private mutating func run() throws {
    let revisions = list.revisions.values.sorted { $0.place < $1.place }
    try Self.read(revisions.filter { !models.knowsVersions(of: $0) }, &models, progress)
    let kinds = Set(try revisions.map { try models.versions(of: $0) })
    answer.revisionCount = revisions.count
    answer.releaseCount = list.tagged.count
    answer.modelCount = kinds.subtracting([[]]).count
    answer.releases = try releases()
    try findChanges(revisions)
    if !answer.isFound {
      answer.listed = try listed(revisions)
      answer.nearest = try nearest(revisions)
    }
    answer.isPast = try isPast(revisions)
    if !uncompared.isEmpty {
      answer.isCertain = false
      answer.limits.append(
        "\(uncompared.sorted().quotedList(atMost: 4)) could not be compared: Apple's frameworks alone know "
          + "the hash of what \(uncompared.count == 1 ? "it has" : "they have")")
    }
    let missing = models.missing.count
    if missing > 0 {
      answer.limits.append(
        "\(missing) object\(missing == 1 ? " is" : "s are") not in this clone, so the answer may lack "
          + "revisions: search a whole clone")
    }
  }

  /// Whether what is checked out goes back to what the store was written by, or is nearest to, and has
  /// other models.
  private mutating func isPast(_ revisions: [Revision]) throws -> Bool {
    let past = try repository.past()
    if answer.isFound {
      return !answer.began.isEmpty && !answer.ended.isEmpty
        && answer.began.allSatisfy { past.contains($0.revision.commit) }
    }
    guard let near = answer.nearest?.revision, past.contains(near.commit),
      let newest = revisions.last(where: { past.contains($0.commit) })
    else { return false }
    return try models.versions(of: near) != models.versions(of: newest)
  }

  /// Reads the models of revisions, not all at once: what they are read from is in memory, and
  /// a search that is stopped goes on where the last one was.
  private static func read(
    _ unknown: [Revision], _ models: inout RevisionModels, _ progress: (Int, Int) -> Void
  ) throws {
    for start in stride(from: 0, to: unknown.count, by: readAtOnce) {
      let some = unknown[start..<min(start + readAtOnce, unknown.count)]
      progress(start, unknown.count)
      try models.prepare(Array(some))
      for (index, revision) in some.enumerated() {
        progress(start + index, unknown.count)
        _ = try models.versions(of: revision)
      }
      models.keep()
    }
  }

  private static let readAtOnce = 1_500

  /// Whether new stores of the revision are like this one.
  private mutating func fits(_ revision: Revision) throws -> Bool {
    let versions = try models.versions(of: revision)
    if let known = verdicts[versions] { return known }
    let match = matching(versions)
    let fits = match != nil
    if let match { uncompared.formUnion(match.unknown) }
    verdicts[versions] = fits
    return fits
  }

  /// The version with the store's hashes; an app may also merge all its models into one.
  private func matching(_ versions: [WrittenVersion]) -> WrittenVersion? {
    guard !wanted.isEmpty else { return nil }
    if let one = versions.first(where: { wanted.are(Self.table($0), besides: $0.unknown) }) {
      return one
    }
    let all = versions.reduce(into: [:]) { $0.merge(Self.table($1)) { first, _ in first } }
    return wanted.are(all) ? versions.first : nil
  }

  private static func table(_ version: WrittenVersion) -> [String: String] {
    Dictionary(version.hashes.map { ($0.entity, $0.hash) }) { first, _ in first }
  }

  private mutating func releases() throws -> [WrittenBy.Releases] {
    var ranges: [WrittenBy.Releases] = []
    var isOpen = false
    for revision in list.tagged {
      let isFit = try fits(revision)
      defer { isOpen = isFit }
      guard isFit else { continue }
      if isOpen {
        ranges[ranges.count - 1].to = revision.name
        ranges[ranges.count - 1].count += 1
      } else {
        ranges.append(WrittenBy.Releases(from: revision.name, to: revision.name, count: 1))
      }
    }
    return ranges
  }

  /// The commits at which the models became those of the store, and ceased to be.
  private mutating func findChanges(_ revisions: [Revision]) throws {
    var began: [(Revision, from: Revision?)] = []
    var ended: [(Revision, from: Revision?)] = []
    for revision in revisions where revision.isChange {
      let isFit = try fits(revision)
      let parents = revision.parents.compactMap { list.revisions[$0] }
      let fitting = try parents.first { try fits($0) }
      if isFit, fitting == nil {
        began.append((revision, from: parents.last))
      } else if !isFit, fitting != nil {
        // A merge only passes on what one of its sides has changed.
        let versions = try models.versions(of: revision)
        if try parents.contains(where: { try models.versions(of: $0) == versions }) { continue }
        ended.append((revision, from: fitting))
      }
    }
    try models.prepare((began + ended).flatMap { [$0.0] + [$0.from].compactMap(\.self) })
    answer.began = try began.map { try change($0, from: $1) }
    answer.ended = try ended.map { try change($0, from: $1) }
  }

  private mutating func change(
    _ revision: Revision, from parent: Revision?
  ) throws -> WrittenBy.Change {
    let before = try parent.map { try model(of: $0) } ?? nil
    let after = try model(of: revision)
    let having = try repository.tags(containing: revision.commit)
    let release = list.tagged.first { !having.isDisjoint(with: $0.tags) }
    return WrittenBy.Change(
      revision: revision, release: release?.tags.first,
      change: before.flatMap { before in
        after.flatMap { ModelDiff.differences(from: before, to: $0).filter(\.affectsHash).inWords }
      })
  }

  /// The current version of a revision that is most like the store.
  private mutating func model(of revision: Revision) throws -> DataModel? {
    let versions = try models.versions(of: revision)
    func likeness(_ version: WrittenVersion) -> (Int, Int) {
      (equal(version), version.hashes.count { wanted.names($0.entity) })
    }
    guard let best = versions.max(by: { likeness($0) < likeness($1) }) else { return nil }
    let histories = try models.histories(of: revision)
    return histories.first { $0.name == best.history }?.versions.first { $0.name == best.name }
  }

  /// An older version of the newest revision's plans that the store has: it may have shipped before the
  /// repository's first commit.
  private mutating func listed(_ revisions: [Revision]) throws -> WrittenBy.Listed? {
    guard let newest = revisions.last, !wanted.isEmpty else { return nil }
    for history in try models.histories(of: newest) {
      for version in history.versions {
        let written = WrittenVersion(version, of: history)
        if wanted.are(Self.table(written), besides: written.unknown) {
          return WrittenBy.Listed(
            version: version.name, history: history.isOrdered ? history.name : nil,
            revision: newest)
        }
      }
    }
    return nil
  }

  /// Entities that have the store's hash for all that is known.
  private func possible(_ version: WrittenVersion) -> Int {
    equal(version) + version.unknown.count(where: wanted.names)
  }

  private func equal(_ version: WrittenVersion) -> Int {
    version.hashes.count { wanted.fits($0.hash, of: $0.entity) }
  }

  private mutating func nearest(_ revisions: [Revision]) throws -> WrittenBy.Nearest? {
    var best: (possible: Int, count: Int, version: WrittenVersion, revision: Revision)?
    for revision in revisions {
      for version in try models.versions(of: revision) where equal(version) > 0 {
        let (possible, count) = (possible(version), version.hashes.count + version.unknown.count)
        if let known = best, (known.possible, -known.count) > (possible, -count) { continue }
        best = (possible, count, version, revision)
      }
    }
    let own = wanted.model.flatMap { $0.source == .store ? nil : $0 }
    guard let best else { return try own.flatMap { try nearest(to: $0, revisions) } }
    let model = try model(of: best.revision)
    return WrittenBy.Nearest(
      revision: best.revision, equal: equal(best.version), count: best.count,
      unknown: best.version.unknown,
      change: own.flatMap { own in
        model.flatMap { ModelDiff.differences(from: own, to: $0).filter(\.affectsHash).inWords }
      })
  }

  /// Where no entity is equal, as in an app that has one: the revision with the fewest differences, the
  /// newest of those that are as near.
  private mutating func nearest(
    to own: DataModel, _ revisions: [Revision]
  ) throws -> WrittenBy.Nearest? {
    let names = Set(own.entities.map(\.name))
    var seen: Set<[WrittenVersion]> = []
    let candidates = try revisions.reversed().filter { revision in
      let versions = try models.versions(of: revision)
      let isKin = versions.contains { $0.hashes.contains { names.contains($0.entity) } }
      return isKin && seen.count < Self.mostCompared && seen.insert(versions).inserted
    }
    try models.prepare(candidates)
    var best: (differences: [ModelDifference], count: Int, revision: Revision)?
    for revision in candidates {
      guard let model = try model(of: revision) else { continue }
      let differences = ModelDiff.differences(from: own, to: model).filter(\.affectsHash)
      if best.map({ differences.count < $0.differences.count }) ?? true {
        best = (differences, model.entities.count, revision)
      }
    }
    return best.map {
      WrittenBy.Nearest(
        revision: $0.revision, equal: 0, count: $0.count, change: $0.differences.inWords)
    }
  }

  private static let mostCompared = 200
}
