internal import SwiftSyntax

extension FunctionCallExprSyntax {
  /// Whether one of the objects goes to somebody who may save it: `completion(.success(note))`.
  func handsOn(_ objects: Set<String>) -> Bool {
    guard !objects.isEmpty, name == "success" || isOfParameter || name.has("ompletion") else {
      return false
    }
    return arguments.contains { $0.isAnObject(of: objects) }
  }

  /// Whether a closure is called that the function around is given.
  private var isOfParameter: Bool {
    let callee = calledExpression.unwrapped.as(DeclReferenceExprSyntax.self)
    if case .parameter? = callee?.nameOrigin { return true }
    return false
  }
}

extension LabeledExprSyntax {
  /// Whether it is one of the objects, or what a closure is given for each of them.
  func isAnObject(of objects: Set<String>) -> Bool {
    guard let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text else {
      return false
    }
    guard name == "$0" else { return objects.contains(name) }
    let user = enclosing(ClosureExprSyntax.self)?.userCall
    return user?.name == "forEach" && user?.receiver?.mentions(objects) ?? false
  }
}
