import Foundation
import Testing

@testable import StoreEngine

/// Logs that are too long to be checked as a whole when a store is opened.
@Suite struct LongLogTests {
  /// About 5 MB of log in two transactions.
  private func store(_ folder: StateFolder, suffixes: [String]) throws -> String {
    try folder.logged(extra: 2600, suffixes: suffixes, bytesPerRow: 2000)
  }

  @Test func framesAreFoundThroughTheSharedIndex() throws {
    let folder = try StateFolder()
    let path = try store(folder, suffixes: ["-wal", "-shm"])
    let state = try #require(try StoreFile.open(path: path).state.log)
    #expect(state.locatedBy == .sharedIndex && state.committed == state.frames)
    #expect(StoreFixtures.overlaid(path) == (try StoreFixtures.recovered(path)))
  }

  @Test func framesAreFoundByTheirHeaders() throws {
    let folder = try StateFolder()
    let path = try store(folder, suffixes: ["-wal"])
    let state = try #require(try StoreFile.open(path: path).state.log)
    #expect(state.locatedBy == .frameHeaders && state.committed == state.frames)
    #expect(StoreFixtures.overlaid(path) == (try StoreFixtures.recovered(path)))
  }

  /// An index that lies about anything is not used; the result is the same without it.
  @Test(arguments: [0, 12, 14, 16, 24, 32, 40, 48, 136, 136 + 4 * 256, 32768 / 2 - 4])
  func untrustworthyIndexIsNotUsed(offset: Int) throws {
    let folder = try StateFolder()
    let path = try store(folder, suffixes: ["-wal", "-shm"])
    var index = try StoreFixtures.bytes(path + "-shm")
    // The whole number, because a sample hits the first frame of each stride.
    for byte in offset..<offset + 4 { index[byte] ^= 0x55 }
    try StoreFixtures.write(index, to: path + "-shm")
    let file = try StoreFile.open(path: path)
    let state = try #require(file.state.log)
    if offset < 136 + 4 * 257 { #expect(state.locatedBy == .frameHeaders) }
    #expect(StoreFixtures.overlaid(path) == (try StoreFixtures.recovered(path)))
  }

  @Test func commitsBehindTheIndexCount() throws {
    let folder = try StateFolder()
    let early = try store(folder, suffixes: ["-wal", "-shm"])
    // More commits in the same log, but the index of before.
    let connection = try Connection(path: early, mode: .readWrite)
    _ = try connection.rows("PRAGMA wal_autocheckpoint = 0")
    _ = try connection.rows("SELECT count(*) FROM t")
    let store = folder.path + "/later"
    try FileManager.default.copyItem(atPath: early + "-shm", toPath: store + "-shm")
    try StateFolder.insert(5, bytes: 2000, into: connection)
    try StoreFixtures.capture(early, as: store, suffixes: ["-wal"])
    let file = try StoreFile.open(path: store)
    #expect(file.state.log?.locatedBy == .sharedIndex || file.state.log?.locatedBy == .checksums)
    #expect(try file.connection.value("SELECT count(*) FROM t") == .integer(2705))
    #expect(StoreFixtures.overlaid(store) == (try StoreFixtures.recovered(store)))
  }

  @Test func damagedFrameIsReportedWhenItIsRead() throws {
    let folder = try StateFolder()
    let path = try store(folder, suffixes: ["-wal"])
    var log = try StoreFixtures.bytes(path + "-wal")
    let frame = 700
    log[32 + (frame - 1) * 4120 + 24 + 2000] ^= 1
    try StoreFixtures.write(log, to: path + "-wal")
    let file = try StoreFile.open(path: path)
    let error = #expect(throws: SQLiteError.self) {
      try file.connection.rows("SELECT sum(length(b)) FROM t WHERE b > ''")
    }
    #expect(error?.message == "the write-ahead log is damaged at frame \(frame)")
    #expect(error?.isDamage == true)
    // A full check cuts the log there, as SQLite does.
    let full = try StoreFile.open(path: path, verification: .full)
    #expect(full.state.log?.end == .badChecksum(frame: frame))
    #expect(
      StoreFixtures.overlaid(path, verification: .full) == (try StoreFixtures.recovered(path)))
  }

  @Test func damagedLastFrameCutsTheLog() throws {
    let folder = try StateFolder()
    let path = try store(folder, suffixes: ["-wal"])
    var log = try StoreFixtures.bytes(path + "-wal")
    log[log.count - 7] ^= 1
    try StoreFixtures.write(log, to: path + "-wal")
    #expect(StoreFixtures.overlaid(path) == (try StoreFixtures.recovered(path)))
  }
}
