internal import Diagnostics

/// Examples in which many objects lead to one, which is loaded once.
extension NPlusOneText {
  static let shared: [RuleExample] = [RuleExample].texts(
    in: LoopText.views,
    flagged: """
      func export(_ context: ModelContext) throws -> [String] {
        let notes = try context.fetch(FetchDescriptor<Note>())
        return notes.map { $0.title + ($0.folder?.↓name ?? "") }
      }
      ---
      struct Mapper {
        func title(_ note: Note) -> String { note.tags.isEmpty ? "" : note.title }
        func title(_ notes: [Note]) -> [String] { notes.map { title($0) } }
      }
      final class Titles {
        let context: ModelContext
        private let mapper = Mapper()
        init(context: ModelContext) { self.context = context }
        func all() throws -> [String] {
          let notes = try context.↓fetch(FetchDescriptor<Note>())
          return mapper.title(notes)
        }
      }
      ---
      struct SheetView: View {
        ↓@Query private var notes: [Note]
        @State private var isShown = false
        var body: some View {
          Button("Tags") { isShown = true }
            .sheet(isPresented: $isShown) { ForEach(notes) { Text("\\($0.tags.count)") } }
            .contextMenu { ForEach(notes.filter { $0.tags.isEmpty }) { Text($0.title) } }
        }
      }
      ---
      struct TagsView: View {
        ↓@Query private var notes: [Note]
        var body: some View {
          Text("\\(total())").onAppear { for note in notes { print(note.title) } }
        }
        private func total() -> Int {
          var total = 0
          for note in notes { total += note.tags.count }
          return total
        }
      }
      ---
      @Model final class Person {
        var name = ""
        @Relationship(inverse: \\Pass.person) var pass: Pass?
        init() {}
      }
      @Model final class Pass { var number = 0; var person: Person?; init() {} }
      struct PeopleView: View {
        ↓@Query private var people: [Person]
        var body: some View { List(people) { Text("\\($0.pass?.number ?? 0)") } }
      }
      ---
      func export(_ title: String, _ context: ModelContext) throws {
        let some = FetchDescriptor<Note>(predicate: #Predicate { $0.title == title })
        for note in try context.fetch(some) { print(note.folder?.↓name ?? "") }
      }
      """,
    clean: """
      struct NotesView: View {
        @Query private var notes: [Note]
        @Query private var folders: [Folder]
        var body: some View {
          List(folders) { folder in
            let assign: () -> Void = { print(folder.notes.count) }
            Button(action: assign) { Text(folder.name) }
          }
          .task { for note in notes { print(note.tags.count) } }
          .toolbar { Button("Print") { list(notes.filter { $0.title.isEmpty }) } }
          Menu { Text("\\(notes.count)") } label: { Text("Tags") } primaryAction: { clear() }
        }
        private func clear() { for note in notes where note.tags.isEmpty { note.title = "" } }
        private func list(_ notes: [Note]) { for note in notes { print(note.tags.count) } }
      }
      ---
      struct NotesView: View {
        @Query private var notes: [Note]
        var body: some View { List(notes) { Text($0.folder?.name ?? "") } }
      }
      @Observable final class NotesModel {
        var notes: [Note] = []
        func load(_ context: ModelContext) throws {
          notes = try context.fetch(FetchDescriptor<Note>())
        }
        var names: [String] { notes.map { $0.folder?.name ?? "" } }
      }
      ---
      func merge(_ context: ModelContext) throws {
        var kept: [String: Note] = [:]
        for note in try context.fetch(FetchDescriptor<Note>()) {
          guard let first = kept[note.title] else {
            kept[note.title] = note
            continue
          }
          first.tags += note.tags
        }
      }
      ---
      func titles(in folder: String, _ context: ModelContext) throws -> [String] {
        let mine = FetchDescriptor<Note>(predicate: #Predicate { $0.folder?.name == folder })
        return try context.fetch(mine).map { $0.title + ($0.folder?.name ?? "") }
      }
      ---
      func export(_ context: ModelContext) throws -> [String] {
        let folders = try context.fetch(FetchDescriptor<Folder>())
        print(folders.map(\\.name))
        return try context.fetch(FetchDescriptor<Note>()).map { $0.title + ($0.folder?.name ?? "") }
      }
      ---
      @Model final class Badge { var title = ""; var profile: UserProfile?; init() {} }
      @Model final class UserProfile {
        var name = ""
        @Relationship(inverse: \\Badge.profile) var badges: [Badge] = []
        init() {}
      }
      func owners(_ context: ModelContext) throws -> [String?] {
        try context.fetch(FetchDescriptor<Badge>()).map { $0.profile?.name }
      }
      """)
}
