internal import SwiftSyntax

extension Syntax {
  /// Whether code goes on with the context on the thread where it reads its name: not where it only gives the context
  /// another name, or hands it to functions of the type, which may go to the main actor themselves.
  var isUsedElsewhere: Bool {
    if let alias = contextAlias {
      guard let body = enclosingBody, body.isHandwritten else { return true }
      return body.usesContext(alias, after: position)
    }
    guard let (body, name) = taker else { return true }
    return Syntax(body).usesContext(name, after: body.position)
  }

  /// The function of the type that is handed the value, and what it calls it.
  private var taker: (body: CodeBlockSyntax, name: String)? {
    guard let argument = parent?.as(LabeledExprSyntax.self),
      let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self),
      call.receiver?.isSelfName ?? true, let function = call.functionOfFile,
      let body = function.body, body.isHandwritten,
      let name = function.parameter(for: argument, of: call.arguments)
    else { return nil }
    return (body, name)
  }

  /// `context` of `guard let context = self.context`
  private var contextAlias: String? {
    guard let value = parent?.as(InitializerClauseSyntax.self)?.parent else { return nil }
    return value.as(OptionalBindingConditionSyntax.self)?.pattern.boundNames.first
      ?? value.as(PatternBindingSyntax.self)?.name
  }

  /// Whether anything is asked of a context of this name on the thread around, but for its container; and through
  /// functions of the file that are handed it.
  private func usesContext(_ name: String, after start: AbsolutePosition) -> Bool {
    var isUsed = false
    var seen: Set<SyntaxIdentifier> = [id]
    var waiting: [(code: Syntax, name: String, start: AbsolutePosition)] = [(self, name, start)]
    while !isUsed, let (code, name, start) = waiting.popLast(), seen.count < 16 {
      code.forEachDescendant { node in
        if isUsed || node.returnsToMain { return false }
        guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name,
          use.isValue, use.position > start
        else { return true }
        if let access = use.parent?.as(MemberAccessExprSyntax.self),
          access.base?.id == ExprSyntax(use).id
        {
          isUsed = access.declName.baseName.text != "container"
          return !isUsed
        }
        guard use.parent?.parent?.parent?.is(FunctionCallExprSyntax.self) ?? false,
          use.parent?.is(LabeledExprSyntax.self) ?? false
        else { return true }
        guard let (body, given) = Syntax(use).taker else {
          isUsed = true
          return false
        }
        if seen.insert(body.id).inserted { waiting.append((Syntax(body), given, body.position)) }
        return true
      }
    }
    return isUsed
  }
}
