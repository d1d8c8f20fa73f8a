internal import StoreModel
internal import SwiftSyntax

/// Names the places where the parser had to guess, since models near them may be misread.
struct SyntaxProblems {
  let source: SourceText

  /// The first few places; one missing brace makes many.
  func problems(in tree: SourceFileSyntax) -> [ModelProblem] {
    var found: [ModelProblem] = []
    var waiting = [Syntax(tree)]
    while let node = waiting.popLast(), found.count < Self.most {
      guard node.hasError else { continue }
      if node.is(UnexpectedNodesSyntax.self) {
        found.append(problem("there is unexpected text", at: node))
      } else if let token = node.as(TokenSyntax.self) {
        if token.presence == .missing {
          let what = token.text.isEmpty ? "something" : "'\(token.text)'"
          found.append(problem("\(what) is missing", at: node))
        }
      } else {
        waiting += node.children(viewMode: .all).reversed()
      }
    }
    return found
  }

  private func problem(_ what: String, at node: Syntax) -> ModelProblem {
    ModelProblem(
      "syntax error: \(what); declarations after it may be misread", topic: .syntax,
      location: source.location(node))
  }

  private static let most = 3
}

extension [ModelProblem] {
  mutating func add(
    _ message: String, topic: ModelProblem.Topic? = nil, entity: String? = nil, location: Location?
  ) {
    append(ModelProblem(message, topic: topic, entity: entity, location: location))
  }
}
