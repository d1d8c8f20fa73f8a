internal import Diagnostics
internal import StoreModel

/// Background work of Objective-C that is never saved.
extension UnsavedContext: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    checkEnd(body, lint, report)
    body.method.body.messages { message, _ in
      guard message.selector == "performBackgroundTask:", let block = message.argumentBlock,
        let context = message.parts[0].argument.blockParameter
      else { return }
      say(context, block.children, body, report)
    }
    for (name, values) in body.values.sorted(by: { $0.key < $1.key }) {
      guard values.count == 1, let made = values[0].message, body.types[name] != nil,
        made.selector == "newBackgroundContext" || made.makesPrivateContext,
        // A place to try something out keeps nothing on purpose.
        !["scratch", "temp", "discard"].contains(where: name.lowercased().contains),
        !body.keeps(name)
      else { continue }
      say(name, body.method.body, body, report)
    }
  }

  private func say(
    _ context: String, _ nodes: [ObjCNode], _ body: ObjCBody, _ report: RuleReport
  ) {
    guard let change = body.unsavedChange(in: context, nodes) else { return }
    report(
      "'\(context)' never saves, so this change is lost", at: body.file.location(change),
      help: "end the work with '[\(context) save:&error]'")
  }
}

extension ObjCBody {
  private static let harmless: Set = [
    "executeFetchRequest:error:", "countForFetchRequest:error:", "existingObjectWithID:error:",
    "objectWithID:", "performBlock:", "performBlockAndWait:", "hasChanges", "refreshAllObjects",
    "setMergePolicy:", "setUndoManager:", "setName:", "setParentContext:", "executeRequest:error:",
    "setAutomaticallyMergesChangesFromParent:", "deleteObject:", "insertObject:",
  ]

  /// The first change in a context that nothing saves, throws away or is handed.
  fileprivate func unsavedChange(in context: String, _ nodes: [ObjCNode]) -> Int? {
    var change: Int?
    var isSafe = false
    var objects: Set<String> = []
    nodes.messages { message, _ in
      let selector = message.selector.lowercased()
      if ["save", "commit", "rollback", "persist", "reset"].contains(where: selector.contains) {
        isSafe = true
      }
      if message.receiver.name == context {
        if ["deleteObject:", "insertObject:"].contains(message.selector) {
          change = change ?? message.offset
        } else if !Self.harmless.contains(message.selector) {
          isSafe = true
        }
        return
      }
      let isInsert =
        message.argument("inManagedObjectContext")?.name == context
        && message.has("insertNewObjectForEntityForName")
        || message.argument("insertIntoManagedObjectContext")?.name == context
        || message.selector == "initWithContext:" && message.parts[0].argument.name == context
      if isInsert {
        change = change ?? message.offset
      } else if message.parts.contains(where: { $0.argument.name == context }),
        !message.has("entityForName")
      {
        isSafe = true
      }
      if let name = message.receiver.name, objects.contains(name), message.selector.hasPrefix("set")
      {
        change = change ?? message.offset
      }
    }
    // Objects that come out of the context, and what is set of them.
    for (name, values) in self.values where values.contains(where: { $0.mentions(context) }) {
      objects.insert(name)
    }
    nodes.walk { place in
      if place.node.kind == .loop, let element = place.node.loopedElement,
        place.node.loopedOver.contains(where: {
          objects.contains($0.text) || [$0].mentions(context)
        })
      {
        objects.insert(element)
      }
    }
    nodes.walk { place in
      guard change == nil, place.node.isWord, objects.contains(place.node.text),
        place.node.text != context, !(place.before?.isMark(".") ?? false),
        place.index + 3 < place.siblings.count, place.siblings[place.index + 1].isMark("."),
        place.siblings[place.index + 3].isMark("=")
      else { return }
      change = place.node.token.offset
    }
    // A function of C, or a block, may be given it as well.
    nodes.walk { place in
      if place.node.isWord, place.node.text == context, place.around.last?.kind == .parens,
        place.before.map({ $0.isMark(",") }) ?? true, place.after.map({ $0.isMark(",") }) ?? true
      {
        isSafe = true
      }
      if place.node.text == "return", place.after?.text == context { isSafe = true }
    }
    return isSafe ? nil : change
  }
}

extension ObjCMessage {
  /// `[[NSManagedObjectContext alloc] initWithConcurrencyType:NSPrivateQueueConcurrencyType]`
  fileprivate var makesPrivateContext: Bool {
    argument("initWithConcurrencyType")?.name == "NSPrivateQueueConcurrencyType"
  }
}

extension ObjCBody {
  /// Whether a variable is put into another one or into a property.
  fileprivate func keeps(_ name: String) -> Bool {
    values.contains { target, values in target != name && values.contains { $0.name == name } }
  }
}

extension [ObjCNode] {
  /// `context` of `^(NSManagedObjectContext *context) { … }`.
  fileprivate var blockParameter: String? {
    first { $0.kind == .parens }?.children.parts.first?.last?.text
  }
}
