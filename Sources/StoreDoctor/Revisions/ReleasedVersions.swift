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
    for (index, release) in releases.enumerated() {
      progress(index, releases.count)
      for history in try models.histories(of: release) { add(history, release.name, &origins) }
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
    guard history.isVersioned else {
      lock = now.adding(lock)
      return
    }
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
}
