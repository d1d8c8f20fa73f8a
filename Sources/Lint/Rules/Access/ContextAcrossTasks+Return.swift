internal import SwiftSyntax

extension ContextAcrossTasks {
  /// Objects that code on another thread has got, and hands to the main one.
  func checkReturn(
    _ call: FunctionCallExprSyntax, _ closure: ClosureExprSyntax, _ file: LintFile,
    _ report: RuleReport
  ) {
    guard let scope = call.offMainScope else { return }
    let types = TypeReader(file: file)
    var said: Set<String> = []
    closure.statements.forEachDescendant { node in
      guard let name = node.as(DeclReferenceExprSyntax.self), name.isValue, !name.isSelf,
        !said.contains(name.baseName.text), name.comesFromOutside(of: Syntax(closure)),
        let origin = name.localOrigin, scope.contains(origin), !name.isNew(before: closure),
        let model = types.type(of: ExprSyntax(name)), types.isModel(model.name),
        name.touches(model)
      else { return true }
      said.insert(name.baseName.text)
      report(
        "\(name.described(model)) is used on the main actor, away from its own thread",
        at: file.location(name))
      return true
    }
  }
}

extension ContextAcrossTasks {
  /// Objects that a task gives to whoever waits for its value.
  func checkResult(
    _ call: FunctionCallExprSyntax, _ closure: ClosureExprSyntax, _ file: LintFile,
    _ report: RuleReport
  ) {
    guard ["addTask", "addTaskUnlessCancelled", "detached"].contains(call.name) else { return }
    let types = TypeReader(file: file)
    for value in closure.results {
      if let made = value.call, made.name.first?.isUppercase ?? false { continue }
      guard let type = types.type(of: value), types.isModel(type), !value.waits else { continue }
      report(
        "'\(type.name)' objects leave the task that fetched them, with its value",
        at: file.location(value), entity: type.name)
      return
    }
  }
}

extension ContextAcrossTasks {
  /// Objects that an async function of no actor takes from the main one: `let notes = await MainActor.run { … }`.
  func checkTaken(
    _ call: FunctionCallExprSyntax, _ closure: ClosureExprSyntax, _ file: LintFile,
    _ report: RuleReport
  ) {
    guard call.calledExpression.dottedName == "MainActor.run", !file.isTest,
      let function = call.enclosing(FunctionDeclSyntax.self), function.isOnNoActor(file),
      function.signature.effectSpecifiers?.asyncSpecifier != nil, !call.isAlone
    else { return }
    let types = TypeReader(file: file)
    for value in closure.results {
      if let made = value.call, made.name.first?.isUppercase ?? false { continue }
      guard let type = types.type(of: value), types.isModel(type) else { continue }
      report(
        "'\(type.name)' objects of the main actor's context are taken to '\(function.name.text)', which runs on "
          + "another thread", at: file.location(value), entity: type.name)
      return
    }
  }
}

extension FunctionCallExprSyntax {
  /// Whether nothing is done with what the call gives.
  fileprivate var isAlone: Bool {
    var node = Syntax(self)
    while let next = node.parent, next.is(TryExprSyntax.self) || next.is(AwaitExprSyntax.self) {
      node = next
    }
    if node.parent?.as(ExprListSyntax.self)?.first?.is(DiscardAssignmentExprSyntax.self) ?? false {
      return true
    }
    guard let item = node.parent?.as(CodeBlockItemSyntax.self) else { return false }
    // The only expression of a function is what it returns.
    return item.parent?.as(CodeBlockItemListSyntax.self)?.count != 1
      || enclosing(FunctionDeclSyntax.self)?.signature.returnClause == nil
  }
}

extension ClosureExprSyntax {
  /// What it returns.
  var results: [ExprSyntax] {
    if statements.count == 1, let value = statements.first?.item.as(ExprSyntax.self) {
      return [value]
    }
    var found: [ExprSyntax] = []
    statements.forEachDescendant { node in
      if node.is(ClosureExprSyntax.self) || node.is(FunctionDeclSyntax.self) { return false }
      if let value = node.as(ReturnStmtSyntax.self)?.expression { found.append(value) }
      return true
    }
    return found
  }
}

extension FunctionCallExprSyntax {
  /// The code around the call that certainly runs on another thread than the main one: a closure
  /// that is sent there, or a function of an actor.
  fileprivate var offMainScope: Syntax? {
    var node = Syntax(self)
    for _ in 0..<256 {
      guard let next = node.parent else { return nil }
      if let closure = next.as(ClosureExprSyntax.self) {
        if closure.isOnMainActor { return nil }
        if let user = closure.userCall {
          if Syntax(user).returnsToMain { return nil }
          if user.otherThread != nil { return next }
        }
      } else if let function = next.as(FunctionDeclSyntax.self) {
        guard function.attribute("MainActor") == nil,
          let actor = function.enclosingType?.as(ActorDeclSyntax.self),
          actor.attribute("MainActor") == nil
        else { return nil }
        return next
      } else if next.is(MemberBlockSyntax.self) {
        return nil
      }
      node = next
    }
    return nil
  }
}

extension DeclReferenceExprSyntax {
  /// Where the variable of a function, or the list that a loop takes it from, stands. None for what
  /// was waited for: it may be the main actor's own.
  fileprivate var localOrigin: Syntax? {
    switch nameOrigin {
    case .local(_, let value?):
      return value.waits ? nil : Syntax(value)
    case .element(let list):
      if let name = list.unwrapped.as(DeclReferenceExprSyntax.self),
        case .local(_, let value?)? = name.nameOrigin, value.waits
      {
        return nil
      }
      return list.waits ? nil : Syntax(list)
    default: return nil
    }
  }

  /// Whether it is an object that was just made and is in no context yet, which may go anywhere.
  fileprivate func isNew(before closure: ClosureExprSyntax) -> Bool {
    guard case .local(_, let value?)? = nameOrigin, let made = value.call,
      made.name.first?.isUppercase ?? false
    else { return false }
    let inserts = enclosingBody?.hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self), call.name == "insert",
        !closure.contains(node)
      else { return false }
      return call.arguments.first?.expression.lastName == baseName.text
    }
    return !(inserts ?? false)
  }

  func described(_ type: WrittenType) -> String {
    "'\(baseName.text)', \(type.isList ? "a list of" : "a") '\(type.name)' "
      + "\(type.isList ? "objects" : "object"),"
  }

  /// Whether an object is used here, or the objects of a list: not what may go anywhere, as an
  /// identifier and the number of elements.
  func touches(_ type: WrittenType) -> Bool {
    guard let access = parent?.as(MemberAccessExprSyntax.self), access.base?.id == id(of: self)
    else {
      return parent?.as(LabeledExprSyntax.self).map { !$0.isIgnored } ?? false
        || parent?.is(OptionalChainingExprSyntax.self) ?? false
        || parent?.is(ForceUnwrapExprSyntax.self) ?? false
        || type.isList
          && (parent?.is(ForStmtSyntax.self) ?? false
            || parent?.is(SubscriptCallExprSyntax.self) ?? false)
    }
    let member = access.declName.baseName.text
    guard type.isList else { return !["persistentModelID", "id"].contains(member) }
    guard !["count", "isEmpty", "indices"].contains(member) else { return false }
    return !(access.parent?.mentions(["persistentModelID", "id"]) ?? false)
  }

  private func id(of name: DeclReferenceExprSyntax) -> SyntaxIdentifier { ExprSyntax(name).id }

  /// Whether it is an argument of a call that waits, which may run anywhere: not where the function is known
  /// to run on no actor, and so on its caller's thread or on any.
  func isHandedToActor(_ file: LintFile) -> Bool {
    guard parent?.is(LabeledExprSyntax.self) ?? false,
      let call = parent?.parent?.parent?.as(FunctionCallExprSyntax.self), call.awaiting != nil
    else { return false }
    if let own = call.functionOfFile {
      guard own.isOnNoActor(file) else { return true }
      guard let argument = parent?.as(LabeledExprSyntax.self),
        let name = own.parameter(for: argument, of: call.arguments), let body = own.body,
        body.isHandwritten
      else { return false }
      // What asks for its id, or goes to the queue of its context, takes the object nowhere.
      return !body.statements.hasDescendant { node in
        guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name,
          use.isValue, use.performCall == nil
        else { return false }
        let member = Syntax(use).unwrapping.parent?.as(MemberAccessExprSyntax.self)
        return !["managedObjectContext", "objectID", "persistentModelID"]
          .contains(member?.declName.baseName.text)
      }
    }
    // What another file declares is known by its text alone: it must read the object where it runs.
    guard let argument = parent?.as(LabeledExprSyntax.self), let called = call.meantFunction,
      called.isOnNoActor(file), let name = called.parameter(for: argument, of: call.arguments)
    else { return true }
    return !(called.body?.statements.reads(name) ?? false)
  }

  /// The same of a function of the type around it, which is bound to the actor that the caller is on.
  func isHandedToOwnActor(_ file: LintFile) -> Bool {
    guard isHandedToActor(file),
      let call = parent?.parent?.parent?.as(FunctionCallExprSyntax.self),
      call.receiver?.isSelfName ?? true, let function = call.functionOfFile
    else { return false }
    return function.ownerName == call.ownerName && function.ownerName != nil
  }
}

extension ExprSyntax {
  fileprivate var waits: Bool {
    self.is(AwaitExprSyntax.self) || hasDescendant { $0.is(AwaitExprSyntax.self) }
  }
}

extension LabeledExprSyntax {
  /// Whether the function that gets the value, never looks at it.
  fileprivate var isIgnored: Bool {
    guard let call = parent?.parent?.as(FunctionCallExprSyntax.self),
      let function = call.functionOfFile, let body = function.body, body.isHandwritten,
      let name = function.parameter(for: self, of: call.arguments)
    else { return false }
    return !body.mentions([name])
  }
}
