extension DistantCase {
  /// Functions that are handed over by their names, initializers, and members of protocols.
  static let references: [DistantCase] = [
    .init(
      "save-in-loop", "a method of a protocol's only type, handed to forEach",
      """
      protocol Diary { func enter(_ title: String) throws }
      struct PaperDiary: Diary {
        let context: ModelContext
        func enter(_ title: String) throws {
          context.insert(Note())
          try context.save()
        }
      }
      // file: Import.swift
      struct Import {
        let diary: any Diary
        func run(_ titles: [String]) throws { try titles.forEach(diary.↓enter) }
      }
      """),
    .init(
      "fetch-in-loop", "a method with its labels, handed to map",
      """
      final class Desk {
        let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func note(titled title: String) -> Note? {
          try? context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.title == title })).first
        }
        func notes(_ titles: [String]) -> [Note] { titles.compactMap(↓note(titled:)) }
      }
      """),
    .init(
      "fetch-in-loop", "a convenience initializer that looks for what it belongs to",
      """
      extension Note {
        convenience init(title: String, in context: ModelContext, folder code: String) throws {
          self.init()
          let wanted = FetchDescriptor<Folder>(predicate: #Predicate { $0.code == code })
          folder = try context.fetch(wanted).first
        }
      }
      // file: Rows.swift
      struct Row { var title: String; var code: String }
      func load(_ rows: [Row], _ context: ModelContext) throws {
        for row in rows {
          context.insert(try ↓Note(title: row.title, in: context, folder: row.code))
        }
      }
      """),
    .init(
      "n-plus-one", "an initializer that is handed to map reads a list",
      """
      struct Card {
        let title: String
        let count: Int
        init(_ folder: Folder) { (title, count) = (folder.name, folder.notes.count) }
      }
      func cards(_ context: ModelContext) throws -> [Card] {
        try context.fetch(FetchDescriptor<Folder>()).map(↓Card.init)
      }
      """),
    .init(
      "n-plus-one", "a property that a protocol gives to all that adopt it",
      """
      protocol Listed { var columns: [String] { get } }
      extension Listed { var row: String { columns.joined(separator: ",") } }
      extension Folder: Listed { var columns: [String] { [name, "\\(notes.count)"] } }
      struct Table {
        let context: ModelContext
        func text() throws -> String {
          let folders = try context.↓fetch(FetchDescriptor<Folder>())
          return rows(folders).joined()
        }
        private func rows<Item: Listed>(_ items: [Item]) -> [String] { items.map(\\.row) }
      }
      """),
    .init(
      "n-plus-one", "a closure that a function calls with each object",
      """
      struct Notes {
        let context: ModelContext
        func each(_ work: (Folder) throws -> Void) throws {
          for folder in try context.fetch(FetchDescriptor<Folder>()) { try ↓work(folder) }
        }
      }
      func total(_ notes: Notes) throws -> Int {
        var sum = 0
        try notes.each { sum += $0.notes.count }
        return sum
      }
      """),
    .init(
      "n-plus-one", "another name for the object, and a pair of lists",
      """
      func print(_ context: ModelContext) throws {
        let folders = try context.fetch(FetchDescriptor<Folder>())
        for (place, folder) in zip(1..., folders) {
          let one = folder
          Swift.print(place, one.↓notes.count)
        }
      }
      """),
    .init(
      "deleted-after-import", "makes and inserts by name, and empties the table in a function",
      """
      struct Feed {
        let context: ModelContext
        func reload(_ rows: [Int]) throws {
          rows.map { _ in Stop() }.forEach(context.insert)
          try context.save()
          ↓try forget()
        }
        private func forget() throws { try context.delete(model: Stop.self) }
      }
      """),
    .init(
      "property-outside-fetch", "a function of the file, handed to map",
      """
      struct Labels {
        let context: ModelContext
        func all() throws -> [String] {
          var wanted = FetchDescriptor<Note>()
          wanted.propertiesToFetch = [\\.title]
          return try context.fetch(wanted).map(↓label)
        }
        private func label(_ note: Note) -> String { "\\(note.title) \\(note.rank)" }
      }
      """),
  ]
}
