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

  @OptionGroup var history: HistoryOptions
  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws -> Report {
    let (_, store) = try session.namedCoreDataStore(openedStore(in: session))
    let progress = Progress("searching", session)
    if let search = try history.search(in: session, progress) {
      return try searched(StoreSchema(store), search, progress, session)
    }
    let answer = Identifier.identify(StoreSchema(store), among: try session.givenHistories())
    return Report(command: Self.name, answer, sections: IdentificationText.sections(answer))
  }

  /// The store meant. In the shell one is open, so a folder or a model file is what it is held against.
  private func openedStore(in session: Session) -> String? {
    guard session.isShell, session.storePath != nil, let path = store,
      FilePath.isFolder(path) || path.hasSuffix(".swift")
    else { return store }
    session.settings.models.append(path)
    return nil
  }

  private func searched(
    _ store: StoreSchema, _ search: (WantedHashes) throws -> WrittenBy, _ progress: Progress,
    _ session: Session
  ) throws -> Report {
    guard session.settings.models.isEmpty else {
      throw Failure.usage("--git and --model do not go together", help: "give one of them")
    }
    defer { progress.finish() }
    let answer = try search(WantedHashes(store))
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
