internal import Diagnostics
internal import StoreModel

/// Objects of Core Data that new ones take the place of, in Objective-C.
extension ChildrenLeftBehind {
  /// `note.settings = settings;` where the method has just made these, and the note may have had others.
  func checkReplaced(_ body: ObjCBody, _ lint: LintContext, _ report: RuleReport) {
    for (target, given) in body.set.sorted(by: { $0.key < $1.key }) {
      guard let value = given.onlyElement, let dot = target.lastIndex(of: "."),
        case let receiver = String(target[..<dot]),
        case let name = String(target[target.index(after: dot)...]),
        receiver != "self", body.values[receiver] == nil, !receiver.contains("."),
        body.method.parameters[receiver] != nil, body.makesObject(value),
        body.method.selector.prefix(while: { $0 != ":" }).description.camelWords.first
          .map(ChangingWords.all.contains) ?? false,
        let owner = body.type(of: receiver), let place = value.first?.token.offset,
        let answer = lint.answer(.ownsOne(name, of: owner)).first,
        !body.usesTwice(name), !body.deletesAny
      else { continue }
      report(
        "the object that '\(owner).\(name)' had before stays in the store"
          + (answer == "required"
            ? ", without the owner that it must have: this save fails" : ", and belongs to nobody"),
        at: body.file.location(place), entity: owner, property: name,
        help: "change the object that is there, or delete it before the new one takes its place",
        certainty: .inferred("there may be none yet, and other code may delete it"))
    }
  }
}

extension ObjCBody {
  /// Whether a value is an object that the method has just made.
  fileprivate func makesObject(_ value: [ObjCNode]) -> Bool {
    guard let message = self.value(value).message else { return false }
    return message.has("insertNewObjectForEntityForName")
      || message.argument("insertIntoManagedObjectContext") != nil
  }

  /// Whether a message puts into a list what the method has just made.
  func addsNew(_ message: ObjCMessage) -> Bool {
    guard let part = message.parts.onlyElement, part.name.hasPrefix("add"),
      part.name.hasSuffix("Object:")
    else { return false }
    return makesObject(part.argument)
  }

  /// Whether the method names the property at more than one place: it may ask whether there is something.
  fileprivate func usesTwice(_ name: String) -> Bool {
    var count = 0
    method.body.walk { place in
      count +=
        place.node.isWord && place.node.text == name && place.before?.isMark(".") ?? false ? 1 : 0
    }
    return count > 1
  }

  fileprivate var deletesAny: Bool {
    var isFound = false
    method.body.messages { message, _ in
      isFound = isFound || message.selector.lowercased().contains("delete")
    }
    return isFound
  }
}
