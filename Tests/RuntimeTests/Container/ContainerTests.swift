import Foundation
import Testing

@testable import SwiftData

@Suite struct ContainerTests {
  @Test func names() throws {
    let url = URL(fileURLWithPath: "/tmp/some.store")
    #expect(ModelConfiguration(url: url).name == "some")
    #expect(ModelConfiguration("mine", url: url).name == "mine")
    #expect(ModelConfiguration().name == "default")
    #expect(ModelConfiguration("log").url.lastPathComponent == "log.store")
    #expect(ModelConfiguration("log").id == "log")
    #expect(ModelConfiguration(url: url) == ModelConfiguration("some", url: url))
    #expect(ModelConfiguration(url: url) != ModelConfiguration(url: url, allowsSave: false))
  }

  @Test func groupsAndClouds() {
    let configuration = ModelConfiguration(
      groupContainer: .identifier("group.example"), cloudKitDatabase: .private("iCloud.example"))
    #expect(configuration.groupAppContainerIdentifier == "group.example")
    #expect(configuration.cloudKitContainerIdentifier == "iCloud.example")
    #expect(ModelConfiguration(cloudKitDatabase: .none).cloudKitContainerIdentifier == nil)
    #expect(ModelConfiguration(groupContainer: .none).groupAppContainerIdentifier == nil)
  }

  @Test func storesAreFoundByTheirConfigurations() throws {
    let container = try ModelContainer(
      for: Schema([Author.self, Everything.self]),
      configurations: ModelConfiguration(
        "books", schema: Schema([Author.self]), isStoredInMemoryOnly: true),
      ModelConfiguration("rest", schema: Schema([Everything.self]), isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let author = Author(name: "a")
    context.insert(author)
    try context.save()
    let identifier = try #require(container.storeIdentifier(forConfigurationNamed: "books"))
    #expect(author.persistentModelID.storeIdentifier == identifier)
    #expect(container.configurationName(forStoreIdentifier: identifier) == "books")
    #expect(container.storeIdentifier(forConfigurationNamed: "rest") != identifier)
    #expect(container.storeIdentifier(forConfigurationNamed: "none") == nil)
    #expect(container.configurationName(forStoreIdentifier: "none") == nil)
  }

  @Test func configurationOfTypes() throws {
    let configuration = ModelConfiguration(
      for: Author.self, Shelf.self, isStoredInMemoryOnly: true)
    #expect(configuration.schema?.entitiesByName["Peg"] != nil)
    let container = try ModelContainer(
      for: Author.self, Shelf.self, configurations: configuration)
    #expect(container.configurations == [configuration])
    #expect(container.schema.entities.count == 9)
  }

  @Test func twoConfigurationsOfOneName() {
    let memory = ModelConfiguration("same", isStoredInMemoryOnly: true)
    #expect(throws: SwiftDataError.duplicateConfiguration) {
      try ModelContainer(for: Schema(Author.self), configurations: memory, memory)
    }
  }

  @Test func configurationOfOtherModels() {
    let other = ModelConfiguration(schema: Schema(Shelf.self), isStoredInMemoryOnly: true)
    #expect(throws: SwiftDataError.configurationSchemaNotFoundInContainerSchema) {
      try ModelContainer(for: Schema(Author.self), configurations: other)
    }
  }

  @Test func readOnlyNeedsAStore() throws {
    let store = try TestStore()
    #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try ModelContainer(
        for: Author.self, configurations: ModelConfiguration(url: store.url, allowsSave: false))
    }
    #expect(!FileManager.default.fileExists(atPath: store.url.path))
  }

  @Test func noStoreAtAll() throws {
    let store = try TestStore()
    try Data("this is no database, however long it may be".utf8).write(to: store.url)
    #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try store.container(Author.self)
    }
  }

  @Test func folderIsMade() throws {
    let store = try TestStore()
    let url = store.folder.appendingPathComponent("a/b/c.store", isDirectory: false)
    _ = try ModelContainer(for: Author.self, configurations: ModelConfiguration(url: url))
    #expect(FileManager.default.fileExists(atPath: url.path))
  }

  @Test func erase() throws {
    let store = try TestStore()
    let container = try store.container(Author.self)
    let context = ModelContext(container)
    let author = Author(name: "a")
    author.prizes = [Prize(name: "p")]
    context.insert(author)
    try context.save()
    try container.erase()
    for table in ["ZAUTHOR", "ZPRIZE", "Z_1PRIZES", "ACHANGE", "ATRANSACTION"] {
      #expect(try store.sql("SELECT count(*) FROM \(table)") == ["0"])
    }
    // The container goes on working, and keys go on where they were.
    let next = ModelContext(container)
    next.insert(Author(name: "b"))
    try next.save()
    #expect(try store.sql("SELECT Z_PK, ZNAME FROM ZAUTHOR") == ["2|b"])
    #expect(try store.sql("SELECT Z_PK FROM ATRANSACTION") == ["2"])
  }

  @Test func errors() {
    let error = SwiftDataError(.unsupportedKeyPath, "why")
    #expect(error == .unsupportedKeyPath && error != .unsupportedPredicate)
    #expect("\(error)" == "SwiftDataError.unsupportedKeyPath: why")
    #expect(error.localizedDescription.contains("why"))
    switch error as any Error {
    case SwiftDataError.unsupportedKeyPath: break
    default: Issue.record("the pattern does not match")
    }
  }
}
