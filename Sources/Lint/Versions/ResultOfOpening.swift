internal import SwiftSyntax

/// Functions of the file that load stores of Core Data and give or throw why they could not.
extension FunctionDeclSyntax {
  private static let loading: Set = ["addPersistentStore", "loadPersistentStores"]

  /// Whether it loads stores and throws on: a `try` before the call, a `throw` behind it, or a continuation
  /// that is told.
  var loadsManagedStores: Bool {
    // A function of another file stands in a text of its own.
    let isOwn = FileMemo.current.map { memo in
      sourceFile.map { memo.file.tree.id == $0.id } ?? false
    }
    guard let body, body.isHandwritten,
      !(isOwn ?? false) || FileMemo.current?.file.loadsManagedStores ?? true,
      body.mentions(Self.loading), !body.mentions(["NSInMemoryStoreType", "inMemory"])
    else { return false }
    return body.hasDescendant { node in
      if node.is(ThrowStmtSyntax.self) { return true }
      if let attempt = node.as(TryExprSyntax.self), attempt.questionOrExclamationMark == nil {
        return attempt.expression.call.map { Self.loading.contains($0.name) } ?? false
      }
      return node.as(FunctionCallExprSyntax.self).map {
        $0.name == "resume" && $0.argument("throwing") != nil
      } ?? false
    }
  }

  /// Whether it loads stores and gives a `Result` of that.
  fileprivate var givesResultOfLoading: Bool {
    guard let body, body.isHandwritten else { return false }
    return signature.returnClause?.type.as(IdentifierTypeSyntax.self)?.name.text == "Result"
      && body.mentions(Self.loading.union(["ModelContainer"]))
  }
}

extension ExprSyntax {
  /// Whether it is the `Result` of opening a store, or a variable that holds it.
  fileprivate var isResultOfLoading: Bool {
    let value = unwrapped.as(DeclReferenceExprSyntax.self)?.localValue ?? self
    guard let call = value.unwrapped.call else { return false }
    // `Result { try open(.disk) }`
    if call.name == "Result", call.arguments.isEmpty, let attempt = call.trailingClosure {
      return attempt.statements.makesContainer
    }
    return call.ownFunction?.givesResultOfLoading ?? false
  }
}

extension SwitchExprSyntax {
  /// What the case of a failure runs; nil where the subject is no result of opening a store.
  var whenNotOpened: [CodeBlockItemSyntax]? {
    guard subject.isResultOfLoading else { return nil }
    return cases.compactMap { $0.as(SwitchCaseSyntax.self) }.first {
      if case .case(let label) = $0.label { return label.mentions(["failure"]) }
      return false
    }.map { Array($0.statements) }
  }
}

extension Syntax {
  /// What runs where `if case .failure = open()` holds, or `guard case .success(let store) = open()` does not.
  var whenResultIsFailure: [CodeBlockItemSyntax]? {
    let choice = self.as(IfExprSyntax.self)
    let guarded = self.as(GuardStmtSyntax.self)
    guard let conditions = choice?.conditions ?? guarded?.conditions else { return nil }
    for element in conditions {
      guard let match = element.condition.as(MatchingPatternConditionSyntax.self),
        match.initializer.value.isResultOfLoading
      else { continue }
      let asksForFailure = match.pattern.mentions(["failure"])
      if let choice {
        if asksForFailure { return Array(choice.body.statements) }
        if case .codeBlock(let rest)? = choice.elseBody { return Array(rest.statements) }
        return choice.whatFollowsReturn
      }
      return asksForFailure ? nil : guarded.map { Array($0.body.statements) }
    }
    return nil
  }
}
