import ModelSource
import StoreModel
import Testing

/// Where source fetches, in every spelling.
@Suite struct FetchSiteTests {
  private static func sites(_ text: String) -> [String] {
    FetchSiteReader.read([SourceFile(path: "A.swift", text: text)]).map { site in
      "\(site.form.rawValue) \(site.entity) \(site.properties) "
        + "\(site.location.line ?? 0):\(site.location.column ?? 0)"
    }
  }

  @Test(arguments: [
    ("let d = FetchDescriptor<Note>()", "FetchDescriptor Note [] 1:9"),
    (
      "f(FetchDescriptor<V1.Note>(sortBy: [SortDescriptor(\\.created, order: .reverse)]))",
      "FetchDescriptor Note [\"created\"] 1:3"
    ),
    (
      "var d: FetchDescriptor<Note> = FetchDescriptor(sortBy: [SortDescriptor(\\Note.title)])",
      "FetchDescriptor Note [\"title\"] 1:8"
    ),
    (
      "let d = FetchDescriptor(predicate: #Predicate<Note> { $0.title == name })",
      "FetchDescriptor Note [] 1:9"
    ),
    (
      "@Query(sort: \\Note.created, order: .reverse) private var notes: [Note]",
      "@Query Note [\"created\"] 1:1"
    ),
    ("@Query var notes: [Note]", "@Query Note [] 1:1"),
    (
      "@FetchRequest(sortDescriptors: []) var notes: FetchedResults<Note>",
      "@FetchRequest Note [] 1:1"
    ),
    ("let r = NSFetchRequest<Note>(entityName: \"Note\")", "NSFetchRequest Note [] 1:9"),
    (
      "let r = NSFetchRequest<NSManagedObject>(entityName: \"Note\")",
      "NSFetchRequest Note [] 1:9"
    ),
    (
      "let r: NSFetchRequest<Note> = Note.fetchRequest()", "NSFetchRequest Note [] 1:8"
    ),
  ])
  func found(_ text: String, _ expected: String) {
    #expect(Self.sites(text).first == expected)
  }

  @Test(
    "What fetches nothing",
    arguments: [
      "func f(_ d: FetchDescriptor<Note>) {}", "// FetchDescriptor<Note>()",
      "let s = \"FetchDescriptor<Note>()\"", "import SwiftData", "@Query", "@Query(",
      "FetchDescriptor<", "FetchDescriptor(", "@Query var notes: ", "note.fetchRequest()",
    ])
  func notFound(_ text: String) { #expect(Self.sites(text) == []) }

  @Test func damagedSourceIsRead() {
    let text =
      "let d = FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.title)])\n@Query(sort: \\A.b) var x: [A]"
    let bytes = Array(text.utf8)
    for end in bytes.indices {
      for part in [bytes[..<end], bytes[end...]] {
        let files = [SourceFile(path: "A.swift", bytes: Array(part))]
        let found = FetchSiteReader.read(files)
        let lines = 1 + part.count { $0 == 0x0A }
        #expect(found.count <= 2)
        #expect(
          found.allSatisfy { !$0.entity.isEmpty && $0.location.line.map { $0 <= lines } ?? true })
        #expect(found == FetchSiteReader.read(files))
      }
    }
  }
}
