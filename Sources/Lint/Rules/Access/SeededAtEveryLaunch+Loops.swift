internal import SwiftSyntax

/// Starter objects that a loop makes of what the code lists.
extension CodeBlockItemSyntax {
  /// The call that the statement is, or those of a loop over what is written there: `for name in ["A", "B"] { … }`.
  var callsEachTime: [FunctionCallExprSyntax] {
    if let loop = item.as(ForStmtSyntax.self) ?? item.as(StmtSyntax.self)?.as(ForStmtSyntax.self) {
      guard loop.whereClause == nil, loop.sequence.isWrittenList else { return [] }
      return loop.body.statements.prefix { !$0.item.is(GuardStmtSyntax.self) }
        .compactMap { $0.item.plainCall }
    }
    guard let call = item.plainCall ?? item.onlyExpression?.unwrapped.call else { return [] }
    // `["A", "B"].forEach { context.insert(Page(text: $0)) }`
    if call.name == "forEach", call.receiver?.isWrittenList ?? false, let closure = call.lastClosure
    {
      return closure.statements.prefix { !$0.item.is(GuardStmtSyntax.self) }
        .compactMap { $0.item.plainCall }
    }
    return [call]
  }
}

extension ExprSyntax {
  /// A list of what the code says, written there or in a constant: `["Inbox", "Later"]`.
  fileprivate var isWrittenList: Bool {
    guard let list = resolved.unwrapped.as(ArrayExprSyntax.self), !list.elements.isEmpty else {
      return false
    }
    return list.elements.allSatisfy { $0.expression.isWrittenPlainly }
  }

  /// A text, a number, `.red`, or several of these.
  var isWrittenPlainly: Bool {
    if let tuple = self.as(TupleExprSyntax.self) {
      return tuple.elements.allSatisfy { $0.expression.isWrittenPlainly }
    }
    return literalText != nil || self.is(IntegerLiteralExprSyntax.self)
      || self.is(FloatLiteralExprSyntax.self) || self.is(BooleanLiteralExprSyntax.self)
      || self.as(MemberAccessExprSyntax.self)?.base == nil && self.is(MemberAccessExprSyntax.self)
  }

  /// `Page(text: text)` where a loop over what is written makes the object and gives it a name.
  var madeInLoop: FunctionCallExprSyntax? {
    guard let name = self.as(DeclReferenceExprSyntax.self), let made = name.localValue?.call,
      made.arguments.contains(where: { $0.expression.isElementOfWritten })
    else { return nil }
    return made
  }

  /// What the loop around goes through, or a part of it: `name`, `$0`, `place.title`.
  var isElementOfWritten: Bool {
    var value = unwrapped
    if let access = value.as(MemberAccessExprSyntax.self), let base = access.base { value = base }
    guard let name = value.as(DeclReferenceExprSyntax.self) else { return false }
    let text = name.baseName.text
    if let loop = name.enclosing(ForStmtSyntax.self), loop.sequence.isWrittenList {
      return loop.pattern.boundNames.contains(text)
    }
    guard let closure = name.enclosing(ClosureExprSyntax.self),
      let call = closure.userCall, call.name == "forEach", call.receiver?.isWrittenList ?? false
    else { return false }
    return text.hasPrefix("$") || closure.firstParameter == text
  }
}
