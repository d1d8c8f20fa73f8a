internal import Diagnostics
internal import SwiftSyntax

/// Finds buttons that cancel one form and take back all that the app has not saved.
struct RollbackTakesMore: SourceRule {
  static let info = RuleInfo(
    id: "rollback-takes-more", group: .dataAccess, severity: .note,
    summary: "cancelling one form rolls back the context that the whole app works with",
    why:
      "the main context holds the unsaved changes of all views: what another one has inserted or edited and not yet "
      + "saved is gone as well",
    fix:
      "edit in a context of the form's own, 'ModelContext(container)' with 'autosaveEnabled = false', and forget it; or "
      + "keep the values in the view until the user saves",
    limits:
      "only what is called like cancelling, in a view or a type of the main actor with a context it was given; silent "
      + "where the function saves first",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        struct NoteForm: View {
          @Environment(\\.modelContext) private var modelContext
          @Environment(\\.dismiss) private var dismiss
          @Bindable var note: Note
          var body: some View {
            TextField("Title", text: $note.title)
            Button("Cancel") {
              modelContext.↓rollback()
              dismiss()
            }
          }
        }
        ---
        @MainActor final class NoteEditor {
          private let context: ModelContext
          init(context: ModelContext) { self.context = context }
          func discardChanges() { context.↓rollback() }
        }
        ---
        struct NoteForm: View {
          @Environment(\\.modelContext) private var modelContext
          @Bindable var note: Note
          var body: some View {
            TextField("Title", text: $note.title)
              .toolbar {
                ToolbarItem(placement: .cancellationAction) {
                  Button(action: { modelContext.↓rollback() }) { Text("Back") }
                }
              }
          }
        }
        """,
      clean: """
        struct NoteForm: View {
          @Environment(\\.modelContext) private var modelContext
          let note: Note
          @State private var title = ""
          var body: some View {
            Button("Save") {
              note.title = title
              do { try modelContext.save() } catch { modelContext.rollback() }
            }
          }
        }
        ---
        @MainActor final class NoteEditor {
          private let context: ModelContext
          init(container: ModelContainer) {
            context = ModelContext(container)
            context.autosaveEnabled = false
          }
          func cancel() { context.rollback() }
        }
        ---
        func cancelImport(_ container: ModelContainer) {
          let context = ModelContext(container)
          context.rollback()
        }
        """))

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.meansSwiftData, let call = node.as(FunctionCallExprSyntax.self),
      call.name == "rollback", call.arguments.isEmpty, let context = call.receiver,
      call.isOnContext,
      call.enclosing(CatchClauseSyntax.self) == nil, context.isOfWholeApp, node.isCancelling,
      !(call.enclosing(CodeBlockItemListSyntax.self)?.contains {
        $0.position < call.position
          && $0.hasDescendant { $0.as(FunctionCallExprSyntax.self)?.isSave ?? false }
      } ?? false)
    else { return }
    report(
      "this takes back all that the main context has not saved, also what other views have changed",
      at: file.location(call.nameNode))
  }
}

extension ExprSyntax {
  /// Whether it is the context that SwiftUI gives a view, a container's main one, or what a type of the main actor was
  /// given and does not set up as its own.
  fileprivate var isOfWholeApp: Bool {
    if lastName == "mainContext" { return true }
    guard
      let name = self.as(DeclReferenceExprSyntax.self)
        ?? self.as(MemberAccessExprSyntax.self)?.declName,
      let type = enclosingType,
      case .property(let binding, _)? = name.nameOrigin
        ?? type.asProtocol((any DeclGroupSyntax).self)?.memberBlock.property(
          name.baseName.text, owner: "")
    else { return false }
    if binding.environmentType?.name == "ModelContext" { return true }
    guard type.asProtocol((any WithAttributesSyntax).self)?.attribute("MainActor") != nil,
      binding.typeAnnotation.flatMap({ WrittenType($0.type) })?.name == "ModelContext",
      !type.mentions(["autosaveEnabled"])
    else { return false }
    let values = type.values(of: name.baseName.text)
    return !values.isEmpty && values.allSatisfy { $0.call == nil }
  }
}

extension Syntax {
  private static let words: Set = ["abort", "cancel", "cancellation", "discard", "revert"]

  /// Whether it is what a button or a function does that is called so.
  fileprivate var isCancelling: Bool {
    var node = self
    for _ in 0..<48 {
      guard let next = node.parent, !next.is(MemberBlockSyntax.self) else { return false }
      if let function = next.as(FunctionDeclSyntax.self) {
        return function.name.text.camelWords.contains(where: Self.words.contains)
      }
      if let call = next.as(FunctionCallExprSyntax.self),
        ["Button", "ToolbarItem"].contains(call.name),
        call.arguments.contains(where: { argument in
          let text = argument.expression.literalText ?? argument.expression.lastName ?? ""
          return text.lowercased().replacing("action", with: " action")
            .split(whereSeparator: { !$0.isLetter }).map(String.init).contains(
              where: Self.words.contains)
        })
      {
        return true
      }
      node = next
    }
    return false
  }
}
