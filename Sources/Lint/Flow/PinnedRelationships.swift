internal import StoreModel
internal import SwiftSyntax

extension FetchedObjects {
  /// The members that the condition of a fetch goes through or compares: `folder` of
  /// `$0.folder?.name == name`. Over such a relationship, all objects lead to one or a few.
  var pinned: [String] {
    if isCoreData { return managedPins }
    return conditions.flatMap { condition in
      (condition.unwrapped.as(DeclReferenceExprSyntax.self)?.localValue ?? condition).pinned
    }
  }
}

extension AttributeSyntax {
  /// Those of the filter of a query.
  var pinned: [String] {
    argumentList?.first { $0.label?.text == "filter" }?.expression.pinned ?? []
  }
}

extension ExprSyntax {
  fileprivate var pinned: [String] {
    guard let macro = self.as(MacroExpansionExprSyntax.self), let closure = macro.lastClosure else {
      return []
    }
    let name = closure.firstParameter
    var found: [String] = []
    closure.statements.forEachDescendant { node in
      if let access = node.as(MemberAccessExprSyntax.self),
        access.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == name
      {
        found.append(access.declName.baseName.text)
      }
      return true
    }
    return found
  }
}

extension MacroExpansionExprSyntax {
  fileprivate var lastClosure: ClosureExprSyntax? {
    trailingClosure ?? arguments.last?.expression.as(ClosureExprSyntax.self)
  }
}

extension LintFile {
  /// The place of the function or getter around a node, which tells functions apart.
  func function(around node: some SyntaxProtocol) -> Location? {
    node.enclosingBody.map { location($0) }
  }
}
