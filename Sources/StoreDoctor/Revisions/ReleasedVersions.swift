internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// The versions that the releases of a repository have shipped, each as it shipped first.
public struct ReleasedVersions: Sendable {
  /// What can be locked. Models without versions are there as the newest release has them.
  public private(set) var lock = SchemaLock()
  /// The tags that were read, the oldest first.
  public private(set) var tags: [String] = []
  /// Versions that a later release has otherwise, so that stores of both exist; one sentence each.
  public private(set) var edits: [String] = []
  /// What limits the answer, one sentence each.
  public private(set) var limits: [String] = []

  /// Reads the models of every release from git's objects.
  ///
  /// - Parameters:
  ///   - pattern: of the tags' names, as git reads patterns: `v*`.
  ///   - paths: only models below these, from the top of the repository; all when empty.
  ///   - progress: told how many releases are done, of how many.
  /// - Throws: `GitError`.
  public init(
    of repository: GitRepository, tags pattern: String, below paths: [String] = [],
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws {
    let releases = try RevisionList(repository, tags: pattern).tagged
    tags = releases.compactMap(\.tags.first)
    var models = RevisionModels(repository, below: paths, RevisionCache())
    try models.prepare(releases)
    var origins: [String: String] = [:]
    var ambiguous: Set<String> = []
    // Most releases leave the models alone.
    var known: [[RevisionFiles.File]: SchemaLock] = [:]
    for (index, release) in releases.enumerated() {
      progress(index, releases.count)
      let files = try models.files(of: release)
      if let unversioned = known[files] {
        lock = unversioned.adding(lock)
        continue
      }
      // What is compiled is another project's, or a test's.
      let histories = try models.histories(of: release).filter { !$0.isCompiled }
      var names: Set<String> = []
      for history in histories where history.isVersioned {
        if names.insert(history.name).inserted {
          add(history, release.name, &origins)
        } else if ambiguous.insert(history.name).inserted {
          limits.append(
            "'\(history.name)' is the name of two models in \(release.name), of which one is locked: "
              + "give the folder of the right one with --paths")
        }
      }
      let unversioned = histories.filter { !$0.isVersioned }
        .reduce(SchemaLock()) { SchemaLock(of: [$1]).adding($0) }
      known[files] = unversioned
      lock = unversioned.adding(lock)
    }
    if !models.missing.isEmpty {
      limits.append(
        "\(models.missing.count) objects are not in this clone, so versions may be missing: use a "
          + "whole clone")
    }
  }

  private mutating func add(
    _ history: SchemaHistory, _ release: String, _ origins: inout [String: String]
  ) {
    let now = SchemaLock(of: [history])
    for model in history.versions {
      let key = history.name + "\0" + model.name
      guard let first = lock.version(named: model.name, in: history.name) else {
        origins[key] = release
        continue
      }
      for difference in LockComparison.differences(shipped: first, now: model) {
        let sentence =
          difference.sentence(version: model.name) + " by \(origins[key] ?? release)"
        if !edits.contains(where: { $0.hasSuffix(": " + sentence) }) {
          edits.append("\(release): \(sentence)")
        }
      }
    }
    lock = lock.adding(now)
  }
}

extension SchemaHistory {
  /// Models without versions change from release to release without being edited.
  fileprivate var isVersioned: Bool { !versions.contains { $0.name == "live" } }

  fileprivate var isCompiled: Bool {
    !versions.isEmpty && versions.allSatisfy { $0.source == .compiledModel }
  }
}
