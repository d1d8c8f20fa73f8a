internal import Diagnostics
internal import SwiftSyntax

/// Background work of Core Data that is never saved.
extension UnsavedContext {
  /// The closure of `performBackgroundTask`, whose context goes with it.
  func checkTask(_ call: FunctionCallExprSyntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let name = call.taskContext, let closure = call.lastClosure,
      closure.isHandwritten,
      let change = ContextChanges(name, in: closure.statements, file).unsaved
    else { return }
    say(name, change, file, report)
  }

  /// A variable that is made by `newBackgroundContext()` and stays in its function.
  func checkBackground(
    _ name: String, _ variable: VariableDeclSyntax, _ items: CodeBlockItemListSyntax,
    in file: LintFile, report: RuleReport
  ) {
    guard !file.isTest, items.isHandwritten,
      let change = ContextChanges(name, in: items, after: variable, file).unsaved
    else { return }
    say(name, change, file, report)
  }

  private func say(_ name: String, _ change: Syntax, _ file: LintFile, _ report: RuleReport) {
    report(
      "'\(name)' never saves, so this change is lost", at: file.location(change),
      help: "end the work with 'try \(name == "$0" ? "context" : name).save()'")
  }
}

/// What code does with a context that nobody else knows.
private struct ContextChanges {
  /// The first change, where nothing saves.
  private(set) var unsaved: Syntax?
  /// Whether something saves, or may: the context goes to code that is not known.
  private(set) var isSafe = false

  private static let harmless: Set = [
    "automaticallyMergesChangesFromParent", "count", "existingObject", "execute", "fetch",
    "hasChanges", "mergePolicy", "name", "object", "obtainPermanentIDs", "parent", "perform",
    "performAndWait", "persistentStoreCoordinator", "refresh", "refreshAllObjects",
    "registeredObject", "transactionAuthor", "undoManager", "userInfo",
  ]

  init(
    _ name: String, in items: CodeBlockItemListSyntax, after variable: VariableDeclSyntax? = nil,
    _ file: LintFile, depth: Int = 2
  ) {
    var change: Syntax?
    var isSafe = false
    var objects: Set<String> = [name]
    items.forEachDescendant { node in
      if let call = node.as(FunctionCallExprSyntax.self), call.mayFinish { isSafe = true }
      objects.formUnion(node.objects(of: objects))
      if let call = node.as(FunctionCallExprSyntax.self),
        call.handsOn(objects.subtracting([name]))
      {
        isSafe = true
      }
      if let call = node.as(FunctionCallExprSyntax.self), call.name == "forEach",
        call.receiver?.mentions(objects) ?? false, call.changesElements
      {
        change = change ?? Syntax(call)
      }
      if let call = node.as(FunctionCallExprSyntax.self),
        call.changesGiven(objects.subtracting([name]))
      {
        change = change ?? Syntax(call)
      }
      if let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count >= 3,
        terms.dropFirst().first?.isAssigning ?? false,
        let target = terms.first?.as(MemberAccessExprSyntax.self),
        let object = target.base?.unwrapped.as(DeclReferenceExprSyntax.self)?.baseName.text,
        object != name, objects.contains(object), !target.isOutsideStore(file)
      {
        change = change ?? Syntax(target)
      }
      guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name, use.isValue,
        variable.map({ use.position >= $0.endPosition }) ?? true
      else { return !isSafe }
      if let access = use.parent?.as(MemberAccessExprSyntax.self),
        access.base?.id == ExprSyntax(use).id
      {
        let member = access.declName.baseName.text
        if ["insert", "delete"].contains(member) {
          change = change ?? Syntax(use)
        } else if !Self.harmless.contains(member) {
          isSafe = true
        }
      } else if let call = use.parent?.parent?.parent?.as(FunctionCallExprSyntax.self),
        use.parent?.is(LabeledExprSyntax.self) ?? false
      {
        if call.queueBoundContext(file)?.id == ExprSyntax(use).id, call.mayInsert {
          change = change ?? Syntax(call)
        } else if !(call.name == "entity" && call.argument("in")?.id == ExprSyntax(use).id) {
          let own = call.given(ExprSyntax(use), file, depth)
          if own?.isSafe ?? true { isSafe = true }
          if own?.unsaved != nil { change = change ?? Syntax(call) }
        }
      } else {
        isSafe = true
      }
      return !isSafe
    }
    self.isSafe = isSafe
    unsaved = isSafe ? nil : change
  }
}

extension FunctionCallExprSyntax {
  /// What the function that the call is certain to mean does with the context that it is given.
  fileprivate func given(
    _ context: ExprSyntax, _ file: LintFile, _ depth: Int
  ) -> ContextChanges? {
    guard depth > 0, let argument = arguments.first(where: { $0.expression.id == context.id }),
      let function = calledFunction, let body = function.body, body.isHandwritten,
      let name = function.parameter(for: argument, of: arguments)
    else { return nil }
    return ContextChanges(name, in: body.statements, file, depth: depth - 1)
  }
}

extension Syntax {
  /// Names that are bound to something made with one of the names.
  fileprivate func objects(of names: Set<String>) -> Set<String> {
    if let binding = self.as(PatternBindingSyntax.self), let name = binding.name,
      binding.initializer?.mentions(names) ?? false,
      binding.initializer?.value.isPlainValue == false
    {
      return [name]
    }
    if let binding = self.as(OptionalBindingConditionSyntax.self),
      binding.initializer?.mentions(names) ?? false
    {
      return binding.pattern.boundNames
    }
    if let loop = Loop(self), !loop.isConditional, loop.sequence.mentions(names) {
      return loop.names
    }
    return []
  }
}

extension ExprSyntax {
  /// Whether it is a tuple, or a value of a type that is none of Core Data's: what is set of it is no change.
  fileprivate var isPlainValue: Bool {
    let parts = self.as(SequenceExprSyntax.self).map { Array($0.elements) } ?? [self]
    return parts.contains { part in
      if let tuple = part.as(TupleExprSyntax.self) { return tuple.elements.count > 1 }
      guard let call = part.unwrapped.call, call.name.first?.isUppercase ?? false,
        let types = FileMemo.current?.types
      else { return false }
      return !types.isManaged(call.name) && call.argument("context") == nil
        && call.argument("insertInto") == nil
    }
  }

  /// `=`, `+=` and their like.
  fileprivate var isAssigning: Bool {
    if self.is(AssignmentExprSyntax.self) { return true }
    let text = self.as(BinaryOperatorExprSyntax.self)?.operator.text ?? ""
    return ["+=", "-=", "*=", "/="].contains(text)
  }
}

extension MemberAccessExprSyntax {
  /// Whether a property of an object is one of its class alone, which no save keeps.
  fileprivate func isOutsideStore(_ file: LintFile) -> Bool {
    guard let base, let type = TypeReader(file: file).managed(base), !type.isList else {
      return false
    }
    return file.managedMember(declName.baseName.text, of: type.name) == .plain
  }
}

extension FunctionCallExprSyntax {
  /// `Note(context: context)`, `Note.insert(title, inManagedObjectContext: context)`, and not
  /// `Note.all(inManagedObjectContext: context)`.
  fileprivate var mayInsert: Bool {
    guard argument("inManagedObjectContext") != nil, let first = name.camelWords.first else {
      return true
    }
    return name.first?.isUppercase ?? false
      || ["add", "create", "insert", "make", "new"].contains(first)
  }
}

extension FunctionCallExprSyntax {
  /// Whether the name of what is called says that it saves, or throws everything away on purpose.
  var mayFinish: Bool { name.mayFinish }
}

extension String {
  /// `saveAll`, `commit`
  var mayFinish: Bool {
    let name = lowercased()
    return ["save", "commit", "rollback", "persist", "reset", "flush"].contains {
      name.contains($0)
    }
  }
}

extension FunctionCallExprSyntax {
  /// Whether a function of the file that is called for each element sets something of it:
  /// `notes.forEach(Self.trim)`.
  fileprivate var changesElements: Bool {
    guard let function = arguments.first?.expression.namedFunction, let body = function.body,
      body.isHandwritten, let parameter = function.signature.parameterClause.parameters.first
    else { return false }
    return body.sets(parameter)
  }

  /// Whether a function of the file is given one of the objects and sets something of it:
  /// `for note in notes { trim(note) }`.
  fileprivate func changesGiven(_ objects: Set<String>) -> Bool {
    guard !objects.isEmpty, arguments.contains(where: { $0.isAnObject(of: objects) }),
      let function = functionOfFile, let body = function.body, body.isHandwritten
    else { return false }
    return arguments.contains { argument in
      guard argument.isAnObject(of: objects),
        let parameter = function.signature.parameterClause.parameters.first(where: {
          $0.firstName.text == argument.label?.text ?? "_"
        })
      else { return false }
      return body.sets(parameter)
    }
  }
}

extension CodeBlockSyntax {
  /// Whether a function's body sets something of what it is given, and leaves saving to others.
  fileprivate func sets(_ parameter: FunctionParameterSyntax) -> Bool {
    let name = (parameter.secondName ?? parameter.firstName).text
    guard !hasDescendant(where: { $0.as(FunctionCallExprSyntax.self)?.mayFinish ?? false }) else {
      return false
    }
    return hasDescendant { node in
      guard let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count >= 3,
        terms.dropFirst().first?.isAssigning ?? false
      else { return false }
      let target = terms.first?.as(MemberAccessExprSyntax.self)?.base?.unwrapped
      return target?.as(DeclReferenceExprSyntax.self)?.baseName.text == name
    }
  }
}
