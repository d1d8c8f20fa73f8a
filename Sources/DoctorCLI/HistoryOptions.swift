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
    let repository = try GitRepository(git)
    let folders = paths.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    let cache = ToolPath.revisionCache(
      session.console.environment, repository: git, below: folders)
    return { wanted in
      try RevisionSearch.writtenBy(wanted, in: repository, below: folders, cache: cache) {
        progress.advance(Double($0), of: $1, "revisions")
      }
    }
  }
}
