import Foundation
import StoreEngine
import StoreModel
import Testing

@testable import SwiftData

/// A store saved by the module is a store as the engine writes and reads it.
@Suite struct StoreFormatTests {
  static let schemas: [(String, [any PersistentModel.Type])] = [
    ("Everything", [Everything.self]), ("Maybe", [Maybe.self]), ("Author", [Author.self]),
    ("Shelf", [Shelf.self]), ("Person", [Person.self]),
    ("Vehicle", [Vehicle.self, Car.self, RaceCar.self, Boat.self, Owner.self]),
  ]

  @Test(arguments: schemas.map(\.0)) func schemaIsThatOfTheLayout(_ name: String) throws {
    let types = try #require(Self.schemas.first { $0.0 == name }).1
    let store = try TestStore()
    let schema = Schema(types)
    do {
      _ = try ModelContainer(for: schema, configurations: store.configuration)
    }
    let layout = StoreLayout(model: schema.model, framework: 1345, history: true)
    #expect(
      try store.sql("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid")
        == layout.statements)
    #expect(try store.sql("PRAGMA page_size") == ["4096"])
    #expect(try store.sql("PRAGMA auto_vacuum") == ["2"])
    #expect(try store.sql("PRAGMA journal_mode") == ["wal"])
  }

  @Test(arguments: schemas.map(\.0)) func metadataHasTheHashes(_ name: String) throws {
    let types = try #require(Self.schemas.first { $0.0 == name }).1
    let test = try TestStore()
    let schema = Schema(types, version: Schema.Version(3, 1, 4))
    do {
      _ = try ModelContainer(for: schema, configurations: test.configuration)
    }
    let file = try StoreFile.open(path: test.url.path)
    let store = try Store(connection: file.connection, path: test.url.path)
    let hashes = ModelHashes(of: schema.model)
    #expect(store.metadata.entityHashes == hashes.entities)
    #expect(store.metadata.entityHashes.count == schema.model.entities.count)
    #expect(store.metadata.checksum == hashes.checksum)
    #expect(store.metadata.digest == hashes.digest)
    #expect(store.metadata.versionIdentifiers == ["3.1.4"])
    #expect(ModelHashes(of: store.model).entities == hashes.entities)
    #expect(store.problems == [])
  }

  @Test func rowsAreReadByTheEngine() throws {
    let test = try TestStore()
    do {
      let context = ModelContext(try test.container(Author.self))
      try PredicateTests.fill(context)
      try context.save()
    }
    let file = try StoreFile.open(path: test.url.path)
    let store = try Store(connection: file.connection, path: test.url.path)
    #expect(try store.rowCount(of: "Book").count == 7)
    #expect(store.problems == [])
    #expect(try store.transactionCount()?.count == 1)
  }
}
