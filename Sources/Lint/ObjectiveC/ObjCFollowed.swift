internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Relationships that Objective-C follows object by object after a fetch that did not load them.
extension CoreDataNPlusOne: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    for read in body.followed(lint) {
      let entity = lint.modelIndex.entities(read.entity).first?.entity.name ?? read.entity
      let other = lint.answer(.coreDataDestination(read.name, of: read.entity)).first
      let isShared = other.map { body.isShared(read, by: $0, lint) } ?? false
      report(
        isShared
          ? "every '\(other ?? "")' that '\(entity).\(read.name)' leads to is loaded by a query of its own"
          : "'\(entity).\(read.name)' is loaded by a query of its own for every object",
        at: body.file.location(read.offset), entity: entity, property: read.name,
        help:
          "set 'relationshipKeyPathsForPrefetching' of the request to @[@\"\(read.name)\"] before "
          + "the fetch", severity: isShared ? .note : nil,
        certainty: .inferred("objects that are in memory already need no query"))
    }
  }
}

extension ObjCBody {
  /// A relationship that is read of each object of a fetch.
  struct Followed {
    var entity: String
    var name: String
    var offset: Int
    var isToMany: Bool
  }

  /// Whether many objects lead to the same one, which is loaded once.
  fileprivate func isShared(_ read: Followed, by other: String, _ lint: LintContext) -> Bool {
    guard !read.isToMany,
      let back = lint.modelIndex.entities(read.entity).lazy.compactMap({ model, entity in
        model.allRelationships(of: entity).first { $0.name == read.name }?.inverse
      }).first
    else { return false }
    return lint.answer(.relationship(back, of: other)) == ["to-many"]
  }

  /// The first place for each relationship.
  func followed(_ lint: LintContext) -> [Followed] {
    var found: [Followed] = []
    method.body.walk { place in
      guard place.node.kind == .loop, let element = place.node.loopedElement,
        let entity = fetchedEntity(place.node.loopedOver, lint),
        !onlyPrints(place.node.children[1].children)
      else { return }
      found += reads(of: element, entity, in: place.node.children[1].children, lint)
    }
    method.body.messages { message, place in
      if message.has("enumerateObjectsUsingBlock"), let block = message.argumentBlock,
        let element = message.parts.last?.argument.blockElement, !onlyPrints(block.children),
        let entity = fetchedEntity(message.receiver, lint)
      {
        found += reads(of: element, entity, in: block.children, lint)
      }
      // `[notes valueForKeyPath:@"folder.name"]`
      if message.has("valueForKeyPath"), let entity = fetchedEntity(message.receiver, lint),
        let path = constant(message.parts[0].argument)?.keyPath.filter({ !$0.hasPrefix("@") }),
        path.count > 1, let form = form(path[0], entity, lint)
      {
        found.append(
          .init(entity: entity, name: path[0], offset: message.offset, isToMany: form == "to-many"))
      }
    }
    var seen: Set<[String]> = []
    return found.sorted { $0.offset < $1.offset }
      .filter { seen.insert([$0.entity, $0.name]).inserted }
  }

  private func form(_ name: String, _ entity: String, _ lint: LintContext) -> String? {
    guard !lint.answer(.coreDataDestination(name, of: entity)).isEmpty else { return nil }
    return lint.answer(.relationship(name, of: entity)).first
  }

  /// The entity of the objects in a list that was just fetched, here or by a method that is called.
  private func fetchedEntity(_ list: [ObjCNode], _ lint: LintContext) -> String? {
    guard let message = value(list).message else { return nil }
    let entity =
      message.selector == "executeFetchRequest:error:" && isUnbounded(message)
      ? entity(ofRequest: message.parts[0].argument) : helpers.list(of: message, in: self)
    return entity.flatMap { lint.answer(.coreDataKeys(of: $0)).isEmpty ? nil : $0 }
  }

  private static let free: Set = ["objectID", "managedObjectContext", "hash", "isEqual:", "class"]

  /// What is read in a loop through relationships of its element.
  ///
  /// - Parameter steps: how many methods of the object itself to follow.
  private func reads(
    of element: String, _ entity: String, in nodes: [ObjCNode], _ lint: LintContext,
    _ steps: Int = 2
  ) -> [Followed] {
    var found: [Followed] = []
    let owner = lint.modelIndex.managedClass(of: entity) ?? entity
    func follow(_ selector: String, at offset: Int) {
      guard steps > 0, !lint.answer(.coreDataKeys(of: entity)).contains(selector),
        let method = helpers.project.method(selector, of: owner)
      else { return }
      found += method.reads(of: "self", entity, in: method.method.body, lint, steps - 1).map {
        Followed(entity: $0.entity, name: $0.name, offset: offset, isToMany: $0.isToMany)
      }
    }
    nodes.walk { place in
      guard let (name, rest) = place.member(of: element, values) else { return }
      guard let form = form(name, entity, lint) else {
        return follow(name, at: place.node.token.offset)
      }
      let isToMany = form == "to-many"
      let isLooped = isToMany && rest == nil && place.isLoopedOver
      guard isLooped || rest.map({ !Self.free.contains($0) }) ?? false else { return }
      found.append(
        .init(
          entity: entity, name: name, offset: place.node.token.offset, isToMany: isToMany))
    }
    // `[self lineFor:note]`: what the method reads of what it is given.
    nodes.messages { message, _ in
      guard steps > 0,
        let place = message.parts.firstIndex(where: { $0.argument.name == element }),
        let giver = giver(of: message), let name = giver.method.parameter(place)
      else { return }
      found += giver.reads(of: name, entity, in: giver.method.body, lint, steps - 1).map {
        Followed(
          entity: $0.entity, name: $0.name, offset: message.offset, isToMany: $0.isToMany)
      }
    }
    // `Line(note)`, a function of C.
    nodes.walk { place in
      guard steps > 0, place.node.isWord, let arguments = place.after, arguments.kind == .parens,
        let position = arguments.children.parts.firstIndex(where: { $0.name == element }),
        let function = helpers.project.method(place.node.text, of: method.owner)
          ?? helpers.project.method(place.node.text, of: nil),
        let name = function.method.parameter(position)
      else { return }
      found += function.reads(of: name, entity, in: function.method.body, lint, steps - 1).map {
        Followed(
          entity: $0.entity, name: $0.name, offset: place.node.token.offset, isToMany: $0.isToMany)
      }
    }
    nodes.messages { message, _ in
      guard message.receiver.name == element, message.has("valueForKeyPath"),
        let path = constant(message.parts[0].argument)?.keyPath, path.count > 1,
        let form = form(path[0], entity, lint)
      else { return }
      found.append(
        .init(entity: entity, name: path[0], offset: message.offset, isToMany: form == "to-many"))
    }
    return found
  }
}

extension ObjCPlace {
  /// The member that is read of a variable here, and what is read of that: `folder` and `name` of
  /// `note.folder.name`, `[note.folder name]`, `[[note folder] name]`, and of `folder.name` where
  /// `folder` was set to `note.folder`.
  fileprivate func member(
    of element: String, _ values: [String: [[ObjCNode]]]
  ) -> (name: String, next: String?)? {
    if let message = ObjCMessage(node, before: before), message.parts.count == 1,
      message.receiver.name == element, !message.selector.contains(":")
    {
      return (message.selector, next(after: index))
    }
    guard node.isWord, !(before.map { $0.isMark(".") || $0.isMark("->") } ?? false) else {
      return nil
    }
    if node.text == element, after?.isMark(".") ?? false, index + 2 < siblings.count {
      return (siblings[index + 2].text, next(after: index + 2))
    }
    guard let known = values[node.text], known.count == 1, let name = known[0].member(of: element),
      after?.isMark("=") != true
    else { return nil }
    return (name, next(after: index))
  }

  /// The member or message that follows what ends at a place.
  private func next(after end: Int) -> String? {
    if end + 2 < siblings.count, siblings[end + 1].isMark("."), siblings[end + 2].isWord {
      // `note.folder.name = …` loads the folder, too.
      return siblings[end + 2].text
    }
    guard let group = around.last, group.kind == .brackets, let message = ObjCMessage(group),
      message.receiver.last?.token.offset == siblings[end].token.offset
    else { return nil }
    return message.selector
  }

  /// Whether it is what a loop runs over.
  fileprivate var isLoopedOver: Bool {
    guard around.count > 1, around[around.count - 2].kind == .loop,
      let place = siblings.firstIndex(where: { $0.text == "in" })
    else { return false }
    return place < index
  }
}

extension [ObjCNode] {
  /// `folder` of `note.folder` and `[note folder]`.
  fileprivate func member(of element: String) -> String? {
    if count == 3, self[0].text == element, self[1].isMark(".") { return self[2].text }
    guard let message, message.receiver.name == element, message.parts.count == 1 else {
      return nil
    }
    return message.selector.contains(":") ? nil : message.selector
  }

  /// `note` of `^(CDNote *note, NSUInteger index, BOOL *stop) { … }`.
  var blockElement: String? {
    first { $0.kind == .parens }?.children.parts.first?.last?.text
  }
}
