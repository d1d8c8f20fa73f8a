internal import Diagnostics
internal import StoreModel

/// Objects of Objective-C that are read after they were deleted and the deletion saved.
extension DeletedObjectUsed: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    var said: Set<String> = []
    for deletion in body.deletions {
      guard let save = body.save(after: deletion.offset),
        let read = body.read(of: deletion.name, after: save, deletion.around),
        said.insert(deletion.name).inserted
      else { continue }
      report(
        "'\(deletion.name)' was deleted and saved before this", at: body.file.location(read))
    }
  }
}

extension ObjCBody {
  fileprivate typealias Deletion = (name: String, offset: Int, around: [ObjCNode])

  fileprivate var deletions: [Deletion] {
    var found: [Deletion] = []
    method.body.messages { message, place in
      guard message.selector == "deleteObject:", let name = message.parts[0].argument.name,
        !name.contains(".") || name.propertyName != nil
      else { return }
      found.append((name, message.offset, place.around))
    }
    return found
  }

  /// Where the context is saved next.
  fileprivate func save(after offset: Int) -> Int? {
    var found: Int?
    method.body.messages { message, _ in
      guard found == nil, message.offset > offset,
        // Wherever it is declared, what is called so is there to save.
        message.storeEffect(in: self) == .save || message.selector == "saveContext"
          || helpers.effects(of: message, in: self).contains(.save)
      else { return }
      found = message.offset
    }
    return found
  }

  private static let always: Set = [
    "objectID", "managedObjectContext", "isDeleted", "deleted", "isFault", "fault", "hash",
    "entity",
    "class", "description", "hasChanges", "isEqual:", "release", "retain",
  ]

  /// Where something of the object is read behind a save, in the code that deletes it.
  fileprivate func read(of name: String, after save: Int, _ deleting: [ObjCNode]) -> Int? {
    let isGivenAnew = values[name]?.contains { ($0.first?.token.offset ?? 0) > save } ?? false
    guard !isGivenAnew else { return nil }
    let block = deleting.last { $0.kind == .braces }?.token.offset
    var found: Int?
    method.body.walk { place in
      let offset = place.node.token.offset
      guard found == nil, offset > save, place.node.isWord, place.names(name),
        block == nil || place.around.contains(where: { $0.token.offset == block }),
        // What the save itself is given was read before.
        !place.around.contains(where: { ObjCMessage($0)?.offset == save }),
        // What runs where the save fails still has its object.
        !place.around.contains(where: { node in
          node.kind == .branch && node.children[0].holds(save)
        }), let member = place.readMember, !Self.always.contains(member)
      else { return }
      found = offset
    }
    return found
  }
}

extension ObjCPlace {
  /// Whether the node is the last one of a name: `note`, `self.note`.
  fileprivate func names(_ name: String) -> Bool {
    let isMember = before?.isMark(".") ?? false
    guard name.hasPrefix("self.") else { return node.text == name && !isMember }
    return isMember && index > 1 && siblings[index - 2].text == "self"
      && node.text == name.dropFirst(5)
  }

  /// `title` of `note.title` and `[note title]`.
  fileprivate var readMember: String? {
    if after?.isMark(".") ?? false, index + 2 < siblings.count {
      // What is set needs no row to be read.
      let isSet = index + 3 < siblings.count && siblings[index + 3].isMark("=")
      return isSet ? nil : siblings[index + 2].text
    }
    guard let group = around.last, group.kind == .brackets,
      index == 0 || index == 2 && siblings[0].text == "self",
      let message = ObjCMessage(group)
    else { return nil }
    return message.selector
  }
}

extension ObjCNode {
  /// Whether a place lies inside.
  fileprivate func holds(_ offset: Int) -> Bool {
    var isFound = false
    children.walk { if $0.node.token.offset == offset { isFound = true } }
    return isFound
  }
}
