internal import Diagnostics
internal import StoreEngine
internal import StoreModel

extension UnsavedContext {
  /// Contexts of views that save nothing by themselves, where a view changes objects and saves nothing.
  func checkViews(_ lint: LintContext, _ report: RuleReport) {
    guard !lint.flows.givenContexts.isEmpty else { return }
    let parts = Dictionary(grouping: lint.flows.contexts, by: \.owner).filter { _, parts in
      parts.contains(where: \.isOfView)
    }
    let shown = Dictionary(grouping: lint.flows.viewMakes, by: \.view)
      .mapValues { $0.flatMap(\.parts) }
    for given in lint.flows.givenContexts {
      let reached = given.views.isEmpty ? Set(parts.keys) : Self.closure(of: given.views, shown)
      // Who saves it when the app leaves the screen has thought of it. The window holds its views' parts, too.
      let saved = given.views.isEmpty ? Set(lint.flows.savesByItself.compactMap(\.view)) : reached
      guard !lint.flows.savesByItself.contains(where: { $0.maySave(given, of: saved) }) else {
        continue
      }
      let used = parts.filter { reached.contains($0.key) }
      let unsaved = used.filter { view in !view.value.contains(where: \.mayBeSaved) }
        .compactMap { view in
          view.value.compactMap(\.change).min { $0.precedes($1) }.map { (view.key, $0) }
        }.sorted { $0.1.precedes($1.1) }
      guard let (view, change) = unsaved.first else { continue }
      let others = unsaved.count - 1
      let who =
        "'\(view)'" + (others == 0 ? "" : " and \(others) other view\(others == 1 ? "" : "s")")
      report(
        (given.isMade
          ? "views get a context here that does not save by itself"
          : "the context of views is told here not to save by itself")
          + ", and \(who) change\(others == 0 ? "s" : "") objects in it without saving: "
          + "\(change.path.lastPathComponent):\(change.line ?? 0)",
        at: given.location,
        help: given.isMade
          ? "give the views the container, whose main context saves by itself, or end each change with "
            + "'try context.save()'" : nil,
        certainty: used.contains { $0.value.contains(where: \.mayBeSaved) }
          ? .inferred("what another view saves takes these changes along") : .certain)
    }
  }

  /// Views with all that they make.
  private static func closure(of views: [String], _ shown: [String: [String]]) -> Set<String> {
    var (reached, waiting) = (Set(views), views)
    while let view = waiting.popLast() {
      for part in shown[view] ?? [] where reached.insert(part).inserted { waiting.append(part) }
    }
    return reached
  }

  /// Those of 'checkViews'.
  static let ofViews: [RuleExample] = .texts(
    in: AccessText.models,
    flagged: """
      struct NotesApp: App {
        let container: ModelContainer
        var body: some Scene {
          WindowGroup { NoteForm().↓environment(\\.modelContext, ModelContext(container)) }
        }
      }
      struct NoteForm: View {
        @Environment(\\.modelContext) private var context
        var body: some View { Button("Add") { context.insert(Note()) } }
      }
      // file: Watch.swift
      import SwiftData
      import SwiftUI
      final class Watch {
        let container: ModelContainer
        init(_ container: ModelContainer) { self.container = container }
        func follow(_ scenePhase: ScenePhase) throws {
          if scenePhase == .background { try container.mainContext.save() }
        }
      }
      ---
      struct FoldersView: View {
        @Environment(\\.modelContext) private var context
        @Environment(\\.scenePhase) private var scenePhase
        let container: ModelContainer
        var body: some View {
          Button("Add") { context.insert(Folder()) }
            .onChange(of: scenePhase) { do { try context.save() } catch { print(error) } }
            .sheet(isPresented: .constant(true)) { Draft().↓modelContext(ModelContext(container)) }
        }
      }
      struct Draft: View {
        @Environment(\\.modelContext) private var context
        var body: some View { Button("Keep") { context.insert(Note()) } }
      }
      ---
      struct Stack {
        let container: ModelContainer
        func makeContext() -> ModelContext {
          let context = ModelContext(container)
          context.autosaveEnabled = false
          return context
        }
      }
      struct NotesApp: App {
        let stack: Stack
        var body: some Scene { WindowGroup { NoteRow(note: Note()) }.↓modelContext(stack.makeContext()) }
      }
      struct NoteRow: View {
        @Environment(\\.modelContext) private var context
        let note: Note
        var body: some View { Button("Delete") { remove() } }
        private func remove() { context.delete(note) }
      }
      ---
      struct NotesApp: App {
        var body: some Scene {
          WindowGroup { NoteTitle(note: Note()) }
            .↓modelContainer(for: Note.self, isAutosaveEnabled: false)
        }
      }
      struct NoteTitle: View {
        @Bindable var note: Note
        var body: some View { TextField("Title", text: $note.title) }
      }
      """,
    clean: """
      struct NotesApp: App {
        let container: ModelContainer
        var body: some Scene {
          WindowGroup { NoteForm().environment(\\.modelContext, container.mainContext) }
        }
      }
      struct NoteForm: View {
        @Environment(\\.modelContext) private var context
        var body: some View { Button("Add") { context.insert(Note()) } }
      }
      ---
      struct NotesApp: App {
        let container: ModelContainer
        var body: some Scene {
          WindowGroup { NoteForm().environment(\\.modelContext, ModelContext(container)) }
        }
      }
      struct NoteForm: View {
        @Environment(\\.modelContext) private var context
        @State private var failure = ""
        var body: some View { Button("Add \\(failure)") { add() } }
        private func add() {
          context.insert(Note())
          do { try context.save() } catch {
            context.rollback()
            failure = "\\(error)"
          }
        }
      }
      ---
      enum Stack {
        static let container = try? ModelContainer(for: Note.self)
        static func makeContext(_ container: ModelContainer) -> ModelContext {
          let context = ModelContext(container)
          context.autosaveEnabled = true
          return context
        }
      }
      struct NotesApp: App {
        let container: ModelContainer
        var body: some Scene {
          WindowGroup { NoteForm() }.modelContext(Stack.makeContext(container))
        }
      }
      struct NoteForm: View {
        @Environment(\\.modelContext) private var context
        var body: some View { Button("Add") { context.insert(Note()) } }
      }
      ---
      struct NotesApp: App {
        @Environment(\\.scenePhase) private var phase
        let container: ModelContainer
        let context: ModelContext
        init(container: ModelContainer) {
          (self.container, context) = (container, ModelContext(container))
        }
        var body: some Scene {
          WindowGroup { NoteForm() }.modelContext(context)
            .onChange(of: phase) { do { try context.save() } catch { print(error) } }
        }
      }
      struct NoteForm: View {
        @Environment(\\.modelContext) private var context
        var body: some View { Button("Add") { context.insert(Note()) } }
      }
      ---
      struct FoldersView: View {
        @Environment(\\.modelContext) private var context
        let container: ModelContainer
        var body: some View {
          Button("Add") { context.insert(Folder()) }
            .sheet(isPresented: .constant(true)) { Draft().modelContext(ModelContext(container)) }
        }
      }
      struct Draft: View {
        @Environment(\\.modelContext) private var context
        var body: some View { Button("Keep") { context.insert(Note()); keep() } }
        private func keep() { do { try context.save() } catch { print(error) } }
      }
      """)
}
