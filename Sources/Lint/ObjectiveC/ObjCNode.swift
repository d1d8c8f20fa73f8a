/// A word of Objective-C, or what stands between two brackets.
struct ObjCNode: Sendable {
  enum Kind: Sendable, Equatable {
    case leaf, parens, brackets, braces
    /// `for (…) …` and `while (…) …`: the head, then the body.
    case loop
    /// `if (…) … else …`: the head, the body, and what is done else.
    case branch
  }

  var kind: Kind
  /// The word, or the one that the group begins with.
  var token: ObjCToken
  var children: [ObjCNode] = [] { didSet { measure() } }
  /// How many nodes it consists of, and how deep they are nested.
  private(set) var size = 1
  private(set) var depth = 1

  var text: String { kind == .leaf ? token.text : "" }
  var isWord: Bool { kind == .leaf && token.kind == .word }

  func isMark(_ mark: String) -> Bool {
    kind == .leaf && token.kind == .mark && token.text == mark
  }

  private mutating func measure() {
    size = children.reduce(1) { $0 + $1.size }
    depth = 1 + (children.map(\.depth).max() ?? 0)
  }

  /// Hostile text may nest as deep, and go on as long, as it likes; no hand writes more.
  private static let mostDepth = 200
  static let mostInMethod = 20_000

  /// The nodes of a file; nil where brackets, loops and branches are nested deeper than anybody reads.
  static func parse(_ tokens: [ObjCToken]) -> [ObjCNode]? {
    var open: [(node: ObjCNode, end: String)] = []
    var top: [ObjCNode] = []
    // Beside the open groups, which would be measured anew with each child.
    var children: [[ObjCNode]] = []
    var isTooDeep = false
    func add(_ node: ObjCNode) {
      if children.isEmpty { top.append(node) } else { children[children.count - 1].append(node) }
    }
    func close(_ group: ObjCNode) {
      var group = group
      group.children = structured(children.removeLast())
      isTooDeep = isTooDeep || group.depth > mostDepth
      add(group)
    }
    for token in tokens {
      guard token.kind == .mark else {
        add(ObjCNode(kind: .leaf, token: token))
        continue
      }
      switch token.text {
      case "(": open.append((ObjCNode(kind: .parens, token: token), ")"))
      case "[": open.append((ObjCNode(kind: .brackets, token: token), "]"))
      case "{": open.append((ObjCNode(kind: .braces, token: token), "}"))
      case ")", "]", "}":
        // A branch of the preprocessor may leave a bracket open: what it belongs to ends here.
        guard open.contains(where: { $0.end == token.text }) else { continue }
        while let last = open.popLast() {
          close(last.node)
          if last.end == token.text { break }
        }
      default: add(ObjCNode(kind: .leaf, token: token))
      }
      if isTooDeep || open.count > mostDepth { return nil }
      while children.count < open.count { children.append([]) }
    }
    while let last = open.popLast() { close(last.node) }
    return isTooDeep ? nil : top
  }

  /// Puts loops and branches together with what they run.
  private static func structured(_ nodes: [ObjCNode]) -> [ObjCNode] {
    guard nodes.contains(where: { ["for", "while", "if"].contains($0.text) }) else { return nodes }
    var rest = nodes[...]
    var result: [ObjCNode] = []
    while !rest.isEmpty { result += statement(&rest, mostDepth) }
    return result
  }

  /// The next loop or branch as one node; anything else as it is.
  private static func statement(_ rest: inout ArraySlice<ObjCNode>, _ depth: Int) -> [ObjCNode] {
    guard let first = rest.popFirst() else { return [] }
    guard ["for", "while", "if"].contains(first.text), first.isWord, depth > 0,
      let head = rest.first, head.kind == .parens
    else { return [first] }
    rest.removeFirst()
    var node = ObjCNode(kind: first.text == "if" ? .branch : .loop, token: first.token)
    node.children = [head, body(&rest, depth)]
    if node.kind == .branch, rest.first?.text == "else" {
      rest.removeFirst()
      node.children.append(body(&rest, depth))
    }
    return [node]
  }

  /// What a loop or branch runs: its braces, or one statement as if it stood in some.
  private static func body(_ rest: inout ArraySlice<ObjCNode>, _ depth: Int) -> ObjCNode {
    if let first = rest.first, first.kind == .braces {
      rest.removeFirst()
      return first
    }
    let token = rest.first?.token ?? ObjCToken(kind: .mark, text: ";", offset: 0)
    var body = ObjCNode(kind: .braces, token: token)
    if ["for", "while", "if"].contains(rest.first?.text) {
      body.children = statement(&rest, depth - 1)
      return body
    }
    guard !rest.isEmpty else { return body }
    let end = rest.firstIndex { $0.isMark(";") } ?? rest.endIndex - 1
    body.children = Array(rest[...end])
    rest = rest[(end + 1)...]
    return body
  }
}

/// Where a node stands.
struct ObjCPlace {
  let siblings: [ObjCNode]
  let index: Int
  /// The nodes around it, the outermost first.
  let around: [ObjCNode]

  var node: ObjCNode { siblings[index] }
  var before: ObjCNode? { index > 0 ? siblings[index - 1] : nil }
  var after: ObjCNode? { index + 1 < siblings.count ? siblings[index + 1] : nil }

  /// Whether it is a statement by itself, whose result nobody looks at.
  var isStatement: Bool {
    var start = index
    while start > 0, siblings[start - 1].kind == .parens { start -= 1 }
    let isFirst =
      start == 0 || siblings[start - 1].isMark(";")
      || [.braces, .loop, .branch].contains(siblings[start - 1].kind)
    return isFirst && after?.isMark(";") ?? true
  }
}

extension [ObjCNode] {
  /// Visits every node, outer ones first.
  func walk(_ visit: (ObjCPlace) -> Void) {
    var around: [ObjCNode] = []
    func step(_ nodes: [ObjCNode]) {
      for (index, node) in nodes.enumerated() {
        visit(ObjCPlace(siblings: nodes, index: index, around: around))
        guard !node.children.isEmpty else { continue }
        around.append(node)
        step(node.children)
        around.removeLast()
      }
    }
    step(self)
  }

  /// The parts between commas.
  var parts: [[ObjCNode]] { split { $0.isMark(",") }.map(Array.init) }
}

extension Sequence<ObjCNode> {
  /// Whether a word stands anywhere in here.
  func mentions(_ word: String) -> Bool {
    contains { $0.isWord && $0.text == word || $0.children.mentions(word) }
  }

  /// The nodes as written, without spaces that mean nothing.
  var written: String {
    var text = ""
    for node in self {
      let part: String
      switch node.kind {
      case .leaf: part = node.token.kind == .text ? "@\"\(node.token.text)\"" : node.text
      case .parens: part = "(" + node.children.written + ")"
      case .brackets: part = "[" + node.children.written + "]"
      case .braces: part = "{…}"
      case .loop, .branch: part = node.token.text + "…"
      }
      let needsSpace =
        text.last.map { $0.isLetter || $0.isNumber || $0 == "_" || $0 == ":" || $0 == "]" } ?? false
        && part.first.map { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "@" || $0 == "[" }
          ?? false
      text += (needsSpace ? " " : "") + part
    }
    return text
  }
}
