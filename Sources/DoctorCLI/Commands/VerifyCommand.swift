internal import ArgumentParser
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

struct VerifyCommand: DoctorCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Migrate data of every version to the latest, and look whether anything is lost.",
    usage: "storedoctor verify --model PATH [--store FIXTURE…] [--n-plus-one]",
    discussion: """
      For each version three stores are generated: a few rows, the edge cases of every type, and \
      10000 rows. Each goes through the stages to the latest version; rows, links and every value \
      that both versions share are compared, the result is examined as by 'check'. Stores of \
      shipped versions given with --store are migrated as well; they are only read. Closures of \
      custom stages are run as by 'migrate'; a stage whose closures cannot be run here is never \
      counted as passed. Exit code 1 when anything is lost, or nothing could be run.

      With --n-plus-one each stage runs twice instead, on generated data of some and of twice as many \
      rows, and the statements are counted: what grows with the data is a query per object, whatever \
      the number, and fails the command.

      Examples:
        storedoctor verify --model Sources/Models
        storedoctor verify --model Notes.xcdatamodeld --store Tests/v1.sqlite --store Tests/v2.sqlite
        storedoctor verify --model Sources/Models --skip-closures --format json
        storedoctor verify --model Sources/Models --n-plus-one
      """)

  static let formats = OutputFormat.allCases

  @Option(help: ArgumentHelp("A store of a shipped version; repeatable.", valueName: "fixture"))
  var store: [String] = []

  @Option(
    help: ArgumentHelp(
      "The version to migrate to; the current one if left out.", valueName: "version"))
  var to: String?

  @Flag(
    name: .customLong("n-plus-one"),
    help: "Run each stage on two sizes, and find what asks once per object.")
  var nPlusOne = false

  @OptionGroup var closures: ClosureOptions
  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws -> Report {
    var verification = Verification(try session.givenHistories())
    verification.target = try to.map { try MigrationQuestion.target($0, session) }
    verification.skipsClosures = closures.skipClosures
    let limits = try closures.limits()
    verification.runner = { path in
      do {
        return try session.closureRunner(for: path, limits: limits, isTraced: nPlusOne)
      } catch PlanFailure.noCompiler, PlanFailure.noModule {
        // Then the way ends before the first closure, and the table says so.
        return nil
      }
    }
    let progress = Progress("migrating", session)
    defer { progress.finish() }
    let legs: [Verification.Leg]
    do {
      if nPlusOne {
        let stages = try verification.scale { progress.advance(Double($0), of: $1, $2) }
        progress.finish()
        return ScaleText.report(stages)
      }
      legs = try verification.run(fixtures: store) { progress.advance(Double($0), of: $1, $2) }
    } catch let error as SQLiteError where error.primaryCode == 13 {
      throw Failure.unreadable(
        "the disk is full: the data could not be generated",
        help: "free some space, or set TMPDIR to a folder on another disk")
    }
    progress.finish()
    var report = Report(command: Self.name)
    let faults = verification.histories.flatMap { LaunchFaults.findings($0) }
    report.findings = faults + legs.filter { $0.outcome.isFailure }.flatMap(\.findings)
    report.sections = VerificationText.sections(legs)
    report.body = VerificationText.json(legs)
    report.status = VerificationText.isPassed(legs) && faults.isEmpty ? .done : .found
    return report
  }
}

/// Legs as a table and as JSON.
enum VerificationText {
  static func sections(_ legs: [Verification.Leg]) -> [Report.Section] {
    guard !legs.isEmpty else {
      return [.lines(["there is one version only, so there is nothing to migrate"])]
    }
    let table = Report.Table(
      [
        .init("from"), .init("to"), .init("data"), .init("rows", isNumber: true),
        .init("links", isNumber: true), .init("statements", isNumber: true),
        .init("time", isNumber: true), .init("result"),
      ],
      rows: legs.map { leg in
        let isRun = !leg.stages.isEmpty
        return [
          leg.from.name, leg.to.name, leg.data.name, isRun ? ends(leg.rows) : "",
          isRun ? ends(leg.links) : "", isRun ? String(leg.statements) : "",
          isRun ? "\(leg.nanoseconds / 1_000_000) ms" : "", words(leg.outcome),
        ]
      })
    return [.table(table), .lines([summary(legs)])]
  }

  private static func ends(_ counts: (before: Int64, after: Int64)) -> String {
    counts.before == counts.after
      ? String(counts.after) : "\(counts.before) → \(counts.after)"
  }

  static func words(_ outcome: Verification.Outcome) -> String {
    switch outcome {
    case .ok: "ok"
    case .failed(let reason): "FAILED: \(reason)"
    case .partial(let reason): "lightweight part only, \(reason)"
    case .notRun(let reason): "not run: \(reason)"
    }
  }

  private static func summary(_ legs: [Verification.Leg]) -> String {
    let counts: [(Int, String)] = [
      (legs.count { $0.outcome == .ok }, "ok"),
      (legs.count { $0.outcome.isFailure }, "failed"),
      (
        legs.count {
          if case .partial = $0.outcome { true } else { false }
        }, "without closures"
      ),
      (
        legs.count {
          if case .notRun = $0.outcome { true } else { false }
        }, "not run"
      ),
    ]
    let shown = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "\(legs.count) \(legs.count == 1 ? "migration" : "migrations"): "
      + shown.joined(separator: ", ")
  }

  /// Nothing failed, and at least one migration went to its end: what was not run has not passed.
  static func isPassed(_ legs: [Verification.Leg]) -> Bool {
    if legs.isEmpty { return true }
    let isRun = legs.contains { leg in
      switch leg.outcome {
      case .ok, .partial: true
      case .failed: false
      case .notRun: leg.from.name == leg.to.name
      }
    }
    return isRun && !legs.contains { $0.outcome.isFailure }
  }

  static func json(_ legs: [Verification.Leg]) -> [String: JSONValue] {
    ["passed": .bool(isPassed(legs)), "results": .array(legs.map(json))]
  }

  private static func json(_ leg: Verification.Leg) -> JSONValue {
    let (result, reason): (String, String?) =
      switch leg.outcome {
      case .ok: ("ok", nil)
      case .failed(let reason): ("failed", reason)
      case .partial(let reason): ("partial", reason)
      case .notRun(let reason): ("notRun", reason)
      }
    func ends(_ counts: (before: Int64, after: Int64)) -> JSONValue {
      ["after": .integer(counts.after), "before": .integer(counts.before)]
    }
    return [
      "data": .string(leg.data.name), "from": DifferenceText.json(of: leg.from),
      "links": ends(leg.links), "milliseconds": .integer(leg.nanoseconds / 1_000_000),
      "reason": .optional(reason), "result": .string(result), "rows": ends(leg.rows),
      "stages": .array(leg.stages.map { MigrationText.json($0, showsCosts: false) }),
      "statements": .integer(Int64(leg.statements)), "to": DifferenceText.json(of: leg.to),
    ]
  }
}

extension Verification.Outcome {
  var isFailure: Bool {
    if case .failed = self { true } else { false }
  }
}
