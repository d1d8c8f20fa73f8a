internal import Diagnostics
internal import SwiftSyntax

/// Exports and backups that are written without what could not be read.
extension SwallowedStoreError {
  static func checkExport(
    _ attempt: TryExprSyntax, in file: LintFile, report: RuleReport
  ) {
    guard attempt.questionOrExclamationMark?.text == "?", attempt.countsAsEmpty,
      let call = attempt.expression.call, call.fetchesObjects,
      let entity = FetchedObjects(ExprSyntax(call))?.entity,
      let function = attempt.enclosing(FunctionDeclSyntax.self), let body = function.body,
      body.isHandwritten, case let words = function.name.text.camelWords,
      words.contains(where: { ["backup", "export"].contains($0) }),
      !words.contains(where: { ["import", "preview", "restore", "test"].contains($0) }),
      body.mentions(["JSONEncoder", "PropertyListEncoder", "encode", "joined", "write"])
    else { return }
    report(
      "when this fetch fails, what is written lacks all '\(entity)' objects, and nobody sees that it does",
      at: file.location(call.nameNode), entity: entity,
      help: "let the error out, and write nothing then", severity: .warning)
  }

  static let exports: [RuleExample] = .texts(
    in: AccessText.models,
    flagged: """
      func exportNotes(_ context: ModelContext, to file: URL) throws {
        let notes = (try? context.↓fetch(FetchDescriptor<Note>())) ?? []
        try notes.map(\\.title).joined(separator: "\\n").write(to: file, atomically: true, encoding: .utf8)
      }
      """,
    clean: """
      func exportNotes(_ context: ModelContext, to file: URL) throws {
        let notes = try context.fetch(FetchDescriptor<Note>())
        try notes.map(\\.title).joined(separator: "\\n").write(to: file, atomically: true, encoding: .utf8)
      }
      ---
      func titles(_ context: ModelContext) -> String {
        let notes = (try? context.fetch(FetchDescriptor<Note>())) ?? []
        return notes.map(\\.title).joined(separator: ", ")
      }
      ---
      func exportNotes(_ context: ModelContext, to file: URL) throws {
        guard let notes = try? context.fetch(FetchDescriptor<Note>()) else { return }
        try notes.map(\\.title).joined(separator: "\\n").write(to: file, atomically: true, encoding: .utf8)
      }
      """)
}

extension TryExprSyntax {
  /// `(try? context.fetch(notes)) ?? []`
  fileprivate var countsAsEmpty: Bool {
    var node = Syntax(self)
    for _ in 0..<8 {
      guard let next = node.parent else { return false }
      if let terms = next.as(ExprListSyntax.self).map({ Array($0) }) {
        return terms.count == 3 && terms[0].id == node.as(ExprSyntax.self)?.id
          && terms[1].as(BinaryOperatorExprSyntax.self)?.operator.text == "??"
          && terms[2].as(ArrayExprSyntax.self)?.elements.isEmpty ?? false
      }
      guard
        next.is(TupleExprSyntax.self) || next.is(LabeledExprSyntax.self)
          || next.is(LabeledExprListSyntax.self)
      else { return false }
      node = next
    }
    return false
  }
}
