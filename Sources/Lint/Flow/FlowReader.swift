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
      noteUndecoded(variable)
    case .functionDecl(let function):
      noteFunction(function)
      noteLoads(givenTo: function)
      noteGiver(function)
      noteTwoSided(function)
      noteEncoded(function)
      noteRows(function)
      noteContextUse(function)
      noteRefusedFill(function)
    case .functionCallExpr(let call):
      noteLoop(Syntax(call))
      noteReference(call)
      noteKeyPath(call)
      noteCall(call)
      noteSearch(call)
      noteEnd(call)
      noteCounted(call)
      noteRemoval(call)
      noteLists(call)
      noteWrittenBack(call)
      noteClosure(call)
      noteFailure(node)
      noteLoad(by: call)
      noteMainContext(call)
      noteGivenContext(call)
      noteMade(call)
      noteScratch(call)
      noteTakenOut(node)
      noteUndo(call)
      noteDates(call)
      noteEarlyInsert(call)
      noteEarlyObject(call)
      noteAddedToNil(call)
      noteDraft(call)
      noteAbsentFormat(call)
      if isWhole {
        noteFetch(call)
        noteController(call)
        noteLookup(node)
        noteOpening(call)
        noteContainer(call)
        noteContained(call)
        noteBareScene(call)
        noteManagedStore(call)
        noteStage(call)
        flows.unknownArguments += UnknownConfigurationArgument.arguments(of: call, in: file)
      }
    case .codeBlockItemList(let items):
      noteDeletions(items)
      noteTrust(items)
      noteDropped(items)
    case .forStmt(let loop):
      noteLoop(Syntax(loop))
      noteIndices(loop)
    case .sequenceExpr(let sequence):
      noteFill(sequence)
      noteUndo(sequence)
      noteDates(sequence)
      noteWrittenBack(sequence)
      noteSortUse(sequence)
      noteMainContext(sequence)
      noteClosure(sequence)
      noteAutosave(sequence)
      noteAbsent(sequence)
      noteTakenOut(node)
      if isWhole { noteManagedStore(sequence) }
    case .forceUnwrapExpr(let forced): noteForced(forced)
    case .optionalBindingCondition(let binding): noteAbsent(binding)
    case .inOutExpr(let given): noteChange(in: given.expression)
    case .returnStmt(let statement): noteReturn(statement.expression, statement)
    case .memberAccessExpr(let access):
      noteAccess(access)
      noteAnyInsert(access)
      noteBound(access)
      noteCount(access)
      noteListMember(access)
    case .extensionDecl(let declaration):
      noteExtended(declaration)
      noteListMembers(declaration)
    case .initializerDecl(let initializer):
      noteInitializer(initializer)
      noteDecoded(initializer)
      noteGiven(initializer)
    case .subscriptCallExpr(let place):
      noteSearch(place)
    case .subscriptDecl(let declaration): noteSubscript(declaration)
    case .structDecl(let type):
      noteShown(type)
      noteParts(type)
      noteViewContext(type)
      noteCancel(type)
      noteClosing(type)
      noteWidget(type.name, type.inheritanceClause)
      notePreview(node)
      noteCarrier(type)
    case .classDecl(let type):
      noteWidget(type.name, type.inheritanceClause)
      noteKeptList(type)
      noteEditor(type)
    case .macroExpansionExpr, .macroExpansionDecl:
      if isWhole { notePreview(node) }
      noteDays(node)
    case .attribute: if isWhole { noteLookup(node) }
    case .labeledExpr(let argument): noteSortUse(argument)
    case .keyPathExpr(let path):
      noteSort(path)
      noteSortedName(path)
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
    case .doStmt(let attempt):
      noteFailure(node)
      noteForgotten(attempt)
    case .ifExpr, .guardStmt, .switchExpr: noteFailure(node)
    case .tryExpr(let attempt): noteForgotten(attempt)
    default: break
    }
    noteContext(node)
    if isWhole { noteKeptContext(node) }
    if let group = node.asProtocol((any DeclGroupSyntax).self),
      let clause = group.inheritanceClause, let name = node.typeName
    {
      if types.isStored(name) {
        flows.adoptions += clause.inheritedTypes.compactMap { type in
          type.type.dottedName.map { .init(type: name, from: $0.lastPart) }
        }
      }
      guard !types.isModel(name) else { return }
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
      noteUnread(variable, query)
      noteAsked(variable, query)
      noteRowQuery(query, name, of: type.name, in: block, owner)
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
    if block.property("body", owner: owner) != nil {
      for part in block.appearingParts { uses.formUnion(self.uses(of: name, in: part)) }
    }
    flows.holders.append(
      .init(name: "\(owner).\(name)", entity: written.name, isList: false, uses: uses))
  }

  /// A fetch that fills a property of its type or that is what a function returns.
  private mutating func noteFetch(_ call: FunctionCallExprSyntax) {
    if call.name == "FetchDescriptor", let entity = call.genericArgument?.lastPart {
      fetch(of: entity, at: Syntax(call))
    }
    if let (entity, action) = call.changedModel(types) {
      if action == "inserted" { noteRow(call, of: entity) }
      fetch(of: entity, at: Syntax(call.nameNode), action)
    }
    guard call.fetchesObjects, !file.isTest,
      let fetched = FetchedObjects(ExprSyntax(call)), let entity = fetched.entity
    else { return }
    guard !fetched.isBounded else { return noteLimited(fetched, of: entity) }
    flows.loads.append(
      .init(
        entity: entity, function: file.function(around: call), owner: call.ownerName,
        location: file.location(call.nameNode)))
    let mapped = call.keeper == nil ? call.mappedKeeper : nil
    guard let holder = call.keeper ?? mapped?.name else { return }
    flows.sources.append(
      .init(
        entity: types.stored(entity, fetched.isCoreData), holder: holder,
        location: file.location(call.nameNode), form: mapped == nil ? .kept : .mapped,
        isCoreData: fetched.isCoreData, pinned: fetched.pinned, isWhole: fetched.isWhole,
        isWholeUnlessGiven: fetched.isWholeUnlessGiven, isPart: mapped?.isPart ?? false,
        isForOne: isForOne(fetched)))
  }

  /// Whether a fetch looks for one object, or for the only one there is.
  func isForOne(_ fetched: FetchedObjects) -> Bool {
    fetched.isOfFew || fetched.entity.map { fetched.looksForOne(of: $0, in: file) } ?? true
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
}
