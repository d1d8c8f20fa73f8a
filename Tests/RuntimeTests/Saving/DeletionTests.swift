import Foundation
import SwiftData
import Testing

@Suite struct DeletionTests {
  @Test func cascade() throws {
    let store = try TestStore()
    let container = try store.container(Author.self)
    let context = ModelContext(container)
    let anna = Author(name: "Anna")
    context.insert(anna)
    anna.books = [Book("1", year: 1), Book("2", year: 2)]
    anna.profile = Profile(text: "p")
    anna.prizes = [Prize(name: "Gold")]
    try context.save()
    let other = ModelContext(container)
    let read = try #require(try other.fetch(FetchDescriptor<Author>()).first)
    other.delete(read)
    #expect(read.isDeleted)
    #expect(other.deletedModelsArray.count == 3)
    try other.save()
    #expect(try store.sql("SELECT count(*) FROM ZAUTHOR") == ["0"])
    #expect(try store.sql("SELECT count(*) FROM ZBOOK") == ["0"])
    #expect(try store.sql("SELECT ZAUTHOR FROM ZPROFILE") == ["NULL"])
    #expect(try store.sql("SELECT count(*) FROM ZPRIZE") == ["1"])
    #expect(try store.sql("SELECT count(*) FROM Z_1PRIZES") == ["0"])
  }

  @Test func nullify() throws {
    let store = try TestStore()
    let container = try store.container(Author.self)
    let context = ModelContext(container)
    let anna = Author(name: "Anna")
    context.insert(anna)
    anna.profile = Profile(text: "p")
    try context.save()
    let profile = try #require(try context.fetch(FetchDescriptor<Profile>()).first)
    context.delete(profile)
    #expect(anna.profile == nil)
    try context.save()
    #expect(try store.sql("SELECT ZPROFILE FROM ZAUTHOR") == ["NULL"])
  }

  @Test func deny() throws {
    let store = try TestStore()
    let context = ModelContext(try store.container(Shelf.self))
    let shelf = Shelf(name: "s")
    context.insert(shelf)
    let box = Box()
    shelf.boxes = [box]
    shelf.pegs = [Peg()]
    try context.save()
    context.delete(shelf)
    #expect(throws: CocoaError.self) { try context.save() }
    do {
      try context.save()
    } catch let error as CocoaError {
      #expect(error.code.rawValue == 1600)
    }
    #expect(try store.sql("SELECT count(*) FROM ZSHELF") == ["1"])
    context.delete(box)
    try context.save()
    #expect(try store.sql("SELECT count(*) FROM ZSHELF") == ["0"])
  }

  @Test func noAction() throws {
    let store = try TestStore()
    let context = ModelContext(try store.container(Shelf.self))
    let shelf = Shelf(name: "s")
    context.insert(shelf)
    shelf.lamps = [Lamp()]
    shelf.pegs = [Peg()]
    try context.save()
    context.delete(shelf)
    try context.save()
    // The key dangles: that is what the rule says.
    #expect(try store.sql("SELECT ZSHELF FROM ZLAMP") == ["1"])
    #expect(try store.sql("SELECT ZSHELF FROM ZPEG") == ["NULL"])
  }

  @Test func cascadeWithoutInverse() throws {
    let store = try TestStore()
    let container = try store.container(Shelf.self)
    let context = ModelContext(container)
    let shelf = Shelf(name: "s")
    context.insert(shelf)
    shelf.notes = [Sticker("a"), Sticker("b")]
    shelf.pegs = [Peg()]
    try context.save()
    context.delete(shelf)
    try context.save()
    #expect(try store.sql("SELECT count(*) FROM ZSTICKER") == ["0"])
  }

  @Test func insertedAndDeletedIsNothing() throws {
    let store = try TestStore()
    let context = ModelContext(try store.container(Author.self))
    let anna = Author(name: "Anna")
    context.insert(anna)
    context.delete(anna)
    #expect(try context.fetchCount(FetchDescriptor<Author>()) == 0)
    try context.save()
    #expect(try store.sql("SELECT count(*) FROM ZAUTHOR") == ["0"])
  }

  @Test func batch() throws {
    let store = try TestStore()
    let context = ModelContext(try store.container(Author.self))
    for number in 1...10 { context.insert(Book("\(number)", year: number)) }
    try context.save()
    try context.delete(model: Book.self, where: #Predicate { $0.year > 4 })
    try context.save()
    #expect(try store.sql("SELECT count(*) FROM ZBOOK") == ["4"])
    try context.delete(model: Book.self)
    try context.save()
    #expect(try store.sql("SELECT count(*) FROM ZBOOK") == ["0"])
  }

  @Test func batchWithSubclasses() throws {
    let store = try TestStore()
    let context = ModelContext(
      try store.container(Vehicle.self, Car.self, RaceCar.self, Boat.self, Owner.self))
    context.insert(Vehicle(name: "v"))
    context.insert(Car(name: "c", doors: 3))
    context.insert(Boat(name: "b", length: 1))
    try context.save()
    try context.delete(model: Vehicle.self, includeSubclasses: false)
    try context.save()
    #expect(try store.sql("SELECT ZNAME FROM ZVEHICLE ORDER BY 1") == ["b", "c"])
    try context.delete(model: Car.self)
    try context.save()
    #expect(try store.sql("SELECT ZNAME FROM ZVEHICLE") == ["b"])
  }

  @Test func deepCascade() throws {
    let store = try TestStore()
    let context = ModelContext(try store.container(Owner.self, Vehicle.self, Car.self))
    let owner = Owner(name: "o")
    context.insert(owner)
    owner.vehicles = [Vehicle(name: "v"), Car(name: "c", doors: 1)]
    try context.save()
    context.delete(owner)
    try context.save()
    #expect(try store.sql("SELECT count(*) FROM ZVEHICLE") == ["0"])
  }

  @Test func allData() throws {
    let store = try TestStore()
    let container = try store.container(Author.self)
    let context = ModelContext(container)
    context.insert(Author(name: "a"))
    try context.save()
    container.deleteAllData()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Author>()) == 0)
  }
}
