import Foundation
import StoreEngine
import Testing

/// What `StoreFile` reads must be what SQLite itself reads from a private copy, for every real store.
@Suite struct CorpusOverlayTests {
  @Test(.enabled(if: StoreFixtures.corpus != nil), arguments: StoreFixtures.corpusStores)
  func contentEqualsSQLite(_ path: String) throws {
    let before = try StoreFixtures.snapshot(besides: path)
    let file: StoreFile
    do {
      file = try StoreFile.open(path: path)
    } catch {
      if case .notAStore = error.reason { return }
      throw error
    }
    let copy = try StoreFixtures.privateCopy(of: path)
    defer { try? FileManager.default.removeItem(atPath: copy.folder) }
    let reference = try Connection(path: copy.path, mode: .readWrite)
    #expect(try StoreFixtures.content(file.connection) == StoreFixtures.content(reference))
    #expect(try file.connection.value("PRAGMA integrity_check") == .text("ok"))
    #expect(file.isOneState)
    #expect(try StoreFixtures.snapshot(besides: path) == before)
  }
}
