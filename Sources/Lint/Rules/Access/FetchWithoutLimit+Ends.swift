internal import Diagnostics

/// Functions that load many objects for callers that take one of them.
extension FetchWithoutLimit {
  static let ends: [RuleExample] = [RuleExample].texts(
    in: AccessText.models,
    flagged: """
      @MainActor final class NoteStore {
        let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func all() -> [Note] {
          (try? context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank)]))) ?? []
        }
        func newest() -> Note? { ↓all().last }
        func recent() -> [Note] { Array(↓all().prefix(5)) }
        func newest(_ limit: Int) -> [String] { ↓all().prefix(limit).map(\\.title) }
        func best() -> Note? { ↓all().max { $0.rank < $1.rank } }
        func oldest() -> Note? {
          let notes = ↓all()
          guard !notes.isEmpty else { return nil }
          return notes.first
        }
        func note(at index: Int) -> Note? {
          let notes = ↓all()
          return notes.indices.contains(index) ? notes[index] : nil
        }
      }
      func row(_ index: Int, _ store: NoteStore) -> Note { store.↓all()[index] }
      """,
    clean: """
      @MainActor final class NoteStore {
        let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func all() -> [Note] {
          (try? context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank)]))) ?? []
        }
        func ends() -> [Note?] {
          let notes = all()
          return [notes.first, notes.last]
        }
        func pairs() -> [Bool] {
          let notes = all()
          return notes.indices.dropFirst().map { notes[$0].rank > notes[$0 - 1].rank }
        }
        func some() -> [Note] { Array(all()[..<3]) }
        func loudest() -> Note? { all().max { $0.shout < $1.shout } }
        func show(_ indexes: IndexSet) {
          let notes = all()
          for index in indexes { print(notes[index].title) }
        }
      }
      """)
}
