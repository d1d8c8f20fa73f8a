internal import SwiftSyntax

extension Syntax {
  /// What runs when `if let container = try? ModelContainer(…)` or the same `guard` finds none: the
  /// `else`, or what comes after an `if` that returns; or when Core Data says why a store is not loaded.
  var whenNoContainer: [CodeBlockItemSyntax]? {
    if let call = self.as(FunctionCallExprSyntax.self) { return call.whenNotLoaded }
    if let choice = self.as(SwitchExprSyntax.self) { return choice.whenNotOpened }
    if let failed = whenResultIsFailure { return failed }
    if let choice = self.as(GuardStmtSyntax.self) {
      return choice.conditions.triesContainer ? Array(choice.body.statements) : whenKeptFailure
    }
    guard let choice = self.as(IfExprSyntax.self), choice.conditions.triesContainer else {
      return whenKeptFailure
    }
    if case .codeBlock(let block)? = choice.elseBody { return Array(block.statements) }
    return choice.whatFollowsReturn
  }
}

extension FunctionCallExprSyntax {
  /// What the closure of `loadPersistentStores` does with an error; nil for other calls.
  var whenNotLoaded: [CodeBlockItemSyntax]? {
    guard name == "loadPersistentStores",
      let closure = trailingClosure ?? arguments.last?.expression.as(ClosureExprSyntax.self),
      let error = closure.errorName
    else { return nil }
    var failed: [CodeBlockItemSyntax] = []
    let all = closure.statements.released
    for (index, item) in all.enumerated() {
      let node = Syntax(item.item)
      if let choice = node.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self)
        ?? node.as(IfExprSyntax.self)
      {
        if choice.conditions.says(error, isThere: true) { failed += choice.body.statements }
      } else if let choice = node.as(GuardStmtSyntax.self) {
        if choice.conditions.says(error, isThere: false) { failed += choice.body.statements }
        if choice.conditions.says(error, isThere: true) { failed += all[(index + 1)...] }
      } else if let choice = node.as(ExpressionStmtSyntax.self)?.expression.as(
        SwitchExprSyntax.self)
        ?? node.as(SwitchExprSyntax.self), choice.subject.mentions([error])
      {
        failed += choice.statementsOfValues
      } else if let call = item.item.onlyExpression?.unwrapped.call {
        // `error.map { fatalError("\($0)") }`
        if ["map", "flatMap"].contains(call.name), call.receiver?.mentions([error]) ?? false,
          let closure = call.lastClosure
        {
          failed += closure.statements
        } else if call.name == "precondition",
          call.arguments.first?.expression.nilIsAskedOf == error
        {
          failed.append(item)
        }
      }
    }
    return failed
  }
}

extension ExprSyntax {
  /// `error` of `error == nil` and `nil == error`.
  var nilIsAskedOf: String? {
    guard let terms = self.as(SequenceExprSyntax.self)?.elements.map(\.trimmedDescription),
      terms.count == 3, terms[1] == "=="
    else { return nil }
    return terms[2] == "nil" ? terms[0] : terms[0] == "nil" ? terms[2] : nil
  }
}

extension ClosureExprSyntax {
  /// The second parameter of a closure that has two, or takes two without a name.
  fileprivate var errorName: String? {
    let names: [String] =
      switch signature?.parameterClause {
      case .simpleInput(let list)?: list.map(\.name.text)
      case .parameterClause(let clause)?:
        clause.parameters.map { ($0.secondName ?? $0.firstName).text }
      case nil: []
      }
    if signature?.parameterClause == nil { return statements.mentions(["$1"]) ? "$1" : nil }
    return names.count == 2 && names[1] != "_" ? names[1] : nil
  }
}

extension ConditionElementListSyntax {
  /// Whether one condition is that a value is there (`let error`, `error != nil`), or is not.
  func says(_ name: String, isThere: Bool) -> Bool {
    contains { element in
      if let binding = element.condition.as(OptionalBindingConditionSyntax.self) {
        guard isThere else { return false }
        guard let value = binding.initializer?.value.withoutCast else {
          return binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name
        }
        return value.as(DeclReferenceExprSyntax.self)?.baseName.text == name
      }
      guard let sequence = element.condition.as(SequenceExprSyntax.self),
        sequence.elements.count == 3, let first = sequence.elements.first,
        first.as(DeclReferenceExprSyntax.self)?.baseName.text == name,
        sequence.elements.last?.is(NilLiteralExprSyntax.self) ?? false,
        let comparison = sequence.elements.dropFirst().first?.as(BinaryOperatorExprSyntax.self)
      else { return false }
      return comparison.operator.text == (isThere ? "!=" : "==")
    }
  }

  fileprivate var triesContainer: Bool {
    contains { element in
      guard
        let value = element.condition.as(OptionalBindingConditionSyntax.self)?.initializer?.value,
        value.as(TryExprSyntax.self)?.questionOrExclamationMark?.text == "?"
      else { return false }
      guard let call = value.call else { return false }
      if call.name == "ModelContainer" { return !call.arguments.isEmpty }
      return call.callsContainerMaker || call.mayKeepInFile
    }
  }
}

extension SyntaxProtocol {
  var makesContainer: Bool {
    hasDescendant { node in
      node.as(FunctionCallExprSyntax.self).map { $0.isContainer || $0.callsContainerMaker } ?? false
    }
  }

  var keepsACopy: Bool {
    hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self) else { return false }
      let name = call.name.lowercased()
      return ["moveitem", "copyitem", "replaceitem"].contains(name)
        || ["backup", "backsup", "archive", "moveaside", "quarantine"].contains {
          name.contains($0)
        }
    }
  }

  /// The call that deletes, here or in a function of the file.
  func deletion(in tree: SourceFileSyntax) -> Syntax? {
    var found: Syntax?
    forEachDescendant { node in
      guard found == nil else { return false }
      if node.isForDebugging { return false }
      guard let call = node.as(FunctionCallExprSyntax.self) else { return true }
      if call.removesStore {
        found = call.nameNode
      } else if let function = tree.onlyFunction(call.name), let body = function.body?.statements,
        call.receiver == nil || ["self", "Self"].contains(call.receiver?.lastName ?? "")
          || call.receiver?.lastName?.first?.isUppercase ?? false
          || ["FileManager", "URL"].contains(function.ownerName),
        StoreDeletedOnFailure.deletes(body)
      {
        found = call.nameNode
      }
      return found == nil
    }
    return found
  }

  var removesStore: Bool {
    hasDescendant { node in
      node.as(FunctionCallExprSyntax.self)?.removesStore ?? false
    }
  }
}

extension FunctionCallExprSyntax {
  fileprivate var removesStore: Bool {
    guard ["removeItem", "destroyPersistentStore", "deleteAllData", "trashItem"].contains(name)
    else {
      return false
    }
    // Caches are made again.
    return !arguments.contains { argument in
      argument.expression.words.contains { word in
        ["cache", "temporary"].contains { word.lowercased().contains($0) }
      }
    }
  }
}

extension FunctionCallExprSyntax {
  fileprivate var isContainer: Bool {
    ["ModelContainer", "addPersistentStore"].contains(name) && !arguments.isEmpty
  }

  /// Whether it calls a function that makes a container and throws why it cannot:
  /// `try Self.makeContainer()`.
  var callsContainerMaker: Bool { callsContainerMaker(4) }

  /// - Parameter steps: how many functions may stand between: `makeContainer()` calls `makeContainer(for:)`.
  private func callsContainerMaker(_ steps: Int) -> Bool {
    guard steps > 0, name.first?.isLowercase ?? false else { return false }
    guard let function = ownFunction ?? functionAround ?? functionOfFile else {
      guard parent?.isTried ?? false else { return false }
      if mayKeepInFile { return true }
      return mayOpen && openingFunction?.loadsManagedStores ?? false
    }
    guard let body = function.body, body.isHandwritten,
      function.signature.effectSpecifiers?.throwsClause != nil
    else { return false }
    if function.loadsManagedStores { return true }
    guard function.returnsContainer else { return false }
    var isMade = false
    var isInMemory = false
    body.forEachDescendant { node in
      if let call = node.as(FunctionCallExprSyntax.self), !isMade {
        isMade = call.isContainer || call.callsContainerMaker(steps - 1)
      }
      if let argument = node.as(LabeledExprSyntax.self),
        argument.label?.text == "isStoredInMemoryOnly",
        argument.expression.trimmedDescription == "true",
        // One branch of several is for trying out.
        argument.enclosing(IfExprSyntax.self) == nil,
        argument.enclosing(SwitchExprSyntax.self) == nil
      {
        isInMemory = true
      }
      return true
    }
    return isMade && !isInMemory
  }

  /// The function that is called by its name alone and is declared inside of one around the call.
  private var functionAround: FunctionDeclSyntax? {
    guard calledExpression.is(DeclReferenceExprSyntax.self), name.first?.isLowercase ?? false else {
      return nil
    }
    var node = parent
    for _ in 0..<64 {
      guard let next = node, !next.is(MemberBlockSyntax.self) else { return nil }
      if let items = next.as(CodeBlockItemListSyntax.self), !items.isSourceFile {
        let found = items.lazy.compactMap { $0.item.as(FunctionDeclSyntax.self) }
          .first { $0.name.text == name }
        if let found { return found }
      }
      node = next.parent
    }
    return nil
  }

  /// The function of the file that is called by its name alone, on `Self` or on a type.
  var ownFunction: FunctionDeclSyntax? {
    let owner = receiver.map { $0.lastName ?? "?" }
    guard owner.map({ $0 == "self" || $0.first?.isUppercase ?? false }) ?? true,
      let function = sourceFile?.onlyFunction(name)
    else { return nil }
    return owner == nil || ["self", "Self", function.ownerName].contains(owner) ? function : nil
  }
}

extension SourceFileSyntax {
  /// The function of a name that only one declaration of the file has.
  func onlyFunction(_ name: String) -> FunctionDeclSyntax? {
    guard totalLength.utf8Length < 400_000 else { return nil }
    if let memo = FileMemo.current, memo.file.tree.id == id {
      let known = memo.functions(named: name)
      return known.count == 1 ? known[0] : nil
    }
    var found: [FunctionDeclSyntax] = []
    forEachDescendant { node in
      if let function = node.as(FunctionDeclSyntax.self), function.name.text == name {
        found.append(function)
      }
      return !node.is(CodeBlockSyntax.self)
    }
    return found.count == 1 ? found[0] : nil
  }
}

extension CodeBlockItemListSyntax {
  fileprivate var isSourceFile: Bool { parent?.is(SourceFileSyntax.self) ?? false }
}
