internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds objects that are deleted once a file has, or has not, taken their place.
struct DeletedAfterQuietWrite: SourceRule {
  static let info = RuleInfo(
    id: "deleted-after-quiet-write", group: .dataAccess, severity: .warning,
    summary: "objects are deleted after they were written elsewhere with 'try?'",
    why:
      "when the file cannot be written, or the server does not answer, nobody has the objects any more",
    fix: "write with 'try', and delete only behind it",
    limits:
      "only deletions behind the attempt in the same statements, whose result nothing looks at",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        func archive(_ notes: [Note], _ url: URL, _ context: ModelContext) {
          let text = notes.map(\\.title).joined(separator: "\\n")
          try? text.↓write(to: url, atomically: true, encoding: .utf8)
          for note in notes { context.delete(note) }
        }
        ---
        func send(_ note: Note, _ server: Server, _ context: ModelContext) async {
          _ = try? await server.↓upload(note.title)
          context.delete(note)
          try? context.save()
        }
        protocol Server { func upload(_ title: String) async throws -> Int }
        ---
        func move(_ context: ModelContext, _ url: URL) throws {
          let notes = try context.fetch(FetchDescriptor<Note>())
          try? JSONEncoder().encode(notes.map(\\.title)).↓write(to: url)
          try context.delete(model: Note.self)
        }
        """,
      clean: """
        func archive(_ notes: [Note], _ url: URL, _ context: ModelContext) throws {
          let text = notes.map(\\.title).joined(separator: "\\n")
          try text.write(to: url, atomically: true, encoding: .utf8)
          for note in notes { context.delete(note) }
        }
        ---
        func send(_ note: Note, _ server: Server, _ context: ModelContext) async {
          guard (try? await server.upload(note.title)) != nil else { return }
          context.delete(note)
        }
        protocol Server { func upload(_ title: String) async throws -> Int }
        ---
        func forget(_ note: Note, _ url: URL, _ context: ModelContext) {
          try? FileManager.default.removeItem(at: url)
          context.delete(note)
        }
        """))

  static let nodes: [SyntaxKind] = [.codeBlockItemList]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.meansSwiftData, let items = node.as(CodeBlockItemListSyntax.self),
      items.isHandwritten,
      items.contains(where: \.deletesObjects)
    else { return }
    var attempt: FunctionCallExprSyntax?
    for item in items {
      if let call = item.quietWrite {
        attempt = call
      } else if let call = attempt, item.deletesObjects {
        report(
          "when this fails, line \(file.location(item).line ?? 0) deletes the objects all the same",
          at: file.location(call.nameNode))
        return
      }
    }
  }
}

extension CodeBlockItemSyntax {
  /// `try? text.write(to: url)`, `_ = try? await server.upload(data)`
  fileprivate var quietWrite: FunctionCallExprSyntax? {
    guard case .expr(let expression) = item else { return nil }
    let value = expression.as(SequenceExprSyntax.self).flatMap { sequence in
      sequence.elements.first?.is(DiscardAssignmentExprSyntax.self) ?? false
        ? sequence.elements.last : nil
    }
    guard let attempt = (value ?? expression).as(TryExprSyntax.self),
      attempt.questionOrExclamationMark?.text == "?",
      let call = attempt.expression.call, !call.isOnContext
    else { return nil }
    if call.name == "write" { return call.argument("to") == nil ? nil : call }
    if ["copyItem", "moveItem"].contains(call.name) { return call }
    let words = call.name.camelWords
    return ["archive", "backup", "export", "post", "push", "send", "submit", "sync", "upload"]
      .contains(words.first ?? "")
      ? call : nil
  }

  /// Whether it deletes objects, at once or one after the other.
  fileprivate var deletesObjects: Bool {
    hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self) else { return false }
      return call.name == "delete" && call.isOnContext
    } && !item.is(DeclSyntax.self) && item.as(GuardStmtSyntax.self) == nil
  }
}
