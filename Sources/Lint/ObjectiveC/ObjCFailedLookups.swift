internal import Diagnostics
internal import StoreModel

/// Objects that are made because a fetch has found none, where a fetch that failed has found none, too.
extension SwallowedStoreError {
  func checkLookups(_ body: ObjCBody, _ lint: LintContext, _ report: RuleReport) {
    guard
      body.method.body.mentions("insertNewObjectForEntityForName")
        || body.method.body.mentions("insertIntoManagedObjectContext")
    else { return }
    var said: Set<Int> = []
    body.method.body.messages { message, place in
      guard
        let entity = message.argument("insertNewObjectForEntityForName").flatMap(body.constant)
          ?? message.argument("initWithEntity").flatMap(body.described),
        let lookup = body.lookup(before: place, of: entity), said.insert(lookup.offset).inserted,
        !lookup.isKeptApart(entity, lint)
      else { return }
      report(
        "when this fetch fails, the object counts as missing, and line "
          + "\(body.file.location(message.offset).line ?? 0) adds another '\(entity)' beside it",
        at: body.file.location(lookup.offset), entity: entity,
        help: "look at the error, and add one only when a fetch that worked has found none",
        severity: .warning)
    }
  }
}

/// A fetch by which a method decides, and that nobody asks whether it has worked.
private struct ObjCLookup {
  /// The fetch itself, in the method that sends it.
  var fetch: ObjCMessage
  var body: ObjCBody
  /// Where the deciding method asks.
  var offset: Int

  var request: [ObjCNode] { fetch.parts[0].argument }

  var entity: String? {
    if let name = request.name, let given = body.given[name], body.values[name] == nil {
      return given.body.entity(ofRequest: given.nodes)
    }
    return body.entity(ofRequest: request)
  }

  /// Whether the model lets nothing be there twice that has the same key.
  func isKeptApart(_ entity: String, _ lint: LintContext) -> Bool {
    let source = body.resolved(request)
    guard let name = source.name ?? request.name else { return false }
    return source.body.settings("predicate", of: name).flatMap { source.body.predicateKeys($0) }
      .contains { key in
        key.path.count == 1 && !lint.answer(.isUnique(key.path[0], of: entity)).isEmpty
      }
  }
}

extension ObjCBody {
  /// The fetch that has found nothing where the code at a place runs.
  fileprivate func lookup(before place: ObjCPlace, of entity: String) -> ObjCLookup? {
    var asked: [[ObjCNode]] = []
    if let value = place.otherwise { asked.append(value) }
    let nodes = place.around + [place.node]
    for (index, node) in nodes.enumerated().dropLast() {
      let inner = nodes[index + 1]
      if node.kind == .branch, node.children.count > 1 {
        let head = node.children[0].children
        if node.children[1].token.offset == inner.token.offset {
          asked += head.conditions("||").compactMap { $0.askedForNone(true) }
        } else if node.children.count > 2 {
          asked += head.conditions("&&").compactMap { $0.askedForNone(false) }
        }
      }
      // `if ([self exists:code]) return;`
      for earlier in node.children where earlier.token.offset < inner.token.offset {
        guard earlier.kind == .branch, earlier.children.count == 2, earlier.children[1].leaves
        else {
          continue
        }
        asked += earlier.children[0].children.conditions("&&").compactMap { $0.askedForNone(false) }
      }
    }
    for earlier in method.body where earlier.token.offset < (nodes.first?.token.offset ?? 0) {
      guard earlier.kind == .branch, earlier.children.count == 2, earlier.children[1].leaves else {
        continue
      }
      asked += earlier.children[0].children.conditions("&&").compactMap { $0.askedForNone(false) }
    }
    for value in asked {
      if let found = fetchBehind(value, before: place.node.token.offset, isMember: false, 10),
        found.entity ?? entity == entity
      {
        return found
      }
    }
    return nil
  }

  /// The fetch that an expression comes from, one of its objects or their number, whose error is not looked at.
  ///
  /// - Parameter isMember: whether a part of what was fetched is meant: the list itself is nil only after
  ///   a failure.
  private func fetchBehind(
    _ expression: [ObjCNode], before offset: Int, isMember: Bool, _ steps: Int
  ) -> ObjCLookup? {
    guard steps > 0 else { return nil }
    if let list = expression.list {
      return fetchBehind(list, before: offset, isMember: true, steps - 1)
    }
    if let asked = expression.comparedNumber {
      return fetchBehind(asked, before: offset, isMember: isMember, steps - 1)
    }
    if let message = expression.message {
      switch message.selector {
      case "executeFetchRequest:error:":
        guard isMember, message.parts.count == 2, !asksWhetherWorked(message) else { return nil }
        return ObjCLookup(fetch: message, body: self, offset: message.offset)
      case "countForFetchRequest:error:":
        guard !asksWhetherWorked(message), !method.body.mentions("NSNotFound") else { return nil }
        return ObjCLookup(fetch: message, body: self, offset: message.offset)
      case "mutableCopy", "copy", "autorelease", "retain", "allObjects":
        return fetchBehind(message.receiver, before: offset, isMember: isMember, steps - 1)
      case "setWithArray:", "arrayWithArray:", "initWithArray:", "orderedSetWithArray:":
        // What is made of nil is empty.
        return fetchBehind(message.parts[0].argument, before: offset, isMember: true, steps - 1)
      default:
        guard !message.parts.contains(where: { $0.argument.first?.isMark("&") ?? false }),
          let giver = giver(of: message), giver.method.selector != method.selector
        else { return nil }
        for result in giver.results where !["NO", "YES"].contains(result.name) {
          let end = result.first?.token.offset ?? Int.max
          guard
            var found = giver.fetchBehind(
              result, before: end, isMember: isMember, steps - 1)
          else { continue }
          found.offset = message.offset
          return found
        }
        return nil
      }
    }
    guard let name = expression.name, let known = values[name] else {
      // A getter that is written by hand.
      guard let property = expression.name?.propertyName,
        let getter = helpers.project.method(property, of: method.owner)?.with(helpers),
        getter.method.selector != method.selector, let result = getter.results.onlyElement,
        var found = getter.fetchBehind(
          result, before: Int.max, isMember: isMember, steps - 1)
      else { return nil }
      found.offset = expression[0].token.offset
      return found
    }
    let earlier = known.filter { value in
      !value.isNothing && value.first.map { $0.token.offset < offset } ?? false
    }
    guard let last = earlier.last else { return nil }
    return fetchBehind(last, before: last[0].token.offset, isMember: isMember, steps - 1)
  }

  /// Whether the error of a fetch is looked at, beyond a note in the log, or its list asked whether it is there.
  private func asksWhetherWorked(_ fetch: ObjCMessage) -> Bool {
    guard let given = fetch.parts.last?.argument else { return true }
    var names: [String] = []
    if given.count == 2, given[0].isMark("&") {
      names.append(given[1].text)
    } else if !["nil", "NULL", "0"].contains(given.name ?? given.first?.token.text) {
      // What the method was given is for those who call it.
      return true
    }
    var list: String?
    method.body.walk { place in
      guard place.node.kind == .brackets,
        ObjCMessage(place.node, before: place.before)?.offset == fetch.offset, place.index > 1,
        place.siblings[place.index - 1].isMark("=")
      else { return }
      list = place.siblings[place.index - 2].text
    }
    var isAsked = false
    method.body.walk { place in
      guard !isAsked, place.node.isWord, place.node.token.offset > fetch.offset else { return }
      // The part of a message that is called so is none.
      if names.contains(place.node.text), !(place.before?.isMark("&") ?? false),
        !(place.after?.isMark(":") ?? false) || place.before?.isMark("?") ?? false,
        !isOnlyLogged(place)
      {
        isAsked = true
      } else if place.node.text == list, place.around.last?.kind == .parens,
        let branch = place.around.dropLast().last, branch.kind == .branch,
        branch.children[0].children.isAskedWhetherThere, branch.children.count > 1,
        ![branch.children[1]].onlyLogs
      {
        isAsked = true
      }
    }
    return isAsked
  }

  /// Whether the node stands in what is only written to the log, or in the question before that.
  private func isOnlyLogged(_ place: ObjCPlace) -> Bool {
    for (index, node) in place.around.enumerated() {
      if node.kind == .branch, node.children.count == 2, [node.children[1]].onlyLogs { return true }
      if node.kind == .parens {
        let outer = index > 0 ? place.around[index - 1].children : method.body
        if let call = outer.firstIndex(where: { $0.token.offset == node.token.offset }), call > 0,
          outer[call - 1].text.lowercased().contains("log")
        {
          return true
        }
      }
      if node.kind == .brackets, let message = ObjCMessage(node),
        message.receiver.written.lowercased().hasPrefix("log")
          || message.selector.lowercased().hasPrefix("log")
      {
        return true
      }
    }
    return false
  }
}
