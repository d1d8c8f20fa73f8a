import Foundation
import SwiftData
import Testing

/// What is inserted and read in turns, where one object after the other is of another class.
@Suite struct MixedInsertTests {
  @Test func eachTableHasItsOwnKeys() throws {
    let store = try TestStore()
    let context = ModelContext(try store.container(Author.self))
    for number in 0..<3 {
      context.insert(Book("b\(number)", year: number))
      context.insert(Prize(name: "p\(number)"))
      context.insert(Author(name: "a\(number)"))
    }
    try context.save()
    for table in ["ZBOOK", "ZPRIZE", "ZAUTHOR"] {
      #expect(try store.sql("SELECT Z_PK FROM \(table) ORDER BY Z_PK") == ["1", "2", "3"])
    }
    #expect(
      try store.sql(
        "SELECT DISTINCT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME IN ('Author', 'Book', 'Prize')")
        == ["3"])
    #expect(
      try store.sql("SELECT ZTITLE, ZYEAR FROM ZBOOK ORDER BY Z_PK") == ["b0|0", "b1|1", "b2|2"])
  }

  @Test func anEmptyListOfANewObjectTakesMembers() throws {
    let store = try TestStore()
    let context = ModelContext(try store.container(Author.self))
    let author = Author(name: "a")
    context.insert(author)
    let prize = Prize(name: "p")
    context.insert(prize)
    author.books.append(Book("one", year: 1))
    prize.winners = [author]
    #expect(author.prizes.map(\.name) == ["p"])
    context.delete(author)
    context.insert(author)
    let other = Book("two", year: 2, author: author)
    context.insert(other)
    #expect(author.books.contains { $0 === other })
    try context.save()
    #expect(
      try store.sql("SELECT count(*) FROM ZBOOK WHERE ZTITLE = 'two' AND ZAUTHOR = 1") == ["1"])
  }

  @Test func emptiedBeforeItIsInserted() throws {
    let store = try TestStore()
    let context = ModelContext(try store.container(Author.self))
    let author = Author(name: "a")
    author.books = [Book("one", year: 1)]
    author.books = []
    context.insert(author)
    #expect(author.books.isEmpty)
    try context.save()
    author.books.append(Book("two", year: 2))
    try context.save()
    #expect(try store.sql("SELECT ZTITLE FROM ZBOOK WHERE ZAUTHOR = 1") == ["two"])
  }

  /// Columns are in another order than properties, and some are left out.
  @Test func valuesStandWhereTheyBelong() throws {
    let store = try TestStore()
    let container = try store.container(Author.self)
    let writer = ModelContext(container)
    for number in 0..<20 {
      let book = Book("t\(number)", year: number)
      if number % 2 == 0 { book.author = Author(name: "a\(number)") }
      if number % 3 != 0 { book.isbn = "i\(number)" }
      if number % 4 != 0 { book.rating = Double(number) }
      writer.insert(book)
    }
    try writer.save()
    var descriptor = FetchDescriptor<Book>(sortBy: [SortDescriptor(\.year)])
    for isPartial in [false, true] {
      descriptor.propertiesToFetch = isPartial ? [\.rating, \.title] : []
      let books = try ModelContext(container).fetch(descriptor)
      #expect(books.count == 20)
      for (number, book) in books.enumerated() {
        #expect(book.title == "t\(number)")
        #expect(book.year == number)
        #expect(book.author?.name == (number % 2 == 0 ? "a\(number)" : nil))
        #expect(book.isbn == (number % 3 == 0 ? nil : "i\(number)"))
        #expect(book.rating == (number % 4 == 0 ? nil : Double(number)))
        #expect(book.isPrinted)
      }
    }
  }
}
