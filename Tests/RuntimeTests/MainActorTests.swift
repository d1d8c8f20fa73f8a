import Foundation
import MainActorModels
import SwiftData
import Testing

/// A module built with `-default-isolation MainActor`, as new Xcode projects are.
@Suite @MainActor struct MainActorTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("main-actor-\(UUID().uuidString)")

  private var configuration: ModelConfiguration {
    ModelConfiguration(url: folder.appendingPathComponent("journal.store"))
  }

  private func fill() throws -> ModelContainer {
    let container = try ModelContainer(
      for: Schema(versionedSchema: JournalV1.self), configurations: configuration)
    // Not the main context, which would hold the store until the main queue is free.
    let context = ModelContext(container)
    let topic = JournalV1.Topic(name: "walks")
    for number in 1...3 {
      context.insert(
        JournalV1.Entry(
          title: "walk \(number)",
          written: Date(timeIntervalSinceReferenceDate: Double(9 - number)),
          number: number, topic: topic))
    }
    try context.save()
    return container
  }

  @Test func modelsAreFetched() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let container = try fill()
    let found = try entries(in: container.mainContext)
    #expect(found.map(\.number) == [3, 2, 1])
    #expect(found.first?.topic?.entries.count == 3)
  }

  @Test func actorsUseWhatIsNonisolated() async throws {
    let container = try ModelContainer(
      for: Walk.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    #expect(try await Walker(modelContainer: container).walk([9, 3, 5], from: 4) == [5, 9])
  }

  @Test func planRuns() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try fill()
    let container = try ModelContainer(
      for: Schema(versionedSchema: JournalV2.self), migrationPlan: JournalPlan.self,
      configurations: configuration)
    let entries = try container.mainContext.fetch(FetchDescriptor<JournalV2.Entry>())
    #expect(entries.map(\.title).sorted() == ["walk 1!", "walk 2!", "walk 3!"])
    #expect(entries.allSatisfy { $0.words == 7 })
  }
}
