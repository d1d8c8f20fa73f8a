internal import SwiftSyntax

/// Calls and properties by which objects and contexts cross from one actor to another.
extension FlowReader {
  /// Calls that a loop makes for each element, and calls that cross to another actor.
  mutating func noteCall(_ call: FunctionCallExprSyntax) {
    guard !file.isTest else { return }
    noteOpener(call)
    if call.receiver?.isSelfName ?? true, let type = call.enclosingType,
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
    if !receiver.isSelfName {
      // A function of a type that is known is that of no other type.
      let owner = owners(of: receiver, at: call)?.first
      flows.awaited.insert(owner.map { "\($0).\(call.name)" } ?? call.name)
    }
    if let owner = types.type(of: receiver), !owner.isList, !receiver.isSelfName,
      let given = modelGiven(by: call)
    {
      var crossing = ObjectFlows.Call(
        owners: [owner.name], name: call.name, labels: [], location: file.location(call.nameNode))
      (crossing.isAwaited, crossing.gives) = (true, given)
      flows.calls.append(crossing)
      return
    }
    if var crossing = callee(of: call) {
      crossing.isAwaited = true
      crossing.models = handedOver(by: call)
      flows.calls.append(crossing)
    }
  }

  /// The class of the objects that the closure of a call returns: by what it says itself, by its last value, or
  /// by what becomes of the call's result.
  private func modelGiven(by call: FunctionCallExprSyntax) -> String? {
    guard let closure = call.lastClosure, call.arguments.count < 2 else { return nil }
    func model(_ type: TypeSyntax) -> String? {
      carried(by: type).flatMap { types.isModel($0) || types.isManaged($0) ? $0 : nil }
    }
    if let written = closure.signature?.returnClause?.type { return model(written) }
    if let result = closure.result, let given = types.type(of: result) {
      return types.isModel(given) || types.isManaged(given.name) ? given.name : nil
    }
    guard closure.statements.mentions(["fetch", "insert", "model"]),
      let keeper = ExprSyntax(call).awaitedWhole
    else { return nil }
    if let binding = keeper.parent?.parent?.as(PatternBindingSyntax.self) {
      return binding.typeAnnotation.flatMap { model($0.type) }
    }
    guard keeper.isResult, keeper.enclosing(ClosureExprSyntax.self) == nil else { return nil }
    return keeper.enclosing(FunctionDeclSyntax.self)?.signature.returnClause.flatMap {
      model($0.type)
    }
  }

  /// The models and contexts among the arguments. What is made there belongs to nobody yet, and may go
  /// anywhere.
  private func handedOver(by call: FunctionCallExprSyntax) -> [String] {
    // With the context beside it, an object of Core Data is used inside of 'perform' there.
    let takesContext = call.arguments.contains { argument in
      ["context", "managedObjectContext", "moc"].contains(argument.expression.lastName)
        || types.type(of: argument.expression)?.name == "NSManagedObjectContext"
    }
    return call.arguments.compactMap { argument in
      let value = argument.expression.unwrapped
      if value.lastName == "mainContext" { return "ModelContext" }
      if let made = value.call, made.name.first?.isUppercase ?? false { return nil }
      if let name = value.as(DeclReferenceExprSyntax.self),
        case .local(_, let first?)? = name.nameOrigin,
        first.call?.name == "ModelContext" || first.isNewAndFree(name.baseName.text)
      {
        return nil
      }
      return types.type(of: value).map { types.plainName($0) }
    }.filter {
      $0 == "ModelContext" || types.isModel($0) || !takesContext && types.isManaged($0)
    }
  }

  /// `await store.notes`
  mutating func noteAccess(_ access: MemberAccessExprSyntax) {
    guard let base = access.base, !base.isSelfName, !file.isTest, access.whole.awaiting != nil,
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
}

extension ClosureExprSyntax {
  /// What it returns, where it has one way to do so.
  fileprivate var result: ExprSyntax? {
    guard let last = statements.last else { return nil }
    if case .expr(let value) = last.item { return statements.count == 1 ? value : nil }
    return last.item.as(ReturnStmtSyntax.self)?.expression
  }
}

extension ExprSyntax {
  /// Whether it makes an object that the code around inserts nowhere: `let note = Note()`.
  fileprivate func isNewAndFree(_ name: String) -> Bool {
    guard let made = unwrapped.call, made.name.first?.isUppercase ?? false,
      made.argument("context") == nil,
      let body = enclosingBody, body.isHandwritten
    else { return false }
    return !body.hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self), call.name == "insert" else {
        return false
      }
      return call.arguments.onlyElement?.expression.lastName == name && call.isOnContext
    }
  }

  /// Whether a function returns it.
  fileprivate var isResult: Bool {
    parent?.is(ReturnStmtSyntax.self) ?? false
      || parent?.parent?.as(CodeBlockItemListSyntax.self)?.count == 1
  }

  /// The call with the 'try' and 'await' before it.
  fileprivate var awaitedWhole: ExprSyntax? {
    var node = self
    while let next = node.parent?.as(ExprSyntax.self),
      next.is(TryExprSyntax.self) || next.is(AwaitExprSyntax.self)
    {
      node = next
    }
    return node.id == id ? nil : node
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

extension FlowReader {
  /// `struct Overview { var rooms: [Room] }`: whoever hands it over hands over objects.
  mutating func noteCarrier(_ type: StructDeclSyntax) {
    guard !file.isTest, !(type.inheritanceClause?.mentions(["View", "App", "Scene"]) ?? false)
    else {
      return
    }
    let kept = type.memberBlock.members.compactMap { member -> String? in
      guard let variable = member.decl.as(VariableDeclSyntax.self), variable.isInstance,
        let binding = variable.bindings.onlyElement, binding.isStored,
        let written = binding.typeAnnotation.flatMap({ WrittenType($0.type) }),
        types.isModel(written)
      else { return nil }
      return written.name
    }.first
    if let kept { flows.carriers.append(.init(type: type.name.text, from: kept)) }
  }
}
