import Foundation
import StoreDoctor
import StoreEngine
import StoreModel
import Testing

@Suite struct RowDifferenceTests {
  /// Two libraries that are equal until one is changed.
  private struct Pair {
    let old = try! LibraryStore()
    let new = try! LibraryStore()

    func changed(_ statements: String...) throws -> Pair {
      try new.run(statements)
      return self
    }

    func compared(_ keys: [String: [String]] = [:], values: Bool = false) throws -> RowDifferences {
      func store(_ library: LibraryStore) throws -> Store {
        try Store(file: try StoreFile.open(path: library.path))
      }
      return try RowDifferences(
        from: store(old), to: store(new), keys: keys, showsValues: values)
    }

    func entity(_ name: String) throws -> EntityRowDifferences {
      try #require(try compared().entities.first { $0.entity == name })
    }
  }

  @Test func equalStoresAreEqual() throws {
    let answer = try Pair().compared()
    #expect(answer.isSame && answer.verdict == .done)
    #expect(answer.entities.reduce(0) { $0 + $1.same } == 17)
  }

  @Test func rowsComeGoAndChange() throws {
    let author = try Pair().changed(
      "DELETE FROM ZAUTHOR WHERE Z_PK = 2",
      "INSERT INTO ZAUTHOR (Z_PK, Z_ENT, Z_OPT, ZNAME) SELECT 9, Z_ENT, 1, 'Zoe' FROM ZAUTHOR LIMIT 1",
      "UPDATE ZAUTHOR SET ZUID = NULL WHERE Z_PK = 3"
    ).entity("Author")
    #expect(author.onlyOld == 1 && author.onlyNew == 1 && author.changed == 1 && author.same == 2)
    #expect(author.properties == ["uid": 1] && author.match == "Z_PK")
    #expect(Set(author.samples.map(\.kind)) == ["onlyOld", "onlyNew", "changed"])
    #expect(author.samples.map(\.properties) == [[], ["uid"], []])
  }

  @Test func rowsOfSubentitiesCountOnce() throws {
    let pair = try Pair().changed("UPDATE ZMEDIA SET ZRATING = 5")
    #expect(try pair.entity("Book").changed == 2)
    #expect(try pair.entity("Disc").changed == 1)
    #expect(try !pair.compared().entities.contains { $0.entity == "Media" })
  }

  @Test func versionCountersAndStorageClassesDoNotCount() throws {
    let answer = try Pair().changed(
      "UPDATE ZMEDIA SET Z_OPT = 77", "UPDATE ZLOAN SET ZDUE = 700000000 WHERE Z_PK = 1"
    ).compared()
    #expect(answer.isSame)
  }

  @Test func dataIsComparedWhereverItLies() throws {
    // The same 20 bytes, once in the row and once in a file; then a file with another byte.
    let pair = Pair()
    let folder = pair.new.folder.appending(path: ".library_SUPPORT/_EXTERNAL_DATA")
    let name = "01234567-89AB-4CDE-8F01-23456789ABCD"
    try Data(repeating: 7, count: 20).write(to: folder.appending(path: name))
    let reference = "CAST(x'02' || '\(name)' || x'00' AS BLOB)"
    try pair.new.run(["UPDATE ZMEDIA SET ZCOVER = \(reference) WHERE Z_PK = 1"])
    #expect(try pair.compared().isSame)
    try Data(repeating: 8, count: 20).write(to: folder.appending(path: name))
    #expect(try pair.entity("Book").properties == ["cover": 1])
  }

  @Test func linksAreCompared() throws {
    let pair = Pair()
    let file = try StoreFile.open(path: pair.new.path)
    let store = try Store(file: file)
    guard
      case .toMany(_, let path?)? = try store.entity(named: "Author").property(named: "books")?.kind
    else { throw StoreError.notToMany("books", entity: "Author") }
    file.release()
    try pair.new.run([
      "DELETE FROM \(path.table) WHERE \(path.source) = 2",
      "INSERT INTO \(path.table) (\(path.source), \(path.destination)) VALUES (4, 2)",
    ])
    let links = try pair.compared().entities.flatMap(\.links)
    #expect(!links.isEmpty)
    #expect(links.allSatisfy { $0.onlyOld == 1 && $0.onlyNew == 1 && $0.moved == 0 })
  }

  @Test func otherStoresAreMatchedByWhatIsUnique() throws {
    let pair = try Pair().changed(
      "UPDATE Z_METADATA SET Z_UUID = '22222222-0000-4000-8000-000000000000'",
      "UPDATE ZAUTHOR SET Z_PK = Z_PK + 100", "UPDATE ZAUTHOR SET ZUID = NULL WHERE ZNAME = 'Cleo'",
      "UPDATE ZLOAN SET Z_PK = Z_PK + 50")
    let answer = try pair.compared()
    let author = try #require(answer.entities.first { $0.entity == "Author" })
    #expect(author.match == "name" && author.same == 3 && author.changed == 1)
    #expect(answer.notCompared.contains { $0.hasPrefix("'Loan'") && $0.contains("--key Loan.") })
    #expect(!answer.entities.contains { $0.entity == "Loan" })
    let keyed = try pair.compared(["Loan": ["due"]])
    let loan = try #require(keyed.entities.first { $0.entity == "Loan" })
    #expect(loan.same == 6 && loan.match == "due")
    // Keys of other objects mean nothing across stores, and that is said.
    #expect(keyed.notCompared.contains { $0.contains("'Loan.reader'") } && !keyed.isSame)
    #expect(throws: StoreError.self) { try pair.compared(["Loan": ["nothing"]]) }
    #expect(throws: StoreError.self) { try pair.compared(["Nobody": ["due"]]) }
  }

  @Test func rowsThatCannotBeToldApartAreSaid() throws {
    let pair = try Pair().changed(
      "UPDATE Z_METADATA SET Z_UUID = '22222222-0000-4000-8000-000000000000'",
      "UPDATE ZLOAN SET ZDUE = 1")
    let answer = try pair.compared(["Loan": ["due"]])
    #expect(answer.notCompared.contains { $0.contains("which is which is a guess") })
  }

  @Test func valuesAreShownOnlyWhenAskedFor() throws {
    let pair = try Pair().changed("UPDATE ZAUTHOR SET ZNAME = 'Anna' WHERE Z_PK = 1")
    let hidden = try pair.entity("Author").samples.flatMap(\.properties)
    let shown = try pair.compared(values: true).entities.flatMap(\.samples).flatMap(\.properties)
    #expect(hidden == ["name"] && shown == ["name: Ann → Anna"])
  }
}
