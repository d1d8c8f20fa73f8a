internal import StoreModel
internal import SwiftSyntax

/// A function or property that gives a configuration of a container: `ModelConfiguration.habits`,
/// `Stack.synced(_:)`.
struct ConfigurationMember: Sendable, Codable {
  /// The type around it; empty outside of types.
  var owner: String
  var name: String
  /// The parameters, in order: the label, nil for none, and the name inside.
  var parameters: [Parameter] = []
  /// What it always gives: the call of `ModelConfiguration`; nil where it has a choice.
  var value: Expression?

  struct Parameter: Sendable, Codable {
    var label: String?
    var name: String
    var preset: Expression?
  }

  /// The value with the arguments of a call in place of the parameters.
  func value(given arguments: [Expression.Argument]) -> Expression? {
    guard let value, !parameters.isEmpty, case .call(let callee, let own) = value.kind else {
      return value
    }
    var given: [String: Expression] = [:]
    var rest = arguments[...]
    for parameter in parameters {
      if let first = rest.first, first.label == parameter.label {
        given[parameter.name] = first.value
        rest = rest.dropFirst()
      } else if let preset = parameter.preset {
        given[parameter.name] = preset
      }
    }
    var result = value
    result.kind = .call(
      callee,
      own.map { argument in
        guard case .reference(let path) = argument.value.kind, path.count == 1,
          let meant = given[path[0]]
        else { return argument }
        return .init(label: argument.label, value: meant)
      })
    return result
  }
}

extension [ConfigurationMember] {
  /// What a reference or call of one of the members gives; nil where several may be meant.
  ///
  /// - Parameter owner: the type around the place that names the member.
  func value(of expression: Expression, in owner: String?) -> Expression? {
    let (callee, arguments): (Expression, [Expression.Argument]) =
      if case .call(let callee, let arguments) = expression.kind {
        (callee, arguments)
      } else {
        (expression, [])
      }
    guard let name = callee.lastName else { return nil }
    let named = filter { $0.name == name }
    let type: String? =
      switch callee.kind {
      case .implicitMember: "ModelConfiguration"
      case .reference(let path) where path.count == 1: owner ?? ""
      case .reference(let path):
        ["self", "Self"].contains(path[path.count - 2]) ? owner : path[path.count - 2]
      default: nil
      }
    var meant = named.filter { $0.owner == type }
    // `store.configuration` is a member of some type, of the only one that has it; `kind` may be a value.
    if meant.isEmpty, case .reference(let path) = callee.kind, path.count > 1,
      path[path.count - 2].first?.isLowercase ?? false
    {
      meant = named
    }
    if meant.isEmpty, case .member = callee.kind { meant = named }
    return meant.count == 1 ? meant[0].value(given: arguments) : nil
  }
}

/// Finds the members of a file that give configurations.
struct ConfigurationReader {
  let expressions: ExpressionReader

  func member(_ node: Syntax) -> ConfigurationMember? {
    guard node.kind == .functionDecl || node.kind == .patternBinding else { return nil }
    if let function = node.as(FunctionDeclSyntax.self) {
      guard function.signature.returnClause?.type.isConfiguration(in: node) ?? false else {
        return nil
      }
      let value = function.body?.statements.madeConfiguration
      return ConfigurationMember(
        owner: node.outerType ?? "", name: function.name.identifierText,
        parameters: function.signature.parameterClause.parameters.map { parameter in
          .init(
            label: parameter.firstName.text == "_" ? nil : parameter.firstName.identifierText,
            name: (parameter.secondName ?? parameter.firstName).identifierText,
            preset: parameter.defaultValue.map { expressions.expression($0.value) })
        }, value: value.map { expressions.expression(ExprSyntax($0)) })
    }
    guard let binding = node.as(PatternBindingSyntax.self), binding.isMember,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifierText
    else { return nil }
    let isWritten = binding.typeAnnotation?.type.isConfiguration(in: node) ?? false
    let made: FunctionCallExprSyntax?
    if let value = binding.initializer?.value {
      made = value.madeCall(isWritten)
    } else if case .getter(let items)? = binding.accessorBlock?.accessors, isWritten {
      made = items.madeConfiguration
    } else {
      made = nil
    }
    guard made != nil || isWritten else { return nil }
    return ConfigurationMember(
      owner: node.outerType ?? "", name: name,
      value: made.map { expressions.expression(ExprSyntax($0)) })
  }
}

extension PatternBindingSyntax {
  /// Whether it is a constant or computed property outside of bodies.
  fileprivate var isMember: Bool {
    guard let variable = parent?.parent?.as(VariableDeclSyntax.self),
      accessorBlock != nil || variable.bindingSpecifier.text == "let"
    else { return false }
    return variable.parent?.is(MemberBlockItemSyntax.self) ?? false
      || variable.parent?.as(CodeBlockItemSyntax.self)?.parent?.parent?.is(SourceFileSyntax.self)
        ?? false
  }
}

extension TypeSyntax {
  fileprivate func isConfiguration(in node: Syntax) -> Bool {
    let name = self.as(IdentifierTypeSyntax.self)?.name.text
    return name == "ModelConfiguration" || name == "Self" && node.outerType == "ModelConfiguration"
  }
}

extension CodeBlockItemListSyntax {
  /// The call of the initializer that the body returns, alone or after it was put into a constant.
  fileprivate var madeConfiguration: FunctionCallExprSyntax? {
    let values = compactMap { item in
      item.item.as(ReturnStmtSyntax.self)?.expression
        ?? (count == 1 ? item.item.as(ExprSyntax.self) : nil)
    }
    guard values.count == 1, let value = values.first else { return nil }
    if let made = value.madeCall(true) { return made }
    // `let local = ModelConfiguration(…); return local`
    guard count == 2, let name = value.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let binding = first?.item.as(VariableDeclSyntax.self)?.bindings.first,
      binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name
    else { return nil }
    return binding.initializer?.value.madeCall(true)
  }
}

extension ExprSyntax {
  /// The call of the initializer, by its name or as `.init` and `Self`.
  ///
  /// - Parameter isExpected: whether the place says that it is a configuration.
  fileprivate func madeCall(_ isExpected: Bool) -> FunctionCallExprSyntax? {
    guard let call = self.as(FunctionCallExprSyntax.self) else { return nil }
    let callee = call.calledExpression
    if let own = callee.as(DeclReferenceExprSyntax.self)?.baseName.text {
      return own == "ModelConfiguration" || own == "Self" && isExpected ? call : nil
    }
    guard let access = callee.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "init"
    else { return nil }
    guard let base = access.base?.as(DeclReferenceExprSyntax.self)?.baseName.text else {
      return isExpected && access.base == nil ? call : nil
    }
    return base == "ModelConfiguration" || base == "Self" && isExpected ? call : nil
  }
}

extension Syntax {
  /// The name of the nearest type or extension around a node.
  var outerType: String? {
    var node = parent
    for _ in 0..<128 {
      guard let next = node else { return nil }
      if let part = next.as(ExtensionDeclSyntax.self) {
        return part.extendedType.as(IdentifierTypeSyntax.self)?.name.text
          ?? part.extendedType.as(MemberTypeSyntax.self)?.name.text
      }
      if next.asProtocol((any DeclGroupSyntax).self) != nil {
        return next.asProtocol((any NamedDeclSyntax).self)?.name.identifierText
      }
      node = next.parent
    }
    return nil
  }
}
