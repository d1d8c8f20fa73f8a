import Foundation
import TestSupport
import Testing

@testable import StoreEngine

/// Logs of more than 4 MB: what is visible is what SQLite's own recovery finds, whatever the `-shm`
/// file says.
@Suite struct LongLogTests {
  /// About 5 MB of log in two transactions.
  private func store(_ folder: StateFolder, suffixes: [String]) throws -> String {
    try folder.logged(extra: 2600, suffixes: suffixes, bytesPerRow: 2000)
  }

  @Test(arguments: [["-wal", "-shm"], ["-wal"]])
  func allFramesAreFound(suffixes: [String]) throws {
    let folder = try StateFolder()
    let path = try store(folder, suffixes: suffixes)
    let state = try #require(try StoreFile.open(path: path).state.log)
    #expect(state.committed == state.frames && state.end == .file)
    #expect(StoreFixtures.overlaid(path) == (try StoreFixtures.recovered(path)))
  }

  /// Whatever is changed in the index, also with a new checksum so that it seems sound, committed
  /// rows stay visible.
  @Test func editedIndexHidesNothing() throws {
    let folder = try StateFolder()
    let path = try store(folder, suffixes: ["-wal", "-shm"])
    let original = try StoreFixtures.bytes(path + "-shm")
    let recovered = try StoreFixtures.recovered(path)
    var generator = Seeded(12)
    for round in 0..<12 {
      var index = original
      for _ in 0..<3 {
        let offset = Int.random(in: 0..<(round < 8 ? 136 : index.count) / 4, using: &generator) * 4
        index[offset] = UInt8.random(in: 0...255, using: &generator)
      }
      // Two headers with the right checksum.
      var sum = LogChecksum()
      sum.add(Array(index[0..<40]), bigEndian: false)
      for (place, word) in [(40, sum.first), (44, sum.second)] {
        withUnsafeBytes(of: word.littleEndian) {
          index.replaceSubrange(place..<place + 4, with: $0)
        }
      }
      index.replaceSubrange(48..<96, with: index[0..<48])
      try StoreFixtures.write(index, to: path + "-shm")
      #expect(StoreFixtures.overlaid(path) == recovered, "round \(round)")
    }
  }

  @Test func commitsThatTheIndexDoesNotKnowCount() throws {
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
    #expect(try file.connection.value("SELECT count(*) FROM t") == .integer(2705))
    #expect(StoreFixtures.overlaid(store) == (try StoreFixtures.recovered(store)))
  }

  /// SQLite stops at the first frame that does not fit; nothing behind it is shown. Those of the log
  /// that follow tell a frame with other salts from what an earlier log has left.
  @Test(arguments: [0, 5, 8, 12, 17, 24 + 2000])
  func damagedFrameCutsTheLog(offset: Int) throws {
    let folder = try StateFolder()
    let path = try store(folder, suffixes: ["-wal", "-shm"])
    var log = try StoreFixtures.bytes(path + "-wal")
    let frame = 700
    log[32 + (frame - 1) * 4120 + offset] ^= 1
    try StoreFixtures.write(log, to: path + "-wal")
    let state = try #require(try StoreFile.open(path: path).state.log)
    #expect(state.committed == 0 && state.uncommitted == frame - 1)
    #expect(state.end == .badChecksum(frame: frame))
    #expect(StoreFixtures.overlaid(path) == (try StoreFixtures.recovered(path)))
  }

  /// Many transactions, bytes changed in headers and pages anywhere.
  @Test func changedBytes() throws {
    let folder = try StateFolder()
    let source = folder.path + "/many"
    let connection = try Connection(path: source, mode: .create)
    try connection.run("PRAGMA synchronous = OFF")
    _ = try connection.rows("PRAGMA journal_mode = WAL")
    _ = try connection.rows("PRAGMA wal_autocheckpoint = 0")
    try connection.run("CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT)")
    for _ in 0..<60 { try StateFolder.insert(45, bytes: 2000, into: connection) }
    let path = folder.path + "/store"
    try StoreFixtures.capture(source, as: path, suffixes: ["-wal", "-shm"])
    let original = try StoreFixtures.bytes(path + "-wal")
    #expect(original.count > 4 << 20)
    var generator = Seeded(13)
    for round in 0..<16 {
      var log = original
      let frame = Int.random(in: 0..<(original.count - 32) / 4120, using: &generator)
      let offset =
        round % 2 == 0
        ? Int.random(in: 0..<24, using: &generator) : Int.random(in: 24..<4120, using: &generator)
      log[32 + frame * 4120 + offset] ^= UInt8.random(in: 1...255, using: &generator)
      try StoreFixtures.write(log, to: path + "-wal")
      #expect(
        StoreFixtures.overlaid(path) == (try StoreFixtures.recovered(path)),
        "frame \(frame + 1) offset \(offset)")
    }
  }

  /// A frame that changes under the reader is noticed, not shown and not called damage.
  @Test func frameThatChangesWhileItIsRead() throws {
    let folder = try StateFolder()
    let path = try store(folder, suffixes: ["-wal"])
    let file = try StoreFile.open(path: path)
    let handle = try FileHandle(forWritingTo: URL(filePath: path + "-wal"))
    try handle.seek(toOffset: UInt64(32 + 699 * 4120 + 2000))
    try handle.write(contentsOf: Data([1, 2, 3, 4, 5, 6, 7, 8]))
    try handle.close()
    let error = #expect(throws: SQLiteError.self) {
      try file.connection.rows("SELECT sum(length(b)) FROM t WHERE b > ''")
    }
    #expect(error?.isBusy == true && error?.isDamage == false)
    #expect(!file.isOneState)
  }

  /// A process that checked a log does not believe its own memory when the log changed since.
  @Test func changedLogIsCheckedAgain() throws {
    let folder = try StateFolder()
    let path = try store(folder, suffixes: ["-wal"])
    let whole = try #require(try StoreFile.open(path: path).state.log)
    // Long enough for the result to be kept.
    Thread.sleep(forTimeInterval: 4.2)
    #expect(try StoreFile.open(path: path).state.log == whole)
    let before = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.modificationDate]
    let handle = try FileHandle(forWritingTo: URL(filePath: path + "-wal"))
    try handle.seek(toOffset: UInt64(32 + 699 * 4120 + 2000))
    try handle.write(contentsOf: Data([1, 2, 3, 4, 5, 6, 7, 8]))
    try handle.close()
    try FileManager.default.setAttributes(
      [.modificationDate: before as Any], ofItemAtPath: path + "-wal")
    #expect(try StoreFile.open(path: path).state.log?.end == .badChecksum(frame: 700))
  }
}
