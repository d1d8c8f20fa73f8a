internal import Diagnostics

extension SwallowedStoreError {
  /// Functions that save, whose error is only printed although what they do belongs to something else.
  static let printedCalls: [RuleExample] = .texts(
    in: AccessText.models,
    flagged: """
      final class Wipe {
        let container: ModelContainer
        init(container: ModelContainer) { self.container = container }
        func run() async {
          do {
            try await ↓deleteAllNotes()
          } catch {
            print(error)
          }
          signOut()
        }
        private func deleteAllNotes() async throws {
          let context = ModelContext(container)
          try context.delete(model: Note.self)
          try context.save()
        }
        private func signOut() {}
      }
      ---
      final class Outbox {
        let container: ModelContainer
        init(container: ModelContainer) { self.container = container }
        func createEntry(_ title: String) async throws {
          let context = ModelContext(container)
          let folder = Folder()
          folder.name = title
          context.insert(folder)
          try context.save()
        }
      }
      final class NoteStore {
        let container: ModelContainer
        let outbox: Outbox
        init(container: ModelContainer, outbox: Outbox) { (self.container, self.outbox) = (container, outbox) }
        func add(_ title: String) async throws {
          let context = ModelContext(container)
          let note = Note()
          note.title = title
          context.insert(note)
          try context.save()
          do { try await outbox.↓createEntry(title) } catch { print(error) }
        }
      }
      """,
    clean: """
      final class Wipe {
        let container: ModelContainer
        init(container: ModelContainer) { self.container = container }
        func run() async throws {
          do {
            try await deleteAllNotes()
          } catch {
            print(error)
            throw error
          }
          signOut()
        }
        private func deleteAllNotes() async throws {
          let context = ModelContext(container)
          try context.delete(model: Note.self)
          try context.save()
        }
        private func signOut() {}
      }
      """)
}
