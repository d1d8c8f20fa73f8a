internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel
internal import TraceAnalysis

/// Reads the logs that a command names, with the models and the store of the session.
struct TraceLogs {
  /// What is asked of the logs.
  struct Question {
    /// The store that they are about; nil for the session's.
    var store: String?
    /// What nobody wants to hear of.
    var suppressions: [AccessPattern.Suppression] = []
    /// Whether a log is read on as it grows.
    var isFollowed = false
    /// Whether the answer tells how much went on when.
    var showsTimeline = false
  }

  private let question: Question
  private let session: Session
  private let subject: TraceSubject
  /// A log is read for as long as it lasts, and its store only before and after it: meanwhile the
  /// app writes.
  private let plans: StorePlans?
  private let interrupt = InterruptFlag()

  init(_ question: Question, in session: Session) throws {
    self.question = question
    self.session = session
    let facts = try session.oneState {
      // The shell's open store may be no Core Data store, or that of another app.
      try question.store.map { try session.namedCoreDataStore($0).open } ?? session.currentStore()
    }.map { (path: $0.path, model: $0.model, isSwiftData: $0.kind.id == .swiftData) }
    session.releaseStores()
    plans = facts.map { StorePlans($0.path, in: session) }
    let given = try session.histories().flatMap(\.versions)
    // The store's own model fits its tables best.
    let models = given + [facts?.model].compactMap { $0 }
    let sources =
      models.isEmpty
      ? nil
      : TraceSources(
        models: models, paths: session.settings.models,
        isSwiftData: given.isEmpty && facts?.isSwiftData == true)
    subject = try TraceSubject(models: models, sources: sources, ignoring: question.suppressions)
    // The log may be followed for days; the store is asked again when it has ended.
    try session.settleStores()
  }

  /// Reads a log to its end, or until Ctrl-C while following.
  ///
  /// - Parameter mayBeSilent: whether a log without statements is an answer.
  func read(_ path: String, mayBeSilent: Bool = false) throws -> TracedLog {
    let analyzer = subject.analyzer(showsValues: session.settings.showsValues)
    let file = LogFile(path: path, interrupt: interrupt)
    if question.isFollowed || session.isStoppable { Interrupts.watch(interrupt) }
    defer { Interrupts.stopWatching() }
    if question.isFollowed {
      try file.follow(
        { analyzer.feed($0) },
        idle: { times in
          // Two seconds of silence end a loop.
          if times == 10 { analyzer.pause() }
          announce(subject.newFindings(analyzer, path: path == "-" ? nil : path))
        })
    } else {
      try file.read { analyzer.feed($0, $1) }
    }
    let log = try finish(analyzer, path: path == "-" ? "stdin" : path)
    if !question.isFollowed, !mayBeSilent, let flaw = log.report.flaw {
      throw TraceText.failure(flaw, log.report.input, file.name)
    }
    return log
  }

  /// The statements traced last in this shell.
  func lastTrace() throws -> TracedLog {
    guard let last = session.lastTrace, !last.events.isEmpty else {
      throw Failure.usage(
        "nothing was traced in this shell yet",
        help: "name a log, or begin with 'trace on'")
    }
    let analyzer = subject.analyzer(showsValues: session.settings.showsValues)
    for event in last.events { analyzer.record(event) }
    return try finish(analyzer, path: last.title)
  }

  private func finish(_ analyzer: TraceAnalyzer, path: String) throws -> TracedLog {
    let log = subject.log(
      path, of: analyzer, plans: plans?.questions, showsTimeline: question.showsTimeline)
    session.releaseStores()
    if let failure = plans?.failure {
      // What was followed is not there a second time.
      guard question.isFollowed else { throw failure }
      session.console.note("the query plans are missing: \(failure.message)")
    }
    return log
  }

  /// While a log is followed, what shows is said at once; the report at the end has all of it.
  private func announce(_ findings: [Finding]) {
    guard !session.settings.isQuiet else { return }
    for finding in findings {
      let place = finding.location.map { "\(VisibleText($0.path).text):\($0.line ?? 0): " } ?? ""
      session.console.note(
        "\(place)\(finding.severity.rawValue): \(finding.message) [\(finding.rule)]")
    }
  }
}
