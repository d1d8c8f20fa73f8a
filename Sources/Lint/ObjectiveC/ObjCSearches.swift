internal import Diagnostics
internal import StoreModel

/// Lists of Objective-C that are fetched whole and then narrowed by what the store knows.
extension FilteredInMemory: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    body.method.body.messages { message, _ in
      guard message.selector == "filteredArrayUsingPredicate:",
        let (entity, offset) = body.wholeList(message.receiver),
        lint.modelIndex.isInferred || !lint.answer(.coreDataKeys(of: entity)).isEmpty,
        !entity.isOfOneObject,
        body.narrows(entity, by: message.parts[0].argument, lint)
      else { return }
      report(
        "all '\(entity)' objects are loaded, and then searched with 'filteredArrayUsingPredicate:'",
        at: body.file.location(offset ?? message.offset), entity: entity,
        help: "give the request the predicate")
    }
    body.method.body.walk { place in
      guard place.node.kind == .loop, let element = place.node.loopedElement,
        let key = place.node.children[1].children.onlyKeyAsked(of: element),
        let (entity, offset) = body.wholeList(place.node.loopedOver), !entity.isOfOneObject,
        !lint.answer(.isPlainManaged(key, of: entity)).isEmpty,
        let offset, !body.keepsRows(place.node.loopedOver, fetchedAt: offset, place)
      else { return }
      report(
        "all '\(entity)' objects are loaded, and then searched one by one",
        at: body.file.location(offset), entity: entity,
        help: "give the request a predicate for '\(key)'")
    }
  }
}

extension [ObjCNode] {
  /// The property by which alone a turn of a loop tells whether it does anything:
  /// `if ([note.title isEqualToString:title]) { … }`.
  fileprivate func onlyKeyAsked(of element: String) -> String? {
    guard let branch = onlyElement, branch.kind == .branch, branch.children.count == 2,
      let message = branch.children[0].children.message,
      ["isEqual:", "isEqualToString:", "isEqualToNumber:"].contains(message.selector),
      !message.parts[0].argument.mentions(element)
    else { return nil }
    if let inner = message.receiver.message {
      return inner.receiver.name == element && !inner.selector.contains(":") ? inner.selector : nil
    }
    let parts = message.receiver.name?.split(separator: ".").map(String.init) ?? []
    return parts.count == 2 && parts[0] == element ? parts[1] : nil
  }
}

extension ObjCBody {
  /// Whether a predicate asks the objects for nothing but what the store has of them.
  fileprivate func narrows(
    _ entity: String, by predicate: [ObjCNode], _ lint: LintContext
  ) -> Bool {
    let keys = predicateKeys(predicate)
    if !keys.isEmpty {
      return keys.allSatisfy {
        CoreDataKeys.fault(in: $0.path, of: entity, ask: lint.answer) == nil
      }
    }
    // What callers are to narrow the list by, the request can as well.
    if let name = predicate.name, method.parameters[name] == "NSPredicate", values[name] == nil {
      return true
    }
    guard let asked = keysAsked(byBlock: resolved(predicate).nodes), !asked.isEmpty else {
      return false
    }
    return asked.allSatisfy { !lint.answer(.isPlainManaged($0, of: entity)).isEmpty }
  }

  /// The properties of its element that the block of a predicate reads; nil where it does anything else with it.
  private func keysAsked(byBlock nodes: [ObjCNode]) -> Set<String>? {
    guard let message = nodes.message, message.selector == "predicateWithBlock:",
      let block = message.argumentBlock, let element = message.parts[0].argument.blockElement
    else { return nil }
    // `Note *note = (Note *)object;`
    let names = Set(values.filter { $0.value.onlyElement?.name == element }.keys).union([element])
    var keys: Set<String> = []
    var isOther = false
    block.children.walk { place in
      guard place.node.isWord, names.contains(place.node.text) else { return }
      if place.before?.isMark("=") ?? false || place.before?.kind == .parens
        || place.after?.isMark("=") ?? false
      {
        // Where the other name comes from.
        return
      }
      if place.after?.isMark(".") ?? false, place.index + 2 < place.siblings.count {
        keys.insert(place.siblings[place.index + 2].text)
      } else if place.index == 0, place.siblings.count == 2, place.around.last?.kind == .brackets,
        let key = place.after, key.isWord
      {
        keys.insert(key.text)
      } else {
        isOther = true
      }
    }
    return isOther ? nil : keys
  }

  /// The entity of a list that holds all objects there are, and where it is fetched in this method.
  fileprivate func wholeList(_ expression: [ObjCNode]) -> (entity: String, offset: Int?)? {
    guard let message = value(expression).message else { return nil }
    if let fetch = wholeFetch(message) { return (fetch, message.offset) }
    if let fetch = givenFetch(message), let giver = fetch.giver,
      let own = giver.ownFetches.onlyElement?.message
    {
      return giver.wholeFetch(own).map { ($0, nil) }
    }
    guard let giver = giver(of: message) else { return nil }
    var found: [String?] = []
    giver.method.body.messages { message, _ in
      if message.selector == "executeFetchRequest:error:" {
        found.append(giver.wholeFetch(message))
      }
    }
    return (found.onlyElement ?? nil).map { ($0, nil) }
  }

  /// The entity of a fetch that has no condition and no limit.
  private func wholeFetch(_ message: ObjCMessage) -> String? {
    guard message.selector == "executeFetchRequest:error:",
      case let request = message.parts[0].argument, isUnbounded(message),
      let entity = entity(ofRequest: request)
    else { return nil }
    let given = resolved(request)
    let conditions =
      (request.name.map { settings("predicate", of: $0) } ?? [])
      + (given.name.map { given.body.settings("predicate", of: $0) } ?? [])
    return conditions.isEmpty ? entity : nil
  }
}
