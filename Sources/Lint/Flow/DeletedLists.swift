internal import SwiftSyntax

extension CodeBlockItemListSyntax {
  /// Where something stored is read of the objects of a list after all of them were deleted, one by one
  /// or with their class, and the deletion saved.
  ///
  /// - Parameter isManaged: of Core Data, where the class of what a request fetches need not be known.
  func usesOfDeletedLists(
    _ types: TypeReader, isManaged: Bool
  ) -> [DeclReferenceExprSyntax] {
    guard contains(where: { $0.deletedList != nil || $0.deletedClass != nil }) else { return [] }
    var lists = givenLists(types)
    var deleted: [String: Bool] = [:]
    var found: [DeclReferenceExprSyntax] = []
    for item in self {
      if let (name, model) = item.fetchedList(types) { lists[name] = model }
      for name in Set(lists.keys).union(deleted.keys) where item.assigns(name) {
        (lists[name], deleted[name]) = (nil, nil)
      }
      for (name, isSaved) in deleted.sorted(by: { $0.key < $1.key }) where isSaved {
        if let use = item.readOfElements(of: name) {
          deleted[name] = nil
          found.append(use)
        }
      }
      if let name = item.deletedList, isManaged || lists[name] != nil { deleted[name] = false }
      if let model = item.deletedClass {
        for (name, own) in lists where own == model { deleted[name] = false }
      }
      if item.savesAlways { deleted = deleted.mapValues { _ in true } }
    }
    return found
  }
}

extension CodeBlockItemListSyntax {
  /// The lists of objects that the function around is given.
  fileprivate func givenLists(_ types: TypeReader) -> [String: String] {
    guard let function = parent?.parent?.as(FunctionDeclSyntax.self) else { return [:] }
    var lists: [String: String] = [:]
    for parameter in function.signature.parameterClause.parameters {
      guard let type = WrittenType(parameter.type), type.isList, types.isModel(type) else {
        continue
      }
      lists[(parameter.secondName ?? parameter.firstName).text] = type.name
    }
    return lists
  }
}

extension CodeBlockItemSyntax {
  /// `notes` of `let notes = try context.fetch(…)`, with the class of the objects.
  fileprivate func fetchedList(_ types: TypeReader) -> (String, String)? {
    guard let binding = item.as(VariableDeclSyntax.self)?.bindings.first, let name = binding.name,
      let value = binding.initializer?.value, let type = types.type(of: value), type.isList,
      types.isModel(type)
    else { return nil }
    return (name, type.name)
  }

  /// The list whose objects a statement deletes, all of them: `for note in notes { context.delete(note) }`.
  fileprivate var deletedList: String? {
    if let loop = item.as(ForStmtSyntax.self) {
      guard loop.whereClause == nil, let name = loop.pattern.elementName,
        loop.body.statements.deletesAlways(name)
      else { return nil }
      return loop.sequence.as(DeclReferenceExprSyntax.self)?.baseName.text
    }
    guard let call = item.plainCall, call.name == "forEach", call.deletesEach else { return nil }
    return call.receiver?.as(DeclReferenceExprSyntax.self)?.baseName.text
  }

  /// `Note` of `try context.delete(model: Note.self)`.
  fileprivate var deletedClass: String? {
    guard let call = item.plainCall, call.name == "delete", call.isOnContext,
      call.arguments.count == 1
    else { return nil }
    return call.argument("model")?.metatypeName?.lastPart
  }

  /// Where a statement reads more of a list's objects than their identifiers.
  fileprivate func readOfElements(of name: String) -> DeclReferenceExprSyntax? {
    var found: DeclReferenceExprSyntax?
    forEachDescendant { node in
      guard found == nil, let use = node.as(DeclReferenceExprSyntax.self),
        use.baseName.text == name, use.isValue, use.readsElements(besides: Self.always)
      else { return found == nil }
      found = use
      return false
    }
    return found
  }
}

extension CodeBlockItemListSyntax {
  fileprivate func deletesAlways(_ name: String) -> Bool {
    !contains { $0.item.is(GuardStmtSyntax.self) }
      && contains { $0.item.plainCall?.deletes(name) ?? false }
  }
}

extension FunctionCallExprSyntax {
  /// `{ context.delete($0) }` and `context.delete` of `notes.forEach(context.delete)`.
  fileprivate var deletesEach: Bool {
    if let closure = lastClosure { return closure.statements.deletesAlways(closure.firstParameter) }
    return handsEach(to: "delete")
  }
}

extension DeclReferenceExprSyntax {
  /// Whether a property of the list's objects is read here: of each in a loop, or of the first.
  fileprivate func readsElements(besides: Set<String>) -> Bool {
    if let loop = parent?.as(ForStmtSyntax.self), loop.sequence.id == ExprSyntax(self).id {
      return loop.pattern.elementName.map { loop.body.reads($0, besides: besides) } ?? false
    }
    if let element = parent?.as(SubscriptCallExprSyntax.self) {
      let next = Syntax(element).unwrapping.parent?.as(MemberAccessExprSyntax.self)
      return next.map { !besides.contains($0.declName.baseName.text) } ?? false
    }
    guard let access = parent?.as(MemberAccessExprSyntax.self) else { return false }
    let member = access.declName.baseName.text
    if ["first", "last"].contains(member), !access.isCalled {
      let next = Syntax(access).unwrapping.parent?.as(MemberAccessExprSyntax.self)
      return next.map { !besides.contains($0.declName.baseName.text) } ?? false
    }
    guard access.isCalled, let call = access.parent?.as(FunctionCallExprSyntax.self),
      ClosureExprSyntax.listMethods.contains(member), member != "removeAll"
    else { return false }
    if let path = call.arguments.first?.expression.as(KeyPathExprSyntax.self) {
      let name = path.components.first?.component.as(KeyPathPropertyComponentSyntax.self)?.declName
      return name.map { !besides.contains($0.baseName.text) } ?? false
    }
    guard let closure = call.lastClosure else { return false }
    return closure.statements.reads(closure.firstParameter, besides: besides)
  }
}

extension SyntaxProtocol {
  fileprivate func reads(_ name: String, besides: Set<String>) -> Bool {
    hasDescendant { node in
      guard let access = node.as(MemberAccessExprSyntax.self),
        access.base?.unwrapped.as(DeclReferenceExprSyntax.self)?.baseName.text == name
      else { return false }
      return !besides.contains(access.declName.baseName.text)
    }
  }
}
