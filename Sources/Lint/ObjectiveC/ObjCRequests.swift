/// What a method asks the store for.
extension ObjCBody {
  private static let namedRequests = [
    "fetchRequestWithEntityName", "initWithEntityName", "batchUpdateRequestWithEntityName",
    "batchInsertRequestWithEntityName",
  ]

  /// The entity or class that a request asks for; nil where that is not written in the method.
  func entity(ofRequest expression: [ObjCNode]) -> String? {
    if let name = expression.name, let known = values[name], known.count > 1 {
      let all = Set(known.map { madeEntity($0, named: name) })
      return all.count == 1 ? all.first ?? nil : nil
    }
    if let entity = madeEntity(value(expression), named: expression.name) { return entity }
    let given = resolved(expression)
    guard given.body.method.selector != method.selector else { return nil }
    return given.body.madeEntity(given.nodes, named: given.name)
  }

  private func madeEntity(_ expression: [ObjCNode], named name: String?) -> String? {
    guard let message = expression.message else { return nil }
    for part in Self.namedRequests {
      if let argument = message.argument(part) { return constant(argument) }
    }
    if message.selector == "fetchRequest", let type = message.receiver.name,
      type != "NSFetchRequest"
    {
      return given[type] == nil ? type : className(message.receiver)
    }
    guard ["init", "new", "fetchRequest"].contains(message.selector), let name,
      let given = set["\(name).entity"]
    else { return nil }
    let entities = Set(given.map { described($0) })
    return entities.count == 1 ? entities.first ?? nil : nil
  }

  /// `Note` of `[NSEntityDescription entityForName:@"Note" inManagedObjectContext:context]` and
  /// `[Note entity]`.
  func described(_ expression: [ObjCNode]) -> String? {
    guard let message = value(expression).message else { return nil }
    if let argument = message.argument("entityForName") { return constant(argument) }
    return message.selector == "entity" ? message.receiver.name : nil
  }

  /// The entity or class of the object that an expression stands for.
  func entity(ofObject expression: [ObjCNode]) -> String? {
    if let name = expression.name, let type = type(of: name), type != "NSManagedObject",
      type != "id"
    {
      return type
    }
    guard let message = value(expression).message else { return nil }
    if let argument = message.argument("insertNewObjectForEntityForName") {
      return constant(argument)
    }
    if let argument = message.argument("initWithEntity") { return described(argument) }
    return nil
  }

  /// The variables that requests are kept in.
  var requestNames: [String] {
    Set(
      set.keys.compactMap { key -> String? in
        for suffix in [
          ".predicate", ".sortDescriptors", ".propertiesToFetch", ".propertiesToUpdate",
        ]
        where key.hasSuffix(suffix) {
          return String(key.dropLast(suffix.count))
        }
        return nil
      }
    ).sorted()
  }

  /// The variables that requests are kept in, each with its entity, where a model says what that has.
  func requests(in lint: LintContext) -> [(name: String, entity: String)] {
    requestNames.compactMap { name in
      guard let entity = entity(ofRequest: name.asExpression),
        !lint.answer(.coreDataKeys(of: entity)).isEmpty
      else { return nil }
      return (name, entity)
    }
  }

  /// The predicates that a variable's request is given.
  func predicates(ofRequest name: String) -> [Predicate] {
    (set["\(name).predicate"] ?? []).flatMap(predicates)
  }

  /// All that an expression may stand for: of a variable that is given several values, each.
  func candidates(_ expression: [ObjCNode]) -> [[ObjCNode]] {
    guard let name = expression.name, let known = values[name] else { return [expression] }
    return known.flatMap { $0.name == name ? [] : candidates($0, besides: [name]) }
  }

  private func candidates(_ expression: [ObjCNode], besides seen: Set<String>) -> [[ObjCNode]] {
    guard let name = expression.name, !seen.contains(name), let known = values[name] else {
      return [expression]
    }
    return known.flatMap { candidates($0, besides: seen.union([name])) }
  }
}

extension ObjCBody {
  /// Whether one of the methods that a request comes through sorts it.
  func isSortedOnTheWay(_ request: [ObjCNode]) -> Bool {
    var (body, expression) = (self, request)
    for _ in 0..<4 {
      guard let message = body.value(expression).message, let giver = body.giver(of: message) else {
        return false
      }
      let sorts = ["setSortDescriptors", "sortDescriptors"]
      if sorts.contains(where: giver.method.body.mentions) { return true }
      guard let result = giver.results.onlyElement else { return false }
      (body, expression) = (giver, result)
    }
    return false
  }
}
