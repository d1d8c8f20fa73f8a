import Testing

@testable import ModelSource

/// What types say of their members, read without parsing.
@Suite("Members read off bytes")
struct MemberScanTests {
  private func scan(_ text: String) -> MemberScan { FileScan(Array(text.utf8)).members }

  private func types(_ text: String) -> [String: String] {
    Dictionary(scan(text).types.map { ($0.member, $0.type) }, uniquingKeysWith: { $0 + "|" + $1 })
  }

  @Test func readsTypesOfPropertiesAndFunctions() {
    let found = types(
      """
      final class NoteStore: ObservableObject, Keeping {
        let context: ModelContext   // the main one
        private(set) var notes: [Note] = []
        var newest: Note? { notes.last }
        let title: String = "a { b"
        let client = HTTPClient(base: "x")
        static let shared = NoteStore.make()
        func all(_ order: [SortDescriptor<Note>] = [.init(\\.a)]) async throws -> [Note] { let inner: Folder = x; return [] }
        func find<T: PersistentModel>(_ type: T.Type) -> T? where T: Sendable { nil }
        subscript(code: String) -> Note? { find(code) }
        enum Order { case up; var name: Label { .init() } }
      }
      extension Outer.Inner { var stores: any Keeping { s } }
      protocol Keeping { var kept: [Note] { get }; func keep() -> Result<Note, any Error> }
      let global: NoteStore = .shared
      """)
    #expect(
      found == [
        "NoteStore.context": "ModelContext", "NoteStore.notes": "[Note]",
        "NoteStore.newest": "Note",
        "NoteStore.client": "HTTPClient", "NoteStore.shared": "NoteStore",
        "NoteStore.all()": "[Note]",
        "NoteStore.find()": "T? where T: Sendable", "NoteStore.subscript()": "Note",
        "Order.name": "Label", "Inner.stores": "any Keeping", "Keeping.kept": "[Note]",
        "Keeping.keep()": "Result<Note, any Error>",
      ])
  }

  @Test func readsWhoAdoptsWhat() {
    let found = scan(
      """
      final class A: B, Keeping { class func make() {} }
      struct C: Keeping, Sendable {}
      extension C: Codable where D == E {}
      """)
    #expect(
      found.adopted.map { "\($0.member): \($0.type)" } == ["A: B", "A: Keeping", "C: Keeping"])
  }

  @Test func knowsWhichComputedPropertiesMayAsk() {
    let members = SourceMembers([
      scan(
        """
        struct Store {
          var plain: [Note] { notes.sorted() }
          var direct: [Note] { (try? context.fetch(all)) ?? [] }
          var through: Note? { load().first }
          var further: Note? { first(of: through(1)) }
          let stored: [Note] = { try! context.fetch(all) }()
          func load() -> [Note] { try! context.fetch(all) }
          func other() -> [Note] { [] }
        }
        """)
    ])
    #expect(members.asking == ["direct", "through", "further", "load()"])
  }

  @Test func saysNothingWhereFilesDiffer() {
    let members = SourceMembers([
      scan("class Store { var a: Note; var b: Note }"),
      scan("class Store { var a: Trip; var b: Note }"),
    ])
    #expect(members.type(of: "Store.a") == nil)
    #expect(members.type(of: "Store.b") == "Note")
  }
}
