internal import Diagnostics
internal import StoreDoctor
internal import StoreModel

/// The answer of `diagnose` in words: what matters in at most ten lines, then the evidence.
enum DiagnosisText {
  /// Lines of proof of a cause; ten lines in all.
  private static func shown(_ diagnosis: Diagnosis) -> Int {
    diagnosis.log != nil && diagnosis.writtenBy != nil ? 2 : 3
  }

  static func sections(_ diagnosis: Diagnosis) -> [Report.Section] {
    if diagnosis.verdict == .done, diagnosis.cause.verdict == .opens {
      return [.lines([good(diagnosis)] + written(diagnosis).prefix(1))]
    }
    var sections: [Report.Section] = [.fields(fields(diagnosis))]
    for cause in diagnosis.causes.dropFirst() {
      sections.append(.fields(fields(cause, shown: 3), title: "Also: \(cause.verdict.title)"))
    }
    let rest = diagnosis.cause.because.dropFirst(shown(diagnosis))
    let evidence = rest + written(diagnosis).dropFirst() + diagnosis.evidence
    if !evidence.isEmpty { sections.append(.lines(Array(evidence), title: "Evidence")) }
    if !diagnosis.notExamined.isEmpty {
      sections.append(.lines(diagnosis.notExamined, title: "Not examined"))
    }
    return sections
  }

  private static func good(_ diagnosis: Diagnosis) -> String {
    "'\(diagnosis.store)' opens: \(sentence(diagnosis.cause)); \(diagnosis.evidence.last ?? "")"
  }

  private static func written(_ diagnosis: Diagnosis) -> [String] {
    diagnosis.writtenBy.map { $0.lines + $0.limits } ?? []
  }

  private static func sentence(_ cause: Diagnosis.Cause) -> String {
    cause.what + (cause.certainty.reason.map { " (\(cause.certainty.level): \($0))" } ?? "")
  }

  private static func fields(_ diagnosis: Diagnosis) -> [Report.Field] {
    let cause = diagnosis.cause
    let mood: Report.Field.Mood =
      diagnosis.verdict == .done ? .good : cause.verdict == .notCompared ? .plain : .bad
    let fields =
      fields(cause, mood, shown: shown(diagnosis))
      + named("history", Array(written(diagnosis).prefix(1)))
    guard let log = diagnosis.log else { return fields }
    return fields + [Report.Field("log", log.text, mood: log.agrees == false ? .bad : .plain)]
  }

  private static func fields(
    _ cause: Diagnosis.Cause, _ mood: Report.Field.Mood = .plain, shown: Int
  ) -> [Report.Field] {
    let place = cause.location.map { "\($0.text): " } ?? ""
    return [
      Report.Field("verdict", "\(cause.verdict.title): \(place)\(sentence(cause))", mood: mood)
    ] + named("because", Array(cause.because.prefix(shown)))
      + [Report.Field("means", cause.meaning)]
      + named("do", steps(cause).flatMap { [$0.text, $0.command].compactMap(\.self) })
  }

  /// The first step, which mends it, and the last, which looks further.
  private static func steps(_ cause: Diagnosis.Cause) -> [Diagnosis.Treatment] {
    cause.treatment.count < 2
      ? cause.treatment : [cause.treatment.first, cause.treatment.last].compactMap(\.self)
  }

  private static func named(_ name: String, _ lines: [String]) -> [Report.Field] {
    lines.enumerated().map { Report.Field($0 == 0 ? name : "", $1) }
  }
}
