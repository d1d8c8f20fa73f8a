import Foundation
import StoreEngine
import SwiftData
import SwiftDataTesting
import Testing

/// What a superclass declares may be asked of each class below it, however far: `\Eagle.name`.
@Suite struct InheritedPathTests {
  private let store: TestStore
  private let container: ModelContainer

  init() throws {
    store = try TestStore()
    container = try store.container(
      Animal.self, Bird.self, Eagle.self, Nest.self, Ring.self)
    let context = ModelContext(container)
    for number in 0..<4 {
      let eagle = Eagle("e\(number)")
      eagle.nest = Nest()
      eagle.rings = [Ring(), Ring()]
      context.insert(eagle)
      context.insert(Bird("b\(number)"))
    }
    try context.save()
  }

  @Test func relationshipsArePrefetched() throws {
    var eagles = FetchDescriptor<Eagle>()
    eagles.relationshipKeyPathsForPrefetching = [\.nest, \.rings, \.rival]
    #expect(try ModelContext(container).fetch(eagles).map(\.rings.count) == [2, 2, 2, 2])
    var birds = FetchDescriptor<Bird>()
    birds.relationshipKeyPathsForPrefetching = [\.nest, \.rings]
    try expectNoNPlusOne {
      for bird in try ModelContext(container).fetch(birds) {
        _ = (bird.rings.count, bird.nest?.persistentModelID)
      }
    }
  }

  @Test func aPlainPropertyIsNamedAndHasNoAddress() throws {
    var eagles = FetchDescriptor<Eagle>()
    eagles.relationshipKeyPathsForPrefetching = [\.name]
    let error = try #require(throws: SwiftDataError.self) {
      try ModelContext(container).fetch(eagles)
    }
    #expect("\(error)".contains(#"\Eagle.name is no relationship"#), "\(error)")
    eagles.relationshipKeyPathsForPrefetching = [\.name.count]
    let other = try #require(throws: SwiftDataError.self) {
      try ModelContext(container).fetch(eagles)
    }
    #expect(!"\(other)".contains("0x") && "\(other)".contains("'Eagle' to 'Int'"), "\(other)")
  }

  @Test func sortsAndPredicatesHaveTheInheritedColumn() throws {
    let context = ModelContext(container)
    let eagles = FetchDescriptor<Eagle>(
      predicate: #Predicate { $0.name > "e0" && $0.wings == 2 },
      sortBy: [SortDescriptor(\.name, order: .reverse), SortDescriptor(\.wings)])
    #expect(try context.fetch(eagles).map(\.name) == ["e3", "e2", "e1"])
    var names = FetchDescriptor<Eagle>(sortBy: [SortDescriptor(\.name)])
    names.propertiesToFetch = [\.name]
    #expect(try context.fetch(names).map(\.name) == ["e0", "e1", "e2", "e3"])
  }

  @Test func theHistoryNamesInheritedChangesAndValues() throws {
    let context = ModelContext(container)
    let eagle = try #require(
      try context.fetch(FetchDescriptor<Eagle>(predicate: #Predicate { $0.name == "e1" })).first)
    (eagle.name, eagle.wings, eagle.prey) = ("other", 3, "fish")
    try context.save()
    context.delete(eagle)
    try context.save()
    let changes = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
      .flatMap(\.changes)
    let updates = changes.compactMap { change -> DefaultHistoryUpdate<Eagle>? in
      if case .update(let update) = change { update as? DefaultHistoryUpdate<Eagle> } else { nil }
    }
    let updated = try #require(updates.last).updatedAttributes
    let wanted: [PartialKeyPath<Eagle>] = [\Eagle.name, \Eagle.wings, \Eagle.prey]
    #expect(updated.count == 3 && wanted.allSatisfy { path in updated.contains { $0 == path } })
    let deletions = changes.compactMap { change -> DefaultHistoryDelete<Eagle>? in
      if case .delete(let delete) = change { delete as? DefaultHistoryDelete<Eagle> } else { nil }
    }
    let tombstone = try #require(deletions.last).tombstone
    #expect(tombstone[\.name] as? String == "other" && tombstone[\.prey] as? String == "fish")
    #expect(tombstone[\.wings] == nil)
  }

  @Test func backingDataTakeInheritedValues() {
    let data = Eagle.createBackingData() as any BackingData<Eagle>
    data.setValue(forKey: \Eagle.name, to: "set")
    data.setValue(forKey: \Eagle.prey, to: "fish")
    #expect(data.getValue(forKey: \Eagle.name) == "set")
    #expect(data.getValue(forKey: \Eagle.prey) == "fish")
  }
}

/// Of a class and one above or below it, only one can have a unique value, and which is not known.
@Suite struct InheritedUniquenessTests {
  @Test(arguments: [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)], [true, false])
  func anotherClassesValueIsRefused(_ pair: (Int, Int), _ isLoaded: Bool) throws {
    func made(_ level: Int) -> Animal {
      let made = [Animal.init, Bird.init, Eagle.init][level]("same")
      made.nest = Nest()
      return made
    }
    let store = try TestStore()
    let container = try store.container(
      Animal.self, Bird.self, Eagle.self, Nest.self, Ring.self)
    let first = ModelContext(container)
    first.insert(made(pair.0))
    try first.save()
    let second = ModelContext(container)
    let held = isLoaded ? try second.fetch(FetchDescriptor<Animal>()) : []
    second.insert(made(pair.1))
    #expect { try second.save() } throws: { "\($0)".contains("which of the two SwiftData keeps") }
    _ = held
    let rows = try ModelContext(container).fetch(FetchDescriptor<Animal>())
    #expect(rows.count == 1 && type(of: rows[0]) == type(of: made(pair.0)))
    #expect(try store.sql("SELECT count(*) FROM ZNEST") == ["1"])
    // Neither of two that are new takes the other's place.
    let both = ModelContext(try TestStoreKeeper.make())
    both.insert(made(pair.0))
    both.insert(made(pair.1))
    #expect(throws: CocoaError.self) { try both.save() }
  }

  @Test func theSameClassTakesOver() throws {
    let store = try TestStore()
    let container = try store.container(
      Animal.self, Bird.self, Eagle.self, Nest.self, Ring.self)
    for prey in ["fish", "hare"] {
      let context = ModelContext(container)
      let eagle = Eagle("same")
      (eagle.prey, eagle.nest) = (prey, Nest())
      context.insert(eagle)
      try context.save()
    }
    let eagles = try ModelContext(container).fetch(FetchDescriptor<Eagle>())
    #expect(eagles.map(\.prey) == ["hare"])
  }
}

private enum TestStoreKeeper {
  static func make() throws -> ModelContainer {
    try ModelContainer(
      for: Schema([Animal.self, Bird.self, Eagle.self, Nest.self, Ring.self]),
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }
}

@Model
class Animal {
  @Attribute(.unique, .preserveValueOnDeletion) var name: String
  var nest: Nest?
  @Relationship(deleteRule: .cascade, inverse: \Ring.animal) var rings: [Ring] = []
  init(_ name: String) { self.name = name }
}

@Model
class Bird: Animal {
  var wings = 2
  var rival: Nest?
  override init(_ name: String) { super.init(name) }
}

@Model
final class Eagle: Bird {
  @Attribute(.preserveValueOnDeletion) var prey: String?
  override init(_ name: String) { super.init(name) }
}

@Model
final class Nest {
  @Relationship(inverse: \Animal.nest) var animals: [Animal] = []
  @Relationship(inverse: \Bird.rival) var rivals: [Bird] = []
  init() {}
}

@Model
final class Ring {
  var animal: Animal?
  init() {}
}
