/// What the explanations of one family have in common, unless one of them says otherwise.
struct ExplanationFamily {
  var framework: Explanation.Framework
  var domain: String?
  /// The code of a whole family tells its members apart only together with a text.
  var code: Int?
  var symbol: String?
  var severity: Explanation.Severity
  var systems: String?
  var specificity: Int
  var parent: String?
  var confidence = Explanation.Confidence.high
  var causes = ""
  var confirm = ""
  var fixes = ""

  /// A member of the family. Texts of several lines have one entry a line.
  ///
  /// - Parameter code: the member's own code, which identifies it unless `codes` says otherwise.
  func callAsFunction(
    _ id: String, framework: Explanation.Framework? = nil, domain: String? = nil, code: Int? = nil,
    codes: [Int]? = nil,
    symbol: String? = nil, severity: Explanation.Severity? = nil, systems: String? = nil,
    specificity: Int? = nil, parent: String? = nil, alsoMatches: [String] = [],
    confidence: Explanation.Confidence? = nil, patterns: String = "", meaning: String,
    causes: String? = nil, confirm: String? = nil, fixes: String? = nil
  ) -> Explanation {
    func entries(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }
    return Explanation(
      id: id, framework: framework ?? self.framework, domain: domain ?? self.domain,
      code: code ?? self.code,
      codes: codes ?? code.map { [$0] } ?? [], symbol: symbol ?? self.symbol,
      patterns: entries(patterns), meaning: meaning, causes: entries(causes ?? self.causes),
      confirm: entries(confirm ?? self.confirm), fixes: entries(fixes ?? self.fixes),
      severity: severity ?? self.severity, systems: systems ?? self.systems,
      specificity: specificity ?? self.specificity, parent: parent ?? self.parent,
      alsoMatches: alsoMatches, confidence: confidence ?? self.confidence)
  }
}
