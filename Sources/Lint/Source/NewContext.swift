internal import SwiftSyntax

/// Contexts that are made for whoever asks for one.
extension ExprSyntax {
  /// Whether the expression is a new context each time: `ModelContext(container)`, or what a function or
  /// computed property of the project makes so and keeps nowhere.
  func makesNewContext(_ steps: Int = 4) -> Bool {
    guard steps > 0 else { return false }
    let node = unwrapped
    if let call = node.as(FunctionCallExprSyntax.self) {
      if call.calledExpression.dottedName == "ModelContext" {
        return call.arguments.count == 1 && call.trailingClosure == nil
      }
      guard call.name.first?.isLowercase ?? false, call.givesContext,
        let body = call.tracedFunction(as: nil)?.body
      else { return false }
      return body.statements.makeNewContext(steps - 1)
    }
    guard let items = node.computedContext else { return false }
    return items.makeNewContext(steps - 1)
  }

  /// The code of a computed property that gives a context.
  private var computedContext: CodeBlockItemListSyntax? {
    guard let types = FileMemo.current?.types else { return nil }
    if let name = self.as(DeclReferenceExprSyntax.self) {
      if case .property(let found, _)? = name.nameOrigin {
        return found.isOfContext ? found.accessorBlock?.getter : nil
      }
      guard name.nameOrigin == nil, let owner = name.ownerName else { return nil }
      return types.type(of: self)?.isContext ?? false
        ? projectBinding(name.baseName.text, of: owner)?.accessorBlock?.getter : nil
    }
    guard let access = self.as(MemberAccessExprSyntax.self), let base = access.base,
      let owner = base.isSelfName
        ? access.ownerName
        : access.isOfType ? base.dottedName?.lastPart : types.type(of: base)?.name,
      let found = projectBinding(access.declName.baseName.text, of: owner), found.isOfContext
    else { return nil }
    return found.accessorBlock?.getter
  }
}

extension FunctionCallExprSyntax {
  /// Whether the function is written to return a context of SwiftData's.
  fileprivate var givesContext: Bool {
    if let own = functionOfFile { return own.signature.returnClause?.type.isModelContext ?? false }
    return FileMemo.current?.types.type(of: ExprSyntax(self))?.name == "ModelContext"
  }
}

extension PatternBindingSyntax {
  fileprivate var isOfContext: Bool { typeAnnotation?.type.isModelContext ?? false }
}

extension TypeSyntax {
  fileprivate var isModelContext: Bool {
    WrittenType(self).map { $0.name == "ModelContext" && !$0.isList } ?? false
  }
}

extension CodeBlockItemListSyntax {
  /// Whether all that the body does is to make a context, set it up and return it.
  fileprivate func makeNewContext(_ steps: Int) -> Bool {
    guard isHandwritten, let value = onlyResult?.unwrapped else { return false }
    guard let name = value.as(DeclReferenceExprSyntax.self), let made = name.localValue else {
      return value.makesNewContext(steps)
    }
    guard made.makesNewContext(steps) else { return false }
    // Whoever else gets it may save it, and so may the context itself.
    return !hasDescendant { node in
      guard let use = node.as(DeclReferenceExprSyntax.self),
        use.baseName.text == name.baseName.text, use.id != name.id, use.isValue
      else { return false }
      guard let access = use.parent?.as(MemberAccessExprSyntax.self),
        access.base?.id == ExprSyntax(use).id
      else { return true }
      let member = access.declName.baseName.text
      guard member == "autosaveEnabled" else {
        return !["author", "undoManager", "fetch", "fetchCount", "container"].contains(member)
      }
      return access.parent?.as(ExprListSyntax.self)?.last?.trimmedDescription != "false"
    }
  }
}
