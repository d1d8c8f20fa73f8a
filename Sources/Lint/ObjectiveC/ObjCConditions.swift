extension ObjCPlace {
  /// The value before `?:`, where the node is what stands behind.
  var otherwise: [ObjCNode]? {
    var start = index
    while start > 0, siblings[start - 1].kind == .parens { start -= 1 }
    guard start > 2, siblings[start - 1].isMark(":"), siblings[start - 2].isMark("?") else {
      return nil
    }
    let before = siblings[..<(start - 2)]
    let first =
      before.lastIndex { $0.isMark("=") || $0.isMark(";") || $0.text == "return" }
      .map { $0 + 1 } ?? 0
    return Array(before[first...])
  }
}

extension ObjCNode {
  /// Whether a block ends what the code around does.
  var leaves: Bool {
    let statements = children.split { $0.isMark(";") }
    return ["return", "continue", "break"].contains(statements.last?.first?.text)
  }
}

extension [ObjCNode] {
  /// The parts of a condition between `||` or `&&`.
  func conditions(_ mark: String) -> [[ObjCNode]] {
    if count == 1, self[0].kind == .parens { return self[0].children.conditions(mark) }
    return split { $0.isMark(mark) }.map(Array.init)
  }

  /// What a condition asks for being nothing (`!note`, `[notes count] == 0`), or for being there.
  func askedForNone(_ isNone: Bool) -> [ObjCNode]? {
    if count == 1, self[0].kind == .parens { return self[0].children.askedForNone(isNone) }
    if count > 1, self[0].isMark("!") {
      let rest = Array(dropFirst())
      return isNone ? rest : nil
    }
    guard let place = firstIndex(where: { ["==", "!=", ">", ">=", "<"].contains($0.text) }),
      place > 0, place + 1 < count
    else { return isNone ? nil : self }
    let (left, mark) = (Array(self[..<place]), self[place].text)
    let right = self[(place + 1)...].last?.token.text ?? ""
    let isZero = ["0", "nil", "NULL", "NO", "Nil"].contains(right)
    let asksNone = mark == "==" && isZero || mark == "<" && right == "1"
    let asksAny =
      (mark == "!=" || mark == ">") && isZero || mark == ">=" && right == "1"
      || mark == "==" && right == "YES"
    return isNone && asksNone || !isNone && asksAny ? left : nil
  }

  /// `notes` of `!notes`, `notes == nil` and `notes`.
  var isAskedWhetherThere: Bool {
    (askedForNone(true) ?? askedForNone(false))?.name != nil
      || conditions("||").contains {
        $0.askedForNone(true)?.name != nil && conditions("||").count > 1
      }
  }

  /// `[notes count]` of `[notes count] > 0`.
  var comparedNumber: [ObjCNode]? {
    if count == 1, self[0].kind == .parens { return self[0].children.comparedNumber }
    guard contains(where: { $0.isMark(">") || $0.isMark("!=") || $0.isMark(">=") }) else {
      return nil
    }
    return askedForNone(false)
  }

  private static var members: Set<String> {
    ["anyObject", "count", "firstObject", "lastObject"]
  }

  /// `notes` of `notes.lastObject`, `[notes count]`, `[notes objectAtIndex:0]` and `notes[0]`.
  var list: [ObjCNode]? {
    var rest = self
    while rest.count > 1, rest[0].kind == .parens { rest.removeFirst() }
    if rest.count > 2, let last = rest.last, Self.members.contains(last.text),
      rest[rest.count - 2].isMark(".")
    {
      return Array(rest.dropLast(2))
    }
    if rest.count > 1, let last = rest.last, last.kind == .brackets, last.children.count == 1,
      !rest[0].isMark("@")
    {
      return Array(rest.dropLast())
    }
    guard let message = rest.message else { return nil }
    return Self.members.contains(message.selector) || message.selector == "objectAtIndex:"
      ? message.receiver : nil
  }
}
