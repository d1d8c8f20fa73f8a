import Foundation
import SwiftData
import Testing

@ModelActor
actor Importer {
  func add(_ names: [String]) throws {
    for name in names { modelContext.insert(Author(name: name)) }
    try modelContext.save()
  }

  func count() throws -> Int { try modelContext.fetchCount(FetchDescriptor<Author>()) }

  func name(of identifier: PersistentIdentifier) -> String? {
    self[identifier, as: Author.self]?.name
  }
}

@Suite struct ConcurrencyTests {
  @Test func modelActor() async throws {
    let store = try TestStore()
    let container = try store.container(Author.self)
    let importer = Importer(modelContainer: container)
    try await importer.add(["a", "b"])
    #expect(try await importer.count() == 2)
    let context = ModelContext(container)
    let author = try #require(try context.fetch(FetchDescriptor<Author>()).first)
    #expect(await importer.name(of: author.persistentModelID) == author.name)
  }

  @Test func severalActorsOnOneContainer() async throws {
    let store = try TestStore()
    let container = try store.container(Author.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          let importer = Importer(modelContainer: container)
          for round in 0..<5 { try await importer.add(["\(number)-\(round)"]) }
        }
      }
      try await group.waitForAll()
    }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Author>()) == 40)
    #expect(try store.sql("SELECT count(DISTINCT Z_PK) FROM ZAUTHOR") == ["40"])
    #expect(try store.sql("SELECT count(*) FROM ATRANSACTION") == ["40"])
  }

  @Test func chunkedImportKeepsNothing() throws {
    let store = try TestStore()
    let context = ModelContext(try store.container(Author.self))
    weak var first: Book?
    for chunk in 0..<5 {
      autoreleasepool {
        let author = Author(name: "A\(chunk)")
        context.insert(author)
        for number in 0..<100 {
          let book = Book("\(chunk).\(number)", year: number, author: author)
          context.insert(book)
          if chunk == 0, number == 0 { first = book }
        }
      }
      try context.save()
    }
    #expect(first == nil)
    #expect(try store.sql("SELECT count(*) FROM ZBOOK WHERE ZAUTHOR IS NOT NULL") == ["500"])
  }
}

/// Foundation on Linux has none.
private func autoreleasepool(_ body: () -> Void) { body() }
