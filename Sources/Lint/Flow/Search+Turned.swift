internal import SwiftSyntax

/// Searches of what objects were turned into, which has the names of their properties, and by functions that do
/// nothing but compare.
extension FunctionCallExprSyntax {
  /// The property of `map(\.summary)` and `map { $0.summary }`, or an empty name for `map { NoteInfo($0) }` and
  /// `map { $0.toInfo() }`; nil for what does anything else.
  var turnsEach: String? {
    guard ["map", "compactMap"].contains(name) else { return nil }
    if let member = mappedMember { return member }
    guard let closure = lastClosure,
      let value = closure.statements.onlyElement?.item.onlyExpression?.unwrapped.call,
      value.trailingClosure == nil
    else {
      // `map(NoteInfo.init)`
      return arguments.onlyElement?.expression.lastName == "init" ? "" : nil
    }
    let element = closure.firstParameter
    if value.receiver?.trimmedDescription == element { return value.arguments.isEmpty ? "" : nil }
    let isMade = value.calledExpression.dottedName?.lastPart.first?.isUppercase ?? false
    return isMade && value.arguments.onlyElement?.expression.trimmedDescription == element
      ? "" : nil
  }
}

extension ClosureExprSyntax {
  /// The properties that a function is given which compares them: `range.contains($0.date, of: $0.account)`, where
  /// a predicate can hold what the function does.
  var membersGivenToCondition: [String]? {
    let element = firstParameter
    guard let call = statements.onlyElement?.item.onlyExpression?.unwrapped.call,
      call.trailingClosure == nil, call.arguments.contains(where: { $0.label != nil }),
      !(call.receiver?.mentions([element]) ?? false),
      call.arguments.mentions([element])
    else { return nil }
    var members: [String] = []
    for argument in call.arguments where argument.expression.mentions([element]) {
      guard let access = argument.expression.unwrapped.as(MemberAccessExprSyntax.self),
        access.base?.trimmedDescription == element
      else { return nil }
      members.append(access.declName.baseName.text)
    }
    guard !members.isEmpty, call.meantFunction?.onlyCompares ?? false else { return nil }
    return members
  }
}

extension FunctionDeclSyntax {
  /// Whether it tells yes or no by comparisons alone.
  fileprivate var onlyCompares: Bool {
    guard signature.returnClause?.type.trimmedDescription == "Bool",
      signature.effectSpecifiers == nil, let body, body.isHandwritten, body.statements.count < 12
    else { return false }
    return !body.hasDescendant { node in
      node.is(FunctionCallExprSyntax.self) || node.is(SubscriptCallExprSyntax.self)
        || node.is(ForStmtSyntax.self) || node.is(WhileStmtSyntax.self)
        || node.is(SwitchExprSyntax.self)
        || node.is(MacroExpansionExprSyntax.self)
    }
  }
}

extension FunctionCallExprSyntax {
  /// `Date()`, which a predicate can be given.
  var isPresentDate: Bool { name == "Date" && arguments.isEmpty && trailingClosure == nil }
}

extension Search {
  /// Several searches of one list for different things, which leave out what fits none of them:
  /// `articles.filter { $0.isStarred }` and `articles.filter { $0.isRead }`.
  init?(eachUseOf list: FunctionCallExprSyntax) {
    guard let name = list.constantName, let body = list.enclosingBody, body.isHandwritten else {
      return nil
    }
    var found: [String: [String]] = [:]
    var isOther = false
    body.forEachDescendant { node in
      if node.as(IdentifierPatternSyntax.self)?.identifier.text == name,
        !(node.parent?.contains(Syntax(list)) ?? false)
      {
        isOther = true
      }
      guard !isOther, let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name,
        use.isValue
      else { return !isOther }
      let access = Syntax(use).unwrapping.parent?.as(MemberAccessExprSyntax.self)
      if access?.isCalled ?? false, let call = access?.parent?.as(FunctionCallExprSyntax.self),
        ["contains", "filter", "first"].contains(call.name), let closure = call.lastClosure,
        !call.runsMoreOften(than: list), closure.isPositive, let members = closure.comparedMembers
      {
        found[closure.statements.trimmedDescription] = members
      } else {
        isOther = true
      }
      return !isOther
    }
    // What one property has in turn may be all that it can have.
    let members = found.values.flatMap(\.self)
    guard !isOther, found.count > 1, Set(members).count == members.count else { return nil }
    self.init(method: "filter", members: members.sorted())
  }
}

extension ClosureExprSyntax {
  /// Whether it takes what is so, or equals something: what is not so may be nearly all.
  fileprivate var isPositive: Bool {
    guard let value = statements.onlyElement?.item.onlyExpression?.unwrapped else { return false }
    if value.is(MemberAccessExprSyntax.self) { return true }
    guard let terms = value.as(SequenceExprSyntax.self).map({ Array($0.elements) }) else {
      return false
    }
    return terms.allSatisfy { term in
      !term.is(PrefixOperatorExprSyntax.self) && !term.is(NilLiteralExprSyntax.self)
        && term.trimmedDescription != "false"
        && (term.as(BinaryOperatorExprSyntax.self).map {
          ["==", "&&"].contains($0.operator.text)
        } ?? true)
    }
  }
}
