import Foundation
import StoreEngine
import TestSupport
import Testing

/// What `StoreFile` reads must be what SQLite itself reads from a private copy, for every real store.
@Suite(.enabled(if: RealFiles.arePresent, "\(RealFiles.need)")) struct CorpusOverlayTests {
  @Test(arguments: RealFiles.databases) func contentEqualsSQLite(_ name: String) throws {
    let path = RealFiles.store(name)
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
