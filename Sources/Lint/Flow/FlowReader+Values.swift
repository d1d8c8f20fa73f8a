internal import SwiftSyntax

/// Calls of initializers, and of values that can be called.
extension FlowReader {
  /// `Note(dto, in: context)`, where an initializer of the type asks or changes a store.
  func maker(of call: FunctionCallExprSyntax) -> ObjectFlows.Call? {
    guard let type = call.calledExpression.dottedName?.lastPart,
      type.first?.isUppercase ?? false, file.mayAsk("\(type).init")
    else { return nil }
    return .init(
      owners: [type], name: "init", labels: call.labels, location: file.location(call.nameNode))
  }

  /// `find(title)` of `let find = Finder(context)`, whose type says what a call of its values does.
  func calledValue(of call: FunctionCallExprSyntax) -> ObjectFlows.Call? {
    guard file.mayAsk("callAsFunction()"), call.trailingClosure == nil,
      !(call.isContextMethod && call.isOnContext)
    else { return nil }
    let value = call.calledExpression
    if let name = value.as(DeclReferenceExprSyntax.self) {
      guard name.nameOrigin != nil else { return nil }
    } else if !(value.as(MemberAccessExprSyntax.self)?.base?.isSelfName ?? false) {
      return nil
    }
    guard let type = types.type(of: value), !type.isList else { return nil }
    return .init(
      owners: [type.name], name: "callAsFunction", labels: call.labels,
      location: file.location(call.nameNode))
  }
}
