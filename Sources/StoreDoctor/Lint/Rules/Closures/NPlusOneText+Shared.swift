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
