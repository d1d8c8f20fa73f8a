internal import Diagnostics
internal import ModelSource
internal import StoreModel

/// Finds view models that change what is stored and keep the list that they have fetched before.
struct ListNotRefetched: ProjectRule {
  static let info = RuleInfo(
    id: "list-not-refetched", group: .dataAccess, severity: .warning,
    summary:
      "a view model inserts or deletes an object, and the list that it has fetched stays as it was",
    why:
      "a fetch gives a list of that moment: the new object does not show, and a deleted one stays on the screen, where "
      + "reading it may crash the app",
    fix:
      "fetch the list again behind the change, or change the list as well; '@Query' in the view does so by itself",
    limits:
      "only lists of observed classes that an initializer, a private function or a view that appears fetches; silent "
      + "where other code calls the function that fetches, and where the class follows notifications",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        protocol NoteStoring { func all() throws -> [Note]; func add(_ note: Note) throws }
        @MainActor final class NoteStore: NoteStoring {
          private let context: ModelContext
          init(context: ModelContext) { self.context = context }
          func all() throws -> [Note] { try context.fetch(FetchDescriptor<Note>()) }
          func add(_ note: Note) throws {
            context.insert(note)
            try context.save()
          }
        }
        @MainActor @Observable final class NotesModel {
          private(set) var notes: [Note] = []
          private let store: any NoteStoring
          init(store: any NoteStoring) throws {
            self.store = store
            notes = try store.all()
          }
          func add(_ title: String) throws {
            let note = Note()
            note.title = title
            try store.↓add(note)
          }
        }
        ---
        @MainActor final class NoteStore {
          let context: ModelContext
          init(context: ModelContext) { self.context = context }
          func recent() throws -> [Note] {
            try context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank)]))
          }
          func delete(_ note: Note) { context.delete(note) }
        }
        @MainActor final class NotesModel: ObservableObject {
          @Published var notes: [Note] = []
          private let store: NoteStore
          init(store: NoteStore) {
            self.store = store
            reload()
          }
          private func reload() { notes = (try? store.recent()) ?? [] }
          func remove(_ note: Note) { store.↓delete(note) }
        }
        ---
        @MainActor @Observable final class NotesModel {
          private(set) var notes: [Note] = []
          private let context: ModelContext
          init(context: ModelContext) {
            self.context = context
            notes = (try? context.fetch(FetchDescriptor<Note>())) ?? []
          }
          func add(_ title: String) throws {
            let note = Note()
            note.title = title
            context.↓insert(note)
            try context.save()
          }
        }
        ---
        @MainActor final class NotesModel: ObservableObject {
          @Published var notes: [Note] = []
          let context: ModelContext
          init(context: ModelContext) { self.context = context }
          func load() throws { notes = try context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank)])) }
          func remove(_ note: Note) throws {
            context.↓delete(note)
            try context.save()
          }
        }
        struct NoteList: View {
          @StateObject var model: NotesModel
          var body: some View {
            List(model.notes) { note in Button(note.title) { try? model.remove(note) } }
              .onAppear { try? model.load() }
          }
        }
        ---
        @MainActor @Observable final class NotesModel {
          var notes: [Note] = []
          private let context: ModelContext
          init(context: ModelContext) {
            self.context = context
            reload()
          }
          private func reload() {
            do { notes = try context.fetch(FetchDescriptor<Note>()) } catch { print(error) }
          }
          func add() throws {
            let note = Note()
            context.↓insert(note)
            try context.save()
          }
        }
        """,
      clean: """
        protocol NoteStoring { func all() throws -> [Note]; func add(_ note: Note) throws }
        @MainActor final class NoteStore: NoteStoring {
          private let context: ModelContext
          init(context: ModelContext) { self.context = context }
          func all() throws -> [Note] { try context.fetch(FetchDescriptor<Note>()) }
          func add(_ note: Note) throws {
            context.insert(note)
            try context.save()
          }
        }
        @MainActor @Observable final class NotesModel {
          private(set) var notes: [Note] = []
          private let store: any NoteStoring
          init(store: any NoteStoring) throws {
            self.store = store
            try load()
          }
          private func load() throws { notes = try store.all() }
          func add() throws {
            try store.add(Note())
            try load()
          }
          func drop() throws {
            try store.add(Note())
            notes.removeAll()
          }
        }
        ---
        @MainActor @Observable final class NotesModel {
          var notes: [Note] = []
          private let context: ModelContext
          init(context: ModelContext) {
            self.context = context
            reload()
          }
          func reload() {
            do { notes = try context.fetch(FetchDescriptor<Note>()) } catch { print(error) }
          }
          func add() throws {
            let note = Note()
            context.insert(note)
            try context.save()
            reload()
          }
          func remove(_ note: Note) throws {
            context.delete(note)
            notes.removeAll { $0 === note }
            try context.save()
          }
        }
        ---
        @MainActor @Observable final class NotesModel {
          var notes: [Note] = []
          private let context: ModelContext
          init(context: ModelContext) { self.context = context }
          func reload() throws { notes = try context.fetch(FetchDescriptor<Note>()) }
          func add() throws {
            let note = Note()
            context.insert(note)
            try context.save()
          }
        }
        struct NoteList: View {
          let model: NotesModel
          var body: some View {
            Button("Add") {
              do { try model.add(); try model.reload() } catch { print(error) }
            }
          }
        }
        ---
        @MainActor @Observable final class NotesModel {
          private let context: ModelContext
          init(context: ModelContext) { self.context = context }
          func add() throws {
            let note = Note()
            context.insert(note)
            try context.save()
          }
        }
        """))

  func check(_ lint: LintContext, report: RuleReport) {
    for kept in lint.flows.keptLists
    where lint.changes(kept) && !lint.isLoadedByAction(kept.loaders) {
      report(
        kept.action == "inserted"
          ? "'\(kept.list)' was fetched before, and '\(kept.method)' does not bring the new object into it"
          : "'\(kept.list)' was fetched before, and keeps the object that '\(kept.method)' deletes",
        at: kept.location, entity: kept.entity,
        certainty: .inferred("those who call it may see to the list"))
    }
  }
}

extension LintContext {
  /// Whether the functions of another type that the list comes from and that changes the store do so.
  fileprivate func changes(_ kept: ObjectFlows.KeptList) -> Bool {
    guard let load = kept.load, let change = kept.change else { return true }
    let changing = code.inheritedFunctions(of: change)
    return code.has(.ask, load)
      && code.inheritedFunctions(of: load).allSatisfy { $0.returns == kept.entity }
      && code.has(.change, change)
      && changing.allSatisfy { function in
        function.returns == kept.entity || function.parameters.contains { $0.type == kept.entity }
      }
  }

  /// Whether any code calls one of the functions but what views do when they appear.
  fileprivate func isLoadedByAction(_ loaders: Set<String>) -> Bool {
    guard !loaders.isEmpty else { return false }
    let files = allFiles()
    for position in WordsOfFiles.positions(of: loaders, in: files) {
      var before = ""
      var isFound = false
      UncalledCode.forEachLine(of: files[position]) { text, _, isIdle in
        defer { before = text }
        guard !isIdle, !isFound else { return }
        for loader in loaders where text.contains(".\(loader)(") {
          let isAtStart = [text, before].contains { line in
            [".onAppear", ".task", "init("].contains(where: line.contains)
          }
          // `self.load()` of the class itself was looked at there.
          if !isAtStart, !text.contains("self.\(loader)(") { isFound = true }
        }
      }
      if isFound { return true }
    }
    return false
  }
}
