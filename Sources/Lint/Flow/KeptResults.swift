internal import SwiftSyntax

/// Functions that work something out once and keep it: `if let cached { return cached }`.
extension CodeBlockItemSyntax {
  /// Whether a check leaves the function with what the object has kept, or because it has been here before, so
  /// that what follows is not done at each call.
  var returnsKept: Bool {
    if let guarded = item.as(GuardStmtSyntax.self) {
      if guarded.conditions.contains(where: { $0.asksForTime(isPassed: true) }) { return true }
      guard let result = guarded.body.statements.onlyReturn else { return false }
      return result.expression.map(\.isOfCache)
        ?? guarded.conditions.allSatisfy { $0.saysDone(isHere: false) }
    }
    guard let choice = item.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self),
      choice.elseBody == nil,
      !choice.conditions.hasDescendant(where: {
        $0.as(FunctionCallExprSyntax.self)?.isQuery ?? false
      }),
      let result = choice.body.statements.last?.item.as(ReturnStmtSyntax.self)
    else { return false }
    if choice.conditions.last?.asksForTime(isPassed: false) ?? false,
      choice.conditions.dropLast().allSatisfy({
        $0.condition.is(OptionalBindingConditionSyntax.self)
      })
    {
      return true
    }
    return result.expression.map(\.isOfCache)
      ?? choice.conditions.allSatisfy { $0.saysDone(isHere: true) }
  }
}

extension CodeBlockItemListSyntax {
  fileprivate var onlyReturn: ReturnStmtSyntax? {
    count == 1 ? first?.item.as(ReturnStmtSyntax.self) : nil
  }
}

extension ConditionElementSyntax {
  /// `isLoaded` where it leads away, and `!isLoaded` or `notes.isEmpty` where it leads on.
  fileprivate func saysDone(isHere: Bool) -> Bool {
    guard let value = condition.as(ExprSyntax.self)?.unwrapped else { return false }
    if let not = value.as(PrefixOperatorExprSyntax.self), not.operator.text == "!" {
      let inner = not.expression.unwrapped
      let isEmpty = inner.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "isEmpty"
      return isEmpty == isHere && inner.isOfCache
    }
    if let terms = value.as(SequenceExprSyntax.self)?.elements {
      // `cached != nil` leads away, `cached == nil` leads on.
      guard terms.count == 3, terms.last?.is(NilLiteralExprSyntax.self) ?? false,
        let first = terms.first, first.isOfCache
      else { return false }
      return terms.dropFirst().first?.as(BinaryOperatorExprSyntax.self)?.operator.text
        == (isHere ? "!=" : "==")
    }
    guard value.isOfCache else { return false }
    let isEmpty = value.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "isEmpty"
    return isEmpty != isHere
  }
}

extension ConditionElementSyntax {
  /// Whether it asks how long ago something was that the object keeps: `now.timeIntervalSince(lastSave) >= 30`
  /// where the time shall have passed, and the same with `<` where it shall not. What is done then is done
  /// now and then, however often the function is called.
  fileprivate func asksForTime(isPassed: Bool) -> Bool {
    guard
      let terms = condition.as(ExprSyntax.self)?.unwrapped.as(SequenceExprSyntax.self)?.elements,
      terms.count == 3, let left = terms.first, let right = terms.last,
      let sign = terms.dropFirst().first?.as(BinaryOperatorExprSyntax.self)?.operator.text
    else { return false }
    return left.isTimeSinceKept && (isPassed ? [">", ">="] : ["<", "<="]).contains(sign)
      || right.isTimeSinceKept && (isPassed ? ["<", "<="] : [">", ">="]).contains(sign)
  }
}

extension ExprSyntax {
  /// `now.timeIntervalSince(lastSave)`, also where a constant was just made of it.
  fileprivate var isTimeSinceKept: Bool {
    let value = unwrapped.as(DeclReferenceExprSyntax.self)?.localValue?.unwrapped ?? unwrapped
    guard let call = value.call, call.name == "timeIntervalSince",
      let start = call.arguments.first?.expression
    else { return false }
    return start.isOfCache
  }

  /// Whether it is a property of the type around, or one found in it: `cached`, `notes[id]`, and a constant
  /// that was just made of such.
  fileprivate var isOfCache: Bool { isOfCache(6) }

  private func isOfCache(_ steps: Int) -> Bool {
    guard steps > 0 else { return false }
    let node = unwrapped
    if let place = node.as(SubscriptCallExprSyntax.self) {
      return place.calledExpression.isOfCache(steps - 1)
    }
    if let access = node.as(MemberAccessExprSyntax.self), let base = access.base?.unwrapped {
      return base.isSelfName
        ? access.isStoredMember
        : ["isEmpty", "value", "values"].contains(access.declName.baseName.text)
          && base.isOfCache(steps - 1)
    }
    guard let name = node.as(DeclReferenceExprSyntax.self) else { return false }
    switch name.nameOrigin {
    case .property(let binding, _):
      // `if let context { return context }` hands out what the object was given, and a constant is no cache.
      return binding.isStored
        && !(binding.parent?.parent?.as(VariableDeclSyntax.self)?.isConstant ?? true)
    case .local(_, let value?): return value.isOfCache(steps - 1)
    default: return false
    }
  }
}

extension MemberAccessExprSyntax {
  /// `self.cached`, where that is a variable of the type.
  fileprivate var isStoredMember: Bool {
    guard let owner = ownerName,
      case .property(let binding, _)? = enclosing(MemberBlockSyntax.self)?
        .property(declName.baseName.text, owner: owner)
    else { return false }
    return binding.isStored
      && !(binding.parent?.parent?.as(VariableDeclSyntax.self)?.isConstant ?? true)
  }
}
