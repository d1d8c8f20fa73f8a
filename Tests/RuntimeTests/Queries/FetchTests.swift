import Foundation
import SwiftData
import Testing

@Suite struct FetchTests {
  static let names = ["b10", "B9", "a", "Ä", "z", "é", "e", "", "b1"]

  private func makeContainer() throws -> ModelContainer {
    let container = try ModelContainer(
      for: Author.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    for (index, name) in Self.names.enumerated() {
      context.insert(Author(name: name, age: index % 3, mood: index % 2 == 0 ? .calm : nil))
    }
    try context.save()
    return container
  }

  struct Sort: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let descriptors: [SortDescriptor<Author>]

    init(_ name: String, _ descriptors: SortDescriptor<Author>...) {
      testDescription = name
      self.descriptors = descriptors
    }
  }

  static let sorts = [
    Sort("name", SortDescriptor(\.name)),
    Sort("name down", SortDescriptor(\.name, order: .reverse)),
    Sort("lexical", SortDescriptor(\.name, comparator: .lexical)),
    Sort("lexical down", SortDescriptor(\.name, comparator: .lexical, order: .reverse)),
    Sort("standard", SortDescriptor(\.name, comparator: .localizedStandard)),
    Sort("localized", SortDescriptor(\.name, comparator: .localized)),
    Sort("age, name", SortDescriptor(\.age), SortDescriptor(\.name)),
    Sort("age down, name", SortDescriptor(\.age, order: .reverse), SortDescriptor(\.name)),
    Sort("profile", SortDescriptor(\.profile?.text), SortDescriptor(\.name)),
  ]

  @Test(arguments: sorts) func sortsLikeMemory(_ sort: Sort) throws {
    let container = try makeContainer()
    let all = try ModelContext(container).fetch(FetchDescriptor<Author>())
    let found = try ModelContext(container).fetch(FetchDescriptor(sortBy: sort.descriptors))
    #expect(found.map(\.name) == all.sorted(using: sort.descriptors).map(\.name))
  }

  @Test(arguments: [(nil, nil), (3, nil), (nil, 4), (2, 5), (100, 8), (1, 100)] as [(Int?, Int?)])
  func limitAndOffset(_ limit: Int?, _ offset: Int?) throws {
    let container = try makeContainer()
    var descriptor = FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)])
    let all = try ModelContext(container).fetch(descriptor).map(\.name)
    descriptor.fetchLimit = limit
    descriptor.fetchOffset = offset
    let expected = Array(all.dropFirst(offset ?? 0).prefix(limit ?? .max))
    let context = ModelContext(container)
    #expect(try context.fetch(descriptor).map(\.name) == expected)
    #expect(try ModelContext(container).fetchCount(descriptor) == expected.count)
    #expect(try ModelContext(container).fetchIdentifiers(descriptor).count == expected.count)
    // Objects that are not saved change nothing about the meaning.
    let extra = Author(name: "zz")
    context.insert(extra)
    let merged = (all + ["zz"]).dropFirst(offset ?? 0).prefix(limit ?? .max)
    #expect(try context.fetch(descriptor).map(\.name) == Array(merged))
  }

  @Test func pendingChangesCount() throws {
    let context = ModelContext(try makeContainer())
    let a = try #require(
      try context.fetch(FetchDescriptor<Author>(predicate: #Predicate { $0.name == "a" })).first)
    a.name = "renamed"
    let z = try #require(
      try context.fetch(FetchDescriptor<Author>(predicate: #Predicate { $0.name == "z" })).first)
    context.delete(z)
    context.insert(Author(name: "new"))
    let names = try context.fetch(FetchDescriptor<Author>()).map(\.name)
    #expect(names.contains("renamed") && names.contains("new"))
    #expect(!names.contains("z") && !names.contains("a"))
    var stored = FetchDescriptor<Author>(predicate: #Predicate { $0.name == "new" })
    #expect(try context.fetchCount(stored) == 1)
    stored.includePendingChanges = false
    #expect(try context.fetchCount(stored) == 0)
  }

  @Test func oneObjectPerRow() throws {
    let context = ModelContext(try makeContainer())
    let first = try context.fetch(FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)]))
    let second = try context.fetch(FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)]))
    #expect(zip(first, second).allSatisfy { $0 === $1 })
    #expect(context.model(for: first[0].persistentModelID) === first[0])
    let registered: Author? = context.registeredModel(for: first[1].persistentModelID)
    #expect(registered === first[1])
    #expect(
      ModelContext(context.container).registeredModel(for: first[1].persistentModelID) as Author?
        == nil)
    #expect(
      ModelContext(context.container)[first[2].persistentModelID, as: Author.self]?.name
        == first[2].name)
  }

  @Test func enumerateInBatches() throws {
    let context = ModelContext(try makeContainer())
    var names: [String] = []
    try context.enumerate(
      FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)]), batchSize: 4
    ) { author in
      names.append(author.name)
      author.age += 100
    }
    #expect(names.count == Self.names.count)
    #expect(!context.hasChanges)
    let ages = try ModelContext(context.container).fetch(FetchDescriptor<Author>()).map(\.age)
    #expect(ages.allSatisfy { $0 >= 100 })
  }

  @Test func resultsInBatches() throws {
    let context = ModelContext(try makeContainer())
    let results = try context.fetch(
      FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)]), batchSize: 2)
    #expect(results.count == Self.names.count)
    #expect(results.map(\.name).sorted() == Self.names.sorted())
  }

  @Test func onlySomeProperties() throws {
    let container = try makeContainer()
    var descriptor = FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)])
    descriptor.propertiesToFetch = [\.name]
    let authors = try ModelContext(container).fetch(descriptor)
    #expect(authors.map(\.name).contains("b10"))
    // What was left out is read when it is used.
    #expect(authors.allSatisfy { (0..<3).contains($0.age) })
  }

  @Test func identifiersAreCodable() throws {
    let context = ModelContext(try makeContainer())
    let author = try #require(try context.fetch(FetchDescriptor<Author>()).first)
    let data = try JSONEncoder().encode(author.persistentModelID)
    let identifier = try JSONDecoder().decode(PersistentIdentifier.self, from: data)
    #expect(identifier == author.persistentModelID)
    #expect(identifier.entityName == "Author")
    #expect(context.model(for: identifier) === author)
  }

  @Test func unknownClassIsAnError() throws {
    let context = ModelContext(try makeContainer())
    #expect(throws: SwiftDataError.unknownSchema) {
      try context.fetch(FetchDescriptor<Person>())
    }
  }

  @Test func prefetchGivesEachObjectItsOwnMembers() throws {
    let store = try TestStore()
    let container = try store.container(Author.self, Book.self, Prize.self, Profile.self)
    let writer = ModelContext(container)
    let prizes = (0..<3).map { Prize(name: "P\($0)") }
    for number in 0..<6 {
      let author = Author(name: "A\(number)")
      writer.insert(author)
      // Some have none, the first and the last among them.
      for book in 0..<(number * 5 % 3) {
        writer.insert(Book("B\(number)\(book)", year: book, author: author))
      }
      author.prizes = Array(prizes[0..<(number % 3)])
    }
    try writer.save()
    let gone = try #require(
      try writer.fetch(FetchDescriptor<Author>(predicate: #Predicate { $0.name == "A2" })).first)
    for book in gone.books { writer.delete(book) }
    writer.delete(gone)
    try writer.save()

    func shown(prefetching: Bool, changing: Bool) throws -> [String] {
      let context = ModelContext(container)
      var descriptor = FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name, order: .reverse)])
      if prefetching { descriptor.relationshipKeyPathsForPrefetching = [\.books, \.prizes] }
      if changing {
        let titles = ["B10", "B11"]
        let books = try context.fetch(
          FetchDescriptor<Book>(predicate: #Predicate { titles.contains($0.title) }))
        let other = try context.fetch(
          FetchDescriptor<Author>(predicate: #Predicate { $0.name == "A3" })
        ).first
        books.first { $0.title == "B10" }?.author = other
        books.first { $0.title == "B11" }.map { context.delete($0) }
      }
      return try context.fetch(descriptor).map { author in
        let books = author.books.map(\.title).sorted().joined(separator: ",")
        return "\(author.name) \(books) \(author.prizes.map(\.name).sorted())"
      }
    }
    let plain = try shown(prefetching: false, changing: false)
    #expect(plain.count == 5 && plain.contains { $0.hasPrefix("A1 B10,B11 [\"P0\"]") })
    #expect(try shown(prefetching: true, changing: false) == plain)
    let changed = try shown(prefetching: false, changing: true)
    #expect(changed.contains { $0.hasPrefix("A3 B10 ") })
    #expect(try shown(prefetching: true, changing: true) == changed)
  }
}
