internal import Diagnostics
internal import PlanExecution
internal import StoreDoctor
internal import StoreEngine

/// What stages and their closures did, in words.
enum StageText {
  /// What `migrate` shows of a migration with stages.
  static func sections(_ answer: MigrationAnswer) -> [Report.Section] {
    guard let path = answer.path else { return [] }
    var sections = LossText.headlines(answer.headlines)
    sections.append(.lines([PathText.title(path)]))
    for (index, (stage, step)) in zip(answer.stages, path.steps).enumerated() {
      let title = "Stage \(index + 1) of \(answer.stages.count): \(stage.stage)"
      sections.append(
        .fields(fields(stage, step, showsCosts: answer.showsCosts), title: title))
      sections.append(.table(work(stage, showsCosts: answer.showsCosts)))
      sections.append(.table(counts(stage)))
      let runs = answer.closures.filter { $0.stage == stage.stage }
      sections += closures(runs, showsCosts: answer.showsCosts)
    }
    if let comparison = answer.comparison {
      sections += RowDifferenceText.sections(comparison, title: "Rows before and after")
    }
    sections += PathText.notUndone(path)
    sections += answer.losses.map(LossText.closing) ?? []
    if answer.filesLeftBehind > 0 {
      let files =
        answer.filesLeftBehind == 1 ? "1 file" : "\(answer.filesLeftBehind) files"
      sections.append(
        .lines(["\(files) of external data left behind: no value of the new store names them"]))
    }
    if !answer.notes.isEmpty {
      sections.append(.lines(answer.notes, title: "Likely, not certain"))
    }
    return sections + confinement(answer.confinement)
  }

  private static func fields(
    _ stage: StageSummary, _ step: MigrationStep, showsCosts: Bool
  ) -> [Report.Field] {
    var fields = [
      stage.skippedClosures
        ? Report.Field("kind", "\(step.kindText), NOT RUN: what it does is missing", mood: .bad)
        : Report.Field("kind", step.kindText),
      Report.Field("statements", "\(stage.statements), \(stage.changes) rows changed"),
    ]
    if stage.content != nil {
      fields.append(
        Report.Field(
          "values in both versions",
          stage.keepsContent ? "unchanged" : "CHANGED",
          mood: stage.keepsContent ? .good : .bad))
    } else {
      fields.append(Report.Field("values in both versions", "not compared; add --verify"))
    }
    if showsCosts {
      fields.append(Report.Field("pages written", String(stage.pages)))
      fields.append(Report.Field("time", seconds(stage.nanoseconds)))
    }
    return fields
  }

  private static func work(_ stage: StageSummary, showsCosts: Bool) -> Report.Table {
    var columns: [Report.Table.Column] = [
      .init("statement"), .init("count", isNumber: true), .init("rows", isNumber: true),
    ]
    if showsCosts { columns.append(.init("time", isNumber: true)) }
    return Report.Table(
      columns,
      rows: stage.work.map { work in
        [work.action.rawValue.inWords, String(work.statements), String(work.changes)]
          + (showsCosts ? [seconds(work.nanoseconds)] : [])
      })
  }

  private static func counts(_ stage: StageSummary) -> Report.Table {
    Report.Table(
      [
        .init("entity or relationship"), .init("before", isNumber: true),
        .init("after", isNumber: true), .init("deleted by its code", isNumber: true),
      ],
      rows: (stage.entities + stage.relationships).map { count in
        let deleted = stage.deletions.filter { $0.entity == count.name }.reduce(0) { $0 + $1.rows }
        return [
          count.name, count.before.map(String.init) ?? "-", count.after.map(String.init) ?? "-",
          deleted > 0 ? String(deleted) : "",
        ]
      })
  }

  private static func seconds(_ nanoseconds: Int64) -> String {
    let tenths = (nanoseconds + 50_000) / 100_000
    let digits = String(tenths % 10_000)
    return "\(tenths / 10_000)." + String(repeating: "0", count: 4 - digits.count) + digits + " s"
  }

  // MARK: - Closures

  /// The lines a closure printed that are shown.
  private static let mostLines = 20

  private static func closures(_ runs: [PlanRunner.Run], showsCosts: Bool) -> [Report.Section] {
    guard !runs.isEmpty else { return [] }
    let fields = runs.map { run in
      let time = showsCosts ? ", \((run.nanoseconds + 500_000) / 1_000_000) ms" : ""
      return Report.Field(run.closure, words(run.work) + time)
    }
    var sections: [Report.Section] = [.fields(fields, title: "Closures")]
    for run in runs where !run.output.isEmpty {
      var lines = run.output.prefix(mostLines).map { VisibleText($0).text }
      if run.output.count > mostLines {
        lines.append("… and \(run.output.count - mostLines) more lines; --format json has them")
      }
      sections.append(.lines(lines, title: "Printed by \(run.closure)"))
    }
    return sections
  }

  /// `3 fetches, 40 objects or relationships loaded one by one, 21 rows changed`.
  private static func words(_ work: ClosureWork) -> String {
    var parts = ["\(work.fetches) \(work.fetches == 1 ? "fetch" : "fetches")"]
    if work.faults > 0 {
      let what = work.faults == 1 ? "object or relationship" : "objects or relationships"
      parts.append("\(work.faults) \(what) loaded one by one")
    }
    parts.append("\(work.changes) \(work.changes == 1 ? "row" : "rows") changed")
    return parts.joined(separator: ", ")
  }

  /// How far closures were kept from what is not their own; nothing where none ran.
  static func confinement(_ level: ConfinementLevel?) -> [Report.Section] {
    let sentence =
      switch level {
      case .landlock?:
        "closures ran confined by Landlock and seccomp: no network, no processes, no files but the "
          + "store's and their own"
      case .sandbox?:
        "closures ran confined by sandbox-exec: no network, no files but the store's and their own"
      case ConfinementLevel.none?:
        "closures ran with your rights: this system cannot confine them"
      case nil: ""
      }
    return sentence.isEmpty ? [] : [.lines([sentence])]
  }
}

/// Shows how far a migration is, on a terminal and after a second.
final class MigrationProgress {
  private let session: Session
  private var copying: Progress?
  private var stages: Progress?
  private var status: StatusLine?

  init(_ session: Session) { self.session = session }

  func show(_ progress: StoreMigration.Progress) {
    switch progress {
    case .copying(let pages, let total):
      if copying == nil {
        copying = Progress(
          "copying", total: total, unit: "pages", console: session.console,
          isQuiet: session.settings.isQuiet)
      }
      copying?.advance(to: pages)
    case .stage(let name, let index, let count, let done):
      copying?.finish()
      if stages == nil { stages = Progress("migrating", session) }
      stages?.advance(Double(index) + done, of: count, name)
    }
  }

  /// Compiling and running take long before anything can be counted, so this is shown at once.
  func show(_ progress: PlanRunner.Progress) {
    status = nil
    switch progress {
    case .compiling(let models, let seconds):
      status = StatusLine(Self.compiling(models, seconds), session)
    case .running(let closure, let stage):
      status = StatusLine("running \(closure) of '\(stage)'", session)
    case .idle: break
    }
  }

  static func compiling(_ models: Int, _ seconds: Double?) -> String {
    let time = seconds.map { ", about \(max(1, Int($0.rounded()))) s" } ?? ""
    return "compiling the plan with \(models) model\(models == 1 ? "" : "s")\(time)"
  }

  func finish() {
    copying?.finish()
    stages?.finish()
    status = nil
  }
}
