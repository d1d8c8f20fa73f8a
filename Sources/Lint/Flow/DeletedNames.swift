internal import SwiftSyntax

extension CodeBlockItemListSyntax {
  /// The names of objects that were deleted and saved, each with the first statement after that which
  /// uses it: reads something of it, or hands it on.
  var afterDeletions: [(name: String, item: CodeBlockItemSyntax)] { afterDeletions([:]) }

  /// - Parameter before: what is deleted and not saved before these statements, which then stand in a `do`
  ///   whose own deletions are looked at by themselves.
  private func afterDeletions(
    _ before: [String: Bool]
  ) -> [(name: String, item: CodeBlockItemSyntax)] {
    var found: [(String, CodeBlockItemSyntax)] = []
    var deleted = before
    var tasks: [CodeBlockItemSyntax] = []
    for item in self {
      let call = item.item.plainCall
      if item.isPlainTask { tasks.append(item) }
      if before.isEmpty {
        if let name = call?.erased {
          deleted[name] = true
          continue
        }
        if let (gone, given) = item.filledWithErased {
          for name in [gone, given] { deleted[name] = true }
          continue
        }
        if let call, call.name == "delete", call.isOnContext, call.arguments.count == 1,
          let name = call.arguments.first?.expression.objectName
        {
          deleted[name] = false
          continue
        }
      }
      let unsaved = deleted.filter { !$0.value }
      if !unsaved.isEmpty, let body = item.item.as(DoStmtSyntax.self)?.body.statements {
        for use in body.afterDeletions(unsaved) {
          deleted[use.name] = nil
          found.append(use)
        }
      }
      guard !deleted.isEmpty else { continue }
      for (name, isSaved) in deleted.sorted(by: { $0.key < $1.key }) {
        if isSaved, item.assigns(name) {
          deleted[name] = nil
        } else if isSaved, item.use(of: name) != nil || item.passes(name) {
          deleted[name] = nil
          found.append((name, item))
        } else if item.savesAlways {
          deleted[name] = true
          // Where nothing waits in between, a task begins when this code has ended.
          if let task = tasks.first(where: { $0.takes(name) }), !waits(from: task, to: item) {
            deleted[name] = nil
            found.append((name, task))
          }
        } else if item.use(of: name)?.read == nil, item.assigns(name) {
          deleted[name] = nil
        }
      }
    }
    return found
  }
}

extension CodeBlockItemListSyntax {
  /// Whether code between two statements, or the second, waits for other code, which lets tasks run.
  fileprivate func waits(from first: CodeBlockItemSyntax, to last: CodeBlockItemSyntax) -> Bool {
    drop { $0.id != first.id }.dropFirst().contains { item in
      var waits = false
      item.forEachDescendant { node in
        waits = waits || node.is(AwaitExprSyntax.self)
        return !node.is(ClosureExprSyntax.self)
      }
      return waits && item.position <= last.position
    }
  }
}

extension CodeBlockItemSyntax {
  /// `Task { … }`, which begins later.
  var isPlainTask: Bool {
    guard let call = item.plainCall, call.name == "Task" else { return false }
    return call.calledExpression.is(DeclReferenceExprSyntax.self) && call.lastClosure != nil
  }

  /// Whether a task uses an object when it runs, and has not copied of it what it needs before.
  fileprivate func takes(_ name: String) -> Bool {
    guard let closure = item.plainCall?.lastClosure,
      !(closure.signature?.mentions([name]) ?? false)
    else { return false }
    // What the task itself calls so is another object.
    let isAnother = closure.statements.hasDescendant { node in
      node.as(IdentifierPatternSyntax.self)?.identifier.text == name
        || node.as(ClosureShorthandParameterSyntax.self)?.name.text == name
    }
    return !isAnother && (use(of: name) != nil || passes(name))
  }
}

extension ExprSyntax {
  /// `note` and `self.note`.
  fileprivate var objectName: String? {
    if let name = self.as(DeclReferenceExprSyntax.self) { return name.baseName.text }
    guard let access = self.as(MemberAccessExprSyntax.self), access.base?.isSelfName ?? false else {
      return nil
    }
    return "self." + access.declName.baseName.text
  }
}

extension CodeBlockItemSyntax.Item {
  var plainCall: FunctionCallExprSyntax? {
    guard case .expr(let expression) = self else { return nil }
    return expression.call
  }
}

extension FunctionCallExprSyntax {
  /// Whether it calls a function of the same type, or of the file, that saves each time.
  fileprivate var isOwnSave: Bool {
    guard trailingClosure == nil, name.first?.isLowercase ?? false,
      !isContextMethod || !isOnContext
    else { return false }
    let isNear = receiver?.isSelfName ?? true
    guard
      let body =
        ((isNear ? sourceFile?.onlyFunction(name) ?? overloadOfFile : nil) ?? calledFunction)?
        .body?.statements
    else {
      // Wherever it is declared, what is called so is there to save.
      return name == "saveContext"
    }
    return body.effects.contains(.save)
  }
}

extension CodeBlockItemSyntax {
  /// What an object knows without its row.
  static let always: Set = [
    "entity", "faultingState", "hasChanges", "id", "isDeleted", "isFault", "managedObjectContext",
    "modelContext", "objectID", "persistentModelID",
  ]

  var savesAlways: Bool {
    calls.contains { call in
      call.name == "save" && call.isOnContext || call.isOwnSave
    }
  }

  func assigns(_ name: String) -> Bool {
    guard case .expr(let expression) = item,
      let terms = expression.as(SequenceExprSyntax.self)?.elements
    else { return false }
    return terms.first?.objectName == name
  }

  /// Whether it hands an object over.
  fileprivate func passes(_ name: String) -> Bool {
    hasDescendant { node in
      node.as(LabeledExprSyntax.self)?.expression.objectName == name
    }
  }

  /// The first place that reads a member of an object; without one where the name gets a new value.
  func use(of name: String) -> (read: MemberAccessExprSyntax?, Void)? {
    if assigns(name) { return (nil, ()) }
    var found: MemberAccessExprSyntax?
    forEachDescendant { node in
      guard found == nil, let access = node.as(MemberAccessExprSyntax.self),
        access.base?.unwrapped.objectName == name,
        !Self.always.contains(access.declName.baseName.text)
      else { return found == nil }
      found = access
      return false
    }
    return found.map { ($0, ()) }
  }
}

extension CodeBlockItemSyntax {
  /// The names of the object that `let gone = try bin.discard(note)` is given and gives back, where the function
  /// deletes it and saves.
  fileprivate var filledWithErased: (String, String)? {
    guard let binding = item.as(VariableDeclSyntax.self)?.bindings.onlyElement,
      let name = binding.name, let call = binding.initializer?.value.call,
      // Only what itself deletes and saves is worth a look.
      FileMemo.current?.file.mayAsk(call.name + "()") ?? true, let given = call.erased,
      let function = call.calledFunction,
      let result = function.body?.statements.onlyResult?.unwrapped
        .as(DeclReferenceExprSyntax.self)?.baseName.text
    else { return nil }
    let parameters = zip(call.arguments, function.signature.parameterClause.parameters)
    let isSame = parameters.contains { argument, parameter in
      argument.expression.lastName == given
        && (parameter.secondName ?? parameter.firstName).text == result
    }
    return isSame ? (name, given) : nil
  }
}
