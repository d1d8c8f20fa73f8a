internal import SwiftSyntax

extension ConditionElementListSyntax {
  /// What the first condition of an `if` or `guard` does in any case, and what further ones do with a value
  /// that is there for most: `if let id = note.folderID, let folder = find(id)`.
  var firstSteps: [Syntax] {
    var found: [Syntax] = []
    for element in self {
      let binding = element.condition.as(OptionalBindingConditionSyntax.self)
      let value = binding?.initializer?.value ?? element.condition.as(ExprSyntax.self)
      found += value?.steps ?? []
      // What a table has, or another condition lets through, may be few.
      guard binding != nil, value?.isPlainName ?? true else { break }
    }
    return found
  }
}

extension ExprSyntax {
  /// `id`, `note.folder?.id`
  fileprivate var isPlainName: Bool {
    let value = unwrapped
    if let access = value.as(MemberAccessExprSyntax.self) {
      return access.base?.isPlainName ?? false
    }
    return value.is(DeclReferenceExprSyntax.self)
  }

  /// The calls, members and subscripts that are evaluated whenever the expression is.
  var steps: [Syntax] {
    var found: [Syntax] = []
    var waiting = [Syntax(self)]
    while let node = waiting.popLast() {
      switch node.as(SyntaxEnum.self) {
      case .token, .macroExpansionExpr, .keyPathExpr: continue
      case .closureExpr(let closure):
        if closure.runsAtOnce { found += closure.statements.steps }
      case .ifExpr(let choice): found += choice.choiceSteps
      case .switchExpr(let choice): found += choice.choiceSteps
      case .sequenceExpr(let sequence):
        let terms = Array(sequence.elements)
        waiting += terms[..<(terms.firstIndex(where: \.mayEndHere) ?? terms.count)].reversed()
          .map { Syntax($0) }
      case .functionCallExpr(let call):
        found.append(node)
        if let base = call.receiver { waiting.append(Syntax(base)) }
        waiting += call.additionalTrailingClosures.reversed().map { Syntax($0.closure) }
        if let closure = call.trailingClosure { waiting.append(Syntax(closure)) }
        waiting += call.arguments.reversed().map { Syntax($0.expression) }
      case .memberAccessExpr(let access):
        found.append(node)
        if let base = access.base { waiting.append(Syntax(base)) }
      case .declReferenceExpr: found.append(node)
      case .subscriptCallExpr:
        found.append(node)
        waiting += node.children(viewMode: .sourceAccurate).reversed()
      default: waiting += node.children(viewMode: .sourceAccurate).reversed()
      }
    }
    return found
  }

  /// An operator behind which nothing need be evaluated.
  fileprivate var mayEndHere: Bool {
    if self.is(UnresolvedTernaryExprSyntax.self) { return true }
    return ["??", "&&", "||"].contains(
      self.as(BinaryOperatorExprSyntax.self)?.operator.text ?? "")
  }
}

extension ClosureExprSyntax {
  private static let verbs: Set = [
    "autoreleasepool", "batch", "commit", "edit", "execute", "in", "modify", "mutate", "perform",
    "read",
    "run", "save", "transaction", "update", "with", "write",
  ]

  /// Whether the function that is given the closure is called like one that runs it once, before it
  /// returns: `perform { … }`, `withContext { … }`, `database.write { … }`.
  var runsWithinCall: Bool {
    guard let call = userCall, call.name.first?.isLowercase ?? false,
      case let words = call.name.camelWords, let first = words.first
    else { return false }
    // `queue.sync { … }`, `dispatchMainSync { … }`
    return Self.verbs.contains(first) || words.last == "sync"
  }

  /// The same for certain: a context's own `perform` only with `await`.
  var runsAtOnce: Bool {
    guard let call = userCall else { return false }
    return call.performsAtOnce || call.isWaitedTask
      || runsWithinCall && !(call.isPerform && call.isOnContext)
  }
}
