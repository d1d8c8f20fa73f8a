import Foundation
import SwiftData
import Testing

@Suite struct SaveTests {
  @Test func keysAndVersions() throws {
    let store = try TestStore()
    let container = try store.container(Author.self)
    let context = ModelContext(container)
    let author = Author(name: "a")
    context.insert(author)
    let temporary = author.persistentModelID
    #expect(temporary.storeIdentifier == nil)
    try context.save()
    #expect(author.persistentModelID != temporary)
    #expect(context.model(for: temporary) === author)
    #expect(try store.sql("SELECT Z_PK, Z_ENT, Z_OPT FROM ZAUTHOR") == ["1|1|1"])
    author.age = 1
    try context.save()
    author.age = 2
    try context.save()
    #expect(try store.sql("SELECT Z_OPT, ZAGE FROM ZAUTHOR") == ["3|2"])
    #expect(try store.sql("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Author'") == ["1"])
    context.delete(author)
    try context.save()
    context.insert(Author(name: "b"))
    try context.save()
    // Keys are never given twice.
    #expect(try store.sql("SELECT Z_PK FROM ZAUTHOR") == ["2"])
  }

  @Test func equalValuesAreNoChange() throws {
    let store = try TestStore()
    let context = ModelContext(try store.container(Author.self))
    let author = Author(name: "a", age: 3)
    context.insert(author)
    try context.save()
    author.age = 3
    author.name = "a"
    #expect(!author.hasChanges)
    #expect(!context.hasChanges)
  }

  @Test(arguments: [true, false], [true, false])
  func rollbackReadsListsAgainThatLackWhatIsStored(isMoved: Bool, isPrefetched: Bool) throws {
    let container = try TestStore().container(Author.self)
    let first = ModelContext(container)
    let owner = Author(name: "Anna")
    first.insert(owner)
    first.insert(Author(name: "Ben"))
    owner.books = [Book("One", year: 1)]
    try first.save()
    let context = ModelContext(container)
    let one = try #require(try context.fetch(FetchDescriptor<Book>()).first)
    if isMoved {
      one.author = try context.fetch(
        FetchDescriptor<Author>(predicate: #Predicate { $0.name == "Ben" })
      ).first
    } else {
      context.delete(one)
    }
    // Anna's list is read for the first time now, without the book.
    var authors = FetchDescriptor<Author>(predicate: #Predicate { $0.name == "Anna" })
    if isPrefetched { authors.relationshipKeyPathsForPrefetching = [\.books] }
    let anna = try #require(try context.fetch(authors).first)
    #expect(anna.books.isEmpty)
    context.rollback()
    #expect(anna.books.map(\.title) == ["One"])
    #expect(!context.hasChanges)
  }

  @Test func rollbackShowsWhatIsStored() throws {
    let store = try TestStore()
    let context = ModelContext(try store.container(Author.self))
    let author = Author(name: "a", age: 3)
    context.insert(author)
    try context.save()
    author.age = 9
    author.books = [Book("x", year: 1)]
    context.insert(Author(name: "other"))
    context.rollback()
    #expect(!context.hasChanges)
    #expect(author.age == 3)
    #expect(author.books.isEmpty)
    #expect(try context.fetchCount(FetchDescriptor<Author>()) == 1)
    context.delete(author)
    context.rollback()
    #expect(!author.isDeleted)
    #expect(try context.fetchCount(FetchDescriptor<Author>()) == 1)
  }

  @Test func transactionIsAllOrNothing() throws {
    struct Stop: Error {}
    let store = try TestStore()
    let context = ModelContext(try store.container(Author.self))
    #expect(throws: Stop.self) {
      try context.transaction {
        context.insert(Author(name: "a"))
        throw Stop()
      }
    }
    #expect(try context.fetchCount(FetchDescriptor<Author>()) == 0)
    try context.transaction { context.insert(Author(name: "b")) }
    #expect(try store.sql("SELECT ZNAME FROM ZAUTHOR") == ["b"])
  }

  @Test func uniqueValuesReplace() throws {
    let store = try TestStore()
    let container = try store.container(Author.self)
    let context = ModelContext(container)
    let first = Author(name: "Anna", age: 1)
    context.insert(first)
    first.books = [Book("One", year: 1)]
    try context.save()
    let other = ModelContext(container)
    other.insert(Author(name: "Anna", age: 2))
    other.insert(Author(name: "Ben", age: 3))
    try other.save()
    #expect(
      try store.sql("SELECT Z_PK, Z_OPT, ZNAME, ZAGE FROM ZAUTHOR ORDER BY 1")
        == ["1|2|Anna|2", "2|1|Ben|3"])
    // The row keeps what points at it.
    #expect(try store.sql("SELECT ZAUTHOR FROM ZBOOK") == ["1"])
  }

  @Test func uniqueValuesInOneSave() throws {
    let store = try TestStore()
    let context = ModelContext(try store.container(Author.self))
    for age in 1...5 { context.insert(Author(name: "Anna", age: age)) }
    try context.save()
    #expect(try store.sql("SELECT ZNAME, ZAGE FROM ZAUTHOR") == ["Anna|5"])
    #expect(try context.fetchCount(FetchDescriptor<Author>()) == 1)
  }

  @Test func uniquePairs() throws {
    let store = try TestStore()
    let context = ModelContext(try store.container(Author.self))
    for edition in [1, 2, 1] {
      let book = Book("T", year: edition)
      book.edition = edition
      context.insert(book)
    }
    try context.save()
    #expect(try store.sql("SELECT count(*) FROM ZBOOK") == ["2"])
    // NULL collides with nothing.
    #expect(try store.sql("SELECT count(*) FROM ZBOOK WHERE ZISBN IS NULL") == ["2"])
  }

  @Test func updateToTakenValueFails() throws {
    let store = try TestStore()
    let context = ModelContext(try store.container(Author.self))
    let a = Author(name: "a")
    context.insert(a)
    context.insert(Author(name: "b"))
    try context.save()
    a.name = "b"
    do {
      try context.save()
      Issue.record("the constraint was ignored")
    } catch let error as CocoaError {
      #expect(error.code.rawValue == 133_021)
    }
    #expect(context.hasChanges)
    context.rollback()
    #expect(a.name == "a")
  }

  @Test(arguments: [nil, "978-3"])
  func uniqueValueThatIsGivenUpIsFree(other: String?) throws {
    let store = try TestStore()
    let context = ModelContext(try store.container(Book.self))
    let first = Book("One", year: 1)
    first.isbn = "978-2"
    context.insert(first)
    try context.save()
    first.isbn = other
    let second = Book("Two", year: 2)
    second.isbn = "978-2"
    context.insert(second)
    try context.save()
    #expect(
      try store.sql("SELECT ZTITLE, ZISBN FROM ZBOOK ORDER BY Z_PK")
        == ["One|\(other ?? "NULL")", "Two|978-2"])
  }

  /// SQLite compares unique values after every statement.
  @Test func swappedUniqueValuesNeedAThird() throws {
    let store = try TestStore()
    let context = ModelContext(try store.container(Author.self))
    let authors = [Author(name: "a", age: 1), Author(name: "b", age: 2)]
    for author in authors { context.insert(author) }
    try context.save()
    (authors[0].name, authors[1].name) = ("b", "a")
    do {
      try context.save()
      Issue.record("the constraint was ignored")
    } catch let error as CocoaError {
      #expect(error.code.rawValue == 133_021)
    }
    authors[1].name = "c"
    try context.save()
    authors[1].name = "a"
    try context.save()
    #expect(try store.sql("SELECT ZNAME, ZAGE FROM ZAUTHOR ORDER BY 2") == ["b|1", "a|2"])
  }

  @Test func optimisticLock() throws {
    let store = try TestStore()
    let container = try store.container(Author.self)
    let first = ModelContext(container)
    first.insert(Author(name: "a", age: 1))
    try first.save()
    let second = ModelContext(container)
    let mine = try #require(try first.fetch(FetchDescriptor<Author>()).first)
    let theirs = try #require(try second.fetch(FetchDescriptor<Author>()).first)
    theirs.age = 2
    try second.save()
    mine.age = 3
    do {
      try first.save()
      Issue.record("the other change was overwritten")
    } catch let error as CocoaError {
      #expect(error.code.rawValue == 133_020)
    }
    #expect(try store.sql("SELECT ZAGE FROM ZAUTHOR") == ["2"])
    first.rollback()
    #expect(mine.age == 2)
  }

  @Test func countsAreChecked() throws {
    let context = ModelContext(try TestStore().container(Shelf.self))
    let shelf = Shelf(name: "s")
    context.insert(shelf)
    shelf.pegs = (0..<4).map { _ in Peg() }
    do {
      try context.save()
      Issue.record("too many pegs were saved")
    } catch let error as CocoaError {
      #expect(error.code.rawValue == 1580)
    }
    shelf.pegs = [Peg(), Peg()]
    try context.save()
    #expect(shelf.pegs?.count == 2)
  }

  @Test func refetchShowsOthersChanges() throws {
    let container = try TestStore().container(Author.self)
    let first = ModelContext(container)
    let author = Author(name: "a", age: 1)
    first.insert(author)
    try first.save()
    let second = ModelContext(container)
    let other = try #require(try second.fetch(FetchDescriptor<Author>()).first)
    other.age = 5
    try second.save()
    _ = try first.fetch(FetchDescriptor<Author>())
    #expect(author.age == 5)
  }

  @Test func storeOutlivesTheContainer() throws {
    let store = try TestStore()
    do {
      let context = ModelContext(try store.container(Author.self))
      context.insert(Author(name: "kept"))
      try context.save()
    }
    let context = ModelContext(try store.container(Author.self))
    #expect(try context.fetch(FetchDescriptor<Author>()).map(\.name) == ["kept"])
  }

  @Test func inMemoryContainersAreSeparate() throws {
    let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    let first = try ModelContainer(for: Author.self, configurations: configuration)
    let second = try ModelContainer(for: Author.self, configurations: configuration)
    let context = ModelContext(first)
    context.insert(Author(name: "a"))
    try context.save()
    #expect(try ModelContext(first).fetchCount(FetchDescriptor<Author>()) == 1)
    #expect(try ModelContext(second).fetchCount(FetchDescriptor<Author>()) == 0)
  }

  @Test func readOnly() throws {
    let store = try TestStore()
    do {
      let context = ModelContext(try store.container(Author.self))
      context.insert(Author(name: "a"))
      try context.save()
    }
    let container = try ModelContainer(
      for: Author.self, configurations: ModelConfiguration(url: store.url, allowsSave: false))
    let context = ModelContext(container)
    let author = try #require(try context.fetch(FetchDescriptor<Author>()).first)
    author.age = 99
    #expect(throws: (any Error).self) { try context.save() }
  }

  @Test func undoAndRedo() throws {
    let context = ModelContext(try TestStore().container(Author.self))
    let undo = UndoManager()
    context.undoManager = undo
    let author = Author(name: "a", age: 1)
    context.insert(author)
    try context.save()
    undo.removeAllActions()
    undo.beginUndoGrouping()
    author.age = 2
    author.name = "b"
    undo.endUndoGrouping()
    undo.undo()
    #expect(author.age == 1 && author.name == "a")
    undo.redo()
    #expect(author.age == 2 && author.name == "b")
  }

  @Test func threeConfigurations() throws {
    let store = try TestStore()
    let people = Schema([Person.self])
    let shelves = Schema([Shelf.self])
    let container = try ModelContainer(
      for: Schema([Person.self, Shelf.self]),
      configurations: ModelConfiguration("people", schema: people, url: store.url),
      ModelConfiguration("shelves", schema: shelves, isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(Person("p"))
    context.insert(Sticker("s"))
    try context.save()
    #expect(try store.sql("SELECT ZNAME FROM ZPERSON") == ["p"])
    #expect(try store.sql("SELECT count(*) FROM sqlite_master WHERE name = 'ZSTICKER'") == ["0"])
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Sticker>()) == 1)
  }
}
