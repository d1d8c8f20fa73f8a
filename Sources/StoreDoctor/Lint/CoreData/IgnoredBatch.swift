internal import SwiftSyntax

extension FunctionCallExprSyntax {
  /// The batch request that the call executes without looking at the result or telling a context of it.
  var ignoredBatch: String? {
    guard name == "execute", arguments.count <= 2,
      receiver.map(\.executesRequests) ?? isInContext,
      let argument = arguments.first?.expression,
      let made = argument.resolved.call,
      ["NSBatchDeleteRequest", "NSBatchUpdateRequest", "NSBatchInsertRequest"].contains(made.name),
      let body = enclosingBody, body.isHandwritten, isDiscarded || givesNoIDs(argument, body)
    else { return nil }
    let refreshing: Set = [
      "mergeChanges", "reset", "refreshAllObjects", "refresh", "NSManagedObjectContextDidSave",
      "performFetch",
    ]
    return body.mentions(refreshing) ? nil : made.name
  }

  /// Whether the result is asked to be a number or a status, which no context can be told of.
  private func givesNoIDs(_ request: ExprSyntax, _ body: Syntax) -> Bool {
    guard let name = request.as(DeclReferenceExprSyntax.self)?.baseName.text else { return false }
    let kinds = body.assigned("resultType", of: name).map { $0.lastName ?? "" }
    return !kinds.isEmpty
      && kinds.allSatisfy { $0.hasSuffix("Count") || $0.contains("CountResult") }
  }

  /// Whether nothing takes the result: it stands alone, or after `_ =`.
  private var isDiscarded: Bool {
    var node = Syntax(self)
    for _ in 0..<6 {
      guard let next = node.parent else { return false }
      if next.is(CodeBlockItemSyntax.self) {
        let list = next.parent?.as(CodeBlockItemListSyntax.self)
        // The only expression of a closure or function is its result.
        let function = list?.parent?.parent?.as(FunctionDeclSyntax.self)
        return (list?.count ?? 0) > 1 || function.map { $0.signature.returnClause == nil } ?? false
      }
      if let terms = next.as(SequenceExprSyntax.self)?.elements {
        return terms.first?.is(DiscardAssignmentExprSyntax.self) ?? false
      }
      if !(next.is(TryExprSyntax.self) || next.is(AwaitExprSyntax.self)
        || next.is(ExprListSyntax.self))
      {
        return false
      }
      node = next
    }
    return false
  }
}

extension ExprSyntax {
  /// Whether it is a context or a coordinator.
  fileprivate var executesRequests: Bool {
    let name = lastName?.lowercased() ?? ""
    return name.hasSuffix("context") || name.hasSuffix("coordinator") || isContextOfCoreData
  }
}
