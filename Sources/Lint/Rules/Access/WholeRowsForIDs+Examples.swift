internal import Diagnostics

extension WholeRowsForIDs {
  static let rows: [RuleExample] = [RuleExample].texts(
    in: models,
    flagged: """
      func known(_ context: ModelContext) throws -> Set<UUID> {
        Set(try context.↓fetch(FetchDescriptor<Photo>()).map(\\.id))
      }
      ---
      func all(_ context: ModelContext) throws -> [PersistentIdentifier] {
        let notes = try context.↓fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.rank > 2 }))
        guard !notes.isEmpty else { return [] }
        return notes.map { $0.persistentModelID }
      }
      ---
      func add(_ photos: [Photo], _ context: ModelContext) throws {
        let known = try context.↓fetch(FetchDescriptor<Photo>())
        let table = Dictionary(uniqueKeysWithValues: known.map { ($0.id, $0) })
        for photo in photos {
          if table[photo.id] != nil { continue }
          context.insert(photo)
        }
      }
      ---
      func places(_ context: ModelContext) throws -> Set<String> {
        let shots = try context.↓fetch(FetchDescriptor<Shot>(sortBy: [SortDescriptor(\\.place)]))
        return Set(shots.map { $0.place })
      }
      ---
      func all(_ context: ModelContext) -> [Note.ID] {
        ((try? context.↓fetch(FetchDescriptor<Note>())) ?? []).map { note in note.id }
      }
      """,
    clean: """
      func known(_ context: ModelContext) throws -> Set<UUID> {
        var ids = FetchDescriptor<Photo>()
        ids.propertiesToFetch = [\\.id]
        return Set(try context.fetch(ids).map(\\.id))
      }
      ---
      func all(_ context: ModelContext) throws -> [PersistentIdentifier] {
        try context.fetchIdentifiers(FetchDescriptor<Note>())
      }
      ---
      func add(_ photos: [Photo], _ context: ModelContext) throws {
        let known = try context.fetch(FetchDescriptor<Photo>())
        let table = Dictionary(uniqueKeysWithValues: known.map { ($0.id, $0) })
        for photo in photos {
          if table[photo.id] == nil { context.insert(photo) }
          table[photo.id]?.title = photo.title
        }
      }
      ---
      extension Folder { var id: String { name } }
      func names(_ context: ModelContext) throws -> Set<String> {
        Set(try context.fetch(FetchDescriptor<Folder>()).map(\\.id))
      }
      ---
      func loud(_ context: ModelContext) throws -> Set<String> {
        Set(try context.fetch(FetchDescriptor<Note>()).map(\\.shout))
      }
      ---
      func titles(_ context: ModelContext) throws -> [PersistentIdentifier: String] {
        let notes = try context.fetch(FetchDescriptor<Note>())
        print(notes.map(\\.id))
        return Dictionary(uniqueKeysWithValues: notes.map { ($0.id, $0.title) })
      }
      ---
      func latest(_ context: ModelContext) throws -> [Note.ID] {
        var latest = FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank)])
        latest.fetchLimit = 5
        return try context.fetch(latest).map(\\.id)
      }
      """)

  static let managed: [RuleExample] = .texts(
    in: CoreDataText.code,
    flagged: """
      func all(_ context: NSManagedObjectContext) throws -> [NSManagedObjectID] {
        let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
        request.predicate = NSPredicate(format: "folder != nil")
        return try context.↓fetch(request).map { $0.objectID }
      }
      """,
    clean: """
      func all(_ context: NSManagedObjectContext) throws -> [NSManagedObjectID] {
        let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
        request.predicate = NSPredicate(format: "folder != nil")
        request.includesPropertyValues = false
        return try context.fetch(request).map { $0.objectID }
      }
      """)

  static func models(_ text: String) -> String {
    AccessText.models(
      """
      @Model final class Photo { var id = UUID(); var title = ""; init() {} }
      @Model final class Shot {
        var name = ""
        var place = ""
        var lens = ""
        var speed = 0
        var width = 0
        var height = 0
        var rating = 0
        var made = Date()
        init() {}
      }
      \(text)
      """)
  }
}
