extension FixedSource {
  /// Code that works with the models.
  static let code: [(String, String)] = [
    (
      "constant-descriptor",
      """
      func load#(_ context: ModelContext, _ page: Int) throws -> [Note#] {
        let first: FetchDescriptor<Note#> = FetchDescriptor(sortBy: [SortDescriptor(\\.title)])
        first.fetchOffset = page * 20
        first.fetchLimit = 20
        let more = FetchDescriptor<Note#>()
        if page > 1 { more.relationshipKeyPathsForPrefetching = [\\.folder] }
        return try context.fetch(first) + context.fetch(more)
      }
      """
    ),
    (
      "fetch-without-limit",
      """
      @MainActor final class Finder# {
        let context: ModelContext
        init(_ context: ModelContext) { self.context = context }

        func newest(_ name: String) throws -> Note#? {
          let wanted = FetchDescriptor<Note#>(predicate: #Predicate { $0.title == name })  // one
          return try context.fetch(wanted).first
        }
        func inferred() throws -> Note#? {
          print("looks")
          let note: Note#? = try context.fetch(FetchDescriptor(sortBy: [SortDescriptor(\\.title)])).first
          return note
        }
        func branches(_ name: String?) throws -> String {
          print("looks")
          if let note = try context.fetch(FetchDescriptor<Note#>()).first {
            return note.title
          } else if let name,
            let folder = try context.fetch(
              FetchDescriptor<Folder#>(predicate: #Predicate { $0.name == name })
            ).first
          {
            return folder.name
          }
          switch name {
          case .some:
            print("named")
            return try context.fetch(FetchDescriptor<Note#>(sortBy: [.init(\\.rank)])).first?.title ?? ""
          case .none:
            let all = FetchDescriptor<Note#>()
            guard let note = (try? context.fetch(all))?.first else { return "" }
            return note.title
          }
        }
        func generic<T: PersistentModel>(_ type: T.Type) throws -> T? {
          print(type)
          return try context.fetch(FetchDescriptor<T>()).first
        }
        func later() {
          Task {
            print("later")
            let note = try context.fetch(FetchDescriptor<Note#>(sortBy: [SortDescriptor(\\.rank)])).first
            print(note?.title ?? "")
          }
        }
        var oldest: Note#? {
          get throws {
            let descriptor: FetchDescriptor<Note#> = FetchDescriptor(sortBy: [SortDescriptor(\\.rank)])
            return try context.fetch(descriptor).first
          }
        }
      }
      """
    ),
    (
      "predicate-comparing-emptiness",
      """
      func filled#(_ context: ModelContext) throws -> [Folder#] {
        let some = #Predicate<Folder#> { $0.notes.isEmpty == false }
        let none = #Predicate<Folder#> { folder in
          folder.name != "" && folder.notes.isEmpty == true || folder.notes.isEmpty != true
        }
        return try context.fetch(FetchDescriptor(predicate: some))
          + context.fetch(FetchDescriptor<Folder#>(predicate: none))
      }
      """
    ),
    (
      "whole-rows-for-count",
      """
      struct Counter# {
        let context: ModelContext
        func plain() throws -> Int { try context.fetch(FetchDescriptor<Note#>()).count }
        func optional() -> Int { (try? context.fetch(FetchDescriptor<Note#>()))?.count ?? 0 }
        func inferred() throws -> String {
          "\\(try context.fetch(FetchDescriptor(predicate: #Predicate<Note#> { $0.rank > 1 })).count)"
        }
        func kept() throws -> String {
          let notes = try context.fetch(FetchDescriptor<Note#>())
          if notes.count > 3 { return notes.count.formatted() }
          return "\\(notes.count) of \\([1, 2].map { $0 + notes.count })"
        }
        func cast() throws -> Int {
          let notes = try context.fetch(FetchDescriptor<Note#>()) as [Note#]
          return notes.count
        }
        func shadowed() throws -> Int {
          let notes = try context.fetch(FetchDescriptor<Note#>())
          let lists = [[1], [2, 3]]
          return lists.map { notes in notes.count }.reduce(notes.count, +)
        }
        func again() throws -> Int {
          let notes = try context.fetch(FetchDescriptor<Note#>())
          for notes in [["a"], ["b"]] where notes.count > 1 { return notes.count }
          return notes.count
        }
        func later() throws -> Int {
          let notes = (try? context.fetch(FetchDescriptor<Note#>(sortBy: [SortDescriptor(\\.rank)]))) ?? []
          return notes.count
        }
        func forced() -> Int {
          let notes = try? context.fetch(FetchDescriptor<Note#>())
          return notes!.count + (notes?.count ?? 0)
        }
      }
      """
    ),
    (
      "unused-suppression",
      """
      // storedoctor:ignore[missing-inverse] there is one
      func nothing#() {}
      """
    ),
  ]
}
