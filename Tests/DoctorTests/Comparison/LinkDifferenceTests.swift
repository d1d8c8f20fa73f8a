import Foundation
import StoreDoctor
import StoreEngine
import StoreModel
import Testing

/// Links between the rows of stores with different ids, where keys mean nothing.
@Suite struct LinkDifferenceTests {
  private let old = try! LibraryStore()
  private let new = try! LibraryStore()
  private static let keys = [
    "Loan": ["due"], "Reader": ["name"], "Book": ["title"], "Disc": ["title"], "Media": ["title"],
    "Review": ["stars"], "Shelf": ["name"],
  ]

  /// A store with another id, in which every object has another key.
  init() throws {
    let joins = try joins("Author", "books")
    try new.run([
      "UPDATE Z_METADATA SET Z_UUID = '22222222-0000-4000-8000-000000000000'",
      "UPDATE ZAUTHOR SET Z_PK = 90 - Z_PK", "UPDATE ZREADER SET Z_PK = Z_PK + 40",
      "UPDATE ZMEDIA SET Z_PK = 70 - Z_PK, ZSHELF = ZSHELF + 5, ZREVIEW = 30 - ZREVIEW",
      "UPDATE ZSHELF SET Z_PK = Z_PK + 5",
      "UPDATE ZLOAN SET Z_PK = 99 - Z_PK, ZREADER = ZREADER + 40",
      "UPDATE ZREADER SET ZFAVORITE = 70 - ZFAVORITE",
      "UPDATE \(joins.table) SET \(joins.source) = 90 - \(joins.source), "
        + "\(joins.destination) = 70 - \(joins.destination)",
    ])
    try new.run(Self.reviews(try new.columns("ZREVIEW")))
    // The triggers of a derived count have seen each step.
    for store in [old, new] { try store.run(["UPDATE ZREADER SET ZLOANCOUNT = 6"]) }
  }

  /// The links of reviews lie in their table, or in that of books.
  private static func reviews(_ columns: [String]) -> [String] {
    ["UPDATE ZREVIEW SET Z_PK = 30 - Z_PK"]
      + (columns.contains("ZBOOK") ? ["UPDATE ZREVIEW SET ZBOOK = 70 - ZBOOK"] : [])
      + columns.filter { $0.hasSuffix("REVIEWS") && !$0.hasPrefix("Z_FOK") }.map {
        "UPDATE ZREVIEW SET \($0) = \($0) + 40"
      }
  }

  private func joins(_ entity: String, _ relationship: String) throws -> ToManyPath {
    let file = try StoreFile.open(path: new.path)
    defer { file.release() }
    guard
      case .toMany(_, let path?)? = try Store(file: file).entity(named: entity).property(
        named: relationship)?.kind
    else { throw StoreError.notToMany(relationship, entity: entity) }
    return path
  }

  private func compared(
    _ keys: [String: [String]] = LinkDifferenceTests.keys, values: Bool = false
  ) throws -> RowDifferences {
    try RowDifferences(
      from: Store(file: try StoreFile.open(path: old.path)),
      to: Store(file: try StoreFile.open(path: new.path)), in: [], keys: keys, showsValues: values)
  }

  private func entity(_ name: String, _ answer: RowDifferences) throws -> EntityRowDifferences {
    try #require(answer.entities.first { $0.entity == name })
  }

  @Test func linksToTheSameObjectsAreTheSameWhateverTheirKeys() throws {
    let answer = try compared()
    #expect(answer.isSame, "\(answer)")
    #expect(answer.entities.reduce(0) { $0 + $1.same } == 17)
  }

  @Test func anotherObjectIsAnotherLink() throws {
    try new.run([
      "INSERT INTO ZREADER (Z_PK, Z_ENT, Z_OPT, ZNAME) SELECT 50, Z_ENT, 1, 'Sue' FROM ZREADER LIMIT 1",
      "UPDATE ZLOAN SET ZREADER = 50 WHERE Z_PK = 98",
      "UPDATE ZLOAN SET ZREADER = NULL WHERE Z_PK = 97",
    ])
    let loan = try entity("Loan", try compared(values: true))
    #expect(loan.changed == 2 && loan.properties == ["reader": 2])
    #expect(Set(loan.samples.flatMap(\.properties)) == ["reader: Rae → Sue", "reader: Rae → NULL"])
    #expect(try entity("Loan", try compared()).samples.allSatisfy { $0.properties == ["reader"] })
  }

  @Test func anObjectWithoutAValueIsNotNoObject() throws {
    try old.run(["UPDATE ZREADER SET ZNAME = NULL"])
    try new.run([
      "UPDATE ZREADER SET ZNAME = NULL", "UPDATE ZLOAN SET ZREADER = NULL WHERE Z_PK = 98",
    ])
    #expect(try entity("Loan", try compared()).properties == ["reader": 1])
  }

  @Test func linksOfTablesAreMatchedAtBothEnds() throws {
    let path = try joins("Author", "books")
    try new.run([
      "DELETE FROM \(path.table) WHERE \(path.source) = 88",
      "INSERT INTO \(path.table) (\(path.source), \(path.destination)) VALUES (86, 68)",
    ])
    let links = try compared().entities.flatMap(\.links)
    #expect(Set(links.map(\.relationship)) == ["books", "authors"])
    #expect(links.allSatisfy { $0.onlyOld == 1 && $0.onlyNew == 1 && $0.moved == 0 })
  }

  @Test func theOrderIsComparedNotItsNumbers() throws {
    let order = try #require(try joins("Shelf", "media").order)
    try new.run(["UPDATE ZMEDIA SET \(order) = \(order) * 3 + 1"])
    #expect(try compared().isSame)
    try new.run(["UPDATE ZMEDIA SET \(order) = -\(order)"])
    let shelf = try entity("Shelf", try compared())
    #expect(shelf.links.map(\.relationship) == ["media"])
    #expect(shelf.links.allSatisfy { $0.moved == 2 && $0.onlyOld == 0 && $0.onlyNew == 0 })
  }

  @Test func whatNothingTellsApartIsSaid() throws {
    var keys = Self.keys
    keys["Reader"] = nil
    let answer = try compared(keys)
    #expect(!answer.isSame)
    #expect(
      answer.notCompared.contains { $0.hasPrefix("'Loan.reader'") && $0.contains("--key Reader.") })
    #expect(answer.notCompared.contains { $0.hasPrefix("'Reader'") })
  }

  @Test func aRelationshipIsNoKey() throws {
    #expect(throws: StoreError.self) { try compared(["Loan": ["reader"]]) }
  }
}

extension LibraryStore {
  fileprivate func columns(_ table: String) throws -> [String] {
    let connection = try Connection(path: path, mode: .readOnly)
    return try connection.rows("PRAGMA table_info(\(table))").compactMap { $0[1].text }
  }
}
