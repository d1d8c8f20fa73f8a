internal import StoreModel

/// Batch requests of Objective-C that a method executes for others.
extension CoreDataUse {
  /// A batch that is handed to a method which executes it and tells no context.
  mutating func noteHanded(_ message: ObjCMessage, _ body: ObjCBody) {
    guard !message.has("executeRequest"),
      let place = message.parts.firstIndex(where: { part in
        body.resolved(part.argument).nodes.message?.receiver.batchKind != nil
      }), let giver = body.giver(of: message), let name = giver.method.parameter(place),
      let kind = body.resolved(message.parts[place].argument).nodes.message?.receiver.batchKind,
      !giver.tellsContexts, !body.tellsContexts
    else { return }
    var isIgnored = false
    giver.method.body.messages { inner, place in
      if inner.has("executeRequest"), inner.parts[0].argument.name == name {
        isIgnored = place.dropsResult
      }
    }
    guard isIgnored else { return }
    code.batches.append(.init(kind: kind, location: body.file.location(message.offset)))
  }
}

extension ObjCPlace {
  /// Whether nothing is done with the result but asking whether there is one.
  var dropsResult: Bool {
    if isStatement { return around.last.map { $0.kind == .braces } ?? true }
    if before?.isMark("!") ?? false { return true }
    guard let after, after.isMark("!=") || after.isMark("==") else { return false }
    return index + 2 < siblings.count && siblings[index + 2].text == "nil"
  }
}
