internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel
internal import TraceAnalysis

/// Traces as text.
enum TraceText {
  /// - Parameter top: how many statements are listed.
  static func sections(_ answer: TraceAnswer, top: Int) -> [Report.Section] {
    if let comparison = answer.comparison {
      return TraceComparisonText.sections(comparison, answer.logs[0], answer.logs[1], top: top)
    }
    var sections: [Report.Section] = answer.logs.map { .fields(fields($0)) }
    // An empty list of hints: the findings stand here, before the tables.
    sections.append(.hints([]))
    for log in answer.logs {
      sections += tables(
        log, top, title: answer.logs.count > 1 ? " of \(VisibleText(log.path).text)" : "")
    }
    return sections
  }

  /// A log that says nothing about statements gets a sentence, not an empty table; and so does one
  /// whose words may mean something else.
  static func failure(_ flaw: TraceReport.Flaw, _ input: TraceInput, _ name: String) -> Failure {
    switch flaw {
    case .otherVersion(let version):
      return .unreadable(
        "\(name) is a storedoctor trace of version \(version), and this storedoctor reads version "
          + "\(TraceJSONL.version)",
        help: "read it with the storedoctor that wrote it")
    case .empty: return .unreadable("\(name) is empty")
    case .masked:
      return .unreadable(
        "all statements in \(name) are masked as <private>",
        help: "log to the console with '-com.apple.CoreData.Logging.stderr 1', or install a "
          + "profile that shows private data")
    case .noStatements:
      let skipped = input.skipped.map { ", \($0)" } ?? ""
      return .unreadable(
        "there are no statements in \(name): \(count(input.lines, "line"))\(skipped)",
        help: "run the app with the argument '-com.apple.CoreData.SQLDebug 2' and save its output")
    }
  }

  private static func fields(_ log: TracedLog) -> [Report.Field] {
    let report = log.report
    var text = "\(log.path): "
    if report.input.lines > 0 { text += "\(count(report.input.lines, "line")), " }
    text += form(report.input)
    var statements = "\(report.statements), \(count(report.queries, "query", "queries"))"
    if report.nanoseconds > 0 { statements += ", \(time(report.nanoseconds))" }
    var fields = [Report.Field("log", text), Report.Field("statements", statements)]
    if let skipped = report.input.skipped {
      let prefix = "skipped: "
      let text = skipped.hasPrefix(prefix) ? String(skipped.dropFirst(prefix.count)) : skipped
      fields.append(Report.Field("skipped", text))
    }
    if !report.limits.isEmpty {
      fields.append(Report.Field("limit", report.limits.joined(separator: "; ")))
    }
    if report.input.level == 1, report.patterns.contains(where: { $0.certainty != .certain }) {
      fields.append(
        Report.Field("possible", "SQLDebug 1 logs no values; a log of SQLDebug 2 settles it"))
    }
    if log.ignored > 0 {
      fields.append(Report.Field("ignored", count(log.ignored, "finding")))
    }
    if report.patterns.isEmpty, report.statements > 0 {
      fields.append(
        report.input.mixedLines > 0
          ? Report.Field("found", "nothing that stands out in a log with mixed threads")
          : Report.Field("found", "no costly access pattern", mood: .good))
    }
    return fields
  }

  /// What kind of log it is, in words.
  private static func form(_ input: TraceInput) -> String {
    var parts = input.formats.compactMap { format -> String? in
      switch format {
      case .sqlDebug: nil
      case .unifiedLogJSON: "unified log JSON"
      case .jsonLines: "storedoctor trace"
      case .sqlScript: "SQL statements"
      }
    }
    if let level = input.level { parts.insert("SQLDebug \(level)", at: 0) }
    if input.isUTF16 { parts.append("UTF-16") }
    if parts.isEmpty { return input.lines > 0 ? "no statements" : "statements of this session" }
    return parts.joined(separator: ", ")
  }

  private static func tables(
    _ log: TracedLog, _ top: Int, title: String
  ) -> [Report.Section] {
    let report = log.report
    var sections: [Report.Section] = []
    if top > 0, !report.templates.isEmpty {
      let shown = shown(report.templates, top)
      sections.append(.table(statements(shown), title: "Statements" + title))
      let hidden = report.templates.count - shown.count
      if hidden > 0 {
        sections.append(
          .lines(["\(hidden) more: --top \(report.templates.count) lists all"]))
      }
    }
    if !report.stages.isEmpty {
      sections.append(.table(stages(report.stages), title: "Migration stages" + title))
    }
    if report.windows.count > 1, top > 0 {
      sections += windows(report.windows, top, title: title)
    }
    if log.showsTimeline {
      sections.append(.table(TimelineText.table(report.timeline), title: "Timeline" + title))
    }
    return sections
  }

  /// The costliest; bookkeeping that costs nothing only when all are asked for.
  private static func shown(_ templates: [TemplateProfile], _ top: Int) -> [TemplateProfile] {
    guard top < templates.count else { return templates }
    let telling = templates.filter { $0.purpose != .metadata || $0.share >= 0.1 }
    return Array((telling.isEmpty ? templates : telling).prefix(top))
  }

  private static func statements(_ templates: [TemplateProfile]) -> Report.Table {
    Report.Table(
      [
        .init("count", isNumber: true), .init("rows", isNumber: true),
        .init("time", isNumber: true), .init("share", isNumber: true),
        .init("line", isNumber: true),
        .init("what"), .init("statement"),
      ],
      rows: templates.map { template in
        [
          String(template.count), template.rows > 0 ? template.rows.saturatedText : "",
          template.nanoseconds > 0 ? time(template.nanoseconds) : "", percent(template.share),
          template.firstLine > 0 ? String(template.firstLine) : "", what(template),
          SQLSummary.short(template.sql),
        ]
      })
  }

  private static func stages(_ stages: [StageProfile]) -> Report.Table {
    Report.Table(
      [
        .init("stage"), .init("statements", isNumber: true), .init("rows", isNumber: true),
        .init("time", isNumber: true), .init("mostly"),
      ],
      rows: stages.map { stage in
        [
          stage.stage, String(stage.statements), stage.rows.saturatedText, time(stage.nanoseconds),
          mostly(stage.templates),
        ]
      })
  }

  /// The costliest spans of work, in the order they ran.
  private static func windows(
    _ windows: [WindowProfile], _ top: Int, title: String
  ) -> [Report.Section] {
    let costliest = windows.enumerated().sorted {
      let left = ($0.element.nanoseconds, $0.element.statements)
      let right = ($1.element.nanoseconds, $1.element.statements)
      return left == right ? $0.offset < $1.offset : left > right
    }
    let shown = costliest.prefix(top).sorted { $0.offset < $1.offset }.map(\.element)
    let table = Report.Table(
      [
        .init("from line", isNumber: true), .init("at"), .init("statements", isNumber: true),
        .init("time", isNumber: true), .init("mostly"),
      ],
      rows: shown.map { window in
        [
          String(window.firstLine), window.start.map(TimelineText.clock) ?? "",
          String(window.statements), window.nanoseconds > 0 ? time(window.nanoseconds) : "",
          mostly(window.templates),
        ]
      })
    var sections: [Report.Section] = [.table(table, title: "Bursts" + title)]
    if windows.count > shown.count {
      sections.append(.lines(["\(windows.count - shown.count) smaller ones are left out"]))
    }
    return sections
  }

  private static func mostly(_ templates: [TemplateProfile]) -> String {
    guard let first = templates.first else { return "" }
    return "\(first.count) × \(what(first))"
  }

  static func what(_ template: TemplateProfile) -> String {
    let subject = template.relationship ?? template.entity
    return [words(template.purpose, template.sql), subject].compactMap { $0 }.joined(separator: " ")
  }

  static func words(_ purpose: TraceEvent.Purpose, _ sql: String) -> String {
    switch purpose {
    case .toManyFault: "to-many fault"
    case .stageSQL: "stage"
    case .save: sql.prefix { $0.isLetter }.lowercased()
    case .stageBegin, .stageEnd: "stage"
    default: purpose.rawValue
    }
  }

  // MARK: Numbers

  /// `0.4 ms`, `1.25 s`; of the largest number, that it is at least so much.
  static func time(_ nanoseconds: Int64) -> String {
    let tenths = nanoseconds.adding(saturating: 50_000) / 100_000
    if tenths < 10_000 { return "\(tenths / 10).\(tenths % 10) ms" }
    if nanoseconds == .max { return "\(nanoseconds / 1_000_000_000) s or more" }
    let hundredths = nanoseconds.adding(saturating: 5_000_000) / 10_000_000
    let digits = String(hundredths % 100)
    return "\(hundredths / 100).\(digits.count < 2 ? "0" + digits : digits) s"
  }

  static func percent(_ share: Double) -> String {
    let whole = share.wholePercent
    return share == 0 ? "" : whole == 0 ? "<1 %" : "\(whole) %"
  }

  static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number.saturatedText) \(number == 1 ? one : many ?? one + "s")"
  }
}
