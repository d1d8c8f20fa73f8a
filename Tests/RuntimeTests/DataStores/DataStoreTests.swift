import Foundation
import Testing

@testable import SwiftData

/// A store of one JSON file, as an app may have it.
struct JSONStoreConfiguration: DataStoreConfiguration {
  typealias Store = JSONStore
  let name: String
  var schema: Schema?
  let url: URL
  let log: Log

  final class Log: @unchecked Sendable {
    var calls: [String] = []
    var isUnwilling = false
    var filters = false
  }

  static func == (left: Self, right: Self) -> Bool { left.name == right.name }
  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

final class JSONStore: DataStore {
  typealias Configuration = JSONStoreConfiguration
  typealias Snapshot = DefaultSnapshot

  let configuration: JSONStoreConfiguration
  let schema: Schema
  let identifier: String

  init(
    _ configuration: JSONStoreConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws {
    self.configuration = configuration
    schema = try #require(configuration.schema)
    identifier = configuration.url.lastPathComponent
  }

  private func read() throws -> [PersistentIdentifier: DefaultSnapshot] {
    guard let data = try? Data(contentsOf: configuration.url) else { return [:] }
    let all = try JSONDecoder().decode([DefaultSnapshot].self, from: data)
    return Dictionary(uniqueKeysWithValues: all.map { ($0.persistentIdentifier, $0) })
  }

  private func write(_ all: [PersistentIdentifier: DefaultSnapshot]) throws {
    try JSONEncoder().encode(Array(all.values)).write(to: configuration.url)
  }

  func fetch<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
    configuration.log.calls.append("fetch \(Schema.entityName(for: T.self))")
    if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
    if !request.descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
    let own = try read().values.filter {
      $0.persistentIdentifier.entityName == Schema.entityName(for: T.self)
    }
    return DataStoreFetchResult(
      descriptor: request.descriptor,
      fetchedSnapshots: own.sorted { $0.persistentIdentifier < $1.persistentIdentifier })
  }

  func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    configuration.log.calls.append(
      "save \(request.inserted.count) \(request.updated.count) \(request.deleted.count)")
    if configuration.log.isUnwilling { throw DataStoreError.unsupportedFeature }
    var all = try read()
    var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
    for snapshot in request.inserted {
      remapped[snapshot.persistentIdentifier] = try .identifier(
        for: identifier, entityName: snapshot.persistentIdentifier.entityName,
        primaryKey: UUID().uuidString)
    }
    for snapshot in request.inserted {
      let own = try #require(remapped[snapshot.persistentIdentifier])
      all[own] = snapshot.copy(persistentIdentifier: own, remappedIdentifiers: remapped)
    }
    for snapshot in request.updated {
      all[snapshot.persistentIdentifier] = snapshot.copy(
        persistentIdentifier: snapshot.persistentIdentifier, remappedIdentifiers: remapped)
    }
    for snapshot in request.deleted { all[snapshot.persistentIdentifier] = nil }
    try write(all)
    return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
  }

  func erase() throws { try write([:]) }
  func initializeState(for editingState: EditingState) {
    configuration.log.calls.append("begin \(editingState.author ?? "")")
  }
  func invalidateState(for editingState: EditingState) { configuration.log.calls.append("end") }
}

@Suite struct DataStoreTests {
  private let store: TestStore
  private let configuration: JSONStoreConfiguration

  init() throws {
    store = try TestStore()
    configuration = JSONStoreConfiguration(
      name: "json", schema: nil, url: store.folder.appendingPathComponent("all.json"),
      log: JSONStoreConfiguration.Log())
  }

  private func container() throws -> ModelContainer {
    try ModelContainer(for: Author.self, configurations: configuration)
  }

  @Test func fetchesAndSaves() throws {
    let context = ModelContext(try container())
    let author = Author(name: "a", age: 1, mood: .wild)
    let temporary = author.persistentModelID
    context.insert(author)
    author.books = [Book("x", year: 1), Book("y", year: 2)]
    author.prizes = [Prize(name: "p")]
    try context.save()
    #expect(configuration.log.calls.last == "save 4 0 0")
    #expect(author.persistentModelID.storeIdentifier == "all.json")
    #expect(author.persistentModelID != temporary && context.model(for: temporary) === author)
    let other = ModelContext(try container())
    let read = try #require(try other.fetch(FetchDescriptor<Author>()).first)
    #expect(read.persistentModelID == author.persistentModelID)
    #expect(read.name == "a" && read.age == 1 && read.mood == .wild)
    #expect(Set(read.books.map(\.title)) == ["x", "y"] && read.prizes.first?.winners == [read])
    read.age = 2
    other.delete(try #require(read.books.first))
    try other.save()
    #expect(configuration.log.calls.last?.hasSuffix("1") == true)
    let again = ModelContext(try container())
    #expect(try again.fetch(FetchDescriptor<Author>()).map(\.age) == [2])
    #expect(try again.fetchCount(FetchDescriptor<Book>()) == 1)
    // What the first container knew is asked for again.
    #expect(try context.fetch(FetchDescriptor<Author>()).map(\.age) == [2])
  }

  @Test func filtersAndSortsWhereTheStoreDoesNot() throws {
    let context = ModelContext(try container())
    for (index, name) in ["c", "a", "b", "d"].enumerated() {
      context.insert(Author(name: name, age: index))
    }
    try context.save()
    let fresh = ModelContext(try container())
    var descriptor = FetchDescriptor<Author>(
      predicate: #Predicate { $0.age > 0 }, sortBy: [SortDescriptor(\.name, order: .reverse)])
    #expect(try fresh.fetch(descriptor).map(\.name) == ["d", "b", "a"])
    descriptor.fetchLimit = 1
    descriptor.fetchOffset = 1
    #expect(try fresh.fetch(descriptor).map(\.name) == ["b"])
    #expect(try fresh.fetchIdentifiers(FetchDescriptor<Author>()).count == 4)
    fresh.insert(Author(name: "e", age: 9))
    #expect(
      try fresh.fetchCount(FetchDescriptor<Author>(predicate: #Predicate { $0.age > 2 })) == 2)
    var names: [String] = []
    try fresh.enumerate(FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)])) {
      names.append($0.name)
    }
    #expect(names == ["a", "b", "c", "d", "e"])
  }

  @Test func aFailedSaveChangesNothing() throws {
    let context = ModelContext(try container())
    let author = Author(name: "a")
    context.insert(author)
    configuration.log.isUnwilling = true
    #expect(throws: DataStoreError.unsupportedFeature) { try context.save() }
    #expect(context.hasChanges && author.persistentModelID.storeIdentifier == nil)
    configuration.log.isUnwilling = false
    try context.save()
    author.age = 5
    try context.save()
    #expect(!context.hasChanges)
    #expect(try ModelContext(container()).fetch(FetchDescriptor<Author>()).map(\.age) == [5])
  }

  @Test func objectsByTheirIdentifiers() throws {
    let context = ModelContext(try container())
    let author = Author(name: "a")
    author.books = [Book("x", year: 1)]
    context.insert(author)
    try context.save()
    let (identifier, book) = (author.persistentModelID, author.books[0].persistentModelID)
    let decoded = try JSONDecoder().decode(
      PersistentIdentifier.self, from: JSONEncoder().encode(identifier))
    let fresh = ModelContext(try container())
    #expect(fresh[decoded, as: Author.self]?.name == "a")
    #expect((fresh.model(for: book) as? Book)?.author?.name == "a")
    let missing = try PersistentIdentifier.identifier(
      for: "all.json", entityName: "Author", primaryKey: "no")
    #expect(fresh[missing, as: Author.self] == nil)
  }

  @Test func contextsHaveAState() throws {
    do {
      let context = ModelContext(try container())
      context.author = "importer"
      _ = try context.fetch(FetchDescriptor<Author>())
      _ = try context.fetch(FetchDescriptor<Author>())
      #expect(configuration.log.calls == ["begin importer", "fetch Author", "fetch Author"])
      #expect(context.editingState == context.editingState)
    }
    #expect(configuration.log.calls.last == "end")
  }

  @Test func erasing() throws {
    let container = try container()
    let context = ModelContext(container)
    context.insert(Author(name: "a"))
    try context.save()
    try container.erase()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Author>()) == 0)
    #expect(throws: SwiftDataError.invalidTransactionFetchRequest) {
      try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    }
  }

  @Test func beside() throws {
    let container = try ModelContainer(
      for: Schema(Author.self, PastedPart.self),
      configurations: [
        JSONStoreConfiguration(
          name: "json", schema: Schema(Author.self), url: configuration.url, log: configuration.log),
        ModelConfiguration("own", schema: Schema(PastedPart.self), url: store.url),
      ])
    let context = ModelContext(container)
    context.insert(Author(name: "a"))
    context.insert(PastedPart(name: "p"))
    try context.save()
    #expect(try store.sql("SELECT ZNAME FROM ZPASTEDPART") == ["p"])
    #expect(try context.fetchCount(FetchDescriptor<Author>()) == 1)
  }
}

/// A data store over SwiftData's own format.
@Suite struct DefaultStoreTests {
  private let file: TestStore
  private let store: DefaultStore

  init() throws {
    file = try TestStore()
    store = try DefaultStore(
      ModelConfiguration(schema: Schema(Author.self), url: file.url), migrationPlan: nil)
  }

  private var state: EditingState { EditingState(id: UUID(), author: "me") }

  private func request<T>(_ descriptor: FetchDescriptor<T>) -> DataStoreFetchRequest<T> {
    DataStoreFetchRequest(descriptor: descriptor, editingState: state)
  }

  @Test func savesAndFetches() throws {
    let context = ModelContext(
      try ModelContainer(
        for: Author.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    let author = Author(name: "a", age: 3)
    context.insert(author)
    author.books = [Book("x", year: 1)]
    func snapshot<M: PersistentModel>(_ object: M) -> DefaultSnapshot {
      var related: [PersistentIdentifier: any BackingData] = [:]
      return DefaultSnapshot(from: object.persistentBackingData, relatedBackingDatas: &related)
    }
    let inserted = [snapshot(author), snapshot(author.books[0])]
    let result = try store.save(
      DataStoreSaveChangesRequest(editingState: state, inserted: inserted, updated: [], deleted: [])
    )
    #expect(result.remappedIdentifiers.count == 2 && result.historyToken != nil)
    #expect(
      try file.sql("SELECT b.ZTITLE, a.ZNAME FROM ZBOOK b JOIN ZAUTHOR a ON b.ZAUTHOR = a.Z_PK")
        == ["x|a"])
    let found = try store.fetch(request(FetchDescriptor<Author>())).fetchedSnapshots
    #expect(
      found.map(\.persistentIdentifier) == [result.remappedIdentifiers[author.persistentModelID]])
    #expect(try store.fetchCount(request(FetchDescriptor<Book>())) == 1)
    #expect(
      try store.cachedSnapshots(for: found.map(\.persistentIdentifier), editingState: state).count
        == 1)
    #expect(try store.fetchHistory(HistoryDescriptor()).map(\.author) == ["me"])
    _ = try store.save(
      DataStoreSaveChangesRequest(editingState: state, inserted: [], updated: [], deleted: found))
    #expect(try store.fetchIdentifiers(request(FetchDescriptor<Author>())).isEmpty)
    try store.delete(
      DataStoreBatchDeleteRequest<Book>(
        predicate: nil, editingState: state, includeSubclasses: true))
    #expect(try store.fetchCount(request(FetchDescriptor<Book>())) == 0)
  }
}
