import Foundation
import Testing

@testable import SwiftData

@Suite struct ContextTests {
  private let store: TestStore
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    store = try TestStore()
    container = try store.container(Author.self)
    context = ModelContext(container)
  }

  @Test @MainActor func autosave() async throws {
    #expect(!context.autosaveEnabled)
    let main = container.mainContext
    #expect(main.autosaveEnabled && container.mainContext === main)
    main.insert(Author(name: "a"))
    for _ in 0..<200 where main.hasChanges { try await Task.sleep(for: .milliseconds(10)) }
    #expect(try store.sql("SELECT ZNAME FROM ZAUTHOR") == ["a"])
    main.autosaveEnabled = false
    main.insert(Author(name: "b"))
    try await Task.sleep(for: .milliseconds(50))
    #expect(main.hasChanges)
    #expect(try store.sql("SELECT count(*) FROM ZAUTHOR") == ["1"])
  }

  @Test func notifications() throws {
    nonisolated(unsafe) var order: [String] = []
    let center = NotificationCenter.default
    let observers = [ModelContext.willSave, ModelContext.didSave].map { name in
      center.addObserver(forName: name, object: context, queue: nil) { _ in
        order.append(name.rawValue)
      }
    }
    defer { for observer in observers { center.removeObserver(observer) } }
    try context.save()
    #expect(order == [])
    context.insert(Author(name: "a"))
    try context.save()
    #expect(order == ["ModelContextWillSave", "ModelContextDidSave"])
  }

  @Test func listsOfChanges() throws {
    let (a, b, c) = (Author(name: "a"), Author(name: "b"), Author(name: "c"))
    context.insert(a)
    context.insert(b)
    try context.save()
    context.insert(c)
    a.age = 1
    context.delete(b)
    #expect(context.insertedModelsArray.map(\.persistentModelID) == [c.persistentModelID])
    #expect(context.changedModelsArray.map(\.persistentModelID) == [a.persistentModelID])
    #expect(context.deletedModelsArray.map(\.persistentModelID) == [b.persistentModelID])
    #expect(a.hasChanges && b.isDeleted && c.hasChanges)
    try context.save()
    #expect(!context.hasChanges && !a.hasChanges)
    #expect(b.modelContext == nil)
    #expect(try store.sql("SELECT ZNAME, ZAGE FROM ZAUTHOR ORDER BY 1") == ["a|1", "c|40"])
  }

  @Test func undoOfInsertionDeletionAndRelationship() throws {
    let undo = UndoManager()
    let anna = Author(name: "Anna")
    let book = Book("One", year: 1)
    context.insert(anna)
    context.insert(book)
    try context.save()
    context.undoManager = undo
    func grouped(_ body: () -> Void) {
      undo.beginUndoGrouping()
      body()
      undo.endUndoGrouping()
    }
    grouped { book.author = anna }
    grouped { context.insert(Author(name: "Ben")) }
    grouped { context.delete(book) }
    #expect(try context.fetchCount(FetchDescriptor<Book>()) == 0)
    undo.undo()
    #expect(try context.fetchCount(FetchDescriptor<Book>()) == 1)
    undo.undo()
    #expect(try context.fetch(FetchDescriptor<Author>()).map(\.name) == ["Anna"])
    undo.undo()
    #expect(book.author == nil && anna.books.isEmpty)
    undo.redo()
    #expect(book.author === anna)
    try context.save()
    #expect(try store.sql("SELECT ZAUTHOR FROM ZBOOK") == ["1"])
    #expect(try store.sql("SELECT count(*) FROM ZAUTHOR") == ["1"])
  }

  @Test func identifiers() throws {
    let author = Author(name: "a")
    context.insert(author)
    let temporary = author.persistentModelID
    let decoded = try JSONDecoder().decode(
      PersistentIdentifier.self, from: JSONEncoder().encode(temporary))
    #expect(decoded == temporary && context.model(for: decoded) === author)
    context.insert(Author(name: "b"))
    try context.save()
    let made = try PersistentIdentifier.identifier(
      for: container.opened.stores[0].identifier, entityName: "Author", primaryKey: "p1")
    #expect(made == author.persistentModelID && made.id == author.persistentModelID.id)
    // A key as a data store of the app's own may give it names nothing here.
    let foreign = try PersistentIdentifier.identifier(
      for: "x", entityName: "Author", primaryKey: "no")
    #expect(context[foreign, as: Author.self] == nil)
    let all = try context.fetchIdentifiers(FetchDescriptor<Author>(), batchSize: 1)
    #expect(all.sorted().map(\.key) == [1, 2])
    let wanted = Array(all.suffix(1))
    let found = try context.fetch(
      FetchDescriptor<Author>(predicate: #Predicate { wanted.contains($0.persistentModelID) }))
    #expect(found.map(\.persistentModelID) == wanted)
    #expect(ModelContext(container)[made, as: Book.self] == nil)
  }

  @Test func resultsComeInBatches() throws {
    for number in 0..<10 { context.insert(Author(name: "\(number)")) }
    try context.save()
    nonisolated(unsafe) var statements = 0
    let listener = TraceHub.listen(store: store.url.path) { event in
      if event.purpose == .fetch { statements += 1 }
    }
    defer { TraceHub.stop(listener) }
    let other = ModelContext(try store.container(Author.self))
    let results = try other.fetch(
      FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)]), batchSize: 4)
    #expect(results.count == 10 && statements == 1)
    #expect(results.map(\.name) == (0..<10).map(String.init))
    // Keys, then three batches.
    #expect(statements == 4)
    #expect(results[0].name == "0" && results.last?.name == "9")
  }

  @Test func prefetchOfNoRelationship() throws {
    context.insert(Author(name: "a"))
    try context.save()
    var descriptor = FetchDescriptor<Author>()
    descriptor.relationshipKeyPathsForPrefetching = [\.name]
    #expect(throws: SwiftDataError.unsupportedKeyPath) { try context.fetch(descriptor) }
  }

  @Test func predicateThatFails() throws {
    context.insert(Book("unrated", year: 1))
    let predicate = #Predicate<Book> { $0.rating! > 1 }
    #expect(throws: SwiftDataError.unsupportedPredicate) {
      try context.fetch(FetchDescriptor(predicate: predicate))
    }
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor(predicate: predicate)) == 0)
  }

  @Test func severalErrorsAtOnce() throws {
    let context = ModelContext(try TestStore().container(Shelf.self))
    for name in ["a", "b"] {
      let shelf = Shelf(name: name)
      shelf.pegs = (0..<4).map { _ in Peg() }
      context.insert(shelf)
    }
    do {
      try context.save()
      Issue.record("too many pegs were saved")
    } catch let error as CocoaError {
      #expect(error.code.rawValue == 1560)
      #expect((error.userInfo["NSDetailedErrors"] as? [CocoaError])?.count == 2)
    }
  }

  @Test func historyKeysAreNotGivenAgain() throws {
    context.insert(Author(name: "a"))
    try context.save()
    let first = try #require(
      try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).first)
    try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(try store.sql("SELECT count(*) FROM ACHANGE") == ["0"])
    context.insert(Author(name: "b"))
    try context.save()
    let second = try #require(
      try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).first)
    #expect(first.token < second.token)
    #expect(try store.sql("SELECT Z_PK, ZENTITYPK, ZTRANSACTIONID FROM ACHANGE") == ["2|2|2"])
  }

  @Test func historyOfSeveralTables() throws {
    let author = Author(name: "a")
    context.insert(author)
    author.books = [Book("1", year: 1), Book("2", year: 2)]
    author.prizes = [Prize(name: "p")]
    try context.save()
    #expect(
      try store.sql("SELECT ZENTITY, ZENTITYPK, ZCHANGETYPE FROM ACHANGE ORDER BY 1, 2")
        == ["1|1|0", "2|1|0", "2|2|0", "3|1|0"])
    #expect(try store.sql("SELECT group_concat(Z_PK) FROM ACHANGE") == ["1,2,3,4"])
    #expect(try store.sql("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 16001") == ["4"])
  }
}
