internal import Diagnostics
internal import ErrorCatalog
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// Explanations of rules and errors, in one form.
enum ExplanationText {
  static func sections(_ answer: ExplanationAnswer) -> [Report.Section] {
    let shown = answer.answers.enumerated().flatMap { index, part -> [Report.Section] in
      let own =
        switch part {
        case .rule(let rule): sections(of: rule)
        case .errors(let result, let input): sections(of: result, input)
        }
      return (index > 0 ? [.lines(["――――"])] : []) + own
    }
    let open = answer.placeholders
    return open.isEmpty ? shown : shown + [.lines(open, title: "In these commands")]
  }

  private static func sections(of rule: RuleInfo) -> [Report.Section] {
    var fields = [
      Report.Field("rule", rule.id), Report.Field("severity", rule.severity.rawValue),
      Report.Field("finds", rule.summary), Report.Field("why", rule.why),
      Report.Field("fix", rule.fix),
    ]
    if let limits = rule.limits { fields.append(Report.Field("limits", limits)) }
    if let error = rule.explanation {
      fields.append(Report.Field("error", "storedoctor explain \(error)"))
    }
    var sections: [Report.Section] = [.fields(fields)]
    for (title, isFlagged) in [("Flagged, at the ↓", true), ("Clean", false)] {
      guard let example = RulePage.shown(rule, isFlagged: isFlagged) else { continue }
      let lines = example.text.split(separator: "\n", omittingEmptySubsequences: false)
      sections.append(.lines(lines.map { "  \($0)" }, title: title))
    }
    return sections
  }

  /// Errors shown in full; a long log has many.
  private static let shown = 5

  private static func sections(
    of result: ExplainResult, _ input: ExplanationAnswer.Input
  ) -> [Report.Section] {
    let isFile = input.log != nil
    var sections: [Report.Section] = []
    if !result.isKnown {
      let what = isFile ? "no known error is in" : "storedoctor does not know"
      sections.append(.lines(["\(what) \(quoted(input.text))"]))
      if !isFile, let near = NameDistance.nearest(to: input.text, in: RuleCatalog.index.ids) {
        sections.append(.hints(["did you mean the rule '\(near)'?"]))
      }
      if let log = input.log, log.firstRange(of: Array("CoreData: sql:".utf8)) != nil {
        let name = input.text == "-" ? "LOG" : quoted(input.text)
        sections.append(.hints(["for slow queries in it: storedoctor trace \(name)"]))
      }
      for answer in result.answers { sections.append(.lines([answer.code ?? ""])) }
    }
    // What is true of the case at hand comes before what is true of any.
    if !result.findings.isEmpty {
      sections.append(.lines(result.findings.map(line), title: "In this case"))
    }
    for answer in result.answers.prefix(shown) {
      guard let explanation = answer.explanation else { continue }
      // The line of a text typed in one line says nothing.
      let hasPlaces = isFile || input.text.contains(where: \.isNewline)
      sections += self.sections(of: answer, explanation, hasPlaces: hasPlaces)
    }
    let rest = result.answers.dropFirst(shown)
    if !rest.isEmpty {
      sections.append(
        .lines(
          rest.map { answer in
            [answer.code, answer.explanation?.id, answer.explanation?.meaning]
              .compactMap { $0 }.joined(separator: ": ")
          }, title: "Also in the text"))
    }
    if !result.notes.isEmpty { sections.append(.lines(result.notes, title: "Notes")) }
    if !result.suggestions.isEmpty {
      let names = result.suggestions.quotedList()
      sections.append(.hints(["did you mean \(names)?"]))
    }
    return sections
  }

  private static func sections(
    of answer: ErrorAnswer, _ explanation: Explanation, hasPlaces: Bool
  ) -> [Report.Section] {
    // What nothing is wrong with is no error.
    let kind = explanation.severity == .info ? "note" : "error"
    var fields = [Report.Field(kind, head(answer, explanation))]
    func add(_ name: String, _ lines: [String]) {
      for (index, line) in lines.enumerated() {
        fields.append(Report.Field(index == 0 ? name : "", line))
      }
    }
    // Who pastes another store's error need not read on.
    add("not here", answer.findings.filter(\.isForeign).map(line))
    if hasPlaces, !answer.lines.isEmpty {
      let places = answer.lines.prefix(3).map(String.init).joined(separator: ", ")
      let often =
        answer.count > 1
        ? " (\(answer.count < Explainer.mostCounted ? "" : "at least ")\(answer.count) times)" : ""
      add("at line", [places + often])
    }
    add("found", answer.captures.map { "\($0.name): \($0.value)" })
    add("inside", answer.chain.map(\.text))
    add("means", [explanation.meaning])
    add("causes", numbered(explanation.causes))
    add("check", numbered(explanation.confirm))
    add("fix", numbered(explanation.fixes))
    if let systems = explanation.systems { add("systems", [systems]) }
    if explanation.confidence != .high { add("confidence", [explanation.confidence.rawValue]) }
    var sections: [Report.Section] = [.fields(fields)]
    let own = answer.findings.filter { !$0.isForeign }
    if !own.isEmpty {
      sections.append(.lines(own.map(line), title: "In this case"))
    }
    return sections
  }

  private static func head(_ answer: ErrorAnswer, _ explanation: Explanation) -> String {
    [explanation.id, answer.code, answer.symbol].compactMap { $0 }.joined(separator: "  ")
  }

  private static func numbered(_ lines: [String]) -> [String] {
    lines.count < 2 ? lines : lines.enumerated().map { "\($0.offset + 1). \($0.element)" }
  }

  private static func line(_ finding: CaseFinding) -> String {
    var text = finding.location.map { "\($0.text): \(finding.text)" } ?? finding.text
    if let reason = finding.certainty.reason { text += " (\(finding.certainty.level): \(reason))" }
    return text
  }

  private static func quoted(_ input: String) -> String {
    input == "-" ? "the text" : "'\(VisibleText(input).cut(to: 60).text)'"
  }
}
