/// The reference page of a rule, from its data.
package enum RulePage {
  /// One rule as Markdown, without its heading.
  package static func markdown(of rule: RuleInfo) -> String {
    var text = "\(sentence(rule.summary))\n\n"
    text += "**Why:** \(sentence(rule.why))\n\n**Fix:** \(sentence(rule.fix))\n"
    if let limits = rule.limits { text += "\n**Limits:** \(sentence(limits))\n" }
    if let explanation = rule.explanation {
      text += "\n**Error:** `storedoctor explain \(explanation)`\n"
    }
    if let flagged = shown(rule, isFlagged: true) {
      text += "\nFlagged (`↓` marks the place):\n\n\(fenced(flagged))"
    }
    if let clean = shown(rule, isFlagged: false) { text += "\nClean:\n\n\(fenced(clean))" }
    return text
  }

  /// The whole reference: every rule by group.
  package static func reference(_ rules: [RuleInfo]) -> String {
    var text = """
      # Rules

      Written by `storedoctor rules --format markdown`. Each rule has an id, which configures it \
      (`rules:` in `.storedoctor.yml`), suppresses it (`// storedoctor:ignore[id] reason`) and \
      explains it (`storedoctor explain id`).

      """
    for group in RuleGroup.allCases {
      let members = rules.filter { $0.group == group }.sorted { $0.id < $1.id }
      guard !members.isEmpty else { continue }
      text += "\n## \(group.title)\n"
      for rule in members {
        text += "\n### \(rule.id)\n\n*\(rule.severity.rawValue)* · \(markdown(of: rule))"
      }
    }
    return text
  }

  /// The example a reader learns most from: the shortest of several lines.
  package static func shown(_ rule: RuleInfo, isFlagged: Bool) -> RuleExample? {
    rule.examples.filter { $0.isFlagged == isFlagged }.min { $0.text.count < $1.text.count }
  }

  private static func fenced(_ example: RuleExample) -> String {
    let settings = example.settings.map { "// .storedoctor.yml: \($0)\n" } ?? ""
    return "```swift\n\(settings)\(example.text)\n```\n"
  }

  /// A message's half sentence as a sentence.
  private static func sentence(_ text: String) -> String {
    guard let first = text.first else { return text }
    return MarkdownReporter.prose(first.uppercased() + text.dropFirst() + ".")
  }
}
