internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// What was saved of a damaged store, in words.
enum SalvageText {
  private static let shown = 20

  static func sections(_ answer: SalvageAnswer) -> [Report.Section] {
    guard !answer.isHealthy else {
      return [
        .fields([
          Report.Field("file", answer.store), Report.Field("read", answer.bytesRead),
          Report.Field("damage", "none", mood: .good),
        ]),
        .lines(["nothing is damaged, and nothing was written: 'repair' without --salvage is enough"]
        ),
      ]
    }
    var sections = [Report.Section.fields(fields(answer)), .table(table(answer))]
    let lost = answer.lostPages
    if !lost.isEmpty {
      let rest = lost.count - shown
      let more = rest > 0 ? ["and \(rest) more; --format json lists them all"] : []
      sections.append(.lines(lost.prefix(shown).map(line) + more, title: "Damaged pages"))
    }
    if !answer.rebuiltIndexes.isEmpty {
      sections.append(
        .lines(
          ["rebuilt from the rows: \(answer.rebuiltIndexes.quotedList(atMost: shown))"],
          title: "Damaged indexes"))
    }
    if !answer.notes.isEmpty { sections.append(.lines(answer.notes, title: "Also")) }
    if let repair = answer.repair, !repair.treated.isEmpty {
      sections.append(
        .lines(
          repair.treated.map { "\($0.finding.message) [\($0.finding.rule)]: \($0.text)" },
          title: "Treated afterwards"))
    }
    return sections + [.lines(last(answer))]
  }

  private static func fields(_ answer: SalvageAnswer) -> [Report.Field] {
    let tables = answer.tables + answer.otherTables
    let found = tables.reduce(0) { $0 + $1.found }
    let missing = tables.reduce(0) { $0 + $1.missing }
    return [
      Report.Field("file", answer.store), Report.Field("read", answer.bytesRead),
      Report.Field("saved", rows(found)),
      Report.Field(
        "lost",
        answer.hasLosses
          ? (missing > 0 ? "at least \(rows(missing))" : "perhaps some; see below") : "nothing",
        mood: answer.hasLosses ? .bad : .good),
    ]
  }

  private static func table(_ answer: SalvageAnswer) -> Report.Table {
    let rest = answer.otherTables.filter { $0.found > 0 || !$0.isComplete }
    return Report.Table(
      [
        .init("entity"), .init("table"), .init("saved", isNumber: true),
        .init("missing", isNumber: true), .init("at most", isNumber: true),
        .init("left out", isNumber: true),
      ],
      rows: (answer.tables + rest).flatMap { one in
        [row(one)] + one.entities.map { ["  \($0.name)", "", String($0.found), "", "", ""] }
      })
  }

  private static func row(_ one: SalvageAnswer.Table) -> [String] {
    [
      one.entity ?? "-", one.table, String(one.found),
      one.isComplete ? "0" : one.missing == 0 ? "unknown" : String(one.missing),
      one.isComplete ? "0" : one.missingAtMost.map(String.init) ?? "unknown",
      String(one.refused),
    ]
  }

  private static func line(_ page: SalvageAnswer.LostPage) -> String {
    "page \(page.page)\(page.owner.map { " of '\($0)'" } ?? ""): \(page.why)"
  }

  private static func last(_ answer: SalvageAnswer) -> [String] {
    let values =
      "values on damaged pages are taken as they are; a changed bit in one is not noticed"
    let left = answer.repair?.left.contains { $0.say?.contains("--allow") ?? false } ?? false
    let hint = left ? ["links to rows that are lost are kept; --allow references drops them"] : []
    guard let file = answer.file else { return hint + [values, "nothing was written"] }
    return hint + [
      values,
      "wrote '\(VisibleText(file).text)', which was checked; the original is unchanged",
    ]
  }

  private static func rows(_ count: Int64) -> String { count == 1 ? "1 row" : "\(count) rows" }
}
