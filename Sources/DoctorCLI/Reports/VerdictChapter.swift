internal import Diagnostics
internal import StoreDoctor
internal import StoreModel
internal import StoreReport

/// What is the matter, how it is known, and what to do.
enum VerdictChapter {
  static func part(_ diagnosis: Diagnosis) -> PagePart {
    var blocks: [PagePart.Block] = []
    for (index, cause) in diagnosis.causes.enumerated() {
      let isGood = diagnosis.verdict == .done
      let mood: Report.Field.Mood =
        isGood ? .good : cause.verdict == .notCompared ? .plain : .bad
      if index == 0 {
        blocks.append(.verdict(cause.verdict.title, mood: mood))
        blocks += self.blocks(cause)
      } else {
        blocks.append(
          .group(title: "Also: \(cause.verdict.title)", id: nil, blocks: self.blocks(cause)))
      }
    }
    if let log = diagnosis.log {
      blocks.append(
        .section(
          .fields(
            [Report.Field("log", log.text, mood: log.agrees == false ? .bad : .plain)], title: nil))
      )
    }
    if !diagnosis.notExamined.isEmpty {
      blocks.append(.section(.lines(diagnosis.notExamined, title: "Not examined")))
    }
    if !diagnosis.findings.isEmpty {
      blocks.append(
        .group(title: "Findings", id: "findings", blocks: [.findings(diagnosis.findings)]))
    }
    if !diagnosis.evidence.isEmpty {
      blocks.append(
        .details(
          title: "Evidence", blocks: [.section(.lines(diagnosis.evidence, title: nil))]))
    }
    return PagePart(id: "verdict", title: "Verdict", blocks: blocks)
  }

  private static func blocks(_ cause: Diagnosis.Cause) -> [PagePart.Block] {
    let place = cause.location.map { "\($0.text): " } ?? ""
    let doubt = cause.certainty.reason.map { " (\(cause.certainty.level): \($0))" } ?? ""
    var fields = [Report.Field("what", place + cause.what + doubt)]
    for (index, reason) in cause.because.enumerated() {
      fields.append(Report.Field(index == 0 ? "because" : "", reason))
    }
    fields.append(Report.Field("means", cause.meaning))
    let steps = cause.treatment.map { PagePart.Step($0.text, command: $0.command) }
    let todo: [PagePart.Block] =
      steps.isEmpty ? [] : [.group(title: "What to do", id: nil, blocks: [.steps(steps)])]
    return [.section(.fields(fields, title: nil))] + todo
  }
}
