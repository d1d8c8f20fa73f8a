import Foundation
import SwiftData
import Testing

/// Files of external data live as long as a row that is stored names them.
@Suite struct ExternalFileTests {
  private let store: TestStore
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    store = try TestStore()
    container = try World.container(store.url)
    context = ModelContext(container)
  }

  private func files() throws -> [String] {
    let folder = store.folder.appendingPathComponent(".test_SUPPORT/_EXTERNAL_DATA")
    return (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted() ?? []
  }

  private static func data(_ byte: UInt8) -> Data { Data(repeating: byte, count: 200_000) }

  private func poster(_ tag: Int) -> Poster {
    let poster = Poster(tag: tag)
    poster.picture = Self.data(1)
    context.insert(poster)
    return poster
  }

  @Test func replacedAndDeleted() throws {
    let poster = poster(1)
    try context.save()
    let first = try files()
    #expect(first.count == 1)
    poster.picture = Self.data(2)
    #expect(try files() == first)
    try context.save()
    #expect(try files().count == 1 && files() != first)
    poster.picture = Data([1])
    try context.save()
    #expect(try files() == [])
    poster.picture = Self.data(3)
    try context.save()
    context.delete(poster)
    #expect(try files().count == 1)
    try context.save()
    #expect(try files() == [])
  }

  @Test func rolledBackAndRefused() throws {
    let poster = poster(1)
    try context.save()
    let first = try files()
    poster.picture = nil
    context.rollback()
    #expect(poster.picture?.count == 200_000)
    poster.picture = Self.data(2)
    let other = ModelContext(container)
    try #require(try other.fetch(FetchDescriptor<Poster>()).first).tag = 2
    try other.save()
    #expect(throws: CocoaError.self) { try context.save() }
    #expect(try files() == first)
  }

  @Test func cascadesAndBatches() throws {
    let guild = Guild(tag: 1)
    context.insert(guild)
    guild.posters = [poster(2), poster(3)]
    _ = (poster(4), poster(5))
    try context.save()
    #expect(try files().count == 4)
    context.delete(guild)
    try context.save()
    #expect(try files().count == 2)
    try context.delete(model: Poster.self, where: #Predicate { $0.tag == 4 })
    try context.save()
    #expect(try files().count == 1)
    container.deleteAllData()
    #expect(try files() == [])
  }

  @Test func updatedByAnInsert() throws {
    for byte in UInt8(1)...3 {
      let badge = Badge(tag: Int(byte), code: 1)
      badge.scan = Self.data(byte)
      context.insert(badge)
      try context.save()
      #expect(try files().count == 1)
    }
    let badge = try #require(try ModelContext(container).fetch(FetchDescriptor<Badge>()).first)
    #expect(badge.scan == Self.data(3))
  }

  @Test func undone() throws {
    let poster = poster(1)
    try context.save()
    context.undoManager = UndoManager()
    poster.picture = Self.data(2)
    try context.save()
    context.undoManager?.undo()
    try context.save()
    #expect(try files().count == 1)
    #expect(
      try ModelContext(container).fetch(FetchDescriptor<Poster>()).first?.picture == Self.data(1))
  }
}
