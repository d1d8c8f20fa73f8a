internal import Diagnostics
internal import StoreModel

/// What Objective-C does when a store does not open.
extension FatalErrorOnContainerFailure: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    // Who raises may also catch, here or in a method that calls this one.
    let isCaught = body.file.methods.contains { $0.body.mentions("catch") }
    for failure in body.storeFailures {
      var stop: Int?
      failure.walk { place in
        let node = place.node
        let isEnd =
          node.isWord && ["abort", "assert", "exit"].contains(node.text)
          // `[self fail:error]`
          || ObjCMessage(node, before: place.before).map { body.helpers.endsApp($0, in: body) }
            ?? false
        if stop == nil, isEnd || !isCaught && (node.raises || place.isThrow) {
          stop = node.token.offset
        }
      }
      // Behind a second try only that one's failure ends the app.
      guard let stop, !failure.triesAgain(before: stop) else { continue }
      report("the app ends here when the store does not open", at: body.file.location(stop))
    }
    for stop in body.assertedStores where stop.stays {
      report("the app ends here when the store does not open", at: body.file.location(stop.offset))
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
        guard place == nil, !failure.keepsACopy,
          // What a cache holds can be had again.
          !(body.method.owner?.lowercased().contains("cache") ?? false)
        else { return }
        if Self.removals.contains(where: message.has) {
          place = message.offset
        } else if let giver = body.giver(of: message), !giver.method.body.keepsACopy,
          giver.method.body.removesFiles(Self.removals)
        {
          place = message.offset
        }
      }
      guard let place else { continue }
      report(Self.message, at: body.file.location(place))
    }
    checkMoved(body, report)
  }

  private static let moves = [
    "migratePersistentStore", "migrateStoreFromURL", "replacePersistentStoreAtURL",
  ]

  /// `[manager migrateStoreFromURL:old …];`, and then `removeItemAtURL:`.
  private func checkMoved(_ body: ObjCBody, _ report: RuleReport) {
    body.method.body.messages { message, place in
      guard place.isStatement,
        let name = Self.moves.first(where: message.has) ?? body.giver(of: message)?.ignoredMove
      else { return }
      for node in place.siblings[(place.index + 1)...] {
        guard let removal = node.removal(Self.removals) else {
          // What is asked in between may well be whether it has worked.
          if node.kind == .branch { return }
          continue
        }
        report(
          Self.message(behind: name), at: body.file.location(removal.offset),
          help: "delete it only where '\(name)' has worked")
        return
      }
    }
  }
}

extension ObjCBody {
  /// The name of a move whose result a method without any throws away.
  fileprivate var ignoredMove: String? {
    var found: String?
    method.body.messages { message, place in
      guard found == nil, place.isStatement else { return }
      found = ["migratePersistentStore", "migrateStoreFromURL"].first(where: message.has)
    }
    return method.body.mentions("return") ? nil : found
  }
}

extension ObjCNode {
  /// `[files removeItemAtPath:old error:nil]`, alone or where `old` itself is asked for.
  fileprivate func removal(_ names: [String]) -> ObjCMessage? {
    if let message = ObjCMessage(self) { return names.contains(where: message.has) ? message : nil }
    guard kind == .branch, children.count > 1 else { return nil }
    var (asked, found): (String?, ObjCMessage?)
    children[0].children.messages { message, _ in
      if message.has("fileExistsAtPath") { asked = message.parts[0].argument.name }
    }
    guard let asked else { return nil }
    Array(children.dropFirst()).messages { message, _ in
      if found == nil, names.contains(where: message.has),
        message.parts[0].argument.name == asked
      {
        found = message
      }
    }
    return found
  }
}

/// Stores in memory, which nobody is told of.
extension MemoryStoreOnFailure: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    for failure in body.storeFailures {
      var memory: Int?
      failure.walk { place in
        if memory == nil, place.node.isWord, place.node.text == "NSInMemoryStoreType" {
          memory = place.node.token.offset
        }
      }
      guard let memory, !failure.tellsOfFailure else { continue }
      report(Self.message, at: body.file.location(memory))
    }
  }
}

extension [ObjCNode] {
  /// Whether files are put aside before others are removed.
  fileprivate var keepsACopy: Bool {
    var isKept = false
    messages { message, _ in
      let name = message.parts[0].name
      if ["moveItem", "copyItem", "replaceItem"].contains(where: name.hasPrefix)
        || name.lowercased().contains("backup")
      {
        isKept = true
      }
    }
    return isKept
  }

  fileprivate func removesFiles(_ removals: [String]) -> Bool {
    var isFound = false
    messages { message, _ in isFound = isFound || removals.contains(where: message.has) }
    return isFound
  }

  /// Whether the error is kept, given back, or handed to anything but a log.
  fileprivate var tellsOfFailure: Bool {
    var tells = false
    walk { place in
      let node = place.node
      // `self.openError = error`, `*error = problem`
      if node.isMark("="), place.index > 0 {
        let target = place.siblings[place.index - 1].text.lowercased()
        let words = ["error", "fail", "memory", "problem", "state", "warn", "temporary"]
        if words.contains(where: target.contains) { tells = true }
      }
    }
    messages { message, _ in
      let isOpening = message.has("addPersistentStoreWithType")
      let mentions = message.parts.contains { part in
        part.argument.count == 1 && part.argument[0].text.lowercased().contains("error")
      }
      let small = message.selector.lowercased()
      if mentions, !isOpening, !small.contains("log") { tells = true }
      if ["alert", "notify", "show", "present", "report", "postnotification"].contains(
        where: small.contains)
      {
        tells = true
      }
    }
    return tells
  }

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
  private static let opening: Set = [
    "addPersistentStoreWithType", "loadPersistentStoresWithCompletionHandler",
  ]

  /// What runs when a store could not be added: `if (![coordinator addPersistentStore…]) { … }`,
  /// `if (!store) { … }`, and `if (error) { … }` behind the call or in the block that is told of it; also
  /// where a method of the app opens the store.
  var storeFailures: [[ObjCNode]] {
    let errors = openingErrors
    let stores = Set(values.filter { _, values in values.contains { opens($0) } }.keys)
    guard !errors.isEmpty || !stores.isEmpty || opens(method.body) || opensDocument else {
      return []
    }
    var found: [[ObjCNode]] = []
    method.body.walk { place in
      let node = place.node
      guard node.kind == .branch, node.children.count > 1 else { return }
      let head = node.children[0].children
      let isCall =
        head.first?.isMark("!") ?? false && opens(Array(head.dropFirst()))
        || head.count > 2 && head[head.count - 2].isMark("==")
          && ["nil", "NULL", "NO", "false"].contains(head.last?.text ?? "") && opens(head)
      let isStore =
        head.count == 2 && head[0].isMark("!") && stores.contains(head[1].text)
        || head.count == 3 && head[1].isMark("==") && stores.contains(head[0].text)
          && ["nil", "NULL", "NO"].contains(head[2].text)
      let isError =
        (head.count == 1 || head.count == 3 && head[1].isMark("!=")
          || head.map(\.token.text).dropFirst() == [".", "code", "!=", "0"])
        && errors.contains(head[0].text) && (place.isInLoadBlock || isBehindOpening(place))
      let isElse =
        node.children.count > 2
        && (head.count == 1 && stores.contains(head[0].text)
          || head.count > 1 && head[0].kind == .brackets && opens([head[0]]))
      let document = documentResult(place)
      let isUnopened =
        document.map { name in
          head.count == 2 && head[0].isMark("!") && head[1].text == name
            || head.count == 3 && head[0].text == name && head[1].isMark("==")
              && ["NO", "false"].contains(head[2].text)
        } ?? false
      let isOtherwise =
        isElse
        || document != nil && node.children.count > 2 && head.map(\.text) == [document ?? ""]
      guard isCall || isStore || isError || isOtherwise || isUnopened else { return }
      let failed = isOtherwise ? node.children[2] : node.children[1]
      // What is inside of one failure is not another one.
      guard !found.contains(where: { $0.first?.token.offset == failed.token.offset }) else {
        return
      }
      found.append([failed])
    }
    // `if (store) { return YES; }`: the rest of the method runs when there is none.
    if let rest = restWithoutStore(stores) { found.append(rest) }
    return found
  }

  /// `NSAssert(store != nil, @"…")`, `assert([coordinator addPersistentStoreWithType:…]);`: only the latter stays in
  /// the app that is shipped, as Xcode sets up its projects.
  var assertedStores: [(offset: Int, stays: Bool)] {
    var found: [(offset: Int, stays: Bool)] = []
    let stores = Set(values.filter { _, values in values.contains { opens($0) } }.keys)
    method.body.walk { place in
      guard place.node.isWord, ["NSAssert", "NSCAssert", "assert"].contains(place.node.text),
        let asked = place.after, asked.kind == .parens, let condition = asked.children.parts.first
      else { return }
      let isStore =
        condition.count == 1 || condition.count == 3 && condition[1].isMark("!=")
        ? condition.first.map { stores.contains($0.text) } ?? false : false
      if isStore || opens(condition) {
        found.append((place.node.token.offset, place.node.text == "assert"))
      }
    }
    // What a failure does as well is said of that.
    let told = storeFailures
    return found.filter { stop in
      !told.contains { failure in
        var isInside = false
        failure.walk { isInside = isInside || $0.node.token.offset == stop.offset }
        return isInside
      }
    }
  }

  private static let openingDocument = "openWithCompletionHandler:"

  /// Whether the method opens a document that keeps its objects in a store.
  private var opensDocument: Bool {
    guard method.body.mentions("openWithCompletionHandler") else { return false }
    var isFound = false
    method.body.messages { message, _ in isFound = isFound || isDocument(message) }
    return isFound
  }

  private func isDocument(_ message: ObjCMessage) -> Bool {
    guard message.selector == Self.openingDocument,
      let type = message.receiver.name.flatMap(type(of:))
    else { return false }
    return type == "UIManagedDocument"
      || helpers.project.inherits(type, from: "UIManagedDocument")
  }

  /// `success` of the block around that is told whether such a document is open:
  /// `[document openWithCompletionHandler:^(BOOL success) { … }]`.
  private func documentResult(_ place: ObjCPlace) -> String? {
    for node in place.around.reversed() where node.kind == .brackets {
      guard let message = ObjCMessage(node) else { continue }
      guard isDocument(message),
        let head = message.parts[0].argument.first(where: { $0.kind == .parens })
      else { return nil }
      return head.children.last?.text
    }
    return nil
  }

  /// Whether an expression opens a store of Core Data, itself or by a method of the app that does.
  private func opens(_ nodes: [ObjCNode]) -> Bool {
    if Self.opening.contains(where: nodes.mentions) { return true }
    var isFound = false
    nodes.messages { message, _ in
      guard !isFound, message.argument("error") != nil || message.selector.hasSuffix("rror:"),
        let giver = giver(of: message), giver.method.selector != method.selector
      else { return }
      isFound = Self.opening.contains(where: giver.method.body.mentions)
    }
    return isFound
  }

  /// The names of the errors that tell why a store was not opened.
  private var openingErrors: Set<String> {
    var names: Set<String> = []
    method.body.messages { message, _ in
      if message.selector == "loadPersistentStoresWithCompletionHandler:",
        let head = message.parts[0].argument.first(where: { $0.kind == .parens }),
        let error = head.children.parts.last?.last?.text
      {
        names.insert(error)
      }
      guard let given = message.parts.last?.argument, given.count == 2, given[0].isMark("&"),
        message.has("addPersistentStoreWithType")
          || giver(of: message).map({ giver in
            Self.opening.contains(where: giver.method.body.mentions)
          }) ?? false
      else { return }
      names.insert(given[1].text)
    }
    return names
  }

  /// Whether the statement right before opens a store.
  private func isBehindOpening(_ place: ObjCPlace) -> Bool {
    guard place.index > 1 else { return false }
    let statement = place.siblings[..<(place.index - 1)].reversed().prefix { !$0.isMark(";") }
    return opens(statement.reversed())
  }

  private func restWithoutStore(_ stores: Set<String>) -> [ObjCNode]? {
    for (index, node) in method.body.enumerated() where node.kind == .branch {
      let head = node.children[0].children
      let asks =
        head.count == 1 && stores.contains(head[0].text)
        || head.count == 3 && head[1].isMark("!=") && stores.contains(head[0].text)
          && head[2].text == "nil"
        || head.count == 1 && head[0].kind == .brackets && opens(head)
      guard asks, node.children.count == 2,
        node.children[1].children.contains(where: { $0.text == "return" })
      else { continue }
      return Array(method.body[(index + 1)...])
    }
    return nil
  }
}

extension ObjCPlace {
  fileprivate var isInLoadBlock: Bool {
    around.contains { node in
      node.kind == .brackets
        && ObjCMessage(node)?.selector == "loadPersistentStoresWithCompletionHandler:"
    }
  }
}
