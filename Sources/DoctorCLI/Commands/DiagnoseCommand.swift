internal import ArgumentParser
internal import Diagnostics
internal import ErrorCatalog
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

struct DiagnoseCommand: DoctorCommand {
  static let isRepeatable = false
  static let configuration = CommandConfiguration(
    command: "diagnose", abstract: "Say what is wrong with a store, and what to do about it.",
    usage: "storedoctor diagnose STORE [--model PATH…] [--log LOG] [--git REPO]",
    discussion: """
      Asks 'info', 'check', 'identify' and 'preflight' whatever it needs, and says what is \
      wrong, how it knows, what that means for the person who uses the app, and what to do next. \
      Several causes are all named, in the order in which the app meets them. With --log it says \
      whether the error in the log and the store belong together. --format markdown is meant to \
      be pasted into an issue: names and counts, no values. With --git it searches the history \
      of the app's repository for the releases that write such stores; without --model the \
      models are those of the revision that is checked out. Data that the newer version has no place \
      for are a loss unless that is acknowledged as for 'verify'. Exit code 0 only when everything was \
      examined and the app opens the store with all its data, or likely does: the verdict says so.

      Examples:
        storedoctor diagnose default.store --model Sources/Models
        storedoctor diagnose default.store --model Sources/Models --log crash.log
        storedoctor diagnose default.store --git ~/MyApp
        storedoctor diagnose notes.sqlite --model Notes.xcdatamodeld --format markdown
      """)
  static let wordOptions = ["log", "to", "budget"] + LossOptions.wordOptions
  static let formats: [OutputFormat] = [.text, .json, .markdown]

  @Argument(help: "The store; in the shell, the open one.", completion: .file())
  var store: String?

  @Option(
    help: ArgumentHelp("What the app printed, or '-' for standard input.", valueName: "log"),
    completion: .file())
  var log: String?

  @Option(
    help: ArgumentHelp(
      "The repository of the app: name the releases that write such stores.", valueName: "repo"),
    completion: .directory)
  var git: String?

  @Option(
    help: ArgumentHelp(
      "The version the app has; the current one if left out.", valueName: "version"))
  var to: String?

  @Option(
    help: ArgumentHelp(
      "Time for checking the rows (10), and as much for the migration; what was left out is named.",
      valueName: "seconds"))
  var budget: Double?

  @OptionGroup var losses: LossOptions
  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws -> Report {
    guard let path = store ?? session.storePath else { throw session.noStoreGiven }
    var question = DiagnosisQuestion(path)
    question.git = git
    question.target = to
    question.budget = try DiagnosisQuestion.time(budget)
    // Before the store, which may have to be asked again: standard input is read only once.
    question.log = try log.map {
      Explainer.explain(log: try TextFile.log($0, cut: "storedoctor diagnose \(path) --log -"))
    }
    let diagnosis = try question.answer(losses, in: session)
    var report = Report(
      command: Self.name, diagnosis, sections: DiagnosisText.sections(diagnosis))
    report.order = .given
    report.markdown = DiagnosisMarkdown.document(diagnosis)
    return report
  }
}
