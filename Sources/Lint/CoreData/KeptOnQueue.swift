internal import SwiftSyntax

extension FunctionCallExprSyntax {
  /// Whether what comes out of `await context.perform { … }` is used on the queue of that context alone:
  /// the variable that it is put into appears inside of `perform` of the same context only.
  var isKeptOnQueue: Bool {
    guard let context = receiver?.trimmedDescription, let (name, binding) = boundResult,
      let body = enclosingBody, body.isHandwritten
    else { return false }
    return !body.hasDescendant { node in
      guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name, use.isValue,
        use.position >= binding.endPosition
      else { return false }
      return use.performCall?.receiver?.trimmedDescription != context
    }
  }

  /// The variable that is given the result, with the node that gives it.
  private var boundResult: (name: String, binding: Syntax)? {
    var node = Syntax(self)
    for _ in 0..<10 {
      guard let next = node.parent, !next.is(CodeBlockItemSyntax.self) else { return nil }
      if let binding = next.as(PatternBindingSyntax.self) {
        return binding.name.map { ($0, next) }
      }
      if let binding = next.as(OptionalBindingConditionSyntax.self) {
        return binding.pattern.boundNames.first.map { ($0, next) }
      }
      node = next
    }
    return nil
  }
}
