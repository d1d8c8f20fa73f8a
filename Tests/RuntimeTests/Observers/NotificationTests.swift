import Foundation
import SwiftData
import Testing

/// What the notifications of a save say.
@Suite struct NotificationTests {
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    container = try ModelContainer(
      for: Author.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
  }

  private func notes(
    _ name: Notification.Name, of context: ModelContext, during body: () throws -> Void
  ) rethrows -> [[AnyHashable: Any]] {
    nonisolated(unsafe) var found: [[AnyHashable: Any]] = []
    let observer = NotificationCenter.default.addObserver(
      forName: name, object: context, queue: nil
    ) { found.append($0.userInfo ?? [:]) }
    defer { NotificationCenter.default.removeObserver(observer) }
    try body()
    return found
  }

  private func names(
    _ info: [AnyHashable: Any], _ key: ModelContext.NotificationKey
  ) -> Set<PersistentIdentifier> {
    Set(info[key.rawValue] as? [PersistentIdentifier] ?? [])
  }

  @Test func aSaveNamesWhatItDid() throws {
    let (kept, gone) = (Author(name: "kept"), Author(name: "gone"))
    context.insert(kept)
    context.insert(gone)
    try context.save()
    let goneIdentifier = gone.persistentModelID
    let new = Author(name: "new")
    let info = try #require(
      try notes(ModelContext.didSave, of: context) {
        kept.age = 2
        context.delete(gone)
        context.insert(new)
        try context.save()
      }.first)
    #expect(names(info, .insertedIdentifiers) == [new.persistentModelID])
    #expect(names(info, .updatedIdentifiers) == [kept.persistentModelID])
    #expect(names(info, .deletedIdentifiers) == [goneIdentifier])
    #expect(new.persistentModelID.storeIdentifier != nil)
    #expect(
      info["deleted"] != nil && info[ModelContext.NotificationKey.queryGeneration.rawValue] == nil)
    #expect(ModelContext.NotificationKey(rawValue: "inserted") == .insertedIdentifiers)
  }

  @Test func beforeASaveNothingNewIsNamed() throws {
    let author = Author(name: "a")
    context.insert(author)
    try context.save()
    let info = try #require(
      try notes(ModelContext.willSave, of: context) {
        author.age = 3
        context.insert(Author(name: "b"))
        try context.save()
      }.first)
    #expect(names(info, .updatedIdentifiers) == [author.persistentModelID])
    #expect(names(info, .insertedIdentifiers) == [])
    #expect(info[ModelContext.NotificationKey.historyTokens.rawValue] == nil)
  }

  @Test func theTokenIsThePlaceAfterTheSave() throws {
    let tokens = try notes(ModelContext.didSave, of: context) {
      for name in ["a", "b"] {
        context.insert(Author(name: name))
        try context.save()
      }
    }.compactMap {
      $0[ModelContext.NotificationKey.historyTokens.rawValue] as? DefaultHistoryToken
    }
    let first = try #require(tokens.first)
    #expect(tokens.count == 2 && first < tokens[1])
    #expect(first.id == first.tokenValue && first.tokenValue?[first.storeIdentifier] == 1)
    let later = try context.fetchHistory(
      HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > first }))
    #expect(later.map(\.token) == [tokens[1]])
  }

  @Test func notificationsAsASequence() async throws {
    let walk = NotificationCenter.default.notifications(
      named: ModelContext.didSave, object: context)
    var iterator = walk.makeAsyncIterator()
    context.insert(Author(name: "a"))
    try context.save()
    let info = try #require(await iterator.next()?.userInfo)
    #expect(names(info, .insertedIdentifiers).count == 1)
  }
}
