internal import ArgumentParser
internal import Diagnostics
internal import ModelInputs
internal import PlanExecution
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

struct PlanCommand: DoctorCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Show what a migration would do, stage by stage, without running it.",
    usage: "storedoctor plan STORE|MODEL --model PATH [--to VERSION] [--sql]",
    discussion: """
      Finds the way from the store's version (or from MODEL, PATH@VERSION) to the current one as \
      Core Data does, and shows each stage with its changes and their consequences. A change that \
      cannot be inferred is named with the reason; Core Data then wants a mapping model, SwiftData \
      a custom stage. A new required value that nothing can have filled is a certain failure where \
      the store has rows. What the newer version has no place for is lost and comes first, unless it is \
      acknowledged as for 'verify'. With --sql the statements follow that 'migrate' would run. Exit \
      code 1 when there is no way, it fails for certain, or something would be lost.

      Examples:
        storedoctor plan notes.store --model Sources/Models
        storedoctor plan Sources/Models@1.0.0 --sql
        storedoctor plan notes.sqlite --model Notes.xcdatamodeld --to 'Notes 3'
      """)
  static let wordOptions = ["to"] + LossOptions.wordOptions

  @Argument(
    help: "The store, or the version to start from; in the shell, the open store.",
    completion: .file())
  var start: String?

  @Option(help: "The version to end with; without it the current one.")
  var to: String?

  @Flag(help: "Show the SQL of each stage.")
  var sql = false

  @Flag(help: "Compile the closures of custom stages, to see that 'migrate' can run them.")
  var compile = false

  @OptionGroup var losses: LossOptions
  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws -> Report {
    let path = try session.onlyPath(start, command: Self.name)
    var report = Report(command: Self.name)
    let question = try MigrationQuestion(session, start: path, to: to)
    do {
      let way = try question.path()
      let lost = LossReport(
        SchemaLoss.all(of: way), try session.lossPolicy(losses, models: ownModels(path, session)))
      let failures = try CertainFailures(way, store: question.store)
      report.findings = lost.findings + failures.findings + LaunchFaults.findings(way)
      if !report.findings.isEmpty { report.status = .found }
      report.sections += lost.sections + [.lines([PlanText.title(way)])]
      report.body = PlanText.json(way)
      report.body["losses"] = lost.json
      var stages: [JSONValue] = []
      var statements = 0
      var preview = try question.preview()
      for (index, step) in way.steps.enumerated() {
        report.sections += PlanText.heading(step, index: index, of: way.steps.count)
        let failure = { failures.kind(of: $0, in: step) }
        do {
          let plan = try preview.next(step)
          report.sections += PlanText.sections(plan, showsSQL: sql, failure: failure)
          stages.append(PlanText.json(step, plan: plan, showsSQL: sql, failure: failure))
          statements += plan.statements.count
        } catch let error as MigrationError {
          report.sections += PlanText.sections(error, step: step, failure: failure)
          stages.append(PlanText.json(step, plan: nil, showsSQL: sql, failure: failure))
          throw error
        }
      }
      report.sections += lost.closingSections
      report.body["stages"] = .array(stages)
      if compile {
        // A compiler takes its time, and nobody has to wait for it.
        try session.settleStores()
        report.sections.append(.lines([try compileClosures(of: way, path, session)]))
      }
      if !sql, statements > 0 {
        report.sections.append(.hints(["add --sql to see the \(statements) statements"]))
      }
    } catch PlanFailure.findings(let findings) {
      report.findings += findings
      report.status = .found
    } catch let error as MigrationError {
      var finding = MigrationRules.finding(
        error, store: question.store, among: question.histories)
      finding.location = Location(path: path)
      report.findings.append(finding)
      report.status = .found
    }
    return report
  }
}

extension PlanCommand {
  /// Nil when --model names them.
  private func ownModels(_ path: String, _ session: Session) throws -> [String]? {
    session.settings.models.isEmpty ? [try ModelPath(path).path] : nil
  }

  private func compileClosures(
    of way: MigrationPath, _ path: String, _ session: Session
  ) throws -> String {
    guard let runner = try session.closureRunner(for: way, models: ownModels(path, session)) else {
      return "there are no closures on this way"
    }
    let progress = MigrationProgress(session)
    runner.onProgress = { progress.show($0) }
    defer {
      progress.finish()
      runner.finish()
    }
    try runner.compile()
    return "the closures compile; 'migrate' runs them"
  }
}

/// Where a migration starts and where it should end.
struct MigrationQuestion {
  let histories: [SchemaHistory]
  let version: StoreVersion
  /// Nil when the start is a model.
  let store: Store?
  let model: DataModel?
  let target: String?

  /// - Parameter start: a store, or `PATH[@VERSION]`.
  init(_ session: Session, start: String, to name: String?) throws {
    if session.isStore(start) {
      guard let opened = try session.store(at: start).store else {
        throw Failure.unreadable("'\(VisibleText(start).text)' is not a Core Data store")
      }
      histories = try session.givenHistories()
      store = opened
      model = nil
      version = StoreVersion(opened)
    } else {
      let path = try ModelPath(start)
      let all = try ModelLoader.load(path.path)
      histories = try session.settings.models.isEmpty ? all : session.histories()
      let first = try Self.start(path, all)
      store = nil
      model = first
      version = StoreVersion(model: first)
    }
    if let name {
      let models = session.settings.models.isEmpty ? [start] : session.settings.models
      target = try Self.target(name, histories, models: models.joined(separator: "', '"))
    } else {
      target = nil
    }
  }

  /// The version named, or the oldest of the one plan.
  private static func start(_ path: ModelPath, _ histories: [SchemaHistory]) throws -> DataModel {
    if path.version != nil { return try ModelLoader.model("\(path.path)@\(path.version ?? "")") }
    let ordered = histories.filter(\.isOrdered)
    if ordered.count == 1, let first = ordered[0].versions.first { return first }
    return try ModelLoader.model(path.path)
  }

  /// The name of the version that `--to` means among the models given.
  static func target(_ name: String, _ session: Session) throws -> String {
    try target(
      name, session.histories(), models: session.settings.models.joined(separator: "', '"))
  }

  private static func target(
    _ name: String, _ histories: [SchemaHistory], models: String
  ) throws -> String {
    let found = try VersionSelection.select(name, from: histories, path: models)
    let names = Set(found.flatMap(\.versions).map(\.name))
    guard names.count == 1, let only = names.first else {
      throw ModelInputError.ambiguousVersion(
        path: models, version: name, candidates: names.sorted())
    }
    return only
  }

  func path() throws(MigrationError) -> MigrationPath {
    try MigrationPath.find(from: version, in: histories, to: target)
  }

  func preview() throws -> MigrationPreview {
    if let store { return try MigrationPreview(store) }
    return try MigrationPreview(model ?? DataModel(name: "", source: .store))
  }
}
