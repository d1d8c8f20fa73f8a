internal import SwiftSyntax

extension DeclReferenceExprSyntax {
  var localStart: Syntax? {
    if case .local(_, let value?)? = nameOrigin { return Syntax(value) }
    return nil
  }

  /// The first value of a variable, or the list that a loop takes it from.
  var originInCode: Syntax? {
    switch nameOrigin {
    case .local(_, let value?): return Syntax(value)
    case .element(let list): return Syntax(list)
    default: return nil
    }
  }

  /// Whether the objects come from the context itself: `context.fetch(…)` before `context.perform`.
  func isFetched(by context: ExprSyntax?) -> Bool {
    guard let context else { return false }
    // `let note: Note`, which an earlier block of the same context gives its value.
    if case .local(let type?, nil)? = nameOrigin,
      let around = type.performCall?.receiver, around.lastName == context.lastName
    {
      return true
    }
    var steps = 0
    var origin = originInCode
    // What comes from outside of the function cannot be of a context that the function has made.
    if origin == nil, context.isMadeHere || keepsObjects(ofOtherThan: context) { return false }
    while let node = origin, steps < 4 {
      if context.lastName.map({ node.mentions([$0]) }) ?? true { return true }
      guard let name = node.as(ExprSyntax.self)?.unwrapped.as(DeclReferenceExprSyntax.self) else {
        return false
      }
      origin = name.originInCode
      steps += 1
    }
    // A parameter or property may well be an object of this context, but where all code runs on the
    // main thread it is one of the main context.
    return origin == nil && !isBoundToMain
  }
}

extension SyntaxProtocol {
  private static var mainTypes: Set<String> {
    ["View", "UIViewController", "UITableViewController", "UICollectionViewController"]
  }

  /// Whether the type or function around the code is bound to the main actor.
  var isBoundToMain: Bool {
    if enclosing(FunctionDeclSyntax.self)?.attribute("MainActor") != nil { return true }
    guard let type = enclosingType else { return false }
    let inherited = type.asProtocol((any DeclGroupSyntax).self)?.inheritanceClause?.inheritedTypes
    return type.asProtocol((any WithAttributesSyntax).self)?.attribute("MainActor") != nil
      || inherited?.contains { Self.mainTypes.contains($0.type.dottedName ?? "") } ?? false
  }
}

extension MemberAccessExprSyntax {
  /// The first use of `container.viewContext` that belongs to its own queue, here or through a name.
  func firstBoundUse(_ file: LintFile) -> Syntax? {
    guard performCall == nil else { return nil }
    if let call = boundCall(of: ExprSyntax(self), file) { return Syntax(call) }
    let scope: Syntax
    let name: String
    if let property = keptInProperty, let members = enclosing(ActorDeclSyntax.self)?.memberBlock,
      members.isReadable
    {
      (scope, name) = (Syntax(members), property)
    } else if let binding = parent?.parent?.as(PatternBindingSyntax.self), let own = binding.name,
      let body = enclosingBody, body.isHandwritten
    {
      (scope, name) = (body, own)
    } else {
      return nil
    }
    var found: Syntax?
    scope.forEachDescendant { node in
      guard found == nil, let call = node.as(FunctionCallExprSyntax.self),
        let context = call.queueBoundContext(file),
        context.unwrapped.as(DeclReferenceExprSyntax.self)?.baseName.text == name,
        call.performCall == nil
      else { return found == nil }
      found = Syntax(context)
      return false
    }
    return found
  }

  /// `context` of `context = store.container.viewContext`, a property of the actor.
  private var keptInProperty: String? {
    guard let terms = parent?.as(ExprListSyntax.self), terms.count == 3,
      terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
      terms.last?.id == ExprSyntax(self).id
    else { return nil }
    if let own = terms.first?.as(DeclReferenceExprSyntax.self) {
      guard case .property? = own.nameOrigin else { return nil }
      return own.baseName.text
    }
    guard let access = terms.first?.as(MemberAccessExprSyntax.self),
      access.base?.isSelfName ?? false
    else { return nil }
    return access.declName.baseName.text
  }

  private func boundCall(of context: ExprSyntax, _ file: LintFile) -> Syntax? {
    var node = Syntax(context)
    for _ in 0..<6 {
      guard let next = node.parent else { return nil }
      if let call = next.as(FunctionCallExprSyntax.self) {
        return call.queueBoundContext(file)?.unwrapped.id == context.id ? Syntax(declName) : nil
      }
      node = next
    }
    return nil
  }
}

extension Syntax {
  /// A name that a closure has from outside, alone or as a member of `self`, with what it stands for.
  func outerName(
    of closure: ClosureExprSyntax
  ) -> (DeclReferenceExprSyntax, ExprSyntax)? {
    if let access = self.as(MemberAccessExprSyntax.self) {
      guard access.base?.unwrapped.isSelfName ?? false else { return nil }
      return (access.declName, ExprSyntax(access))
    }
    guard let name = self.as(DeclReferenceExprSyntax.self), name.isValue, !name.isSelf,
      name.comesFromOutside(of: Syntax(closure))
    else { return nil }
    return (name, ExprSyntax(name))
  }
}

extension Syntax {
  /// The fetched results controller whose objects a node asks for, and they: `controller.fetchedObjects`,
  /// `controller.object(at: path)`.
  func controlled(_ types: TypeReader) -> (name: String, objects: ExprSyntax)? {
    let call = self.as(FunctionCallExprSyntax.self)
    let base =
      call == nil
      ? self.as(MemberAccessExprSyntax.self).flatMap {
        $0.declName.baseName.text == "fetchedObjects" ? $0.base : nil
      }
      : call?.name == "object" && call?.argument("at") != nil ? call?.receiver : nil
    guard let base, let objects = self.as(ExprSyntax.self), types.controlled(base) != nil,
      let name = base.lastName
    else { return nil }
    return (name, objects)
  }
}

extension ExprSyntax {
  /// `fetchedObjects` of `self.controller.fetchedObjects`.
  var memberName: Syntax {
    unwrapped.as(MemberAccessExprSyntax.self).map { Syntax($0.declName) }
      ?? call?.nameNode ?? Syntax(self)
  }

  /// Whether it is a context that the function around it has just made.
  fileprivate var isMadeHere: Bool {
    guard let name = unwrapped.as(DeclReferenceExprSyntax.self),
      case .local(_, let value?)? = name.nameOrigin, let call = value.call
    else { return false }
    return call.name == "NSManagedObjectContext"
      || FunctionCallExprSyntax.makers.contains(call.name)
  }
}

extension DeclReferenceExprSyntax {
  /// `notes` of `self.notes = notes`: what is kept there, somebody shows.
  var isPutInProperty: Bool {
    guard let terms = parent?.as(ExprListSyntax.self).map(Array.init), terms.count == 3,
      terms[1].is(AssignmentExprSyntax.self), terms[2].id == ExprSyntax(self).id
    else { return false }
    return terms[0].keptProperty != nil
  }
}
