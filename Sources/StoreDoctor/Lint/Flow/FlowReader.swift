internal import StoreModel
internal import SwiftSyntax

/// Reads one file's part of `ObjectFlows`.
struct FlowReader {
  let file: LintFile
  var flows = ObjectFlows()
  let types: TypeReader
  private var seenFetches: Set<String> = []
  /// The names of functions that have been looked at.
  var seenNames: Set<String> = []

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
      if let binding = variable.bindings.onlyElement { noteClosure(binding) }
    case .functionDecl(let function):
      noteFunction(function)
      noteRows(function)
    case .functionCallExpr(let call):
      noteLoop(Syntax(call))
      noteReference(call)
      noteKeyPath(call)
      noteCall(call)
      noteSearch(call)
      noteLists(call)
      noteFailure(node)
      if isWhole {
        noteFetch(call)
        noteController(call)
        noteLookup(node)
        noteOpening(call)
        noteContainer(call)
        noteStage(call)
        flows.unknownArguments += UnknownConfigurationArgument.arguments(of: call, in: file)
      }
    case .codeBlockItemList(let items):
      noteDeletions(items)
      noteTrust(items)
    case .forStmt(let loop):
      noteLoop(Syntax(loop))
      noteIndices(loop)
    case .sequenceExpr(let sequence):
      noteFill(sequence)
      noteClosure(sequence)
    case .returnStmt(let statement): noteReturn(statement.expression, statement)
    case .memberAccessExpr(let access):
      noteAccess(access)
      noteCount(access)
      noteListMember(access)
    case .extensionDecl(let declaration):
      if let name = node.typeName { flows.extended.insert(name) }
      noteListMembers(declaration)
    case .initializerDecl(let initializer):
      noteInitializer(initializer)
      noteGiven(initializer)
    case .subscriptDecl(let declaration): noteSubscript(declaration)
    case .structDecl(let type): noteShown(type)
    case .attribute: if isWhole { noteLookup(node) }
    case .labeledExpr(let argument): noteSortUse(argument)
    case .keyPathExpr(let path):
      noteSort(path)
      noteSortList(path)
    case .typeAliasDecl(let alias): noteBinding(alias)
    case .actorDecl(let actor):
      flows.actors.insert(actor.name.text)
      if actor.attribute("ModelActor") != nil {
        flows.inheritances.append(.init(type: actor.name.text, from: "ModelActor"))
      }
    case .protocolDecl(let type):
      // What it adds to those that adopt it is the actor's own code.
      if type.inheritanceClause?.mentions(["Actor", "ModelActor"]) ?? false {
        flows.actors.insert(type.name.text)
      }
    case .doStmt, .ifExpr, .guardStmt, .switchExpr: noteFailure(node)
    case .tryExpr(let attempt): noteForgotten(attempt)
    default: break
    }
    noteContext(node)
    if isWhole { noteKeptContext(node) }
    if let group = node.asProtocol((any DeclGroupSyntax).self),
      let clause = group.inheritanceClause, let name = node.typeName, !types.isModel(name)
    {
      flows.inheritances += clause.inheritedTypes.compactMap { type in
        type.type.dottedName.map { .init(type: name, from: $0) }
      }
      for type in clause.inheritedTypes {
        guard
          let argument = type.type.as(IdentifierTypeSyntax.self)?.genericArgumentClause?.onlyName
        else { continue }
        noteBinding("", argument.lastPart, in: name)
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
      flows.loads.append(
        .init(entity: type.name, owner: owner, location: file.location(query)))
      if query.loadsPlainly(name, in: block) {
        let shown = block.shownParts.flatMap { self.uses(of: name, in: $0).passes }
        flows.sources.append(
          .init(
            entity: type.name, holder: "\(owner).\(name)", location: file.location(query),
            form: .query, lists: shown, isCoreData: isCoreData, pinned: query.pinned))
      }
    }
    if isWhole { noteActorProperty(variable, name, binding, owner) }
    guard binding.isStored else {
      noteComputed(name, binding, owner: owner, block)
      noteComputedList(name, binding, owner: owner)
      noteComputedCode(name, binding, owner: owner)
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
      !fetched.isBounded
    else { return }
    flows.loads.append(
      .init(
        entity: entity, function: file.function(around: call), owner: call.ownerName,
        location: file.location(call.nameNode)))
    guard let holder = call.keeper else { return }
    flows.sources.append(
      .init(
        entity: types.stored(entity, fetched.isCoreData), holder: holder,
        location: file.location(call.nameNode), form: .kept, isCoreData: fetched.isCoreData,
        pinned: fetched.pinned, isWhole: fetched.isWhole))
  }

  private mutating func fetch(of entity: String, at node: Syntax, _ action: String = "fetched") {
    guard !file.isTest else { return }
    let found = ObjectFlows.Fetch(entity: entity, location: file.location(node), action: action)
    if seenFetches.insert(entity).inserted {
      flows.fetches.append(found)
    } else if let known = flows.fetches.firstIndex(where: { $0.entity == entity }),
      found.location.precedes(flows.fetches[known].location)
    {
      flows.fetches[known] = found
    }
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
    note(uses(of: name, in: body), of: sequence, isCode: isCode(node))
  }

  /// Whether a loop or method of a list stands outside of views.
  func isCode(_ node: Syntax) -> Bool {
    if let call = node.as(FunctionCallExprSyntax.self),
      !ClosureExprSyntax.listMethods.contains(call.name)
    {
      return false
    }
    let group = node.enclosingType?.asProtocol((any DeclGroupSyntax).self)
    return group.map { group in
      !(group.inheritanceClause?.mentions(["View"]) ?? false)
        && group.memberBlock.property("body", owner: "") == nil
    } ?? true
  }

  /// What is done with each object of a list.
  ///
  /// - Parameter isCode: whether all objects are gone through at once, unlike in a list that is scrolled.
  mutating func note(_ uses: ObjectFlows.Uses, of sequence: ExprSyntax, isCode: Bool = false) {
    guard !uses.isEmpty, !sequence.isFirstFew else { return }
    if let fetched = sequence.fetchedHere {
      guard !file.isTest, let entity = fetched.entity, !fetched.isBounded else { return }
      flows.sources.append(
        .init(
          entity: types.stored(entity, fetched.isCoreData), holder: "",
          location: file.location(fetched.fetch.nameNode), form: .loop, uses: uses,
          isCoreData: fetched.isCoreData, pinned: fetched.pinned,
          function: file.function(around: fetched.fetch), owner: sequence.ownerName))
      return
    }
    guard let holder = sequence.holder(types), !sequence.isQueryInAction else { return }
    let written = types.type(of: sequence)?.name ?? ""
    let entity = types.isStored(written) ? written : sequence.genericModel(types) ?? written
    flows.holders.append(
      .init(
        name: holder, entity: entity, isList: true, uses: uses,
        // What a property keeps may have been loaded with all that it leads to.
        isCode: isCode && holder.hasSuffix("()")))
  }
}
