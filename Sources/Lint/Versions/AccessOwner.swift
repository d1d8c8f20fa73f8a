internal import SwiftSyntax

/// The type of the object whose property is read or written, as far as the code around it says so.
struct AccessOwner: Hashable {
  /// The last part of its name: `Note` of `V1.Note`.
  let name: String
  /// Whether the object is made there by that name, which then is no protocol's.
  let isMade: Bool

  init(_ name: String, isMade: Bool = false) { (self.name, self.isMade) = (name, isMade) }

  /// Of `note` in `note.title`, `note?.title` and `note!.title`: what its nearest declaration says.
  init?(of base: ExprSyntax?) {
    guard let reference = base?.bare.as(DeclReferenceExprSyntax.self) else { return nil }
    let name = reference.baseName.text
    var inner = Syntax(reference)
    while let outer = inner.parent {
      if let found = outer.declaration(of: name, before: inner) {
        guard let owner = found else { return nil }
        self = owner
        return
      }
      inner = outer
    }
    return nil
  }

  /// Of `\V1.Note.title`, in which all but the first part of the type may stand as components.
  init?(before property: KeyPathPropertyComponentSyntax) {
    guard let component = property.parent?.as(KeyPathComponentSyntax.self),
      let list = component.parent?.as(KeyPathComponentListSyntax.self),
      let path = list.parent?.as(KeyPathExprSyntax.self),
      let place = list.index(of: component)
    else { return nil }
    guard place > list.startIndex else {
      self.init(path.root)
      return
    }
    guard
      let name = list[list.index(before: place)].component
        .as(KeyPathPropertyComponentSyntax.self)?.declName.baseName.text,
      name.first?.isUppercase ?? false
    else { return nil }
    self.init(name)
  }

  /// `nil` for `any Titled` and lists.
  init?(_ type: TypeSyntax?) {
    guard let type else { return nil }
    if let optional = type.as(OptionalTypeSyntax.self) {
      self.init(optional.wrappedType)
    } else if let forced = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      self.init(forced.wrappedType)
    } else if let name = type.as(IdentifierTypeSyntax.self), name.genericArgumentClause == nil {
      self.init(name.name.text)
    } else if let member = type.as(MemberTypeSyntax.self), member.genericArgumentClause == nil {
      self.init(member.name.text)
    } else {
      return nil
    }
  }

  /// Of what `V1.Note()` gives.
  fileprivate init?(madeBy value: ExprSyntax?) {
    guard let call = value?.bare.as(FunctionCallExprSyntax.self),
      let name = call.calledExpression.lastReference, name.first?.isUppercase ?? false,
      call.calledExpression.isTypeName
    else { return nil }
    self.init(name, isMade: true)
  }

  /// Of the objects that `try context.fetch(FetchDescriptor<V1.Note>())` gives.
  fileprivate init?(fetchedBy value: ExprSyntax) {
    guard let call = value.bare.as(FunctionCallExprSyntax.self), call.name == "fetch",
      let request = call.arguments.first?.expression.as(FunctionCallExprSyntax.self),
      let descriptor = request.calledExpression.as(GenericSpecializationExprSyntax.self),
      descriptor.expression.lastReference == "FetchDescriptor",
      let argument = descriptor.genericArgumentClause.arguments.first?.argument
    else { return nil }
    self.init(argument.as(TypeSyntax.self))
  }
}

extension Syntax {
  /// What a scope says of a name: nothing, or a declaration, of which the type may not be known.
  fileprivate func declaration(of name: String, before inner: Syntax) -> AccessOwner?? {
    if let loop = self.as(ForStmtSyntax.self), inner.id == loop.body.id,
      let pattern = loop.pattern.as(IdentifierPatternSyntax.self), pattern.identifier.text == name
    {
      return .some(
        AccessOwner(loop.typeAnnotation?.type) ?? AccessOwner(fetchedBy: loop.sequence))
    }
    if let items = self.as(CodeBlockItemListSyntax.self) {
      var found: AccessOwner??
      for item in items where item.position < inner.position {
        guard let variable = item.item.as(VariableDeclSyntax.self) else { continue }
        for binding in variable.bindings
        where binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name {
          found = .some(
            AccessOwner(binding.typeAnnotation?.type)
              ?? AccessOwner(madeBy: binding.initializer?.value))
        }
      }
      return found
    }
    let parameters =
      self.as(FunctionDeclSyntax.self)?.signature.parameterClause.parameters
      ?? self.as(InitializerDeclSyntax.self)?.signature.parameterClause.parameters
    if let parameter = parameters?.first(where: { ($0.secondName ?? $0.firstName).text == name }) {
      return .some(AccessOwner(parameter.type))
    }
    guard let closure = self.as(ClosureExprSyntax.self),
      case .parameterClause(let clause)? = closure.signature?.parameterClause
    else { return nil }
    let parameter = clause.parameters.first { ($0.secondName ?? $0.firstName).text == name }
    return parameter.map { AccessOwner($0.type) }
  }
}

extension ExprSyntax {
  /// Without `try`, `?`, `!` and parentheses.
  fileprivate var bare: ExprSyntax {
    if let tried = self.as(TryExprSyntax.self) { return tried.expression.bare }
    if let chain = self.as(OptionalChainingExprSyntax.self) { return chain.expression.bare }
    if let forced = self.as(ForceUnwrapExprSyntax.self) { return forced.expression.bare }
    if let tuple = self.as(TupleExprSyntax.self), let only = tuple.elements.first,
      tuple.elements.count == 1
    {
      return only.expression.bare
    }
    return self
  }

  /// `Note` and `V1.Note`, and nothing of an object.
  fileprivate var isTypeName: Bool {
    if let name = self.as(DeclReferenceExprSyntax.self) {
      return name.baseName.text.first?.isUppercase ?? false
    }
    guard let access = self.as(MemberAccessExprSyntax.self), let base = access.base else {
      return false
    }
    return base.isTypeName
  }
}
