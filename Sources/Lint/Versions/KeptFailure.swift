internal import SwiftSyntax

/// Failures that are put into a variable first: `loadError = error` where the store is loaded, and
/// `if let loadError { … }` behind it; or `store = nil` in a `catch`, and `if store == nil { … }`.
extension Syntax {
  /// What runs when such a variable says that the store did not open; nil for anything else.
  var whenKeptFailure: [CodeBlockItemSyntax]? {
    let conditions: ConditionElementListSyntax
    let block: CodeBlockSyntax
    let isGuard: Bool
    if let choice = self.as(IfExprSyntax.self) {
      (conditions, block, isGuard) = (choice.conditions, choice.body, false)
    } else if let choice = self.as(GuardStmtSyntax.self) {
      (conditions, block, isGuard) = (choice.conditions, choice.body, true)
    } else {
      return nil
    }
    guard conditions.mayAskForNil, let body = enclosingBody, body.isHandwritten else { return nil }
    let kept = body.keptFailures(before: position)
    // An `if` runs where the error is there or the store is not, a `guard` where its condition fails.
    let isFailure =
      kept.errors.contains { conditions.says($0, isThere: !isGuard) }
      || kept.stores.contains { conditions.says($0, isThere: isGuard) }
      || kept.flags.contains { conditions.says($0, isTrue: !isGuard) }
    if isFailure { return Array(block.statements) }
    // `guard let problem else { return }`: the rest runs when there is one.
    guard isGuard,
      kept.errors.contains(where: { conditions.says($0, isThere: true) })
        || kept.flags.contains(where: { conditions.says($0, isTrue: true) })
    else { return nil }
    return rest
  }

  /// What stands behind the statement in its block.
  private var rest: [CodeBlockItemSyntax]? {
    guard let item = parent?.as(CodeBlockItemSyntax.self) ?? enclosing(CodeBlockItemSyntax.self),
      let list = item.parent?.as(CodeBlockItemListSyntax.self)
    else { return nil }
    return list.filter { $0.position > item.position }
  }

  /// The variables that are set where a store is opened and fails.
  private func keptFailures(
    before end: AbsolutePosition
  ) -> (errors: Set<String>, stores: Set<String>, flags: Set<String>) {
    var (errors, stores): (Set<String>, Set<String>) = ([], [])
    var flags: Set<String> = []
    forEachDescendant { node in
      guard node.position < end else { return false }
      if let call = node.as(FunctionCallExprSyntax.self), call.loadsStores,
        let closure = call.lastClosure,
        let error = closure.parameterNames.last ?? (closure.mentions(["$1"]) ? "$1" : nil)
      {
        closure.statements.forEachDescendant { inner in
          if let name = inner.variable(setTo: [error]) { errors.insert(name) }
          // `failed = error != nil`, `if error != nil { failed = true }`
          if let name = inner.variable(setToPresenceOf: error)
            ?? (inner.isUnder(error) ? inner.variable(setTo: ["true"]) : nil)
          {
            flags.insert(name)
          }
          return true
        }
      } else if let store = node.storeTried {
        // `container = try? ModelContainer(…)`
        stores.insert(store)
      } else if let attempt = node.as(DoStmtSyntax.self), attempt.body.statements.makesContainer {
        for clause in attempt.catchClauses {
          for statement in clause.body.statements {
            let item = Syntax(statement.item)
            if let name = item.variable(setTo: ["error"]) { errors.insert(name) }
            if let name = item.variable(setTo: ["nil"]) { stores.insert(name) }
          }
          // `if isCorrupt(error) { needsReset = true }`
          clause.body.forEachDescendant { inner in
            if let name = inner.variable(setTo: ["true"]) { flags.insert(name) }
            return true
          }
        }
      }
      return true
    }
    return (errors, stores, flags)
  }

  /// `failed` of `failed = error != nil`.
  private func variable(setToPresenceOf error: String) -> String? {
    guard let terms = self.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
      terms.count == 5, terms[1].is(AssignmentExprSyntax.self),
      terms[2].trimmedDescription == error, terms[4].is(NilLiteralExprSyntax.self),
      terms[3].as(BinaryOperatorExprSyntax.self)?.operator.text == "!="
    else { return nil }
    return terms[0].lastName
  }

  /// Whether the nearest `if` around asks whether the error is there.
  private func isUnder(_ error: String) -> Bool {
    enclosing(IfExprSyntax.self)?.conditions.says(error, isThere: true) ?? false
  }

  /// `container` of `container = try? ModelContainer(…)` and `let container = try? ModelContainer(…)`.
  fileprivate var storeTried: String? {
    let name: String?
    let value: ExprSyntax?
    if let terms = self.as(SequenceExprSyntax.self)?.elements.map(\.self), terms.count == 3,
      terms[1].is(AssignmentExprSyntax.self)
    {
      (name, value) = (terms[0].lastName, terms[2])
    } else if let binding = self.as(PatternBindingSyntax.self) {
      (name, value) = (binding.name, binding.initializer?.value)
    } else {
      return nil
    }
    guard let attempt = value?.as(TryExprSyntax.self),
      attempt.questionOrExclamationMark?.text == "?", let call = attempt.expression.call,
      call.name == "ModelContainer", !call.arguments.isEmpty
    else { return nil }
    return name
  }

  /// `loadError` of `loadError = error` and `self.loadError = error as NSError`.
  private func variable(setTo values: Set<String>) -> String? {
    guard let terms = self.as(SequenceExprSyntax.self)?.elements, terms.count >= 3,
      terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
      let value = terms.dropFirst(2).first, values.contains(value.unwrapped.trimmedDescription)
    else { return nil }
    return terms.first?.lastName
  }
}

extension FunctionCallExprSyntax {
  /// Core Data's own function, or one of the app whose name says the same.
  fileprivate var loadsStores: Bool {
    let name = name.lowercased()
    return name.contains("store") && ["load", "open"].contains { name.contains($0) }
  }
}

extension ConditionElementListSyntax {
  private static let words: [StaticString] = [
    "container", "coordinator", "error", "fail", "issue", "load", "open", "problem", "reason",
    "result", "store", "broken", "corrupt", "reset", "delete", "recreate", "rebuild", "remove",
  ]

  /// Whether one condition is that a flag is set, or is not.
  fileprivate func says(_ flag: String, isTrue: Bool) -> Bool {
    contains { element in
      guard let value = element.condition.as(ExprSyntax.self) else { return false }
      if let not = value.as(PrefixOperatorExprSyntax.self), not.operator.text == "!" {
        return !isTrue && not.expression.lastName == flag
      }
      return isTrue && value.lastName == flag
    }
  }

  /// Whether a condition asks whether something is there whose name has to do with stores or errors.
  fileprivate var mayAskForNil: Bool {
    contains { element in
      guard element.condition.asksForNil else { return false }
      return element.tokens(viewMode: .sourceAccurate).prefix(8).contains { token in
        let name = token.text.lowercased()
        return Self.words.contains { name.has($0) }
      }
    }
  }
}

extension ConditionElementSyntax.Condition {
  /// `failed`, `!failed`, `let error`, `store == nil`.
  fileprivate var asksForNil: Bool {
    switch self {
    case .optionalBinding: true
    case .expression(let value):
      value.is(DeclReferenceExprSyntax.self) || value.is(MemberAccessExprSyntax.self)
        || value.is(PrefixOperatorExprSyntax.self)
        || value.as(SequenceExprSyntax.self)?.elements.last?.is(NilLiteralExprSyntax.self) ?? false
    default: false
    }
  }
}
