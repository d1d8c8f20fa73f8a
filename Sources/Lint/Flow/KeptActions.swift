internal import SwiftSyntax

extension ClosureExprSyntax {
  /// Whether a function of the project takes it to keep it: what escapes and gives nothing back is no part
  /// of what is shown, as `tap` of `func row(_ title: String, tap: @escaping () -> Void) -> some View`.
  func isKept(by call: FunctionCallExprSyntax) -> Bool {
    guard let parameters = call.meantFunction?.signature.parameterClause.parameters else {
      return false
    }
    let label =
      parent?.as(MultipleTrailingClosureElementSyntax.self)?.label.text
      ?? parent?.as(LabeledExprSyntax.self)?.label?.text
    if let label {
      return parameters.first { $0.firstName.text == label }?.type.isKeptAction ?? false
    }
    let isLast = call.trailingClosure?.id == id && call.additionalTrailingClosures.isEmpty
    return isLast && parameters.last?.type.isKeptAction ?? false
  }
}

extension TypeSyntax {
  /// `@escaping () -> Void`, `((Note) -> Void)?`
  fileprivate var isKeptAction: Bool {
    if let optional = self.as(OptionalTypeSyntax.self) {
      return optional.wrappedType.as(TupleTypeSyntax.self)?.elements.first?.type.isAction ?? false
    }
    guard let type = self.as(AttributedTypeSyntax.self), type.attributes.mentions(["escaping"])
    else { return false }
    return type.baseType.isAction
  }

  private var isAction: Bool {
    guard let type = self.as(FunctionTypeSyntax.self) else {
      return self.as(AttributedTypeSyntax.self)?.baseType.isAction ?? false
    }
    return ["Void", "()"].contains(type.returnClause.type.trimmedDescription)
  }
}
