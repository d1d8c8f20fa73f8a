internal import SwiftSyntax

extension FlowReader {
  mutating func noteFunction(_ function: FunctionDeclSyntax) {
    guard let body = function.body, body.isHandwritten, file.isTest == false else { return }
    let owner = function.ownerName
    let name = function.name.text
    if let owner, types.isStored(owner) { noteOwn(name, Syntax(body), owner) }
    let prefix = owner.map { "\($0).\(name)" } ?? name
    if body.statements.count == 1, case .expr(let value)? = body.statements.first?.item {
      noteReturn(value, value)
    }
    for (position, parameter) in function.signature.parameterClause.parameters.enumerated() {
      guard let type = WrittenType(parameter.type), types.isStored(type.name), !type.isList else {
        continue
      }
      let label = parameter.firstName.text == "_" ? "#\(position)" : parameter.firstName.text
      let uses = self.uses(
        of: (parameter.secondName ?? parameter.firstName).text, in: Syntax(body))
      flows.holders.append(
        .init(name: "\(prefix)(\(label))", entity: type.name, isList: false, uses: uses))
    }
    var effects = body.statements.effects
    if StoreDeletedOnFailure.deletes(body.statements) { effects.append(.delete) }
    let calls = body.statements.flatMap(\.calls).compactMap { callee(of: $0) }
    let hasContext = function.signature.parameterClause.parameters.contains {
      WrittenType($0.type)?.name == "ModelContext"
    }
    let type = function.enclosingType
    flows.functions.append(
      .init(
        name: prefix,
        labels: function.signature.parameterClause.parameters.map {
          $0.firstName.text + ($0.defaultValue == nil ? "" : "?")
        },
        effects: effects, calls: calls, waits: waits(in: body.statements),
        models: hasContext ? models(in: body.statements) : [],
        returns: function.signature.returnClause.flatMap { carried(by: $0.type) },
        // An extension for the main actor is no part of the actor it extends.
        isPrivate: function.isOwn
          || type?.as(ExtensionDeclSyntax.self)?.attribute("MainActor") != nil,
        isPublic: function.modifiers.contains { $0.name.text == "public" },
        owner: owner, isActor: type?.is(ActorDeclSyntax.self) ?? false,
        location: file.location(function.name),
        parameters: function.signature.parameterClause.parameters.compactMap { parameter in
          WrittenType(parameter.type).map {
            .init(label: parameter.firstName.text, type: types.plainName($0))
          }
        }))
  }

  private func models(in body: CodeBlockItemListSyntax) -> [ObjectFlows.NamedModel] {
    ModelUse.uses(in: body).map {
      .init(type: $0.type, around: body.typesAround, location: file.location($0.node))
    }
  }

  func callee(of call: FunctionCallExprSyntax) -> ObjectFlows.Call? {
    let name = call.name
    guard name.first?.isLowercase ?? false, call.trailingClosure == nil,
      !(call.isContextMethod && call.isOnContext)
    else { return nil }
    let owners: [String]
    if let receiver = call.receiver, !["self", "Self"].contains(receiver.dottedName ?? "") {
      if let type = receiver.dottedName, type.first?.isUppercase ?? false,
        !type.contains(".")
      {
        owners = [type]
      } else if let type = types.type(of: receiver) {
        guard !type.isList else { return nil }
        owners = [type.name]
      } else if let type = types.generic(of: receiver) {
        owners = [type.name]
      } else {
        return nil
      }
    } else {
      owners = (call.ownerName.map { [$0] } ?? []) + (call.receiver == nil ? [""] : [])
    }
    return .init(
      owners: owners, name: name, labels: call.arguments.map { $0.label?.text ?? "_" },
      location: file.location(call.nameNode))
  }

  /// Calls that a loop makes for each element, and calls that cross to another actor.
  mutating func noteCall(_ call: FunctionCallExprSyntax) {
    guard !file.isTest else { return }
    if call.receiver?.isSelf ?? true, let type = call.enclosingType,
      type.is(ActorDeclSyntax.self) || type.is(ExtensionDeclSyntax.self), let owner = type.typeName
    {
      flows.ownCalls.insert("\(owner).\(call.name)")
    }
    if let made = call.calledExpression.dottedName?.lastPart, made.first?.isUppercase ?? false {
      let models = handedOver(by: call)
      guard !models.isEmpty, !types.isModel(made) else { return }
      flows.calls.append(
        .init(
          owners: [made], name: "init", labels: call.arguments.map { $0.label?.text ?? "_" },
          location: file.location(call.nameNode), isAwaited: true, models: models))
      return
    }
    guard call.awaiting != nil || call.isAsyncLet, let receiver = call.receiver else { return }
    if !receiver.isSelf { flows.awaited.insert(call.name) }
    if var crossing = callee(of: call) {
      crossing.isAwaited = true
      crossing.models = handedOver(by: call)
      flows.calls.append(crossing)
    }
  }

  /// The models and contexts among the arguments. What is made there belongs to nobody yet, and may go
  /// anywhere.
  private func handedOver(by call: FunctionCallExprSyntax) -> [String] {
    call.arguments.compactMap { argument in
      let value = argument.expression.unwrapped
      if value.lastName == "mainContext" { return "ModelContext" }
      if let made = value.call, made.name.first?.isUppercase ?? false { return nil }
      if let name = value.as(DeclReferenceExprSyntax.self),
        case .local(_, let first?)? = name.nameOrigin,
        first.call?.name == "ModelContext"
      {
        return nil
      }
      return types.type(of: value).map { types.plainName($0) }
    }.filter { $0 == "ModelContext" || types.isModel($0) || types.isManaged($0) }
  }

  /// `await store.notes`
  mutating func noteAccess(_ access: MemberAccessExprSyntax) {
    guard let base = access.base, !base.isSelf, !file.isTest, access.whole.awaiting != nil,
      let type = types.type(of: base), !type.isList, !types.isModel(type.name)
    else { return }
    var crossing = ObjectFlows.Call(
      owners: [type.name], name: access.declName.baseName.text, labels: ["."],
      location: file.location(access.declName))
    crossing.isAwaited = true
    flows.calls.append(crossing)
  }

  /// A property of an actor that holds models.
  mutating func noteActorProperty(
    _ variable: VariableDeclSyntax, _ name: String, _ binding: PatternBindingSyntax, _ owner: String
  ) {
    guard !file.isTest, variable.enclosingType?.is(ActorDeclSyntax.self) ?? false,
      let model = binding.typeAnnotation.flatMap({ carried(by: $0.type) }),
      types.isModel(model) || types.isManaged(model)
    else { return }
    flows.functions.append(
      .init(
        name: "\(owner).\(name)", labels: ["."], effects: [], calls: [], returns: model,
        isPrivate: variable.isOwn, owner: owner, isActor: true, location: file.location(binding)))
  }

  /// The class of what a value of the type consists of: `Note` of `[Note]`, and the first model of a
  /// tuple, a dictionary or a stream.
  private func carried(by type: TypeSyntax) -> String? {
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
        guard ["AsyncStream", "AsyncThrowingStream", "Result"].contains(named.name.text),
          let first = named.genericArgumentClause?.arguments.first
        else { continue }
        if let type = Syntax(first.argument).as(TypeSyntax.self) { parts.append(type) }
      default: continue
      }
    }
    return nil
  }
}

extension WithModifiersSyntax where Self: WithAttributesSyntax {
  /// Whether only the type itself uses it, or nobody needs the actor for it.
  fileprivate var isOwn: Bool {
    modifiers.contains { modifier in
      ["private", "nonisolated", "static"].contains(modifier.name.text)
        && modifier.detail == nil
    } || attribute("MainActor") != nil
  }
}

extension MemberAccessExprSyntax {
  /// `store.current?.title`, for `store.current`: not what may go anywhere, as the number of objects.
  fileprivate var whole: ExprSyntax {
    var node = ExprSyntax(self)
    for _ in 0..<8 {
      if let next = node.parent?.as(OptionalChainingExprSyntax.self) {
        node = ExprSyntax(next)
      } else if let next = node.parent?.as(ForceUnwrapExprSyntax.self) {
        node = ExprSyntax(next)
      } else if let next = node.parent?.as(MemberAccessExprSyntax.self), next.base?.id == node.id,
        !["count", "isEmpty", "id", "persistentModelID"].contains(next.declName.baseName.text)
      {
        node = ExprSyntax(next)
      } else {
        return node
      }
    }
    return node
  }
}

extension ExprSyntax {
  fileprivate var isSelf: Bool { self.as(DeclReferenceExprSyntax.self)?.baseName.text == "self" }
}

extension FunctionCallExprSyntax {
  /// The value of `async let notes = …`, which another actor may work out.
  fileprivate var isAsyncLet: Bool {
    var node = Syntax(self)
    for _ in 0..<6 {
      guard let next = node.parent else { return false }
      if let binding = next.as(PatternBindingSyntax.self) {
        let variable = binding.parent?.parent?.as(VariableDeclSyntax.self)
        return variable?.modifiers.contains { $0.name.text == "async" } ?? false
      }
      guard next.is(TryExprSyntax.self) || next.is(InitializerClauseSyntax.self) else {
        return false
      }
      node = next
    }
    return false
  }
}
