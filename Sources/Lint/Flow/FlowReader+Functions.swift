internal import SwiftSyntax

extension FlowReader {
  mutating func noteFunction(_ function: FunctionDeclSyntax) {
    guard let body = function.body, body.isHandwritten, file.isTest == false else { return }
    let owner = function.ownerName
    let name = function.name.text
    if let owner, isOfObjects(owner, function) { noteOwn(name, Syntax(body), owner) }
    let prefix = owner.map { "\($0).\(name)" } ?? name
    if body.statements.count == 1, case .expr(let value)? = body.statements.first?.item {
      noteReturn(value, value)
    }
    noteGiven(
      function.signature.parameterClause.parameters, to: prefix, Syntax(body),
      generics: function.genericParameterClause)
    var effects = body.statements.effects
    if StoreDeletedOnFailure.deletes(body.statements) { effects.append(.delete) }
    if function.signature.effectSpecifiers?.throwsClause == nil,
      function.signature.returnClause == nil,
      body.statements.contains(where: { $0.swallowedSave != nil })
    {
      effects.append(.swallow)
    }
    if !file.isTest, file.usesStores, function.onlyPrintsItsSave(in: file) {
      effects.append(.print)
    }
    if function.tellsWhetherSaved {
      effects += function.attribute("discardableResult") == nil ? [.tell] : [.tell, .hide]
    }
    let calls = calls(in: body.statements)
    let hasContext = function.signature.parameterClause.parameters.contains {
      WrittenType($0.type)?.name == "ModelContext"
    }
    let type = function.enclosingType
    flows.functions.append(
      .init(
        name: prefix,
        labels: function.signature.parameterClause.parameters.labels,
        effects: effects, calls: calls, waits: waits(in: body.statements),
        models: hasContext ? models(in: body.statements) : [],
        returns: returned(by: function) ?? calledBack(by: function),
        // An extension for the main actor is no part of the actor it extends.
        isPrivate: function.isOwn
          || type?.as(ExtensionDeclSyntax.self)?.attribute("MainActor") != nil,
        isPublic: function.modifiers.contains { $0.name.text == "public" },
        owner: owner, isActor: type?.is(ActorDeclSyntax.self) ?? false,
        location: file.location(function.name), givesResult: function.givesResult,
        parameters: function.signature.parameterClause.parameters.compactMap { parameter in
          WrittenType(parameter.type).map { types.plainName($0) }.map { name in
            .init(
              label: parameter.firstName.text,
              type: function.isAnyModel(name) ? ObjectFlows.anyModel : name)
          }
        }, sorts: sorts(of: function.signature.parameterClause.parameters, in: Syntax(body)),
        sortedClasses: sortedClasses(function.signature.parameterClause.parameters)))
  }

  /// The class of what a function returns; `ObjectFlows.anyModel` for objects of any class.
  private func returned(by function: FunctionDeclSyntax) -> String? {
    let type = function.signature.returnClause.flatMap { carried(by: $0.type) }
    return type.map { function.isAnyModel($0) ? ObjectFlows.anyModel : $0 }
  }

  /// The class of the objects that a function hands to a closure which outlives it or runs on the main
  /// actor. What runs within the call stays where the objects are.
  private func calledBack(by function: FunctionDeclSyntax) -> String? {
    for parameter in function.signature.parameterClause.parameters {
      guard let type = parameter.type.as(AttributedTypeSyntax.self),
        let closure = type.baseType.as(FunctionTypeSyntax.self),
        type.attributes.contains(where: { element in
          guard case .attribute(let attribute) = element else { return false }
          return ["escaping", "MainActor"].contains(attribute.simpleName)
        })
      else { continue }
      let models = closure.parameters.compactMap { carried(by: $0.type) }
      if let model = models.first(where: { types.isModel($0) || function.isAnyModel($0) }) {
        return function.isAnyModel(model) ? ObjectFlows.anyModel : model
      }
    }
    return nil
  }

  private func models(in body: CodeBlockItemListSyntax) -> [ObjectFlows.NamedModel] {
    ModelUse.uses(in: body).map {
      .init(type: $0.type, around: body.typesAround, location: file.location($0.node))
    }
  }

  func callee(of call: FunctionCallExprSyntax) -> ObjectFlows.Call? {
    let name = call.name
    if let made = maker(of: call) ?? calledValue(of: call) { return made }
    guard name.first?.isLowercase ?? false,
      // `.deleted(let id)` is a case.
      !(call.calledExpression.as(MemberAccessExprSyntax.self).map { $0.base == nil } ?? false),
      !(call.trailingClosure.map { Syntax($0).isLater } ?? false),
      !(call.isContextMethod && call.isOnContext),
      let owners = owners(of: call.receiver, at: call)
    else { return nil }
    return .init(
      owners: owners.flatMap { meant(by: $0, at: call) }, name: name, labels: call.labels,
      location: file.location(call.nameNode))
  }

  /// Whose functions a type has: those of its own, those of all objects of Core Data where it is a class of
  /// such, and those of the protocol that it stands for as a generic parameter.
  private func meant(by owner: String, at call: FunctionCallExprSyntax) -> [String] {
    if types.isManaged(owner) { return [owner, "NSManagedObject"] }
    return [owner] + (call.protocolOfParameter(owner).map { [$0] } ?? [])
  }

  /// The types whose function is named, by what stands before the dot; the empty name for functions
  /// outside of types.
  func owners(of receiver: ExprSyntax?, at node: some SyntaxProtocol) -> [String]? {
    guard let receiver, !["self", "Self"].contains(receiver.dottedName ?? "") else {
      return (node.ownerName.map { [$0] } ?? []) + (receiver == nil ? [""] : [])
    }
    // `Outer.Inner` is known by its last name, as its own functions are.
    if let type = receiver.dottedName,
      type.split(separator: ".").allSatisfy({ $0.first?.isUppercase ?? false })
    {
      return [type.lastPart]
    }
    if let type = types.type(of: receiver) { return type.isList ? nil : [type.name] }
    if let type = types.generic(of: receiver) { return [type.name] }
    return receiver.isNamedLikeContext ? ["NSManagedObjectContext", "ModelContext"] : nil
  }

  /// The class of what a value of the type consists of: `Note` of `[Note]`, and the first model of a
  /// tuple, a dictionary or a stream.
  func carried(by type: TypeSyntax) -> String? {
    if let written = WrittenType(type) { return types.plainName(written) }
    var parts = [type]
    for _ in 0..<16 {
      guard let part = parts.popLast() else { return nil }
      if let written = WrittenType(part), types.isModel(written) { return written.name }
      switch part.as(TypeSyntaxEnum.self) {
      case .tupleType(let tuple): parts += tuple.elements.reversed().map(\.type)
      case .dictionaryType(let dictionary): parts.append(dictionary.value)
      case .arrayType(let list): parts.append(list.element)
      case .optionalType(let optional): parts.append(optional.wrappedType)
      case .identifierType(let named):
        guard
          ["AnyPublisher", "AsyncStream", "AsyncThrowingStream", "Result", "Task"].contains(
            named.name.text),
          let first = named.genericArgumentClause?.arguments.first
        else { continue }
        if let type = Syntax(first.argument).as(TypeSyntax.self) { parts.append(type) }
      default: continue
      }
    }
    return nil
  }
}

extension FunctionCallExprSyntax {
  /// `Storing` where the function or type around has `<Store: Storing>`.
  fileprivate func protocolOfParameter(_ name: String) -> String? {
    var node = parent
    for _ in 0..<256 {
      guard let next = node else { return nil }
      let clause =
        next.as(FunctionDeclSyntax.self)?.genericParameterClause
        ?? next.as(StructDeclSyntax.self)?.genericParameterClause
        ?? next.as(ClassDeclSyntax.self)?.genericParameterClause
        ?? next.as(ActorDeclSyntax.self)?.genericParameterClause
      if let type = clause?.parameters.first(where: { $0.name.text == name })?.inheritedType {
        return type.dottedName?.lastPart
      }
      node = next.parent
    }
    return nil
  }
}

extension WithModifiersSyntax where Self: WithAttributesSyntax {
  /// Whether only the type itself uses it, or nobody needs the actor for it.
  var isOwn: Bool {
    modifiers.contains { modifier in
      ["private", "nonisolated", "static"].contains(modifier.name.text)
        && modifier.detail == nil
    } || attribute("MainActor") != nil
  }
}

extension FunctionDeclSyntax {
  /// Whether a name is that of a generic parameter which may be any model, or of all models.
  fileprivate func isAnyModel(_ name: String) -> Bool {
    if name == ObjectFlows.anyModel { return true }
    if genericParameterClause.names(name) || genericWhereClause.demandsModel(of: name) {
      return true
    }
    // A parameter of the type around it, or an associated type of the protocol that is extended.
    switch enclosingType?.as(DeclSyntax.self)?.as(DeclSyntaxEnum.self) {
    case .actorDecl(let type):
      return type.genericParameterClause.names(name)
        || type.genericWhereClause.demandsModel(of: name)
    case .extensionDecl(let type):
      return type.genericWhereClause.demandsModel(of: name)
        || type.extendedType.dottedName.map { sourceFile?.protocol($0, hasModel: name) ?? false }
          ?? false
    case .protocolDecl(let type): return type.hasModel(name)
    default: return false
    }
  }

  /// Whether it returns what a closure gives: `func perform<T>(_ work: (ModelContext) throws -> T) -> T`.
  fileprivate var givesResult: Bool {
    // `-> sending T`
    guard let type = signature.returnClause?.type,
      case let result = (type.as(AttributedTypeSyntax.self)?.baseType ?? type).trimmedDescription,
      genericParameterClause?.parameters.contains(where: { $0.name.text == result }) ?? false
    else { return false }
    return signature.parameterClause.parameters.contains { parameter in
      parameter.type.hasDescendant { node in
        node.as(FunctionTypeSyntax.self)?.returnClause.type.trimmedDescription == result
      }
        || parameter.type.as(FunctionTypeSyntax.self)?.returnClause.type.trimmedDescription
          == result
    }
  }
}

extension GenericParameterClauseSyntax? {
  /// Whether one of the parameters has a name and may be any model.
  fileprivate func names(_ name: String) -> Bool {
    self?.parameters.contains {
      $0.name.text == name && $0.inheritedType?.dottedName?.lastPart == ObjectFlows.anyModel
    } ?? false
  }
}

extension GenericWhereClauseSyntax? {
  fileprivate func demandsModel(of name: String) -> Bool {
    self?.requirements.contains { requirement in
      guard let own = requirement.requirement.as(ConformanceRequirementSyntax.self) else {
        return false
      }
      return own.leftType.trimmedDescription == name
        && own.rightType.dottedName?.lastPart == ObjectFlows.anyModel
    } ?? false
  }
}

extension ProtocolDeclSyntax {
  /// Whether an associated type of that name may be any model.
  fileprivate func hasModel(_ name: String) -> Bool {
    memberBlock.members.contains { member in
      guard let type = member.decl.as(AssociatedTypeDeclSyntax.self), type.name.text == name else {
        return false
      }
      return type.inheritanceClause?.mentions([ObjectFlows.anyModel]) ?? false
    }
  }
}

extension SourceFileSyntax {
  fileprivate func `protocol`(_ name: String, hasModel model: String) -> Bool {
    statements.contains { statement in
      guard let type = statement.item.as(ProtocolDeclSyntax.self), type.name.text == name else {
        return false
      }
      return type.hasModel(model)
    }
  }
}
