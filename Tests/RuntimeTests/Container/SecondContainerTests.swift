import Foundation
import SwiftData
import Testing

enum LedgerV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Account.self] }

  @Model
  final class Account {
    var name: String
    init(_ name: String) { self.name = name }
  }
}

enum LedgerV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Account.self] }

  @Model
  final class Account {
    var name: String
    var note: String?
    @Attribute(.externalStorage) var scan: Data?
    init(_ name: String) { self.name = name }
  }
}

enum LedgerPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [LedgerV1.self, LedgerV2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(fromVersion: LedgerV1.self, toVersion: LedgerV2.self, willMigrate: nil) { context in
        for account in try context.fetch(FetchDescriptor<LedgerV2.Account>()) {
          if account.name == "refused" { throw Refused() }
          account.note = "from \(account.name)"
          account.scan = Data(repeating: 7, count: 200_000)
        }
        try context.save()
      }
    ]
  }

  struct Refused: Error {}
}

/// Two containers of one file in one process.
@Suite struct SecondContainerTests {
  private let store: TestStore
  private let first: ModelContainer

  init() throws {
    store = try TestStore()
    first = try store.container(LedgerV1.Account.self)
  }

  private func add(_ name: String) throws {
    let context = ModelContext(first)
    context.insert(LedgerV1.Account(name))
    try context.save()
  }

  private func migrated() throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: LedgerV2.self), migrationPlan: LedgerPlan.self,
      configurations: store.configuration)
  }

  @Test func eachSeesWhatTheOtherSaves() throws {
    let second = try store.container(LedgerV1.Account.self)
    try add("a")
    let context = ModelContext(second)
    let account = try #require(try context.fetch(FetchDescriptor<LedgerV1.Account>()).first)
    account.name = "b"
    try context.save()
    let names = try ModelContext(first).fetch(FetchDescriptor<LedgerV1.Account>()).map(\.name)
    #expect(names == ["b"])
  }

  @Test func theLastSaveOfOneObjectIsRefused() throws {
    try add("a")
    let contexts = [ModelContext(first), ModelContext(try store.container(LedgerV1.Account.self))]
    let objects = try contexts.map { try $0.fetch(FetchDescriptor<LedgerV1.Account>())[0] }
    objects[0].name = "b"
    objects[1].name = "c"
    try contexts[1].save()
    let error = #expect(throws: CocoaError.self) { try contexts[0].save() }
    #expect(error?.code.rawValue == 133_020)
  }

  @Test func migratesBesideAnOlderOne() throws {
    try add("a")
    let context = ModelContext(first)
    let old = try #require(try context.fetch(FetchDescriptor<LedgerV1.Account>()).first)
    let second = try migrated()
    let accounts = try ModelContext(second).fetch(FetchDescriptor<LedgerV2.Account>())
    #expect(accounts.map(\.note) == ["from a"])
    #expect(accounts.map(\.scan?.count) == [200_000])
    // The older one says why it can do nothing, and what it has read stays readable.
    #expect(old.name == "a")
    old.name = "b"
    #expect(throws: SwiftDataError.unknownDataStoreSchema) { try context.save() }
    #expect(throws: SwiftDataError.unknownDataStoreSchema) {
      try ModelContext(first).fetch(FetchDescriptor<LedgerV1.Account>())
    }
    first.deleteAllData()
    #expect(try store.sql("SELECT ZNAME FROM ZACCOUNT") == ["a"])
    #expect(try store.sql("PRAGMA integrity_check") == ["ok"])
  }

  /// The usual shape in apps and tests.
  @Test func takesTheOldOnesPlace() throws {
    try add("a")
    var container = first
    container = try migrated()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<LedgerV2.Account>()) == 1)
    container = try migrated()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<LedgerV2.Account>()) == 1)
  }

  @Test func theOlderOneGoesOnAfterAFailure() throws {
    try add("refused")
    #expect(throws: SwiftDataError.loadIssueModelContainer) { try migrated() }
    try add("b")
    let names = try ModelContext(first).fetch(FetchDescriptor<LedgerV1.Account>()).map(\.name)
    #expect(names.sorted() == ["b", "refused"])
  }

  @Test func severalMigrateAtOnce() async throws {
    try add("a")
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          try ModelContext(try self.migrated()).fetchCount(FetchDescriptor<LedgerV2.Account>())
        }
      }
      for try await count in group { #expect(count == 1) }
    }
  }
}
