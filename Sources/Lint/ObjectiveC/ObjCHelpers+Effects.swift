/// What a method does to a store each time it runs.
extension ObjCBody {
  /// Whether a store is opened in memory whatever else holds.
  var opensInMemory: Bool {
    var isFound = false
    method.body.messages { message, place in
      if message.argument("addPersistentStoreWithType")?.name == "NSInMemoryStoreType",
        !place.around.contains(where: { $0.kind == .branch })
      {
        isFound = true
      }
    }
    return isFound
  }

  /// Whether one of the statements ends the app, whatever the others do: `abort();`
  var endsApp: Bool {
    var isFound = false
    method.body.walk { place in
      isFound =
        isFound
        || place.around.isEmpty && place.node.isWord && place.isFirst
          && ["abort", "exit", "_exit"].contains(place.node.text) && place.after?.kind == .parens
    }
    return isFound
  }

  /// Whether anything here may run on the queue of a context.
  var mayPerform: Bool {
    let words = ["performBlock", "performBlockAndWait", "performBackgroundTask"]
    return words.contains { method.body.mentions($0) }
  }

  /// What the messages of the method do that are sent each time it runs.
  func effects(
    _ effect: (ObjCMessage) -> Set<ObjCHelpers.Effect>
  ) -> Set<ObjCHelpers.Effect> {
    var found: Set<ObjCHelpers.Effect> = []
    method.body.messages { message, place in
      guard !place.isInAnswer, !place.isInKeptBlock(of: self) else { return }
      var own = effect(message)
      // What is made or deleted under a condition is saved for that one object.
      if place.isConditional(in: self) {
        let isOften = place.savesItsChange(message) && !method.body.returns(before: message)
        // On the wrong thread once is too often, unless the condition asks for the thread.
        let onThread: Set<ObjCHelpers.Effect> =
          place.asksForThread(asWellAs: Set(method.parameters.keys)) ? [] : [.main, .shared, .own]
        own.formIntersection(onThread.union(isOften ? [.save] : []))
      }
      guard !own.isSubset(of: found), !method.body.answers(before: message) else { return }
      // In a block it runs where that does.
      if !own.isDisjoint(with: [.main, .shared, .own]),
        ObjCQueue.of(place.around, in: self).queue != .around
      {
        own.subtract([.main, .shared, .own])
      }
      found.formUnion(own)
    }
    return found
  }

  /// The entity of the objects that the method's only fetch gives and the method returns.
  var returnedList: String? {
    var fetches: [(message: ObjCMessage, place: ObjCPlace)] = []
    method.body.messages { message, place in
      if message.selector == "executeFetchRequest:error:" { fetches.append((message, place)) }
    }
    guard fetches.count == 1, let fetch = fetches.first, isUnbounded(fetch.message) else {
      return nil
    }
    let before = fetch.place.siblings[..<fetch.place.index]
    let isReturned =
      before.last?.text == "return"
      // `return [NSMutableArray arrayWithArray:notes];`
      || results.contains { result in
        result.copied.map { values[$0.text]?.mentionsFetch(fetch.place.node) ?? false } ?? false
      }
      || values.contains { name, all in
        let values = all.filter { !$0.isNothing }
        return values.count == 1
          && (values[0].first?.token.offset == fetch.place.node.token.offset
            || values[0].copied?.token.offset == fetch.place.node.token.offset)
          && method.body.returns(name)
      }
    guard isReturned else { return nil }
    if method.owner == "NSManagedObject" { return "" }
    let request = fetch.message.parts[0].argument
    return entity(ofRequest: request) ?? (isAskedFor(request) ? "" : nil)
  }

  /// Whether those that call the method say which entity a request is for.
  private func isAskedFor(_ request: [ObjCNode]) -> Bool {
    guard let key = method.key, helpers.naming.namesEntity(key) else { return false }
    return request.name.map { values[$0]?.count == 1 } ?? false
  }

  /// The only message whose result the method returns, perhaps by way of a variable.
  var returnedMessage: ObjCMessage? { results.onlyElement.flatMap { value($0).message } }
}

extension [[ObjCNode]] {
  /// Whether one of the values is a fetch.
  fileprivate func mentionsFetch(_ fetch: ObjCNode) -> Bool {
    contains { $0.first?.token.offset == fetch.token.offset }
  }
}

extension [ObjCNode] {
  /// What `[list mutableCopy]` and `[NSMutableArray arrayWithArray:list]` copy.
  fileprivate var copied: ObjCNode? {
    guard let message else { return nil }
    if ["copy", "mutableCopy"].contains(message.selector) { return message.receiver.first }
    return ["arrayWithArray:", "initWithArray:"].contains(message.selector)
      ? message.parts[0].argument.first : nil
  }
}

extension ObjCPlace {
  /// Whether a statement begins here.
  fileprivate var isFirst: Bool {
    before.map { $0.isMark(";") || [.braces, .branch, .loop].contains($0.kind) } ?? true
  }

  /// Whether the place is reached when something slower has ended, as a request to a server:
  /// `[server get:path completion:^(id answer) { … }]`.
  fileprivate var isInAnswer: Bool {
    around.contains { node in
      guard node.kind == .brackets, let message = ObjCMessage(node),
        let last = message.parts.last, let block = message.argumentBlock,
        around.contains(where: { $0.kind == .braces && $0.token.offset == block.token.offset })
      else { return false }
      let name = last.name.lowercased()
      return ["completion", "completionblock", "completionhandler", "failure", "success"]
        .contains { name.hasSuffix("\($0):") } && !message.selector.hasPrefix("perform")
    }
  }

  /// Whether it stands in a block that a variable holds, for whoever calls it later:
  /// `void (^done)(void) = ^{ … };`
  fileprivate func isInKeptBlock(of body: ObjCBody) -> Bool {
    around.indices.contains { index in
      guard around[index].kind == .braces else { return false }
      let siblings = index > 0 ? around[index - 1].children : body.method.body
      guard
        var place = siblings.firstIndex(where: {
          $0.kind == .braces && $0.token.offset == around[index].token.offset
        })
      else { return false }
      while place > 0,
        siblings[place - 1].kind == .parens || siblings[place - 1].isWord
          || siblings[place - 1].isMark("*")
      {
        place -= 1
      }
      return place > 1 && siblings[place - 1].isMark("^") && siblings[place - 2].isMark("=")
    }
  }

  /// Whether a condition decides whether the place is reached; one that asks whether there is anything
  /// to save, a context to save it with, or what the work is about, does not count.
  fileprivate func isConditional(in body: ObjCBody) -> Bool {
    zip(around, around.dropFirst()).contains { node, part in
      node.kind == .branch && part.token.offset != node.children[0].token.offset
        && !node.children[0].children.asksForWork
        && !(part.token.offset == node.children[1].token.offset
          && node.children[0].children.onlyAskForObjects(in: body))
    }
  }

  /// Whether a branch around asks `[NSThread isMainThread]`, or for a context, or for what the caller says.
  fileprivate func asksForThread(asWellAs given: Set<String>) -> Bool {
    around.contains { node in
      guard node.kind == .branch else { return false }
      let condition = node.children[0].children
      return condition.asksForWork || condition.mentions("isMainThread")
        || given.contains(where: condition.mentions)
    }
  }

  /// Whether an insert or delete stands before a message in the same piece of code, under no more than one
  /// condition.
  fileprivate func savesItsChange(_ message: ObjCMessage) -> Bool {
    guard let block = around.last(where: { $0.kind == .braces }),
      around.count(where: { $0.kind == .branch && $0.token.offset < block.token.offset }) == 1
    else { return false }
    var changes = false
    block.children.messages { other, _ in
      guard other.offset < message.offset else { return }
      changes =
        changes || other.has("insertNewObjectForEntityForName") || other.has("deleteObject")
        || other.argument("insertIntoManagedObjectContext") != nil
        || other.selector == "initWithContext:"
    }
    return changes
  }
}

extension [ObjCNode] {
  /// Whether a condition asks for nothing but that objects are there: `key && value`, `key != nil`.
  fileprivate func onlyAskForObjects(in body: ObjCBody) -> Bool {
    let names = filter { $0.isWord && !["nil", "NULL"].contains($0.text) }.map(\.text)
    let numbers: Set = ["BOOL", "CGFloat", "NSInteger", "NSUInteger", "bool", "double", "int"]
    return !names.isEmpty
      && allSatisfy { $0.isWord || $0.isMark("&&") || $0.isMark("!=") }
      && names.allSatisfy { name in
        body.types[name].map { !numbers.contains($0) && $0 != "NSError" } ?? false
      }
  }

  /// `[context hasChanges]`, `context != nil`, `self.context`.
  fileprivate var asksForWork: Bool {
    if mentions("hasChanges") { return true }
    let word = first { $0.isWord && $0.text != "self" }?.text.lowercased() ?? ""
    return word.hasSuffix("context") && !contains { $0.isMark("||") || $0.isMark("==") }
  }

  /// Whether a branch before a message ends the method with a value, such as one that was found already.
  fileprivate func answers(before message: ObjCMessage) -> Bool {
    var isFound = false
    walk { place in
      guard place.node.text == "return", place.node.token.offset < message.offset,
        // Where there is nothing to save, nothing is left out.
        place.around.contains(where: {
          $0.kind == .branch && !$0.children[0].children.asksForWork
        }), let value = place.after,
        // What is asked for in the answer itself does not come behind it.
        !place.siblings[place.index...].prefix(while: { !$0.isMark(";") })
          .contains(where: { $0.spans(message.offset) }),
        !["0", "nil", "NO", "NULL", "NSNotFound", "false"].contains(value.text), !value.isMark(";")
      else { return }
      isFound = true
    }
    return isFound
  }

  /// Whether the method may end before a message.
  fileprivate func returns(before message: ObjCMessage) -> Bool {
    var isFound = false
    walk { place in
      if place.node.text == "return", place.node.token.offset < message.offset { isFound = true }
    }
    return isFound
  }

  fileprivate func returns(_ name: String) -> Bool {
    var isFound = false
    walk { place in
      if place.node.text == "return", place.after?.text == name { isFound = true }
    }
    return isFound
  }
}
