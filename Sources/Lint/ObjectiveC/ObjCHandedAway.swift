internal import Diagnostics
internal import StoreModel

/// Objects that methods of Objective-C read on another thread, because a message has the method run there.
extension ContextAcrossTasks {
  private static let free: Set = [
    "objectID", "managedObjectContext", "hash", "isEqual:", "class", "retain", "release",
    "autorelease",
  ]

  /// `[self.loader performSelectorInBackground:@selector(loadStops:) withObject:self.route]`, and what the
  /// method reads of the objects that its own class keeps.
  func checkHandedAway(_ body: ObjCBody, _ lint: LintContext, _ report: RuleReport) {
    var said: Set<String> = []
    body.method.body.messages { message, _ in
      guard let sent = message.sentMethod(in: body) else { return }
      let target = sent.body.with(body.helpers)
      if let given = sent.object?.name, let parameter = target.method.parameterNames.first,
        let type = body.declaredType(of: given) ?? target.method.parameters[parameter],
        !lint.answer(.isManagedClass(type)).isEmpty, given != "nil",
        let place = target.reads(parameter, free: Self.free), said.insert(given).inserted
      {
        return report(
          "'\(given)', a '\(type)' object, is handed to '\(target.method.selector)', which reads it "
            + "\(sent.thread), away from its own context", at: body.file.location(message.offset),
          help: Self.handedHelp,
          related: Finding.Related("read", at: target.file.location(place)))
      }
      for (name, type) in target.keptObjects(lint) where said.insert(name).inserted {
        guard let place = target.reads(name, free: Self.free, asArgument: true) else { continue }
        return report(
          "'\(target.method.selector)' uses '\(name)', a '\(type)' object, and is run \(sent.thread), away from "
            + "the object's own context", at: body.file.location(message.offset),
          help: Self.handedHelp,
          related: Finding.Related("used", at: target.file.location(place)))
      }
    }
  }

  private static let handedHelp =
    "hand over its 'objectID', and look it up there in a context of that thread, inside 'performBlock:'"
}

extension ObjCBody {
  /// The objects that the class keeps and the method names, each with its class.
  fileprivate func keptObjects(_ lint: LintContext) -> [(name: String, type: String)] {
    var found: [(String, String)] = []
    var seen: Set<String> = []
    method.body.walk { place in
      guard place.node.isWord, !(place.before?.isMark(".") ?? false) || place.isOfSelf,
        case let name = place.node.text, method.parameters[name] == nil, types[name] == nil,
        values[name] == nil, seen.insert(name).inserted,
        let type = file.properties[name] ?? helpers.project.type(of: name, in: method.owner),
        !lint.answer(.isManagedClass(type)).isEmpty
      else { return }
      found.append((name, type))
    }
    return found
  }

  /// Where the method asks an object for something that is stored, or hands it to a method of the app.
  fileprivate func reads(_ name: String, free: Set<String>, asArgument: Bool = false) -> Int? {
    var found: Int?
    method.body.walk { place in
      guard found == nil, place.node.isWord, place.node.text == name,
        !(place.before?.isMark(".") ?? false) || place.isOfSelf, !place.isOnMain
      else { return }
      let nodes = place.siblings
      if let dot = place.after, dot.isMark("."), place.index + 2 < nodes.count,
        !free.contains(nodes[place.index + 2].text)
      {
        found = place.node.token.offset
        return
      }
      guard let user = place.around.last, user.kind == .brackets, let message = ObjCMessage(user)
      else { return }
      if message.receiver.name == name || message.receiver.name == "self.\(name)" {
        if !free.contains(message.selector) { found = place.node.token.offset }
      } else if asArgument,
        message.parts.contains(where: { [name, "self.\(name)"].contains($0.argument.name) }),
        let owner = message.owner(in: self),
        helpers.project.method(message.selector, of: owner) != nil
      {
        found = place.node.token.offset
      }
    }
    return found
  }
}

extension ObjCPlace {
  /// Whether `self.` stands before it.
  fileprivate var isOfSelf: Bool {
    index > 1 && siblings[index - 1].isMark(".") && siblings[index - 2].text == "self"
  }

  /// Whether it stands in a block for the main thread or for the queue of a context.
  fileprivate var isOnMain: Bool {
    around.contains { node in
      if node.kind == .brackets, let message = ObjCMessage(node) {
        return message.selector.hasPrefix("perform")
      }
      return node.kind == .parens && node.children.mentions("dispatch_get_main_queue")
    }
  }
}
