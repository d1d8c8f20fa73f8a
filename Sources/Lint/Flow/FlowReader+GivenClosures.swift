internal import SwiftSyntax

/// Closures that a function is given and calls with objects: `try store.each { note in … }`.
extension FlowReader {
  /// What a closure does with the objects that it is handed, where a function is called that asks a store.
  mutating func noteClosure(_ call: FunctionCallExprSyntax) {
    guard let closure = call.trailingClosure, !file.isTest, call.name.first?.isLowercase ?? false,
      file.mayAsk(call.name + "()"), !call.isContextMethod, Syntax(closure).isHandwritten,
      !ClosureExprSyntax.listMethods.contains(call.name), let callee = calleeName(of: call)
    else { return }
    let names = closure.parameterNames.isEmpty ? ["$0"] : closure.parameterNames
    for (position, name) in names.enumerated() {
      let uses = self.uses(of: name, in: Syntax(closure.statements))
      guard !uses.isEmpty else { continue }
      flows.holders.append(
        .init(
          name: "\(callee)\(Self.closure)(#\(position))", entity: Self.anyEntity, isList: false,
          uses: uses))
    }
  }

  /// Stands behind the name of a function for the closure that it is given.
  static let closure = "{}"
  /// The class of what a closure is handed is written where the function is.
  static let anyEntity = "*"

  /// The function whose parameter is called here: `Store.each{}` of `body(note)` in `each`.
  func calledParameter(_ call: FunctionCallExprSyntax) -> String? {
    guard let name = call.calledExpression.as(DeclReferenceExprSyntax.self),
      case .parameter(let type, let function)? = name.nameOrigin,
      type.is(FunctionTypeSyntax.self) || type.is(AttributedTypeSyntax.self),
      let declaration = function.as(FunctionDeclSyntax.self)
    else { return nil }
    let own = declaration.name.text + Self.closure
    return declaration.ownerName.map { "\($0).\(own)" } ?? own
  }
}
