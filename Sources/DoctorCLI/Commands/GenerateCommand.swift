internal import ArgumentParser
internal import Diagnostics
internal import ModelInputs
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

struct GenerateCommand: DoctorCommand {
  static let isRepeatable = false
  static let configuration = CommandConfiguration(
    command: "generate", abstract: "Make a synthetic store in Apple's format from a model.",
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

  @Option(help: "How many rows to make, spread over the entities.")
  var rows: Int

  @Option(name: .shortAndLong, help: "The store to make.", completion: .file())
  var output: String

  @Option(help: "Another seed gives other values.")
  var seed: UInt64 = 1

  @Option(help: "The framework version that the store says it was written by.")
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
    var options = GeneratedStore.Options()
    options.rows = rows
    options.seed = seed
    options.keepsHistory = try session.hasHistory(specification)
    options.framework = framework
    let plans = try ModelLoader.load(ModelPath(specification).path)
    let target = try StoreOutput(
      path: output, replaces: common.force, stores: session.storesInUse)
    let progress = Progress(
      "generating", total: rows, unit: "rows", console: session.console,
      isQuiet: session.settings.isQuiet)
    defer { progress.finish() }
    let made = try GeneratedStore.write(
      model, plans: plans, options: options, to: target,
      connected: { $0.map(Interrupts.watch) ?? Interrupts.stopWatching() },
      progress: { progress.advance(to: $0) })
    return Report(command: Self.name, made, sections: Self.sections(made))
  }

  private static func sections(_ made: GeneratedStore) -> [Report.Section] {
    let total = made.rows.values.reduce(0, +)
    let counts = [made.rows, made.links].flatMap { $0.sorted { $0.key < $1.key } }
    let table = Report.Table(
      [.init("entity or relationship"), .init("rows", isNumber: true)],
      rows: counts.map { [$0.key, String($0.value)] })
    return [
      .lines(["wrote '\(made.path)': \(made.version.title), \(total) rows"]), .table(table),
    ] + (made.notes.isEmpty ? [] : [.lines(made.notes, title: "Notes")])
  }
}
