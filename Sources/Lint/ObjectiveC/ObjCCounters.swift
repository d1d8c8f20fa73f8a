/// Loops of Objective-C that go on for as long as something is found, each time for another value.
extension ObjCBody {
  /// Whether a message in a loop asks for something that is made of what the loop counts, such as a day that
  /// lies further back each time, and not for the next part of one list.
  func asksByCounter(_ message: ObjCMessage, in loop: ObjCNode) -> Bool {
    guard loop.token.text == "while" else { return false }
    let counters = loop.counters
    guard !counters.isEmpty, !pages(loop.children[1].children),
      !(giver(of: message).map { $0.pages($0.method.body) } ?? false)
    else { return false }
    let given = message.parts.map(\.argument) + requested(message)
    return given.contains { isComputed($0, of: counters, 4) }
  }

  private func pages(_ nodes: [ObjCNode]) -> Bool {
    ["setFetchOffset", "fetchOffset", "setFetchLimit", "fetchLimit"].contains(where: nodes.mentions)
  }

  /// The conditions of a request that is executed.
  private func requested(_ message: ObjCMessage) -> [[ObjCNode]] {
    guard let request = message.parts[0].argument.name else { return [] }
    return set["\(request).predicate"] ?? []
  }

  /// Whether an expression holds more than a counter itself, which may be the number of a page. A text with
  /// a number in it is looked for until it is free, which is soon.
  private func isComputed(_ nodes: [ObjCNode], of counters: Set<String>, _ steps: Int) -> Bool {
    guard steps > 0, !nodes.mentions("stringWithFormat") else { return false }
    if nodes.count > 1 || nodes.first?.kind == .brackets || nodes.first?.kind == .parens {
      if counters.contains(where: nodes.mentions) { return true }
    }
    var isFound = false
    nodes.walk { place in
      guard !isFound, place.node.isWord, !counters.contains(place.node.text),
        let values = values[place.node.text]
      else { return }
      isFound = values.contains { isComputed($0, of: counters, steps - 1) }
    }
    return isFound
  }
}

extension ObjCNode {
  /// What goes up or down by a written number in each round: `day++`, `day += 7`, `day = day - 1`.
  fileprivate var counters: Set<String> {
    var names: Set<String> = []
    children[1].children.walk { place in
      guard place.node.isWord, let next = place.after else { return }
      let (nodes, index) = (place.siblings, place.index)
      let step = index + 2 < nodes.count ? nodes[index + 2].token.kind == .number : false
      let isOwn =
        index + 4 < nodes.count && next.isMark("=") && nodes[index + 2].text == place.node.text
        && (nodes[index + 3].isMark("+") || nodes[index + 3].isMark("-"))
        && nodes[index + 4].token.kind == .number
      if next.isMark("++") || next.isMark("--") || isOwn
        || step && (next.isMark("+=") || next.isMark("-="))
      {
        names.insert(place.node.text)
      }
    }
    return names
  }
}
