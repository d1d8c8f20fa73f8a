internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds views that query and give the container only to the views inside of their body.
struct QueryAboveContainer: SourceRule {
  static let info = RuleInfo(
    id: "query-above-container", group: .dataAccess, severity: .warning,
    summary: "a view queries, and the container is set on what its own body shows",
    why:
      "a modifier sets the environment of what it is put on: the queries and the context of the view itself are those of "
      + "the view around it, which has another container or none, and then the list stays empty or the app ends",
    fix: "put '.modelContainer(…)' on the view where it is shown, best on the scene of the app",
    limits:
      "only a modifier on the whole of a view's body, in a view that declares a query or takes the context",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        struct NoteList: View {
          @Query private var notes: [Note]
          var body: some View {
            List(notes) { Text($0.title) }
              .navigationTitle("Notes")
              .↓modelContainer(for: Note.self)
          }
        }
        ---
        struct Root: View {
          @Environment(\\.modelContext) private var context
          var body: some View {
            NavigationStack { Button("Add") { context.insert(Note()) } }
              .↓modelContainer(for: [Note.self, Folder.self])
              .padding()
          }
        }
        ---
        struct Root: View {
          let container: ModelContainer
          @Query(sort: \\Note.title) private var notes: [Note]
          var body: some View {
            return TabView { Text("\\(notes.count)") }.↓modelContainer(container)
          }
        }
        """,
      clean: """
        struct Root: View {
          let container: ModelContainer
          var body: some View { NoteList().modelContainer(container) }
        }
        struct NoteList: View {
          @Query private var notes: [Note]
          var body: some View { List(notes) { Text($0.title) } }
        }
        ---
        struct NoteList: View {
          let cache: ModelContainer
          @Query private var notes: [Note]
          @State private var isShown = false
          var body: some View {
            List(notes) { Text($0.title) }
              .sheet(isPresented: $isShown) { Text("").modelContainer(cache) }
          }
        }
        ---
        struct NotesApp: App {
          var body: some Scene { WindowGroup { Text("") }.modelContainer(for: Note.self) }
        }
        """))

  static let nodes: [SyntaxKind] = [.structDecl]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.meansSwiftData, let view = node.as(StructDeclSyntax.self),
      view.inheritanceClause?.inheritedTypes.contains(where: {
        $0.type.trimmedDescription == "View"
      })
        ?? false, view.memberBlock.isReadable,
      case .property(let body, _)? = view.memberBlock.property("body", owner: view.name.text),
      let shown = body.onlyValue, let container = shown.containerModifier,
      let asking = view.memberBlock.askingProperty
    else { return }
    report(
      "this container is that of the views inside: '\(asking)' of '\(view.name.text)' itself asks the one around it",
      at: file.location(container.nameNode),
      certainty: .inferred("the view may be shown with a container, too"))
  }
}

extension ExprSyntax {
  /// `.modelContainer(…)` among the modifiers of the whole view.
  fileprivate var containerModifier: FunctionCallExprSyntax? {
    var next = self.call
    for _ in 0..<64 {
      guard let call = next, let receiver = call.receiver else { return nil }
      if call.name == "modelContainer" { return call }
      next = receiver.call
    }
    return nil
  }
}

extension MemberBlockSyntax {
  /// A property that is a query or the context of the environment.
  fileprivate var askingProperty: String? {
    for member in members {
      guard let variable = member.decl.as(VariableDeclSyntax.self),
        let binding = variable.bindings.onlyElement, let name = binding.name
      else { continue }
      if variable.attribute("Query") != nil || binding.environmentType?.name == "ModelContext" {
        return name
      }
    }
    return nil
  }
}
