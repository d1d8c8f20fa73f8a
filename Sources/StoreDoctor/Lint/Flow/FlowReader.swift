internal import StoreModel
internal import SwiftSyntax

/// Reads one file's part of `ObjectFlows`.
struct FlowReader {
  let file: LintFile
  var flows = ObjectFlows()
  let types: TypeReader
  private var seenFetches: Set<String> = []

  init(_ file: LintFile) {
    self.file = file
    types = TypeReader(file: file)
  }

  /// - Parameter isWhole: whether the file holds code around stores; of others only what is done with
  ///   objects they are given and with types that keep stores counts.
  mutating func note(_ node: Syntax, isWhole: Bool) {
    if Loop.nodes.contains(node.kind) { noteLoopCalls(node) }
    switch node.as(SyntaxEnum.self) {
    case .variableDecl(let variable):
      noteProperty(variable, isWhole: isWhole)
    case .functionDecl(let function):
      noteFunction(function)
      noteRows(function)
    case .functionCallExpr(let call):
      noteLoop(Syntax(call))
      noteKeyPath(call)
      noteCall(call)
      noteFailure(node)
      if isWhole {
        noteFetch(call)
        noteController(call)
        noteStage(call)
        flows.unknownArguments += UnknownConfigurationArgument.arguments(of: call, in: file)
      }
    case .forStmt(let loop):
      noteLoop(Syntax(loop))
      noteIndices(loop)
    case .sequenceExpr(let sequence): noteFill(sequence)
    case .returnStmt(let statement): noteReturn(statement.expression, statement)
    case .memberAccessExpr(let access):
      noteAccess(access)
      noteCount(access)
    case .extensionDecl: if let name = node.typeName { flows.extended.insert(name) }
    case .actorDecl(let actor): flows.actors.insert(actor.name.text)
    case .doStmt, .ifExpr, .guardStmt: noteFailure(node)
    default: break
    }
    noteContext(node)
    if let group = node.asProtocol((any DeclGroupSyntax).self),
      let clause = group.inheritanceClause, let name = node.typeName, !types.isModel(name)
    {
      flows.inheritances += clause.inheritedTypes.compactMap { type in
        type.type.dottedName.map { .init(type: name, from: $0) }
      }
    }
  }

  // MARK: - Sources

  private mutating func noteProperty(_ variable: VariableDeclSyntax, isWhole: Bool) {
    guard let block = variable.parent?.parent?.parent?.as(MemberBlockSyntax.self),
      let owner = block.parent?.typeName, block.isReadable,
      let binding = variable.bindings.first, variable.bindings.count == 1, let name = binding.name
    else { return }
    if isWhole, !file.isTest,
      let query = variable.attribute("Query") ?? variable.attribute("FetchRequest"),
      let type = binding.typeAnnotation.flatMap({ WrittenType($0.type) }), type.isList
    {
      let isCoreData = query.simpleName == "FetchRequest"
      if !isCoreData { fetch(of: type.name, at: Syntax(query)) }
      if query.loadsPlainly(name, in: block) {
        let shown = block.shownParts.flatMap { self.uses(of: name, in: $0).passes }
        flows.sources.append(
          .init(
            entity: type.name, holder: "\(owner).\(name)", location: file.location(query),
            form: .query, lists: shown, isCoreData: isCoreData))
      }
    }
    if isWhole { noteActorProperty(variable, name, binding, owner) }
    guard binding.isStored else {
      noteComputed(name, binding, owner: owner, block)
      return
    }
    guard let written = binding.typeAnnotation.flatMap({ WrittenType($0.type) }),
      variable.isInstance, types.isStored(written.name), !types.isStored(owner), !written.isList
    else { return }
    var uses = ObjectFlows.Uses()
    for part in block.shownParts { uses.formUnion(self.uses(of: name, in: part)) }
    flows.holders.append(
      .init(name: "\(owner).\(name)", entity: written.name, isList: false, uses: uses))
  }

  /// A fetch that fills a property of its type or that is what a function returns.
  private mutating func noteFetch(_ call: FunctionCallExprSyntax) {
    if call.name == "FetchDescriptor", let entity = call.genericArgument?.lastPart {
      fetch(of: entity, at: Syntax(call))
    }
    if let (entity, action) = call.changedModel(types) {
      fetch(of: entity, at: Syntax(call.nameNode), action)
    }
    guard call.name == "fetch", call.isOnContext, !file.isTest,
      let fetched = FetchedObjects(ExprSyntax(call)), let entity = fetched.entity,
      !fetched.isBounded, let holder = call.keeper
    else { return }
    flows.sources.append(
      .init(
        entity: types.stored(entity, fetched.isCoreData), holder: holder,
        location: file.location(call.nameNode), form: .kept, isCoreData: fetched.isCoreData))
  }

  private mutating func fetch(of entity: String, at node: Syntax, _ action: String = "fetched") {
    guard seenFetches.insert(entity).inserted, !file.isTest else { return }
    flows.fetches.append(.init(entity: entity, location: file.location(node), action: action))
  }

  // MARK: - What is done with each object

  private static let lists = ClosureExprSyntax.listMethods.union(ClosureExprSyntax.listViews)
    .union(["Dictionary", "TableColumn"])

  /// A loop over a list whose holder is known.
  private mutating func noteLoop(_ node: Syntax) {
    let sequence: ExprSyntax
    let body: Syntax
    let name: String
    if let loop = node.as(ForStmtSyntax.self) {
      guard loop.awaitKeyword == nil, let last = loop.pattern.elementName else { return }
      (sequence, body, name) = (loop.sequence, Syntax(loop.body), last)
    } else if let call = node.as(FunctionCallExprSyntax.self), Self.lists.contains(call.name),
      let closure = call.trailingClosure
        ?? call.arguments.last?.expression.as(ClosureExprSyntax.self),
      let list = closure.loopedList
    {
      sequence = list
      body = Syntax(closure.statements)
      let names = closure.parameterNames.map { $0.hasPrefix("$") ? String($0.dropFirst()) : $0 }
      name =
        call.name == "reduce"
        ? names.last ?? "$1"
        : (list.isEnumerated ? names.last : names.first) ?? "$0"
    } else {
      return
    }
    guard body.isHandwritten else { return }
    note(uses(of: name, in: body), of: sequence)
  }

  /// What is done with each object of a list.
  mutating func note(_ uses: ObjectFlows.Uses, of sequence: ExprSyntax) {
    guard !uses.isEmpty, !sequence.isFirstFew else { return }
    if let fetched = sequence.fetchedHere {
      guard !file.isTest, let entity = fetched.entity, !fetched.isBounded else { return }
      flows.sources.append(
        .init(
          entity: types.stored(entity, fetched.isCoreData), holder: "",
          location: file.location(fetched.fetch.nameNode), form: .loop, uses: uses,
          isCoreData: fetched.isCoreData))
      return
    }
    guard let holder = sequence.holder(types) else { return }
    let written = types.type(of: sequence)?.name ?? ""
    let entity = types.isStored(written) ? written : sequence.genericModel(types) ?? written
    flows.holders.append(.init(name: holder, entity: entity, isList: true, uses: uses))
  }

  /// What a name's object is asked for in a body, as far as it happens when the body runs.
  func uses(of name: String, in body: Syntax) -> ObjectFlows.Uses {
    var uses = ObjectFlows.Uses()
    body.forEachDescendant { node in
      if node.isLater { return false }
      guard let reference = node.as(DeclReferenceExprSyntax.self) else {
        return node.as(ClosureExprSyntax.self)
          .map { !$0.parameterNames.contains(name) && !($0.signature == nil && name == "$0") }
          ?? true
      }
      let text = reference.baseName.text
      let isOwn = text == "self"
      guard text == name || text == "$" + name || isOwn else { return true }
      var whole = Syntax(reference)
      if isOwn {
        guard let access = reference.parent?.as(MemberAccessExprSyntax.self),
          access.declName.baseName.text == name
        else { return true }
        whole = Syntax(access)
      }
      note(whole.unwrapping, in: &uses)
      return true
    }
    return uses
  }

  /// What is read of an object at a place, or whom it is handed to there.
  ///
  /// - Returns: whether it is one of both.
  @discardableResult
  func note(_ object: Syntax, in uses: inout ObjectFlows.Uses) -> Bool {
    if let access = object.parent?.as(MemberAccessExprSyntax.self),
      access.base?.id == object.as(ExprSyntax.self)?.id
    {
      uses.reads.append(
        read(access.declName.baseName.text, Syntax(access), Syntax(access.declName)))
    } else if let pass = pass(object) {
      uses.passes.append(pass)
    } else {
      return false
    }
    return true
  }

  func read(_ member: String, _ node: Syntax, _ name: Syntax) -> ObjectFlows.Read {
    let needs = Needs(node, name)
    return ObjectFlows.Read(
      member: member, toOne: needs.toOne.map { file.location($0) },
      toMany: needs.toMany.map { file.location($0) }, location: file.location(name))
  }

  /// The argument that an object is handed over as.
  func pass(_ node: Syntax) -> ObjectFlows.Pass? {
    guard let argument = node.parent?.as(LabeledExprSyntax.self),
      let list = argument.parent?.as(LabeledExprListSyntax.self),
      let call = list.parent?.as(FunctionCallExprSyntax.self), !call.name.isEmpty
    else { return nil }
    let position = list.firstIndex { $0.id == argument.id }.map {
      list.distance(from: list.startIndex, to: $0)
    }
    let label = argument.label?.text ?? "#\(position ?? 0)"
    var callee = call.name
    if !(callee.first?.isUppercase ?? false) {
      if let receiver = call.receiver, receiver.lastName != "self" {
        guard let owner = types.type(of: receiver), !owner.isList else { return nil }
        callee = "\(owner.name).\(callee)"
      } else if let owner = call.ownerName {
        callee = "\(owner).\(callee)"
      }
    }
    return ObjectFlows.Pass(callee: callee, label: label, location: file.location(call.nameNode))
  }
}
