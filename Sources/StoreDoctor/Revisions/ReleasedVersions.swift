internal import Diagnostics
public import Lint
internal import StoreEngine
internal import StoreModel

/// The versions that the releases of a repository have shipped, each as it shipped first.
public struct ReleasedVersions: Sendable {
  /// What can be locked. Models without versions are there as the newest release has them.
  public private(set) var lock = SchemaLock()
  /// The tags that were read, the oldest first.
  public private(set) var tags: [String] = []
  /// Versions that a later release has otherwise; one sentence each.
  public private(set) var edits: [String] = []
  /// What limits the answer, one sentence each.
  public private(set) var limits: [String] = []

  /// Reads the models of every release from git's objects.
  ///
  /// - Parameters:
  ///   - pattern: of the tags' names, as git reads patterns: `v*`.
  ///   - paths: only models below these, from the top of the repository; all when empty.
  ///   - cache: what earlier runs found out; nil to keep nothing.
  ///   - progress: told how many releases are done, of how many.
  /// - Throws: `GitError`.
  public init(
    of repository: GitRepository, tags pattern: String, below paths: [String] = [],
    cache: RevisionCache? = nil, progress: (Int, Int) -> Void = { _, _ in }
  ) throws {
    let releases = try RevisionList(repository, tags: pattern).tagged
    tags = releases.compactMap(\.tags.first)
    let cache = cache ?? RevisionCache()
    var known = cache.versions(ShippedVersion.self)
    try read(releases, of: repository, below: paths, cache, &known, progress)
    var origins: [Key: String] = [:]
    var ambiguous: Set<String> = []
    // Most releases leave the models alone.
    var unversioned: [Int: SchemaLock] = [:]
    for release in releases {
      guard let position = known.position(of: release.tree) else { continue }
      if let again = unversioned[position] {
        lock = again.adding(lock)
        continue
      }
      let schemas = ShippedVersion.schemas(of: known.sets[position])
      var names: Set<String> = []
      let present = Set(schemas.map(\.name))
      for schema in schemas where schema.isVersioned {
        if let old = lock.formerName(of: schema, among: present) {
          lock.rename(old, to: schema.name)
          origins = Dictionary(
            keepingFirst: origins.map { key, release in
              (key.schema == old ? Key(schema: schema.name, version: key.version) : key, release)
            })
        }
        if names.insert(schema.name).inserted {
          add(schema, release.name, &origins)
        } else if ambiguous.insert(schema.name).inserted {
          limits.append(
            "'\(schema.name)' is the name of two models in \(release.name), of which one is locked: "
              + "give the folder of the right one with --paths")
        }
      }
      let others = schemas.filter { !$0.isVersioned }
        .reduce(SchemaLock()) { SchemaLock(schemas: [$1]).adding($0) }
      unversioned[position] = others
      lock = others.adding(lock)
    }
  }

  /// Reads the models of those releases that earlier runs have not read.
  private mutating func read(
    _ releases: [Revision], of repository: GitRepository, below paths: [String],
    _ cache: RevisionCache, _ known: inout RevisionCache.Versions<ShippedVersion>,
    _ progress: (Int, Int) -> Void
  ) throws {
    let new = releases.filter { known.position(of: $0.tree) == nil }
    guard !new.isEmpty else { return }
    var models = RevisionModels(repository, below: paths, RevisionCache())
    try models.prepare(new)
    var same: [[RevisionFiles.File]: Int] = [:]
    for (index, release) in new.enumerated() {
      progress(index, new.count)
      let files = try models.files(of: release)
      if let position = same[files] {
        known.set(release.tree, asAt: position)
      } else {
        // What is compiled is another project's, or a test's.
        let histories = try models.histories(of: release).withoutTests
          .filter { !$0.isCompiled }
        known[release.tree] = ShippedVersion.all(of: histories)
        same[files] = known.position(of: release.tree)
      }
    }
    guard !models.missing.isEmpty else { return cache.keep(known) }
    limits.append(
      "\(models.missing.count) objects are not in this clone, so versions may be missing: use a "
        + "whole clone")
  }

  /// A version of a schema.
  private struct Key: Hashable {
    let schema: String
    let version: String
  }

  private mutating func add(
    _ schema: SchemaLock.Schema, _ release: String, _ origins: inout [Key: String]
  ) {
    for version in schema.versions {
      let key = Key(schema: schema.name, version: version.name)
      guard let first = lock.version(named: version.name, in: schema.name) else {
        origins[key] = release
        continue
      }
      // An app writes stores of its current version alone: what it has otherwise of an older one is an edit
      // that nobody's store has.
      if version.name == schema.versions.last?.name { lock.note(version, of: schema.name) }
      for difference in LockComparison.differences(shipped: first, now: version) {
        let sentence =
          difference.sentence(version: version.name, shippedIn: origins[key] ?? release)
        if !edits.contains(where: { $0.hasSuffix(": " + sentence) }) {
          edits.append("\(release): \(sentence)")
        }
      }
    }
    lock = lock.adding(SchemaLock(schemas: [schema]))
  }
}

extension SchemaHistory {
  fileprivate var isCompiled: Bool {
    !versions.isEmpty && versions.allSatisfy { $0.source == .compiledModel }
  }
}
