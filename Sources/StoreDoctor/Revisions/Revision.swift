internal import StoreModel

/// A commit whose models are asked for.
public struct Revision: Sendable, Hashable {
  /// The commit's name.
  public var commit: String
  /// Seconds since 1970, as the committer's clock said.
  public var date: Int
  /// Tags that stand for the commit, sorted.
  public var tags: [String] = []
  /// Commits before it, of those that are asked for.
  var parents: [String] = []
  /// Whether it touches a file that can hold models.
  var isChange = false
  /// The name of its folder.
  var tree = ""
  /// Its number among those that are asked for, in the order in which they came.
  var place = 0

  /// `v2.4`, or the first digits of the commit.
  public var name: String { tags.first ?? String(commit.prefix(7)) }
}

/// The revisions of a repository that may differ in their models: every tag, and every commit that
/// touches a file that can hold models.
struct RevisionList {
  /// By commit.
  private(set) var revisions: [String: Revision] = [:]
  /// Tagged commits, the oldest first.
  var tagged: [Revision] {
    revisions.values.filter { !$0.tags.isEmpty }.sorted { $0.place < $1.place }
  }

  /// - Parameter paths: only below these; all of the repository when empty.
  init(_ repository: GitRepository, below paths: [String]) throws(GitError) {
    let kinds = ["*.swift", "*.xcdatamodel/*", "*.xcdatamodeld/.xccurrentversion", "*.mom"]
    let folders = paths.isEmpty ? [""] : paths.map { $0 == "." ? "" : $0 + "/" }
    let places = folders.flatMap { folder in kinds.map { ":(top)\(folder)\($0)" } }
    // Full history, because otherwise a merge hides the side that it did not take.
    let commits = try repository.lines(
      ["rev-list", "--all", "--full-history", "--parents", "--timestamp", "--"] + places,
      of: "the commits")
    for line in commits {
      let words = line.split(separator: " ").map(String.init)
      guard words.count >= 2, let date = Int(words[0]) else { continue }
      revisions[words[1]] = Revision(
        commit: words[1], date: date, parents: Array(words.dropFirst(2)), isChange: true)
    }
    if revisions.isEmpty, folders != [""] {
      throw GitError.noModels(below: paths, repository: repository.path)
    }
    try addTags(repository, "refs/tags")
    try readFolders(repository)
    try arrange(repository)
  }

  /// - Parameter pattern: of the names of tags, as git reads patterns.
  init(_ repository: GitRepository, tags pattern: String) throws(GitError) {
    try addTags(repository, "refs/tags/" + pattern)
    try readFolders(repository)
    try arrange(repository)
  }

  private mutating func addTags(
    _ repository: GitRepository, _ pattern: String
  ) throws(GitError) {
    // The commit's date: tags may all have been made in one hour.
    let format =
      "%(refname:strip=2)%00%(objectname)%00%(*objectname)%00"
      + "%(committerdate:unix)%(*committerdate:unix)"
    let tags = try repository.lines(
      ["for-each-ref", "--format=" + format, pattern], of: "the tags")
    for line in tags {
      let parts = line.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 4 else { continue }
      let commit = parts[2].isEmpty ? parts[1] : parts[2]
      var revision = revisions[commit] ?? Revision(commit: commit, date: Int(parts[3]) ?? 0)
      revision.tags = (revision.tags + [parts[0]]).sorted { $0.codePointsPrecede($1) }
      revisions[commit] = revision
    }
  }

  /// Numbers the revisions by date, none before its parents. Clocks go wrong, and a rebase makes many
  /// commits in a second, so git is asked where the dates do not tell.
  private mutating func arrange(_ repository: GitRepository) throws(GitError) {
    let byDate = revisions.values.sorted { ($0.date, $0.commit) < ($1.date, $1.commit) }
    var order = byDate.map(\.commit)
    let isClear =
      zip(byDate, byDate.dropFirst()).allSatisfy { $0.date < $1.date }
      && byDate.allSatisfy { revision in
        revision.parents.allSatisfy { revisions[$0].map { $0.date < revision.date } ?? true }
      }
    if !isClear {
      order = try repository.lines(
        ["rev-list", "--date-order", "--reverse", "--all"], of: "the commits")
    }
    for (place, commit) in order.enumerated() { revisions[commit]?.place = place }
  }

  private mutating func readFolders(_ repository: GitRepository) throws(GitError) {
    var trees: [String: String] = [:]
    try repository.objects(revisions.keys.sorted()) { name, content in
      let line = content.prefix { $0 != 0x0A }.split(separator: 0x20)
      if line.count == 2, line[0].elementsEqual("tree".utf8) {
        trees[name] = String(decoding: line[1], as: UTF8.self)
      }
    }
    // A tag may stand for something that is no commit.
    for (name, revision) in revisions {
      revisions[name] = trees[name].map { tree in
        var revision = revision
        revision.tree = tree
        return revision
      }
    }
  }
}
