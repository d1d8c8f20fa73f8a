internal import ModelSource
internal import SwiftSyntax

/// Names that a pattern takes out of an enum's case: `folder` of `case .inside(let folder)`.
extension PatternSyntax {
  /// What the name is; nil where the pattern does not bind it.
  ///
  /// - Parameter subject: what is held against the pattern.
  func payloadOrigin(of name: String, in subject: ExprSyntax?) -> NameOrigin? {
    guard boundNames.contains(name) else { return nil }
    guard let call = matchedCall, let place = call.payload(name),
      let access = call.calledExpression.as(MemberAccessExprSyntax.self)
    else { return .unknown }
    let written = access.base?.dottedName?.lastPart
    guard let owner = written ?? subject?.enumName,
      let type = call.payloadType(place, of: access.declName.baseName.text, in: owner)
    else { return .unknown }
    return .local(type: type, value: nil)
  }

  /// `.inside(let folder)` of `case .inside(let folder)`, `let .inside(folder)` and `.inside(let folder)?`.
  private var matchedCall: FunctionCallExprSyntax? {
    if let binding = self.as(ValueBindingPatternSyntax.self) { return binding.pattern.matchedCall }
    guard let value = self.as(ExpressionPatternSyntax.self)?.expression else { return nil }
    return value.as(FunctionCallExprSyntax.self)
      ?? value.as(OptionalChainingExprSyntax.self)?.expression.as(FunctionCallExprSyntax.self)
  }
}

extension FunctionCallExprSyntax {
  /// Which argument of the pattern binds a name.
  fileprivate func payload(_ name: String) -> Int? {
    let place = Array(arguments).firstIndex { argument in
      guard let pattern = argument.expression.as(PatternExprSyntax.self)?.pattern else {
        // `case let .inside(folder)`
        return argument.expression.as(DeclReferenceExprSyntax.self)?.baseName.text == name
      }
      if let plain = pattern.as(IdentifierPatternSyntax.self) {
        return plain.identifier.text == name
      }
      return pattern.as(ValueBindingPatternSyntax.self)?.pattern.as(IdentifierPatternSyntax.self)?
        .identifier.text == name
    }
    return place
  }

  fileprivate func payloadType(_ place: Int, of name: String, in owner: String) -> TypeSyntax? {
    let declared =
      sourceFile?.enumCase(name, of: owner) ?? FileMemo.current?.file.tree.enumCase(name, of: owner)
      ?? FileMemo.current?.foreignCase(name, of: owner)
    guard
      let parameters = declared?.elements.first(where: { $0.name.text == name })?.parameterClause?
        .parameters, place < parameters.count
    else { return nil }
    return Array(parameters)[place].type
  }
}

extension ExprSyntax {
  /// The type of what is held against cases.
  fileprivate var enumName: String? {
    if isSelfName { return ownerName }
    return FileMemo.current?.types.type(of: self).flatMap { $0.isList ? nil : $0.name }
  }
}

extension FileMemo {
  fileprivate func foreignCase(_ name: String, of owner: String) -> EnumCaseDeclSyntax? {
    let key = "\(owner).\(name)"
    if let known = cases[key] { return known }
    let found = file.ask(.memberCode(key)).first.flatMap { text in
      ParsePool.tree(of: "enum \(owner) {\n\(text)\n}").enumCase(name, of: owner)
    }
    cases[key] = .some(found)
    return found
  }
}

extension Syntax {
  /// What a name means that a case of a `switch` binds.
  func caseOrigin(of name: String, in element: SwitchCaseSyntax) -> NameOrigin? {
    guard case .case(let label) = element.label else { return nil }
    let subject = element.parent?.parent?.as(SwitchExprSyntax.self)?.subject
    for item in label.caseItems {
      if let found = item.pattern.payloadOrigin(of: name, in: subject) { return found }
    }
    return nil
  }
}
