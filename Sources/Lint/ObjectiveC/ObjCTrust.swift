internal import Diagnostics

/// Code that goes on as if a save had worked.
extension ObjCBody {
  /// The saves of the method that fail unseen, or with a note in the log only, each with the place that
  /// counts on it.
  var trustedSaves: [(save: Int, claim: Int)] {
    saveFailures.compactMap { failure in
      guard failure.nodes.onlyLogs, !failure.place.around.contains(where: { $0.kind == .loop }),
        let claim = claim(behind: failure.place)
      else { return nil }
      return (failure.save, claim)
    }
  }

  /// Whether the method saves and keeps to itself that it has failed.
  var keepsFailure: Bool {
    guard results.isEmpty, !method.body.mentions("error:") else { return false }
    let failures = saveFailures
    return !failures.isEmpty
      && failures.allSatisfy { failure in
        failure.nodes.onlyLogs && !(failure.name.map { looksElsewhere($0, failure.place) } ?? false)
      }
  }

  /// Whether the method saves, and nothing but its result says that this has failed.
  var onlyReturnsFailure: Bool {
    guard !results.isEmpty, !method.selector.lowercased().contains("error:") else { return false }
    let failures = saveFailures
    guard failures.isEmpty else {
      return failures.allSatisfy { failure in
        failure.nodes.returnsNo
          && !(failure.name.map { looksElsewhere($0, failure.place) } ?? false)
      }
    }
    // `return [self.context save:&error];`
    return results.allSatisfy { result in
      result.message.map { $0.selector == "save:" && isContext($0.receiver) } ?? false
    }
  }

  private func looksElsewhere(_ name: String, _ place: ObjCPlace) -> Bool {
    place.siblings.dropFirst(place.index + 1).mentions(name)
  }

  /// The calls of methods that keep their failure to themselves, before what counts on them.
  var trustedCalls: [(message: ObjCMessage, claim: Int)] {
    var found: [(ObjCMessage, Int)] = []
    method.body.messages { message, place in
      guard place.isStatement, helpers.isQuiet(message, in: self),
        let claim = claim(behind: place)
      else { return }
      found.append((message, claim))
    }
    return found
  }

  /// The calls of methods that only return their failure, where nobody looks at that: `[self save];`,
  /// `if ([self save]) { }`, and `if ([self save]) { … }` before what counts on it.
  var forgottenResults: [(message: ObjCMessage, claim: Int?)] {
    var found: [(ObjCMessage, Int?)] = []
    // When the app ends, there is nobody to tell.
    guard method.selector != UncalledCode.lastCall + ":" else { return [] }
    method.body.walk { place in
      // What stands in the head of a branch is looked at there.
      if place.isStatement, place.around.last?.kind != .parens,
        let message = ObjCMessage(place.node, before: place.before),
        helpers.onlyReturnsFailure(message, in: self)
      {
        found.append((message, claim(behind: place)))
      }
      guard place.node.kind == .branch, place.node.children.count == 2,
        let head = place.node.children[0].children.onlyElement, let message = ObjCMessage(head),
        helpers.onlyReturnsFailure(message, in: self)
      else { return }
      let claim = claim(behind: place)
      if claim != nil || place.node.children[1].children.isEmpty { found.append((message, claim)) }
    }
    return found
  }

  /// Where the statements behind a place, which run in any case, say that all is well.
  func claim(behind place: ObjCPlace) -> Int? {
    let rest = Array(place.siblings[(place.index + 1)...])
    for (index, node) in rest.enumerated() {
      if node.kind == .branch, node.children[0].children.mentions("error") { return nil }
      if node.text == "return" {
        guard index + 1 < rest.count, ["YES", "true"].contains(rest[index + 1].text),
          Self.changing.contains(where: method.selector.hasPrefix)
        else { return nil }
        return node.token.offset
      }
      // `saved = YES; … return saved;`
      if node.isMark("="), index > 0, index + 2 < rest.count,
        ["YES", "true"].contains(rest[index + 1].text), rest[index + 2].isMark(";"),
        rest[index - 1].isWord, rest[index - 1].text.namesSuccess,
        // What an object is marked as is another matter.
        index < 3 || !rest[index - 2].isMark(".")
          || rest[index - 3].text == "self"
            && !(method.owner.map(managedClasses.contains) ?? false)
      {
        return rest[index - 1].token.offset
      }
      if let message = ObjCMessage(node, before: index > 0 ? rest[index - 1] : nil),
        message.claimsSuccess
      {
        return message.offset
      }
    }
    return nil
  }

  private static let changing = [
    "add", "create", "delete", "finish", "import", "insert", "persist", "remove", "save", "store",
    "sync", "update", "write",
  ]
}

extension [ObjCNode] {
  /// Whether the code does nothing but to note the error in the log and to return that something failed.
  fileprivate var returnsNo: Bool {
    let statements = flatMap { $0.kind == .braces ? $0.children : [$0] }.split { $0.isMark(";") }
    guard let last = statements.last, last.first?.text == "return", last.count == 2,
      ["NO", "false", "nil"].contains(last.last?.text ?? "")
    else { return false }
    return statements.dropLast().allSatisfy { Array($0).onlyLogs }
  }
}

extension String {
  /// An operation is 'finished' and 'done' whatever became of it.
  private static let successes: Set = [
    "imported", "saved", "succeeded", "success", "successful", "synced",
  ]

  fileprivate var namesSuccess: Bool { camelWords.contains(where: Self.successes.contains) }
}

extension ObjCMessage {
  private static let closing = [
    "dismissModalViewController", "dismissViewController", "popToRootViewController",
    "popViewController", "removeItemAtPath", "removeItemAtURL", "showSuccess",
  ]

  /// Words for lists of what is still to be saved or sent.
  private static let waiting = ["outbox", "pending", "queue", "unsaved", "unsent", "unsynced"]

  fileprivate var claimsSuccess: Bool {
    if Self.closing.contains(where: parts[0].name.hasPrefix) { return true }
    if selector == "setBool:forKey:" { return ["YES", "true"].contains(parts[0].argument.name) }
    if selector == "removeAllObjects", let name = receiver.name?.lowercased() {
      return Self.waiting.contains(where: name.contains)
    }
    // `[[UIAlertView alloc] initWithTitle:@"Saved" …]`
    guard parts[0].name.contains("Title") || parts[0].name.hasPrefix("alert"),
      let text = parts[0].argument.last?.token, text.kind == .text
    else { return false }
    return ["success", "saved"].contains(where: text.text.lowercased().contains)
  }
}
