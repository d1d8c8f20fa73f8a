internal import ArgumentParser
internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

struct CheckCommand: FindingsCommand {
  static let configuration = CommandConfiguration(
    command: "check", abstract: "Check the health of a store: every row, against its model.",
    usage: "storedoctor check STORE [--model PATH…]",
    discussion: """
      Looks for damaged pages, counters behind their rows, references to rows that do not exist, \
      relationships whose ends disagree, missing required values, values of the wrong kind, lost \
      and orphaned files, missing tables, columns and indexes, and stores whose migration stopped \
      half-way. What Core Data's own migrations leave behind is not reported. Rows are named by \
      their keys, and values shown only with --show-values. Exit code 1 when something is found, \
      or when --budget ended the check. What was not examined stands below the answer, and is a \
      case that was not run in --format junit.

      A store of iOS 8 or older carries no model; --model gives it, and names the version that the \
      tables of a half-migrated store belong to.

      Examples:
        storedoctor check default.store
        storedoctor check old.sqlite --model Notes.xcdatamodeld --format json
        storedoctor check big.store --budget 30
        storedoctor check Tests/shipped-1.0.store --format junit > check.xml
      """)
  static let wordOptions = ["budget"]

  @Argument(help: "The store; in the shell, the open one.", completion: .file())
  var store: String?

  @Flag(help: "Compare every index with its table too, which takes several times as long.")
  var full = false

  @Option(
    help: ArgumentHelp("Stop after this time and name what was left out.", valueName: "seconds"))
  var budget: Double?

  @OptionGroup var reports: ReportOptions
  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws -> Report {
    if let budget, !(budget > 0 && budget < 1e9) {
      throw Failure.usage("the time budget must be a number of seconds above 0")
    }
    let inspection = try session.inspection(of: store)
    var check = StoreCheck()
    check.isFull = full
    check.budget = budget.map { .milliseconds(Int64($0 * 1000)) }
    let progress = Progress("examining", session)
    defer { progress.finish() }
    let result = try check.run(inspection) { progress.advance(Double($0), of: $1, $2) }
    progress.finish()
    var report = Report(command: Self.name, result, sections: Self.sections(result))
    report.cases = result.cases
    // Whatever is found ends with 1.
    report.failing = .note
    return report
  }

  private static func sections(_ result: StoreCheck.Result) -> [Report.Section] {
    let tables = result.tables == 1 ? "1 table" : "\(result.tables) tables"
    let rows = result.rows == 1 ? "1 row" : "\(result.rows) rows"
    let fields: Report.Section = .fields([
      Report.Field("file", result.path), Report.Field("model", words(result.model)),
      Report.Field("examined", "\(tables), \(rows), \(result.rules) rules"),
      StoreText.health(
        result.problems.count,
        none: result.notChecked.isEmpty ? "nothing found" : "nothing found in what was examined"),
    ])
    let rest = result.notChecked
    return rest.isEmpty ? [fields] : [fields, .lines(rest, title: "Not examined")]
  }

  private static func words(_ model: DataModel) -> String {
    switch model.source {
    case .storeCache: "cached in the store, \(StoreText.version(model.versionIdentifiers))"
    case .store: "none in the store; guessed from the tables"
    default: "given: \(VersionReference(model).title)"
    }
  }
}

extension Session {
  /// A store ready to be examined, with the models that were given.
  func inspection(of path: String?) throws -> StoreInspection {
    let (opened, store) = try namedCoreDataStore(path)
    return try StoreInspection(
      of: store, state: opened.file.state, histories: try histories(),
      showsValues: settings.showsValues)
  }
}
