internal import Diagnostics
internal import SwiftSyntax

/// Finds views that ask for the context of the environment while they are made.
struct EnvironmentInInitializer: SourceRule {
  static let info = RuleInfo(
    id: "environment-in-initializer", group: .dataAccess, severity: .warning,
    summary: "a view uses the context of the environment in its initializer",
    why:
      "SwiftUI sets the environment when the view is drawn, after the initializer: there the context is that of no "
      + "container, its fetches find nothing or end the app, and what it inserts is lost",
    fix:
      "use it in 'body', '.task' or '.onAppear', or give the initializer a context or the object",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        struct NoteView: View {
          @Environment(\\.modelContext) private var modelContext
          @State private var note: Note?
          init(title: String) {
            let found = try? ↓modelContext.fetch(FetchDescriptor<Note>())
            _note = State(initialValue: found?.first)
          }
          var body: some View { Text(note?.title ?? "") }
        }
        ---
        struct NotesView: View {
          @Environment(\\.modelContext) var context
          @State private var model: NotesModel
          init() { _model = State(initialValue: NotesModel(context: ↓context)) }
          var body: some View { Text("") }
        }
        final class NotesModel {
          let context: ModelContext
          init(context: ModelContext) { self.context = context }
        }
        ---
        struct NotesView: View {
          @Environment(\\.modelContext) private var modelContext
          init() { self.↓modelContext.insert(Note()) }
          var body: some View { Text("") }
        }
        """,
      clean: """
        struct NotesView: View {
          @Environment(\\.modelContext) private var modelContext
          init() {}
          var body: some View { Button("Add") { modelContext.insert(Note()) } }
        }
        ---
        struct NotesView: View {
          @Environment(\\.modelContext) private var modelContext
          @State private var count = 0
          init(modelContext: ModelContext) {
            _count = State(initialValue: (try? modelContext.fetchCount(FetchDescriptor<Note>())) ?? 0)
          }
          var body: some View { Text("\\(count)") }
        }
        ---
        struct NotesView: View {
          @Environment(\\.modelContext) private var modelContext
          let add: () -> Void
          init(container: ModelContainer) {
            add = {
              let modelContext = container.mainContext
              modelContext.insert(Note())
            }
          }
          var body: some View { Text("") }
        }
        """))

  static let nodes: [SyntaxKind] = [.initializerDecl]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.meansSwiftData, let start = node.as(InitializerDeclSyntax.self),
      let body = start.body, body.isHandwritten,
      let type = start.enclosingType?.as(StructDeclSyntax.self),
      type.inheritanceClause?.mentions(["View", "ViewModifier"]) ?? false,
      let context = type.memberBlock.environmentContext
    else { return }
    var place: Syntax?
    body.forEachDescendant { node in
      guard place == nil else { return false }
      guard let name = node.as(DeclReferenceExprSyntax.self), name.baseName.text == context else {
        return true
      }
      if let access = name.parent?.as(MemberAccessExprSyntax.self), access.declName.id == name.id {
        if access.base?.isSelfName ?? false { place = Syntax(name) }
      } else if case .property? = name.nameOrigin {
        place = Syntax(name)
      }
      return place == nil
    }
    guard let place else { return }
    report(
      "'\(type.name.text)' has no environment yet while it is made: this context belongs to no container",
      at: file.location(place))
  }
}

extension MemberBlockSyntax {
  /// The name of the property with the environment's context.
  fileprivate var environmentContext: String? {
    for member in members {
      if let binding = member.decl.as(VariableDeclSyntax.self)?.bindings.onlyElement,
        binding.environmentType?.name == "ModelContext"
      {
        return binding.name
      }
    }
    return nil
  }
}
