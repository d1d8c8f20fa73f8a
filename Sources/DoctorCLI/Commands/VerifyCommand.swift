internal import ArgumentParser
internal import Diagnostics
internal import PlanExecution
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

struct VerifyCommand: DoctorCommand {
  static let isRepeatable = false
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
      counted as passed. Each migration is a test case in --format junit.

      What the plan's own code deletes is counted and is no fault. What the newer version has no \
      place for is lost, and fails, unless it is acknowledged: --allow-loss Note.title, 'allow-loss' \
      in .storedoctor.yml, or '// storedoctor:ignore[rule] reason' at the version. Exit code 1 when \
      anything else is lost, or anything was not run.

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

  @Option(
    help: ArgumentHelp("A store of a shipped version; repeatable.", valueName: "fixture"),
    completion: .file())
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
  @OptionGroup var losses: LossOptions
  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws -> Report {
    var verification = Verification(try session.givenHistories(samples: true))
    verification.target = try to.map { try MigrationQuestion.target($0, session) }
    verification.skipsClosures = closures.skipClosures
    verification.policy = try session.lossPolicy(losses)
    let limits = try closures.limits()
    var runners: [PlanRunner] = []
    verification.runner = { path in
      do {
        let runner = try session.closureRunner(
          for: path, limits: limits, isTraced: nPlusOne, trust: closures.trust)
        if let runner { runners.append(runner) }
        return runner
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
        var report = ScaleText.report(stages)
        report.addConfinement(of: runners)
        return report
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
    var seen: Set<Finding> = []
    report.findings = (faults + legs.flatMap(\.findings)).filter { seen.insert($0).inserted }
    report.sections = VerificationText.sections(legs)
    if !verification.unlisted.isEmpty {
      let names = verification.unlisted.map(\.name).quotedList()
      report.sections.append(.lines(["not looked at, because no plan lists them: \(names)"]))
    }
    report.cases = VerificationText.cases(legs)
    report.body = VerificationText.json(legs)
    report.addConfinement(of: runners)
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
        .init("links", isNumber: true), .init("deleted by its code", isNumber: true),
        .init("statements", isNumber: true), .init("time", isNumber: true), .init("result"),
      ],
      rows: legs.map { leg in
        let isRun = !leg.stages.isEmpty
        let deleted = leg.stages.flatMap(\.deletions).reduce(0) { $0 + $1.rows }
        return [
          leg.from.name, leg.to.name, leg.data.name, isRun ? ends(leg.rows) : "",
          isRun ? ends(leg.links) : "", deleted > 0 ? String(deleted) : "",
          isRun ? String(leg.statements) : "",
          isRun ? "\(leg.nanoseconds / 1_000_000) ms" : "", words(leg.outcome),
        ]
      })
    var sections: [Report.Section] = [.table(table), .lines([summary(legs)])]
    let reasons = legs.compactMap { leg in
      leg.outcome.reason == nil ? nil : "\(leg.title): \(sentence(leg.outcome))"
    }
    if !reasons.isEmpty { sections.append(.lines(reasons, title: "Reasons")) }
    var seen: Set<String> = []
    let remarks = legs.flatMap { $0.losses?.remarks ?? [] }.filter { seen.insert($0).inserted }
    if !remarks.isEmpty { sections.append(.lines(remarks, title: "Dropped on purpose")) }
    return sections
  }

  /// One per migration.
  static func cases(_ legs: [Verification.Leg]) -> [Report.Case] {
    legs.map { leg in
      let outcome: Report.Case.Outcome =
        leg.isPassed ? .passed : leg.outcome.isFailure ? .failed : .skipped
      return Report.Case(
        leg.title, outcome, reason: leg.outcome.reason, findings: leg.findings,
        problem: leg.problem)
    }
  }

  private static func ends(_ counts: (before: Int64, after: Int64)) -> String {
    counts.before == counts.after
      ? String(counts.after) : "\(counts.before) → \(counts.after)"
  }

  static func words(_ outcome: Verification.Outcome) -> String {
    switch outcome {
    case .ok: "ok"
    case .failed: "FAILED"
    case .partial: "lightweight part only"
    case .notRun: "NOT RUN"
    case .unneeded: "nothing to do"
    }
  }

  /// `NOT RUN: its closures`.
  static func sentence(_ outcome: Verification.Outcome) -> String {
    words(outcome) + (outcome.reason.map { ": \($0)" } ?? "")
  }

  private static func summary(_ legs: [Verification.Leg]) -> String {
    let names = ["ok", "FAILED", "lightweight part only", "NOT RUN", "nothing to do"]
    let shown = names.compactMap { name -> String? in
      let count = legs.count { words($0.outcome) == name }
      return count > 0 ? "\(count) \(name.lowercased())" : nil
    }
    return "\(legs.count) \(legs.count == 1 ? "migration" : "migrations"): "
      + shown.joined(separator: ", ")
  }

  /// Every migration went to its end and lost nothing: what was not run has not passed.
  static func isPassed(_ legs: [Verification.Leg]) -> Bool { legs.allSatisfy(\.isPassed) }

  static func json(_ legs: [Verification.Leg]) -> [String: JSONValue] {
    ["passed": .bool(isPassed(legs)), "results": .array(legs.map(json))]
  }

  private static func json(_ leg: Verification.Leg) -> JSONValue {
    let result =
      switch leg.outcome {
      case .ok: "ok"
      case .failed: "failed"
      case .partial: "partial"
      case .notRun: "notRun"
      case .unneeded: "unneeded"
      }
    func ends(_ counts: (before: Int64, after: Int64)) -> JSONValue {
      ["after": .integer(counts.after), "before": .integer(counts.before)]
    }
    return [
      "data": .string(leg.data.name), "from": JSONValue(encoding: VersionReference(leg.from)),
      "links": ends(leg.links),
      "losses": leg.losses?.json ?? .array([]),
      "milliseconds": .integer(leg.nanoseconds / 1_000_000),
      "reason": .optional(leg.outcome.reason), "result": .string(result), "rows": ends(leg.rows),
      "stages": .array(leg.stages.map { MigrationText.json($0, showsCosts: false) }),
      "statements": .integer(Int64(leg.statements)),
      "to": JSONValue(encoding: VersionReference(leg.to)),
    ]
  }
}

extension Verification.Outcome {
  var isFailure: Bool {
    if case .failed = self { true } else { false }
  }

  /// Why it is not simply ok, in full.
  var reason: String? {
    switch self {
    case .ok: nil
    case .failed(let reason), .partial(let reason), .notRun(let reason), .unneeded(let reason):
      reason
    }
  }
}
