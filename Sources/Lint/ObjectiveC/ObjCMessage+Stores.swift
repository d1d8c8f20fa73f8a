extension ObjCMessage {
  private static let magicalFetches = ["find", "fetch", "executeFetchRequest", "aggregate"]
  private static let magicalCounts = ["countOfEntities", "numberOfEntities", "hasAtLeastOneEntity"]

  /// What the message asks of a store or does to it by itself: also those of MagicalRecord.
  func storeEffect(in body: ObjCBody) -> ObjCHelpers.Effect? {
    switch selector {
    case "executeFetchRequest:error:": return .fetch
    case "countForFetchRequest:error:": return .count
    case "save:": return body.isContext(receiver) ? .save : nil
    default: break
    }
    let isPlain = parts[0].name.hasPrefix("MR_")
    guard isPlain || isShortFinder(in: body) else { return nil }
    let name = isPlain ? parts[0].name.dropFirst(3) : parts[0].name[...]
    if Self.magicalFetches.contains(where: name.hasPrefix) { return .fetch }
    if Self.magicalCounts.contains(where: name.hasPrefix) { return .count }
    return name.hasPrefix("save") ? .save : nil
  }

  /// Whether a class of objects is asked by a name that MagicalRecord has without its prefix, too.
  private func isShortFinder(in body: ObjCBody) -> Bool {
    guard ["findAll", "findBy", "findFirst"].contains(where: parts[0].name.hasPrefix),
      let type = receiver.name, type.first?.isUppercase ?? false
    else { return false }
    return (body.managedClasses.contains(type) || body.helpers.project.isManaged(type))
      && body.helpers.project.method(selector, of: type) == nil
  }
}

extension ObjCBody {
  /// Whether an expression is a context, by its type or what it is called.
  func isContext(_ expression: [ObjCNode]) -> Bool {
    guard let name = expression.name else {
      guard let member = expression.memberName else { return false }
      // `[Store shared].context`, `[store managedObjectContext]`
      if let message = expression.message, message.receiver.name != "NSManagedObjectContext" {
        return ["managedObjectContext", "viewContext", "context"].contains(member)
          || helpers.project.mainContexts.contains(member)
      }
      // `[NSManagedObjectContext shared]`, which an app adds
      return member.lowercased().hasSuffix("context") || expression.message != nil
    }
    // `id context` says as little as no type at all.
    if let type = type(of: name), type != "id" { return type == "NSManagedObjectContext" }
    // `[DBM save:&error]`: what a macro stands for, only a prefix header may say.
    if name.count > 1, name.allSatisfy({ $0.isUppercase || $0 == "_" }) { return true }
    let last = (name.split(separator: ".").last.map(String.init) ?? name).lowercased()
    return last.hasSuffix("context") || last == "moc" || last == "_moc"
  }
}
