internal import Diagnostics

extension CoreDataText {
  /// The order of relationships, which are sets.
  static let orders: [RuleExample] = .texts(
    in: code,
    flagged: """
      func cover(of folder: CDFolder) -> String? {
        (folder.notes?.allObjects as? [CDNote])?.↓first?.title
      }
      ---
      extension CDFolder {
        private var all: [CDNote] { notes?.allObjects as? [CDNote] ?? [] }
        var cover: String? { all.↓first?.title }
      }
      ---
      func last(of folder: CDFolder) -> CDNote { Array(folder.notes as! Set<CDNote>)↓[0] }
      ---
      func next(of folder: CDFolder) -> CDNote? {
        guard var rest = folder.notes as? Set<CDNote>, !rest.isEmpty else { return nil }
        return rest.↓removeFirst()
      }
      """,
    clean: """
      extension CDFolder {
        private var all: [CDNote] {
          let notes = notes?.allObjects as? [CDNote] ?? []
          return notes.sorted { ($0.title ?? "") < ($1.title ?? "") }
        }
        var cover: String? { all.first?.title }
      }
      ---
      func find(_ title: String, in folder: CDFolder) -> CDNote? {
        (folder.notes?.allObjects as? [CDNote])?.first { $0.title == title }
      }
      ---
      func rename(_ title: String, to other: String, in folder: CDFolder) {
        let notes = folder.notes?.allObjects as? [CDNote] ?? []
        if let index = notes.firstIndex(where: { $0.title == title }) { notes[index].title = other }
        guard let row = notes.lastIndex(where: { $0.title == other }) else { return }
        notes[row].title = title
      }
      ---
      func cover(of views: NSHashTable<CDNote>) -> String? { views.allObjects.first?.title }
      ---
      func empty(_ folder: CDFolder, _ context: NSManagedObjectContext) {
        guard var rest = folder.notes as? Set<CDNote> else { return }
        for note in rest {
          context.delete(note)
          rest.removeFirst()
        }
      }
      """)

  /// Fetches of a few properties.
  static let shortFetches: [RuleExample] = .texts(
    in: code,
    flagged: """
      func show(_ context: NSManagedObjectContext) throws {
        let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
        request.propertiesToFetch = ["title"]
        for note in try context.fetch(request) { print(note.title ?? "", note.↓createdAt as Any) }
      }
      ---
      struct Index {
        let context: NSManagedObjectContext
        private func request() -> NSFetchRequest<CDNote> {
          let request = NSFetchRequest<CDNote>(entityName: "Note")
          request.propertiesToFetch = [#keyPath(CDNote.createdAt)]
          return request
        }
        func rows() throws -> [String] { try context.fetch(request()).map(row) }
        private func row(for note: CDNote) -> String { note.↓title ?? "" }
      }
      """,
    clean: """
      func show(_ context: NSManagedObjectContext) throws {
        let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
        request.propertiesToFetch = ["title"]
        for note in try context.fetch(request) { print(note.title ?? "", note.objectID) }
      }
      ---
      func show(_ context: NSManagedObjectContext) throws {
        let request = NSFetchRequest<NSDictionary>(entityName: "Note")
        request.propertiesToFetch = ["title"]
        request.resultType = .dictionaryResultType
        for note in try context.fetch(request) { print(note, note.createdAt) }
      }
      """)
}
