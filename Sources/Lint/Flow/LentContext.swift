internal import SwiftSyntax

/// Functions that make a context, lend it to a closure and forget it.
extension FunctionCallExprSyntax {
  /// The first change that the closure behind the call makes in such a context and that nothing saves:
  /// `inBackground { context in context.insert(note) }`.
  func lostChange(_ types: TypeReader) -> Syntax? {
    // What modifies a view is called on a view.
    guard let closure = trailingClosure, closure.parameterNames.count < 2, receiver?.call == nil,
      name.first?.isLowercase ?? false, closure.loopedList == nil,
      closure.statements.isHandwritten, closure.statements.mentions(["insert", "delete"]),
      let function = tracedFunction(as: nil), function.lendsNewContext
    else { return nil }
    let fate = ContextFate(
      of: closure.firstParameter, in: Syntax(closure.statements),
      after: closure.statements.position, types)
    return fate.isSafe ? nil : fate.change
  }
}

extension FunctionDeclSyntax {
  /// Whether its last parameter is a closure that is called once, with a context that is made for it and
  /// that the function does nothing else with.
  fileprivate var lendsNewContext: Bool {
    guard let last = signature.parameterClause.parameters.last, let body, body.isHandwritten,
      let type = last.type.closureType, type.parameters.count == 1,
      type.parameters.first.flatMap({ WrittenType($0.type)?.name }) == "ModelContext",
      let call = body.onlyCall(of: (last.secondName ?? last.firstName).text),
      let given = call.arguments.onlyElement?.expression.unwrapped
    else { return false }
    guard let name = given.as(DeclReferenceExprSyntax.self) else { return given.makesNewContext() }
    guard let made = name.localValue, made.makesNewContext() else { return false }
    return !body.hasDescendant { node in
      guard let use = node.as(DeclReferenceExprSyntax.self), use.id != name.id,
        use.baseName.text == name.baseName.text, use.isValue
      else { return false }
      let member = use.parent?.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      return !["author", "undoManager"].contains(member ?? "")
    }
  }
}

extension TypeSyntax {
  /// The type of a closure, without attributes and `?`.
  var closureType: FunctionTypeSyntax? {
    var type = self
    for _ in 0..<4 {
      if let function = type.as(FunctionTypeSyntax.self) { return function }
      if let attributed = type.as(AttributedTypeSyntax.self) {
        type = attributed.baseType
      } else if let tuple = type.as(TupleTypeSyntax.self), let only = tuple.elements.onlyElement {
        type = only.type
      } else {
        return nil
      }
    }
    return nil
  }
}

extension CodeBlockSyntax {
  /// The only place where a closure is used, as far as that calls it.
  fileprivate func onlyCall(of name: String) -> FunctionCallExprSyntax? {
    var uses: [FunctionCallExprSyntax?] = []
    forEachDescendant { node in
      if let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name {
        let call = use.parent?.as(FunctionCallExprSyntax.self)
        uses.append(call?.calledExpression.id == ExprSyntax(use).id ? call : nil)
      }
      return true
    }
    return uses.count == 1 ? uses[0] : nil
  }
}
