internal import Diagnostics
internal import StoreModel

/// What Objective-C does when a store does not open.
extension FatalErrorOnContainerFailure: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    for failure in body.storeFailures {
      var stop: Int?
      failure.walk { place in
        let node = place.node
        if stop == nil, node.isWord, ["abort", "exit", "NSAssert"].contains(node.text) {
          stop = node.token.offset
        }
      }
      // Behind a second try only that one's failure ends the app.
      guard let stop, !failure.triesAgain(before: stop) else { continue }
      report("the app ends here when the store does not open", at: body.file.location(stop))
    }
  }
}

extension StoreDeletedOnFailure: ObjectiveCRule {
  private static let removals = [
    "removeItemAtURL", "removeItemAtPath", "destroyPersistentStoreAtURL",
  ]

  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    for failure in body.storeFailures {
      var place: Int?
      failure.messages { message, _ in
        guard place == nil, Self.removals.contains(where: message.has) else { return }
        place = message.offset
      }
      guard let place else { continue }
      report(Self.message, at: body.file.location(place))
    }
  }
}

extension [ObjCNode] {
  /// Whether another store is added before a place.
  fileprivate func triesAgain(before offset: Int) -> Bool {
    var isFound = false
    messages { message, _ in
      if message.has("addPersistentStoreWithType"), message.offset < offset { isFound = true }
    }
    return isFound
  }
}

extension ObjCBody {
  /// What runs when a store could not be added: `if (![coordinator addPersistentStore…]) { … }`,
  /// `if (!store) { … }`, and `if (error) { … }` behind the call or in the block that is told of it.
  var storeFailures: [[ObjCNode]] {
    guard
      method.body.mentions("addPersistentStoreWithType")
        || method.body.mentions("loadPersistentStoresWithCompletionHandler")
    else { return [] }
    let stores = Set(
      values.filter { _, values in values.contains { $0.mentions("addPersistentStoreWithType") } }
        .keys)
    var found: [[ObjCNode]] = []
    method.body.walk { place in
      let node = place.node
      guard node.kind == .branch, node.children.count > 1 else { return }
      let head = node.children[0].children
      let isCall = head.first?.isMark("!") ?? false && head.mentions("addPersistentStoreWithType")
      let isStore =
        head.count == 2 && head[0].isMark("!") && stores.contains(head[1].text)
        || head.count == 3 && head[1].isMark("==") && stores.contains(head[0].text)
          && ["nil", "NULL"].contains(head[2].text)
      let isError =
        (head.count == 1 || head.count == 3 && head[1].isMark("!=")) && head[0].text == "error"
        && (place.isInLoadBlock || place.isBehindAdding)
      guard isCall || isStore || isError else { return }
      // What is inside of one failure is not another one.
      guard !found.contains(where: { $0.first?.token.offset == node.children[1].token.offset })
      else {
        return
      }
      found.append([node.children[1]])
    }
    return found
  }
}

extension ObjCPlace {
  fileprivate var isInLoadBlock: Bool {
    around.contains { node in
      node.kind == .brackets
        && ObjCMessage(node)?.selector == "loadPersistentStoresWithCompletionHandler:"
    }
  }

  /// Whether the statement right before adds a store.
  fileprivate var isBehindAdding: Bool {
    guard index > 1 else { return false }
    let statement = siblings[..<(index - 1)].reversed().prefix { !$0.isMark(";") }
    return statement.contains { [$0].mentions("addPersistentStoreWithType") }
  }
}
