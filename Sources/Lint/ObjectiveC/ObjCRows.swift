/// Tables of which there is one row, by what all methods do with them.
extension ObjCBody {
  /// Whether the fetch asks for any of a table in which all code makes an object only where there is none.
  func takesOnlyRow(_ fetch: Fetch) -> Bool {
    guard let entity = fetch.entity, let name = fetch.request.name,
      set["\(name).predicate"] == nil, set["\(name).sortDescriptors"] == nil
    else { return false }
    return helpers.singles.contains(entity)
  }

  /// The entities of which the method makes an object where it has found none, and those of which it makes
  /// others.
  var madeRows: (single: Set<String>, other: Set<String>) {
    var made: Set<String> = []
    method.body.messages { message, _ in
      if message.has("insertNewObjectForEntityForName"),
        let entity = constant(message.parts[0].argument)
      {
        made.insert(entity)
      }
    }
    guard !made.isEmpty else { return ([], []) }
    let single = Set(
      ownFetches.filter { fetch in
        ["firstObject", "lastObject", "["].contains { fetch.uses?.contains($0) ?? false }
          && makesOnlyOne(fetch)
      }.compactMap(\.entity)
    ).intersection(made)
    return (single, made.subtracting(single))
  }

  /// Whether the method makes an object where it has found none, without any condition: then there is
  /// never a second one.
  func makesOnlyOne(_ fetch: Fetch) -> Bool {
    guard let name = fetch.request.name, set["\(name).predicate"] == nil else { return false }
    var makes = false
    method.body.messages { message, _ in
      if message.offset > fetch.message.offset,
        ["initWithEntity", "insertNewObjectForEntityForName", "insertInManagedObjectContext"]
          .contains(where: message.has),
        // What is made of another entity is another matter.
        message.argument("insertNewObjectForEntityForName").flatMap(constant) ?? fetch.entity
          == fetch.entity
      {
        makes = true
      }
    }
    return makes
  }
}

extension CoreDataCode {
  /// What a message makes, and whether a loop sends it.
  mutating func noteRow(_ message: ObjCMessage, _ place: ObjCPlace, _ body: ObjCBody) {
    let method = String(body.method.selector.prefix { $0 != ":" })
    guard !FlowReader.isBroughtAlong([method]) else { return }
    let isLooped = place.around.contains { node in
      if node.kind == .loop { return true }
      guard node.kind == .brackets, let outer = ObjCMessage(node) else { return false }
      return outer.selector.hasPrefix("enumerate")
    }
    guard let entity = body.madeEntity(message) else {
      if isLooped { rows.looped.insert(String(message.selector.prefix { $0 != ":" })) }
      return
    }
    if isLooped {
      rows.many.insert(entity)
    } else {
      rows.singly.insert("\(entity).\(method)")
    }
  }
}

extension ObjCBody {
  /// The entity or class of the object that a message makes.
  fileprivate func madeEntity(_ message: ObjCMessage) -> String? {
    if message.has("insertNewObjectForEntityForName") { return constant(message.parts[0].argument) }
    if message.has("initWithEntity"), message.has("insertIntoManagedObjectContext") {
      return message.receiver.message?.receiver.name
    }
    guard
      ["insertInManagedObjectContext:", "MR_createEntity", "MR_createEntityInContext:"]
        .contains(message.selector), let name = message.receiver.name
    else { return nil }
    return name
  }
}
