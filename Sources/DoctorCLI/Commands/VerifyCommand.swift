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
    verification.target = try session.target(to)
    verification.skipsClosures = closures.skipClosures
    verification.policy = try session.lossPolicy(losses)
    let limits = try closures.limits()
    verification.runner = { path in
      try session.closureRunner(
        for: path, limits: limits, isTraced: nPlusOne, trust: closures.trust)
    }
    let progress = Progress("migrating", session)
    defer { progress.finish() }
    func show(_ done: Int, _ count: Int, _ name: String) {
      progress.advance(Double(done), of: count, name)
    }
    do {
      if nPlusOne {
        let scale = try verification.scale(progress: show)
        return Report(
          command: Self.name, scale,
          sections: ScaleText.sections(scale) + StageText.confinement(scale.confinement))
      }
      let result = try verification.run(fixtures: store, progress: show)
      var report = Report(
        command: Self.name, result,
        sections: VerificationText.sections(result) + StageText.confinement(result.confinement))
      report.cases = result.legs.map(\.testCase)
      return report
    } catch let error as SQLiteError where error.primaryCode == 13 {
      throw Failure.unreadable(
        "the disk is full: the data could not be generated",
        help: "free some space, or set TMPDIR to a folder on another disk")
    }
  }
}

/// What `verify` did, in words.
private enum VerificationText {
  static func sections(_ result: Verification.Result) -> [Report.Section] {
    let legs = result.legs
    var sections: [Report.Section] =
      legs.isEmpty
      ? [.lines(["there is one version only, so there is nothing to migrate"])]
      : [.table(table(legs)), .lines([summary(legs)])]
    let reasons = legs.filter { $0.outcome.reason != nil }.map {
      "\($0.title): \($0.outcome.sentence)"
    }
    if !reasons.isEmpty { sections.append(.lines(reasons, title: "Reasons")) }
    var seen: Set<String> = []
    let remarks = legs.flatMap { $0.losses?.remarks ?? [] }.filter { seen.insert($0).inserted }
    if !remarks.isEmpty { sections.append(.lines(remarks, title: "Dropped on purpose")) }
    if !result.unlisted.isEmpty {
      let names = result.unlisted.map(\.name).quotedList()
      sections.append(.lines(["not looked at, because no plan lists them: \(names)"]))
    }
    return sections
  }

  private static func table(_ legs: [Verification.Leg]) -> Report.Table {
    Report.Table(
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
          isRun ? "\(leg.nanoseconds / 1_000_000) ms" : "", leg.outcome.words,
        ]
      })
  }

  private static func ends(_ counts: (before: Int64, after: Int64)) -> String {
    counts.before == counts.after
      ? String(counts.after) : "\(counts.before) → \(counts.after)"
  }

  private static func summary(_ legs: [Verification.Leg]) -> String {
    let names = ["ok", "FAILED", "lightweight part only", "NOT RUN", "nothing to do"]
    let shown = names.compactMap { name -> String? in
      let count = legs.count { $0.outcome.words == name }
      return count > 0 ? "\(count) \(name.lowercased())" : nil
    }
    return "\(legs.count) \(legs.count == 1 ? "migration" : "migrations"): "
      + shown.joined(separator: ", ")
  }
}
