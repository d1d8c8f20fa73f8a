import ModelSource
import StoreModel
import TestSupport
import Testing

@Suite("Source that no one would write by hand")
struct HostileSourceTests {
  /// Constructs that make a recursive reader recurse, many times over.
  static let nests: [(name: String, opening: String)] = [
    ("parentheses", "("), ("brackets", "["), ("braces", "{"), ("types", "struct A {"),
    ("closures", "{ a in "), ("calls", "a("), ("conditions", "#if a\n"), ("else", "if a {} else "),
    ("try", "try "), ("await", "await "), ("any", "any "), ("prefix", "- "), ("not", "!"),
    ("ternary", "a ? "), ("ternary list", "a ? [] : "), ("arrows", "A -> "),
    ("arrow lists", "(A) -> "), ("members", "a."), ("optionals", "a?."), ("generics", "A<"),
    ("interpolation", "\"\\("), ("attributes", "@A("), ("operators", "a + "), ("as", "a as "),
    ("patterns", "case .a("), ("let", "let "), ("key path", "\\A."), ("if", "if a { "),
    ("metatypes", "A.Type."), ("inout", "inout "), ("switch", "switch a { case "),
    ("functions", "func f() { "), ("array types", "[[A]: "), ("repeat", "repeat "),
    ("each", "each "), ("guard", "guard let a = "), ("macros", "#a("), ("where", "where A: "),
  ]

  /// Deeper than any limit of the parser and the scanner.
  private let nestCount = 150

  @Test("nesting of every kind ends without a crash", arguments: nests.map(\.name))
  func nesting(_ name: String) {
    let opening = Self.nests.first { $0.name == name }?.opening ?? ""
    let nest = String(repeating: opening, count: nestCount)
    for source in [
      "@Model class M { var a: Int }\n" + nest,
      "@Model class M { var a = \(nest)\nvar b: Int }",
    ] {
      expectAnswer([SourceFile(path: "a.swift", text: source)])
    }
  }

  @Test("runs too long for the parser's recursion are refused, and the file is named")
  func runs() {
    for opening in [
      "try ", "[", "if a {} else ", "a ? ", "A -> ", "\"\\(", "(", "{", "\\A(", "\\(", "@(",
      "@available(", "throws(", "/ ( ", "precedencegroup A {", ".b()", ".b { }", ".b()?", ".b(c())",
      "()",
    ] {
      let nest = String(repeating: opening, count: 100_000)
      let result = SwiftModelReader.readAll([
        SourceFile(path: "a.swift", text: "@Model class M { var a: Int }\n" + nest)
      ])
      #expect(
        result.problems.map(\.message) == [
          "the file is nested too deeply to be read safely and was not read"
        ])
    }
  }

  /// In these the parser looks ahead at each level, so the time must not grow with every level.
  @Test("what is not refused takes no time") func lookahead() {
    for opening in ["@(", "\\.a(", "\\(", "@available(", "throws(", "macro a(", "#available("] {
      for count in [8, 40] {
        let nest = String(repeating: opening, count: count)
        let files = [SourceFile(path: "a.swift", text: "@Model class M { var a: Int }\n" + nest)]
        #expect(measured { expectAnswer(files) }.seconds < 60)
      }
    }
  }

  /// The model `M` is found, or the file is named as one that was not read; and again so.
  private func expectAnswer(_ files: [SourceFile]) {
    let result = SwiftModelReader.readAll(files)
    let entities = result.histories.flatMap(\.versions).flatMap(\.entities).map(\.name)
    if entities != ["M"] {
      #expect(entities.isEmpty)
      #expect(result.problems.compactMap(\.topic) == [.unreadFile])
      #expect(result.problems.compactMap(\.location?.path) == files.map(\.path))
    }
    #expect(SwiftModelReader.readAll(files).histories == result.histories)
  }

  @Test("brackets in strings and comments do not count")
  func quotedBrackets() {
    let lines = (0..<50).map { "let a\($0) = \"[\" + #\"\"[\"# // [\n/* [ */" }
    let text = lines.joined(separator: "\n") + "\n@Model class M { var a: Int }"
    let data =
      "let json = [\"a\": [\"b\": [[1, [2]]]]]\nlet t = \"\"\"\n [[[[[[[[[[[[ \"[ \n\"\"\"\n"
    #expect(ModelText.model(data + text).entities.map(\.name) == ["M"])
  }

  @Test("bytes that are not text")
  func bytes() {
    let model = Array("@Model class M { var a: Int }\n".utf8)
    for junk in [[0], [0xFF, 0xFE], [0xEF, 0xBB, 0xBF], [0xC3], [0xED, 0xA0, 0x80]] as [[UInt8]] {
      let many = Array(repeating: junk, count: 100).flatMap { $0 }
      for bytes in [junk + model, model + many, many + model] {
        let files = [SourceFile(path: "a.swift", bytes: bytes)]
        #expect(SwiftModelReader.read(files).count <= 1)
      }
    }
    #expect(SwiftModelReader.read([SourceFile(path: "a.swift", bytes: [])]).isEmpty)
  }

  @Test("a file that is too large is named, and the others are read")
  func large() {
    let result = SwiftModelReader.readAll([
      SourceFile(path: "big.swift", bytes: Array(repeating: 0x20, count: 16 << 20 + 1)),
      SourceFile(path: "a.swift", text: "@Model class M { var a: Int }"),
    ])
    #expect(result.histories.count == 1)
    #expect(
      result.problems == [
        ModelProblem(
          "the file is larger than 16 MB and was not read", topic: .unreadFile,
          location: Location(path: "big.swift"))
      ])
  }

  @Test("aliases that double at each step end")
  func aliases() {
    let chain = (0..<60).map { "typealias A\($0) = [A\($0 + 1): A\($0 + 1)]" }
    let source = "@Model class M { var a: A0 }\n" + chain.joined(separator: "\n")
    #expect(ModelText.model(source).entities.map(\.name) == ["M"])
  }

  @Test("classes and schemas in circles end")
  func circles() {
    let model = ModelText.model(
      """
      @Model class A: B { }
      @Model class B: A { }
      """)
    #expect(model.entities.map(\.name) == ["A", "B"])
    let histories = ModelText.histories(
      """
      enum V: VersionedSchema {
        static let versionIdentifier = V.versionIdentifier
        static var models: [any PersistentModel.Type] { W.models + V.models }
      }
      enum W: VersionedSchema { static var models: [any PersistentModel.Type] { V.models } }
      protocol P: P, Q { }
      protocol Q: P { }
      enum R: Q { }
      extension V.V.V { @Model class C { } }
      """)
    #expect(histories.map(\.name) == ["versions"])
  }

  @Test("mutated sources never crash and always read the same")
  func fuzz() {
    var random = Seeded(20_260_101)
    for round in 0..<150 {
      var bytes = Array(Self.samples[round % Self.samples.count].utf8)
      for _ in 0..<(1 + random.next() % 6) { Self.mutate(&bytes, &random) }
      let files = [
        SourceFile(path: "a.swift", bytes: bytes),
        SourceFile(path: "b.swift", text: Self.samples[(round + 1) % Self.samples.count]),
      ]
      let first = SwiftModelReader.read(files)
      #expect(first == SwiftModelReader.read(files))
    }
  }

  private static func mutate(_ bytes: inout [UInt8], _ random: inout Seeded) {
    guard !bytes.isEmpty else { return }
    let position = Int(random.next() % UInt64(bytes.count))
    let length = min(bytes.count - position, 1 + Int(random.next() % 40))
    switch random.next() % 6 {
    case 0: bytes.removeSubrange(position...)
    case 1: bytes.removeSubrange(position..<(position + length))
    case 2: bytes[position] = UInt8(truncatingIfNeeded: random.next())
    case 3: bytes.insert(contentsOf: bytes[position..<(position + length)], at: 0)
    case 4:
      let other = Int(random.next() % UInt64(bytes.count))
      bytes.swapAt(position, other)
    default:
      let marks = Array("{}()[]<>\"\\@#:,.=?".utf8)
      bytes.insert(marks[Int(random.next() % UInt64(marks.count))], at: position)
    }
  }

  private static let samples = [
    """
    import SwiftData
    @Model final class Shelf {
      #Unique<Shelf>([\\.name, \\.room])
      @Attribute(.unique, originalName: "title") var name: String = ""
      var room: Room = .hall
      @Relationship(deleteRule: .cascade, inverse: \\Volume.shelf) var volumes: [Volume] = []
      var mark: Mark?
      init(name: String) { self.name = name }
    }
    @Model class Volume { var shelf: Shelf?; var pages = [Int](); var size: Measure? }
    enum Room: String, Codable { case hall, attic = "top" }
    struct Mark: Codable { var x: Int; var inner: Inner?; struct Inner: Codable { var y: [String] } }
    """,
    """
    enum V1: VersionedSchema {
      static var versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Cup.self] + More.models }
      @Model class Cup { var id = UUID(); var tea: Tea? }
      @Model class Tea { @Relationship var cups: [Cup] }
    }
    enum V2: VersionedSchema {
      static let versionIdentifier: Schema.Version = .init(2, 0, 0)
      static let models: [any PersistentModel.Type] = [Cup.self]
    }
    extension V2 { @Model class Cup { #Index<Cup>([\\.id]) var id: UUID } }
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
      static var stages: [MigrationStage] { [step] }
      static let step = MigrationStage.custom(fromVersion: V1.self, toVersion: V2.self,
        willMigrate: { context in try context.save() }, didMigrate: nil)
    }
    let container = try ModelContainer(for: Schema(versionedSchema: V2.self), migrationPlan: Plan.self)
    """,
  ]
}
