internal import Diagnostics
internal import StoreModel

/// Contexts and objects of Objective-C on another queue than their own.
extension ContextAcrossTasks: ObjectiveCRule {
  private static let help =
    "look the object up there by its 'objectID', inside 'performBlock:' of the context that is used"

  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    var said: Set<String> = []
    body.method.body.messages { message, place in
      guard let context = body.boundContext(message), let name = context.writtenName,
        case (let queue, let block) = ObjCQueue.of(place.around, in: body),
        let thread = body.foreignThread(queue, for: context),
        !body.isSaidOutsidePerform(name, queue),
        block.map({ !body.isMade(name, in: $0) || body.isMainByAnotherName(context) })
          ?? body.isOfMain(context),
        said.insert(name).inserted
      else { return }
      report(
        "the context '\(name)' is used \(thread), not on its own queue",
        at: body.file.location(context.first?.token.offset ?? message.offset),
        help: "work in a context of its own there, or inside 'performBlock:' of this one",
        certainty: body.isOfMain(context)
          ? .certain : .inferred("the context may belong to that queue"))
    }
    body.method.body.messages { message, place in
      guard body.isOfForeignController(message),
        case .other(let thread) = ObjCQueue.of(place.around, in: body).queue
      else { return }
      report(
        "a controller of fetched results fetches \(thread), away from the thread of its context",
        at: body.file.location(message.offset),
        help: "let it fetch on the main thread, where its delegate updates the view")
    }
    checkMerges(body, report)
    checkRecords(body, report)
    checkObjects(body, lint, report, &said)
    checkLists(body, report)
    checkFetched(body, lint, report)
    checkHandedAway(body, lint, report)
    func check(_ message: ObjCMessage, _ place: ObjCPlace) {
      let sent = message.sentAway(in: body)
      var effects = sent?.effects ?? []
      var thread = sent?.thread
      if sent == nil, case (let queue, let block) = ObjCQueue.of(place.around, in: body),
        let place = body.foreignPlace(queue)
      {
        (effects, thread) = (body.helpers.effects(of: message, in: body), place)
        if let block { effects.subtract(body.ownEffects(of: message, in: block)) }
        // What is kept may be the context whose block this is.
        if case .context = queue { effects.formIntersection([.main]) }
      }
      let selector = sent?.selector ?? message.selector
      guard let thread, !effects.isDisjoint(with: [.main, .shared, .own]),
        said.insert(selector).inserted
      else { return }
      guard effects.contains(.main) else {
        report(
          "'\(selector)' works with the context that its object keeps, and is called \(thread)",
          at: body.file.location(message.offset),
          help: "let it make a context of its own, or do its work inside 'performBlockAndWait:'",
          certainty: .inferred("the context may belong to that thread"))
        return
      }
      report(
        "'\(selector)' works with the main thread's context, and is called \(thread)",
        at: body.file.location(message.offset),
        help:
          "let it take a context, or do its work inside 'performBlockAndWait:' of the one it uses")
    }
    body.method.body.messages(check)
    body.getterMessages(check)
  }

  private static let free: Set = ["objectID", "managedObjectContext", "hash", "isEqual:", "class"]

  /// Objects of the method that a block for another queue asks for values or sets some.
  private func checkObjects(
    _ body: ObjCBody, _ lint: LintContext, _ report: RuleReport, _ said: inout Set<String>
  ) {
    func check(_ name: String, _ member: String, _ offset: Int, _ around: [ObjCNode]) {
      guard !Self.free.contains(member), let type = body.type(of: name),
        !lint.answer(.isManagedClass(type)).isEmpty,
        case (let queue, let block) = ObjCQueue.of(around, in: body), let block,
        let place = body.foreignPlace(queue), !body.isMade(name, in: block),
        said.insert(name).inserted
      else { return }
      report(
        "'\(name)', a '\(type)' object, is used \(place), away from its own context",
        at: body.file.location(offset), help: Self.help)
    }
    var found: [(String, String, Int, [ObjCNode])] = []
    body.method.body.messages { message, place in
      guard let name = message.receiver.name else { return }
      let parts = name.split(separator: ".").map(String.init)
      // `[self.person name]`
      let own = parts.first == "self" ? 2 : 1
      if parts.count >= own {
        found.append(
          (
            parts[..<own].joined(separator: "."), parts.count > own ? parts[own] : message.selector,
            message.receiver[0].token.offset, place.around
          ))
      }
    }
    body.method.body.walk { place in
      let (node, nodes) = (place.node, place.siblings)
      // `person.name` and `self.person.name`
      let own = node.text == "self" ? 2 : 0
      guard node.isWord, node.text == "self" || body.types[node.text] != nil,
        place.index + own + 2 < nodes.count, nodes[place.index + own + 1].isMark("."),
        own == 0 || nodes[place.index + 1].isMark("."), !(place.before?.isMark(".") ?? false)
      else { return }
      let name = own == 0 ? node.text : "self.\(nodes[place.index + 2].text)"
      found.append((name, nodes[place.index + own + 2].text, node.token.offset, place.around))
    }
    for (name, member, offset, around) in found.sorted(by: { $0.2 < $1.2 }) {
      check(name, member, offset, around)
    }
  }
}

extension ContextOutsidePerform: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    var said: Set<String> = []
    body.method.body.messages { message, place in
      guard let context = body.boundContext(message), let name = context.writtenName,
        body.hasOwnQueue(context) || body.keepsOwnQueue(name),
        case (let queue, let block) = ObjCQueue.of(place.around, in: body)
      else { return }
      switch queue {
      case .around, .main, .other: break
      case .unknown:
        guard let block, body.handsAway(block) else { return }
      case .context: return
      }
      // `self.worker` and `_worker` are one.
      guard said.insert(name.propertyName ?? name).inserted else { return }
      report(
        "'\(name)' is used outside of 'performBlock:'",
        at: body.file.location(context[0].token.offset),
        help: "put the work into '[\(name) performBlockAndWait:^{ … }]'",
        certainty: body.hasOwnQueue(context)
          ? .certain : .inferred("whoever calls this may do so inside of 'performBlock:'"))
    }
  }
}

extension ObjCBody {
  private static let bound: Set = [
    "executeFetchRequest:error:", "countForFetchRequest:error:", "save:", "deleteObject:",
    "insertObject:", "existingObjectWithID:error:", "objectWithID:", "refreshObject:mergeChanges:",
    "executeRequest:error:", "rollback", "undo", "reset", "processPendingChanges",
    "obtainPermanentIDsForObjects:error:",
  ]

  /// The context that a message uses in a way that only the context's queue may, itself or by the method that
  /// is given it.
  func boundContext(_ message: ObjCMessage) -> [ObjCNode]? {
    boundContext(message, by: helpers.naming)
  }

  func boundContext(_ message: ObjCMessage, by naming: ObjCNaming) -> [ObjCNode]? {
    if Self.bound.contains(message.selector) {
      let isKept = message.receiver.name.map(keepsOwnQueue) ?? false
      if isKept || isContext(message.receiver) { return message.receiver }
    }
    if message.has("insertNewObjectForEntityForName") {
      return message.argument("inManagedObjectContext")
    }
    // `[Note MR_findAllInContext:context]`
    if message.parts[0].name.hasPrefix("MR_"), let last = message.parts.last,
      last.name.lowercased().hasSuffix("incontext:")
    {
      return last.argument
    }
    return message.argument("insertIntoManagedObjectContext")
      ?? naming.context(of: message, in: self)
  }

  /// Whether the method makes a context of that name with a queue of its own, itself or by another one, or
  /// gives the name to one that the class keeps.
  func hasOwnQueue(_ name: String) -> Bool {
    guard let made = values[name], made.count == 1 else { return false }
    if let kept = made[0].name { return kept.hasPrefix("self.") && keepsOwnQueue(kept) }
    return made[0].message != nil && makesOwnQueue(made[0], 3)
  }

  /// Whether what uses a context in a block is said of all its uses outside of `performBlock:`.
  fileprivate func isSaidOutsidePerform(_ name: String, _ queue: ObjCQueue) -> Bool {
    guard case .other = queue else { return false }
    return hasOwnQueue(name) || keepsOwnQueue(name)
  }

  /// Whether a block is kept by a variable, and handed to nothing that may run it on the queue of a context:
  /// `void (^done)(NSArray *) = ^(NSArray *rows) { … }; [client get:path success:done];`
  fileprivate func handsAway(_ block: ObjCNode) -> Bool {
    var name: String?
    method.body.walk { place in
      let nodes = place.siblings
      guard place.node.token.offset == block.token.offset, place.node.kind == .braces,
        let sign = nodes[..<place.index].lastIndex(where: { $0.isMark("=") }), sign > 0,
        nodes[sign + 1].isMark("^"), place.index - sign <= 4
      else { return }
      // `void (^done)(NSArray *)`, and `Completion done`, for which the type stands.
      let target = nodes[sign - 1]
      if target.isWord { name = target.text }
      if target.kind == .parens, sign > 1, nodes[sign - 2].kind == .parens {
        name = nodes[sign - 2].children.last?.text
      }
    }
    guard let name, !name.isEmpty else { return false }
    var isHanded = false
    var mayPerform = false
    method.body.walk { place in
      guard place.node.isWord, place.node.text == name, !(place.before?.isMark("^") ?? false)
      else { return }
      guard let user = place.around.last, user.kind == .brackets, let message = ObjCMessage(user)
      else {
        mayPerform = mayPerform || !(place.after?.isMark("=") ?? false)
        return
      }
      isHanded = true
      if message.selector.lowercased().contains("perform") || isContext(message.receiver)
        || giver(of: message)?.mayPerform ?? false
      {
        mayPerform = true
      }
    }
    return isHanded && !mayPerform
  }

  /// The same of `[Store newWorker]`, which is used where it is made.
  fileprivate func hasOwnQueue(_ context: [ObjCNode]) -> Bool {
    context.name.map { hasOwnQueue($0) } ?? makesOwnQueue(context, 3)
  }

  /// Whether the class keeps such a context under the name, and no block of a context calls the method.
  func keepsOwnQueue(_ name: String) -> Bool {
    guard values[name] == nil, let property = name.propertyName, !helpers.isPerformed(self) else {
      return false
    }
    let given = helpers.project.values(of: property, in: method.owner)
    return !given.isEmpty && given.allSatisfy { $0.body.with(helpers).makesOwnQueue($0.nodes, 3) }
  }

  /// Whether an expression is a context with a queue of its own, made here or by a method of the app.
  private func makesOwnQueue(_ nodes: [ObjCNode], _ steps: Int) -> Bool {
    if let message = nodes.message {
      if message.selector == "newBackgroundContext" { return true }
      if let kind = message.argument("initWithConcurrencyType") {
        return kind.name == "NSPrivateQueueConcurrencyType"
      }
      guard steps > 0, let owner = message.owner(in: self),
        let maker = helpers.project.method(message.selector, of: owner)?.with(helpers)
      else { return false }
      let results = maker.results
      return !results.isEmpty && results.allSatisfy { maker.makesOwnQueue($0, steps - 1) }
    }
    guard steps > 0, let name = nodes.name,
      let known = values[name]?.filter({ !$0.isNothing }), !known.isEmpty
    else { return false }
    return known.allSatisfy { makesOwnQueue($0, steps - 1) }
  }

  /// Whether a variable gets its meaning inside of a block.
  fileprivate func isMade(_ name: String, in block: ObjCNode) -> Bool {
    // `[Store shared].context` is what it is there, too.
    if name.hasPrefix("["), helpers.project.mainContexts.contains(where: { name.hasSuffix(of: $0) })
    {
      return false
    }
    let root = name.split(separator: ".").first.map(String.init) ?? name
    guard root != "self", !isSelf(root), method.parameters[root] == nil else { return false }
    // Declared as 'Type *name' or as the parameter of a loop in there.
    var isMade = false
    block.children.walk { place in
      if place.node.isWord, place.node.text == root, let before = place.before,
        before.isMark("*") || before.text == "id"
      {
        isMade = true
      }
    }
    return isMade || file.properties[root] == nil && types[root] == nil
  }

  /// `weakSelf` and what is made of it again.
  private func isSelf(_ name: String) -> Bool {
    var name = name
    for _ in 0..<4 {
      guard let made = values[name], made.count == 1, let next = made[0].name else { return false }
      if next == "self" { return true }
      name = next
    }
    return false
  }

  /// Whether the context is that of the main thread, as far as it says so.
  func isOfMain(_ context: [ObjCNode]) -> Bool {
    if context.written.isOfMain || isKeptForMain(context) { return true }
    guard let name = context.name, let made = values[name], made.count == 1 else { return false }
    return made[0].mentions("NSMainQueueConcurrencyType") || made[0].mentions("viewContext")
  }

  /// `NSManagedObjectContext *context = self.container.viewContext;`, also inside of the block that uses it.
  fileprivate func isMainByAnotherName(_ context: [ObjCNode]) -> Bool {
    guard let name = context.name, !name.contains("."), let made = values[name], made.count == 1,
      made[0].name != nil || made[0].message?.parts.onlyElement?.argument.isEmpty ?? false
    else { return false }
    return made[0].written.isOfMain || isKeptForMain(context)
  }

  /// Whether a property or getter of the app gives it that is the main thread's in all of the code.
  private func isKeptForMain(_ context: [ObjCNode]) -> Bool {
    let given =
      context.name.map { values[$0] == nil || $0.propertyName != nil } ?? true
      ? context : value(context)
    guard let member = given.memberName, helpers.project.mainContexts.contains(member),
      !isContextOfObject(given, helpers.project)
    else { return false }
    // A parameter may be any context.
    return given.count > 1 || given.message != nil
      || file.properties[member] != nil
        && method.parameters[member] == nil
  }

  /// The same of a context as it is written.
  func isOfMain(named name: String) -> Bool {
    if name.isOfMain { return true }
    guard let made = values[name], made.count == 1 else { return false }
    return made[0].mentions("NSMainQueueConcurrencyType") || made[0].mentions("viewContext")
  }

  /// Where a block runs that is not on the queue of a context.
  fileprivate func foreignThread(_ queue: ObjCQueue, for context: [ObjCNode]) -> String? {
    switch queue {
    case .other(let thread): thread
    // On the queue of one context, only the main one is another for certain.
    case .context: isOfMain(context) ? foreignPlace(queue) : nil
    default: nil
    }
  }

  /// Where a block runs that is not at home where the objects around it are.
  fileprivate func foreignPlace(_ queue: ObjCQueue) -> String? {
    switch queue {
    case .other(let place): place
    case .context(nil): "in a background task"
    case .context(let name?) where hasOwnQueue(name): "on the queue of '\(name)'"
    default: nil
    }
  }
}

extension String {
  /// `viewContext`, `self.mainContext`, and `MAIN_CONTEXT`, for which a macro stands.
  fileprivate var isOfMain: Bool {
    let small = filter { $0 != "_" }.lowercased()
    return ["viewcontext", "maincontext", "mainqueue"].contains { small.contains($0) }
  }
}

extension [ObjCNode] {
  fileprivate var writtenName: String? {
    name ?? (message == nil && memberName == nil ? nil : written)
  }
}

extension String {
  /// Whether it ends with a member of that name: `[Store shared].context`, `[[Store shared] context]`.
  fileprivate func hasSuffix(of member: String) -> Bool {
    hasSuffix("." + member) || hasSuffix(" " + member + "]")
  }
}
