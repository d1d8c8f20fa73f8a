internal import SwiftSyntax

extension TypeReader {
  /// `Repository` and `Note` of what is declared as `Repository<Note>`.
  func generic(of expression: ExprSyntax) -> (name: String, argument: String)? {
    let node = expression.unwrapped
    var written: TypeSyntax?
    var value: ExprSyntax? = node
    var name = node.as(DeclReferenceExprSyntax.self)
    if let access = node.as(MemberAccessExprSyntax.self), access.base?.lastName == "self" {
      name = access.declName
    }
    switch name?.nameOrigin {
    case .local(let type, let first): (written, value) = (type, first)
    case .parameter(let type, _): written = type
    case .property(let binding, _):
      (written, value) = (binding.typeAnnotation?.type, binding.initializer?.value)
    default: break
    }
    if let type = written?.plain, let argument = type.genericArgumentClause?.onlyName {
      return (type.name.text, argument.lastPart)
    }
    guard written == nil, let made = value?.call, made.name.first?.isUppercase ?? false,
      let argument = made.genericArgument
    else { return nil }
    return (made.name, argument.lastPart)
  }

  /// The types whose members property wrappers name by a key path.
  private static let givers = [
    "Dependency": ["DependencyValues"], "Environment": ["EnvironmentValues"],
    "Inject": ["Container", "InjectedValues"], "Injected": ["Container", "InjectedValues"],
    "InjectedObject": ["Container"], "InjectedObservable": ["Container"],
    "LazyInjected": ["Container"], "WeakLazyInjected": ["Container"],
  ]

  /// All of them.
  static let containers = Set(givers.values.flatMap(\.self))

  /// The type of what `@Injected(\.noteStore)`, `@Environment(\.noteStore)` and their like give a property.
  func injectedType(of binding: PatternBindingSyntax) -> WrittenType? {
    guard let variable = binding.parent?.parent?.as(VariableDeclSyntax.self) else { return nil }
    for case .attribute(let attribute) in variable.attributes {
      guard let owners = Self.givers[attribute.simpleName],
        let path = attribute.argumentList?.first?.expression.as(KeyPathExprSyntax.self),
        let member = path.components.last?.component.as(KeyPathPropertyComponentSyntax.self)?
          .declName.baseName.text
      else { continue }
      let written = path.root.flatMap { WrittenType($0)?.name }
      return (written.map { [$0] } ?? owners).lazy.compactMap { foreign(member, of: $0) }.first
    }
    return nil
  }

  /// The class of the objects of a fetched results controller.
  func controlled(_ expression: ExprSyntax) -> WrittenType? {
    guard let type = generic(of: expression), type.name == "NSFetchedResultsController" else {
      return nil
    }
    return WrittenType(name: type.argument)
  }
}

extension ExprSyntax {
  /// The type of the values where a name is written to be a dictionary.
  var dictionaryValue: WrittenType? {
    let node = unwrapped
    let written: TypeSyntax?
    if let name = node.as(DeclReferenceExprSyntax.self) {
      switch name.nameOrigin {
      case .local(let type, _): written = type
      case .parameter(let type, _): written = type
      case .property(let binding, _): written = binding.typeAnnotation?.type
      default: written = nil
      }
    } else if let access = node.as(MemberAccessExprSyntax.self), access.base?.isSelfName ?? false,
      let owner = access.ownerName,
      case .property(let binding, _)? = node.enclosing(MemberBlockSyntax.self)?
        .property(access.declName.baseName.text, owner: owner)
    {
      written = binding.typeAnnotation?.type
    } else {
      return nil
    }
    return written?.as(DictionaryTypeSyntax.self).flatMap { WrittenType($0.value) }
  }
}

extension TypeSyntax {
  /// Without `?`, `any` and `some`.
  fileprivate var plain: IdentifierTypeSyntax? {
    var type = self
    for _ in 0..<4 {
      if let optional = type.as(OptionalTypeSyntax.self) {
        type = optional.wrappedType
      } else if let forced = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
        type = forced.wrappedType
      } else if let some = type.as(SomeOrAnyTypeSyntax.self) {
        type = some.constraint
      }
    }
    return type.as(IdentifierTypeSyntax.self)
  }
}
