internal import StoreEngine
internal import StoreModel
internal import SwiftSyntax

extension LintFile {
  /// Whether a context here may be one of SwiftData's or Core Data's. A file need import neither: another one
  /// of the app may, and a module of the app may hand both on.
  var usesStores: Bool {
    imports.contains("SwiftData") || !ask(.hasModels).isEmpty || !ask(.usesCoreData).isEmpty
  }
}

extension FunctionCallExprSyntax {
  /// A save of a context.
  var savesManaged: Bool { name == "save" && arguments.isEmpty && isOnContext }

  /// Whether the code around opens a store that goes with the process, as for a preview.
  private var isInMemory: Bool {
    guard let body = enclosingBody, body.isHandwritten else { return false }
    var isFound = false
    body.forEachDescendant { node in
      // What only a condition puts into memory, is elsewhere for users.
      if node.is(IfExprSyntax.self) || node.is(SwitchExprSyntax.self)
        || node.is(UnresolvedTernaryExprSyntax.self)
      {
        return false
      }
      if node.as(StringLiteralExprSyntax.self).map({ ExprSyntax($0).literalText == "/dev/null" })
        ?? (node.as(DeclReferenceExprSyntax.self)?.baseName.text == "NSInMemoryStoreType")
      {
        isFound = true
      }
      return !isFound
    }
    return isFound
  }

  /// `loadPersistentStores { _, error in if let error { print(error) } }`
  var onlyPrintsLoadError: Bool {
    guard name == "loadPersistentStores", let closure = lastClosure, closure.isHandwritten,
      closure.parameterNames.count == 2, !isInMemory, !isThrowaway
    else { return false }
    let statements = closure.statements
    guard statements.mentions([closure.parameterNames[1]]) else { return false }
    // Nobody waits for what this closure tells: it has nothing to tell it with.
    let printing: Set = [
      // Apps from the store have no assertions.
      "assert", "assertionFailure", "debugPrint", "dump", "NSLog", "os_log", "print",
    ]
    let levels: Set = [
      "critical", "debug", "error", "fault", "info", "log", "notice", "trace", "warning",
    ]
    var printed = false
    let tells = statements.hasDescendant { node in
      if let call = node.as(FunctionCallExprSyntax.self), !(call.isPartOfPrinting) {
        let logs =
          levels.contains(call.name)
          && (call.receiver?.trimmedDescription.lowercased().contains("log") ?? false)
        guard printing.contains(call.name) || logs || call.writesToLog else { return true }
        if Syntax(call).mentions([closure.parameterNames[1], "error"]) { printed = true }
        return false
      }
      return node.is(AssignmentExprSyntax.self) || node.is(ThrowStmtSyntax.self)
    }
    return printed && !tells
  }

  /// Whether it stands in what is printed.
  private var isPartOfPrinting: Bool { enclosing(StringLiteralExprSyntax.self) != nil }

  /// `loadPersistentStores { _, _ in }`
  var ignoresLoadError: Bool {
    guard name == "loadPersistentStores", let closure = lastClosure, closure.isHandwritten,
      !isInMemory
    else { return false }
    let names = closure.parameterNames
    if names.isEmpty {
      return closure.signature == nil && !closure.statements.mentions(["$1"])
    }
    return names.count == 2
      && (names[1] == "_" || !closure.statements.read(names[1])
        || closure.statements.onlyLeave(on: names[1]))
  }
}

extension CodeBlockItemListSyntax {
  /// Whether all that is made of an error is to leave: `guard error == nil else { return }`.
  fileprivate func onlyLeave(on error: String) -> Bool {
    var places: [TokenSyntax] = []
    forEachDescendant { node in
      if let use = node.as(TokenSyntax.self), use.text == error { places.append(use) }
      return true
    }
    guard let place = places.onlyElement,
      let list = place.enclosing(ConditionElementListSyntax.self), list.count == 1
    else { return false }
    let branch: CodeBlockItemListSyntax
    if let check = list.parent?.as(GuardStmtSyntax.self) {
      branch = check.body.statements
    } else if let check = list.parent?.as(IfExprSyntax.self), check.elseBody == nil {
      branch = check.body.statements
    } else {
      return false
    }
    return branch.onlyElement?.item.as(ReturnStmtSyntax.self).map { $0.expression == nil } ?? false
  }
}

extension CodeBlockItemListSyntax {
  /// Whether the statements name a value, and no `catch` has another one of that name: `print(error)`.
  fileprivate func read(_ name: String) -> Bool {
    hasDescendant { node in
      guard let use = node.as(TokenSyntax.self), use.text == name else { return false }
      guard name == "error" else { return true }
      let clause = use.enclosing(CatchClauseSyntax.self)
      return !(clause.map { $0.catchItems.isEmpty && Syntax(self).contains(Syntax($0)) } ?? false)
    }
  }
}

extension TryExprSyntax {
  /// Whether the value is a statement by itself, or assigned to `_`.
  var isForgotten: Bool {
    guard let parent else { return false }
    if let item = parent.as(CodeBlockItemSyntax.self) {
      // The only expression of a function with a result is that result.
      guard let list = item.parent?.as(CodeBlockItemListSyntax.self), list.count == 1 else {
        return true
      }
      return list.parent?.parent?.as(FunctionDeclSyntax.self)?.signature.returnClause == nil
    }
    guard let terms = parent.as(ExprListSyntax.self) else { return false }
    return terms.count == 3 && terms.first?.is(DiscardAssignmentExprSyntax.self) ?? false
  }
}

extension Syntax {
  /// Whether it takes something back before the error of what failed first goes on to the callers, who learn
  /// of that one.
  var isBeforeRethrow: Bool {
    guard let clause = enclosing(CatchClauseSyntax.self),
      clause.body.statements.last?.item.is(ThrowStmtSyntax.self) ?? false
    else { return false }
    return enclosing(ClosureExprSyntax.self).map { !Syntax(clause).contains(Syntax($0)) } ?? true
  }

  /// Whether the code behind a save that fails goes on as if it had worked, which is said of it.
  var isFollowedByTrust: Bool {
    var node = self
    for _ in 0..<6 {
      guard let next = node.parent else { return false }
      if let items = next.as(CodeBlockItemListSyntax.self) {
        return items.trustedSaves(\.swallowedSave).contains { contains(Syntax($0.save)) }
      }
      node = next
    }
    return false
  }
}

extension CodeBlockItemListSyntax {
  /// The first save whose error reaches the `catch` behind the statements.
  var firstSave: FunctionCallExprSyntax? {
    var found: FunctionCallExprSyntax?
    forEachDescendant { node in
      guard found == nil, !node.is(DoStmtSyntax.self), !node.is(FunctionDeclSyntax.self) else {
        return false
      }
      if let attempt = node.as(TryExprSyntax.self), attempt.questionOrExclamationMark == nil,
        let call = attempt.expression.call, call.savesManaged
      {
        found = call
      }
      return found == nil
    }
    return found
  }
}

extension CodeBlockItemListSyntax {
  /// Whether there is nothing, or nothing that an app from the store has: `#if DEBUG`, `assertionFailure(…)`.
  var isSilentForUsers: Bool {
    allSatisfy { item in
      if let call = item.item.onlyExpression?.call,
        ["assert", "assertionFailure"].contains(call.calledExpression.dottedName)
      {
        return true
      }
      let clauses = item.item.as(DeclSyntax.self)?.as(IfConfigDeclSyntax.self)?.clauses
      return clauses?.count == 1 && clauses?.first?.condition?.trimmedDescription == "DEBUG"
    }
  }
}

extension DoStmtSyntax {
  /// Whether an earlier clause takes every error, so that the last one is never reached: all errors are
  /// `NSError` objects, too.
  func catchesAllBefore(_ last: CatchClauseSyntax) -> Bool {
    catchClauses.contains { clause in
      guard clause.id != last.id else { return false }
      return clause.catchItems.isEmpty || clause.catchItems.contains(where: \.takesAsObject)
    }
  }
}

extension CatchItemSyntax {
  /// `let problem as NSError`
  var takesAsObject: Bool {
    guard whereClause == nil, let pattern else { return false }
    return ["NSError", "Error"].contains(where: pattern.trimmedDescription.hasSuffix)
      && pattern.hasDescendant { $0.is(AsExprSyntax.self) || $0.is(UnresolvedAsExprSyntax.self) }
      && pattern.mentions(["NSError", "Error"])
  }
}
