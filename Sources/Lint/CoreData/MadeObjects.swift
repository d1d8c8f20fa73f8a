internal import SwiftSyntax

extension ExprSyntax {
  /// `Note` of `Note(context: context)`, and of an object that an entity's name makes.
  var madeClass: String? {
    guard let call = withoutCast.call else { return nil }
    if call.name == "insertNewObject" {
      return call.argumentForEntityName?.literalText ?? "NSManagedObject"
    }
    return self.is(FunctionCallExprSyntax.self) ? call.calledExpression.dottedName : nil
  }
}
