internal import Diagnostics

extension CoreDataText {
  /// Work that the answer of a request does, or an async function that is bound to no actor.
  static let sessions: [RuleExample] = .texts(
    in: code,
    flagged: """
      final class Feed {
        let container: NSPersistentContainer
        private let session = URLSession(configuration: .ephemeral)
        init(_ container: NSPersistentContainer) { self.container = container }
        func load(_ url: URL) {
          session.dataTask(with: url) { data, _, _ in
            let note = CDNote(context: ↓self.container.viewContext)
            note.title = data?.description
          }.resume()
        }
      }
      ---
      final class Feed {
        let container: NSPersistentContainer
        init(_ container: NSPersistentContainer) { self.container = container }
        func pull(_ client: Client, _ url: URL) {
          client.get(url) { title in
            CDNote(context: ↓self.container.viewContext).title = title
          }
        }
      }
      // file: Client.swift
      import Foundation
      struct Client {
        let session: URLSession
        func get(_ url: URL, completion: @escaping (String?) -> Void) {
          session.dataTask(with: url) { data, _, error in
            guard error == nil else { return completion(nil) }
            completion(data?.description)
          }.resume()
        }
      }
      ---
      struct Client { func title() async throws -> String { "new" } }
      final class Feed {
        let client = Client()
        func load() async throws { Store.shared.↓add(try await client.title()) }
      }
      // file: Store.swift
      import CoreData
      final class Store {
        static let shared = Store()
        let container = NSPersistentContainer(name: "Notes")
        func add(_ title: String) {
          CDNote(context: container.viewContext).title = title
        }
      }
      """,
    clean: """
      final class Feed: NSObject {
        let container: NSPersistentContainer
        private lazy var session = URLSession(
          configuration: .ephemeral, delegate: nil, delegateQueue: .main)
        init(_ container: NSPersistentContainer) { self.container = container }
        func load(_ url: URL) {
          session.dataTask(with: url) { data, _, _ in
            let note = CDNote(context: self.container.viewContext)
            note.title = data?.description
          }.resume()
        }
      }
      ---
      final class Feed {
        let container: NSPersistentContainer
        init(_ container: NSPersistentContainer) { self.container = container }
        func pull(_ client: Client, _ url: URL) {
          client.get(url) { title in
            CDNote(context: self.container.viewContext).title = title
          }
          client.getSoon(url, on: .main) { title in
            CDNote(context: self.container.viewContext).title = title
          }
        }
      }
      // file: Client.swift
      import Foundation
      struct Client {
        let session: URLSession
        func get(_ url: URL, completion: @escaping (String?) -> Void) {
          session.dataTask(with: url) { data, _, error in
            guard error == nil else { return completion(nil) }
            DispatchQueue.main.async { completion(data?.description) }
          }.resume()
        }
        func getSoon(
          _ url: URL, on target: DispatchQueue, completion: @escaping (String?) -> Void
        ) {
          session.dataTask(with: url) { data, _, _ in
            target.async { completion(data?.description) }
          }.resume()
        }
      }
      ---
      struct Client { func title() async throws -> String { "new" } }
      @MainActor final class Feed {
        let client = Client()
        func load() async throws { Store.shared.add(try await client.title()) }
      }
      struct Puller {
        let client = Client()
        func load() async throws {
          let title = try await client.title()
          await MainActor.run { Store.shared.add(title) }
        }
      }
      // file: Store.swift
      import CoreData
      final class Store {
        static let shared = Store()
        let container = NSPersistentContainer(name: "Notes")
        func add(_ title: String) {
          CDNote(context: container.viewContext).title = title
        }
      }
      """)

  /// Saves of another function, whose error an empty `catch` takes.
  static let savers: [RuleExample] = .texts(
    in: code,
    flagged: """
      final class Stack {
        let container = NSPersistentContainer(name: "Notes")
        func saveContext() throws { try container.viewContext.save() }
        func remove(_ note: CDNote) {
          container.viewContext.delete(note)
          do { try ↓saveContext() } catch {}
        }
      }
      """,
    clean: """
      final class Stack {
        let container = NSPersistentContainer(name: "Notes")
        func saveContext() throws { try container.viewContext.save() }
        func saveCopy() throws {}
        func remove(_ note: CDNote) {
          container.viewContext.delete(note)
          do { try saveContext() } catch { show(error) }
          do { try saveCopy() } catch {}
        }
      }
      """)
}
