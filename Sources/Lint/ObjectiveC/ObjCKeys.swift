internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Names in strings of Objective-C, held against the models.
extension UnknownEntityName: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    let known = lint.answer(.coreDataEntities)
    body.method.body.messages { message, _ in
      for argument in body.helpers.naming.entityNames(of: message, in: body) {
        guard let name = body.constant(argument),
          !known.contains(name), let near = NameDistance.nearest(to: name, in: known)
        else { continue }
        report(
          "no model has an entity '\(name)'",
          at: body.place(of: argument) ?? body.file.location(message.offset), entity: name,
          help: "write '\(near)'")
      }
    }
  }
}

extension UnknownKey: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    checkValues(body, report)
    for (request, entity) in body.requests(in: lint) {
      // A variable that several requests share may hold what is meant for another one.
      for given in body.set["\(request).predicate"] ?? [] {
        for key in body.predicateKeys(given) { check(key, entity, body, lint, report) }
      }
      for given in body.set["\(request).sortDescriptors"] ?? [] {
        for key in body.sortKeys(given) { check(key, entity, body, lint, report) }
      }
      // What is only loaded with the objects needs no column.
      for list in (body.set["\(request).propertiesToFetch"] ?? [])
        + (body.set["\(request).relationshipKeyPathsForPrefetching"] ?? [])
      {
        for element in body.elements(list) {
          guard let text = body.constant(element) else { continue }
          check((text.keyPath, body.place(of: element)), entity, body, lint, report)
        }
      }
      for given in body.set["\(request).propertiesToUpdate"] ?? [] {
        for key in body.dictionaryKeys(given) { check(key, entity, body, lint, report) }
      }
    }
    body.method.body.messages { message, _ in
      guard let (entity, keys) = body.handedKeys(message),
        !lint.answer(.coreDataKeys(of: entity)).isEmpty
      else { return }
      for key in keys { check(key, entity, body, lint, report) }
    }
  }

  private func check(
    _ key: ObjCBody.Key, _ entity: String, _ body: ObjCBody,
    _ lint: LintContext, _ report: RuleReport
  ) {
    guard let fault = CoreDataKeys.fault(in: key.path, of: entity, ask: lint.answer) else {
      guard key.path.count == 1, !lint.answer(.isTransient(key.path[0], of: entity)).isEmpty else {
        return
      }
      report(
        Self.transient(key.path[0], entity), at: key.place, entity: entity, property: key.path[0],
        help: Self.transientHelp)
      return
    }
    let near = NameDistance.nearest(to: fault.key, in: lint.answer(.coreDataKeys(of: fault.entity)))
    report(
      "'\(fault.entity)' has no property '\(fault.key)'", at: key.place,
      entity: fault.entity, property: fault.key,
      help: near.map { "write '\($0)'" }
        ?? "'\(fault.entity)' has "
        + lint.answer(.coreDataKeys(of: fault.entity)).quotedList(atMost: 6))
  }
}

extension UnknownObjectKey: ObjectiveCRule {
  private static let selectors: Set = [
    "setValue:forKey:", "valueForKey:", "setPrimitiveValue:forKey:", "primitiveValueForKey:",
    "mutableSetValueForKey:", "mutableOrderedSetValueForKey:", "willAccessValueForKey:",
    "didAccessValueForKey:", "willChangeValueForKey:", "didChangeValueForKey:", "valueForKeyPath:",
    "setValue:forKeyPath:", "setValuesForKeysWithDictionary:",
  ]

  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    body.method.body.messages { message, _ in
      guard Self.selectors.contains(message.selector),
        let argument = message.argument("forKey") ?? message.argument("forKeyPath")
          ?? message.parts.first?.argument
      else { return }
      let entity =
        message.receiver.name == "self"
        ? body.method.owner : body.entity(ofObject: message.receiver)
      guard let entity, !lint.answer(.coreDataKeys(of: entity)).isEmpty else { return }
      let isPath = message.selector.contains("KeyPath")
      let keys: [ObjCBody.Key] =
        message.has("setValuesForKeysWithDictionary")
        ? body.dictionaryKeys(argument)
        : body.constant(argument).map {
          [(isPath ? $0.keyPath : [$0], body.place(of: argument))]
        } ?? []
      for key in keys {
        guard let fault = CoreDataKeys.fault(in: key.path, of: entity, ask: lint.answer),
          !lint.declares(fault.key, of: fault.entity),
          let near = NameDistance.nearest(
            to: fault.key, in: lint.answer(.coreDataKeys(of: fault.entity)))
        else { continue }
        report(
          "'\(fault.entity)' has no property '\(fault.key)'", at: key.place,
          entity: fault.entity, property: fault.key, help: "write '\(near)'")
      }
    }
  }
}

extension LintContext {
  /// Whether the class of an entity declares a property or a method of that name itself.
  fileprivate func declares(_ key: String, of entity: String) -> Bool {
    let type = modelIndex.managedClass(of: entity) ?? entity
    return coreData.code.members.contains("\(type).\(key)")
  }
}

extension ObjCBody {
  typealias Key = (path: [String], place: Location?)

  /// Where an expression is written: where it is the value of a variable, there.
  func place(of expression: [ObjCNode]) -> Location? {
    if let argument = expression.name.flatMap({ given[$0] }) {
      return argument.body.place(of: argument.nodes)
    }
    let value = value(expression)
    let isText = value.count == 1 && value[0].token.kind == .text
    return ((isText ? value : expression).first?.token.offset).map { file.location($0) }
  }

  private static let comparing: Set = [
    "isEqual", "isEqualToString", "isKindOfClass", "isMemberOfClass", "isSubclassOfClass", "switch",
  ]

  /// Whether the method goes different ways by the class or the text of something.
  private var asksWhatItIsGiven: Bool { Self.comparing.contains(where: method.body.mentions) }

  /// The key paths of a predicate that a request is given.
  func predicateKeys(_ given: [ObjCNode]) -> [Key] {
    var keys: [Key] = []
    for value in candidates(given) {
      if let argument = value.name.flatMap({ self.given[$0] }) {
        keys += argument.body.predicateKeys(argument.nodes)
        continue
      }
      if let message = value.message, let giver = giver(of: message) {
        // Which of its conditions it gives may depend on what it is asked for.
        if !giver.asksWhatItIsGiven { keys += giver.predicateKeys(giver.method.body) }
        continue
      }
      // `self.predicates[@(scope)]`, `[self.predicates objectForKey:scope]`: any of what a table holds.
      if let table = value.table, case let held = resolved(table),
        held.nodes.first?.isMark("@") ?? false
      {
        keys += held.body.predicateKeys(held.nodes)
        continue
      }
      if value.name?.propertyName != nil {
        let given = resolved(value)
        if given.body.method.selector != method.selector {
          keys += given.body.predicateKeys(given.nodes)
          continue
        }
      }
      value.messages { message, _ in
        guard let argument = message.argument("predicateWithFormat") else { return }
        let parts = argument.parts
        guard let first = parts.first, let format = constant(first), !format.contains("FUNCTION")
        else { return }
        keys += PredicateFormat.keyPaths(in: format).map { ($0, place(of: first)) }
        let rest = Array(parts.dropFirst())
        for (position, before) in PredicateFormat.keyArguments(in: format)
        where rest.indices.contains(position) {
          if let text = constant(rest[position]) {
            keys.append((before + text.keyPath, place(of: rest[position])))
          }
        }
      }
    }
    return keys
  }

  private static let sorts = ["sortDescriptorWithKey", "initWithKey"]

  /// The keys of sort descriptors, the first first.
  func sortKeys(_ given: [ObjCNode]) -> [Key] {
    let source = resolved(given)
    guard source.body.method.selector == method.selector else {
      return source.body.sortKeys(source.nodes)
    }
    return elements(given).flatMap { element -> [Key] in
      let one = resolved(element)
      guard one.body.method.selector == method.selector else {
        return one.body.sortKeys(one.nodes)
      }
      guard let message = value(element).message,
        let argument = Self.sorts.lazy.compactMap({ message.argument($0) }).first,
        let text = constant(argument)
      else { return [] }
      return [(text.keyPath, place(of: argument))]
    }
  }

  /// The keys of `@{ @"title": @"" }`.
  func dictionaryKeys(_ given: [ObjCNode]) -> [Key] {
    let value = value(given)
    guard value.count == 2, value[0].isMark("@"), value[1].kind == .braces else { return [] }
    return value[1].children.parts.compactMap { pair in
      let key = Array(pair.prefix { !$0.isMark(":") })
      return constant(key).map { ([$0], place(of: key)) }
    }
  }
}

extension [ObjCNode] {
  /// `self.table` of `self.table[key]` and `[self.table objectForKey:key]`.
  fileprivate var table: [ObjCNode]? {
    if count > 1, let last, last.kind == .brackets, !self[count - 2].isMark("@") {
      return Array(dropLast())
    }
    guard let message,
      ["objectForKey:", "objectForKeyedSubscript:", "objectAtIndex:", "valueForKey:"].contains(
        message.selector)
    else { return nil }
    return message.receiver
  }
}

extension String {
  /// A variable of that name, as an expression.
  var asExpression: [ObjCNode] {
    var nodes: [ObjCNode] = []
    for (index, part) in split(separator: ".").enumerated() {
      if index > 0 {
        nodes.append(ObjCNode(kind: .leaf, token: ObjCToken(kind: .mark, text: ".", offset: 0)))
      }
      nodes.append(
        ObjCNode(kind: .leaf, token: ObjCToken(kind: .word, text: String(part), offset: 0)))
    }
    return nodes
  }
}
