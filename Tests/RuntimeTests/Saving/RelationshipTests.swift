import Foundation
import SwiftData
import Testing

@Suite struct RelationshipTests {
  @Test func toOneKeepsTheList() throws {
    let store = try TestStore()
    let context = ModelContext(try store.container(Author.self))
    let anna = Author(name: "Anna")
    let ben = Author(name: "Ben")
    context.insert(anna)
    context.insert(ben)
    let book = Book("One", year: 1)
    context.insert(book)
    book.author = anna
    #expect(anna.books.map(\.title) == ["One"])
    book.author = ben
    #expect(anna.books.isEmpty)
    #expect(ben.books.map(\.title) == ["One"])
    try context.save()
    #expect(
      try store.sql("SELECT a.ZNAME FROM ZBOOK b JOIN ZAUTHOR a ON a.Z_PK = b.ZAUTHOR") == ["Ben"])
    book.author = nil
    #expect(ben.books.isEmpty)
    try context.save()
    #expect(try store.sql("SELECT ZAUTHOR FROM ZBOOK") == ["NULL"])
  }

  @Test func listKeepsTheToOne() throws {
    let store = try TestStore()
    let context = ModelContext(try store.container(Author.self))
    let anna = Author(name: "Anna")
    context.insert(anna)
    let one = Book("One", year: 1)
    let two = Book("Two", year: 2)
    anna.books = [one]
    anna.books.append(two)
    #expect(one.author === anna && two.author === anna)
    #expect(one.modelContext === context)
    try context.save()
    #expect(try store.sql("SELECT count(*) FROM ZBOOK WHERE ZAUTHOR = 1") == ["2"])
    anna.books.removeAll { $0 === one }
    #expect(one.author == nil)
    try context.save()
    #expect(try store.sql("SELECT ZTITLE FROM ZBOOK WHERE ZAUTHOR IS NULL") == ["One"])
    #expect(anna.books.map(\.title) == ["Two"])
  }

  @Test func initializerRelates() throws {
    let store = try TestStore()
    let context = ModelContext(try store.container(Author.self))
    let anna = Author(name: "Anna")
    context.insert(anna)
    let book = Book("One", year: 1, author: anna)
    context.insert(book)
    #expect(anna.books.first === book)
    try context.save()
    #expect(try store.sql("SELECT ZAUTHOR FROM ZBOOK") == ["1"])
  }

  @Test func insertingReachesRelatedObjects() throws {
    let store = try TestStore()
    let context = ModelContext(try store.container(Author.self))
    let anna = Author(name: "Anna")
    anna.profile = Profile(text: "about")
    anna.books = [Book("One", year: 1), Book("Two", year: 2)]
    anna.prizes = [Prize(name: "Gold")]
    #expect(!context.hasChanges)
    context.insert(anna)
    #expect(context.insertedModelsArray.count == 5)
    #expect(anna.books.allSatisfy { $0.author === anna })
    #expect(anna.prizes[0].winners.first === anna)
    try context.save()
    #expect(try store.sql("SELECT count(*) FROM ZBOOK") == ["2"])
    #expect(try store.sql("SELECT ZAUTHOR FROM ZPROFILE") == ["1"])
    #expect(try store.sql("SELECT ZPROFILE FROM ZAUTHOR") == ["1"])
  }

  @Test func manyToMany() throws {
    let store = try TestStore()
    let container = try store.container(Author.self)
    let context = ModelContext(container)
    let authors = ["A", "B", "C"].map { Author(name: $0) }
    for author in authors { context.insert(author) }
    let prizes = ["x", "y"].map { Prize(name: $0) }
    authors[0].prizes = prizes
    prizes[1].winners.append(authors[2])
    #expect(authors[2].prizes.map(\.name) == ["y"])
    try context.save()
    let join = try store.sql(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'Z_[0-9]*'")
    #expect(join.count == 1)
    #expect(try store.sql("SELECT count(*) FROM \(join[0])") == ["3"])
    let other = ModelContext(container)
    let y = try #require(
      try other.fetch(FetchDescriptor<Prize>(predicate: #Predicate { $0.name == "y" })).first)
    #expect(Set(y.winners.map(\.name)) == ["A", "C"])
    y.winners.removeAll { $0.name == "A" }
    try other.save()
    #expect(try store.sql("SELECT count(*) FROM \(join[0])") == ["2"])
    let third = ModelContext(container)
    let a = try #require(
      try third.fetch(FetchDescriptor<Author>(predicate: #Predicate { $0.name == "A" })).first)
    #expect(a.prizes.map(\.name) == ["x"])
  }

  @Test func oneToOneMoves() throws {
    let store = try TestStore()
    let context = ModelContext(try store.container(Author.self))
    let anna = Author(name: "Anna")
    let ben = Author(name: "Ben")
    let first = Profile(text: "1")
    let second = Profile(text: "2")
    for author in [anna, ben] { context.insert(author) }
    anna.profile = first
    ben.profile = second
    try context.save()
    anna.profile = second
    #expect(first.author == nil)
    #expect(second.author === anna)
    #expect(ben.profile == nil)
    try context.save()
    #expect(
      try store.sql("SELECT ZNAME, ZPROFILE FROM ZAUTHOR ORDER BY ZNAME")
        == ["Anna|2", "Ben|NULL"])
    #expect(
      try store.sql("SELECT ZTEXT, ZAUTHOR FROM ZPROFILE ORDER BY ZTEXT") == ["1|NULL", "2|1"])
  }

  @Test func withoutInverse() throws {
    let store = try TestStore()
    let container = try store.container(Shelf.self)
    let context = ModelContext(container)
    let shelf = Shelf(name: "s")
    context.insert(shelf)
    shelf.notes = [Sticker("a"), Sticker("b")]
    try context.save()
    let column = try store.sql(
      "SELECT name FROM pragma_table_info('ZSTICKER') WHERE name GLOB 'Z[0-9]*NOTES'")
    #expect(column.count == 1)
    #expect(try store.sql("SELECT count(*) FROM ZSTICKER WHERE \(column[0]) = 1") == ["2"])
    let other = ModelContext(container)
    let read = try #require(try other.fetch(FetchDescriptor<Shelf>()).first)
    #expect(read.notes.map(\.text).sorted() == ["a", "b"])
    read.notes.removeAll { $0.text == "a" }
    try other.save()
    #expect(try store.sql("SELECT ZTEXT FROM ZSTICKER WHERE \(column[0]) = 1") == ["b"])
  }

  @Test func selfReferences() throws {
    let store = try TestStore()
    let container = try store.container(Person.self)
    let context = ModelContext(container)
    let people = ["A", "B", "C"].map { Person($0) }
    for person in people { context.insert(person) }
    people[0].following = [people[1], people[2]]
    people[1].parent = people[0]
    people[0].children.append(people[2])
    #expect(people[1].followers.map(\.name) == ["A"])
    #expect(people[2].parent === people[0])
    try context.save()
    let other = ModelContext(container)
    let a = try #require(
      try other.fetch(FetchDescriptor<Person>(predicate: #Predicate { $0.name == "A" })).first)
    #expect(Set(a.following.map(\.name)) == ["B", "C"])
    #expect(Set(a.children.map(\.name)) == ["B", "C"])
    #expect(a.followers.isEmpty)
    #expect(a.following.first?.followers.first === a)
    a.following = []
    try other.save()
    let b = try #require(
      try ModelContext(container).fetch(
        FetchDescriptor<Person>(predicate: #Predicate { $0.name == "B" })
      ).first)
    #expect(b.followers.isEmpty)
  }

  @Test func duplicatesInAListCountOnce() throws {
    let context = ModelContext(try TestStore().container(Author.self))
    let anna = Author(name: "Anna")
    context.insert(anna)
    let book = Book("One", year: 1)
    anna.books = [book, book]
    #expect(anna.books.count == 1)
    anna.books.append(book)
    #expect(anna.books.count == 1)
  }

  @Test func changesToListsThatAreNotLoaded() throws {
    let store = try TestStore()
    let container = try store.container(Author.self)
    let context = ModelContext(container)
    let anna = Author(name: "Anna")
    context.insert(anna)
    anna.books = (1...3).map { Book("\($0)", year: $0) }
    try context.save()
    let other = ModelContext(container)
    let read = try #require(try other.fetch(FetchDescriptor<Author>()).first)
    let extra = Book("4", year: 4, author: read)
    other.insert(extra)
    let first = try #require(
      try other.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.title == "1" })).first)
    first.author = nil
    #expect(Set(read.books.map(\.title)) == ["2", "3", "4"])
  }
}
