import Foundation
import SwiftData
import Testing

/// What objects, contexts and containers hold of each other, and when they go.
@Suite struct LifetimeTests {
  /// Something that leaves objects behind which hold each other.
  struct Circle: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (ModelContext) throws -> Void

    init(_ name: String, _ make: @escaping @Sendable (ModelContext) throws -> Void) {
      testDescription = name
      self.make = make
    }
  }

  private static let circles = [
    Circle("one that points at itself") {
      let shelf = try #require(try $0.fetch(FetchDescriptor<Shelf>()).first)
      shelf.neighbour = shelf
      try $0.save()
      #expect(shelf.neighbour === shelf)
    },
    Circle("two that point at each other") {
      let shelves = try $0.fetch(FetchDescriptor<Shelf>())
      shelves[0].neighbour = shelves[1]
      shelves[1].neighbour = shelves[0]
      try $0.save()
      #expect(shelves[0].neighbour?.neighbour === shelves[0])
    },
    Circle("lists of each other") {
      let people = try $0.fetch(FetchDescriptor<Person>())
      people[0].following = people
      people[1].following = people
      try $0.save()
      #expect(people.allSatisfy { $0.followers.count == 2 && $0.following.count == 2 })
    },
    Circle("what was prefetched") {
      let people = try $0.fetch(FetchDescriptor<Person>())
      people[0].following = people
      try $0.save()
      var descriptor = FetchDescriptor<Person>()
      descriptor.relationshipKeyPathsForPrefetching = [\.followers, \.following]
      #expect(try $0.fetch(descriptor).count == 2)
    },
    Circle("changes that are not saved") {
      let shelves = try $0.fetch(FetchDescriptor<Shelf>())
      shelves[0].neighbour = shelves[1]
      let new = Shelf(name: "new")
      new.neighbour = shelves[0]
      shelves[1].neighbour = new
      $0.delete(try #require(try $0.fetch(FetchDescriptor<Person>()).first))
    },
    Circle("changes to take back") {
      $0.undoManager = UndoManager()
      let shelves = try $0.fetch(FetchDescriptor<Shelf>())
      shelves[0].neighbour = shelves[1]
      shelves[1].neighbour = shelves[0]
      try $0.save()
      for shelf in shelves { $0.delete(shelf) }
      try $0.save()
    },
    Circle("new objects after a rollback") {
      let shelves = try $0.fetch(FetchDescriptor<Shelf>())
      let new = [Shelf(name: "x"), Shelf(name: "y")]
      new[0].neighbour = new[1]
      $0.insert(new[0])
      new[1].neighbour = new[0]
      new[0].notes = [Sticker("a")]
      new[0].boxes = [Box()]
      $0.rollback()
      let others = [Person("x"), Person("y")]
      $0.insert(others[0])
      others[0].following = others + (try $0.fetch(FetchDescriptor<Person>()))
      others[1].following = others
      $0.rollback()
      #expect(new[0].modelContext == nil && shelves[0].modelContext != nil)
    },
    Circle("an object whose row another took over") {
      $0.insert(Author(name: "a"))
      try $0.save()
      let old = try #require(try $0.fetch(FetchDescriptor<Author>()).first)
      let new = Author(name: "a")
      $0.insert(new)
      let book = Book("One", year: 1, author: new)
      $0.insert(book)
      try $0.save()
      #expect(old.books.first?.author === new && new.books.first === book)
    },
  ]

  @Test(arguments: circles, [false, true])
  func containersGoWithTheirContexts(_ circle: Circle, isMain: Bool) throws {
    let store = try TestStore()
    weak var container: ModelContainer?
    weak var context: ModelContext?
    try {
      let made = try store.container(Shelf.self, Person.self, Author.self)
      for name in ["a", "b"] {
        made.mainContext.insert(Shelf(name: name))
        made.mainContext.insert(Person(name))
      }
      try made.mainContext.save()
      let used = isMain ? made.mainContext : ModelContext(made)
      used.autosaveEnabled = false
      try circle.make(used)
      container = made
      context = used
    }()
    #expect(context == nil)
    #expect(container == nil)
    #expect(!FileManager.default.fileExists(atPath: store.url.path + "-wal"))
  }

  /// The context goes, and what is read of an object later makes no circle either.
  @Test func objectsReadTheirLinksWithoutTheirContext() throws {
    let store = try TestStore()
    try {
      let people: [Person] = try {
        let context = ModelContext(try store.container(Person.self))
        let people = [Person("a"), Person("b")]
        context.insert(people[0])
        people[0].following = people
        people[1].following = people
        people[1].parent = people[0]
        try context.save()
        return try context.fetch(FetchDescriptor<Person>(sortBy: [SortDescriptor(\.name)]))
      }()
      for person in people {
        #expect(Set(person.following) == Set(people) && Set(person.followers) == Set(people))
      }
      #expect(people[1].parent === people[0] && people[0].children == [people[1]])
      people[0].name = "c"
      people[1].parent = nil
      #expect(people[0].children == [])
      let context = try #require(people[0].modelContext)
      #expect(context === people[1].modelContext && context.hasChanges)
      try context.save()
      #expect(people[0].following.count == 2)
    }()
    #expect(!FileManager.default.fileExists(atPath: store.url.path + "-wal"))
    #expect(
      try store.sql("SELECT ZNAME, ZPARENT FROM ZPERSON ORDER BY Z_PK") == ["c|NULL", "b|NULL"])
  }

  /// What an object has loaded, and what it loads then, is read once.
  @Test func objectsKeepTheirLinksWithoutTheirContext() throws {
    let store = try TestStore()
    let container = try store.container(Author.self)
    let first = ModelContext(container)
    let author = Author(name: "a")
    first.insert(author)
    author.books = [Book("One", year: 1)]
    author.profile = Profile(text: "p")
    try first.save()
    let found = try ModelContext(container).fetch(FetchDescriptor<Author>())
    #expect(found[0].books[0] === found[0].books[0])
    #expect(found[0].profile?.text == "p")
    try store.write("UPDATE ZBOOK SET ZTITLE = 'Two'")
    try store.write("UPDATE ZPROFILE SET ZTEXT = 'q'")
    #expect(found[0].books[0].title == "One")
    #expect(found[0].profile?.text == "p")
    #expect(found[0].books[0].author === found[0] && found[0].profile?.author === found[0])
  }

  @Test func whatIsNotSavedGoesWithTheContext() throws {
    let store = try TestStore()
    let container = try store.container(Author.self)
    let (stored, new): (Author, Author) = try {
      let context = ModelContext(container)
      let stored = Author(name: "a", age: 1)
      context.insert(stored)
      try context.save()
      stored.age = 2
      let new = Author(name: "b", age: 3)
      context.insert(new)
      return (stored, new)
    }()
    #expect(stored.name == "a" && stored.age == 1)
    #expect(stored.modelContext?.hasChanges == false)
    #expect(new.name == "b" && new.age == 3 && new.modelContext == nil)
    let other = ModelContext(container)
    other.insert(new)
    try other.save()
    #expect(try store.sql("SELECT ZNAME, ZAGE FROM ZAUTHOR ORDER BY Z_PK") == ["a|1", "b|3"])
  }

  @Test func mainContextOutlivesItsContainer() throws {
    let store = try TestStore()
    let context = try store.container(Author.self).mainContext
    context.insert(Author(name: "a"))
    try context.save()
    #expect(context.container === context.container || context.container == context.container)
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Author>()) == 1)
  }

  /// Each holds the next, so that freeing the first frees them all.
  @Test(arguments: [false, true]) func longChains(isStored: Bool) throws {
    let count = 100_000
    let store = try TestStore()
    let context = ModelContext(try store.container(Shelf.self))
    var head: Shelf? = Shelf(name: "last")
    weak var end = head
    for number in 1..<count {
      let next = Shelf(name: "\(number)")
      next.neighbour = head
      head = next
    }
    guard isStored, let first = head else {
      #expect(end != nil)
      head = nil
      #expect(end == nil)
      return
    }
    context.insert(first)
    try context.save()
    var shelf = head
    while let next = shelf?.neighbour { shelf = next }
    #expect(shelf?.name == "last")
    weak var last = shelf
    shelf = nil
    #expect(last != nil)
    head = nil
  }

  @Test func nestedListsAreFreed() throws {
    var person: Person? = Person("last")
    weak var last = person
    for number in 0..<100_000 {
      let parent = Person("\(number)")
      parent.children = person.map { [$0] } ?? []
      person = parent
    }
    #expect(last != nil && person != nil)
    person = nil
    #expect(last == nil)
  }

  @Test func loadedLinksFollowARowThatAnotherTookOver() throws {
    let store = try TestStore()
    let context = ModelContext(try store.container(Author.self))
    let old = Author(name: "a", age: 1)
    context.insert(old)
    let books = [Book("One", year: 1, author: old), Book("Two", year: 2, author: old)]
    for book in books { context.insert(book) }
    try context.save()
    #expect(books[0].author === old)
    let new = Author(name: "a", age: 2)
    context.insert(new)
    books[1].year = 3
    try context.save()
    #expect(books[0].author === new && books[1].author === new)
    #expect(Set(new.books) == Set(books))
    books[0].author?.age = 4
    try context.save()
    #expect(try store.sql("SELECT ZNAME, ZAGE FROM ZAUTHOR") == ["a|4"])
  }

  /// A property cannot throw.
  @Test func membersOfAnotherClassEndTheProcess() async throws {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let store = try TestStore()
      let container = try store.container(Crate.self, Others.Bottle.self)
      let context = ModelContext(container)
      let crate = Crate()
      context.insert(crate)
      context.insert(Others.Bottle())
      try context.save()
      try store.write("UPDATE ZBOTTLE SET ZCRATE = 1")
      _ = try ModelContext(container).fetch(FetchDescriptor<Crate>()).first?.bottles
    }
    let text = String(decoding: end?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("'Crate.bottles' holds objects of other classes"))
  }
}

@Model
final class Crate {
  @Relationship(inverse: \Bottle.crate) var bottles: [Bottle] = []
  init() {}
}

@Model
final class Bottle {
  var crate: Crate?
  init() {}
}

/// Another version of the class, as a schema with classes of two versions has it by mistake.
enum Others {
  @Model
  final class Bottle {
    var crate: Crate?
    init() {}
  }
}
