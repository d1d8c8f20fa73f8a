internal import SwiftSyntax

/// Generic functions that fetch what they are asked for and delete it object by object: what is deleted, only
/// their callers say.
extension FunctionCallExprSyntax {
  /// The class, where the call hands it to such a function and the function's condition finds many:
  /// `context.removeAll(LogLine.self, matching: #Predicate { $0.at < limit })`.
  var deletedByFunction: String? {
    guard Self.deleting.contains(where: name.lowercased().hasPrefix),
      !(isContextMethod && isOnContext), !arguments.isEmpty,
      let function = tracedFunction(as: nil) ?? contextFunction, let body = function.body,
      let generic = function.genericParameterClause?.parameters.first?.name.text,
      body.isHandwritten, let deleted = body.deletedFetch(of: generic)
    else { return nil }
    let meant = arguments.reduce(into: [String: ExprSyntax]()) { meant, argument in
      if let name = function.parameter(for: argument, of: arguments) {
        meant[name] = argument.expression
      }
    }
    var condition: ExprSyntax?
    if let written = deleted.conditions.last {
      guard let name = written.as(DeclReferenceExprSyntax.self)?.baseName.text else { return nil }
      condition = meant[name]?.resolved
    }
    let entity =
      meant.values.lazy.compactMap { $0.metatypeName?.lastPart }.first
      ?? condition?.as(MacroExpansionExprSyntax.self)?.genericArgumentClause?.onlyName?.lastPart
    guard let entity else { return nil }
    guard let condition, !condition.is(NilLiteralExprSyntax.self) else {
      return entity.isOfManyObjects ? entity : nil
    }
    return condition.as(MacroExpansionExprSyntax.self)?.picksByOrder ?? false ? entity : nil
  }

  private static let deleting = [
    "clear", "delet", "discard", "drop", "empty", "eras", "prune", "purge", "remov", "trim", "wipe",
  ]

  /// A function that an extension of the context adds.
  private var contextFunction: FunctionDeclSyntax? {
    guard receiver?.isContextValue ?? isInContext else { return nil }
    return projectFunction(name, of: "ModelContext")
  }
}

extension MacroExpansionExprSyntax {
  /// Whether the condition asks what is before or after something: what is old enough piles up, and what
  /// equals something is a handful.
  var picksByOrder: Bool {
    hasDescendant { node in
      ["<", "<=", ">", ">="].contains(
        node.as(BinaryOperatorExprSyntax.self)?.operator.text ?? "")
    }
  }
}

extension CodeBlockSyntax {
  /// The fetch of a generic parameter's objects, all of which the body deletes one by one.
  fileprivate func deletedFetch(of generic: String) -> FetchedObjects? {
    var found: FetchedObjects?
    forEachDescendant { node in
      guard found == nil, let list = DeletedOneByOne.deletedList(node),
        let (fetched, place) = FetchedObjects.behind(list), fetched.entity == generic,
        !fetched.isLimited, !list.keepsRows(since: place.position, at: node)
      else { return found == nil }
      found = fetched
      return false
    }
    return found
  }
}
