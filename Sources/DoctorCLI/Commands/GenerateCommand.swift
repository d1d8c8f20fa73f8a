internal import ArgumentParser
internal import Diagnostics
internal import ModelInputs
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

struct GenerateCommand: DoctorCommand {
  static let isRepeatable = false
  static let configuration = CommandConfiguration(
    commandName: "generate", abstract: "Make a synthetic store in Apple's format from a model.",
    usage: "storedoctor generate --model PATH@VERSION --rows N -o NEW",
    discussion: """
      Every entity gets rows, every kind of relationship gets links, and edge cases are among the \
      values. The same model, number and seed give the same store. The file appears under its name \
      only when it is complete.

      Examples:
        storedoctor generate --model Sources/Models@2.0.0 --rows 1000 -o notes.store
        storedoctor generate --model Notes.xcdatamodeld@current --rows 1000000 -o big.store --seed 7
      """)
  static let wordOptions = ["rows", "seed", "framework"]
  private static let mostRows = 1_000_000_000

  @Option(help: "Rows in all, shared out among the entities.")
  var rows: Int

  @Option(name: .shortAndLong, help: "The store to make.", completion: .file())
  var output: String

  @Option(help: "Another seed gives other values.")
  var seed: UInt64 = 1

  @Option(help: "The framework version the store claims to be written by.")
  var framework: Int?

  @OptionGroup var common: CommonOptions

  var replacesFile: Bool { true }

  func run(in session: Session) throws -> Report {
    guard rows >= 0 else { throw Failure.usage("the number of rows must not be negative") }
    guard rows <= Self.mostRows else {
      throw Failure.usage("the number of rows must be at most \(Self.mostRows)")
    }
    guard session.settings.models.count == 1, let specification = session.settings.models.first
    else {
      throw Failure.usage("one model is needed", help: "usage: \(Self.usage)")
    }
    let model = try session.oneModel(of: specification, samples: true).model.settled()
    var options = StoreWriter.Options()
    // SwiftData keeps history whether it is asked to or not; a store's model does not tell.
    options.history = try session.hasHistory(specification) ?? (model.source == .swift)
    if let framework { options.framework = framework }
    let target = try StoreOutput(
      path: output, replaces: common.force, stores: session.storesInUse)
    let writer = try StoreWriter(path: target.workPath, model: model, options: options)
    Interrupts.watch(try writer.openConnection())
    let progress = Progress(
      "generating", total: rows, unit: "rows", console: session.console,
      isQuiet: session.settings.isQuiet)
    defer { progress.finish() }
    var generator = RowGenerator(seed: seed)
    generator.repeatWhatBecomesUnique(from: model, in: try later(than: model, specification))
    let summary = try generator.fill(writer, rows: rows) { progress.advance(to: $0) }
    try writer.finish()
    Interrupts.stopWatching()
    try target.moveIntoPlace()
    return Self.report(summary, warnings: writer.warnings, model: model, path: output)
  }

  /// The versions behind a version of a plan: what they make unique is not yet.
  private func later(than model: DataModel, _ specification: String) throws -> [DataModel] {
    let path = try ModelPath(specification).path
    let plans = try ModelLoader.load(path).filter(\.isOrdered)
    guard let plan = plans.first(where: { $0.versions.contains { $0.name == model.name } }),
      let place = plan.versions.firstIndex(where: { $0.name == model.name })
    else { return [] }
    return Array(plan.versions[(place + 1)...])
  }

  private static func report(
    _ summary: RowGenerator.Summary, warnings: [String], model: DataModel, path: String
  ) -> Report {
    let total = summary.rows.values.reduce(0, +)
    let rows = counts(summary.rows)
    let links = counts(summary.links)
    var report = Report(command: name)
    report.sections = [
      .lines(["wrote '\(path)': \(ModelText.title(of: model)), \(total) rows"]),
      .table(
        Report.Table(
          [.init("entity or relationship"), .init("rows", isNumber: true)],
          rows: (rows + links).map { [$0.name, String($0.count)] })),
    ]
    let notes = warnings + summary.notes
    if !notes.isEmpty { report.sections.append(.lines(notes, title: "Notes")) }
    report.body = [
      "links": json(links), "model": DifferenceText.json(of: model), "notes": .strings(notes),
      "path": .string(path), "rows": json(rows),
    ]
    return report
  }

  private static func counts(_ counts: [String: Int]) -> [(name: String, count: Int)] {
    counts.map { ($0.key, $0.value) }.sorted { $0.name < $1.name }
  }

  private static func json(_ counts: [(name: String, count: Int)]) -> JSONValue {
    .object(
      Dictionary(
        counts.map { ($0.name, JSONValue.integer(Int64($0.count))) },
        uniquingKeysWith: { first, _ in first }))
  }
}
