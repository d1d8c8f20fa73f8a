internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds migration closures that change objects and keep nothing of it.
struct MigrationWithoutSave: SourceRule {
  static let info = RuleInfo(
    id: "migration-without-save", group: .migrationCode, severity: .warning,
    summary: "a migration closure changes objects and never saves",
    why: "the closure's context ends with it, and what was not saved is not in the migrated store",
    fix: "end the closure with 'try context.save()'",
    limits:
      "closures that hand their context to functions of other files are left alone; whether Apple's "
      + "context saves at its end is not documented",
    examples: [
      .flagged(MigrationText.plan(did: "↓context.insert(V2.Note())")),
      .flagged(
        MigrationText.plan(
          will: """
            for note in try context.fetch(FetchDescriptor<V1.Note>()) where note.title == "" {
                    ↓context.delete(note)
                  }
            """)),
      .flagged(
        MigrationText.plan(
          did: """
            let notes = try context.fetch(FetchDescriptor<V2.Note>())
                  for note in notes {
                    ↓note.words = note.title.split(separator: " ").count
                  }
            """)),
      .flagged(
        MigrationText.plan(did: "try ↓count(context)") + """

          func count(_ context: ModelContext) throws {
            let notes = try context.fetch(FetchDescriptor<V2.Note>())
            for note in notes { note.words = 0 }
          }
          """),
      .clean(
        MigrationText.plan(did: "try count(context)") + """

          func count(_ context: ModelContext) throws {
            for note in try context.fetch(FetchDescriptor<V2.Note>()) { note.words = 0 }
            try finish(context)
          }
          """),
      .clean(
        MigrationText.plan(
          did: """
            for note in try context.fetch(FetchDescriptor<V2.Note>()) { note.words = 0 }
                  try context.save()
            """)),
      .clean(
        MigrationText.plan(
          will: "try removeDuplicates(in: context)\n      context.insert(V1.Note())")),
      .clean(
        MigrationText.plan(
          did: """
            let notes = try context.fetch(FetchDescriptor<V2.Note>())
                  var words = 0
                  for note in notes { words += note.words ?? 0 }
                  print(words)
            """)),
    ])

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let stage = node.as(FunctionCallExprSyntax.self).flatMap(MigrationClosures.init) else {
      return
    }
    for closure in stage.all {
      guard
        let change = closure.statements.unsavedChange(in: closure.firstParameter)
          ?? closure.unsavedHelp(in: file.tree)
      else { continue }
      say("the closure", Syntax(change), file, report)
    }
    for argument in node.as(FunctionCallExprSyntax.self)?.arguments ?? [] {
      guard ["willMigrate", "didMigrate"].contains(argument.label?.text ?? ""),
        let function = argument.expression.namedFunction(in: file),
        let body = function.body?.statements, body.isHandwritten,
        let context = function.signature.parameterClause.parameters.first,
        let change = body.unsavedChange(in: (context.secondName ?? context.firstName).text)
      else { continue }
      // Of a function in another file only its name is here.
      let isHere = change.root.id == node.root.id
      say(
        "'\(function.name.text)'", isHere ? change : Syntax(argument.expression), file, report)
    }
  }

  private func say(_ code: String, _ place: Syntax, _ file: LintFile, _ report: RuleReport) {
    report(
      "the changes from here on are lost: \(code) never saves", at: file.location(place),
      certainty: .inferred("Apple's samples save in both closures"))
  }
}

extension ClosureExprSyntax {
  /// The call of the function that changes objects, where neither it nor the closure saves.
  fileprivate func unsavedHelp(in tree: SourceFileSyntax) -> Syntax? {
    let calls = callsWithContext
    guard !statements.mentions(["save", "transaction"]), !calls.isEmpty else { return nil }
    let bodies = calls.map { call in
      call.receiver?.lastName == firstParameter
        ? nil : call.helper(in: tree)
    }
    // What one of them does elsewhere is not known.
    guard
      bodies.allSatisfy({ body in
        body.map { !$0.mentions(["save", "transaction"]) && !$0.handsContextOn } ?? false
      })
    else { return nil }
    return zip(calls, bodies).first { _, body in
      body?.hasDescendant { node in
        node.as(SequenceExprSyntax.self)?.changedLoopObject != nil
          || node.as(FunctionCallExprSyntax.self).map {
            ["insert", "delete"].contains($0.name) && $0.isOnContext
          } ?? false
      } ?? false
    }.map { Syntax($0.0) }
  }

}

extension ExprSyntax {
  /// The function that is named where a closure is expected: one of the file, or `Steps.fill` of another.
  fileprivate func namedFunction(in file: LintFile) -> FunctionDeclSyntax? {
    guard !self.is(ClosureExprSyntax.self), let name = lastReference else { return nil }
    if let own = file.tree.onlyFunction(name) { return own }
    guard let type = self.as(MemberAccessExprSyntax.self)?.base?.dottedName?.lastPart,
      type.first?.isUppercase ?? false
    else { return nil }
    return FileMemo.current?.foreignFunction(name, of: type)
  }
}

extension CodeBlockItemListSyntax {
  /// The first change, when nothing in the code saves and nothing else gets the context.
  fileprivate func unsavedChange(in context: String) -> Syntax? {
    var change: Syntax?
    var isSaved = false
    forEachDescendant { node in
      if let call = node.as(FunctionCallExprSyntax.self) {
        let isOwn = call.receiver?.lastName == context
        isSaved = isSaved || ["save", "transaction"].contains(call.name)
        if isOwn, ["insert", "delete"].contains(call.name) { change = change ?? node }
      } else if let argument = node.as(LabeledExprSyntax.self),
        argument.expression.as(DeclReferenceExprSyntax.self)?.baseName.text == context
      {
        isSaved = true
      } else if let binding = node.as(InitializerClauseSyntax.self),
        binding.value.as(DeclReferenceExprSyntax.self)?.baseName.text == context
      {
        isSaved = true
      } else if change == nil {
        change = node.as(SequenceExprSyntax.self)?.changedLoopObject
      }
      return !isSaved
    }
    return isSaved ? nil : change
  }
}

extension CodeBlockItemListSyntax {
  /// Whether a context is an argument of anything, which may save it.
  fileprivate var handsContextOn: Bool {
    hasDescendant { node in
      node.as(LabeledExprSyntax.self)?.expression.as(DeclReferenceExprSyntax.self)?.baseName.text
        .lowercased().hasSuffix("context") ?? false
    }
  }
}

extension SequenceExprSyntax {
  /// What the loop around goes through whose element has the name.
  private func loopedList(of name: String) -> ExprSyntax? {
    if let loop = enclosing(ForStmtSyntax.self),
      loop.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name
    {
      return loop.sequence
    }
    guard let closure = enclosing(ClosureExprSyntax.self), closure.firstParameter == name else {
      return nil
    }
    return closure.loopedList
  }

  /// `note.words = 3` in a loop over notes that were just fetched.
  fileprivate var changedLoopObject: Syntax? {
    guard elements.count > 2, let target = elements.first?.as(MemberAccessExprSyntax.self),
      elements.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
      let object = target.base?.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let list = loopedList(of: object), list.fetchedHere != nil
    else { return nil }
    return Syntax(self)
  }
}
