internal import StoreModel
internal import SwiftSyntax

/// Functions that run on no actor and use a context which their type was given, and where types are given the
/// main one.
extension ObjectFlows {
  /// An async function of a type that is bound to no actor, or a task that such a type starts: both run on any
  /// thread but the main one.
  struct GivenContextUse: Sendable, Codable {
    var type: String
    var function: String
    var property: String
    /// Whether a task uses it, in a function that does not wait for it.
    var isTask: Bool
    /// Whoever calls the function on a queue of its own: "WatchConnectivity".
    var caller: String?
    /// Whether the type itself keeps a container's 'mainContext' there.
    var isMain: Bool
    /// What fills the property: `init(context)`, `setContext(_)`, `=context`.
    var fillers: [String]
    var location: Location
  }
}

extension FlowReader {
  /// `func sync() async { try context.save() }` in a class of no actor, and `Task { try context.save() }`.
  mutating func noteContextUse(_ function: FunctionDeclSyntax) {
    guard !file.isTest, file.meansSwiftData, let body = function.body, body.isHandwritten,
      function.isOnNoActor(file)
    else { return }
    let isAsync = function.signature.effectSpecifiers?.asyncSpecifier != nil
    let caller = isAsync ? nil : function.foreignCaller(file)
    let parts = isAsync || caller != nil ? [Syntax(body)] : Syntax(body).ownTasks
    guard !parts.isEmpty else { return }
    if !isAsync, caller == nil { noteGivenUse(in: parts, of: function) }
    guard let type = function.enclosingType, let owner = type.typeName,
      !types.isModel(owner), !function.modifiers.contains(where: { $0.name.text == "static" })
    else { return }
    guard let first = parts.compactMap({ contextUse(from: $0, of: owner) }).first,
      let binding = file.tree.binding(first.name, of: owner)
    else { return }
    let blocks = file.tree.memberBlocks(of: owner)
    flows.givenContextUses.append(
      .init(
        type: owner, function: function.name.text, property: first.name,
        isTask: !isAsync && caller == nil, caller: caller,
        isMain: binding.keepsMainContext(blocks),
        fillers: blocks.flatMap { $0.fillers(of: first.name) } + ["=\(first.name)"],
        location: file.location(first.node)))
  }

  /// `func keep(_ context: ModelContext) { Task { try context.save() } }`
  private mutating func noteGivenUse(in tasks: [Syntax], of function: FunctionDeclSyntax) {
    for parameter in function.signature.parameterClause.parameters
    where WrittenType(parameter.type)?.name == "ModelContext" {
      let name = (parameter.secondName ?? parameter.firstName).text
      var use: Syntax?
      for task in tasks {
        task.forEachDescendant { node in
          if use != nil || node.returnsToMain { return false }
          if let found = node.as(DeclReferenceExprSyntax.self), found.baseName.text == name,
            found.isValue,
            found.parent?.as(MemberAccessExprSyntax.self)?.base?.id == ExprSyntax(found).id,
            found.parent?.as(MemberAccessExprSyntax.self)?.declName.baseName.text != "container"
          {
            use = node
          }
          return use == nil
        }
      }
      guard let use else { continue }
      flows.givenContextUses.append(
        .init(
          type: function.ownerName ?? "", function: function.name.text, property: name,
          isTask: true,
          isMain: false, fillers: ["\(function.name.text)(\(parameter.firstName.text))"],
          location: file.location(use)))
    }
  }

  /// The first use of a context that the type was given, in a function or in those of the type that it calls
  /// and that are bound to no actor either.
  private func contextUse(
    from body: Syntax, of owner: String
  ) -> (name: String, node: Syntax)? {
    var found: (name: String, node: Syntax)?
    var seen: Set<SyntaxIdentifier> = [body.id]
    var waiting = [body]
    while found == nil, !waiting.isEmpty, seen.count < 16 {
      waiting.removeFirst().forEachDescendant { node in
        if found != nil || node.returnsToMain { return false }
        if let name = node.keptContext(types, "") {
          if node.isUsedElsewhere { found = (name, node) }
        } else if let call = node.as(FunctionCallExprSyntax.self),
          call.receiver?.isSelfName ?? true, let function = call.functionOfFile,
          function.ownerName == owner, function.isOnNoActor(file), let next = function.body,
          next.isHandwritten, seen.insert(next.id).inserted
        {
          waiting.append(Syntax(next))
        }
        return found == nil
      }
    }
    return found
  }

  /// `SyncStore(context: modelContext)`, `store.setContext(container.mainContext)`
  mutating func noteMainContext(_ call: FunctionCallExprSyntax) {
    guard !file.isTest, !(call.isContextMethod && call.isOnContext) else { return }
    for argument in call.arguments where argument.expression.isMainContext(types) {
      let label = argument.label?.text ?? "_"
      if let made = call.calledExpression.dottedName?.lastPart, made.first?.isUppercase ?? false {
        flows.mainContexts.insert("\(made).init(\(label))")
      } else if call.name == "init", call.receiver == nil {
        // Any type may have an initializer with these labels.
        if let made = call.impliedType(types) {
          flows.mainContexts.insert("\(made).init(\(label))")
        }
      } else if call.receiver != nil {
        let owner = owners(of: call.receiver, at: call)?.first ?? ""
        flows.mainContexts.insert("\(owner).\(call.name)(\(label))")
      } else {
        // A function of no type, or one of the type around.
        flows.mainContexts.insert("\(call.functionOfFile?.ownerName ?? "").\(call.name)(\(label))")
      }
    }
  }

  /// `store.context = modelContext`
  mutating func noteMainContext(_ sequence: SequenceExprSyntax) {
    guard !file.isTest, sequence.elements.count == 3,
      sequence.elements.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
      let target = sequence.elements.first?.as(MemberAccessExprSyntax.self),
      let base = target.base, !base.isSelfName,
      let value = sequence.elements.last, value.isMainContext(types)
    else { return }
    let owner = types.type(of: base).map(\.name) ?? ""
    flows.mainContexts.insert("\(owner).=\(target.declName.baseName.text)")
  }
}

extension FunctionDeclSyntax {
  /// The framework that calls the function as its delegate, on a queue of its own; nil for all others.
  fileprivate func foreignCaller(_ file: LintFile) -> String? {
    guard let type = enclosingType,
      let names = type.asProtocol((any DeclGroupSyntax).self)?.inheritanceClause?.inheritedTypes
        .compactMap({ $0.type.dottedName?.lastPart })
    else { return nil }
    let text = name.text
    if names.contains("WCSessionDelegate"), text.hasPrefix("session") { return "WatchConnectivity" }
    if names.contains("PHPhotoLibraryChangeObserver"), text == "photoLibraryDidChange" {
      return "the photo library"
    }
    if names.contains(where: { $0.hasPrefix("URLSession") && $0.hasSuffix("Delegate") }),
      text == "urlSession"
    {
      // A session that is given none makes a queue.
      return type.makesSessionWithoutQueue ? "the session" : nil
    }
    return nil
  }
}

extension Syntax {
  /// Whether every `URLSession(configuration:delegate:delegateQueue:)` of the type gets no queue, or a new one.
  fileprivate var makesSessionWithoutQueue: Bool {
    var queues: [ExprSyntax] = []
    forEachDescendant { node in
      if let call = node.as(FunctionCallExprSyntax.self), let queue = call.argument("delegateQueue")
      {
        queues.append(queue)
      }
      return true
    }
    return !queues.isEmpty
      && queues.allSatisfy { $0.is(NilLiteralExprSyntax.self) || $0.call?.name == "OperationQueue" }
  }
}

extension FunctionCallExprSyntax {
  /// The type of what `.init(context: context)` makes, by what it becomes: `store = .init(…)`,
  /// `let store: SyncStore = .init(…)`, `_store = State(initialValue: .init(…))`.
  fileprivate func impliedType(_ types: TypeReader) -> String? {
    var node = Syntax(self)
    if let wrapper = node.parent?.parent?.parent?.as(FunctionCallExprSyntax.self),
      ["State", "StateObject", "ObservedObject", "Bindable"].contains(wrapper.name)
    {
      node = Syntax(wrapper)
    }
    if let binding = node.parent?.parent?.as(PatternBindingSyntax.self) {
      return binding.typeAnnotation.flatMap { WrittenType($0.type) }?.name
    }
    guard let terms = node.parent?.as(ExprListSyntax.self), terms.count == 3,
      terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false, let target = terms.first
    else { return nil }
    if let type = types.type(of: target) { return type.name }
    guard let name = target.lastName, name.hasPrefix("_"), let owner = ownerName else { return nil }
    return types.file.tree.binding(String(name.dropFirst()), of: owner)?.typeAnnotation
      .flatMap { WrittenType($0.type) }?.name
  }
}

extension ExprSyntax {
  /// Whether it is a container's 'mainContext', what SwiftUI gives a view, or the context that a type of the
  /// main actor was given.
  fileprivate func isMainContext(_ types: TypeReader) -> Bool {
    let value = unwrapped
    guard let last = value.lastName else { return false }
    if last == "mainContext" { return true }
    guard last.lowercased().contains("context"), types.type(of: value)?.name == "ModelContext",
      let type = enclosingType
    else { return false }
    // A context that was made there is none of the main actor's.
    guard !["background", "private", "own", "worker"].contains(where: last.lowercased().contains),
      !madeContext
    else { return false }
    return type.asProtocol((any WithAttributesSyntax).self)?.attribute("MainActor") != nil
      || type.as(StructDeclSyntax.self)?.inheritanceClause?.mentions(["App", "View"]) ?? false
  }
}

extension ExprSyntax {
  /// Whether it is a variable or property that begins with a context of its own.
  fileprivate var madeContext: Bool {
    let name =
      self.as(DeclReferenceExprSyntax.self) ?? self.as(MemberAccessExprSyntax.self)?.declName
    switch name?.nameOrigin {
    case .local(_, let made?): return made.call != nil
    case .property(let binding, let owner):
      guard let name = binding.name else { return false }
      let blocks = sourceFile?.memberBlocks(of: owner) ?? []
      let values =
        [binding.initializer?.value].compactMap(\.self)
        + blocks.flatMap { Syntax($0).values(of: name) }
      return values.contains { $0.call?.name == "ModelContext" }
    default: return false
    }
  }
}

extension PatternBindingSyntax {
  /// Whether the type gives the property nothing but a container's 'mainContext'.
  fileprivate func keepsMainContext(_ blocks: [MemberBlockSyntax]) -> Bool {
    guard let name else { return false }
    let values =
      [initializer?.value].compactMap(\.self) + blocks.flatMap { Syntax($0).values(of: name) }
    return !values.isEmpty && values.allSatisfy { $0.unwrapped.lastName == "mainContext" }
  }
}

extension MemberBlockSyntax {
  /// The functions and initializers that put what they are given into a property, with the label.
  fileprivate func fillers(of property: String) -> [String] {
    var found: [String] = []
    for member in members {
      let clause: FunctionParameterClauseSyntax
      let (body, name): (CodeBlockSyntax?, String)
      if let start = member.decl.as(InitializerDeclSyntax.self) {
        (clause, body, name) = (start.signature.parameterClause, start.body, "init")
      } else if let function = member.decl.as(FunctionDeclSyntax.self) {
        (clause, body, name) = (
          function.signature.parameterClause, function.body, function.name.text
        )
      } else {
        continue
      }
      let values = body.map { Syntax($0).values(of: property) } ?? []
      for parameter in clause.parameters
      where values.contains(where: {
        $0.unwrapped.lastName == (parameter.secondName ?? parameter.firstName).text
      }) {
        found.append("\(name)(\(parameter.firstName.text))")
      }
    }
    // A struct is made with its properties.
    return found.isEmpty ? ["init(\(property))"] : found
  }
}

extension Syntax {
  /// What the tasks do that code starts here and that are bound to no actor by themselves.
  fileprivate var ownTasks: [Syntax] {
    var found: [Syntax] = []
    forEachDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self),
        call.calledExpression.dottedName == "Task", let closure = call.lastClosure
      else { return !node.returnsToMain }
      if !closure.isOnMainActor { found.append(Syntax(closure.statements)) }
      return false
    }
    return found
  }
}
