/// What runs where a save of a context fails.
extension ObjCBody {
  struct SaveFailure {
    /// Where the save stands.
    var save: Int
    var nodes: [ObjCNode]
    /// The branch that asks, with what stands around it.
    var place: ObjCPlace
    /// What is asked for: who looks at that again knows that the save has failed.
    var name: String?
    /// Whether it is no save, but the fetch of a fetched results controller.
    var isOfList = false
    /// Whether it is no save, but a fetch.
    var isOfFetch = false
  }

  /// `if (![context save:&error]) { … }`, `if ([context save:&error]) … else { … }`, and behind
  /// `[context save:&error];` `if (error) { … }`.
  var saveFailures: [SaveFailure] {
    failures { $0.selector == "save:" && isContext($0.receiver) }
  }

  /// The same of `performFetch:`.
  var listFailures: [SaveFailure] {
    failures { $0.selector == "performFetch:" }.map { failure in
      var failure = failure
      failure.isOfList = true
      return failure
    }
  }

  /// The same of `executeFetchRequest:error:`, by its error or a list that is not there.
  var fetchFailures: [SaveFailure] {
    guard method.body.mentions("executeFetchRequest") else { return [] }
    return failures { $0.selector == "executeFetchRequest:error:" && $0.parts.count == 2 }
      .map { failure in
        var failure = failure
        failure.isOfFetch = true
        return failure
      }
  }

  private func failures(of isMeant: (ObjCMessage) -> Bool) -> [SaveFailure] {
    var found: [SaveFailure] = []
    method.body.walk { place in
      guard place.node.kind == .branch, place.node.children.count > 1 else { return }
      let head = place.node.children[0].children
      let parts = place.node.children
      if let (save, isNegated) = call(in: head, isMeant) {
        if isNegated {
          found.append(.init(save: save, nodes: [parts[1]], place: place))
        } else if parts.count > 2 {
          found.append(.init(save: save, nodes: [parts[2]], place: place))
        }
        return
      }
      guard let (name, isError) = Self.asked(head) else { return }
      let before = Array(place.siblings[..<place.index])
      guard let save = call(giving: name, isError: isError, in: before, isMeant) else { return }
      found.append(.init(save: save, nodes: [parts[1]], place: place, name: name))
    }
    return found
  }

  /// The call that the head of a branch asks, and whether it asks for its failure.
  private func call(
    in head: [ObjCNode], _ isMeant: (ObjCMessage) -> Bool
  ) -> (offset: Int, isNegated: Bool)? {
    for (index, node) in head.enumerated() {
      guard let message = ObjCMessage(node), isMeant(message) else { continue }
      let compared =
        index + 2 < head.count && head[index + 1].isMark("==")
        && ["NO", "false"].contains(head[index + 2].text)
      return (message.offset, index > 0 && head[index - 1].isMark("!") || compared)
    }
    return nil
  }

  /// `error`, `error != nil`, `!isSaved`.
  private static func asked(_ head: [ObjCNode]) -> (name: String, isError: Bool)? {
    if head.count == 1, head[0].isWord { return (head[0].text, true) }
    if head.count == 3, head[0].isWord, head[1].isMark("!="), head[2].text == "nil" {
      return (head[0].text, true)
    }
    if head.count == 2, head[0].isMark("!"), head[1].isWord { return (head[1].text, false) }
    // `notes == nil`, `isSaved == NO`
    if head.count == 3, head[0].isWord, head[1].isMark("=="),
      ["nil", "NULL", "NO", "false"].contains(head[2].text)
    {
      return (head[0].text, false)
    }
    return nil
  }

  /// The last call before a branch whose error or result has a name.
  private func call(
    giving name: String, isError: Bool, in nodes: [ObjCNode], _ isMeant: (ObjCMessage) -> Bool
  ) -> Int? {
    var found: Int?
    for (index, node) in nodes.enumerated() {
      guard let message = ObjCMessage(node) else { continue }
      if isMeant(message) {
        let given = message.parts[message.parts.count - 1].argument
        let isMeant =
          isError
          ? given.count == 2 && given[1].text == name
          : index > 1 && nodes[index - 1].isMark("=") && nodes[index - 2].text == name
        found = isMeant ? message.offset : nil
      } else if isError, message.parts.contains(where: { $0.argument.last?.text == name }) {
        // The error may be another one's.
        found = nil
      }
    }
    return found
  }
}

extension [ObjCNode] {
  /// Whether there is nothing but a note in the log, and perhaps the end of a method that returns nothing.
  var onlyLogsAndEnds: Bool { onlyLogs(mayEnd: true) }

  /// Whether there is nothing but a note in the log.
  var onlyLogs: Bool { onlyLogs(mayEnd: false) }

  private func onlyLogs(mayEnd: Bool) -> Bool {
    let statements = flatMap { $0.kind == .braces ? $0.children : [$0] }.split { $0.isMark(";") }
    return statements.allSatisfy { statement in
      guard let first = statement.first else { return true }
      if mayEnd, first.text == "return" {
        // `return nil;`, which says nothing of the error.
        return statement.count == 1
          || statement.count == 2 && ["nil", "NULL"].contains(statement.last?.text)
      }
      // `[Logger write:…]`, `[self logError:…]`
      if statement.count == 1, let message = ObjCMessage(first) {
        let words = [message.receiver.written, message.selector].map { $0.lowercased() }
        return words.contains {
          $0.hasPrefix("log") || $0.contains("logger") || $0.contains("tolog")
        }
      }
      return first.isWord && statement.count == 2 && statement.last?.kind == .parens
        // Assertions are left out of the app that is shipped.
        && (first.text.lowercased().contains("log")
          || ["NSAssert", "NSCAssert", "printf"].contains(first.text))
    }
  }
}
