internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// The summary of a scan in words.
enum ScanText {
  /// Unknown versions and rules that are shown; JSON has all.
  private static let most = 20
  private static let mostDifferences = 5

  static func sections(_ summary: ScanSummary, passedBy: StoreSearch.PassedBy) -> [Report.Section] {
    let rest = summary.stores - summary.good
    var fields = [
      Report.Field("stores", String(summary.stores)),
      Report.Field("good", String(summary.good), mood: rest == 0 ? .good : .plain),
      Report.Field("size", DataKind.sizeText(summary.bytes)),
      Report.Field("rows", String(summary.rows)),
    ]
    if summary.failed > 0 {
      fields.append(Report.Field("failed", String(summary.failed), mood: .bad))
    }
    let (files, links) = (passedBy.files, passedBy.links)
    var leftOut: [String] = []
    if files > 0 {
      leftOut.append(files == 1 ? "1 file that is no store" : "\(files) files that are no stores")
    }
    if links > 0 {
      leftOut.append(
        links == 1 ? "1 link, which is not followed" : "\(links) links, which are not followed")
    }
    if !leftOut.isEmpty {
      fields.append(Report.Field("left out", leftOut.joined(separator: ", ")))
    }
    var sections: [Report.Section] = [.fields(fields)]
    func add(_ title: String, _ name: String, _ counts: [ScanSummary.Count]) {
      guard !counts.isEmpty else { return }
      let table = Report.Table(
        [.init("stores", isNumber: true), .init(name)],
        rows: counts.map { [String($0.stores), VisibleText($0.name).text] })
      sections.append(.table(table, title: title))
    }
    add("Verdicts", "verdict", summary.verdicts.map(titled))
    add("No verdict", "reason", summary.failures.map(explained))
    add("Versions", "version", summary.versions)
    sections += RehearsalText.sections(summary.rehearsal)
    sections += rules(summary) + unknown(summary) + groups(summary)
    return sections
  }

  static func explained(_ count: ScanSummary.Count) -> ScanSummary.Count {
    var count = count
    count.name += ": " + RehearsalText.meaning(count.name)
    return count
  }

  private static func titled(_ count: ScanSummary.Count) -> ScanSummary.Count {
    var count = count
    if let verdict = Verdict(rawValue: count.name), verdict.title != count.name {
      count.name += ": " + verdict.title
    }
    return count
  }

  private static func rules(_ summary: ScanSummary) -> [Report.Section] {
    guard !summary.rules.isEmpty else { return [] }
    let table = Report.Table(
      [
        .init("stores", isNumber: true), .init("findings", isNumber: true),
        .init("rows", isNumber: true), .init("severity"), .init("rule"),
      ],
      rows: summary.rules.map {
        [String($0.stores), String($0.count), String($0.rows), $0.severity, $0.rule]
      })
    return [.table(table, title: "Findings")]
  }

  /// For each group the store to look at, and what is different.
  private static func unknown(_ summary: ScanSummary) -> [Report.Section] {
    let groups = summary.unknownVersions.filter { $0.nearest != nil || $0.releases != nil }
    guard !groups.isEmpty else { return [] }
    var lines: [String] = []
    for group in groups.prefix(most) {
      let stores = group.stores == 1 ? "1 store" : "\(group.stores) stores"
      let said =
        group.identifiers.isEmpty ? "" : ", says \(group.identifiers.joined(separator: ", "))"
      lines.append(
        VisibleText("\(stores) with checksum \(group.checksum)\(said); look at \(group.smallest)")
          .text)
      if let releases = group.releases {
        lines.append(VisibleText("  written by: \(releases)").text)
      }
      guard let near = group.nearest else { continue }
      lines.append(
        VisibleText(
          "  nearest: \(near.identifier.map { "\(near.name) (\($0))" } ?? near.name), "
            + "\(near.equalEntities) of \(near.entities) entities equal"
        ).text)
      lines += near.differences.prefix(mostDifferences).map { VisibleText("  " + $0).text }
      let left = near.differences.count - mostDifferences + near.moreDifferences
      if left > 0 {
        lines.append("  … and \(left) more \(left == 1 ? "difference" : "differences")")
      }
    }
    if groups.count > most { lines.append("… and \(groups.count - most) more versions") }
    return [.lines(lines, title: "Unknown versions")]
  }

  private static func groups(_ summary: ScanSummary) -> [Report.Section] {
    guard !summary.groupBy.isEmpty else { return [] }
    let table = Report.Table(
      [
        .init("stores", isNumber: true), .init("good", isNumber: true),
        .init("rows", isNumber: true), .init("size", isNumber: true),
      ] + summary.groupBy.map { .init($0.rawValue) },
      rows: summary.groups.map { row in
        [String(row.stores), String(row.good), String(row.rows), DataKind.sizeText(row.bytes)]
          + row.values.map { VisibleText($0).text }
      })
    return [.table(table, title: "Groups")]
  }
}
