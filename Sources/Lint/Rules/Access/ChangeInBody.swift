internal import Diagnostics
internal import SwiftSyntax

/// Finds views that change the store while they are drawn.
struct ChangeInBody: SourceRule, ProjectRule {
  static let info = RuleInfo(
    id: "change-in-body", group: .dataAccess, severity: .warning,
    summary: "a view inserts, deletes or saves while its body is evaluated",
    why: "SwiftUI evaluates 'body' when it likes, also twice before anything is shown: the change "
      + "happens again, and changes what the view shows while it is being drawn",
    fix: "make the change in '.task', '.onAppear' or an action, and let 'body' only read",
    limits:
      "only what 'body', and the sheets and destinations in it, reach in the same type, and functions and properties of the given paths that "
      + "are found for certain; actions and tasks are left alone",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        struct NotesView: View {
          @Environment(\\.modelContext) private var modelContext
          @Query private var notes: [Note]
          private var first: Note {
            if let known = notes.first { return known }
            let new = Note()
            modelContext.↓insert(new)
            return new
          }
          var body: some View { Text(first.title) }
        }
        ---
        struct NotesView: View {
          @Environment(\\.modelContext) private var context
          @Query private var notes: [Note]
          var body: some View { List(shown()) { Text($0.title) } }
          private func shown() -> [Note] {
            for note in notes where note.title.isEmpty { context.↓delete(note) }
            return notes
          }
        }
        ---
        struct NotesView: View {
          @Environment(\\.modelContext) private var modelContext
          @Query private var notes: [Note]
          private var first: Note {
            if let known = notes.first { return known }
            let new = Note()
            modelContext.↓insert(new)
            return new
          }
          var body: some View {
            List(notes) { NavigationLink($0.title, value: $0.rank) }
              .navigationDestination(for: Int.self) { rank in Text("\\(rank) of \\(first.rank)") }
          }
        }
        ---
        struct NotesMenu: View {
          @Environment(\\.modelContext) private var modelContext
          var body: some View {
            Menu { Text("None") } label: { Text(title()) } primaryAction: { print("none") }
          }
          private func title() -> String {
            let note = Note()
            modelContext.↓insert(note)
            return note.title
          }
        }
        ---
        struct NoteRow: View {
          @Environment(\\.modelContext) private var modelContext
          let note: Note
          var body: some View {
            let _ = try? modelContext.↓save()
            Text(note.title)
          }
        }
        ---
        struct NoteView: View {
          let note: Note
          init(note: Note, modelContext: ModelContext) {
            self.note = note
            if note.title.isEmpty {
              note.title = "New"
              try? modelContext.↓save()
            }
          }
          var body: some View { Text(note.title) }
        }
        ---
        struct NotesForm: View {
          @Environment(\\.modelContext) private var modelContext
          var body: some View {
            framed {
              let _ = try? modelContext.↓save()
              Text("Saved")
            }
          }
          private func framed<Content: View>(@ViewBuilder content: @escaping () -> Content) -> some View {
            VStack { content() }
          }
        }
        """,
      clean: """
        struct NotesSettings: View {
          @Environment(\\.modelContext) private var modelContext
          @Query private var notes: [Note]
          private var showsRank: Bool {
            get { notes.first?.rank ?? 0 > 0 }
            set { keep(newValue) }
          }
          private func keep(_ isOn: Bool) {
            let note = Note()
            note.rank = isOn ? 1 : 0
            modelContext.insert(note)
          }
          var body: some View {
            Toggle("Rank", isOn: Binding(get: { showsRank }, set: { keep($0) }))
            if showsRank { Text("Rank") }
          }
        }
        ---
        struct NotesView: View {
          @Environment(\\.modelContext) private var modelContext
          @Query private var notes: [Note]
          var body: some View {
            List { ForEach(notes) { Text($0.title) }.onDelete(perform: remove) }
              .task { if notes.isEmpty { modelContext.insert(Note()) } }
              .toolbar { Button("Add") { add() } }
              .sheet(isPresented: .constant(true), onDismiss: { add() }) {
                Button("Add", action: add).onAppear { add() }
              }
          }
          private func add() { modelContext.insert(Note()) }
          private func remove(_ places: IndexSet) { for place in places { modelContext.delete(notes[place]) } }
        }
        ---
        struct NotesSheet: View {
          @Environment(\\.modelContext) private var modelContext
          @State private var isShown = false
          var body: some View { Text("").actionSheet(isPresented: $isShown) { sheet() } }
          private func sheet() -> ActionSheet {
            ActionSheet(title: Text(""), buttons: [.destructive(Text("Add")) { add() }, .cancel()])
          }
          private func add() { modelContext.insert(Note()) }
        }
        ---
        struct NotesView: View {
          @Environment(\\.modelContext) private var modelContext
          var body: some View { Picker(add: add) }
          private func add() { modelContext.insert(Note()) }
          struct Picker: View {
            let add: () -> Void
            var body: some View { Button("Add", action: add) }
          }
        }
        ---
        struct NotesMenu: View {
          @Environment(\\.modelContext) private var modelContext
          @State private var rank = 0
          var body: some View {
            Menu { Button("Another") { add() } } label: { Text("Add") } primaryAction: { add() }
            Slider(value: .constant(1)) { Text("Rank") } onEditingChanged: { _ in add() }
            Stepper("Rank", onIncrement: { add() }, onDecrement: nil)
          }
          private func add() { modelContext.insert(Note()) }
        }
        ---
        struct NotesScreen: View {
          @Environment(\\.modelContext) private var modelContext
          var body: some View {
            VStack {
              TitleBar(right: .button(.init(title: "Add") { add() }))
              other
            }
          }
          private var other: some View { text.translation(replacementAction: { _ in add() }) }
          private func add() { modelContext.insert(Note()) }
        }
        ---
        struct NotesForm: View {
          @Environment(\\.modelContext) private var modelContext
          let note: Note
          var body: some View {
            Form {
              choice("Work", isPicked: true) {
                note.title = "Work"
                modelContext.insert(Note())
              }
              choice("Home", isPicked: false, tap: { modelContext.delete(note) })
            }
          }
          private func choice(
            _ title: String, isPicked: Bool, tap: @escaping () -> Void
          ) -> some View {
            Button { tap() } label: { Label(title, systemImage: isPicked ? "star.fill" : "star") }
          }
        }
        ---
        struct NotesPanel: View {
          @Environment(\\.modelContext) private var modelContext
          let isEditable: Bool
          let onAdd: (() -> Void)?
          var body: some View {
            Text("Notes").addMenu(isEditable ? { add() } : nil)
            Text("More").addMenu(onAdd ?? { add() })
          }
          private func add() { modelContext.insert(Note()) }
        }
        extension View {
          func addMenu(_ add: (() -> Void)?) -> some View {
            contextMenu { if let add { Button("Add") { add() } } }
          }
        }
        ---
        struct NotesScreen: View {
          @Environment(\\.modelContext) private var modelContext
          let note: Note
          @State private var isShown = false
          var body: some View {
            content.sheet(isPresented: $isShown) { Text("Notes") }
              .questions(remove: { modelContext.delete(note) })
          }
          private var content: some View { Text("Notes") }
        }
        ---
        struct Seed {
          let context: ModelContext
          var body: Note {
            let note = Note()
            context.insert(note)
            return note
          }
        }
        """))

  static let nodes: [SyntaxKind] = [.structDecl]

  /// Functions and properties of other types that change it each time they are used.
  func check(_ lint: LintContext, report: RuleReport) {
    for shown in lint.flows.shown
    where lint.code.has(.change, shown.call) || lint.code.has(.save, shown.call) {
      report(
        "'\(shown.view)' changes the store while its body is evaluated, through "
          + "'\(shown.call.title)'", at: shown.call.location)
    }
  }

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let type = node.as(StructDeclSyntax.self), type.memberBlock.isReadable, !file.isTest,
      type.inheritanceClause?.mentions(["View"]) ?? false, !type.name.text.contains("Preview")
    else { return }
    for part in type.memberBlock.shownParts + type.memberBlock.presentedParts {
      var change: FunctionCallExprSyntax?
      part.forEachDescendant { node in
        if node.isLater { return false }
        if change == nil, let call = node.as(FunctionCallExprSyntax.self),
          call.isOnContext && (call.isSave || ["insert", "delete"].contains(call.name))
            || call.makesManaged
        {
          change = call
        }
        return change == nil
      }
      guard let change else { continue }
      report(
        "'\(type.name.text)' changes the store while its body is evaluated",
        at: file.location(change.nameNode))
    }
    checkInitializers(type, in: file, report)
  }

  /// What makes a view runs whenever a view around it is drawn, whether or not it is shown.
  private func checkInitializers(
    _ type: StructDeclSyntax, in file: LintFile, _ report: RuleReport
  ) {
    for member in type.memberBlock.members {
      guard let body = member.decl.as(InitializerDeclSyntax.self)?.body else { continue }
      var save: FunctionCallExprSyntax?
      body.forEachDescendant { node in
        if node.is(ClosureExprSyntax.self) { return false }
        if save == nil, let call = node.as(FunctionCallExprSyntax.self), call.isSave { save = call }
        return save == nil
      }
      guard let save, !Syntax(save).isThrowaway else { continue }
      report(
        "'\(type.name.text)' saves while it is made, which happens whenever a view around it is drawn",
        at: file.location(save.nameNode), help: "make the change in '.task' or '.onAppear'")
    }
  }
}
