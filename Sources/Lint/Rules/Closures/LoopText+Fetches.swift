internal import Diagnostics

extension LoopText {
  /// Those of 'FetchInLoop'.
  static let fetches: [RuleExample] = [
    .flagged(
      LoopText.function(
        """
        var isDone = false
          for row in rows {
            if row.code > 0 && !isDone {
              let code = row.code
              let found = try context.↓fetch(
                FetchDescriptor<Note>(predicate: #Predicate { $0.code == code }))
              if found.isEmpty { context.insert(Note(code: code)) }
              isDone = found.count > 9
            }
          }
        """)),
    .clean(
      LoopText.function(
        """
        var isDone = false
          for row in rows {
            if row.code > 0 && !isDone {
              let code = row.code
              let found = try context.fetch(
                FetchDescriptor<Note>(predicate: #Predicate { $0.code == code }))
              if found.isEmpty { context.insert(Note(code: code)) }
              isDone = true
            }
          }
        """)),
    .flagged(
      LoopText.function(
        """
        for row in rows { ↓add(row.title, Optional(row.code), context) }
        """)
          + """

          func add(_ title: String, _ code: Int?, _ context: ModelContext) {
            if let code, let known = note(code, context) {
              known.title = title
            } else {
              context.insert(Note(code: 0))
            }
          }
          func note(_ code: Int, _ context: ModelContext) -> Note? {
            let one = FetchDescriptor<Note>(predicate: #Predicate { $0.code == code })
            return try? context.fetch(one).first
          }
          """),
    .clean(
      LoopText.function(
        """
        let failed = rows.filter { $0.code < 0 }
          let codes = Dictionary(uniqueKeysWithValues: failed.map { ($0.title, $0.code) })
          for row in rows { add(row.title, codes, context) }
        """)
          + """

          func add(_ title: String, _ codes: [String: Int], _ context: ModelContext) {
            if let code = codes[title], let known = note(code, context) { known.title = title }
          }
          func note(_ code: Int, _ context: ModelContext) -> Note? {
            let one = FetchDescriptor<Note>(predicate: #Predicate { $0.code == code })
            return try? context.fetch(one).first
          }
          """),
    .flagged(
      LoopText.function(
        """
        for row in rows {
            let code = row.code
            let found = try context.↓fetch(
              FetchDescriptor<Note>(predicate: #Predicate { $0.code == code }))
            if found.isEmpty { context.insert(Note(code: code)) }
          }
        """)),
    .flagged(
      LoopText.function(
        """
        try rows.forEach { row in
            let code = row.code
            var descriptor = FetchDescriptor<Note>(predicate: #Predicate<Note> { $0.code == code })
            descriptor.fetchLimit = 1
            if let note = try context.↓fetch(descriptor).first { note.title = row.title }
          }
        """)),
    .flagged(
      """
      import SwiftData

      @Model final class Song {
        var id: String
        var title: String
        init(id: String, title: String) {
          self.id = id
          self.title = title
        }
      }
      struct SongDTO { var id: String; var title: String }

      actor Importer {
        let modelContext: ModelContext
        init(_ container: ModelContainer) { modelContext = ModelContext(container) }

        func merge(_ songs: [SongDTO]) throws {
          for song in songs {
            let songID = song.id
            let predicate = #Predicate<Song> { $0.id == songID }
            let existing = try? modelContext.↓fetch(FetchDescriptor<Song>(predicate: predicate))
            if let known = existing?.first {
              known.title = song.title
            } else {
              modelContext.insert(Song(id: song.id, title: song.title))
            }
          }
          try modelContext.save()
        }
      }
      """),
    .flagged(
      LoopText.function(
        """
        for row in rows {
            let all = try context.↓fetch(FetchDescriptor<Note>())
            if !all.contains(where: { $0.code == row.code }) { print(row) }
          }
        """)),
    .flagged(
      CoreDataText.code(
        """
        func merge(_ names: [String], _ context: NSManagedObjectContext) throws {
          for name in names {
            let request: NSFetchRequest<CDFolder> = CDFolder.fetchRequest()
            request.predicate = NSPredicate(format: "name == %@", name)
            if try context.↓fetch(request).isEmpty { CDFolder(context: context).name = name }
          }
        }
        """)),
    .flagged(
      LoopText.function(
        """
        for row in rows {
            print(try context.↓fetch(.notes(of: row.code)).last as Any)
            let same = Note.descriptor(named: row.title)
            print(try context.↓fetch(same).count)
          }
        """) + """

          extension FetchDescriptor where T == Note {
            static func notes(of code: Int) -> FetchDescriptor<Note> {
              FetchDescriptor<Note>(predicate: #Predicate { $0.code == code })
            }
          }
          """),
    .flagged(
      CoreDataText.code(
        """
        enum Finders { enum Folders {} }
        extension Finders.Folders {
          static func named(_ name: String, _ context: NSManagedObjectContext) throws -> CDFolder? {
            let request: NSFetchRequest<CDFolder> = CDFolder.fetchRequest()
            request.predicate = NSPredicate(format: "name == %@", name)
            return try all(request, context).first
          }
          static func all(
            _ request: NSFetchRequest<CDFolder>, _ context: NSManagedObjectContext
          ) throws -> [CDFolder] { try context.fetch(request) }
        }
        func merge(_ names: [String], _ context: NSManagedObjectContext) throws {
          for name in names { _ = try Finders.Folders.↓named(name, context) }
        }
        """)),
    // Each server has a store of its own.
    .clean(
      """
      import SwiftData

      @Model final class Note { var title = ""; init() {} }
      struct Server { let id: String }
      struct Stores {
        let contexts: [String: ModelContext]
        func context(for id: String) -> ModelContext? { contexts[id] }
        func clear(_ servers: [Server]) throws {
          for server in servers {
            guard let context = context(for: server.id) else { continue }
            for note in try context.fetch(FetchDescriptor<Note>()) { note.title = "" }
          }
        }
      }
      """),
    .clean(
      CoreDataText.code(
        """
        func empty(_ kinds: [NSEntityDescription], _ context: NSManagedObjectContext) throws {
          for kind in kinds {
            let request = NSFetchRequest<NSManagedObject>()
            request.entity = kind
            try context.fetch(request).forEach(context.delete)
          }
        }
        func reset(_ coordinator: NSPersistentStoreCoordinator, _ context: NSManagedObjectContext) throws {
          let all = coordinator.managedObjectModel.entities
          for one in all {
            guard let name = one.name else { continue }
            let request = NSFetchRequest<NSManagedObject>(entityName: name)
            try context.fetch(request).forEach(context.delete)
          }
        }
        """)),
    .clean(
      CoreDataText.code(
        """
        func merge(_ names: [String], _ context: NSManagedObjectContext) throws {
          let request: NSFetchRequest<CDFolder> = CDFolder.fetchRequest()
          request.predicate = NSPredicate(format: "name IN %@", names)
          let known = Set(try context.fetch(request).map(\\.name))
          for name in names where !known.contains(name) { CDFolder(context: context).name = name }
        }
        """)),
    .clean(
      """
      import SwiftData

      @Model final class Tag { var name = ""; init() {} }

      final class TagStore {
        var cache: [String: Tag] = [:]
        func tag(named name: String, in modelContext: ModelContext) throws -> Tag? {
          if let known = cache[name] { return known }
          for tag in try modelContext.fetch(FetchDescriptor<Tag>()) { cache[tag.name] = tag }
          return cache[name]
        }
        func tags(_ names: [String], in modelContext: ModelContext) throws {
          for name in names { _ = try tag(named: name, in: modelContext) }
        }
      }
      """),
    .flagged(
      LoopText.function(
        """
        for row in rows {
          let low = row.code - 5
          let high = row.code + 5
          var near = FetchDescriptor<Note>(predicate: #Predicate { $0.code > low && $0.code < high })
          near.fetchLimit = 5
          if try context.↓fetch(near).isEmpty { context.insert(Note()) }
        }
        """)),
    .clean(
      LoopText.function(
        """
        for row in rows { print(try newest(3, of: row.code, in: context)) }
        """)
          + """

          func newest(_ limit: Int, of code: Int, in context: ModelContext) throws -> [Note] {
            var descriptor = FetchDescriptor<Note>(predicate: #Predicate { $0.code == code })
            descriptor.fetchLimit = limit
            return try context.fetch(descriptor)
          }
          """),
    .clean(
      """
      import SwiftData

      @Model final class Price { @Attribute(.unique) var code = ""; var value = 0.0; init() {} }
      protocol Exchange: Sendable { func price(of code: String) async throws -> Double }
      @ModelActor actor Prices {
        func set(_ value: Double, of code: String) throws {
          let wanted = FetchDescriptor<Price>(predicate: #Predicate { $0.code == code })
          for price in try modelContext.fetch(wanted) { price.value = value }
          try modelContext.save()
        }
      }
      struct Updater {
        let prices: Prices
        let exchange: any Exchange
        func update(_ codes: [String]) async throws {
          for code in codes {
            let price = try await exchange.price(of: code)
            try await prices.set(price, of: code)
          }
          for code in codes { try await update(code) }
        }
        private func update(_ code: String) async throws {
          try await prices.set(try await exchange.price(of: code), of: code)
        }
      }
      """),
    .clean(
      LoopText.function(
        """
        let known = try context.fetch(FetchDescriptor<Note>())
          for row in rows where !known.contains(where: { $0.code == row.code }) {
            context.insert(Note(code: row.code))
          }
        """)),
    .clean(
      LoopText.function(
        """
        for batch in rows.chunked(into: 500) {
            let codes = batch.map(\\.code)
            let found = try context.fetch(
              FetchDescriptor<Note>(predicate: #Predicate { codes.contains($0.code) }))
            print(found.map(\\.title))
          }
        """)),
    .clean(
      LoopText.function(
        """
        var offset = 0
          while true {
            var descriptor = FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.code)])
            descriptor.fetchOffset = offset
            descriptor.fetchLimit = 100
            let some = try context.fetch(descriptor)
            if some.isEmpty { break }
            offset += some.count
          }
        """)),
  ]
}
