internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds migration code that goes on when its fetch or save failed.
struct SwallowedMigrationError: SourceRule {
  static let info = RuleInfo(
    id: "swallowed-migration-error", group: .migrationCode, severity: .warning,
    summary: "a migration closure ignores that a fetch or save failed",
    why: "the stage then counts as done, the store gets the new version, and the data that was not "
      + "moved is never moved",
    fix: "write 'try' and let the closure throw, so that the migration stops and the store stays",
    examples: [
      .flagged(
        MigrationText.plan(
          will: "try context.delete(model: V1.Note.self)\n      ↓try? context.save()")),
      .flagged(
        MigrationText.plan(
          did: """
            let notes = (↓try? context.fetch(FetchDescriptor<V2.Note>())) ?? []
                  for note in notes { note.words = 0 }
                  try context.save()
            """)),
      .flagged(
        MigrationText.plan(
          will: """
            guard let notes = ↓try? context.fetch(FetchDescriptor<V1.Note>()) else { return }
                  var seen = Set<String>()
                  for note in notes {
                    if seen.contains(note.title) { context.delete(note) }
                    seen.insert(note.title)
                  }
                  ↓try? context.save()
            """)),
      .clean(
        MigrationText.plan(
          did: """
            for note in try context.fetch(FetchDescriptor<V2.Note>()) { note.words = 0 }
                  try context.save()
            """)),
      .clean(
        MigrationText.plan(
          did: """
            let text = try? String(contentsOf: .temporaryDirectory, encoding: .utf8)
                  print(text ?? "", try context.fetchCount(FetchDescriptor<V2.Note>()))
            """)),
      .clean(
        """
        import SwiftData

        func tidy(_ context: ModelContext) -> Bool { (try? context.save()) != nil }
        """),
    ])

  static let nodes: [SyntaxKind] = [.tryExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let attempt = node.as(TryExprSyntax.self), attempt.questionOrExclamationMark?.text == "?",
      let call = attempt.expression.call, call.isOnContext || call.isOnParameter(of: attempt),
      ["fetch", "save", "delete", "enumerate", "fetchCount", "transaction"].contains(call.name),
      MigrationClosures.around(attempt) != nil
    else { return }
    report(
      "the migration goes on as if '\(call.name)' had worked", at: file.location(attempt),
      edits: attempt.plainTry.map { [TextEdit(path: file.path, range: $0, replacement: "")] } ?? [])
  }
}

extension TryExprSyntax {
  /// The bytes of the question mark, where 'try' says the same without it: nobody asks what came
  /// of the statement, and the closure it stands in is the one that may throw. What turns to a model
  /// of another version fails for certain, and the app would no longer open its store.
  fileprivate var plainTry: Range<Int>? {
    guard let mark = questionOrExclamationMark, parent?.is(CodeBlockItemSyntax.self) == true,
      let closure = MigrationClosures.around(self),
      enclosing(ClosureExprSyntax.self)?.id == closure.id,
      let stage = closure.enclosing(FunctionCallExprSyntax.self).flatMap(MigrationClosures.init),
      case let own = stage.will?.id == closure.id ? stage.from : stage.to,
      ModelUse.uses(in: self).allSatisfy({ $0.version == own })
    else { return nil }
    var node = parent
    while let next = node, next.id != closure.id {
      if next.is(DoStmtSyntax.self) || next.is(DeferStmtSyntax.self)
        || next.is(FunctionDeclSyntax.self)
      {
        return nil
      }
      node = next.parent
    }
    let start = mark.positionAfterSkippingLeadingTrivia.utf8Offset
    return start..<mark.endPositionBeforeTrailingTrivia.utf8Offset
  }
}

extension FunctionCallExprSyntax {
  /// Whether the receiver is the closure's context, whatever it is called.
  fileprivate func isOnParameter(of node: some SyntaxProtocol) -> Bool {
    guard let name = receiver?.lastName else { return false }
    return MigrationClosures.around(node)?.firstParameter == name
  }
}
