internal import ArgumentParser
internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

struct ExplainCommand: DoctorCommand {
  static let isRepeatable = false
  static let configuration = CommandConfiguration(
    command: "explain", abstract: "Explain a rule, an error code, a message or a whole log.",
    usage: "storedoctor explain WHAT… [--store STORE] [--model PATH…] [--git REPO]",
    discussion: """
      WHAT is a rule id, a code (134504), a symbol (NSMigrationError), a pasted error, a file with \
      a log, or '-' for standard input. With --store or --model your own store and models are \
      checked as well. Exit code 1 when nothing is known about it.

      --git searches the history of a repository for the version hashes that a log prints, and \
      names the releases and commits whose app wrote that store.

      Examples:
        storedoctor explain 134504
        storedoctor explain no-matching-version
        storedoctor explain no such table: ZNOTE
        storedoctor explain crash.log --store default.store --model Sources/Models
        storedoctor explain crash.log --git ~/MyApp
        pbpaste | storedoctor explain -
      """)

  @Argument(
    help: "Rule ids, codes, symbols, error texts, log files, or '-'.",
    completion: .list(RuleCatalog.index.ids))
  var what: [String] = []

  @Option(help: "The store the error is about; in the shell, the open one.", completion: .file())
  var store: String?

  @OptionGroup var history: HistoryOptions
  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws -> Report {
    if let path = what.first(where: isMissingFile) {
      throw Failure.unreadable("there is no file '\(VisibleText(path).text)'")
    }
    guard what.contains(where: { $0.contains { !$0.isWhitespace } }) else {
      throw Failure.usage(
        "nothing to explain given",
        help: "put the text behind 'explain', or name a log file; '-' reads standard input")
    }
    let texts =
      what.contains(where: isFile)
      ? what : ExplanationAnswer.texts(in: what, rules: RuleCatalog.index)
    // Before the stores, which may have to be asked again: standard input is read only once.
    let inputs = try texts.map { text in
      ExplanationAnswer.Input(text, log: isFile(text) ? try log(text) : nil)
    }
    let progress = Progress("searching", session)
    defer { progress.finish() }
    let search = try history.search(in: session, progress)
    history.git.map(session.takeModels)
    return try session.oneState {
      var answer = ExplanationAnswer(
        of: inputs, rules: RuleCatalog.index, case: try caseFacts(in: session))
      if let search { try answer.search(search) }
      if answer.verdict == .found, let folder = what.first, what.count == 1,
        FilePath.isFolder(folder)
      {
        throw Failure(
          status: .unreadable, message: "'\(VisibleText(folder).text)' is a folder",
          help: ["give the log file in it"])
      }
      return Report(command: Self.name, answer, sections: ExplanationText.sections(answer))
    }
  }

  /// A word that can only be meant as a file: no error text ends like one.
  private func isMissingFile(_ input: String) -> Bool {
    let endings = ["log", "txt", "crash", "ips", "store", "sqlite", "sqlite3", "db", "json"]
    return !input.contains(where: \.isWhitespace)
      && endings.contains { input.lowercased().hasSuffix(".\($0)") } && !TextFile.exists(input)
  }

  private func isFile(_ input: String) -> Bool {
    input == "-" || input.contains { $0 == "." || $0 == "/" } && TextFile.exists(input)
  }

  private func log(_ path: String) throws -> [UInt8] {
    try TextFile.log(path, cut: "storedoctor explain -")
  }

  private func caseFacts(in session: Session) throws -> CaseFacts? {
    let path = store ?? session.storePath
    let histories = try session.histories()
    guard path != nil || !histories.isEmpty else { return nil }
    let models = session.settings.models
    guard let path else {
      return CaseFacts(store: nil, named: "", histories: histories, models: models)
    }
    do {
      let opened = try session.namedCoreDataStore(path)
      return CaseFacts(
        store: opened.store, named: path, histories: histories, models: models)
    } catch {
      // The error may well be about just that; a path that leads nowhere is a mistake.
      let failure = Failure(error)
      guard failure.status == .unreadable, FilePath.isRegularFile(path) else { throw error }
      return CaseFacts(
        unreadable: failure.message, named: path, histories: histories, models: models)
    }
  }
}
