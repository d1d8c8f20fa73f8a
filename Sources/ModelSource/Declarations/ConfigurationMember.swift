internal import StoreModel
internal import SwiftSyntax

/// A function or property that gives a configuration of a container, or the schema or models that it
/// opens: `ModelConfiguration.habits`, `Stack.synced(_:)`, `let schema = Schema([Note.self])`.
struct ConfigurationMember: Sendable, Codable {
  /// `ModelConfiguration` or `Schema`, which lists of models are good for, too.
  var type: String
  /// The type around it; empty outside of types.
  var owner: String
  var name: String
  /// The parameters, in order: the label, nil for none, and the name inside.
  var parameters: [Parameter] = []
  /// What it always gives: the call of the initializer or the list; nil where it has a choice.
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
  /// - Parameters:
  ///   - expected: `ModelConfiguration` or `Schema`.
  ///   - owner: the type around the place that names the member.
  func value(
    of expression: Expression, as expected: String, in owner: String?
  ) -> Expression? {
    member(of: expression, as: expected, in: owner)?.value
  }

  /// The same with the type around the member.
  func member(
    of expression: Expression, as expected: String, in owner: String?
  ) -> (value: Expression, owner: String)? {
    let (callee, arguments): (Expression, [Expression.Argument]) =
      if case .call(let callee, let arguments) = expression.kind {
        (callee, arguments)
      } else {
        (expression, [])
      }
    guard let name = callee.lastName else { return nil }
    let named = filter { $0.name == name && $0.type == expected }
    let type: String? =
      switch callee.kind {
      case .implicitMember: expected
      case .reference(let path) where path.count == 1: owner ?? ""
      case .reference(let path):
        ["self", "Self"].contains(path[path.count - 2]) ? owner : path[path.count - 2]
      default: nil
      }
    var meant = named.filter { $0.owner == type }
    // What the type around does not have, stands outside of all types.
    if meant.isEmpty, case .reference(let path) = callee.kind, path.count == 1 {
      meant = named.filter(\.owner.isEmpty)
    }
    // `store.configuration` is a member of some type, of the only one that has it; `kind` may be a value.
    if meant.isEmpty, case .reference(let path) = callee.kind, path.count > 1,
      path[path.count - 2].first?.isLowercase ?? false
    {
      meant = named
    }
    if meant.isEmpty, case .member = callee.kind { meant = named }
    guard meant.count == 1, let value = meant[0].value(given: arguments) else { return nil }
    return (value, meant[0].owner)
  }
}

/// Finds the members of a file that give configurations, schemas and lists of models.
struct ConfigurationReader {
  let expressions: ExpressionReader

  func member(_ node: Syntax) -> ConfigurationMember? {
    guard node.kind == .functionDecl || node.kind == .patternBinding else { return nil }
    if let function = node.as(FunctionDeclSyntax.self) {
      guard let type = function.signature.returnClause?.type.madeType(in: node) else { return nil }
      let value = function.body?.statements.madeValue(type)
      return ConfigurationMember(
        type: type, owner: node.outerType ?? "", name: function.name.identifierText,
        parameters: function.signature.parameterClause.parameters.map { parameter in
          .init(
            label: parameter.firstName.text == "_" ? nil : parameter.firstName.identifierText,
            name: (parameter.secondName ?? parameter.firstName).identifierText,
            preset: parameter.defaultValue.map { expressions.expression($0.value) })
        }, value: value.map { expressions.expression($0) })
    }
    guard let binding = node.as(PatternBindingSyntax.self), binding.isMember,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifierText
    else { return nil }
    let written = binding.typeAnnotation?.type.madeType(in: node)
    var made: (type: String, value: ExprSyntax)?
    if let value = binding.initializer?.value {
      made = value.made(written)
    } else if case .getter(let items)? = binding.accessorBlock?.accessors, let written {
      made = items.madeValue(written).map { (written, $0) }
    }
    guard let type = made?.type ?? written else { return nil }
    return ConfigurationMember(
      type: type, owner: node.outerType ?? "", name: name,
      value: made.map { expressions.expression($0.value) })
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
  private static let made: Set = ["ModelConfiguration", "Schema"]

  /// Which of the things that containers are given is of the type.
  fileprivate func madeType(in node: Syntax) -> String? {
    if let list = self.as(ArrayTypeSyntax.self) {
      return list.element.trimmedDescription.contains("PersistentModel.Type") ? "Schema" : nil
    }
    guard let name = self.as(IdentifierTypeSyntax.self)?.name.text else { return nil }
    if name == "Self" { return node.outerType.flatMap { Self.made.contains($0) ? $0 : nil } }
    return Self.made.contains(name) ? name : nil
  }
}

extension CodeBlockItemListSyntax {
  /// The call or list that the body returns, alone or after it was put into a constant.
  fileprivate func madeValue(_ type: String) -> ExprSyntax? {
    let values = compactMap { item in
      item.item.as(ReturnStmtSyntax.self)?.expression
        ?? (count == 1 ? item.item.as(ExprSyntax.self) : nil)
    }
    guard values.count == 1, let value = values.first else { return nil }
    if let made = value.made(type) { return made.value }
    // `let local = ModelConfiguration(…); return local`
    guard count == 2, let name = value.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let binding = first?.item.as(VariableDeclSyntax.self)?.bindings.first,
      binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name
    else { return nil }
    return binding.initializer?.value.made(type)?.value
  }
}

extension ExprSyntax {
  /// The call of the initializer, by its name or as `.init` and `Self`, or a list of models.
  ///
  /// - Parameter expected: which of them the place says that it is.
  fileprivate func made(_ expected: String?) -> (type: String, value: ExprSyntax)? {
    if let list = self.as(ArrayExprSyntax.self) {
      let isOfTypes = list.elements.allSatisfy {
        $0.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "self"
      }
      return isOfTypes && !list.elements.isEmpty && expected != "ModelConfiguration"
        ? ("Schema", self) : nil
    }
    guard let call = self.as(FunctionCallExprSyntax.self), let type = call.madeType(expected),
      expected == nil || expected == type
    else { return nil }
    return (type, self)
  }
}

extension FunctionCallExprSyntax {
  private static let made: Set = ["ModelConfiguration", "Schema"]

  fileprivate func madeType(_ expected: String?) -> String? {
    if let own = calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text {
      return own == "Self" ? expected : Self.made.contains(own) ? own : nil
    }
    guard let access = calledExpression.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "init"
    else { return nil }
    guard let base = access.base else { return expected }
    let name = base.as(DeclReferenceExprSyntax.self)?.baseName.text ?? ""
    return name == "Self" ? expected : Self.made.contains(name) ? name : nil
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
