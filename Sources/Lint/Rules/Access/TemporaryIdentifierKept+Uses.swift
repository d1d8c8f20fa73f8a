internal import Diagnostics
internal import SwiftSyntax

extension ExprSyntax {
  /// Whether it becomes part of a value that is made and handed on: `remember(Draft(id: id))`.
  var isKeptInValue: Bool {
    guard let argument = parent?.as(LabeledExprSyntax.self),
      let made = argument.parent?.parent?.as(FunctionCallExprSyntax.self),
      made.name.first?.isUppercase ?? false, let user = made.parent
    else { return false }
    return user.is(LabeledExprSyntax.self) || user.is(InitializerClauseSyntax.self)
      || user.is(ExprListSyntax.self) || user.is(ReturnStmtSyntax.self)
  }

  private static let keeping: Set = [
    "add", "append", "enqueue", "insert", "keep", "mark", "persist", "pin", "post", "push", "put",
    "queue", "record", "register", "remember", "save", "schedule", "set", "store", "submit",
    "track",
  ]

  /// Whether a function gets it that keeps what it gets, by what it is called: `queue.enqueue(id)`.
  var isHandedToKeeper: Bool {
    guard let argument = parent?.as(LabeledExprSyntax.self),
      let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self), !call.isOnContext,
      let first = call.name.camelWords.first
    else { return false }
    return Self.keeping.contains(first)
  }

  /// Whether it only gets a name to be compared by, before anything is saved:
  /// `let own = note.persistentModelID`, `where other.persistentModelID != own`.
  private var isNamedForComparing: Bool {
    guard let binding = parent?.parent?.as(PatternBindingSyntax.self),
      binding.initializer?.value.id == id, let name = binding.name, let body = enclosingBody
    else { return false }
    var (isCompared, isElse, isSaved) = (false, false, false)
    body.forEachDescendant { node in
      guard node.endPosition > position, !isElse else { return false }
      if let call = node.as(FunctionCallExprSyntax.self), call.position > position, call.isSave {
        isSaved = true
      }
      if let use = node.as(DeclReferenceExprSyntax.self), use.position > position,
        use.baseName.text == name, use.isValue
      {
        let isTerm =
          use.parent?.as(ExprListSyntax.self)?.contains {
            ["==", "!="].contains($0.as(BinaryOperatorExprSyntax.self)?.operator.text)
          } ?? false
        if isTerm, !isSaved { isCompared = true } else { isElse = true }
      }
      return true
    }
    return isCompared && !isElse
  }

  /// Whether the value is assigned, returned or put into a list.
  var isKept: Bool {
    guard let parent, !isNamedForComparing else { return false }
    if parent.is(InitializerClauseSyntax.self) || parent.is(ReturnStmtSyntax.self)
      || parent.is(ArrayElementSyntax.self)
    {
      return true
    }
    // `["note": note.objectID.uriRepresentation()]`
    if let pair = parent.as(DictionaryElementSyntax.self) { return pair.value.id == id }
    if let list = parent.as(ExprListSyntax.self) {
      let terms = Array(list)
      return terms.count == 3 && terms[1].is(AssignmentExprSyntax.self)
        && terms[2].id == id
    }
    if let argument = parent.as(LabeledExprSyntax.self),
      let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
    {
      return ["append", "insert", "set", "updateValue", "encode"].contains(call.name)
    }
    return false
  }
}

extension DeclReferenceExprSyntax {
  /// Whether the property that gets the identifier forgets it again before anything is saved or waited for,
  /// wherever the function is called: it is only looked up in the context that has made the object.
  var isForgottenSoon: Bool {
    guard let terms = enclosing(SequenceExprSyntax.self)?.elements, terms.count == 3,
      terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
      let property = terms.first?.plainTarget,
      let function = enclosing(FunctionDeclSyntax.self), let own = function.body,
      let block = function.enclosing(MemberBlockSyntax.self), block.isReadable
    else { return false }
    if own.statements.forgets(property, after: endPosition) { return true }
    var calls: [FunctionCallExprSyntax] = []
    block.forEachDescendant { node in
      if let call = node.as(FunctionCallExprSyntax.self), call.name == function.name.text,
        call.receiver?.isSelfName ?? true
      {
        calls.append(call)
      }
      return true
    }
    let isOwn = function.modifiers.contains { $0.name.text.hasSuffix("private") }
    return isOwn && !calls.isEmpty
      && calls.allSatisfy { call in
        let code =
          call.enclosing(ClosureExprSyntax.self)?.statements
          ?? call.enclosing(FunctionDeclSyntax.self)?.body?.statements
        return code?.forgets(property, after: call.endPosition) ?? false
      }
  }
}

extension CodeBlockItemListSyntax {
  /// Whether one of these statements sets a property to nothing, and none between saves or waits.
  fileprivate func forgets(_ property: String, after place: AbsolutePosition) -> Bool {
    for item in self where item.position >= place {
      if let terms = item.item.onlyExpression?.as(SequenceExprSyntax.self)?.elements,
        terms.count == 3, terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
        terms.last?.is(NilLiteralExprSyntax.self) ?? false,
        terms.first?.plainTarget == property
      {
        return true
      }
      let isLate = item.hasDescendant { node in
        node.is(AwaitExprSyntax.self)
          || node.as(FunctionCallExprSyntax.self)?.name.lowercased().contains("save") ?? false
      }
      if isLate { return false }
    }
    return false
  }
}

extension TemporaryIdentifierKept {
  static let forgotten: [RuleExample] = .texts(
    in: AccessText.models,
    flagged: """
      @MainActor final class Recorder {
        private var current: PersistentIdentifier?
        func stop(_ context: ModelContext) throws {
          if current == nil { begin(context) }
          try context.save()
          if let id = current { print(context.model(for: id)) }
          current = nil
        }
        private func begin(_ context: ModelContext) {
          let note = Note()
          context.insert(note)
          current = note.↓persistentModelID
        }
      }
      """,
    clean: """
      @MainActor final class Recorder {
        private var current: PersistentIdentifier?
        func stop(_ context: ModelContext) {
          if current == nil { begin(context) }
          guard let id = current, let note = context.model(for: id) as? Note else { return }
          note.title = "done"
          current = nil
        }
        private func begin(_ context: ModelContext) {
          let note = Note()
          context.insert(note)
          current = note.persistentModelID
        }
      }
      """)
}
