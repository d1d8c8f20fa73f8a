extension ObjCBody {
  /// What says of a list that a person has picked what is in it, keeps it with the passwords, or sees it on
  /// the screen.
  private static let picking = [
    "selected", "selection", "checked", "picked", "dragged", "dropped", "pasteboard", "indexpaths",
    "keychain", "subviews", "viewcontrollers", "visiblecells",
  ]

  /// Whether a list is that of one object, as `recipe.tags`, or what a person has picked.
  func isOfOne(_ expression: [ObjCNode]) -> Bool {
    let text = value(expression).written.lowercased() + " " + expression.written.lowercased()
    if Self.picking.contains(where: text.contains) { return true }
    let parts = expression.name?.split(separator: ".").map(String.init) ?? []
    let owner: String?
    if parts.count == 2 {
      owner = parts[0] == "self" ? method.owner : types[parts[0]]
    } else if let message = expression.message, !message.selector.contains(":") {
      owner = message.receiver.name.flatMap { $0 == "self" ? method.owner : types[$0] }
    } else {
      owner = nil
    }
    return owner.map { managedClasses.contains($0) || helpers.project.isManaged($0) } ?? false
  }
}

extension ObjCBody {
  /// Whether a loop of a method that is called for it does nothing but print: somebody who debugs waits
  /// for it.
  func onlyPrints(_ nodes: [ObjCNode]) -> Bool {
    let words = method.selector.camelWords
    guard ["audit", "debug", "dump", "log", "print"].contains(where: words.contains) else {
      return false
    }
    let statements = nodes.split { $0.isMark(";") }
    return !statements.isEmpty
      && statements.allSatisfy { statement in
        guard let first = statement.first, first.isWord, statement.count == 2 else { return false }
        return first.text == "NSLog" || first.text == "os_log" || first.text.hasPrefix("DDLog")
      }
  }
}
