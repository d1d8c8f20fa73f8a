internal import Diagnostics
internal import StoreModel

/// Errors of Objective-C that nobody looks at.
extension SwallowedStoreError: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    body.method.body.messages { message, place in
      guard message.selector == "save:", body.isContext(message.receiver),
        place.isStatement && !place.isAskedWithElse || body.forgetsResult(at: place)
      else { return }
      let given = message.parts[0].argument
      let isLost =
        ["nil", "NULL"].contains(given.name)
        || given.count == 2 && given[0].isMark("&")
          && !body.looks(at: given[1].text, after: message.offset)
      guard isLost else { return }
      if let claim = body.claim(behind: place) {
        report(
          Self.trusted(body.file.location(claim)), at: body.file.location(message.offset),
          severity: .warning)
      } else {
        report(Self.save, at: body.file.location(message.offset))
      }
    }
    body.method.body.messages { message, place in
      guard body.opensUnseen(message, place) else { return }
      report(Self.quietLoad, at: body.file.location(message.offset), help: Self.loadHelp)
    }
    checkLookups(body, lint, report)
    checkLogged(body, report)
    checkCompletions(body, report)
    for trust in body.trustedSaves {
      report(
        Self.trusted(body.file.location(trust.claim)), at: body.file.location(trust.save),
        severity: .warning)
    }
    for trust in body.trustedCalls {
      let name = trust.message.selector
      report(
        "'\(name)' keeps the error of its save to itself, and line "
          + "\(body.file.location(trust.claim).line ?? 0) goes on as if it had worked",
        at: body.file.location(trust.message.offset),
        help: "let '\(name)' return whether it has saved, and look at that", severity: .warning)
    }
    for (message, claim) in body.forgottenResults {
      let name = message.selector
      let line = claim.map { body.file.location($0).line ?? 0 }
      report(
        "'\(name)' only returns that its save failed, and "
          + (line.map { "line \($0) goes on as if it had worked" } ?? "nobody looks at that here"),
        at: body.file.location(message.offset),
        help: "look at the result, and say that it failed", severity: line == nil ? nil : .warning)
    }
    for failure in body.storeFailures {
      guard failure.onlyLogsAndEnds, let block = failure.first,
        // Of what a getter gives, all code around it has to be sure.
        body.method.parameterNames.isEmpty || !failure.mentions("nil")
      else { continue }
      let first = block.children.first
      // `if (![coordinator addPersistentStore…]) { }`, with a comment at most.
      report(
        first == nil ? Self.quietLoad : Self.load,
        at: body.file.location((first ?? block).token.offset), help: Self.loadHelp)
    }
    for stop in body.assertedStores where !stop.stays {
      report(
        "when the store does not open, nothing but an assertion says so, which the shipped app leaves out: it goes on "
          + "without a store", at: body.file.location(stop.offset), help: Self.loadHelp)
    }
    for failure in body.saveFailures where failure.nodes.isEmptyBlock {
      guard body.claim(behind: failure.place) == nil,
        !failure.place.siblings.dropFirst(failure.place.index + 1).contains(where: {
          $0.kind == .branch && $0.children[0].children.mentions("error")
        })
      else { continue }
      report(Self.save, at: body.file.location(failure.save))
    }
  }
}

extension ObjCPlace {
  /// Whether it is all that a branch asks, and the branch says what is done when the answer is no.
  fileprivate var isAskedWithElse: Bool {
    guard around.count > 1, around[around.count - 1].kind == .parens else { return false }
    let branch = around[around.count - 2]
    return branch.kind == .branch && branch.children.count > 2
  }
}

extension [ObjCNode] {
  fileprivate var isEmptyBlock: Bool {
    count == 1 && self[0].kind == .braces && self[0].children.isEmpty
  }
}

extension SwallowedStoreError {
  static func trusted(_ claim: Location) -> String {
    "when this save fails, line \(claim.line ?? 0) goes on as if it had worked"
  }
}

extension DeletedOneByOne: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    if body.helpers.keepsInMemory || lint.targets.areBelow(iOS: 9, macOS: 10) { return }
    body.method.body.walk { place in
      guard let list = place.node.deletedList ?? place.deletedList ?? body.deletedList(place),
        case let given = body.resolved(list).uncopied,
        let fetch = given.nodes.message, fetch.selector == "executeFetchRequest:error:",
        // Of what callers ask for, any entity may be it that is deleted alone.
        let entity =
          (given.body.entity(ofRequest: fetch.parts[0].argument).map { [$0] }
          ?? body.helpers.naming.entities(given: body.method))
          .first(where: { !lint.answer(.deletesAlone($0)).isEmpty })
      else { return }
      let request = fetch.parts[0].argument.name
      let made = given.body.resolved(fetch.parts[0].argument)
      guard request.map({ given.body.set["\($0).fetchLimit"] == nil }) ?? true,
        made.name.map({ made.body.set["\($0).fetchLimit"] == nil }) ?? true
      else { return }
      let isOwn = given.body.method.selector == body.method.selector
      if isOwn, body.keepsRows(list, fetchedAt: fetch.offset, place) { return }
      // What another method gives may be used by others; here it is for nothing but this.
      if !isOwn, request.map({ !given.body.settings("predicate", of: $0).isEmpty }) ?? false {
        return
      }
      let offset = isOwn ? fetch.offset : list.first?.token.offset ?? fetch.offset
      report(
        Self.message(entity), at: body.file.location(offset), entity: entity,
        certainty: Self.certainty)
    }
  }
}

extension ObjCValue {
  /// The same list behind `[[list mutableCopy] autorelease]`.
  fileprivate var uncopied: ObjCValue {
    var value = self
    while let message = value.nodes.message,
      ["autorelease", "copy", "mutableCopy", "retain"].contains(message.selector)
    {
      value.nodes = message.receiver
    }
    return value
  }
}

extension ObjCBody {
  /// The list that a message gives to a method which does nothing but delete what it is given.
  fileprivate func deletedList(_ place: ObjCPlace) -> [ObjCNode]? {
    guard place.node.kind == .brackets,
      let message = ObjCMessage(place.node, before: place.before),
      message.parts.contains(where: { !$0.argument.isEmpty }), let giver = giver(of: message),
      giver.method.body.mentions("deleteObject")
    else { return nil }
    var position: Int?
    giver.method.body.walk { inner in
      guard let name = (inner.node.deletedList ?? inner.deletedList)?.name,
        !inner.around.contains(where: { $0.kind == .branch || $0.kind == .loop })
      else { return }
      position = giver.method.parameterNames.firstIndex(of: name)
    }
    guard let position, message.parts.indices.contains(position) else { return nil }
    return message.parts[position].argument
  }
}

extension ObjCPlace {
  /// The list of `[notes enumerateObjectsUsingBlock:^(…) { [context deleteObject:note]; }]`.
  fileprivate var deletedList: [ObjCNode]? {
    guard let message = ObjCMessage(node, before: before),
      message.has("enumerateObjectsUsingBlock"),
      let block = message.argumentBlock, let given = message.parts.last?.argument,
      let element = given.first(where: { $0.kind == .parens })?.children.parts.first?.last?.text
    else { return nil }
    let statements = block.children.split { $0.isMark(";") }.map(Array.init)
    guard let only = statements.onlyElement, only.count == 1, let call = ObjCMessage(only[0]),
      call.selector == "deleteObject:", call.parts[0].argument.name == element
    else { return nil }
    return message.receiver
  }
}

extension ObjCNode {
  /// The list of which a loop does nothing but delete each object: `for (Note *note in notes)`, a loop that
  /// counts, and `while (index < notes.count)`.
  fileprivate var deletedList: [ObjCNode]? {
    guard kind == .loop else { return nil }
    // What is left beside the message only counts.
    let statements = children[1].children.split { $0.isMark(";") }.map(Array.init)
    let messages = statements.compactMap { $0.count == 1 ? ObjCMessage($0[0]) : nil }
    guard let call = messages.onlyElement, call.selector == "deleteObject:",
      statements.count == 1 || statements.count == 2 && loopedElement == nil
    else { return nil }
    var deleted = call.parts[0].argument
    if let element = loopedElement {
      return deleted.name == element && statements.count == 1 ? loopedOver : nil
    }
    // What begins or ends elsewhere leaves some: `for (int i = count - most; i > 0; i--)`.
    guard children[0].children.goesThroughAll else { return nil }
    // `Note *note = notes[index];` on a line of its own.
    for statement in statements {
      guard let sign = statement.firstIndex(where: { $0.isMark("=") }), sign > 0,
        statement[sign - 1].text == deleted.name
      else { continue }
      deleted = Array(statement[(sign + 1)...])
    }
    // `notes[index]`, `[notes objectAtIndex:index]`
    if deleted.count > 1, let last = deleted.last, last.kind == .brackets {
      return Array(deleted.dropLast())
    }
    guard let message = deleted.message, message.selector == "objectAtIndex:" else { return nil }
    return message.receiver
  }
}

extension [ObjCNode] {
  /// Whether the head of a loop that counts names nothing beside the list, its count and the counter.
  fileprivate var goesThroughAll: Bool {
    var names: Set<String> = []
    walk { place in
      let text = place.node.text
      if place.node.isWord, !["int", "NSInteger", "NSUInteger", "self", "count"].contains(text) {
        names.insert(text)
      }
    }
    return names.count <= 2
  }
}

extension ObjCBody {
  /// Whether a message opens a store on disk, and nothing here asks for the result, the error or the stores.
  fileprivate func opensUnseen(_ message: ObjCMessage, _ place: ObjCPlace) -> Bool {
    guard message.has("addPersistentStoreWithType"),
      message.parts[0].argument.name != "NSInMemoryStoreType",
      place.isStatement || forgetsResult(at: place), let given = message.argument("error"),
      // What stands before is the name of the argument itself.
      let end = given.last?.token.offset, !looks(at: "persistentStores", after: end)
    else { return false }
    if ["nil", "NULL"].contains(given.name) { return true }
    return given.count == 2 && given[0].isMark("&") && !given[1].text.hasPrefix("_")
      && !looks(at: given[1].text, after: end)
  }

  /// Whether the result goes to a variable of the method that nothing reads afterwards.
  fileprivate func forgetsResult(at place: ObjCPlace) -> Bool {
    let (nodes, index) = (place.siblings, place.index)
    guard index > 1, nodes[index - 1].isMark("="), place.after?.isMark(";") ?? true,
      case let name = nodes[index - 2].text, declares(name),
      index < 3 || !nodes[index - 3].isMark(".") && !nodes[index - 3].isMark("->"),
      // A loop may read in its next round what stands before.
      !place.around.contains(where: { $0.kind == .loop })
    else { return false }
    return !looks(at: name, after: nodes[index].token.offset)
  }

  /// Whether the method has a variable of that name: `BOOL isSaved`, `__block BOOL isSaved = NO`.
  private func declares(_ name: String) -> Bool {
    var isFound = false
    method.body.walk { place in
      guard place.node.isWord, place.node.text == name, let type = place.before, type.isWord
      else { return }
      isFound = isFound || !["in", "return"].contains(type.text)
    }
    return isFound
  }

  /// Whether a variable is read behind a place.
  fileprivate func looks(at name: String, after offset: Int) -> Bool {
    var isRead = false
    method.body.walk { place in
      guard place.node.isWord, place.node.text == name, place.node.token.offset > offset else {
        return
      }
      // Given to the same message, or to the next one that may set it.
      if !(place.before?.isMark("&") ?? false) { isRead = true }
    }
    return isRead
  }
}
