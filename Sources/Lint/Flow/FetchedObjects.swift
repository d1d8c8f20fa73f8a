internal import SwiftSyntax

/// Objects that code has just fetched: what a loop or a variable holds.
struct FetchedObjects {
  /// The class that the descriptor names, its declared type, or that of what the fetch fills; nil when
  /// none of them is written.
  let entity: String?
  /// Whether it is a fetch of Core Data, which names relationships in strings.
  var isCoreData: Bool { descriptor.map { !$0.makesDescriptor } ?? false }
  /// Whether the class says what is fetched, unlike those that all entities have in common.
  var isOfKnownClass: Bool {
    !["NSDictionary", "NSFetchRequestResult", "NSManagedObject"].contains(entity)
  }
  /// Whether the result is one of objects: not of ids, dictionaries or numbers.
  var givesObjects: Bool {
    if let type = descriptor?.genericArgument,
      ["NSDictionary", "NSManagedObjectID", "NSNumber"].contains(type)
    {
      return false
    }
    guard isCoreData, let descriptorName, let body = fetch.enclosingBody, body.isHandwritten else {
      return true
    }
    return body.assigned("resultType", of: descriptorName).isEmpty
  }
  /// Whether it is known that the descriptor has no condition.
  var isWhole: Bool {
    guard let descriptor else { return false }
    guard !isCoreData else {
      return ExprSyntax(descriptor).requestedEntity != nil && !isBounded && givesObjects
        && source.assigned("predicate").isEmpty
    }
    guard descriptor.makesDescriptor else { return false }
    if let condition = descriptor.argument("predicate") {
      return condition.is(NilLiteralExprSyntax.self)
    }
    return source.assigned("predicate").isEmpty
  }
  /// The conditions of a descriptor of SwiftData's: what its initializer is given, and what is set later.
  var conditions: [ExprSyntax] {
    guard !isCoreData else { return [] }
    return ([descriptor?.argument("predicate")].compactMap(\.self) + source.assigned("predicate"))
      .filter { !$0.is(NilLiteralExprSyntax.self) }
  }
  /// The call of `fetch`.
  let fetch: FunctionCallExprSyntax
  /// The call that makes the descriptor; nil when it comes from elsewhere.
  let descriptor: FunctionCallExprSyntax?
  /// The variable that holds the descriptor.
  let descriptorName: String?
  /// Where that is made, and what it is called on the way.
  let source: DescriptorSource

  /// Nil unless the expression is a fetch, or a variable that a fetch of the same body filled.
  init?(_ expression: ExprSyntax) {
    var value = expression.unwrapped
    if let name = value.as(DeclReferenceExprSyntax.self) {
      guard let filled = name.localValue else { return nil }
      value = filled.fetchedValue
    } else {
      value = value.fetchedValue
    }
    guard let call = value.as(FunctionCallExprSyntax.self), call.fetchesObjects else { return nil }
    self.init(asking: call)
  }

  /// What a call asks for that is given a request: also for the number of objects alone.
  init?(asking call: FunctionCallExprSyntax) {
    guard let argument = call.arguments.first?.expression.withoutCast else { return nil }
    fetch = call
    descriptorName = argument.as(DeclReferenceExprSyntax.self)?.baseName.text
    source = DescriptorSource(argument)
    descriptor = source.made
    let named =
      descriptor?.makesDescriptor ?? (descriptorName != nil)
      ? descriptor?.describedEntity ?? source.declared ?? call.filledType
      : descriptor.flatMap { ExprSyntax($0).requestedEntity } ?? source.describedEntity
    // `NSFetchRequest<NSFetchRequestResult>()` says with its 'entity' what is fetched.
    entity =
      ["NSFetchRequestResult", "NSManagedObject"].contains(named)
      ? source.describedEntity ?? call.castClass ?? named : named
  }
}

extension FunctionCallExprSyntax {
  /// `FetchDescriptor(…)`, or `.init(…)` where one is expected.
  var makesDescriptor: Bool {
    if name == "FetchDescriptor" { return true }
    guard name == "init", argument("entityName") == nil, calledExpression.isBareMember else {
      return false
    }
    // What a constant is declared to be says whose initializer this is.
    guard let declared = parent?.parent?.as(PatternBindingSyntax.self)?.typeAnnotation?.type else {
      return true
    }
    return declared.describedEntity != nil
  }

  /// The class of a descriptor that is made, as far as it is written in the call: `FetchDescriptor<Note>()`,
  /// `FetchDescriptor(predicate: #Predicate<Note> { … })`, `FetchDescriptor(sortBy: [SortDescriptor(\Note.title)])`,
  /// or where the predicate is made.
  var describedEntity: String? {
    if let written = genericArgument { return written.lastPart }
    if let predicate = argument("predicate")?.resolved.as(MacroExpansionExprSyntax.self) {
      return predicate.genericArgumentClause?.onlyName?.lastPart
    }
    let first = argument("sortBy")?.resolved.as(ArrayExprSyntax.self)?.elements.first?.expression
      .call
    return first?.arguments.first?.expression.as(KeyPathExprSyntax.self)?.root?.dottedName?.lastPart
  }

  /// The class of the objects in the declared type of what the result fills: `[Note]` of
  /// `let notes: [Note] = …`, of a property, or of the function that returns it.
  var filledType: String? {
    var node = Syntax(self)
    var takesOne = false
    for _ in 0..<8 {
      guard let next = node.parent else { return nil }
      if let binding = next.as(PatternBindingSyntax.self) {
        let type = binding.typeAnnotation?.type
        return takesOne ? type.flatMap { WrittenType($0) }?.name : type?.listedName
      }
      if let access = next.as(MemberAccessExprSyntax.self) {
        guard ["first", "last"].contains(access.declName.baseName.text), !access.isCalled else {
          return nil
        }
        takesOne = true
      }
      node = next
      if next.is(CodeBlockItemSyntax.self) { break }
    }
    // `return try context.fetch(…).first` in a function that returns a note.
    if takesOne {
      guard enclosing(ClosureExprSyntax.self) == nil, node.isResult else { return nil }
      return enclosing(FunctionDeclSyntax.self)?.signature.returnClause
        .flatMap { WrittenType($0.type) }.flatMap { $0.isList ? nil : $0.name }
    }
    guard let keeper = keeperNode else { return nil }
    if keeper.isReturned {
      guard enclosing(ClosureExprSyntax.self) == nil else { return nil }
      return enclosing(FunctionDeclSyntax.self)?.signature.returnClause?.type.listedName
    }
    guard let name = keeper.property, let owner = ownerName,
      case .property(let binding, _)? = enclosing(MemberBlockSyntax.self)?
        .property(name, owner: owner)
    else { return nil }
    return binding.typeAnnotation?.type.listedName
  }
}

extension FunctionCallExprSyntax {
  /// `Note` of `try context.fetch(request) as? [Note]`.
  fileprivate var castClass: String? {
    var node = Syntax(self)
    while let next = node.parent {
      if let terms = next.as(ExprListSyntax.self).map({ Array($0) }) {
        guard terms.count > 2, terms[0].id == node.as(ExprSyntax.self)?.id,
          terms[1].is(UnresolvedAsExprSyntax.self)
        else { return nil }
        return terms[2].as(TypeExprSyntax.self)?.type.listedName
      }
      guard next.isWrapper else { return nil }
      node = next
    }
    return nil
  }
}

extension Syntax {
  /// Whether a statement is what a function returns, written out or not.
  fileprivate var isResult: Bool {
    guard let item = self.as(CodeBlockItemSyntax.self) else { return false }
    return item.item.is(ReturnStmtSyntax.self)
      || item.item.is(ExprSyntax.self)
        && item.parent?.as(CodeBlockItemListSyntax.self)?.count == 1
  }
}

extension ExprSyntax {
  /// `.init`, without anything before the dot.
  var isBareMember: Bool {
    self.as(MemberAccessExprSyntax.self).map { $0.base == nil } ?? false
  }
}

extension TypeSyntax {
  /// `Note` of `FetchDescriptor<Note>`.
  var describedEntity: String? {
    guard let type = self.as(IdentifierTypeSyntax.self), type.name.text == "FetchDescriptor" else {
      return nil
    }
    return type.genericArgumentClause?.onlyName?.lastPart
  }

  /// `Note` of `[Note]`.
  var listedName: String? {
    guard let type = WrittenType(self), type.isList else { return nil }
    return type.name
  }
}

extension DeclReferenceExprSyntax {
  /// The value that a variable of the same function or closure has here: the one it begins with, or
  /// the last one that it was given for certain. Nil for a parameter, and when it may be another one.
  var localValue: ExprSyntax? {
    guard let body = enclosingBody, body.isHandwritten else { return nil }
    let locals = FileMemo.current?.locals(of: body) ?? LocalValues(body)
    guard let values = locals.first[baseName.text] else { return nil }
    let later = locals.later[baseName.text] ?? []
    if values.count > 1, later.isEmpty, case .local(_, let value?)? = nameOrigin {
      // Branches of the function have a variable of that name each.
      return value
    }
    guard values.count == 1 else { return nil }
    guard let last = later.last(where: { $0.position < position }) else { return values[0] }
    // What is given in a branch, or in a closure, may be given or not.
    guard let list = last.enclosing(CodeBlockItemListSyntax.self), list.contains(Syntax(self))
    else {
      return nil
    }
    return last
  }
}

extension SyntaxProtocol {
  /// Small enough to be looked through more than once: generated code of megabytes is not.
  var isHandwritten: Bool { totalLength.utf8Length < 60_000 }

  /// The body of the nearest function, initializer, accessor or stored closure around a node.
  var enclosingBody: Syntax? {
    var node = parent
    for _ in 0..<256 {
      guard let next = node else { return nil }
      if let function = next.as(FunctionDeclSyntax.self) { return function.body.map { Syntax($0) } }
      if let start = next.as(InitializerDeclSyntax.self) { return start.body.map { Syntax($0) } }
      if let accessor = next.as(AccessorDeclSyntax.self) { return accessor.body.map { Syntax($0) } }
      if next.is(AccessorBlockSyntax.self) || next.is(SourceFileSyntax.self) { return next }
      if let closure = next.as(ClosureExprSyntax.self),
        !(closure.parent?.is(FunctionCallExprSyntax.self) ?? false) || closure.isRunAtOnce
          || closure.isMigration
      {
        return next
      }
      node = next.parent
    }
    return nil
  }
}

extension ClosureExprSyntax {
  /// `{ … }()`, the first value of a property.
  fileprivate var isRunAtOnce: Bool {
    parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == ExprSyntax(self).id
  }

  fileprivate var isMigration: Bool {
    enclosing(FunctionCallExprSyntax.self).flatMap(MigrationClosures.init) != nil
  }
}

extension ExprSyntax {
  /// The call inside `(try? context.fetch(…)) ?? []`.
  fileprivate var fetchedValue: ExprSyntax {
    var node = unwrapped
    if let sequence = node.as(SequenceExprSyntax.self), sequence.elements.count == 3,
      let first = sequence.elements.first,
      sequence.elements.dropFirst().first?.as(BinaryOperatorExprSyntax.self)?.operator.text == "??"
    {
      node = first.unwrapped
    }
    return node.withoutCast.unwrapped
  }
}
