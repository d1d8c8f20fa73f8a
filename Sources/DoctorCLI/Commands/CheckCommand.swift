internal import ArgumentParser
internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

struct CheckCommand: DoctorCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Examine the health of a store: every row, against its model.",
    usage: "storedoctor check STORE [--model PATH…]",
    discussion: """
      Looks for damaged pages, counters behind their rows, references to rows that do not exist, \
      relationships whose ends disagree, missing required values, values of the wrong kind, lost \
      and orphaned files, missing tables, columns and indexes, and stores whose migration stopped \
      half-way. What Core Data's own migrations leave behind is not reported. Rows are named by \
      their keys, and values shown only with --show-values. Exit code 1 when something is found.

      A store of iOS 8 or older carries no model; --model gives it, and names the version that the \
      tables of a half-migrated store belong to.

      Examples:
        storedoctor check default.store
        storedoctor check old.sqlite --model Notes.xcdatamodeld --format json
        storedoctor check big.store --budget 30
      """)
  static let wordOptions = ["budget"]

  @Argument(help: "The store; in the shell, the open one.", completion: .file())
  var store: String?

  @Flag(help: "Compare every index with its table too, which takes several times as long.")
  var full = false

  @Option(
    help: ArgumentHelp("Stop after this time and name what was left out.", valueName: "seconds"))
  var budget: Double?

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
    var report = Report(command: Self.name, findings: result.findings)
    report.sections = [.fields(Self.fields(inspection, result))]
    if !result.notChecked.isEmpty {
      report.sections.append(.lines(result.notChecked, title: "Not examined"))
    }
    report.body = Self.json(inspection, result)
    report.status = result.problems.isEmpty ? .done : .found
    return report
  }

  private static func fields(
    _ inspection: StoreInspection, _ result: StoreCheck.Result
  ) -> [Report.Field] {
    let tables = result.tables == 1 ? "1 table" : "\(result.tables) tables"
    let rows = result.rows == 1 ? "1 row" : "\(result.rows) rows"
    let count = result.problems.count
    return [
      Report.Field("file", inspection.path),
      Report.Field("model", model(inspection)),
      Report.Field(
        "examined", "\(tables), \(rows), \(StoreRules.healthRules.count) rules"),
      count == 0
        ? Report.Field("health", "nothing found", mood: .good)
        : Report.Field("health", count == 1 ? "1 problem" : "\(count) problems", mood: .bad),
    ]
  }

  private static func model(_ inspection: StoreInspection) -> String {
    let model = inspection.store.model
    switch model.source {
    case .storeCache: return "cached in the store, \(StoreText.version(model.versionIdentifiers))"
    case .store: return "none in the store; guessed from the tables"
    default: return "given: \(ModelText.title(of: model))"
    }
  }

  private static func json(
    _ inspection: StoreInspection, _ result: StoreCheck.Result
  ) -> [String: JSONValue] {
    [
      "model": .string(inspection.store.model.source.rawValue),
      "notExamined": .strings(result.notChecked), "path": .string(inspection.path),
      "problems": .array(result.problems.map(ProblemText.json)),
      "rows": .integer(result.rows), "rules": .integer(Int64(StoreRules.healthRules.count)),
      "tables": .integer(Int64(result.tables)),
    ]
  }
}

/// A problem of a store's data as JSON; `check` and `preflight` share it.
enum ProblemText {
  static func json(_ problem: StoreCheck.Problem) -> JSONValue {
    var members: [String: JSONValue] = [
      "entity": .optional(problem.finding.entity), "property": .optional(problem.finding.property),
      "rule": .string(problem.finding.rule),
    ]
    if let code = problem.code { members["code"] = .integer(Int64(code)) }
    if let rows = problem.rows {
      members["rows"] = .integer(rows.count)
      members["columns"] = .strings(rows.columns)
      members["keys"] = .array(
        rows.keys.map { key in
          key.count == 1 ? .integer(key[0]) : .array(key.map { .integer($0) })
        })
      if !rows.values.isEmpty { members["values"] = .strings(rows.values) }
    }
    return .object(members)
  }
}

extension Session {
  /// A store ready to be examined. One without a model of its own takes the given one that its
  /// hashes name.
  func inspection(of path: String?) throws -> StoreInspection {
    let (opened, own) = try namedCoreDataStore(path)
    let histories = try histories()
    var store = own
    if own.model.source == .store, let schema = opened.schema,
      let model = Identifier.model(of: schema, among: histories)
    {
      store = try Store(connection: opened.connection, path: opened.path, model: model)
    }
    return StoreInspection(
      store: store, path: opened.path, state: opened.file.state, histories: histories,
      showsValues: settings.showsValues)
  }
}
