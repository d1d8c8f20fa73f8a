/// `[receiver firstPart:argument secondPart:argument]`.
struct ObjCMessage: Sendable {
  struct Part: Sendable {
    var name: String
    /// Where the name begins.
    var offset: Int
    var argument: [ObjCNode]
  }

  var receiver: [ObjCNode]
  /// `AppDelegate` of `[(AppDelegate *)[application delegate] save]`.
  private(set) var cast: String?
  var parts: [Part]
  /// `executeFetchRequest:error:`.
  let selector: String

  /// - Parameter before: the node before, by which an element of a list is told from a message.
  init?(_ node: ObjCNode, before: ObjCNode? = nil) {
    guard node.kind == .brackets, node.children.count > 1, !(before?.isMark("@") ?? false) else {
      return nil
    }
    var rest = node.children[...]
    // `[(Note *)note title]`
    while rest.count > 2, let type = rest.first, type.kind == .parens,
      rest[rest.startIndex + 1].isOperand
    {
      cast = cast ?? type.children.typeName
      rest.removeFirst()
    }
    guard let first = rest.popFirst(), first.isOperand else { return nil }
    receiver = [first]
    while let next = rest.first {
      if next.isMark(".") || next.isMark("->") {
        receiver += rest.prefix(2)
        rest = rest.dropFirst(2)
      } else if next.kind == .parens || next.kind == .brackets {
        receiver.append(next)
        rest.removeFirst()
      } else {
        break
      }
    }
    guard let name = rest.first, name.isWord || name.isMark(":") else { return nil }
    var parts: [Part] = []
    var questions = 0
    while let node = rest.popFirst() {
      if questions == 0, node.isWord, rest.first?.isMark(":") ?? false {
        parts.append(Part(name: node.text + ":", offset: node.token.offset, argument: []))
        rest.removeFirst()
      } else if parts.isEmpty {
        parts.append(Part(name: node.text, offset: node.token.offset, argument: []))
        guard rest.isEmpty else { return nil }
      } else {
        if node.isMark("?") { questions += 1 }
        if node.isMark(":"), questions > 0 { questions -= 1 }
        parts[parts.count - 1].argument.append(node)
      }
    }
    guard !parts.isEmpty else { return nil }
    // `[((AppDelegate *)[application delegate]) save]`
    if cast == nil, receiver.count == 1, first.kind == .parens, first.children.count == 2,
      let type = first.children.first, type.kind == .parens
    {
      cast = type.children.typeName
    }
    self.parts = parts
    let whole = parts.map(\.name).joined()
    // What an app adds to contexts, to be rid of the error, fetches as they do.
    let isOwnFetch =
      parts.count == 1 && whole.hasPrefix("executeFetchRequest") && first.text != "self"
      && first.text != "super" && !(first.text.first?.isUppercase ?? false)
    selector = isOwnFetch ? "executeFetchRequest:error:" : whole
  }

  /// `[note siblings]` of `note.siblings`.
  init(receiver: [ObjCNode], member: String, offset: Int) {
    self.receiver = receiver
    parts = [Part(name: member, offset: offset, argument: [])]
    selector = member
  }

  /// The argument behind a part of the name.
  func argument(_ name: String) -> [ObjCNode]? { parts.first { $0.name == name + ":" }?.argument }

  /// Whether the name begins with a part.
  func has(_ first: String) -> Bool { parts[0].name == first + ":" }

  var offset: Int { parts[0].offset }
}

extension ObjCNode {
  /// What may stand first in a message.
  var isOperand: Bool {
    switch kind {
    case .leaf: token.kind != .mark || token.text == "@" || token.text == "^"
    case .parens, .brackets: true
    default: false
    }
  }
}

extension [ObjCNode] {
  /// Visits every message, outer ones first.
  func messages(_ visit: (ObjCMessage, ObjCPlace) -> Void) {
    walk { place in
      if let message = ObjCMessage(place.node, before: place.before) { visit(message, place) }
    }
  }
}

extension Collection<ObjCNode> {
  /// The only message that an expression is made of, behind casts and brackets.
  var message: ObjCMessage? {
    var rest = Array(self)
    while rest.count > 1, rest[0].kind == .parens { rest.removeFirst() }
    if rest.count == 1, rest[0].kind == .parens { return rest[0].children.message }
    return rest.count == 1 ? ObjCMessage(rest[0]) : nil
  }

  /// The only word that an expression is made of: `context`, `_context`, `self.context`.
  var name: String? {
    var rest = Array(self)
    while rest.count > 1, rest[0].kind == .parens { rest.removeFirst() }
    if rest.count == 1, rest[0].kind == .parens { return rest[0].children.name }
    guard rest.count % 2 == 1,
      rest.enumerated().allSatisfy({ index, node in
        index % 2 == 0 ? node.isWord : node.isMark(".") || node.isMark("->")
      })
    else { return nil }
    return rest.map { $0.isMark("->") ? "." : $0.text }.joined()
  }
}
