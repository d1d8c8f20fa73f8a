/// Methods that code asks with a dot, as if they were properties.
extension ObjCBody {
  /// `self.current` and `note.siblings` as the messages that they are, where such methods work with a store.
  func getterMessages(_ visit: (ObjCMessage, ObjCPlace) -> Void) {
    guard !helpers.getters.isEmpty else { return }
    method.body.walk { place in
      guard place.node.isWord, place.index > 1, place.before?.isMark(".") ?? false,
        helpers.getters.contains(place.node.text), !(place.after?.isMark("=") ?? false)
      else { return }
      var start = place.index - 2
      while start > 1, place.siblings[start - 1].isMark(".") { start -= 2 }
      let first = place.siblings[start]
      guard first.isWord || first.kind == .brackets || first.kind == .parens else { return }
      let receiver = Array(place.siblings[start..<(place.index - 1)])
      visit(
        ObjCMessage(receiver: receiver, member: place.node.text, offset: place.node.token.offset),
        place)
    }
  }
}
