internal import Diagnostics
internal import SwiftSyntax

/// `context.save` where a call is meant.
extension UnsavedContext {
  func checkNamed(_ access: MemberAccessExprSyntax, in file: LintFile, _ report: RuleReport) {
    guard access.declName.baseName.text == "save", !access.isCalled, !file.isTest,
      access.base?.isContextValue ?? false, access.isLeftAlone
    else { return }
    report(
      Self.onlyNamed + ", so nothing is saved",
      at: file.location(access.declName), help: "write 'try \(access.trimmedDescription)()'")
  }

  static let onlyNamed = "'save' is only named here and not called"

  static let named: [RuleExample] = .texts(
    in: AccessText.models,
    flagged: """
      struct TitleView: View {
        @Environment(\\.modelContext) private var modelContext
        @Bindable var note: Note
        var body: some View {
          TextField("Title", text: $note.title).onSubmit {
            Task { await MainActor.run { modelContext.↓save } }
          }
        }
      }
      ---
      func rename(_ note: Note, _ context: ModelContext) {
        note.title = "new"
        context.↓save
      }
      """,
    clean: """
      func rename(_ note: Note, _ context: ModelContext) throws {
        note.title = "new"
        try context.save()
        try retry(context.save)
        let again = context.save
        try again()
      }
      func retry(_ work: () throws -> Void) throws { try work() }
      func saving(_ context: ModelContext) -> () throws -> Void { context.save }
      """)
}

extension MemberAccessExprSyntax {
  /// Whether nothing is done with the value: it is a statement, and no function or property gives it back.
  fileprivate var isLeftAlone: Bool {
    var node = Syntax(self)
    while let next = node.parent, next.is(TryExprSyntax.self) || next.is(AwaitExprSyntax.self) {
      node = next
    }
    guard let item = node.parent?.as(CodeBlockItemSyntax.self),
      let list = item.parent?.as(CodeBlockItemListSyntax.self)
    else { return false }
    guard list.count == 1 else { return true }
    if let closure = list.parent?.as(ClosureExprSyntax.self) {
      return closure.userCall.map { ["Button", "Task", "run", "withAnimation"].contains($0.name) }
        ?? false
    }
    return list.parent?.parent?.as(FunctionDeclSyntax.self)
      .map { $0.signature.returnClause == nil } ?? false
  }
}
