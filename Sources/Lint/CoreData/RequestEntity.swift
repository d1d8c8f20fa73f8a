internal import SwiftSyntax

/// The entity that a request asks for, wherever the request is made or declared.
extension LintFile {
  /// The entity or class of a request that an expression stands for: a variable, a parameter, a property of
  /// any type, what a function gives, the request of a controller, or what a closure is handed. Nil where
  /// nothing says it.
  func requestedEntity(of expression: ExprSyntax) -> String? { requestedEntity(of: expression, 6) }

  private func requestedEntity(of expression: ExprSyntax, _ steps: Int) -> String? {
    guard steps > 0 else { return nil }
    let node = expression.unwrapped.withoutCast.unwrapped
    if let entity = node.requestedEntity { return entity == "Self" ? node.ownerName : entity }
    if let name = node.as(DeclReferenceExprSyntax.self) { return entity(requestedBy: name, steps) }
    if let call = node.as(FunctionCallExprSyntax.self) { return entity(givenBy: call, steps) }
    guard let access = node.as(MemberAccessExprSyntax.self), let base = access.base else {
      return nil
    }
    let member = access.declName.baseName.text
    let types = TypeReader(file: self)
    if member == "fetchRequest" {
      if let type = types.controlled(base) { return type.name }
      let made = base.resolved.call
      return made?.argument("fetchRequest").flatMap { requestedEntity(of: $0, steps - 1) }
    }
    if base.unwrapped.isSelfName { return entity(requestedBy: access.declName, steps) }
    return (access.ownerOfMember ?? types.type(of: base)?.name).flatMap {
      entity(of: member, in: $0, steps)
    }
  }

  private func entity(requestedBy name: DeclReferenceExprSyntax, _ steps: Int) -> String? {
    if name.isSelf { return name.requestExtension }
    let isMember = name.parent?.as(MemberAccessExprSyntax.self)?.declName.id == name.id
    if !isMember {
      if let value = name.localValue, let entity = requestedEntity(of: value, steps - 1) {
        return entity
      }
      switch name.nameOrigin {
      case .local(let type?, _), .parameter(let type, _): return type.requestedClass
      case .local(nil, let value?): return requestedEntity(of: value, steps - 1)
      case .unknown:
        let user = name.enclosingClosure?.userCall
        return user.flatMap { $0.managedClass(in: self) }
      case .property, nil: break
      default: return nil
      }
    }
    return name.ownerName.flatMap { entity(of: name.baseName.text, in: $0, steps) }
  }

  private func entity(of member: String, in owner: String, _ steps: Int) -> String? {
    if let binding = tree.binding(member, of: owner) {
      if let written = binding.typeAnnotation?.type.requestedClass { return written }
      return (binding.onlyValue ?? binding.initializer?.value).flatMap {
        requestedEntity(of: $0, steps - 1)
      }
    }
    return ask(.requestEntity("\(owner).\(member)")).onlyElement
  }

  private func entity(givenBy call: FunctionCallExprSyntax, _ steps: Int) -> String? {
    if let function = call.functionOfFile {
      if let written = function.signature.returnClause?.type.requestedClass { return written }
      return function.body?.statements.onlyResult.flatMap { requestedEntity(of: $0, steps - 1) }
    }
    // `fetchRequest()` of the class around it, `CDNote.sortedRequest()` of a class's own.
    let owner = call.receiver?.dottedName.map { $0 == "Self" ? call.ownerName ?? $0 : $0.lastPart }
    if call.name.lowercased().hasSuffix("request"),
      let type = call.receiver == nil ? call.ownerName : owner,
      !ask(.isManagedClass(type)).isEmpty
    {
      return type
    }
    let known = call.receiver.map { typeName(of: $0, in: call) } ?? call.ownerName
    return known.flatMap { ask(.requestEntity("\($0).\(call.name)()")).onlyElement }
  }

  /// The type that a method is called on.
  private func typeName(of base: ExprSyntax, in call: FunctionCallExprSyntax) -> String? {
    if base.unwrapped.isSelfName { return call.ownerName }
    if let written = base.dottedName?.lastPart, written.first?.isUppercase ?? false {
      return written
    }
    return TypeReader(file: self).type(of: base)?.name
  }
}

extension ForeignMembers {
  /// The entity of the requests that a member of a type gives, as far as all types of that name agree.
  ///
  /// - Parameter name: `NoteStore.recent`, `NoteStore.recent()`.
  func requestEntity(of name: String) -> [String] {
    let parts = name.keyPath
    guard parts.count == 2 else { return [] }
    return answers(to: .requestEntity(name), about: parts[0]) {
      $0.requestEntity(of: parts[1], in: parts[0]).map { [$0] } ?? []
    }
  }
}

extension ForeignMembers {
  /// `CommonThread` of `typealias Thread = CommonThread`.
  func aliasedClass(_ name: String) -> [String] {
    answers(to: .aliasedClass(name), about: name) { tree in
      tree.statements.compactMap { statement in
        guard let alias = statement.item.as(TypeAliasDeclSyntax.self), alias.name.text == name
        else { return nil }
        return alias.initializer.value.dottedName?.lastPart
      }
    }
  }
}

extension SourceFileSyntax {
  fileprivate func requestEntity(of member: String, in owner: String) -> String? {
    let written: TypeSyntax?
    let value: ExprSyntax?
    if member.hasSuffix("()") {
      let function = function(String(member.dropLast(2)), of: owner)
      (written, value) = (
        function?.signature.returnClause?.type, function?.body?.statements.onlyResult
      )
    } else {
      let binding = binding(member, of: owner)
      (written, value) = (
        binding?.typeAnnotation?.type, binding?.onlyValue ?? binding?.initializer?.value
      )
    }
    let entity = written?.requestedClass ?? value?.requestedHere
    return entity == "Self" ? owner : entity
  }
}

extension TypeSyntax {
  /// `CDNote` of `NSFetchRequest<CDNote>?`, and of a controller of such objects.
  var requestedClass: String? {
    var type = self
    for _ in 0..<3 {
      if let optional = type.as(OptionalTypeSyntax.self) {
        type = optional.wrappedType
      } else if let forced = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
        type = forced.wrappedType
      }
    }
    guard let named = type.as(IdentifierTypeSyntax.self),
      ["NSFetchRequest", "NSAsynchronousFetchRequest"].contains(named.name.text),
      let name = named.genericArgumentClause?.onlyName?.lastPart,
      !["NSManagedObject", "NSFetchRequestResult", "NSDictionary", "NSManagedObjectID", "NSNumber"]
        .contains(name)
    else { return nil }
    return name
  }
}

extension SyntaxProtocol {
  /// `CDNote` in `extension NSFetchRequest where ResultType == CDNote`.
  var requestExtension: String? {
    guard let type = enclosingType?.as(ExtensionDeclSyntax.self),
      type.extendedType.dottedName == "NSFetchRequest"
    else { return nil }
    return type.genericWhereClause?.requirements.lazy.compactMap { requirement in
      guard let same = requirement.requirement.as(SameTypeRequirementSyntax.self),
        same.leftType.trimmedDescription == "ResultType"
      else { return nil }
      return Syntax(same.rightType).as(TypeSyntax.self)?.dottedName?.lastPart
    }.first
  }
}

extension DeclReferenceExprSyntax {
  /// The closure that gives the name its meaning.
  fileprivate var enclosingClosure: ClosureExprSyntax? {
    var node = parent
    for _ in 0..<64 {
      guard let next = node, !next.is(FunctionDeclSyntax.self) else { return nil }
      if let closure = next.as(ClosureExprSyntax.self),
        closure.parameterNames.contains(baseName.text)
          || baseName.text.hasPrefix("$") && closure.signature?.parameterClause == nil
      {
        return closure
      }
      node = next.parent
    }
    return nil
  }
}

extension FunctionCallExprSyntax {
  /// Calls that look at objects which are there already.
  private static let inMemory: Set = [
    "evaluate", "filter", "filtered", "firstIndex", "expectation", "wait",
    "XCTNSPredicateExpectation",
  ]

  /// The class of Core Data's objects that a call names, so that what it is given is about them:
  /// `CDNote.all(where:)`, `store.fetch(CDNote.self, where:)`, `Repository<CDNote>().find(…)`,
  /// `let notes: [CDNote] = try store.find(…)`.
  func managedClass(in file: LintFile) -> String? {
    guard !Self.inMemory.contains(name) else { return nil }
    let types = TypeReader(file: file)
    let named =
      arguments.compactMap { $0.expression.metatypeName?.lastPart }
      + [receiver?.dottedName?.lastPart, genericArgument?.lastPart].compactMap(\.self)
      + [receiver.flatMap { types.generic(of: $0)?.argument }, filledType].compactMap(\.self)
    let classes = named.filter { types.isManaged($0) }
    return Set(classes).count == 1 ? classes.first : nil
  }
}

extension ExprSyntax {
  /// The entity or class that a fetch request asks for.
  var requestedEntity: String? {
    guard let call = withoutCast.call else { return nil }
    if ["NSFetchRequest", "NSBatchUpdateRequest", "NSBatchInsertRequest"].contains(call.name) {
      if let entity = call.argument("entity") { return entity.requestedEntity }
      return call.argument("entityName")?.constantText ?? call.genericArgument?.lastPart
    }
    guard ["entity", "fetchRequest"].contains(call.name), call.arguments.isEmpty,
      call.trailingClosure == nil
    else { return nil }
    return call.receiver?.dottedName?.lastPart
  }
}

extension Collection {
  /// The element of a collection that has no other.
  var onlyElement: Element? { count == 1 ? first : nil }
}
