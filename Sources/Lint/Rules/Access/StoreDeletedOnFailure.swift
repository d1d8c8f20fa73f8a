internal import Diagnostics
internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// Finds apps that throw a store away because it does not open.
struct StoreDeletedOnFailure: SourceRule, ProjectRule {
  static let info = RuleInfo(
    id: "store-deleted-on-failure", group: .dataAccess, severity: .warning,
    summary: "the store is deleted when it does not open",
    why: "a missing stage, a full disk or a locked device is enough, and everything the user has "
      + "written is gone without a question",
    fix:
      "move the file aside under another name and tell the user; correct the migration plan; where "
      + "the store keeps only what can be loaded again, ignore the rule with that reason",
    limits:
      "deletions in 'catch' and behind it where only a failure leads there, after a 'try?' that made no container, where 'loadPersistentStores' gave an "
      + "error, in functions of the given paths that are found for certain, and behind a migration or copy of the "
      + "store whose failure goes nowhere; what is copied or moved "
      + "first, stores that names call a cache or comments disposable, debug builds and tests are left alone",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        func open(_ url: URL) throws -> ModelContainer {
          do {
            return try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url))
          } catch {
            try? FileManager.default.↓removeItem(at: url)
            return try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url))
          }
        }
        ---
        enum Store {
          static func open() -> ModelContainer? {
            do { return try ModelContainer(for: Note.self) } catch {
              ↓deleteStore()
              return try? ModelContainer(for: Note.self)
            }
          }
          static func deleteStore() {
            let url = URL.applicationSupportDirectory.appending(path: "default.store")
            for end in ["", "-wal", "-shm"] {
              try? FileManager.default.removeItem(atPath: url.path() + end)
            }
          }
        }
        ---
        enum Persistence {
          static func open(_ url: URL) throws -> ModelContainer {
            let configuration = ModelConfiguration(url: url)
            do {
              return try ModelContainer(for: Note.self, configurations: configuration)
            } catch {
              StoreFiles.↓wipe(at: url)
              return try ModelContainer(for: Note.self, configurations: configuration)
            }
          }
        }
        // file: StoreFiles.swift
        import Foundation

        enum StoreFiles {
          static func wipe(at url: URL) {
            for end in ["", "-wal", "-shm"] {
              try? FileManager.default.removeItem(atPath: url.path() + end)
            }
          }
        }
        ---
        final class Store {
          let container: ModelContainer
          init(_ url: URL) throws {
            do { container = try Store.makeContainer(url) } catch {
              try FileManager.default.↓removeItem(at: url)
              container = try Store.makeContainer(url)
            }
          }
          static func makeContainer(_ url: URL) throws -> ModelContainer {
            try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url))
          }
        }
        ---
        let container: ModelContainer = {
          let configuration = ModelConfiguration()
          do {
            return try ModelContainer(for: Note.self, configurations: configuration)
          } catch {
            let files = FileManager.default
            if files.fileExists(atPath: configuration.url.path()) {
              try! files.↓removeItem(at: configuration.url)
            }
            return try! ModelContainer(for: Note.self, configurations: configuration)
          }
        }()
        ---
        func open(_ url: URL) throws -> ModelContainer {
          do {
            return try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url))
          } catch {
            #if DEBUG
            fatalError("\\(error)")
            #else
            try FileManager.default.↓removeItem(at: url)
            return try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url))
            #endif
          }
        }
        ---
        func open(_ url: URL) throws -> ModelContainer {
          let here = ModelConfiguration(url: url)
          if let made = try? ModelContainer(for: Note.self, configurations: here) { return made }
          try? FileManager.default.↓removeItem(at: url)
          return try ModelContainer(for: Note.self, configurations: here)
        }
        ---
        func open(_ url: URL) throws -> ModelContainer {
          do {
            return try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url))
          } catch { print(error) }
          for end in ["-wal", "-shm"] {
            try? FileManager.default.↓removeItem(atPath: url.path() + end)
          }
          return try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url))
        }
        ---
        func open(_ coordinator: NSPersistentStoreCoordinator, _ url: URL) throws {
          func add() throws { try coordinator.addPersistentStore(type: .sqlite, at: url) }
          do { try add() } catch {
            try coordinator.↓destroyPersistentStore(at: url, type: .sqlite)
            try add()
          }
        }
        ---
        func open(_ url: URL) throws -> ModelContainer {
          do { return try ModelContainer(for: Note.self) } catch {
            url.↓eraseStore()
            return try ModelContainer(for: Note.self)
          }
        }
        extension URL {
          func eraseStore() {
            for end in ["", "-wal"] { try? FileManager.default.removeItem(atPath: path + end) }
          }
        }
        ---
        func open(_ container: NSPersistentContainer) {
          container.loadPersistentStores { description, error in
            if error != nil, let url = description.url {
              try? FileManager.default.↓removeItem(at: url)
            }
          }
        }
        ---
        func open(_ container: NSPersistentContainer, _ url: URL) {
          container.loadPersistentStores(completionHandler: { _, problem in
            guard let problem else { return }
            print(problem)
            try? FileManager.default.↓removeItem(at: url)
          })
        }
        ---
        final class Stack {
          let container: ModelContainer?
          init(_ url: URL) {
            var needsReset = false
            do {
              _ = try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url))
            } catch {
              if "\\(error)".isEmpty { print(error) } else { needsReset = true }
            }
            if needsReset { do { try FileManager.default.↓removeItem(at: url) } catch { print(error) } }
            container = try? ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url))
          }
        }
        """,
      clean: """
        func open(_ url: URL) throws -> ModelContainer {
          do { return try ModelContainer(for: Note.self) } catch {
            StoreFiles.putAside(url)
            StoreFiles.clearCaches()
            return try ModelContainer(for: Note.self)
          }
        }
        // file: StoreFiles.swift
        import Foundation

        enum StoreFiles {
          static func putAside(_ url: URL) {
            let spare = url.appendingPathExtension("old")
            try? FileManager.default.removeItem(at: spare)
            try? FileManager.default.moveItem(at: url, to: spare)
          }
          static func clearCaches() { try? FileManager.default.removeItem(at: .cachesDirectory) }
        }
        ---
        func open(_ url: URL) throws -> ModelContainer {
          do {
            return try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url))
          } catch {
            try FileManager.default.moveItem(at: url, to: url.appendingPathExtension("broken"))
            return try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url))
          }
        }
        ---
        func open(_ url: URL, _ draft: URL) throws -> ModelContainer {
          let made: ModelContainer
          do { made = try ModelContainer(for: Note.self) } catch { throw error }
          try? FileManager.default.removeItem(at: draft)
          return made
        }
        ---
        func open(_ url: URL, _ draft: URL) throws -> ModelContainer {
          try? FileManager.default.removeItem(at: draft)
          if let made = try? ModelContainer(for: Note.self) { return made }
          try FileManager.default.moveItem(at: url, to: draft)
          return try ModelContainer(for: Note.self)
        }
        ---
        func open(_ container: NSPersistentContainer, _ imported: URL) {
          container.loadPersistentStores { _, error in
            guard error == nil else { return print("no store") }
            try? FileManager.default.removeItem(at: imported)
          }
        }
        ---
        func open(_ container: NSPersistentContainer, _ url: URL, _ spare: URL) {
          container.loadPersistentStores { _, error in
            if let error {
              print(error)
              try? FileManager.default.moveItem(at: url, to: spare)
              try? FileManager.default.removeItem(at: url)
            }
          }
        }
        ---
        final class FeedCache {
          func open(_ url: URL) throws -> ModelContainer {
            do {
              return try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url))
            } catch {
              try? FileManager.default.removeItem(at: url)
              return try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url))
            }
          }
        }
        ---
        func open(_ cacheURL: URL) throws -> ModelContainer {
          let here = ModelConfiguration(url: cacheURL)
          do { return try ModelContainer(for: Note.self, configurations: here) } catch {
            try? FileManager.default.removeItem(at: cacheURL)
            return try ModelContainer(for: Note.self, configurations: here)
          }
        }
        ---
        /// Opens the copy of what the server has, which is disposable.
        func open(_ url: URL) throws -> ModelContainer {
          do { return try ModelContainer(for: Note.self) } catch {
            try? FileManager.default.removeItem(at: url)
            return try ModelContainer(for: Note.self)
          }
        }
        ---
        func clear(_ cache: URL) {
          do { try Data().write(to: cache) } catch { try? FileManager.default.removeItem(at: cache) }
        }
        ---
        func open(_ url: URL) throws -> ModelContainer {
          do {
            return try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url))
          } catch {
            #if DEBUG
              try? FileManager.default.removeItem(at: url)
            #endif
            throw error
          }
        }
        """) + moved)

  static let nodes: [SyntaxKind] = [
    .doStmt, .ifExpr, .guardStmt, .functionCallExpr, .switchExpr, .codeBlockItemList,
  ]

  static let message =
    "what the user has stored is deleted here when the store does not open"

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest else { return }
    if let items = node.as(CodeBlockItemListSyntax.self) { return checkMoved(items, file, report) }
    for items in Self.failures(node) {
      if let place = items.lazy.compactMap({ $0.deletion(in: file.tree) }).first {
        if !file.source.path.isOfCache, !node.opensCache, !place.isOfCache {
          report(Self.message, at: file.location(place))
        }
      }
    }
  }

  /// Functions of other files.
  func check(_ lint: LintContext, report: RuleReport) {
    var last: Location?
    for call in lint.flows.rescues where lint.code.has(.delete, call) {
      if call.location.path.isOfCache || call.owners.contains(where: \.isOfCache) { continue }
      // What goes on deleting in the next lines is one and the same rescue.
      let isNext =
        last.map { $0.path == call.location.path && ($0.line ?? 0) + 1 == call.location.line }
        ?? false
      if !isNext { report(Self.message, at: call.location) }
      last = call.location
    }
  }
}
