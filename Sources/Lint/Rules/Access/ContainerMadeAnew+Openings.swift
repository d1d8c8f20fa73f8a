internal import SwiftSyntax

extension FunctionCallExprSyntax {
  /// Whether a button, a task or the like makes the call, and not the value of the property around it.
  func isInAction(of property: Syntax) -> Bool {
    var node = Syntax(self)
    for _ in 0..<128 {
      guard let next = node.parent, next.id != property.id else { return false }
      if next.isLater,
        !(next.as(ClosureExprSyntax.self)?.userCall.map { Self.scenes.contains($0.name) } ?? false)
      {
        return true
      }
      node = next
    }
    return false
  }

  /// The code that opens stores each time the call is made: the call, or the function of the type that
  /// it calls and that puts nothing away.
  func openedStores(_ file: LintFile) -> Syntax? {
    if opensStores(file) || makesStack(file) { return Syntax(self) }
    guard name.first?.isLowercase ?? false, arguments.isEmpty, trailingClosure == nil,
      let function = file.tree.onlyFunction(name), function.ownerName == ownerName,
      let body = function.body, body.isHandwritten
    else { return nil }
    var opening: FunctionCallExprSyntax?
    body.forEachDescendant { node in
      if opening == nil, let call = node.as(FunctionCallExprSyntax.self), call.receiver == nil,
        call.opensStores(file)
      {
        opening = call
      }
      return opening == nil
    }
    return opening.flatMap { Syntax(body).keeps($0) ? nil : Syntax(body) }
  }

  /// `Stack()` of a class of the file whose objects open the store when they are made.
  private func makesStack(_ file: LintFile) -> Bool {
    guard receiver == nil, name.first?.isUppercase ?? false, arguments.isEmpty,
      trailingClosure == nil, file.makesOwnContexts || file.loadsManagedStores
    else { return false }
    return file.tree.memberBlocks(of: name).contains { block in
      block.members.contains { member in
        let code: Syntax?
        if let start = member.decl.as(InitializerDeclSyntax.self) {
          code = start.body.map { Syntax($0) }
        } else if let variable = member.decl.as(VariableDeclSyntax.self), variable.isInstance {
          code = variable.bindings.onlyElement?.initializer.map { Syntax($0) }
        } else {
          code = nil
        }
        return code?.hasDescendant { node in
          node.as(FunctionCallExprSyntax.self)?.opensStores(file) ?? false
        } ?? false
      }
    }
  }

  private func opensStores(_ file: LintFile) -> Bool {
    switch name {
    case "ModelContainer": argument("for") != nil && file.meansSwiftData
    case "NSPersistentContainer", "NSPersistentCloudKitContainer": argument("name") != nil
    default: false
    }
  }
}

extension Syntax {
  /// Whether a body assigns something else than settings of what the call makes.
  func keeps(_ call: FunctionCallExprSyntax) -> Bool {
    let made = call.enclosing(PatternBindingSyntax.self)?.name
    return hasDescendant { node in
      guard let terms = node.as(SequenceExprSyntax.self)?.elements,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false
      else { return false }
      // `settings = …`, a local of the function that neither holds it nor is made of it.
      if let local = terms.first?.as(DeclReferenceExprSyntax.self), local.baseName.text != made,
        local.nameOrigin.isOfFunction, !node.contains(Syntax(call)),
        !(made.map { terms.dropFirst().mentionsAny(of: $0) } ?? false)
      {
        return false
      }
      guard let made, let target = terms.first?.as(MemberAccessExprSyntax.self) else { return true }
      // `description.isReadOnly = false`, of a local that it is made with.
      if let base = target.base?.unwrapped.as(DeclReferenceExprSyntax.self),
        base.nameOrigin.isOfFunction, !terms.dropFirst().mentionsAny(of: made),
        !node.contains(Syntax(call))
      {
        return false
      }
      return !target.mentions([made])
    }
  }
}

extension NameOrigin? {
  /// A variable or a parameter, which is gone when the function ends.
  fileprivate var isOfFunction: Bool {
    switch self {
    case .local, .parameter: true
    default: false
    }
  }
}

extension Sequence<ExprSyntax> {
  fileprivate func mentionsAny(of name: String) -> Bool { contains { $0.mentions([name]) } }
}
