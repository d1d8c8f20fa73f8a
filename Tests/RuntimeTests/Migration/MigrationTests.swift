import Foundation
import StoreEngine
import Testing

@testable import SwiftData

@Suite struct MigrationTests {
  private func fill(_ store: TestStore) throws {
    let container = try ModelContainer(
      for: Schema(versionedSchema: DiaryV1.self), configurations: store.configuration)
    let context = ModelContext(container)
    let topic = DiaryV1.Topic(title: "Travel")
    context.insert(topic)
    let people = ["Ann", "Bob"].map { DiaryV1.Person(name: $0) }
    for number in 0..<6 {
      let entry = DiaryV1.Entry(
        code: "E\(number % 5)", text: "day **\(number)**",
        mood: ["bad", "good", "odd"][number % 3],
        fullName: "Jo \(number)")
      context.insert(entry)
      entry.topic = number % 2 == 0 ? topic : nil
      entry.people = number == 1 ? people : [people[0]]
    }
    try context.save()
  }

  private func migrated(_ store: TestStore) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: DiaryV3.self), migrationPlan: DiaryPlan.self,
      configurations: store.configuration)
  }

  @Test func allStages() throws {
    let store = try TestStore()
    try fill(store)
    let container = try migrated(store)
    let context = ModelContext(container)
    let entries = try context.fetch(
      FetchDescriptor<DiaryV3.Entry>(sortBy: [SortDescriptor(\.code)]))
    #expect(entries.map(\.code) == ["E0", "E1", "E2", "E3", "E4"])
    #expect(String((entries[1].text ?? AttributedString()).characters) == "day 1")
    #expect(entries.map(\.moodLevel).sorted() == [0, 0, 1, 2, 2])
    #expect(entries.allSatisfy { $0.firstName == "Jo" && !$0.lastName.isEmpty })
    #expect(Set(entries[1].people.map(\.name)) == ["Ann", "Bob"])
    #expect(entries.filter { $0.topic?.heading == "Travel" }.count == 3)
    #expect(try context.fetch(FetchDescriptor<DiaryV3.Topic>()).first?.entries.count == 3)
  }

  /// What is thrown away when anything fails need not wait for the disk after each save; a store has to.
  @Test func onlyACopyDoesNotWaitForTheDisk() throws {
    for isDurable in [true, false] {
      let store = try TestStore()
      var configuration = store.configuration
      configuration.isDurable = isDurable
      let container = try ModelContainer(
        for: Schema(versionedSchema: DiaryV1.self), configurations: configuration)
      let level = try container.opened.stores[0].connection.value("PRAGMA synchronous")?.integer
      #expect((level == 0) == !isDurable)
    }
  }

  @Test func resultHasTheTargetsSchema() throws {
    let store = try TestStore()
    try fill(store)
    _ = try migrated(store)
    let file = try StoreFile.open(path: store.url.path)
    let read = try Store(connection: file.connection, path: store.url.path)
    let hashes = ModelHashes(of: Schema(versionedSchema: DiaryV3.self).model)
    #expect(read.metadata.entityHashes == hashes.entities)
    #expect(read.metadata.versionIdentifiers == ["2.0.0"])
    #expect(read.problems == [])
  }

  @Test func openingAgainMigratesNothing() throws {
    let store = try TestStore()
    try fill(store)
    _ = try migrated(store)
    let before = try store.sql("SELECT count(*), max(Z_OPT) FROM ZENTRY")
    _ = try migrated(store)
    #expect(try store.sql("SELECT count(*), max(Z_OPT) FROM ZENTRY") == before)
  }

  @Test func fromTheMiddle() throws {
    let store = try TestStore()
    do {
      let container = try ModelContainer(
        for: Schema(versionedSchema: DiaryV2.self), configurations: store.configuration)
      let context = ModelContext(container)
      let entry = DiaryV2.Entry(code: "x", mood: "good", fullName: "A B C")
      entry.textOld = "t"
      context.insert(entry)
      try context.save()
    }
    let context = ModelContext(try migrated(store))
    let entry = try #require(try context.fetch(FetchDescriptor<DiaryV3.Entry>()).first)
    #expect(entry.moodLevel == 2 && entry.firstName == "A" && entry.lastName == "B C")
  }

  @Test func withoutPlanIsInferred() throws {
    let store = try TestStore()
    try fill(store)
    let container = try ModelContainer(
      for: Schema(versionedSchema: DiaryV2.self), configurations: store.configuration)
    let entries = try ModelContext(container).fetch(FetchDescriptor<DiaryV2.Entry>())
    #expect(entries.count == 6)
    #expect(entries.allSatisfy { $0.textOld.hasPrefix("day") && $0.textNew == nil })
  }

  @Test func plainTypesWithPlan() throws {
    let store = try TestStore()
    try fill(store)
    let container = try ModelContainer(
      for: DiaryV3.Entry.self, DiaryV3.Topic.self, DiaryV3.Person.self,
      migrationPlan: DiaryPlan.self, configurations: store.configuration)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<DiaryV3.Entry>()) == 5)
  }

  @Test func mainContextWorksAnywhere() throws {
    let store = try TestStore()
    try fill(store)
    #expect(try migrated(store).mainContext.fetchCount(FetchDescriptor<DiaryV3.Entry>()) == 5)
  }

  @Test func failureLeavesTheStore() throws {
    let store = try TestStore()
    try fill(store)
    let before = try store.sql("SELECT * FROM ZENTRY ORDER BY Z_PK")
    do {
      _ = try ModelContainer(
        for: Schema(versionedSchema: DiaryV2.self), migrationPlan: ThrowingPlan.self,
        configurations: store.configuration)
      Issue.record("the closure's error was lost")
    } catch let error as SwiftDataError {
      #expect(error == .loadIssueModelContainer)
      #expect(error.underlyingError is ThrowingPlan.Failure)
    }
    #expect(try store.sql("SELECT * FROM ZENTRY ORDER BY Z_PK") == before)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: store.folder.path)
        .allSatisfy { $0.hasPrefix("test.store") })
  }

  @Test func oldModelsInDidMigrate() throws {
    let store = try TestStore()
    try fill(store)
    do {
      _ = try ModelContainer(
        for: Schema(versionedSchema: DiaryV2.self), migrationPlan: WrongVersionPlan.self,
        configurations: store.configuration)
      Issue.record("the old models were there")
    } catch let error as SwiftDataError {
      #expect("\(error)".contains("DiaryV1.Entry"))
      #expect("\(error)".contains("another version"))
    }
  }

  @Test func targetMustBeInThePlan() throws {
    let store = try TestStore()
    try fill(store)
    #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try ModelContainer(
        for: Schema(versionedSchema: DiaryV3.self), migrationPlan: ShortPlan.self,
        configurations: store.configuration)
    }
  }

  @Test func backwards() throws {
    let store = try TestStore()
    try fill(store)
    _ = try migrated(store)
    #expect(throws: SwiftDataError.self) {
      try ModelContainer(
        for: Schema(versionedSchema: DiaryV2.self), migrationPlan: DiaryPlan.self,
        configurations: store.configuration)
    }
  }

  @Test func eventsNameTheStage() throws {
    let store = try TestStore()
    try fill(store)
    nonisolated(unsafe) var events: [TraceEvent] = []
    let number = TraceHub.listen { event in
      // Other tests run at the same time; their plans have other stages.
      if event.stage?.hasPrefix("DiaryV") == true { events.append(event) }
    }
    defer { TraceHub.stop(number) }
    _ = try migrated(store)
    #expect(events.contains { $0.purpose == .stageBegin })
    #expect(events.contains { $0.purpose == .prefetch && $0.relationship == "topic" })
    #expect(events.contains { $0.purpose == .save && $0.stage == "DiaryV2 to DiaryV3" })
  }
}
