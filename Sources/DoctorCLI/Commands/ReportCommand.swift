internal import ArgumentParser
internal import Diagnostics
internal import ErrorCatalog
internal import ModelInputs
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel
internal import StoreReport

struct ReportCommand: DoctorCommand {
  static let isRepeatable = false
  static let configuration = CommandConfiguration(
    command: "report",
    abstract: "Write one page to look at: verdict, diagram, versions, contents, trace.",
    usage:
      "storedoctor report STORE|MODEL [--model PATH…] [--log LOG…] [--against MODEL] [--rows] -o FILE.html",
    discussion: """
      One HTML file that needs no network and no other file, for a browser, a mail or an issue: what \
      'diagnose' says; the entities and their relationships as a diagram, with what 'check' found; the \
      versions with the place where the store is, each stage with its changes, its SQL and, tried on a \
      private copy, its time and the rows before and after; rows and bytes per entity, growth from the \
      history; and with --log the statements over time with their N+1 groups. Names and counts only, \
      unless --rows. Exit code as that of 'diagnose'.

      Closures of custom stages are the app's own code: they run, confined as for 'migrate', only with \
      --closures.

      Examples:
        storedoctor report notes.store --model Sources/Models -o notes.html
        storedoctor report notes.store --model Sources/Models --log app.log -o notes.html
        storedoctor report Notes.xcdatamodeld -o model.html
        storedoctor report Sources/Models@2.0.0 --against Sources/Models@1.0.0 -o changes.html
      """)
  static let wordOptions = ["log", "to", "against", "budget", "output"] + LossOptions.wordOptions

  @Argument(
    help: "A store, or a model, PATH[@VERSION]; in the shell, the open store.", completion: .file())
  var path: String?

  @Option(name: .shortAndLong, help: "The page to write.", completion: .file())
  var output: String

  @Option(
    help: ArgumentHelp("A log or trace of the app; repeatable.", valueName: "log"),
    completion: .file())
  var log: [String] = []

  @Option(help: "The version the app has; the current one if left out.")
  var to: String?

  @Option(
    help: ArgumentHelp(
      "Colour in the diagram what is different from this model.", valueName: "path[@version]"),
    completion: .file())
  var against: String?

  @Flag(help: "Show the first rows of each entity with their values.")
  var rows = false

  @Flag(help: "Compile and run the closures of custom stages on the private copy, too.")
  var closures = false

  @Option(
    help: ArgumentHelp(
      "Time for checking the rows (10), and as much for the migration.", valueName: "seconds"))
  var budget: Double?

  @OptionGroup var losses: LossOptions
  @OptionGroup var common: CommonOptions

  var replacesFile: Bool { true }

  func run(in session: Session) throws -> Report {
    let path = try session.onlyPath(path, command: Self.name)
    // What cannot be written is said before anything is read for it.
    let file = try FileOutput(
      path: output, replaces: common.force ? .anyFile : .nothing,
      stores: session.storesInUse + [path])
    let logs = try readLogs(session, of: path)
    var subject = try ReportSubject(path, of: self, in: session)
    subject.logs = logs
    let page = ReportChapters(subject).page
    let bytes = Array(page.html.utf8)
    file.write(bytes)
    try file.finish()
    let line =
      "wrote '\(output)': "
      + page.parts.map { $0.title.lowercased() }.joined(separator: ", ")
    return Report(
      command: Self.name, sections: [.lines([line])],
      body: [
        "bytes": .integer(Int64(bytes.count)), "parts": .strings(page.parts.map(\.id)),
        "path": .string(output),
      ], status: subject.status)
  }

  /// What logs show; one without statements may still hold an error.
  private func readLogs(_ session: Session, of path: String) throws -> [TracedLog] {
    guard !log.isEmpty else { return [] }
    let question = TraceLogs.Question(store: session.isStore(path) ? path : nil)
    let reader = try TraceLogs(question, in: session)
    return try log.map { try reader.read($0, mayBeSilent: true) }
  }
}
