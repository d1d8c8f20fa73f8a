internal import SwiftSyntax

extension Loop {
  /// What a query in a loop asks for in each iteration.
  enum Query {
    /// Something that follows the element.
    case changing(FunctionCallExprSyntax)
    /// The same each time.
    case same(FunctionCallExprSyntax)

    var call: FunctionCallExprSyntax {
      switch self {
      case .changing(let call), .same(let call): call
      }
    }
  }

  /// The fetches and counts whose descriptor is known.
  func queries(named name: String) -> [Query] {
    var found: [FunctionCallExprSyntax] = []
    forEachCall { call in
      let isAsked = call.name == name || name == "fetchCount" && call.isCount
      if isAsked, call.isOnContext { found.append(call) }
    }
    guard !found.isEmpty else { return [] }
    let changing = changingNames
    return found.compactMap { call in
      guard let argument = call.arguments.first?.expression,
        // One query asks for one entity.
        !argument.asksForEntity(named: changing)
      else { return nil }
      guard let name = argument.as(DeclReferenceExprSyntax.self) else {
        if argument.call?.makesDescriptor ?? false {
          return argument.mentions(changing) ? .changing(call) : same(call, argument, changing)
        }
        return argument.asksAnew(changing) ? .changing(call) : nil
      }
      guard let value = name.localValue, !body.takesFirst(of: call) else { return nil }
      guard value.call?.makesDescriptor ?? false else {
        if value.asksAnew(changing) { return .changing(call) }
        // A request of Core Data is a reference: what it asks for is set after it was made.
        let isChanging =
          value.requestedEntity != nil
          && body.assigns("predicate", of: name.baseName.text, mentioning: changing)
        return isChanging ? .changing(call) : nil
      }
      if changing.contains(name.baseName.text) { return .changing(call) }
      // Set in the loop, as in 'descriptor.predicate = …', it may ask for something else each time.
      return body.assigns(toMembersOf: name.baseName.text) ? nil : same(call, value, changing)
    }
  }

  /// Nil where the result may differ: names of the loop's surroundings may change in it, and what an
  /// iteration deletes or adds is looked at again on purpose.
  private func same(
    _ call: FunctionCallExprSyntax, _ descriptor: ExprSyntax, _ changing: Set<String>
  ) -> Query? {
    // A context of the element's own asks another store.
    guard !isConditional, !(call.receiver?.mentions(changing) ?? false),
      descriptor.call?.genericArgument?.first?.isUppercase ?? false,
      descriptor.call?.genericArgument.map({ $0.count > 1 }) ?? false,
      !descriptor.hasDescendant(where: {
        $0.is(ClosureExprSyntax.self) && $0.mentions(assignedNames)
      })
    else { return nil }
    return .same(call)
  }

  /// Whether a step asks the same in each turn: it follows neither the element nor anything that a turn
  /// changes, and no turn adds or deletes what it may ask for.
  func isSame(_ step: Syntax) -> Bool {
    guard !isConditional, !step.mentions(changingNames), !step.mentions(assignedNames) else {
      return false
    }
    return !body.hasDescendant { node in
      node.as(FunctionCallExprSyntax.self).map {
        ["insert", "delete"].contains($0.name) && $0.isOnContext
      } ?? false
    }
  }

  /// Names that the body gives new values.
  private var assignedNames: Set<String> {
    var result: Set<String> = []
    body.forEachDescendant { node in
      if let terms = node.as(SequenceExprSyntax.self)?.elements,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
        let name = terms.first?.as(DeclReferenceExprSyntax.self)
      {
        result.insert(name.baseName.text)
      }
      return true
    }
    return result
  }

  /// Whether it is known to run more than once or twice: an optional has methods of these names too.
  func isList(_ types: TypeReader) -> Bool {
    guard let call = sequence.parent?.parent?.as(FunctionCallExprSyntax.self),
      ["map", "flatMap"].contains(call.name), call.receiver?.id == sequence.id
    else { return true }
    if let type = types.type(of: sequence) { return type.isList }
    // An optional has none of these.
    if let made = sequence.call,
      ["enumerated", "sorted", "filter", "reversed", "dropFirst"].contains(made.name)
    {
      return true
    }
    // `rows[0].map`, `names.map`, and neither `address.map` nor `status.map`.
    let name = sequence.lastName ?? ""
    return name.last == "s" && !name.hasSuffix("ss") && !name.hasSuffix("us")
  }
}

extension ExprSyntax {
  /// Whether it is a request for an entity that one of the names tells: `NSFetchRequest(entityName: name)`.
  fileprivate func asksForEntity(named names: Set<String>) -> Bool {
    let made = self.as(DeclReferenceExprSyntax.self)?.localValue ?? self
    return made.withoutCast.call?.argument("entityName")?.mentions(names) ?? false
  }

  /// Whether a function that makes descriptors or requests is given the element:
  /// `.notes(in: folder)`, `Note.request(named: name)`.
  fileprivate func asksAnew(_ names: Set<String>) -> Bool {
    call?.arguments.contains { $0.expression.mentions(names) } ?? false
  }
}

extension CodeBlockItemListSyntax {
  /// Whether a property of a variable is set to something made with one of these names.
  fileprivate func assigns(
    _ property: String, of name: String, mentioning names: Set<String>
  ) -> Bool {
    hasDescendant { node in
      guard let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
        let target = terms.first?.as(MemberAccessExprSyntax.self),
        target.declName.baseName.text == property,
        target.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == name,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false
      else { return false }
      return terms.last?.mentions(names) ?? false
    }
  }

  /// Whether a property of a variable is set: `descriptor.fetchOffset = …`.
  fileprivate func assigns(toMembersOf name: String) -> Bool {
    hasDescendant { node in
      guard let terms = node.as(SequenceExprSyntax.self)?.elements,
        terms.first?.as(MemberAccessExprSyntax.self)?.base?.as(DeclReferenceExprSyntax.self)?
          .baseName.text == name
      else { return false }
      return terms.count > 2
    }
  }
}
