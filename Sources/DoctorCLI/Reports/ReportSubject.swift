internal import Diagnostics
internal import ErrorCatalog
internal import ModelInputs
internal import PlanExecution
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// Everything that a page is about, asked once: a store or a model, and what goes with it.
struct ReportSubject {
  /// As it was named.
  let path: String
  /// What is the matter with the store; nil for a model.
  private(set) var diagnosis: Diagnosis?
  /// What is in it; nil for a model, and for what cannot be read as a store.
  private(set) var contents: StoreContents?
  /// What takes up its room.
  private(set) var sizes: StoreSizes?
  /// Its persistent history.
  private(set) var history: HistoryOverview?
  /// The model that the page is about: the store's, or the one that was named.
  private(set) var model: DataModel?
  /// The model that it is compared with.
  private(set) var base: DataModel?
  /// What a migration would do, where there is one to speak of.
  private(set) var outline: MigrationOutline?
  /// The plans and model bundles among which its way was looked for.
  private(set) var histories: [SchemaHistory] = []
  /// What it did on a private copy.
  private(set) var rehearsal: MigrationRehearsal?
  /// The first rows of each entity, where they were asked for.
  private(set) var rows: [RowSample] = []
  /// What logs show.
  var logs: [TracedLog] = []

  /// What the command ends with.
  var status: ExitStatus { diagnosis?.verdict ?? outline?.verdict ?? .done }

  /// - Throws: for a path that holds neither a store nor a model, and for a wrong option.
  init(_ path: String, of command: ReportCommand, in session: Session) throws {
    self.path = path
    base = try command.against.map { try session.oneModel(of: $0, candidates: [path]).model }
    guard !session.isStore(path), let histories = try? session.load(path) else {
      try readStore(command, session)
      return
    }
    model = try Self.newest(of: histories, at: path)
    if let history = histories.first(where: { $0.isOrdered || !$0.stages.isEmpty }),
      let first = history.versions.first, histories.count == 1, first.name != model?.name
    {
      let question = try MigrationQuestion(from: path, among: nil)
      self.histories = histories
      outline = try MigrationOutline(question, at: path) {
        try session.lossPolicy(command.losses, models: [path])
      }
    }
  }

  private mutating func readStore(_ command: ReportCommand, _ session: Session) throws {
    var question = DiagnosisQuestion(path)
    question.target = command.to
    question.budget = try DiagnosisQuestion.time(command.budget)
    if let log = command.log.first, log != "-" {
      let bytes = try TextFile.log(log, cut: "storedoctor diagnose \(path) --log -")
      question.log = Explainer.explain(log: bytes)
    }
    diagnosis = try question.answer(command.losses, in: session)
    guard let opened = try? session.namedStore(path), let store = opened.store else { return }
    contents = try StoreOverview(
      path: path, kind: opened.kind, file: opened.file, store: store
    ).contents
    model = store.model
    sizes = try store.sizes(within: .seconds(2))
    history = store.hasHistory ? try? HistoryOverview(of: store) : nil
    if command.rows { rows = try RowSample.all(of: store, opened.file) }
    guard !session.settings.models.isEmpty else { return }
    var way = try session.question(from: path, to: command.to)
    way.goesBack = command.to != nil
    histories = way.histories
    var outline = try MigrationOutline(way, at: path) { try session.lossPolicy(command.losses) }
    let commands = FilledCommands(store: path, models: session.settings.models)
    outline.findings = outline.findings.map(commands.filled)
    self.outline = outline
    try session.settleStores()
    try rehearse(outline, command, session)
  }

  /// Runs the stages on a private copy, where nothing stands in the way.
  private mutating func rehearse(
    _ outline: MigrationOutline, _ command: ReportCommand, _ session: Session
  ) throws {
    guard let path = outline.path, !path.steps.isEmpty, outline.refusal == nil else { return }
    guard command.closures || !path.steps.contains(where: \.hasClosures) else { return }
    let bytes = sizes?.total ?? 0
    // A process loses its locks on a file with any descriptor of it that it closes.
    session.releaseStores()
    var run = MigrationRun(self.path, along: path, policy: try session.lossPolicy(command.losses))
    run.isLive = session.settings.isLive
    run.isConfined = ConfinementLevel.available(session.console.environment) != .none
    run.models = session.settings.models
    if command.closures { run.runner = try session.closureRunner(for: path) }
    let progress = MigrationProgress(session)
    run.progress = { progress.show($0) }
    run.runner?.onProgress = { progress.show($0) }
    defer {
      progress.finish()
      run.runner?.finish()
    }
    rehearsal = try MigrationRehearsal(run, bytes: bytes)
    if command.closures, rehearsal?.answer?.verdict == .done { diagnosis?.noteClosuresRan() }
  }

  /// The current version where the source says which it is, else the only one.
  private static func newest(of histories: [SchemaHistory], at path: String) throws -> DataModel {
    let current = histories.compactMap { history in
      history.versions.first { $0.name == history.currentVersion }
        ?? (history.isOrdered ? history.versions.last : nil)
    }
    if current.count == 1 { return current[0] }
    return try ModelLoader.model(path)
  }
}

/// The first rows of an entity, with their values.
struct RowSample {
  let entity: String
  let table: Report.Table
  /// Whether there are more.
  let isCut: Bool

  private static let most = 20

  static func all(of store: Store, _ file: StoreFile) throws -> [RowSample] {
    try store.entities.filter { $0.number < 16_000 && !$0.isTableMissing }.compactMap { entity in
      var query = RowQuery(entity: entity.name)
      query.limit = most
      query.showsValues = true
      let stream = try ShownRows(query, of: store, bytesRead: file.bytesRead).stream
      var rows: [[String]] = []
      while try stream.next() {
        rows.append(stream.columns.indices.map { CellText(stream.cell($0)).text.text })
      }
      guard !rows.isEmpty else { return nil }
      return RowSample(
        entity: entity.name, table: Report.Table(stream.columns, rows: rows),
        isCut: try stream.rest() != .nothing)
    }
  }
}
