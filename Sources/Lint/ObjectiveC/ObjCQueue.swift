/// The queue that code of Objective-C runs on, as far as the blocks around it say.
enum ObjCQueue: Equatable {
  /// That of the method around.
  case around
  case main
  /// Another thread, in words for messages.
  case other(String)
  /// That of a context: the name of the context, nil for one that is made for the block.
  case context(String?)
  /// A block that is kept or handed to something that may run it anywhere.
  case unknown

  private static let loops: Set = [
    "enumerateObjectsUsingBlock", "enumerateObjectsWithOptions",
    "enumerateKeysAndObjectsUsingBlock",
    "indexesOfObjectsPassingTest", "indexOfObjectPassingTest", "sortedArrayUsingComparator",
    "enumerateIndexesUsingBlock", "objectsPassingTest", "enumerateObjectsAtIndexes",
  ]

  /// - Parameter around: the nodes around the code, the outermost first.
  /// - Returns: also the block that decides.
  static func of(_ around: [ObjCNode], in body: ObjCBody) -> (queue: ObjCQueue, block: ObjCNode?) {
    for index in around.indices.reversed() where around[index].kind == .braces {
      let block = around[index]
      let siblings = index > 0 ? around[index - 1].children : body.method.body
      guard siblings.isBlock(block) else { continue }
      guard index > 0 else { return (.unknown, block) }
      let user = around[index - 1]
      switch user.kind {
      case .brackets:
        guard let message = ObjCMessage(user) else { return (.unknown, block) }
        if loops.contains(String(message.parts[0].name.dropLast())) { continue }
        if message.has("saveWithBlock") || message.has("saveWithBlockAndWait") {
          // The work gets a context of its own, and the main thread hears of its end.
          let isWork = message.parts[0].argument.contains {
            $0.kind == .braces && $0.token.offset == block.token.offset
          }
          return (isWork ? .context(nil) : .main, block)
        }
        return (queue(of: message, in: body), block)
      case .parens:
        let outer = index > 1 ? around[index - 2].children : body.method.body
        guard let place = outer.firstIndex(where: { $0.token.offset == user.token.offset }),
          place > 0
        else { return (.unknown, block) }
        return (queue(ofCall: outer[place - 1].text, user.children, in: body), block)
      default: return (.unknown, block)
      }
    }
    // What a queue of operations runs.
    if body.method.selector == "main",
      body.helpers.project.inherits(body.method.owner, from: "NSOperation")
    {
      return (.other("in an operation"), nil)
    }
    return (.around, nil)
  }

  private static func queue(of message: ObjCMessage, in body: ObjCBody) -> ObjCQueue {
    switch message.selector {
    case "performBlock:", "performBlockAndWait:": return .context(message.receiver.written)
    case "performBackgroundTask:": return .context(nil)
    case "blockOperationWithBlock:":
      // An operation runs where its queue says, or at once where it is started by hand.
      let words = ["mainQueue", "start", "setQueue", "addDependency"]
      return words.contains { body.method.body.mentions($0) }
        ? .unknown : .other("in an operation")
    case "addOperationWithBlock:":
      let receiver = body.value(message.receiver).written
      return receiver.contains("mainQueue") ? .main : .other("in an operation")
    case "sendAsynchronousRequest:queue:completionHandler:":
      let queue = body.value(message.parts[1].argument)
      if queue.mentions("mainQueue") { return .main }
      return queue.mentions("alloc") || queue.mentions("new")
        ? .other("when a request is done") : .unknown
    default:
      if requests.contains(where: message.has), message.argument("completionHandler") != nil {
        return session(message.receiver, in: body)
      }
      return body.helpers.runner(of: message, in: body) ?? .unknown
    }
  }

  private static let requests = [
    "dataTaskWithURL", "dataTaskWithRequest", "downloadTaskWithURL", "downloadTaskWithRequest",
    "uploadTaskWithRequest",
  ]

  /// Where a session calls its completions: another one than the shared may be given the main queue.
  private static func session(_ receiver: [ObjCNode], in body: ObjCBody) -> ObjCQueue {
    let session = body.resolved(receiver).nodes
    if session.mentions("mainQueue") { return .main }
    let selector = session.message?.selector
    return selector == "sharedSession" || selector == "sessionWithConfiguration:"
      ? .other("when a request is done") : .unknown
  }

  private static func queue(
    ofCall name: String, _ arguments: [ObjCNode], in body: ObjCBody
  ) -> ObjCQueue {
    guard
      ["dispatch_async", "dispatch_after", "dispatch_group_async", "dispatch_sync"].contains(name)
    else { return body.helpers.runner(ofFunction: name) ?? .unknown }
    let parts = arguments.parts
    let position = ["dispatch_async", "dispatch_sync"].contains(name) ? 0 : 1
    guard parts.count > position else { return .unknown }
    let queue = body.value(parts[position])
    if queue.mentions("dispatch_get_main_queue") { return .main }
    if queue.mentions("dispatch_get_global_queue") { return .other("on a global queue") }
    if queue.mentions("dispatch_queue_create") { return .other("on a queue of its own") }
    return .unknown
  }
}

extension ObjCBody {
  /// Where the method runs the block that it is given: `dispatch_async(queue, work)`,
  /// `[context performBlock:^{ work(context); }]`.
  var blockQueue: ObjCQueue? {
    guard !method.parameters.isEmpty else { return nil }
    var found: [ObjCQueue] = []
    method.body.walk { place in
      guard place.node.isWord, method.parameters[place.node.text] != nil else { return }
      if place.after?.kind == .parens {
        let queue = ObjCQueue.of(place.around, in: self).queue
        if queue != .around { found.append(queue) }
      } else if place.after == nil, let user = place.around.last {
        // Handed on as the last argument.
        let outer = place.around.dropLast().last?.children ?? method.body
        if let queue = ObjCQueue.taking(user, in: outer, self) { found.append(queue) }
      }
    }
    guard let first = found.first, found.allSatisfy({ $0 == first }), first != .unknown else {
      return nil
    }
    guard case .context(let name) = first else { return first }
    // The name of the context means nothing to those who call: what counts is whose queue it has.
    guard let name else { return first }
    if isOfMain(named: name) { return .main }
    let small = name.lowercased()
    let isOwn =
      hasOwnQueue(name) || keepsOwnQueue(name)
      || ["background", "private", "worker"].contains { small.contains($0) }
    return isOwn || method.parameters[name] != nil ? .context(nil) : nil
  }
}

extension ObjCQueue {
  /// Where a message or a call of a function runs the block that is its last argument.
  fileprivate static func taking(
    _ user: ObjCNode, in outer: [ObjCNode], _ body: ObjCBody
  ) -> ObjCQueue? {
    if user.kind == .brackets { return ObjCMessage(user).map { queue(of: $0, in: body) } }
    guard user.kind == .parens,
      let place = outer.firstIndex(where: { $0.token.offset == user.token.offset }), place > 0
    else { return nil }
    let name = outer[place - 1].text
    return name.hasPrefix("dispatch_") ? queue(ofCall: name, user.children, in: body) : nil
  }
}

extension [ObjCNode] {
  /// Whether braces are the body of a block: `^{ }`, `^(Note *note) { }`, `^BOOL(id note) { }`.
  fileprivate func isBlock(_ braces: ObjCNode) -> Bool {
    guard
      let place = firstIndex(where: { $0.kind == .braces && $0.token.offset == braces.token.offset }
      )
    else { return false }
    for step in 1...4 where place - step >= 0 {
      let node = self[place - step]
      if node.isMark("^") { return true }
      guard node.kind == .parens || node.isWord || node.isMark("*") else { return false }
    }
    return false
  }
}
