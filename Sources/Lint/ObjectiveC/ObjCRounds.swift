/// What differs from one round of a loop to the next.
extension ObjCMessage {
  func mentions(_ names: Set<String>) -> Bool {
    names.contains { name in
      receiver.mentions(name) || parts.contains { $0.argument.mentions(name) }
    }
  }
}

extension ObjCNode {
  /// The names that have another value in each round of a loop.
  var changingNames: Set<String> {
    var names: Set<String> = []
    children.walk { place in
      guard place.node.isWord, let next = place.after else { return }
      if ["=", "++", "--", "+=", "-="].contains(where: next.isMark) || next.text == "in" {
        names.insert(place.node.text)
      }
    }
    return names
  }

  /// Whether each round waits for something slower than a store, such as a server.
  var waits: Bool {
    // `[manager GET:path parameters:nil success:^{ … } failure:^{ … }]`
    if children[1].children.mentions("success"), children[1].children.mentions("failure") {
      return true
    }
    return [
      "dispatch_group_enter", "dispatch_group_wait", "dispatch_semaphore_wait",
      "sendSynchronousRequest", "dataTaskWithRequest", "dataTaskWithURL", "uploadTaskWithRequest",
      "downloadTaskWithRequest", "downloadTaskWithURL", "enqueueHTTPRequestOperation",
    ].contains {
      children[1].children.mentions($0)
    }
  }
}

extension [ObjCNode] {
  /// Whether a branch in the innermost loop around asks for one written text, as the kind of an event, which
  /// one of many rounds meets: `if ([kind isEqualToString:@"removed"]) { … }`.
  var isCaseOfText: Bool {
    let loop = lastIndex { $0.kind == .loop } ?? 0
    return self[loop...].contains { node in
      guard node.kind == .branch, let asked = node.children[0].children.message else {
        return false
      }
      let given = asked.parts[0].argument
      return ["isEqual:", "isEqualToString:"].contains(asked.selector) && given.count == 1
        && given[0].token.kind == .text
    }
  }

  /// Whether a block in a block runs the code, as what is done on the main queue when work on another one has
  /// ended: long after the loop.
  var isAnswer: Bool {
    let loop = lastIndex { $0.kind == .loop } ?? 0
    return self[loop...].count { node in
      node.kind == .parens && node.children.contains { $0.isMark("^") }
    } > 1
  }
}
