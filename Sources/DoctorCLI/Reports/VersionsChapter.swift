internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel
internal import StoreReport

/// The versions, where the store is among them, and what each stage does.
enum VersionsChapter {
  static func part(_ subject: ReportSubject) -> PagePart? {
    guard let outline = subject.outline else { return nil }
    var blocks = picture(subject, outline)
    guard let path = outline.path else {
      blocks.append(.findings(outline.findings))
      return PagePart(id: "versions", title: "Versions", blocks: blocks)
    }
    blocks.append(.text(PathText.title(path)))
    if !path.steps.isEmpty { blocks += [.text(remark(subject, path))] }
    for (index, stage) in outline.stages.enumerated() {
      let ran = subject.rehearsal?.answer.flatMap {
        index < $0.stages.count ? $0.stages[index] : nil
      }
      blocks.append(
        .group(
          title: "Stage \(index + 1) of \(path.steps.count): \(stage.step.name)",
          id: "stage-\(index + 1)", blocks: self.blocks(stage, ran)))
    }
    if let losses = outline.losses { blocks += LossText.closing(losses).blocks }
    let findings = outline.findings + (subject.rehearsal?.answer?.findings ?? [])
    let told = Set(subject.diagnosis?.findings ?? [])
    let rest = findings.filter { !told.contains($0) }.sorted(by: Finding.precedes)
    if !rest.isEmpty { blocks.append(.findings(rest)) }
    return PagePart(id: "versions", title: "Versions", blocks: blocks)
  }

  private static func picture(
    _ subject: ReportSubject, _ outline: MigrationOutline
  ) -> [PagePart.Block] {
    let stages = StagesDiagram(
      outline, among: subject.histories, start: subject.model?.name ?? subject.path)
    let graph: PagePart.Block = .picture(
      svg: stages.svg(.part(ids: nil)), caption: stages.title)
    guard let path = outline.path, !path.steps.isEmpty, subject.base == nil else { return [graph] }
    let diagram = ModelDiagram(
      path.target, title: "What \(path.target.inSentence) changes", base: path.source)
    return [graph] + ModelChapter.blocks(diagram, ids: "changed", hasNeighbours: false)
  }

  /// Whether the numbers of rows come from a run.
  private static func remark(_ subject: ReportSubject, _ path: MigrationPath) -> String {
    if let reason = subject.rehearsal?.reason { return "The stages were not run: \(reason)." }
    if subject.rehearsal?.answer != nil {
      return "Times and rows are those of a run on a private copy, of which nothing is left."
    }
    return path.steps.contains(where: \.hasClosures) && subject.diagnosis != nil
      ? "The stages were not run, because closures are the app's own code: --closures runs them, too."
      : "The stages were not run."
  }

  private static func blocks(
    _ stage: MigrationOutline.Stage, _ ran: StageSummary?
  ) -> [PagePart.Block] {
    var fields = [Report.Field("kind", stage.step.kindText)]
    if let place = stage.step.location { fields.append(Report.Field("declared", place.text)) }
    if let ran { fields.append(Report.Field("time", time(ran.nanoseconds))) }
    var blocks: [PagePart.Block] = [.section(.fields(fields, title: nil))]
    if let mapping = stage.step.mapping {
      blocks += [MappingText.table(mapping)].blocks
    } else if stage.changes.isEmpty {
      if stage.plan != nil { blocks.append(.text("No differences.")) }
    } else {
      blocks +=
        DifferenceText.sections(
          stage.changes, title: nil, isCustom: stage.step.isCustom, failure: stage.failure
        ).blocks
    }
    guard let plan = stage.plan else { return blocks }
    if !plan.notes.isEmpty {
      blocks.append(.section(.lines(plan.notes, title: "Likely, not certain")))
    }
    if let ran { blocks.append(.bars(rows(ran))) }
    if !plan.statements.isEmpty {
      let count = plan.statements.count
      blocks.append(
        .details(
          title: "SQL: \(count) \(count == 1 ? "statement" : "statements")",
          blocks: [.code(PathText.sql(plan))]))
    }
    return blocks
  }

  private static func rows(_ stage: StageSummary) -> BarTable {
    func cell(_ count: Int64?) -> (value: Int64, text: String)? { count.map { ($0, "\($0)") } }
    return BarTable(
      "entity or relationship", columns: ["before", "after"],
      rows: (stage.entities + stage.relationships).map {
        BarTable.Row($0.name, cells: [cell($0.before), cell($0.after)])
      })
  }

  /// Coarse enough that equal runs mostly give equal pages.
  private static func time(_ nanoseconds: Int64) -> String {
    let tenths = nanoseconds / 100_000_000
    return tenths == 0 ? "under 0.1 s" : "\(tenths / 10).\(tenths % 10) s"
  }
}
