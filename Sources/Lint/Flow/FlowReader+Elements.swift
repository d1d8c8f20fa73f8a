internal import SwiftSyntax

/// Objects that are taken out of a list by their place: `notes[index]` in a loop over its indices, and
/// `notes[indexPath.row]` or `controller.object(at: indexPath)` where a table makes its rows.
extension FlowReader {
  /// `for index in notes.indices { … }`, `for index in 0..<notes.count { … }`
  mutating func noteIndices(_ loop: ForStmtSyntax) {
    guard let list = loop.sequence.unwrapped.indexedList, loop.body.isHandwritten,
      let index = loop.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    else { return }
    let text = file.text(list)
    let body = Syntax(loop.body)
    let uses = uses(in: body) { element in
      guard let place = element.as(SubscriptCallExprSyntax.self), place.arguments.count == 1,
        place.arguments.first?.expression.as(DeclReferenceExprSyntax.self)?.baseName.text == index
      else { return false }
      return self.file.text(place.calledExpression) == text
    }
    note(uses, of: list)
  }

  /// What the rows of a table or collection view read of their objects.
  mutating func noteRows(_ function: FunctionDeclSyntax) {
    guard !file.isTest, let index = function.rowIndex, let body = function.body,
      body.isHandwritten
    else { return }
    var lists: [String: ExprSyntax] = [:]
    body.forEachDescendant { node in
      if let list = node.as(ExprSyntax.self)?.list(at: index, types) {
        lists[file.text(list)] = list
      }
      return true
    }
    for (text, list) in lists.sorted(by: { $0.key < $1.key }) {
      let uses = uses(in: Syntax(body)) { element in
        element.list(at: index, self.types).map { self.file.text($0) == text } ?? false
      }
      note(uses, of: list)
    }
  }

  /// A fetched results controller, whose objects are fetched without what they lead to.
  mutating func noteController(_ call: FunctionCallExprSyntax) {
    guard call.name == "NSFetchedResultsController", !file.isTest,
      let request = call.argument("fetchRequest"), request.isPlainRequest,
      let entity = request.requestedHere, let property = call.keepingProperty,
      let owner = call.ownerName
    else { return }
    flows.sources.append(
      .init(
        entity: types.stored(entity, true), holder: "\(owner).\(property)",
        location: file.location(call.nameNode), form: .query, isCoreData: true))
  }

  /// What is asked of the objects that some expressions of a body are, and of the names they get.
  private func uses(
    in body: Syntax, where isElement: (ExprSyntax) -> Bool
  ) -> ObjectFlows.Uses {
    var uses = ObjectFlows.Uses()
    var names: Set<String> = []
    body.forEachDescendant { node in
      if node.isLater { return false }
      guard let element = node.as(ExprSyntax.self), isElement(element) else { return true }
      let whole = node.unwrapping
      if !note(whole, in: &uses), let name = whole.boundName { names.insert(name) }
      return true
    }
    for name in names.sorted() { uses.formUnion(self.uses(of: name, in: body)) }
    return uses
  }
}

extension TypeReader {
  /// The name by which code calls an entity that is fetched: that of its class with Core Data.
  func stored(_ entity: String, _ isCoreData: Bool) -> String {
    isCoreData ? file.ask(.managedClass(of: entity)).first ?? entity : entity
  }
}

extension ExprSyntax {
  /// The list whose object at the index of a row this is.
  fileprivate func list(at index: String, _ types: TypeReader) -> ExprSyntax? {
    if let place = self.as(SubscriptCallExprSyntax.self), place.arguments.count == 1,
      place.arguments.first?.expression.mentions([index]) ?? false
    {
      return types.type(of: place.calledExpression)?.isList ?? false ? place.calledExpression : nil
    }
    guard let call = self.as(FunctionCallExprSyntax.self), call.name == "object",
      call.argument("at")?.mentions([index]) ?? false, let controller = call.receiver,
      types.controlled(controller) != nil
    else { return nil }
    return controller
  }

  /// Whether a request is made here, or in a variable of the function that sets neither a limit nor
  /// relationships to load.
  fileprivate var isPlainRequest: Bool {
    guard let name = unwrapped.as(DeclReferenceExprSyntax.self) else {
      return requestedEntity != nil
    }
    guard name.localValue?.requestedEntity != nil, let body = enclosingBody, body.isHandwritten
    else { return false }
    return !body.bounds(name.baseName.text)
  }
}

extension Syntax {
  /// Whether a body limits the fetch of a descriptor or request, or has it load relationships.
  func bounds(_ descriptor: String) -> Bool {
    hasDescendant { node in
      // A request is a reference: whoever is given it may set more.
      if let call = node.as(FunctionCallExprSyntax.self), call.receiver?.isSelfName ?? true,
        call.name.first?.isLowercase ?? false, !call.isContextMethod, !call.isCount,
        call.arguments.contains(where: {
          $0.expression.as(DeclReferenceExprSyntax.self)?.baseName.text == descriptor
        })
      {
        return true
      }
      guard let access = node.as(MemberAccessExprSyntax.self),
        access.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == descriptor
      else { return false }
      return ["relationshipKeyPathsForPrefetching", "fetchLimit"].contains(
        access.declName.baseName.text)
    }
  }

  /// The name that a value is given: `note` of `let note = notes[0] as! Note`.
  fileprivate var boundName: String? {
    var node = self
    for _ in 0..<8 {
      guard let parent = node.parent, !parent.is(LabeledExprSyntax.self) else { return nil }
      if parent.is(InitializerClauseSyntax.self) {
        return parent.parent?.as(PatternBindingSyntax.self)?.name
          ?? parent.parent?.as(OptionalBindingConditionSyntax.self)?.pattern
          .as(IdentifierPatternSyntax.self)?.identifier.text
      }
      node = parent
    }
    return nil
  }
}

extension FunctionDeclSyntax {
  private static let rows: Set = [
    "cellForRowAt", "cellForItemAt", "heightForRowAt", "sizeForItemAt", "viewFor", "willDisplay",
  ]

  /// The parameter that says which row of a table the function makes or fills.
  fileprivate var rowIndex: String? {
    let parameters = signature.parameterClause.parameters
    guard
      parameters.contains(where: { Self.rows.contains($0.firstName.text) })
        || name.text.hasPrefix("configure")
    else { return nil }
    return parameters.last {
      $0.type.dottedName == "IndexPath" || $0.firstName.text == "row"
    }.map { ($0.secondName ?? $0.firstName).text }
  }
}

extension FunctionCallExprSyntax {
  /// The property that holds the object which the call makes, at once or under another name first.
  fileprivate var keepingProperty: String? {
    var node = Syntax(self)
    for _ in 0..<256 {
      guard let parent = node.parent else { return nil }
      if let member = parent.as(MemberBlockItemSyntax.self) {
        return member.decl.as(VariableDeclSyntax.self)?.bindings.first?.name
      }
      if parent.is(FunctionDeclSyntax.self) || parent.is(InitializerDeclSyntax.self) { break }
      node = parent
    }
    guard let body = enclosingBody, body.isHandwritten else { return nil }
    let own = Syntax(self).boundName
    var property: String?
    body.forEachDescendant { node in
      guard property == nil, let terms = node.as(SequenceExprSyntax.self)?.elements,
        terms.count == 3, terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
        let value = terms.last
      else { return property == nil }
      if value.id == ExprSyntax(self).id
        || own != nil && value.as(DeclReferenceExprSyntax.self)?.baseName.text == own
      {
        property = terms.first?.plainTarget
      }
      return true
    }
    return property
  }
}
