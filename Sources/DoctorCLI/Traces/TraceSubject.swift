internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel
internal import TraceAnalysis

/// A trace that was read, with its findings.
struct TraceResult {
  var path: String
  var report: TraceReport
  /// Worst first, without those the user ignores.
  var patterns: [AccessPattern]
  var ignored: Int
  var sources: TraceSources?

  var findings: [Finding] { patterns.map { $0.finding(path: path, sources: sources) } }
}

/// What a log is read with: the models and the store it is about, and what is to be left out.
struct TraceSubject {
  private let command: TraceCommand
  private let session: Session
  private let models: [DataModel]
  private let sources: TraceSources?
  /// A log is read for as long as it lasts, and its store only before and after it: meanwhile the
  /// app writes.
  private let plans: StorePlans?
  private let interrupt = InterruptFlag()

  init(_ command: TraceCommand, in session: Session) throws {
    self.command = command
    self.session = session
    let facts = try session.oneState {
      // The shell's open store may be no Core Data store, or that of another app.
      try command.store.map { try session.namedCoreDataStore($0).open } ?? session.currentStore()
    }.map { (path: $0.path, model: $0.model, isSwiftData: $0.kind.id == .swiftData) }
    session.releaseStores()
    plans = facts.map { StorePlans($0.path, in: session) }
    let given = try session.histories().flatMap(\.versions)
    // The store's own model fits its tables best.
    models = given + [facts?.model].compactMap { $0 }
    sources =
      models.isEmpty
      ? nil
      : TraceSources(
        models: models, paths: session.settings.models,
        isSwiftData: given.isEmpty && facts?.isSwiftData == true)
    try checkNames()
    // The log may be followed for days; the store is asked again when it has ended.
    try session.settleStores()
  }

  /// A misspelt name would silently suppress nothing.
  private func checkNames() throws {
    guard !models.isEmpty else { return }
    let entities = Set(models.flatMap { $0.entities.map(\.name) })
    for text in command.ignore {
      guard let subject = AccessPattern.Suppression(text).subject else { continue }
      let parts = subject.split(separator: ".", maxSplits: 1).map(String.init)
      let entity = parts.first ?? ""
      guard entities.contains(entity) else {
        let nearest = NameDistance.nearest(to: entity, in: entities.sorted())
        throw Failure.usage(
          "the models have no entity '\(VisibleText(entity).text)'",
          help: nearest.map { "did you mean '\($0)'?" } ?? "'entities' lists them")
      }
      guard parts.count > 1 else { continue }
      let names = models.flatMap { model in
        model.entity(named: entity).map { model.lineage(of: $0) } ?? []
      }.flatMap { $0.relationships.map(\.name) }
      guard names.contains(parts[1]) else {
        let nearest = NameDistance.nearest(to: parts[1], in: Set(names).sorted())
        throw Failure.usage(
          "'\(VisibleText(entity).text)' has no relationship '\(VisibleText(parts[1]).text)'",
          help: nearest.map { "did you mean '\($0)'?" } ?? "'show \(entity)' lists them")
      }
    }
  }

  private func analyzer() -> TraceAnalyzer {
    var options = TraceOptions()
    options.showsValues = session.settings.showsValues
    return TraceAnalyzer(models: models, options: options)
  }

  /// Reads a log to its end, or until Ctrl-C while following.
  func read(_ path: String) throws -> TraceResult {
    let analyzer = analyzer()
    let file = LogFile(path: path, interrupt: interrupt)
    if command.follow || session.isInteractive { Interrupts.watch(interrupt) }
    defer { Interrupts.stopWatching() }
    if command.follow {
      try file.follow(
        { analyzer.feed($0) },
        idle: { times in
          // Two seconds of silence end a loop.
          if times == 10 { analyzer.pause() }
          announce(analyzer, path)
        })
    } else {
      try file.read { analyzer.feed($0) }
    }
    let result = try result(analyzer, path: path == "-" ? "stdin" : path)
    if !command.follow { try checkContent(result.report, file.name) }
    return result
  }

  /// The statements traced last in this shell.
  func lastTrace() throws -> TraceResult {
    guard let last = session.lastTrace, !last.events.isEmpty else {
      throw Failure.usage(
        "nothing was traced in this shell yet",
        help: "name a log, or begin with 'trace on'")
    }
    let analyzer = analyzer()
    for event in last.events { analyzer.record(event) }
    return try result(analyzer, path: last.title)
  }

  private func result(_ analyzer: TraceAnalyzer, path: String) throws -> TraceResult {
    let report = analyzer.finish(plans: plans?.questions)
    session.releaseStores()
    if let failure = plans?.failure {
      // What was followed is not there a second time.
      guard command.follow else { throw failure }
      session.console.note("the query plans are missing: \(failure.message)")
    }
    let suppressions = command.ignore.map(AccessPattern.Suppression.init)
    let patterns = report.patterns.filter { pattern in
      !suppressions.contains { $0.covers(pattern) }
    }
    return TraceResult(
      path: path, report: report, patterns: patterns,
      ignored: report.patterns.count - patterns.count, sources: sources)
  }

  /// While a log is followed, what shows is said at once; the report at the end has all of it.
  private func announce(_ analyzer: TraceAnalyzer, _ path: String) {
    guard !session.settings.isQuiet else { return }
    let suppressions = command.ignore.map(AccessPattern.Suppression.init)
    let new = analyzer.takeNewPatterns().filter { pattern in
      !suppressions.contains { $0.covers(pattern) }
    }
    guard !new.isEmpty else { return }
    for pattern in new {
      let finding = pattern.finding(path: path == "-" ? nil : path)
      let place = finding.location.map { "\(VisibleText($0.path).text):\($0.line ?? 0): " } ?? ""
      session.console.note(
        "\(place)\(finding.severity.rawValue): \(finding.message) [\(finding.rule)]")
    }
  }

  /// A log that says nothing about statements gets a sentence, not an empty table; and so does one
  /// whose words may mean something else.
  private func checkContent(_ report: TraceReport, _ name: String) throws {
    let input = report.input
    if let version = input.otherVersion {
      throw Failure.unreadable(
        "\(name) is a storedoctor trace of version \(version), and this storedoctor reads version "
          + "\(TraceJSONL.version)",
        help: "read it with the storedoctor that wrote it")
    }
    guard report.statements == 0 else { return }
    if input.bytes == 0 { throw Failure.unreadable("\(name) is empty") }
    if input.privateMessages > 0 {
      throw Failure.unreadable(
        "all statements in \(name) are masked as <private>",
        help: "log to the console with '-com.apple.CoreData.Logging.stderr 1', or install a "
          + "profile that shows private data")
    }
    let skipped = input.skipped.map { ", \($0)" } ?? ""
    throw Failure.unreadable(
      "there are no statements in \(name): \(TraceText.count(input.lines, "line"))\(skipped)",
      help: "run the app with the argument '-com.apple.CoreData.SQLDebug 2' and save its output")
  }
}
