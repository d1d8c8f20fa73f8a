internal import Diagnostics
internal import StoreModel

extension ContextAcrossTasks {
  /// Objects that were fetched before a block for another queue, and are read one by one in it.
  func checkFetched(_ body: ObjCBody, _ lint: LintContext, _ report: RuleReport) {
    body.method.body.walk { place in
      guard place.node.kind == .loop, let element = place.node.loopedElement,
        let list = place.node.loopedOver.name,
        case (.other(let thread), let block?) = ObjCQueue.of(place.around, in: body),
        let fetch = body.values[list]?.onlyElement, let start = fetch.first?.token.offset,
        !block.spans(start), let message = fetch.message,
        let entity = body.fetchedEntity(message),
        let read = place.node.children[1].children.firstRead(of: element)
      else { return }
      report(
        "'\(list)' holds '\(entity)' objects of another queue's context, and is read \(thread)",
        at: body.file.location(read),
        help:
          "look the objects up there by their 'objectID', inside 'performBlock:' of another context",
        certainty: body.isOfMain(message.receiver)
          ? .certain : .inferred("the context may belong to that queue"))
    }
  }
}

extension ObjCBody {
  /// The entity of the objects that a message fetches, itself or by way of the method that it calls; nil
  /// for dictionaries and identifiers.
  fileprivate func fetchedEntity(_ message: ObjCMessage) -> String? {
    guard message.selector == "executeFetchRequest:error:" else {
      return helpers.list(of: message, in: self)
    }
    let argument = message.parts[0].argument
    let given = resolved(argument)
    let names = [argument.name, given.name].compactMap(\.self)
    let isOfObjects = names.allSatisfy {
      set["\($0).resultType"] == nil && given.body.set["\($0).resultType"] == nil
    }
    return isOfObjects ? entity(ofRequest: argument) : nil
  }
}

extension [ObjCNode] {
  private static var free: Set<String> {
    ["objectID", "managedObjectContext", "hash", "isEqual:", "class"]
  }

  /// Where the code first asks an object for something that its context loads.
  fileprivate func firstRead(of name: String) -> Int? {
    var found: Int?
    messages { message, _ in
      guard found == nil, message.receiver.first?.text == name,
        !Self.free.contains(
          message.receiver.count > 2 ? message.receiver[2].text : message.selector)
      else { return }
      found = message.receiver[0].token.offset
    }
    walk { place in
      guard place.node.isWord, place.node.text == name, place.after?.isMark(".") ?? false,
        !(place.before?.isMark(".") ?? false), place.index + 2 < place.siblings.count,
        !Self.free.contains(place.siblings[place.index + 2].text)
      else { return }
      found = Swift.min(found ?? Int.max, place.node.token.offset)
    }
    return found
  }
}
