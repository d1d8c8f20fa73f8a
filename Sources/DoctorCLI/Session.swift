internal import Diagnostics
internal import ModelInputs
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// What commands work in: the open store, the models given, the settings. One per invocation; the
/// shell keeps one for all its commands.
final class Session {
  let console: Console
  var settings: Settings
  /// The store the shell has open; commands that are given no store use it.
  var storePath: String?
  var current: OpenStore?
  /// Someone is typing: Ctrl-C stops the statement that runs instead of the process.
  var isInteractive = false
  /// Whether an interrupt ends what runs and not the process.
  var isStoppable = false
  var identifiedVersion: String?
  var loadedHistories:
    (paths: [String], samples: Bool, histories: [SchemaHistory], faults: [Finding])?
  /// What is wrong with the Swift source that the running command has read.
  var sourceFaults: [Finding] = []
  /// The session belongs to a shell, whose commands share it.
  var isShell = false { didSet { settings.isOfShell = isShell } }
  /// Where the statements of the running command go.
  private(set) var trace: StatementTrace?
  /// Where all the shell's statements go (`trace on`).
  var standingTrace: StatementTrace?
  /// Statements that are not written yet, because their stores may have to be asked again.
  private var heldStatements: [StatementEvent]?
  /// The stores that the running command reads.
  var opened: [OpenStore] = []
  /// What `trace` alone looks at: the shell's own statements, or its last migration.
  var lastTrace: SessionTrace?

  struct Settings {
    var format = OutputFormat.text
    var rowFormat: RowFormat?
    /// For `last`: the form that rows are shown in now, whatever their command says, and no limit.
    var shownFormat: RowFormat?
    var showsAllRows = false
    /// The commands are typed into a shell.
    var isOfShell = false
    /// Whether tables, CSV and TSV begin with the names of the columns.
    var hasHeading = true
    /// Shows the plan of each SQL statement before its rows.
    var showsQueryPlan = false
    /// The program for long output; nil is that of PAGER, empty is none.
    var pager: String?
    /// Values of SQL parameters by name, without the `:`.
    var parameters: [String: SQLiteValue] = [:]
    var color = ColorChoice.auto
    var isQuiet = false
    var isLive = false
    var showsValues = false
    var replacesFiles = false
    var trace: String?
    var traceFormat: TraceFormat?
    /// The time that JUnit gives.
    var timestamp: String?
    var models: [String] = []
  }

  init(console: Console, settings: Settings = Settings()) {
    self.console = console
    self.settings = settings
  }

  /// Runs a command with its own options laid over the session's settings, and shows its report.
  func perform(_ command: any DoctorCommand, with presenter: Presenter) throws -> ExitStatus {
    do {
      return try performOnce(command, with: presenter)
    } catch {
      var failure = Failure(error)
      guard settings.isLive || command.common.live, failure.help.contains(SQLiteError.liveHint)
      else {
        throw error
      }
      failure.help.removeAll { $0 == SQLiteError.liveHint }
      throw failure
    }
  }

  private func performOnce(
    _ command: any DoctorCommand, with presenter: Presenter
  ) throws -> ExitStatus {
    let saved = settings
    defer {
      settings = saved
      // After a failure the rest of the trace is worth having, and its own failure is not.
      try? trace?.finish()
      trace = nil
      releaseStores()
      Interrupts.stopWatching()
    }
    try checkFormat(of: command)
    settings.apply(command.common)
    if settings.models.contains("") { throw Failure.emptyPath }
    // Of rows Markdown is one of the modes, and no report of findings.
    if type(of: command).writesRows, settings.format == .markdown {
      (settings.format, settings.rowFormat) = (.text, .markdown)
    }
    try checkForce(of: command)
    settings.timestamp = try timestamp(of: command)
    let own = try settings.trace.map {
      try StatementTrace(
        path: $0, format: settings.traceFormat, force: settings.replacesFiles, stores: storesInUse,
        console: console, showsValues: settings.showsValues)
    }
    trace = own ?? standingTrace
    let others = try ReportFiles(of: command, in: self)
    var report = try withSourceFaults {
      try type(of: command).isRepeatable
        ? oneState { try command.run(in: self) } : command.run(in: self)
    }
    report.subject = command.subject ?? settings.models.first ?? storePath
    fillCommands(in: &report)
    do {
      try presenter.present(report, settings: settings, whenRead: proveStores)
    } catch {
      // An error of a store that changed under the rows is none of the store's.
      try proveStores()
      throw error
    }
    try others.write(report, by: presenter, settings: settings)
    try trace?.finish()
    return report.status
  }

  /// Stores that nothing may be written over, whatever their files look like.
  var storesInUse: [String] { [storePath].compactMap(\.self) }

  private func checkFormat(of command: any DoctorCommand) throws {
    let names = type(of: command).formatNames
    let wanted = command.common.format?.name ?? settings.format.rawValue
    guard !names.contains(wanted) else { return }
    throw Self.cannotWrite(wanted, type(of: command))
  }

  static func cannotWrite(_ format: String, _ type: any DoctorCommand.Type) -> Failure {
    Failure.usage(
      "'\(type.name)' cannot write '\(format)'",
      help: "its formats are \(type.formatNames.quotedList())")
  }

  /// Nobody shall believe that a file is replaced when none is.
  private func checkForce(of command: any DoctorCommand) throws {
    guard command.common.force, !command.replacesFile, command.reportFiles.isEmpty,
      !command.common.tracesToFile
    else { return }
    throw Failure.usage(
      "'\(type(of: command).name)' has nothing here that --force would replace",
      help: CommonOptions.forceHelp)
  }

  // MARK: Traces

  func record(_ event: StatementEvent) {
    guard heldStatements == nil else {
      heldStatements?.append(event)
      return
    }
    trace?.record(event)
    // What the shell shows it also keeps, for `trace` to look at.
    if trace === standingTrace { lastTrace?.record(event) }
  }

  /// Forgets the statements that are held, if any, and holds those to come.
  func holdStatements() { heldStatements = [] }

  func writeHeldStatements() {
    let events = heldStatements ?? []
    heldStatements = nil
    for event in events { record(event) }
  }

  /// From here on all statements go to a trace, and are kept for `trace` to look at.
  func trace(to path: String, force: Bool = false, stores: [String] = []) throws {
    standingTrace = try StatementTrace(
      path: path, format: settings.traceFormat, force: force, stores: storesInUse + stores,
      console: console, showsValues: settings.showsValues)
    lastTrace = SessionTrace(title: "this shell")
  }

  /// Splits a command's operands into the store and the rest. With a store open in the shell, the
  /// store may be left out.
  func operands(_ given: [String?], wanting count: Int) throws -> (store: String?, rest: [String]) {
    let words = given.compactMap { $0 }
    let usual = (store: words.first, rest: Array(words.dropFirst()))
    // What is no file is meant for the open store.
    guard isShell, let first = words.first, (try? ModelPath(first)) == nil else {
      return words.count < count && storePath != nil ? (storePath, words) : usual
    }
    guard let storePath else {
      if first.contains("/") || first.contains(".") { return usual }
      throw Failure.noStore
    }
    if words.count < count { return (storePath, words) }
    guard current?.model?.entities.contains(where: { $0.name == first }) == true else {
      return usual
    }
    throw Failure.usage("extra word '\(words[count - 1])'")
  }
}

extension Session.Settings {
  mutating func apply(_ options: CommonOptions) {
    switch options.format {
    case .report(let format)?: self.format = format
    case .rows(let format)?: (self.format, rowFormat) = (.text, format)
    case nil: break
    }
    if let color = options.color { self.color = color }
    if let trace = options.trace { self.trace = trace }
    if let format = options.traceFormat { traceFormat = format }
    isQuiet = isQuiet || options.quiet
    isLive = isLive || options.live
    showsValues = showsValues || options.showValues
    replacesFiles = options.force
    if !options.model.isEmpty { models = options.model }
  }
}

/// A command shows one state of each store it reads, or nothing.
extension Session {
  private static let attempts = 4

  /// Asks stores something, and asks again when one changed meanwhile: what came of it, an error or
  /// statements for a trace, is then worth nothing. The body does nothing else that may not be done
  /// twice.
  func oneState<Answer>(_ body: () throws -> Answer) throws -> Answer {
    defer { writeHeldStatements() }
    for attempt in 1... {
      holdStatements()
      let answer = Result { try body() }
      guard let changed = opened.first(where: { !$0.file.isOneState }) else {
        return try answer.get()
      }
      releaseStores()
      if attempt == Self.attempts { throw inUse(changed.path) }
    }
    preconditionFailure("the loop ends by itself")
  }

  /// Called when the last row is read: before anything else, others may write again.
  func proveStores() throws {
    try settleStores("; the rows above may mix two states of it")
  }

  /// Called when everything is read and something follows that takes its time.
  func settleStores(_ consequence: String = "") throws {
    if let changed = opened.first(where: { !$0.file.isOneState }) {
      var failure = inUse(changed.path)
      failure.message += consequence
      throw failure
    }
    releaseStores()
  }

  /// Asks stores something before a command runs that asks them again.
  func checking(_ body: () throws -> Void) throws {
    defer {
      releaseStores()
      Interrupts.stopWatching()
    }
    try body()
  }

  /// Ends reading: the shell's store is opened anew by the next command.
  func releaseStores() {
    for store in opened {
      store.connection.onStatement(nil)
      store.file.release()
    }
    opened = []
  }

  private func inUse(_ path: String) -> Failure {
    Failure(StoreFileError(path: path, reason: .busy))
  }
}
