extension Explainer {
  static func check(_ result: inout ExplainResult, _ facts: CaseFacts) {
  }
}
