internal import ModelSource
internal import SwiftSyntax

extension ForeignMembers {
  /// The queue of a context that a type keeps, as far as all types of that name agree.
  ///
  /// - Parameter name: `GardenStack.mainContext`, `GardenStack.makeWorker()`.
  func queue(of name: String) -> [String] {
    let parts = name.keyPath
    guard parts.count == 2 else { return [] }
    let queues = answers(to: .contextQueue(name), about: parts[0]) {
      ($0.contextQueue(of: parts[1], in: parts[0])?.rawValue).map { [$0] } ?? []
    }
    return queues.count == 1 ? queues : []
  }
}

extension SourceFileSyntax {
  fileprivate func contextQueue(of property: String, in owner: String) -> ContextQueue? {
    if property.hasSuffix("()") {
      return result(of: String(property.dropLast(2)), in: owner)?.contextQueue
    }
    return binding(property, of: owner)?.contextQueue
  }
}

extension LintFile {
  /// The queue of a context, also where another function or file says what it is.
  func queue(of context: ExprSyntax) -> ContextQueue? { queue(of: context, 4) }

  private func queue(of context: ExprSyntax, _ steps: Int) -> ContextQueue? {
    guard steps > 0 else { return nil }
    if let queue = context.contextQueue { return queue }
    let node = context.unwrapped
    if let access = node.as(MemberAccessExprSyntax.self), let base = access.base,
      !base.unwrapped.isSelfName
    {
      return queue(of: access.declName.baseName.text, in: base)
    }
    if let call = node.as(FunctionCallExprSyntax.self) {
      if call.receiver != nil,
        let made = tree.function(call.name, of: "NSManagedObjectContext")?.body?.statements
          .onlyResult
          ?? ask(.memberValue("NSManagedObjectContext.\(call.name)()")).first.flatMap({
            ParsePool.expression($0)
          })
      {
        let value = made.call?.calledExpression.as(ClosureExprSyntax.self)?.statements.onlyResult
        return queue(of: value ?? made, steps - 1)
      }
      if let result = call.functionOfFile?.body?.statements.onlyResult {
        return queue(of: result, steps - 1)
      }
      guard let base = call.receiver, !base.unwrapped.isSelfName else { return nil }
      return queue(of: call.name + "()", in: base) ?? (call.mayMakeContext ? node.tracedQueue : nil)
    }
    if let given = node.givenContext { return queue(of: given, steps - 1) }
    return inheritedQueue(of: node)
  }

  /// That of a property which a superclass in another place keeps.
  private func inheritedQueue(of node: ExprSyntax) -> ContextQueue? {
    let name =
      node.as(DeclReferenceExprSyntax.self) ?? node.as(MemberAccessExprSyntax.self)?.declName
    guard let name, node.is(MemberAccessExprSyntax.self) || name.nameOrigin == nil,
      let parent = name.enclosingType?.as(ClassDeclSyntax.self)?.inheritanceClause?.inheritedTypes
        .first?.type.dottedName?.lastPart
    else { return nil }
    return ask(.contextQueue("\(parent).\(name.baseName.text)")).first.flatMap(
      ContextQueue.init)
  }

  /// - Parameter member: with `()` behind a function.
  private func queue(of member: String, in base: ExprSyntax) -> ContextQueue? {
    let written = base.dottedName.flatMap { $0.first?.isUppercase ?? false ? $0 : nil }
    let named = written.flatMap { $0.contains(".") ? base.sharedType : $0 }
    guard let owner = named ?? TypeReader(file: self).type(of: base)?.name else { return nil }
    return ask(.contextQueue("\(owner).\(member)")).first.flatMap(ContextQueue.init)
  }
}

extension ExprSyntax {
  /// The one value that a variable, or a property of the type around it, is given.
  var givenContext: ExprSyntax? {
    let name =
      self.as(DeclReferenceExprSyntax.self) ?? self.as(MemberAccessExprSyntax.self)?.declName
    guard let name else { return nil }
    if self.is(DeclReferenceExprSyntax.self) {
      if let value = name.localValue { return value }
      // What a function is given has the name of the property perhaps, and nothing else of it.
      switch name.nameOrigin {
      case .property, nil: break
      default: return nil
      }
    }
    guard let owner = name.ownerName,
      let binding = sourceFile?.binding(name.baseName.text, of: owner)
    else { return nil }
    if let value = binding.initializer?.value { return value }
    guard let members = binding.enclosing(MemberBlockSyntax.self), members.isHandwritten else {
      return nil
    }
    var values: [ExprSyntax] = []
    members.forEachDescendant { node in
      guard let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
        terms.first?.lastName == name.baseName.text, let value = terms.last
      else { return true }
      values.append(value)
      return true
    }
    return values.count == 1 ? values[0] : nil
  }
}

extension ExprSyntax {
  /// `Stack` of `Stack.shared`: what such a property gives is one of its type.
  fileprivate var sharedType: String? {
    guard let access = unwrapped.as(MemberAccessExprSyntax.self),
      ["current", "default", "instance", "main", "shared", "standard"]
        .contains(where: access.declName.baseName.text.hasPrefix)
    else { return nil }
    return access.base?.dottedName?.lastPart
  }

  /// Whether it may be a property that a superclass in another place keeps.
  var isInheritedName: Bool {
    guard let name = unwrapped.as(DeclReferenceExprSyntax.self), name.nameOrigin == nil else {
      return false
    }
    // While the object is made, nobody else has its context.
    return name.enclosing(InitializerDeclSyntax.self) == nil
      && name.enclosingType?.as(ClassDeclSyntax.self)?.inheritanceClause != nil
  }
}

extension FunctionCallExprSyntax {
  /// Whether the name may be that of a function which makes a context.
  var mayMakeContext: Bool {
    let small = name.lowercased()
    return name.first?.isLowercase ?? false
      && (["context", "moc", "writer", "worker", "background"] as [StaticString]).contains {
        small.has($0)
      }
  }
}

extension ExprSyntax {
  /// The queue of the contexts that functions of the project make for a call, with what they are given:
  /// `Stack.makeContext(.background)`.
  fileprivate var tracedQueue: ContextQueue? {
    let queues = Set(meanings().map(\.madeQueue))
    return queues.count == 1 ? queues.first ?? nil : nil
  }
}

extension Meaning {
  fileprivate var madeQueue: ContextQueue? {
    guard calls("NSManagedObjectContext") != nil else { return value.contextQueue }
    let kinds = Set((argument("concurrencyType") ?? []).map(\.value.lastName))
    guard kinds.count == 1, let kind = kinds.first ?? nil else { return nil }
    if ["privateQueueConcurrencyType", "privateQueue"].contains(kind) { return .own }
    return ["mainQueueConcurrencyType", "mainQueue"].contains(kind) ? .main : nil
  }
}
