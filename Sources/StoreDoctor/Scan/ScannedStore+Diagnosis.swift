internal import Diagnostics
internal import Lint
internal import StoreEngine
internal import StoreModel

extension ScannedStore {
  /// Differences that a line names.
  private static let mostDifferences = 20

  /// What was found out about the files and the store in them.
  mutating func take(_ file: StoreFile, _ kind: FileKind, _ store: Store?) {
    self.kind = kind.id.rawValue
    let state = file.state
    sizes.main = state.mainSize
    sizes.wal = state.sideFiles.first { $0.suffix == "-wal" }?.size ?? 0
    (sizes.page, sizes.pages) = (state.pageSize, state.pageCount)
    guard let store else { return }
    let metadata = store.metadata
    framework = metadata.frameworkVersion
    systems = metadata.frameworkVersion.flatMap(StoreMetadata.systems)
    storeID = metadata.uuid
    identifiers = metadata.versionIdentifiers.filter { !$0.isEmpty }
    checksum = metadata.checksum ?? ModelHashes.checksum(of: metadata.entityHashes)
    entities = metadata.entityHashes.sorted { $0.key < $1.key }
      .map { EntityHash(name: $0.key, hash: $0.value.hex) }
    let external = ExternalStorage(storePath: file.path)
    for file in external.files() ?? [] {
      guard let size = external.size(of: file.name) else { continue }
      sizes.externalFiles += 1
      sizes.external += size
    }
  }

  /// The bytes that all this was read from.
  mutating func takeHashes(of file: StoreFile) {
    for (suffix, _, digest) in file.digests() ?? [] {
      switch suffix {
      case "-wal": hashes.wal = digest
      case "-journal": hashes.journal = digest
      default: hashes.main = digest
      }
    }
  }

  /// What is the matter with it.
  mutating func take(_ diagnosis: Diagnosis) {
    verdict = diagnosis.cause.verdict.rawValue
    verdicts = diagnosis.causes.map(\.verdict.rawValue)
    good = diagnosis.verdict == .done
    certainty = diagnosis.cause.certainty.level
    what = diagnosis.cause.what
    notExamined = diagnosis.notExamined
    rows = diagnosis.rows
    findings = Found.all(diagnosis.problems, diagnosis.obstacles)
    guard let identification = diagnosis.identification else { return }
    version = identification.match.map(Version.init)
    if identification.match == nil, let near = identification.nearest.first {
      nearest = Near(near, identification, most: Self.mostDifferences)
    }
  }
}

extension ScannedStore.Version {
  fileprivate init(_ match: VersionMatch) {
    let identifiers = match.versions.compactMap(\.identifier)
    self.init(
      name: match.versions.map(\.name).joined(separator: " + "),
      identifier: identifiers.isEmpty ? nil : identifiers.joined(separator: " + "),
      by: match.by.rawValue, certainty: match.certainty.level)
  }
}

extension ScannedStore.Near {
  fileprivate init(_ near: NearVersion, _ identification: Identification, most: Int) {
    let words =
      near.differences.isEmpty
      ? identification.details(of: near) : near.differences.map(\.besideStore)
    self.init(
      name: near.version.name, identifier: near.version.identifier,
      mismatch: identification.mismatch?.name ?? "unknown", equalEntities: near.equalEntities,
      entities: near.entityCount, differences: Array(words.prefix(most)),
      moreDifferences: max(0, words.count - most))
  }
}

extension ScannedStore.Found {
  /// By rule. What `check` and the way to the app's version both say of the same rows counts once.
  static func all(
    _ problems: [StoreCheck.Problem], _ obstacles: [StoreCheck.Problem]
  ) -> [ScannedStore.Found] {
    let sources = [problems, obstacles].map { Dictionary(grouping: $0, by: \.finding.rule) }
    let rules = Set(sources.flatMap(\.keys))
    return rules.sorted().map { rule in
      let groups = sources.map { $0[rule] ?? [] }
      let severity = groups.joined().map(\.finding.severity).max() ?? .note
      return ScannedStore.Found(
        rule: rule, severity: severity.rawValue, count: groups.map(\.count).max() ?? 0,
        rows: groups.map { $0.reduce(0) { $0 + ($1.rows?.count ?? 0) } }.max() ?? 0)
    }
  }
}
