internal import ArgumentParser
internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

struct IdentifyCommand: DoctorCommand {
  static let configuration = CommandConfiguration(
    command: "identify", abstract: "Name the schema version a store has, or say why none fits.",
    usage: "storedoctor identify STORE --model PATH… | --git REPO [--paths PATH…]",
    discussion: """
      Compares the store's version hashes with those of every version in the models. Without a \
      match the nearest versions are shown with each difference and what a migration needs. Exit \
      code 1 when no version fits.

      --git searches the history of a repository instead: its tags, and all commits that touch \
      files that may hold models. It names the releases that write such stores, and the commits \
      that introduced and changed these models. Nothing is checked out, and what was read is \
      kept for the next run.

      Examples:
        storedoctor identify default.store --model Sources/Models
        storedoctor identify notes.sqlite --model Notes.xcdatamodeld --format json
        storedoctor identify default.store --git ~/MyApp --paths Sources/Models
      """)

  @Argument(help: "The store; in the shell, the open one.", completion: .file())
  var store: String?

  @Option(
    help: ArgumentHelp(
      "The repository of the app: name the releases that write such stores.", valueName: "repo"),
    completion: .directory)
  var git: String?

  @Option(
    help: ArgumentHelp(
      "Only models below this folder of the repository; repeatable.", valueName: "path"))
  var paths: [String] = []

  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws -> Report {
    let (_, store) = try session.namedCoreDataStore(store)
    if let git { return try searched(StoreSchema(store), git, session) }
    guard paths.isEmpty else {
      throw Failure.usage("--paths goes with --git", help: "add --git REPO")
    }
    let answer = Identifier.identify(StoreSchema(store), among: try session.givenHistories())
    return Report(command: Self.name, answer, sections: IdentificationText.sections(answer))
  }

  private func searched(_ store: StoreSchema, _ git: String, _ session: Session) throws -> Report {
    guard session.settings.models.isEmpty else {
      throw Failure.usage("--git and --model do not go together", help: "give one of them")
    }
    let repository = try GitRepository(git)
    let progress = Progress("searching", session)
    defer { progress.finish() }
    let folders = paths.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    let answer = try RevisionSearch.writtenBy(
      store, in: repository, below: folders,
      cache: ToolPath.revisionCache(session.console.environment, repository: git, below: folders)
    ) { progress.advance(Double($0), of: $1, "revisions") }
    progress.finish()
    var sections: [Report.Section] = [.lines(answer.lines)]
    if !answer.limits.isEmpty { sections.append(.lines(answer.limits, title: "Limits")) }
    sections.append(
      .fields([
        Report.Field(
          "searched", "\(answer.revisionCount) revisions with \(answer.modelCount) different models"
        )
      ]))
    return Report(command: Self.name, answer, sections: sections)
  }
}
