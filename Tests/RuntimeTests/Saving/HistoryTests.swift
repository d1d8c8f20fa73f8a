import Foundation
import SwiftData
import Testing

@Suite struct HistoryTests {
  @Test func everySaveIsATransaction() throws {
    let store = try TestStore()
    let context = ModelContext(try store.container(Author.self))
    context.author = "importer"
    let author = Author(name: "a", age: 1)
    let prize = Prize(name: "p")
    prize.code = "P-1"
    context.insert(author)
    context.insert(prize)
    try context.save()
    author.age = 2
    try context.save()
    context.delete(prize)
    try context.save()
    let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(history.count == 3)
    #expect(history.allSatisfy { $0.author == "importer" })
    #expect(history[0].changes.count == 2)
    guard case .update(let update) = history[1].changes.first else {
      Issue.record("no update")
      return
    }
    #expect(update.changedPersistentIdentifier == author.persistentModelID)
    let typed = try #require(update as? DefaultHistoryUpdate<Author>)
    #expect(typed.updatedAttributes as [PartialKeyPath<Author>] == [\Author.age])
    #expect(typed == typed && Set([typed]).count == 1)
    guard case .delete(let delete) = history[2].changes.first else {
      Issue.record("no deletion")
      return
    }
    let tombstone = try #require(delete as? DefaultHistoryDelete<Prize>).tombstone
    #expect(tombstone[\Prize.code] as? String == "P-1")
    #expect(tombstone.map(\.name) == ["code"] && tombstone[\Prize.name] == nil)
    #expect(history[0].token < history[1].token)
  }

  @Test func tables() throws {
    let store = try TestStore()
    let context = ModelContext(try store.container(Author.self))
    let author = Author(name: "a", age: 1)
    context.insert(author)
    try context.save()
    author.name = "b"
    try context.save()
    #expect(
      try store.sql(
        "SELECT Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID FROM ACHANGE")
        == ["1|16001|0|1|1|1", "2|16001|1|1|1|2"])
    // Sorted by name: age, books, mood, name, prizes, profile.
    #expect(try store.sql("SELECT hex(ZCOLUMNS) FROM ACHANGE") == ["", "10"])
    #expect(
      try store.sql("SELECT Z_ENT, Z_NAME, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT > 16000")
        == ["16001|CHANGE|2", "16002|TRANSACTION|2", "16003|TRANSACTIONSTRING|1"])
  }

  @Test func sinceAToken() throws {
    let store = try TestStore()
    let context = ModelContext(try store.container(Author.self))
    for name in ["a", "b", "c"] {
      context.insert(Author(name: name))
      try context.save()
    }
    let all = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    let token = all[0].token
    var descriptor = HistoryDescriptor<DefaultHistoryTransaction>(
      predicate: #Predicate { $0.token > token })
    #expect(try context.fetchHistory(descriptor).count == 2)
    descriptor.fetchLimit = 1
    #expect(try context.fetchHistory(descriptor).count == 1)
    try context.deleteHistory(
      HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token <= token }))
    #expect(try store.sql("SELECT count(*) FROM ATRANSACTION") == ["2"])
    #expect(try store.sql("SELECT count(*) FROM ACHANGE") == ["2"])
  }
}
