/// Methods that run on another thread than those that send for them.
extension ObjCMessage {
  /// What a method does to stores that the message has run on another thread:
  /// `[self performSelectorInBackground:@selector(load) withObject:nil]`, and by an `NSInvocationOperation`.
  func sentAway(
    in body: ObjCBody
  ) -> (selector: String, thread: String, effects: Set<ObjCHelpers.Effect>)? {
    sentTarget(in: body).map { sent in
      (sent.selector, sent.thread, body.helpers.effects(of: "\(sent.owner).\(sent.selector)"))
    }
  }

  /// The method that the message has run on another thread, and the object that it is given there.
  func sentMethod(in body: ObjCBody) -> (body: ObjCBody, thread: String, object: [ObjCNode]?)? {
    guard let sent = sentTarget(in: body),
      let target = body.helpers.project.method(sent.selector, of: sent.owner)
    else { return nil }
    return (target, sent.thread, argument("withObject") ?? argument("object"))
  }

  private func sentTarget(
    in body: ObjCBody
  ) -> (selector: String, owner: String, thread: String)? {
    let named: [ObjCNode]
    let owner: String?
    var thread = "on a thread of its own"
    if has("performSelectorInBackground") {
      named = parts[0].argument
      owner = self.owner(in: body)
    } else if has("detachNewThreadSelector") || has("showWhileExecuting"),
      // The second is what a widely used view does while it shows that something goes on.
      let target = (argument("toTarget") ?? argument("onTarget"))?.name
    {
      named = parts[0].argument
      owner = target == "self" ? body.method.owner : body.declaredType(of: target)
    } else if has("initWithTarget"), receiver.mentions("NSInvocationOperation"),
      argument("initWithTarget")?.name == "self", let selector = argument("selector"),
      !["mainQueue", "start"].contains(where: { body.method.body.mentions($0) })
    {
      (named, owner, thread) = (selector, body.method.owner, "in an operation")
    } else if let sender = body.giver(of: self)?.sender, parts.indices.contains(sender.selector),
      parts.indices.contains(sender.target)
    {
      named = parts[sender.selector].argument
      let target = parts[sender.target].argument.name
      owner = target == "self" ? body.method.owner : target.flatMap(body.declaredType(of:))
      thread = sender.thread
    } else {
      return nil
    }
    guard named.count == 3, named[1].text == "selector", let owner else { return nil }
    let selector = named[2].children.map(\.text).joined()
    return (selector, owner, thread)
  }
}

extension ObjCBody {
  /// The places of the parameters that a method has run on another thread: of what is sent, and to whom.
  fileprivate var sender: (selector: Int, target: Int, thread: String)? {
    guard method.parameters.values.contains("SEL") else { return nil }
    var found: (Int, Int, String)?
    method.body.messages { message, _ in
      let isOperation =
        message.has("initWithTarget") && message.receiver.mentions("NSInvocationOperation")
      let isThread = message.has("detachNewThreadSelector")
      let target =
        isOperation
        ? message.argument("initWithTarget")
        : isThread ? message.argument("toTarget") : message.receiver
      let selector = isOperation ? message.argument("selector") : message.parts[0].argument
      guard isOperation || isThread || message.has("performSelectorInBackground"),
        !method.body.mentions("mainQueue"),
        let target = target?.name.flatMap(method.parameterNames.firstIndex(of:)),
        let selector = selector?.name.flatMap(method.parameterNames.firstIndex(of:))
      else { return }
      found = (selector, target, isOperation ? "in an operation" : "on a thread of its own")
    }
    return found
  }

  /// Whether a message has a controller fetch that the method has not made, which is there for a view.
  func isOfForeignController(_ message: ObjCMessage) -> Bool {
    guard message.selector == "performFetch:", let name = message.receiver.name else {
      return false
    }
    return !(values[name]?.contains { $0.mentions("alloc") } ?? false)
  }

  /// Whether a context is a property of the object that other code gives it, or that its own getter makes
  /// once for all.
  func keepsForeignContext(_ context: [ObjCNode]) -> Bool {
    guard let property = context.name?.propertyName, values[context.name ?? ""] == nil,
      type(of: "self." + property) == "NSManagedObjectContext"
    else { return false }
    let given = helpers.project.values(of: property, in: method.owner)
    return given.allSatisfy { value in
      value.body.method.selector == property || !value.nodes.mentions("alloc")
    } && !["Operation", "Thread"].contains { method.owner?.hasSuffix($0) ?? false }
  }

  /// Whether nothing but the property's own getter makes the context.
  func makesLate(_ context: [ObjCNode]) -> Bool {
    guard let property = context.name?.propertyName else { return false }
    let given = helpers.project.values(of: property, in: method.owner)
    return !given.isEmpty && given.allSatisfy { $0.body.method.selector == property }
  }

  /// What a message does to a context that belongs to the block around: that of an object which the block
  /// makes, where the object makes its context itself or is given one that the block makes.
  func ownEffects(of message: ObjCMessage, in block: ObjCNode) -> Set<ObjCHelpers.Effect> {
    func isMade(_ nodes: [ObjCNode]) -> Bool {
      value(nodes).message.map {
        block.spans($0.offset) && ($0.mentions(["alloc"]) || $0.selector.hasPrefix("new"))
      } ?? false
    }
    guard let name = message.receiver.name, values[name]?.count == 1, isMade(message.receiver)
    else { return [] }
    let given = set.filter { key, _ in
      key.hasPrefix("\(name).") && key.lowercased().hasSuffix("context")
    }.flatMap(\.value)
    guard given.allSatisfy(isMade) else { return [] }
    return given.isEmpty ? [.own] : [.own, .shared]
  }
}
