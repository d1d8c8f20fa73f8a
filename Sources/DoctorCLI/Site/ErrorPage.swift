internal import Diagnostics
internal import ErrorCatalog
internal import StoreDoctor

/// The page of one error: its code and message, which people search for, what it means and what to do.
enum ErrorPage {
  static func address(of id: String) -> String { "error-\(id)" }

  static func text(of explanation: Explanation) -> String {
    var text = "# \(title(of: explanation))\n\n\(prose(explanation.meaning))\n"
    let messages = explanation.messages
    if !messages.isEmpty {
      text += "\n## The message\n\n```\n\(messages.joined(separator: "\n"))\n```\n"
    }
    text += list("Causes, the most likely first", explanation.causes)
    text += list("How to check", explanation.confirm)
    text += list("What to do", explanation.fixes)
    text += """

      ## In your store

      ```
      storedoctor explain \(explanation.id) --store STORE --model PATH
      ```

      """
    text += facts(of: explanation)
    return text + links(of: explanation)
  }

  /// The code with its name, or else the message.
  private static func title(of explanation: Explanation) -> String {
    let codes = explanation.codes.isEmpty ? [explanation.code].compactMap { $0 } : explanation.codes
    var parts: [String] = []
    if let domain = explanation.domain { parts.append(domain) }
    if !codes.isEmpty { parts.append(codes.map(String.init).joined(separator: ", ")) }
    if let symbol = explanation.symbol, symbol != explanation.domain { parts.append("(\(symbol))") }
    let head = parts.joined(separator: " ")
    // Several have the same code, and some have none.
    guard explanation.codes.isEmpty, let message = explanation.messages.first else {
      return escaped(head.isEmpty ? explanation.id : head)
    }
    let short = message.count > 100 ? message.prefix(99) + "…" : message[...]
    return escaped(head.isEmpty ? String(short) : "\(head): \(short)")
  }

  private static func list(_ title: String, _ entries: [String]) -> String {
    guard !entries.isEmpty else { return "" }
    let lines = entries.enumerated().map { "\($0.offset + 1). \(prose($0.element))\n" }
    return "\n## \(title)\n\n" + lines.joined()
  }

  private static func facts(of explanation: Explanation) -> String {
    var facts = [explanation.framework.rawValue, explanation.severity.rawValue]
    if let systems = explanation.systems { facts.append("systems: \(systems)") }
    if explanation.confidence != .high {
      facts.append("how sure this is: \(explanation.confidence.rawValue)")
    }
    return "\n*\(escaped(facts.joined(separator: " · ")))*\n"
  }

  private static func links(of explanation: Explanation) -> String {
    let general = explanation.parent.map { [$0] } ?? []
    let exact = ExplanationCatalog.all.filter { $0.parent == explanation.id }.map(\.id)
    let rules = RuleCatalog.all.filter { $0.explanation == explanation.id }
    let links = (general + exact).map(address) + rules.map(\.pageName)
    guard !links.isEmpty else { return "" }
    return "\n## See also\n\n" + links.map { "- <doc:\($0)>\n" }.joined()
  }

  private static func prose(_ text: String) -> String { MarkdownReporter.prose(text) }

  private static func escaped(_ text: String) -> String { MarkdownReporter.escaped(text) }
}
