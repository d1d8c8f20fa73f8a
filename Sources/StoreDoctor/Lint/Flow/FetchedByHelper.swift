internal import SwiftSyntax

extension FetchedObjects {
  /// The fetch that an expression is, that filled the variable it names, or that a function makes which is
  /// called for it: `try outdated(before: limit)`.
  ///
  /// - Returns: also the node of this code that fetches, itself or through the function.
  static func behind(_ list: ExprSyntax) -> (objects: FetchedObjects, place: Syntax)? {
    if let own = FetchedObjects(list) { return (own, own.fetch.nameNode) }
    var value = list.unwrapped
    if let name = value.as(DeclReferenceExprSyntax.self) {
      guard let filled = name.localValue else { return nil }
      value = filled.unwrapped
    }
    value = value.otherwiseDefault?.unwrapped ?? value
    guard let call = value.call, let found = call.fetchOfHelper(3) else { return nil }
    return (found, call.nameNode)
  }
}

extension FunctionCallExprSyntax {
  /// What the function that is called fetches and returns.
  ///
  /// - Parameter depth: how many functions deep to look.
  fileprivate func fetchOfHelper(_ depth: Int) -> FetchedObjects? {
    guard depth > 0, !(isContextMethod && isOnContext), trailingClosure == nil,
      let body = calledFunction?.body, body.isHandwritten, let result = body.statements.onlyResult
    else { return nil }
    if let found = FetchedObjects(result) { return found }
    let value = result.otherwiseDefault?.unwrapped ?? result.unwrapped
    return value.call?.fetchOfHelper(depth - 1)
  }
}
