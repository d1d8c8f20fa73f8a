internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel
internal import StoreReport

/// The page of many stores: what they come to, by verdict, version and finding, and which to look at.
enum FleetPage {
  /// Groups of unknown versions and of failures that are shown, so that a browser shows the page at once.
  private static let most = 200

  static func html(_ summary: ScanSummary, passedBy: StoreSearch.PassedBy) -> String {
    page(summary, passedBy: passedBy).html
  }

  private static func page(_ summary: ScanSummary, passedBy: StoreSearch.PassedBy) -> ReportPage {
    let stores = summary.stores == 1 ? "1 store" : "\(summary.stores) stores"
    let parts =
      [
        overview(summary, passedBy), rehearsal(summary.rehearsal), versions(summary),
        findings(summary), unknown(summary), groups(summary), words(summary),
      ].compactMap(\.self)
    return ReportPage(
      title: "Many stores", subtitle: "\(stores), \(summary.good) of them good", parts: parts,
      colophon:
        "Made by storedoctor \(ToolVersion.current). It has names and counts, and no values of "
        + "the data. Names of folders may name people.")
  }

  private static func count(_ count: Int) -> (value: Int64, text: String)? {
    (Int64(count), "\(count)")
  }

  /// A word of the JSON with what it means, where that is not the same.
  private static func named(_ name: String, _ meaning: String?) -> String {
    meaning == name ? name : meaning.map { "\(name): \($0)" } ?? name
  }

  private static func size(_ bytes: Int64) -> (value: Int64, text: String)? {
    (bytes, DataKind.sizeText(bytes))
  }

  private static func overview(_ summary: ScanSummary, _ passedBy: StoreSearch.PassedBy) -> PagePart
  {
    let isGood = summary.stores > 0 && summary.good == summary.stores
    var blocks: [PagePart.Block] = [
      .verdict(
        isGood ? "All stores are good" : "\(summary.stores - summary.good) stores are not good",
        mood: isGood ? .good : .bad)
    ]
    let text = ScanText.sections(summary, passedBy: passedBy)
    if case .fields(let fields, _)? = text.first {
      blocks.append(.section(.fields(fields, title: nil)))
    }
    if !summary.verdicts.isEmpty {
      blocks.append(
        .bars(
          BarTable(
            "verdict", columns: ["stores"],
            rows: summary.verdicts.map { verdict in
              let title = Verdict(rawValue: verdict.name)?.title
              return BarTable.Row(named(verdict.name, title), cells: [count(verdict.stores)])
            })))
    }
    if !summary.failures.isEmpty {
      let table = BarTable(
        "why there is no verdict", columns: ["stores"],
        rows: summary.failures.map {
          BarTable.Row(ScanText.explained($0).name, cells: [count($0.stores)])
        })
      blocks.append(.group(title: "No verdict", id: "failures", blocks: [.bars(table)]))
    }
    return PagePart(id: "overview", title: "Overview", blocks: blocks)
  }

  private static func versions(_ summary: ScanSummary) -> PagePart? {
    guard !summary.versions.isEmpty else { return nil }
    let table = BarTable(
      "version", columns: ["stores"],
      rows: summary.versions.map { BarTable.Row($0.name, cells: [count($0.stores)]) })
    return PagePart(id: "versions", title: "Versions", blocks: [.bars(table)])
  }

  private static func findings(_ summary: ScanSummary) -> PagePart? {
    guard !summary.rules.isEmpty else { return nil }
    let table = BarTable(
      "rule", columns: ["stores", "findings", "rows"],
      rows: summary.rules.map {
        BarTable.Row(
          "\($0.rule) (\($0.severity))",
          cells: [count($0.stores), count($0.count), ($0.rows, "\($0.rows)")])
      })
    return PagePart(
      id: "findings", title: "Findings",
      blocks: [
        .bars(table),
        .text("'storedoctor explain RULE' says what a rule means, why it matters and what to do."),
      ])
  }

  private static func unknown(_ summary: ScanSummary) -> PagePart? {
    let groups = summary.unknownVersions
    guard !groups.isEmpty else { return nil }
    var blocks: [PagePart.Block] = [
      .text("Stores with the same hashes are one version; the smallest is the one to look at.")
    ]
    for group in groups.prefix(most) {
      let stores = group.stores == 1 ? "1 store" : "\(group.stores) stores"
      let said =
        group.identifiers.isEmpty ? "" : ", says \(group.identifiers.joined(separator: ", "))"
      var fields = [
        Report.Field("look at", group.smallest),
        Report.Field("size", DataKind.sizeText(group.smallestBytes)),
        Report.Field("checksum", group.checksum),
      ]
      if let releases = group.releases { fields.append(Report.Field("written by", releases)) }
      var inner: [PagePart.Block] = []
      if let near = group.nearest {
        let name = near.identifier.map { "\(near.name) (\($0))" } ?? near.name
        fields.append(
          Report.Field(
            "nearest", "\(name), \(near.equalEntities) of \(near.entities) entities equal"))
        let left = near.moreDifferences > 0 ? ["… and \(near.moreDifferences) more"] : []
        if !near.differences.isEmpty {
          inner.append(.section(.lines(near.differences + left, title: nil)))
        }
      }
      blocks.append(
        .details(
          title: stores + said, blocks: [.section(.fields(fields, title: nil))] + inner))
    }
    if groups.count > most { blocks.append(.text("\(groups.count - most) more are not shown.")) }
    return PagePart(id: "unknown", title: "Unknown versions", blocks: blocks)
  }

  private static func groups(_ summary: ScanSummary) -> PagePart? {
    guard !summary.groupBy.isEmpty else { return nil }
    let table = BarTable(
      summary.groupBy.map(\.rawValue).joined(separator: ", "),
      columns: ["stores", "good", "rows", "size"],
      rows: summary.groups.prefix(most).map { row in
        BarTable.Row(
          row.values.joined(separator: ", "),
          cells: [count(row.stores), count(row.good), (row.rows, "\(row.rows)"), size(row.bytes)])
      })
    let rest = summary.groups.count - most
    return PagePart(
      id: "groups", title: "Groups",
      blocks: [.bars(table)] + (rest > 0 ? [.text("\(rest) more are not shown.")] : []))
  }

  private static func rehearsal(_ summary: RehearsalSummary) -> PagePart? {
    guard summary.stores > 0 else { return nil }
    let isGood = summary.good == summary.stores
    let outcomes = BarTable(
      "outcome", columns: ["stores"],
      rows: summary.outcomes.map {
        BarTable.Row(named($0.name, RehearsalText.meaning($0.name)), cells: [count($0.stores)])
      })
    var blocks: [PagePart.Block] = [
      .verdict(RehearsalText.headline(summary), mood: isGood ? .good : .bad), .bars(outcomes),
    ]
    if !summary.failures.isEmpty {
      let failures = Report.Table(
        [
          .init("stores", isNumber: true), .init("outcome"), .init("stage"), .init("why"),
          .init("look at"),
        ],
        rows: summary.failures.prefix(most).map {
          [String($0.stores), $0.outcome, $0.stage ?? "", $0.reason, $0.smallest]
        })
      blocks.append(.section(.table(failures, title: "Why")))
    }
    if !summary.losses.isEmpty {
      blocks.append(.section(.table(RehearsalText.losses(summary), title: "Lost")))
    }
    func extremes(_ title: String, _ rows: [RehearsalSummary.Extreme], _ text: (Int64) -> String) {
      guard !rows.isEmpty else { return }
      let table = BarTable(
        "store", columns: [title == "Slowest" ? "time" : "grows by", "size"],
        rows: rows.map {
          BarTable.Row($0.store, cells: [($0.amount, text($0.amount)), size($0.bytes)])
        })
      blocks.append(.group(title: title, id: nil, blocks: [.bars(table)]))
    }
    extremes("Slowest", summary.slowest, RehearsalText.time)
    extremes("Largest growth", summary.largestGrowth, RehearsalText.size)
    return PagePart(id: "migrations", title: "Migrations", blocks: blocks)
  }

  private static func words(_ summary: ScanSummary) -> PagePart {
    var words = [
      ("good", "everything was examined, and an app with these models opens it with all its data"),
      ("version hash", "what Core Data compares: one number per entity, made of its properties"),
      ("checksum", "of the version hashes: equal for stores of the same version"),
    ]
    if summary.rehearsal.stores > 0 {
      words.append(("stage", "one step of a migration, from one version of the models to the next"))
    }
    return PagePart(
      id: "words", title: "Words",
      blocks: [.section(.fields(words.map { Report.Field($0.0, $0.1) }, title: nil))])
  }
}
