import Foundation
import Testing

@testable import StoreEngine

/// A file that claims more room than it takes must not be copied until the disk is full.
@Suite struct SparseCopyTests {
  private static let huge: UInt64 = 100 << 30

  private static func grow(_ path: String, to size: UInt64) throws {
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    defer { try? file.close() }
    try file.truncate(atOffset: size)
  }

  /// Apparent size, and what it takes on the disk.
  private static func size(of path: String) -> (apparent: Int, taken: Int) {
    var status = stat()
    return stat(path, &status) == 0
      ? (Int(status.st_size), Int(status.st_blocks) * 512) : (-1, -1)
  }

  private static func copy(_ path: String, to new: String) throws {
    let output = try StoreOutput(path: new, replaces: false, stores: [path])
    try WorkCopy(of: path, for: output, now: 0).finish()
  }

  private func store(in fixture: MigrationFixture) throws -> String {
    try fixture.store(InPlaceTests.model, rows: 5)
  }

  /// SQLite reads nothing behind the pages that the header counts.
  @Test func onlyThePagesThatTheHeaderCountsAreCopied() throws {
    let fixture = try MigrationFixture()
    let path = try store(in: fixture)
    let size = Self.size(of: path).apparent
    try Self.grow(path, to: Self.huge)
    try Self.copy(path, to: fixture.path("new.store"))
    #expect(Self.size(of: fixture.path("new.store")).apparent == size)
    #expect(try StoreFile.open(path: path).state.pageCount == size / 4096)
    #expect(
      try StoreFixtures.content(StoreFile.open(path: path).connection)
        == StoreFixtures.content(StoreFile.open(path: fixture.path("new.store")).connection))
  }

  /// A store of before SQLite 3.7 does not say how many pages it has: all of them count.
  @Test func withoutACountTheFileDecides() throws {
    let fixture = try MigrationFixture()
    let path = try store(in: fixture)
    let size = Self.size(of: path).apparent
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    // The version that the count is valid for.
    try file.seek(toOffset: 92)
    try file.write(contentsOf: Data([0xff, 0, 0, 0]))
    try file.close()
    try Self.grow(path, to: UInt64(size + 8192))
    #expect(try StoreFile.open(path: path).state.pageCount == size / 4096 + 2)
  }

  @Test func aHoleStaysAHole() throws {
    let fixture = try MigrationFixture()
    let path = try store(in: fixture)
    let size: UInt64 = 256 << 20
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.seek(toOffset: 28)
    try file.write(contentsOf: Data([0, 1, 0, 0]))
    try file.close()
    try Self.grow(path, to: size)
    // Something at the very end, behind the hole.
    let end = try FileHandle(forWritingTo: URL(filePath: path))
    try end.seek(toOffset: size - 4096)
    try end.write(contentsOf: Data(repeating: 7, count: 4096))
    try end.close()
    try Self.copy(path, to: fixture.path("new.store"))
    let new = Self.size(of: fixture.path("new.store"))
    #expect(new.apparent == Int(size))
    #expect(new.taken < 8 << 20, "\(new.taken) bytes taken")
    let copied = try FileHandle(forReadingFrom: URL(filePath: fixture.path("new.store")))
    try copied.seek(toOffset: size - 4096)
    #expect(try copied.readToEnd() == Data(repeating: 7, count: 4096))
  }

  @Test func aHoleInExternalDataStaysAHole() throws {
    let fixture = try MigrationFixture()
    try Data("x".utf8).write(to: URL(filePath: fixture.path("data")))
    try Self.grow(fixture.path("data"), to: 256 << 20)
    try FileTree.copy(fixture.path("data"), fixture.path("copy"))
    let new = Self.size(of: fixture.path("copy"))
    #expect(new.apparent == 256 << 20 && new.taken < 8 << 20)
    #expect(FileTree.isSame(fixture.path("data"), fixture.path("copy")))
  }
}
