/// What else rows are fetched for that a loop deletes.
extension ObjCBody {
  /// Whether the method uses the rows elsewhere, or deletes them only where a condition holds that is
  /// not about them.
  func keepsRows(_ list: [ObjCNode], fetchedAt fetch: Int, _ loop: ObjCPlace) -> Bool {
    guard let name = list.name else { return false }
    let isElse = loop.around.contains { node in
      node.kind == .branch && node.token.offset > fetch && !node.isOnlyAbout(name)
    }
    var (isUsed, isLeft) = (false, false)
    method.body.walk { place in
      let node = place.node
      if node.isWord, node.text == name, node.token.offset != list[0].token.offset,
        !place.siblings.asksForCount(place.index)
      {
        isUsed = true
      }
      // `if (flag) return;`
      if node.kind == .branch, node.token.offset > fetch,
        node.token.offset < loop.node.token.offset,
        node.children[1].children.contains(where: { ["return", "continue"].contains($0.text) }),
        !node.isOnlyAbout(name)
      {
        isLeft = true
      }
    }
    return isElse || isUsed || isLeft
  }
}

extension ObjCNode {
  /// Whether the condition of a branch asks one thing, and asks it of the variable.
  fileprivate func isOnlyAbout(_ name: String) -> Bool {
    let head = children[0].children
    return head.mentions(name) && !head.contains { $0.isMark("&&") || $0.isMark("||") }
  }
}

extension [ObjCNode] {
  /// Whether a variable is only filled here, let go of, or asked for being there or for its count.
  fileprivate func asksForCount(_ place: Int) -> Bool {
    if place > 0, self[place - 1].isMark("!") { return true }
    guard place + 1 < count else { return count == 1 }
    let next = self[place + 1]
    if ["=", "==", "!="].contains(where: { next.isMark($0) })
      || next.isMark(";") && place > 0
        && self[place - 1].isMark("*")
    {
      return true
    }
    let member = next.isMark(".") && place + 2 < count ? self[place + 2] : next
    return ["count", "release", "autorelease"].contains(member.text)
  }
}
