internal import StoreModel

/// What Objective-C says of stores that the rules about whole projects hold against the models.
extension CoreDataUse {
  mutating func note(_ file: ObjCSource, _ bodies: [ObjCBody]) {
    guard !file.isTest else { return }
    for owner in Set(file.methods.compactMap(\.owner)).sorted() { code.classes.append(owner) }
    for method in file.methods {
      if let owner = method.owner, !method.selector.contains(":") {
        code.members.insert("\(owner).\(method.selector)")
      }
    }
    // A property whose accessor is written by hand is never asked of Core Data.
    code.properties += file.dynamics.filter { !file.reads($0) }.map {
      .init(type: $0.owner, name: $0.name, written: "", location: file.location($0.offset))
    }
    code.ownVariables += file.synthesized.map {
      .init(type: $0.owner, name: $0.name, written: "", location: file.location($0.offset))
    }
    for body in bodies {
      body.method.body.walk { place in
        let node = place.node
        guard node.isWord else { return }
        migrates = migrates || Self.migrators.contains(node.text)
        if UniqueWithoutPolicy.words.contains(node.text) { code.resolvesConflicts = true }
        if ChangesNotMerged.words.contains(node.text) { code.mergeWords.insert(node.text) }
        if node.text == "NSPersistentHistoryTrackingKey" {
          code.keepsHistory = true
          code.histories.append(file.location(node.token.offset))
        }
        if node.text == "NSPersistentCloudKitContainerOptions" { namesContainer = true }
        if node.text == "NSPersistentStoreRemoteChangeNotification" {
          code.remoteObservers.append(body.file.location(node.token.offset))
        }
      }
      body.method.body.messages { message, place in
        note(message, place, body)
        code.noteRow(message, place, body)
      }
      code.noteWriters(body)
      code.pictures.formUnion(body.givenPictures)
      code.thumbnails.formUnion(body.givenThumbnails)
    }
  }

  private mutating func note(_ message: ObjCMessage, _ place: ObjCPlace, _ body: ObjCBody) {
    if message.receiver.mentions("NSPersistentCloudKitContainer"),
      let name = message.argument("containerWithName") ?? message.argument("initWithName")
    {
      if let text = body.constant(name) { names.insert(text) } else { hasUnknownName = true }
    }
    if message.selector == "save:", body.isContext(message.receiver) { code.saves = true }
    if message.selector == "save:" || message.has("MR_save") { code.savesParents = true }
    if let date = message.argument("deleteHistoryBeforeDate"),
      let made = body.value(date).message, made.receiver.name == "NSDate",
      ["date", "distantFuture", "now"].contains(made.selector)
    {
      code.wholePurges.append(body.file.location(date[0].token.offset))
    }
    if message.has("addPersistentStoreWithType") { noteOpening(message, body) }
    noteModel(message, body)
    if message.selector == "deleteObject:" {
      let object = message.parts[0].argument
      code.deletions.insert(body.entity(ofObject: object) ?? CoreDataCode.anything)
    } else if ["MR_delete", "MR_truncate", "deleteObject", "deleteEntity"].contains(
      where: message.selector.hasPrefix)
    {
      code.deletions.insert(body.deletedClass(message) ?? CoreDataCode.anything)
    } else if message.receiver.mentions("NSBatchDeleteRequest") {
      code.deletions.insert(CoreDataCode.anything)
    }
    if let request = message.argument("initWithFetchRequest"),
      message.receiver.mentions("NSFetchedResultsController")
    {
      noteController(message, request, body)
    }
    if message.has("executeRequest"), let request = message.parts.first?.argument,
      let kind = body.resolved(request).nodes.message?.receiver.batchKind,
      place.dropsResult || body.givesNoIDs(request), !body.tellsContexts
    {
      code.batches.append(.init(kind: kind, location: body.file.location(message.offset)))
    } else if message.has("executeRequest"), let request = message.parts.first?.argument,
      let kind = body.batchWithoutIDs(request)
    {
      code.batches.append(
        .init(kind: kind, givesNoIDs: true, location: body.file.location(message.offset)))
    }
    noteHanded(message, body)
  }

  private mutating func noteOpening(_ message: ObjCMessage, _ body: ObjCBody) {
    guard let type = message.argument("addPersistentStoreWithType"),
      type.name == "NSSQLiteStoreType", let given = message.argument("options"),
      let options = body.options(given), !options.contains("NSReadOnlyPersistentStoreOption"),
      !body.removesStore(before: message)
    else { return }
    let (migrate, infer) = (
      "NSMigratePersistentStoresAutomaticallyOption", "NSInferMappingModelAutomaticallyOption"
    )
    guard !options.contains(migrate) || !options.contains(infer) else {
      code.migratingFiles.insert(body.file.path)
      return
    }
    let lacksAll = !options.contains(migrate)
    code.openings.append(
      .init(
        lack: lacksAll ? .migration : .inference,
        text: "the store is added without '\(lacksAll ? migrate : infer)'",
        location: body.file.location(message.offset)))
  }

  private mutating func noteController(
    _ message: ObjCMessage, _ request: [ObjCNode], _ body: ObjCBody
  ) {
    let given = body.resolved(request)
    guard given.body.method.selector == body.method.selector else {
      return noteForeignController(message, request, given, body)
    }
    guard let name = request.name else { return }
    let sorts = body.set["\(name).sortDescriptors"] ?? []
    if let section = message.argument("sectionNameKeyPath"), let text = body.constant(section),
      let entity = body.entity(ofRequest: request)
    {
      let keys = sorts.count == 1 ? body.sortKeys(sorts[0]).map(\.path) : []
      code.sections.append(
        .init(
          entity: entity, path: text.keyPath, firstSort: keys.first,
          laterSorts: Array(keys.dropFirst()),
          location: body.place(of: section) ?? body.file.location(message.offset)))
    }
    // What the object keeps, another of its methods may sort.
    let isSortedElsewhere =
      name.propertyName != nil && body.file.methods.contains { $0.body.mentions("sortDescriptors") }
    guard sorts.isEmpty, body.values[name]?.count == 1, body.isOwnRequest(name), !isSortedElsewhere
    else { return }
    code.unsorted.append(
      .init(maker: nil, location: body.file.location(request[0].token.offset)))
  }
}

extension CoreDataUse {
  /// A controller of a request that another method makes.
  private mutating func noteForeignController(
    _ message: ObjCMessage, _ request: [ObjCNode], _ given: ObjCValue, _ body: ObjCBody
  ) {
    let here = request.name.flatMap { body.set["\($0).sortDescriptors"] } ?? []
    let made = given.name.flatMap { given.body.set["\($0).sortDescriptors"] } ?? []
    if let section = message.argument("sectionNameKeyPath"), let text = body.constant(section),
      let entity = body.entity(ofRequest: request), here.isEmpty, made.count == 1
    {
      let keys = given.body.sortKeys(made[0]).map(\.path)
      code.sections.append(
        .init(
          entity: entity, path: text.keyPath, firstSort: keys.first,
          laterSorts: Array(keys.dropFirst()),
          location: body.place(of: section) ?? body.file.location(message.offset)))
    }
    guard let name = given.name, here.isEmpty, made.isEmpty, given.body.isOwnRequest(name),
      !body.isSortedOnTheWay(request),
      !body.method.body.mentions("setSortDescriptors"),
      !body.method.body.mentions("sortDescriptors")
    else { return }
    code.unsorted.append(
      .init(maker: nil, location: body.file.location(request[0].token.offset)))
  }
}

extension ObjCBody {
  /// The class of what deletes itself, or that is asked to delete its objects: `[note MR_deleteEntity]`,
  /// `[Note MR_truncateAll]`.
  fileprivate func deletedClass(_ message: ObjCMessage) -> String? {
    guard let name = message.receiver.name else { return nil }
    if name.first?.isUppercase ?? false { return name }
    let type = name == "self" ? method.owner : declaredType(of: name)
    return type.flatMap { ["id", "NSManagedObject"].contains($0) ? nil : $0 }
  }

  /// Whether the result of a batch is asked to be a number or a status, which no context can be told of.
  fileprivate func givesNoIDs(_ request: [ObjCNode]) -> Bool {
    let given = resolved(request)
    guard let name = given.name, let kinds = given.body.set["\(name).resultType"] else {
      return false
    }
    return kinds.allSatisfy { kind in
      let text = kind.name ?? ""
      return text.contains("Count") || text.contains("StatusOnly")
    }
  }

  /// A batch request of the method, of whose result contexts are told although nothing has asked for ids.
  fileprivate func batchWithoutIDs(_ request: [ObjCNode]) -> String? {
    guard let name = request.name, let made = values[name]?.onlyElement, made.message != nil,
      let kind = made.batchKind, set["\(name).resultType"] == nil,
      method.body.mentions("mergeChangesFromRemoteContextSave")
    else { return nil }
    // Whoever else is given the request may ask for them.
    var isHandedOn = false
    method.body.messages { message, _ in
      isHandedOn =
        isHandedOn
        || !message.has("executeRequest") && message.parts.contains { $0.argument.name == name }
    }
    return isHandedOn ? nil : kind
  }

  /// Whether the method tells a context of what was changed, or lets it forget what it holds.
  var tellsContexts: Bool {
    [
      "reset", "refreshAllObjects", "refreshObject", "mergeChangesFromRemoteContextSave",
      "mergeChangesFromContextDidSaveNotification", "performFetch",
    ].contains { method.body.mentions($0) }
  }

  /// The options that a store is opened with; nil where they are not all known.
  fileprivate func options(_ given: [ObjCNode]) -> Set<String>? {
    if given.name == "nil" || given.name == "NULL" { return [] }
    if given.message != nil || given.name?.propertyName != nil {
      let source = resolved(given)
      if source.body.method.selector != method.selector {
        return source.body.options(source.name?.asExpression ?? source.nodes)
      }
    }
    guard let name = given.name, let known = values[name], known.count == 1 else {
      return given.name == nil ? optionNames(given) : nil
    }
    guard var names = optionNames(known[0]) else { return nil }
    // `options[NSInferMappingModelAutomaticallyOption] = @YES` and `[options setObject:… forKey:…]`.
    names.formUnion(method.body.optionNames)
    return names
  }

  private func optionNames(_ value: [ObjCNode]) -> Set<String>? {
    if value.name == "nil" { return [] }
    let isLiteral = value.count == 2 && value[0].isMark("@") && value[1].kind == .braces
    let isMade = value.message.map { $0.receiver.written.contains("Dictionary") } ?? false
    guard isLiteral || isMade else { return nil }
    return value.mentions("NO") ? nil : value.optionNames
  }

  /// Whether the method makes the request and hands it to nothing but controllers and contexts.
  fileprivate func isOwnRequest(_ name: String) -> Bool {
    // A method of that name may be one that subclasses write anew.
    guard let message = values[name]?.first?.message,
      message.receiver.mentions("NSFetchRequest")
        || message.selector == "fetchRequest" && giver(of: message) == nil
    else { return false }
    var isOwn = true
    method.body.messages { message, _ in
      for part in message.parts where part.argument.name == name {
        if !["initWithFetchRequest:", "executeFetchRequest:", "countForFetchRequest:"]
          .contains(part.name)
        {
          isOwn = false
        }
      }
    }
    // A function of C may be given it as well.
    method.body.walk { place in
      guard place.node.isWord, place.node.text == name, place.around.last?.kind == .parens,
        place.siblings.count == 1
      else { return }
      isOwn = false
    }
    return isOwn
  }
}

extension ObjCSource {
  /// Whether the class of a dynamic property has a method that returns its value.
  fileprivate func reads(_ property: Dynamic) -> Bool {
    let getters = [
      property.name, "is" + property.name.prefix(1).uppercased() + property.name.dropFirst(),
    ]
    return methods.contains { $0.owner == property.owner && getters.contains($0.selector) }
  }
}

extension [ObjCNode] {
  /// `NSBatchDeleteRequest` where that is what a message makes.
  var batchKind: String? {
    ["NSBatchDeleteRequest", "NSBatchUpdateRequest", "NSBatchInsertRequest"].first { mentions($0) }
  }

  /// `NSInferMappingModelAutomaticallyOption` and the like, wherever they stand.
  fileprivate var optionNames: Set<String> {
    var names: Set<String> = []
    walk { place in
      let word = place.node.isWord ? place.node.text : ""
      if word.hasPrefix("NS"), word.hasSuffix("Option") { names.insert(word) }
    }
    return names
  }
}
