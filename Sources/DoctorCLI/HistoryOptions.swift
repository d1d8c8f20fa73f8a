internal import ArgumentParser
internal import StoreDoctor
internal import StoreEngine

/// The history of the app, in which releases and commits are searched.
struct HistoryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The repository of the app: name the releases that write such stores.", valueName: "repo"),
    completion: .directory)
  var git: String?

  @Option(
    help: ArgumentHelp(
      "Only models below this folder of the repository; repeatable.", valueName: "path"))
  var paths: [String] = []

  /// What looks through the repository; nil without one.
  func search(
    in session: Session, _ progress: Progress
  ) throws -> ((WantedHashes) throws -> WrittenBy)? {
    guard let git else {
      guard paths.isEmpty else {
        throw Failure.usage("--paths goes with --git", help: "add --git REPO")
      }
      return nil
    }
    let folders = paths.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    return try session.search(of: git, below: folders) {
      progress.advance(Double($0), of: $1, "revisions")
    }
  }
}

extension Session {
  /// What looks through a repository for whoever wrote stores with the hashes it is given.
  func search(
    of git: String, below folders: [String] = [],
    progress: @escaping (Int, Int) -> Void = { _, _ in }
  ) throws -> (WantedHashes) throws -> WrittenBy {
    let repository = try GitRepository(git)
    let cache = ToolPath.revisionCache(console.environment, repository: git, below: folders)
    return {
      try RevisionSearch.writtenBy(
        $0, in: repository, below: folders, cache: cache, progress: progress)
    }
  }
}
