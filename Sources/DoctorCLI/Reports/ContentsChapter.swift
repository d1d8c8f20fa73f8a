internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel
internal import StoreReport

/// What is in a store, how much room it takes, and how it grew.
enum ContentsChapter {
  static func part(_ subject: ReportSubject) -> PagePart? {
    guard let contents = subject.contents, let sizes = subject.sizes else { return nil }
    var blocks: [PagePart.Block] = [
      .section(.fields(fields(sizes), title: nil)), .bars(entities(contents, sizes)),
    ]
    if contents.entities.contains(where: { $0.rows?.isExact == false }) {
      blocks.append(.text("≤ is the highest key: counting all rows would have taken long."))
    }
    if let other = others(contents, sizes) {
      blocks.append(.details(title: "Tables of the framework", blocks: [.bars(other)]))
    }
    if let history = subject.history, !history.spans.isEmpty {
      blocks.append(.group(title: "Growth", id: "growth", blocks: growth(history)))
    }
    return PagePart(id: "contents", title: "Contents", blocks: blocks)
  }

  private static func fields(_ sizes: StoreSizes) -> [Report.Field] {
    var fields = [
      Report.Field("database", DataKind.sizeText(sizes.total)),
      Report.Field("free pages", DataKind.sizeText(sizes.free)),
    ]
    if let files = sizes.files {
      fields.append(
        Report.Field(
          "external files",
          "\(files) \(files == 1 ? "file" : "files"), \(DataKind.sizeText(sizes.fileBytes))"))
    }
    if sizes.tables == nil {
      fields.append(Report.Field("tables", "their sizes are not known: adding them up takes long"))
    }
    return fields
  }

  /// Entities that share a table show its bytes once, at the root.
  private static func entities(_ contents: StoreContents, _ sizes: StoreSizes) -> BarTable {
    let bytes = Dictionary(
      (sizes.tables ?? []).map { ($0.name, $0.bytes) }, uniquingKeysWith: { first, _ in first })
    return BarTable(
      "entity", columns: ["rows", "bytes"],
      rows: contents.entities.map { item in
        let rows = item.rows.map { rows in
          (value: rows.count, text: (rows.isExact ? "" : "≤ ") + String(rows.count))
        }
        let size = item.entity.parent == nil ? bytes[item.entity.table] : nil
        return BarTable.Row(
          item.entity.name + (item.entity.parent.map { " : \($0)" } ?? ""),
          cells: [
            item.entity.isTableMissing ? (value: 0, text: "missing") : rows,
            size.map { (value: $0, text: DataKind.sizeText($0)) },
          ])
      })
  }

  private static func others(_ contents: StoreContents, _ sizes: StoreSizes) -> BarTable? {
    let own = Set(contents.entities.map(\.entity.table))
    let rest = (sizes.tables ?? []).filter { !own.contains($0.name) }
    guard !rest.isEmpty else { return nil }
    return BarTable(
      "table", columns: ["bytes"],
      rows: rest.map {
        BarTable.Row($0.name, cells: [(value: $0.bytes, text: DataKind.sizeText($0.bytes))])
      })
  }

  private static func growth(_ history: HistoryOverview) -> [PagePart.Block] {
    let unit = history.unit.rawValue
    let first = history.spans.first?.start ?? 0
    let last = history.spans.last?.start ?? first
    // Days without a save are there too, unless there were too many of them to be seen.
    let length = history.unit == .hour ? 3600.0 : 86_400
    let count = Int((last - first) / length) + 1
    let isEven = history.unit != .month && count <= 400
    var columns = (0..<(isEven ? count : 0)).map { index in
      (amounts: [0, 0, 0] as [Int64], title: day(first + Double(index) * length, history.unit))
    }
    for span in history.spans {
      let amounts = [span.changes.inserts, span.changes.updates, span.changes.deletes]
      let title =
        "\(day(span.start, history.unit)): \(span.changes.inserts) inserted, "
        + "\(span.changes.updates) updated, \(span.changes.deletes) deleted"
      if isEven {
        columns[min(count - 1, max(0, Int((span.start - first) / length)))] = (amounts, title)
      } else {
        columns.append((amounts, title))
      }
    }
    let ends = (day(first, history.unit), day(last, history.unit))
    let summary =
      "Objects per \(unit) from \(ends.0) to \(ends.1): \(history.changes.inserts) inserted, "
      + "\(history.changes.updates) updated, \(history.changes.deletes) deleted"
    let chart = ColumnChart(
      [
        .init("inserted", kind: "inserts"), .init("updated", kind: "updates"),
        .init("deleted", kind: "deletes", isBelow: true),
      ], columns: columns, ends: ends, summary: summary)
    return [
      .chart(chart, caption: summary + "; in UTC, as far as the persistent history goes back."),
      .details(
        title: "The history in numbers", blocks: HistoryText.sections(history).blocks),
    ]
  }

  /// As exact as the unit: `2025-01-01`, or with the hour.
  private static func day(_ seconds: Double, _ unit: HistoryOverview.Unit) -> String {
    let text = HistoryMoment.text(seconds)
    guard text.contains("T") else { return text }
    let length = unit == .month ? 7 : unit == .day ? 10 : 16
    return String(text.prefix(length)).replacing("T", with: " ")
  }
}
