internal import Diagnostics

/// The main thread's context behind properties, selectors and answers.
extension CoreDataText {
  static let indirect: [RuleExample] = .texts(
    in: code,
    flagged: """
      final class Service {
        let container: NSPersistentContainer
        let background: NSManagedObjectContext
        init(_ container: NSPersistentContainer) {
          self.container = container
          background = container.newBackgroundContext()
        }
        var newest: CDNote? {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.fetchLimit = 1
          return try? container.viewContext.fetch(request).first
        }
        func keep() async throws {
          try await background.perform {
            let title = self.↓newest?.title
            CDNote(context: self.background).title = title
            try self.background.save()
          }
        }
      }
      ---
      final class Loader: NSObject {
        let container: NSPersistentContainer
        init(_ container: NSPersistentContainer) { self.container = container }
        func start() { performSelector(inBackground: ↓#selector(load), with: nil) }
        @objc func load() {
          let notes = try? container.viewContext.fetch(CDNote.fetchRequest())
          print(notes ?? [])
        }
      }
      ---
      final class Importing: Operation {
        var container: NSPersistentContainer!
        override func main() {
          let notes = try? ↓container.viewContext.fetch(CDNote.fetchRequest())
          print(notes ?? [])
        }
      }
      ---
      final class Loader {
        let container: NSPersistentContainer
        var isBusy = false
        init(_ container: NSPersistentContainer) { self.container = container }
        func load(_ client: Client) {
          client.fetch("notes") { result in
            if result == nil { self.↓loadOffline() }
            DispatchQueue.main.async { self.isBusy = false }
          }
        }
        private func loadOffline() {
          let notes = try? container.viewContext.fetch(CDNote.fetchRequest())
          print(notes ?? [])
        }
      }
      final class Client { func fetch(_ path: String, _ done: @escaping (String?) -> Void) {} }
      """,
    clean: """
      // Two properties that lead to each other.
      final class Pair {
        var other: Pair?
        var notes: [CDNote] { kept.isEmpty ? other?.notes ?? [] : kept }
        var kept: [CDNote] { notes.filter { $0.title != nil } }
        func count() async -> Int { await Task.detached { self.notes.count }.value }
      }
      ---
      final class Service {
        let container: NSPersistentContainer
        init(_ container: NSPersistentContainer) { self.container = container }
        var newest: CDNote? {
          let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
          request.fetchLimit = 1
          return try? container.viewContext.fetch(request).first
        }
        var newestID: NSManagedObjectID? { container.viewContext.performAndWait { newest?.objectID } }
        func show(_ label: Label) {
          DispatchQueue.global().async {
            let id = self.newestID
            DispatchQueue.main.async { label.text = self.newest?.title ?? "\\(id as Any)" }
          }
        }
      }
      ---
      final class Loader {
        let container: NSPersistentContainer
        var isBusy = false
        init(_ container: NSPersistentContainer) { self.container = container }
        func load(_ client: Client) {
          client.fetch("notes") { result in
            DispatchQueue.main.async {
              if result == nil { self.loadOffline() }
              self.isBusy = false
            }
          }
        }
        func loadSafely(_ client: MainClient) {
          client.fetch("notes") { result in
            self.loadOffline()
            DispatchQueue.main.async { self.isBusy = result == nil }
          }
        }
        private func loadOffline() {
          let notes = try? container.viewContext.fetch(CDNote.fetchRequest())
          print(notes ?? [])
        }
      }
      final class Client { func fetch(_ path: String, _ done: @escaping (String?) -> Void) {} }
      final class MainClient {
        func fetch(_ path: String, _ done: @escaping (String?) -> Void) {
          DispatchQueue.main.async { done(path) }
        }
      }
      """)
}
