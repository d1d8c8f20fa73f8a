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
      attempt.enclosing(FunctionDeclSyntax.self)?.writesAll ?? false
    else { return }
    report(
      "when this fetch fails, what is written lacks all '\(entity)' objects, and nobody sees that it does",
      at: file.location(call.nameNode), entity: entity,
      help: "let the error out, and write nothing then", severity: .warning)
  }

  /// The same with a function of the file that gives no objects where it could not fetch them.
  static func checkExport(
    _ call: FunctionCallExprSyntax, in file: LintFile, report: RuleReport
  ) {
    guard !file.isTest, file.usesStores, let around = call.enclosing(FunctionDeclSyntax.self),
      around.writesAll, !(call.isContextMethod && call.isOnContext),
      case .value(.empty, let fetch)? = FailureReader(types: TypeReader(file: file))
        .outcome(of: ExprSyntax(call)),
      // What a list is turned into says nothing new.
      call.receiver.flatMap({ FailureReader(types: TypeReader(file: file)).outcome(of: $0) }) == nil
    else { return }
    let (name, entity) = (call.name, fetch.entity)
    report(
      "when the fetch of '\(name)' fails, what is written lacks all '\(entity)' objects, and nobody sees "
        + "that it does", at: file.location(call.nameNode), entity: entity,
      help: "let '\(name)' throw, and write nothing then", severity: .warning)
  }

  static let exports: [RuleExample] = .texts(
    in: AccessText.models,
    flagged: """
      func exportNotes(_ context: ModelContext, to file: URL) throws {
        let notes = (try? context.↓fetch(FetchDescriptor<Note>())) ?? []
        try notes.map(\\.title).joined(separator: "\\n").write(to: file, atomically: true, encoding: .utf8)
      }
      ---
      struct Exporter {
        let context: ModelContext
        func exportAll(to file: URL) throws {
          let notes = ↓notes()
          try notes.map(\\.title).joined().write(to: file, atomically: true, encoding: .utf8)
        }
        private func notes() -> [Note] {
          let all = FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.title)])
          do {
            return try context.fetch(all)
          } catch {
            print(error)
            return []
          }
        }
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

extension FunctionDeclSyntax {
  /// Whether the function writes a backup or an export.
  fileprivate var writesAll: Bool {
    guard let body, body.isHandwritten, case let words = name.text.camelWords else { return false }
    return words.contains { ["backup", "export"].contains($0) }
      && !words.contains { ["import", "preview", "restore", "test"].contains($0) }
      && body.mentions(["JSONEncoder", "PropertyListEncoder", "encode", "joined", "write"])
  }
}

extension CatchClauseSyntax {
  /// `catch { print(error); return [] }`
  fileprivate var leavesNothing: Bool {
    body.statements.last?.item.as(ReturnStmtSyntax.self)?.expression?.trimmedDescription == "[]"
  }
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
