import Foundation
import SwiftData
import Testing

/// Objects, their storages and contexts whose lives end in unusual order.
@Suite struct OwnershipTests {
  /// Two authors with a profile each, saved; and a context that has read neither.
  private func unread(_ store: TestStore) throws -> (ModelContext, [Author]) {
    let container = try store.container(Author.self)
    let context = ModelContext(container)
    for name in ["a", "b"] {
      let author = Author(name: name)
      context.insert(author)
      author.profile = Profile(text: name)
    }
    try context.save()
    let fresh = ModelContext(container)
    return (fresh, try fresh.fetch(FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)])))
  }

  private func links(_ store: TestStore) throws -> [String] {
    try store.sql(
      "SELECT p.ZTEXT, a.ZNAME FROM ZPROFILE p LEFT JOIN ZAUTHOR a ON a.ZPROFILE = p.Z_PK "
        + "ORDER BY p.Z_PK")
      + store.sql(
        "SELECT a.ZNAME, p.ZTEXT FROM ZAUTHOR a LEFT JOIN ZPROFILE p ON p.ZAUTHOR = a.Z_PK "
          + "ORDER BY a.Z_PK")
  }

  @Test func replacesAnUnreadPartner() throws {
    let store = try TestStore()
    let (context, authors) = try unread(store)
    authors[0].profile = Profile(text: "new")
    try context.save()
    #expect(try links(store) == ["a|NULL", "b|b", "new|a", "a|new", "b|b"])
  }

  @Test func clearsAnUnreadPartner() throws {
    let store = try TestStore()
    let (context, authors) = try unread(store)
    authors[1].profile = nil
    try context.save()
    #expect(try links(store) == ["a|a", "b|NULL", "a|a", "b|NULL"])
  }

  @Test func takesAnotherPartner() throws {
    let store = try TestStore()
    let (context, authors) = try unread(store)
    authors[0].profile = authors[1].profile
    #expect(authors[0].profile?.text == "b")
    #expect(authors[1].profile == nil)
    try context.save()
    #expect(try links(store) == ["a|NULL", "b|a", "a|b", "b|NULL"])
  }

  @Test func movesFromTheOtherEnd() throws {
    let store = try TestStore()
    let (context, authors) = try unread(store)
    let profiles = try context.fetch(FetchDescriptor<Profile>(sortBy: [SortDescriptor(\.text)]))
    profiles[0].author = authors[1]
    try context.save()
    #expect(try links(store) == ["a|b", "b|NULL", "a|NULL", "b|a"])
  }

  @Test func takenBackPartnersAreTheOldOnes() throws {
    let store = try TestStore()
    let (context, authors) = try unread(store)
    let manager = UndoManager()
    context.undoManager = manager
    authors[0].profile = Profile(text: "new")
    manager.undo()
    try context.save()
    #expect(try links(store).prefix(2) == ["a|a", "b|b"])
    #expect(authors[0].profile?.text == "a")
  }

  @Test func objectOutlivesContextAndContainer() throws {
    let store = try TestStore()
    let author: Author = try {
      let context = ModelContext(try store.container(Author.self))
      let author = Author(name: "a")
      context.insert(author)
      author.books = [Book("One", year: 1), Book("Two", year: 2)]
      try context.save()
      return author
    }()
    #expect(author.books.map(\.title).sorted() == ["One", "Two"])
    author.books[0].title = "Three"
    try author.modelContext?.save()
    #expect(try store.sql("SELECT count(*) FROM ZBOOK WHERE ZTITLE = 'Three'") == ["1"])
  }

  @Test func deletedObjectOutlivesItsContainer() throws {
    let store = try TestStore()
    var identifier: PersistentIdentifier?
    let author: Author = try {
      let context = ModelContext(try store.container(Author.self))
      let author = Author(name: "a")
      context.insert(author)
      try context.save()
      identifier = author.persistentModelID
      context.delete(author)
      try context.save()
      return author
    }()
    #expect(author.modelContext == nil)
    #expect(author.persistentModelID == identifier)
    #expect(author.name == "a")
    author.name = "b"
    author.profile = Profile(text: "p")
    #expect(author.profile?.text == "p")
  }

  @Test func containersGoWithTheirContexts() throws {
    let store = try TestStore()
    weak var container: ModelContainer?
    try {
      let made = try store.container(Author.self)
      container = made
      let context = ModelContext(made)
      context.insert(Author(name: "a"))
      try context.save()
      #expect(try context.fetch(FetchDescriptor<Author>()).first?.books.isEmpty == true)
    }()
    #expect(container == nil)
    #expect(!FileManager.default.fileExists(atPath: store.url.path + "-wal"))
  }

  /// A store that was opened for a container that cannot be made is closed again.
  @Test func failedContainerClosesItsStores() throws {
    let store = try TestStore()
    let text = store.folder.appendingPathComponent("text.store")
    try Data("no database at all".utf8).write(to: text)
    #expect(throws: (any Error).self) {
      try ModelContainer(
        for: Schema([Sticker.self, Vehicle.self]),
        configurations: [
          ModelConfiguration("one", schema: Schema([Sticker.self]), url: store.url),
          ModelConfiguration("two", schema: Schema([Vehicle.self]), url: text),
        ])
    }
    #expect(!FileManager.default.fileExists(atPath: store.url.path + "-wal"))
  }

  /// Objects are let go of wherever their last owner is, while their context looks them up.
  @Test func objectsAreFreedByOtherThreads() async throws {
    let store = try TestStore()
    let context = ModelContext(try store.container(Author.self))
    for number in 0..<200 { context.insert(Author(name: "\(number)", age: number)) }
    try context.save()
    for _ in 0..<50 {
      nonisolated(unsafe) var held = try context.fetch(FetchDescriptor<Author>())
      async let done: Void = Task.detached { held.removeAll() }.value
      let again = try context.fetch(FetchDescriptor<Author>())
      #expect(again.reduce(0) { $0 + $1.age } == 19_900)
      await done
    }
  }

  @Test func deinitializersMayUseTheirObjects() throws {
    let store = try TestStore()
    let context = ModelContext(try store.container(Diary.self))
    let diary = Diary(name: "d")
    context.insert(diary)
    for text in ["one", "two"] { context.insert(Page(text: text, diary: diary)) }
    try context.save()
    Page.last = diary
    defer { Page.last = nil }
    #expect(try context.fetch(FetchDescriptor<Page>()).count == 2)
    _ = Page(text: "three", diary: Diary(name: "e"))
    #expect(Page.seen.contains("one") && Page.seen.contains("three"))
    #expect(!context.hasChanges)
    try context.save()
    #expect(try store.sql("SELECT ZTEXT FROM ZPAGE ORDER BY Z_PK") == ["one", "two"])
  }

  /// An initial value of a class makes an object of its base class, while a fetch makes one.
  @Test func initialValuesMayBeObjects() throws {
    let store = try TestStore()
    let context = ModelContext(try store.container(Instrument.self, Drill.self))
    context.insert(Drill(name: "drill", speed: 5))
    try context.save()
    let fresh = ModelContext(context.container)
    let drill = try #require(try fresh.fetch(FetchDescriptor<Drill>()).first)
    #expect(drill.name == "drill")
    #expect(drill.speed == 5)
    #expect(drill.spare.name == "spare")
    #expect(drill.spare.modelContext == nil)
  }

  /// Another program made a row an object of another class of the same table.
  @Test func rowsMayChangeTheirClass() throws {
    let store = try TestStore()
    let container = try store.container(Vehicle.self, Car.self, RaceCar.self, Boat.self, Owner.self)
    let context = ModelContext(container)
    let car = Car(name: "c", doors: 3)
    context.insert(car)
    let owner = Owner(name: "o")
    context.insert(owner)
    car.owner = owner
    owner.favourite = car
    try context.save()
    #expect(owner.vehicles.count == 1)
    try store.write(
      "UPDATE ZVEHICLE SET Z_ENT = (SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Boat'), "
        + "ZLENGTH = 7, Z_OPT = 9")
    let boat = try #require(try context.fetch(FetchDescriptor<Boat>()).first)
    #expect(boat.length == 7)
    #expect(try context.fetch(FetchDescriptor<Car>()).isEmpty)
    #expect(try context.fetch(FetchDescriptor<Vehicle>()).first === boat)
  }

  @Test func manyObjectsComeAndGo() throws {
    let store = try TestStore()
    let context = ModelContext(try store.container(Sticker.self))
    for number in 0..<3_000 { context.insert(Sticker("\(number)")) }
    try context.save()
    var kept: [Sticker] = []
    var count = 0
    try context.enumerate(FetchDescriptor<Sticker>(), batchSize: 100) { sticker in
      if count % 97 == 0 { kept.append(sticker) }
      count += 1
    }
    #expect(count == 3_000)
    for sticker in kept {
      let found: Sticker? = context.registeredModel(for: sticker.persistentModelID)
      #expect(found === sticker)
    }
    let all = try context.fetch(FetchDescriptor<Sticker>())
    #expect(Set(all.map(\.text)).count == 3_000)
    #expect(kept.allSatisfy { sticker in all.contains { $0 === sticker } })
  }
}

@Model
final class Diary {
  var name: String
  @Relationship(inverse: \Page.diary) var pages: [Page] = []
  init(name: String) { self.name = name }
}

@Model
final class Page {
  nonisolated(unsafe) static var seen: [String] = []
  nonisolated(unsafe) static var last: Diary?

  var text: String
  var isOpen = false
  var diary: Diary

  init(text: String, diary: Diary) {
    self.text = text
    self.diary = diary
  }

  deinit {
    Self.seen.append(text)
    isOpen = true
    if let last = Self.last { diary = last }
  }
}

@Model
class Instrument {
  var name: String
  init(name: String) { self.name = name }
}

@Model
final class Drill: Instrument {
  @Transient var spare = Instrument(name: "spare")
  var speed: Int

  init(name: String, speed: Int) {
    self.speed = speed
    super.init(name: name)
  }
}
