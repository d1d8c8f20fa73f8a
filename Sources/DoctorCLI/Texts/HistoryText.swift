internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// A store's persistent history in words, tables and bars.
enum HistoryText {
  private static let mostSpans = 40
  private static let mostProperties = 4

  static func sections(_ history: HistoryOverview) -> [Report.Section] {
    guard history.transactions > 0 || history.changes.total > 0 else {
      return [.fields(fields(history))] + expired(history)
    }
    var sections: [Report.Section] = [
      .fields(fields(history)), .table(writers(history), title: "Who wrote"),
      .table(entities(history), title: "What was changed"),
    ]
    if !history.spans.isEmpty {
      sections.append(.table(spans(history), title: "When, by \(history.unit.rawValue), in UTC"))
    }
    let remarks = remarks(history)
    if !remarks.isEmpty { sections.append(.lines(remarks, title: "Worth a look")) }
    return sections + expired(history)
  }

  private static func expired(_ history: HistoryOverview) -> [Report.Section] {
    history.expired.map { [.lines([$0], title: "Not all is there")] } ?? []
  }

  private static func fields(_ history: HistoryOverview) -> [Report.Field] {
    var fields = [
      Report.Field("file", history.path),
      Report.Field("transactions", String(history.transactions)),
      Report.Field("changes", counts(history.changes)),
    ]
    if let first = history.first, let last = history.last {
      fields.append(
        Report.Field("time", "\(HistoryMoment.text(first)) to \(HistoryMoment.text(last))"))
    }
    if let first = history.firstToken, let last = history.lastToken {
      fields.append(Report.Field("tokens", first == last ? "\(first)" : "\(first) to \(last)"))
    }
    if let bytes = history.bytes, let total = history.totalBytes, total > 0 {
      let share = Int((Double(bytes) / Double(total) * 100).rounded())
      fields.append(
        Report.Field(
          "cost", "\(DataKind.sizeText(bytes)) of \(DataKind.sizeText(total)), \(share) %"))
    }
    return fields
  }

  private static func counts(_ counts: HistoryCounts) -> String {
    let parts = [
      (counts.inserts, "insert"), (counts.updates, "update"), (counts.deletes, "delete"),
      (counts.others, "unknown change"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
    let total = String(counts.total)
    return parts.isEmpty ? total : "\(total): \(parts.joined(separator: ", "))"
  }

  private static let countColumns: [Report.Table.Column] = [
    .init("inserts", isNumber: true), .init("updates", isNumber: true),
    .init("deletes", isNumber: true),
  ]

  private static func cells(_ counts: HistoryCounts) -> [String] {
    [counts.inserts, counts.updates, counts.deletes].map { $0 > 0 ? String($0) : "" }
  }

  /// One row per writer; what nobody said of himself has no column.
  private static func writers(_ history: HistoryOverview) -> Report.Table {
    let parts: [(name: String, text: (HistoryWriter) -> String?)] = [
      ("author", \.author), ("bundle", \.bundle), ("process", \.process), ("context", \.context),
    ].filter { part in history.writers.contains { part.text($0.writer) != nil } }
    return Report.Table(
      parts.map { .init($0.name) } + [.init("transactions", isNumber: true)] + countColumns
        + [.init("last")],
      rows: history.writers.map { row in
        parts.map { $0.text(row.writer) ?? "" } + [String(row.transactions)] + cells(row.changes)
          + [row.last.map(HistoryMoment.text) ?? ""]
      })
  }

  private static func entities(_ history: HistoryOverview) -> Report.Table {
    Report.Table(
      [.init("entity")] + countColumns + [.init("properties that updates changed")],
      rows: history.entities.map { entity in
        [entity.name] + cells(entity.changes) + [properties(of: entity)]
      })
  }

  private static func properties(of entity: HistoryOfEntity) -> String {
    let sorted = entity.properties.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    var parts = sorted.prefix(mostProperties).map { "\($0.key) \($0.value)" }
    if sorted.count > mostProperties { parts.append("\(sorted.count - mostProperties) more") }
    if entity.unreadUpdates > 0 {
      parts.append("\(entity.unreadUpdates) written under another model, properties unknown")
    }
    return parts.joined(separator: ", ")
  }

  private static func spans(_ history: HistoryOverview) -> Report.Table {
    let shown = history.spans.suffix(mostSpans)
    let most = shown.map(\.changes.total).max() ?? 0
    return Report.Table(
      [
        .init(history.unit.rawValue), .init("transactions", isNumber: true),
        .init("changes", isNumber: true), .init(""),
      ],
      rows: shown.map { span in
        [
          start(span, history.unit), String(span.transactions), String(span.changes.total),
          TextBar.text(span.changes.total, of: most),
        ]
      })
  }

  private static func start(_ span: HistorySpan, _ unit: HistoryOverview.Unit) -> String {
    let text = HistoryMoment.text(span.start)
    return switch unit {
    case .hour: String(text.prefix(16).replacing("T", with: " "))
    case .day: String(text.prefix(10))
    case .month: String(text.prefix(7))
    }
  }

  private static func remarks(_ history: HistoryOverview) -> [String] {
    var lines: [String] = []
    if history.spans.count > mostSpans {
      lines.append(
        "\(history.spans.count - mostSpans) earlier \(history.unit.rawValue)s are not shown; "
          + "--since and --until choose, --format json has all")
    }
    for span in history.bursts {
      lines.append(
        "\(start(span, history.unit)): \(span.changes.total) changes, far more than usual")
    }
    for gap in history.gaps {
      let days = Int((gap.end - gap.start) / 86_400)
      lines.append(
        "nothing for \(days == 1 ? "a day" : "\(days) days") after transaction \(gap.token), "
          + "\(HistoryMoment.text(gap.start))")
    }
    if history.orphans > 0 {
      lines.append("\(history.orphans) changes name a transaction that is not there")
    }
    return lines + (history.isWhole ? [trimming(history)] : [])
  }

  private static func trimming(_ history: HistoryOverview) -> String {
    history.isTrimmed
      ? "the history is trimmed: what came before transaction \(history.firstToken ?? 0) is gone"
      : "nothing was ever deleted from the history; it grows until the app calls deleteHistory"
  }
}
