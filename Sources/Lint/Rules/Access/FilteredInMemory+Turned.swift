internal import Diagnostics

/// Searches behind a `map`, by functions that compare, and with values for objects that have none.
extension FilteredInMemory {
  static let turned: [RuleExample] = .texts(
    in: AccessText.models,
    flagged: """
      struct NoteInfo {
        let title: String
        let rank: Int
        init(_ note: Note) { (title, rank) = (note.title, note.rank) }
      }
      func high(_ least: Int, _ context: ModelContext) throws -> [NoteInfo] {
        try context.↓fetch(FetchDescriptor<Note>()).map { NoteInfo($0) }.filter { $0.rank > least }
      }
      func named(_ title: String, _ context: ModelContext) throws -> NoteInfo? {
        let infos = try context.↓fetch(FetchDescriptor<Note>()).map(NoteInfo.init)
        return infos.first { $0.title == title }
      }
      ---
      @Model final class Leaf { var title = ""; var isKept = false; var isRead = false; init() {} }
      func export(_ context: ModelContext) throws -> ([String], [String]) {
        let leaves = try context.↓fetch(FetchDescriptor<Leaf>())
        return (leaves.filter { $0.isKept }.map(\\.title), leaves.filter { $0.isRead }.map(\\.title))
      }
      ---
      struct Range {
        let least: Int?
        func contains(rank: Int, title: String) -> Bool {
          if let least, rank < least { return false }
          return title != ""
        }
      }
      func fitting(_ range: Range, _ context: ModelContext) throws -> [Note] {
        try context.↓fetch(FetchDescriptor<Note>()).filter {
          range.contains(rank: $0.rank, title: $0.title)
        }
      }
      ---
      @Model final class Walk { var id = UUID(); var begin: Date?; init() {} }
      struct WalkForm: View {
        let walk: Walk?
        @State private var day = Date.now
        ↓@Query private var walks: [Walk]
        private var isTaken: Bool {
          walks.contains { other in
            other.id != walk?.id && Calendar.current.isDate(other.begin ?? Date(), inSameDayAs: day)
          }
        }
        var body: some View { Text(isTaken ? "Taken" : "Free") }
      }
      struct DayView: View {
        @State private var day = Date.now
        ↓@Query private var walks: [Walk]
        var body: some View {
          let end = day.addingTimeInterval(60)
          Text("\\(walks.filter { ($0.begin ?? .distantPast) >= day && ($0.begin ?? .distantFuture) < end })")
        }
      }
      """,
    clean: """
      @Model final class Leaf { var title = ""; var isKept = false; var kind = 0; init() {} }
      func parts(_ context: ModelContext) throws -> ([Leaf], [Leaf]) {
        let leaves = try context.fetch(FetchDescriptor<Leaf>())
        return (leaves.filter { $0.isKept }, leaves.filter { !$0.isKept })
      }
      func kinds(_ context: ModelContext) throws -> ([Leaf], [Leaf]) {
        let leaves = try context.fetch(FetchDescriptor<Leaf>())
        return (leaves.filter { $0.kind == 1 }, leaves.filter { $0.kind == 2 })
      }
      ---
      func names(_ name: String, _ context: ModelContext) throws -> [Folder] {
        try context.fetch(FetchDescriptor<Note>()).compactMap(\\.folder).filter { $0.name == name }
      }
      ---
      struct Range {
        func contains(rank: Int, title: String) -> Bool { title.count > rank }
        func fits(rank: Int, title: String) -> Bool { check(title) }
        func check(_ title: String) -> Bool { title != "" }
      }
      func fitting(_ range: Range, _ context: ModelContext) throws -> [Note] {
        try context.fetch(FetchDescriptor<Note>()).filter { range.fits(rank: $0.rank, title: $0.title) }
      }
      ---
      @Model final class BookCategory { var name = ""; init() {} }
      func named(_ name: String, _ context: ModelContext) throws -> BookCategory? {
        try context.fetch(FetchDescriptor<BookCategory>()).first { $0.name == name }
      }
      """)
}
