internal import Diagnostics
internal import PlanExecution
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// What a stage did, as text and JSON.
enum MigrationText {
  /// - Parameter showsCosts: times and pages, which differ from run to run.
  static func sections(
    _ stage: StageSummary, step: MigrationStep, title: String, showsCosts: Bool
  ) -> [Report.Section] {
    var fields = [
      stage.skippedClosures
        ? Report.Field(
          "kind", "\(PlanText.kind(step)), NOT RUN: what it does is missing", mood: .bad)
        : Report.Field("kind", PlanText.kind(step)),
      Report.Field("statements", "\(stage.statements), \(stage.changes) rows changed"),
    ]
    if let content = stage.content {
      fields.append(
        Report.Field(
          "shared content",
          stage.keepsContent
            ? "unchanged, \(content.after)" : "CHANGED: \(content.before), then \(content.after)",
          mood: stage.keepsContent ? .good : .bad))
    } else {
      fields.append(Report.Field("shared content", "not compared; add --verify"))
    }
    if showsCosts {
      fields.append(Report.Field("pages written", String(stage.pages)))
      fields.append(Report.Field("time", seconds(stage.nanoseconds)))
    }
    var sections: [Report.Section] = [.fields(fields, title: "\(title): \(stage.stage)")]
    sections.append(.table(work(stage, showsCosts: showsCosts)))
    sections.append(
      .table(
        Report.Table(
          [
            .init("entity or relationship"), .init("before", isNumber: true),
            .init("after", isNumber: true), .init("deleted by its code", isNumber: true),
          ],
          rows: (stage.entities + stage.relationships).map { count in
            let deleted = stage.deletions.filter { $0.entity == count.name }
              .reduce(0) { $0 + $1.rows }
            return [
              count.name, text(count.before), text(count.after), deleted > 0 ? String(deleted) : "",
            ]
          })))
    return sections
  }

  private static func work(_ stage: StageSummary, showsCosts: Bool) -> Report.Table {
    var columns: [Report.Table.Column] = [
      .init("statement"), .init("count", isNumber: true), .init("rows", isNumber: true),
    ]
    if showsCosts { columns.append(.init("time", isNumber: true)) }
    return Report.Table(
      columns,
      rows: stage.work.map { work in
        [words(work.action), String(work.statements), String(work.changes)]
          + (showsCosts ? [seconds(work.nanoseconds)] : [])
      })
  }

  /// `addColumn` → `add column`.
  static func words(_ action: StageStatement.Action) -> String {
    action.rawValue.reduce(into: "") { text, character in
      text += character.isUppercase ? " " + character.lowercased() : String(character)
    }
  }

  private static func text(_ count: Int64?) -> String { count.map(String.init) ?? "-" }

  private static func seconds(_ nanoseconds: Int64) -> String {
    let tenths = (nanoseconds + 50_000) / 100_000
    let digits = String(tenths % 10_000)
    return "\(tenths / 10_000)." + String(repeating: "0", count: 4 - digits.count) + digits + " s"
  }

  static func json(_ stage: StageSummary, showsCosts: Bool) -> JSONValue {
    func counts(_ counts: [StageSummary.Count]) -> JSONValue {
      .array(
        counts.map { count in
          [
            "after": count.after.map { .integer($0) } ?? .null,
            "before": count.before.map { .integer($0) } ?? .null,
            "name": .string(count.name),
          ]
        })
    }
    var members: [String: JSONValue] = [
      "changes": .integer(stage.changes), "entities": counts(stage.entities),
      "keepsContent": stage.content == nil ? .null : .bool(stage.keepsContent),
      "name": .string(stage.stage), "relationships": counts(stage.relationships),
      "skippedClosures": .bool(stage.skippedClosures),
      "statements": .integer(Int64(stage.statements)),
      "work": .array(
        stage.work.map { work in
          [
            "action": .string(work.action.rawValue), "changes": .integer(work.changes),
            "statements": .integer(Int64(work.statements)),
          ]
        }),
    ]
    members["content"] = .optional(stage.content.map { "\($0.after)" })
    if showsCosts {
      members["nanoseconds"] = .integer(stage.nanoseconds)
      members["pagesWritten"] = .integer(stage.pages)
    }
    return .object(members)
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
    case .compiling: status = StatusLine("compiling the plan", session)
    case .running(let closure, let stage):
      status = StatusLine("running \(closure) of '\(stage)'", session)
    case .idle: break
    }
  }

  func finish() {
    copying?.finish()
    stages?.finish()
    status = nil
  }
}
