import Foundation
import ModelSource
import StoreModel
import Testing

@testable import StoreEngine

/// Generated data has what a plan's code can stumble over.
@Suite struct GeneratedDataTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "generated-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func model(_ text: String) throws -> DataModel {
    let file = SourceFile(path: "Models.swift", bytes: Array(text.utf8))
    return try #require(SwiftModelReader.read([file], samples: true).first?.versions.first)
      .settled()
  }

  private func generate(
    _ model: DataModel, rows: Int, later: [DataModel] = []
  ) throws -> Connection {
    let path = folder.appending(path: "\(UUID().uuidString).store").path
    let writer = try StoreWriter(path: path, model: model)
    var generator = RowGenerator()
    generator.repeatWhatBecomesUnique(from: model, in: later)
    _ = try generator.fill(writer, rows: rows)
    try writer.finish()
    return try Connection(path: path, mode: .readOnly)
  }

  private func count(_ sql: String, _ connection: Connection) throws -> Int64 {
    try connection.value(sql)?.integer ?? -1
  }

  private static let persons = """
    import SwiftData
    struct Address: Codable { var street: String; var zip: Int; var note: String? }
    struct Step: Codable { var name: String; var minutes: Double; var by: Date?; var kind: Kind }
    enum Kind: String, Codable { case hot, cold = "c" }
    @Model final class Person {
      var name: String = ""
      var home: Address?
      var steps: [Step] = []
      var scores: [Int] = []
      var tags: [String: Int] = [:]
      var parent: Person?
      @Relationship(inverse: \\Person.parent) var children: [Person] = []
      init() {}
    }
    """

  /// The column of an enum is optional in any case.
  @Test func aRequiredEnumInARequiredStructHasAValue() throws {
    let text = """
      import SwiftData
      enum Size: String, Codable { case small, large }
      struct Place: Codable { var size: Size; var other: Size?; var number: Int }
      @Model final class Trip { var place: Place; init(place: Place) { self.place = place } }
      """
    let store = try generate(try model(text), rows: 200)
    #expect(try count("SELECT count(*) FROM ZTRIP WHERE ZSIZE IS NULL", store) == 0)
    #expect(try count("SELECT count(*) FROM ZTRIP WHERE ZOTHER IS NULL", store) > 5)
  }

  @Test func anOptionalStructIsThereAsAWholeOrNotAtAll() throws {
    let store = try generate(try model(Self.persons), rows: 200)
    #expect(try count("SELECT count(*) FROM ZPERSON WHERE ZSTREET IS NULL", store) > 10)
    #expect(try count("SELECT count(*) FROM ZPERSON WHERE ZSTREET IS NOT NULL", store) > 100)
    #expect(
      try count(
        "SELECT count(*) FROM ZPERSON WHERE (ZSTREET IS NULL) <> (ZZIP IS NULL)", store) == 0)
    // An optional field of a struct that is there may have no value.
    let noted = "SELECT count(*) FROM ZPERSON WHERE ZSTREET IS NOT NULL AND ZNOTE IS NULL"
    #expect(try count(noted, store) > 0)
    #expect(
      try count("SELECT count(*) FROM ZPERSON WHERE ZSTREET IS NULL AND ZNOTE IS NOT NULL", store)
        == 0)
  }

  @Test func collectionsHaveElementsThatTheAppCanRead() throws {
    struct Step: Codable {
      enum Kind: String, Codable {
        case hot
        case cold = "c"
      }
      var name: String
      var minutes: Double
      var by: Date?
      var kind: Kind
    }
    let store = try generate(try model(Self.persons), rows: 30)
    var sizes: Set<Int> = []
    for row in try store.rows("SELECT ZSTEPS FROM ZPERSON") {
      let data = Data(try #require(row.first?.blob))
      sizes.insert(try JSONDecoder().decode([Step].self, from: data).count)
    }
    #expect(sizes == [0, 1, 2])
    var numbers: Set<Int> = []
    for row in try store.rows("SELECT ZSCORES FROM ZPERSON") {
      let bytes = try #require(row.first?.blob)
      let values = try #require(ValueArchive.values(in: bytes))
      numbers.insert(values.count)
    }
    #expect(numbers == [0, 1, 2])
    let tags = try #require(try store.rows("SELECT ZTAGS FROM ZPERSON").first?.first?.blob)
    #expect(try JSONDecoder().decode([String: Int].self, from: Data(tags)).count == 2)
  }

  @Test func linksWithinAnEntityAreATree() throws {
    let store = try generate(try model(Self.persons), rows: 100)
    #expect(try count("SELECT count(*) FROM ZPERSON WHERE ZPARENT >= Z_PK", store) == 0)
    #expect(try count("SELECT count(*) FROM ZPERSON WHERE ZPARENT IS NULL", store) > 1)
    let children = "SELECT count(*) AS n FROM ZPERSON WHERE ZPARENT IS NOT NULL GROUP BY ZPARENT"
    #expect(try count("SELECT max(n) FROM (\(children))", store) > 2)
    #expect(try count("SELECT min(n) FROM (\(children))", store) == 1)
  }

  @Test func manyToManyHasEveryCardinality() throws {
    let text = """
      import SwiftData
      @Model final class Note {
        var title: String = ""
        @Relationship(inverse: \\Tag.notes) var tags: [Tag] = []
        init() {}
      }
      @Model final class Tag { var name: String = ""; var notes: [Note] = []; init() {} }
      """
    let store = try generate(try model(text), rows: 40)
    let join = try #require(
      try store.rows(
        "SELECT name FROM sqlite_master WHERE name LIKE 'Z\\_%' ESCAPE '\\' "
          + "AND type = 'table' AND sql LIKE '%Z_1%Z_2%'"
      ).first?.first?.text)
    let column = try #require(
      try store.rows("SELECT name FROM pragma_table_info('\(join)')").first?.first?.text)
    let counts = Set(
      try store.rows("SELECT count(*) FROM \(join) GROUP BY \(column)").compactMap {
        $0.first?.integer
      })
    #expect(counts.contains(1) && counts.contains(20), "\(counts)")
    #expect(try count("SELECT count(DISTINCT \(column)) FROM \(join)", store) < 20)
  }

  @Test func whatBecomesUniqueHasDuplicates() throws {
    func note(_ attribute: String) throws -> DataModel {
      try model(
        "import SwiftData\n@Model final class Note { \(attribute) var code: String = \"\"; "
          + "init() {} }")
    }
    let (old, new) = (try note(""), try note("@Attribute(.unique)"))
    let equal = "SELECT count(*) - count(DISTINCT ZCODE) FROM ZNOTE"
    for rows in [2, 12, 1000] {
      #expect(try count(equal, try generate(old, rows: rows, later: [new])) > 0, "\(rows)")
      #expect(try count(equal, try generate(new, rows: rows)) == 0, "\(rows)")
    }
  }

  @Test func indexesOfOneNameAreMadeOnce() throws {
    var model = try model(
      "import SwiftData\n@Model final class Note { var code: String = \"\"; init() {} }")
    let element = FetchIndex.Element(property: "code")
    model.entities[0].fetchIndexes = [
      FetchIndex(name: "byCode", elements: [element]),
      FetchIndex(name: "bycode", elements: [element]),
    ]
    let store = try generate(model, rows: 5)
    #expect(
      try count("SELECT count(*) FROM sqlite_master WHERE name LIKE 'Z_Note_byCode'", store) == 1)
  }

  @Test func requiredPartnersAreThere() throws {
    let text = """
      import SwiftData
      @Model final class Owner {
        var card: Card
        init(card: Card) { self.card = card }
      }
      @Model final class Card {
        @Relationship(inverse: \\Owner.card) var owner: Owner?
        init() {}
      }
      @Model final class Box { var size: Int = 0; init() {} }
      """
    let model = try model(text)
    for rows in 2...14 {
      let store = try generate(model, rows: rows)
      #expect(try count("SELECT count(*) FROM ZOWNER WHERE ZCARD IS NULL", store) == 0, "\(rows)")
    }
  }
}
