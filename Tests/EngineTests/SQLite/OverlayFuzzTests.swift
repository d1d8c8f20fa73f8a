import Foundation
import TestSupport
import Testing

@testable import StoreEngine

/// Damaged files of every kind: no crash, no hang, no write; and whenever SQLite reads one, the
/// overlay reads the same.
@Suite struct OverlayFuzzTests {
  private func compare(_ path: String, _ what: @autoclosure () -> String) throws {
    let before = try StoreFixtures.snapshot(besides: path)
    let overlaid = StoreFixtures.overlaid(path)
    let recovered = try StoreFixtures.recovered(path)
    // SQLite takes a file without a single page for a new database; here it is an error.
    if recovered == .content([]), overlaid.isFailure { return }
    if !recovered.isFailure || !overlaid.isFailure {
      #expect(overlaid == recovered, "\(what())")
    }
    #expect(try StoreFixtures.snapshot(besides: path) == before)
  }

  private func flip(_ path: String, region: Range<Int>, seed: UInt64, rounds: Int) throws {
    var generator = Seeded(seed)
    let original = try StoreFixtures.bytes(path)
    let store =
      path.hasSuffix("-wal") || path.hasSuffix("-journal")
      ? String(path.prefix(upTo: path.lastIndex(of: "-") ?? path.endIndex)) : path
    let region = region.clamped(to: original.indices)
    for _ in 0..<rounds {
      var bytes = original
      var changes: [String] = []
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let position = Int.random(in: region, using: &generator)
        bytes[position] = UInt8.random(in: 0...255, using: &generator)
        changes.append("\(position)=\(bytes[position])")
      }
      try StoreFixtures.write(bytes, to: path)
      try compare(store, "\(path.suffix(8)) \(changes)")
    }
    try StoreFixtures.write(original, to: path)
  }

  private func cut(_ path: String, at sizes: some Sequence<Int>) throws {
    let original = try StoreFixtures.bytes(path)
    let store =
      path.hasSuffix("-wal") || path.hasSuffix("-journal")
      ? String(path.prefix(upTo: path.lastIndex(of: "-") ?? path.endIndex)) : path
    for size in sizes where size <= original.count {
      try StoreFixtures.write(Array(original[..<size]), to: path)
      try compare(store, "\(path.suffix(8)) cut to \(size)")
    }
    try StoreFixtures.write(original, to: path)
  }

  @Test func damagedLog() throws {
    let folder = try StateFolder()
    let path = try folder.logged(extra: 300, pageSize: 1024, suffixes: ["-wal"], uncommitted: 300)
    try flip(path + "-wal", region: 0..<32, seed: 1, rounds: 40)
    try flip(path + "-wal", region: 32..<56, seed: 2, rounds: 40)
    try flip(path + "-wal", region: 0..<Int.max, seed: 3, rounds: 40)
    let size = try StoreFixtures.bytes(path + "-wal").count
    try cut(path + "-wal", at: stride(from: 32, through: size, by: 1048 * 3))
    try cut(path + "-wal", at: stride(from: 0, through: size, by: 3001))
  }

  @Test func damagedJournal() throws {
    let folder = try StateFolder()
    let path = try folder.journaled(pageSize: 1024)
    try flip(path + "-journal", region: 0..<28, seed: 4, rounds: 40)
    try flip(path + "-journal", region: 0..<Int.max, seed: 5, rounds: 40)
    try cut(path + "-journal", at: stride(from: 0, to: 40_000, by: 516))
  }

  @Test func damagedMainFile() throws {
    let folder = try StateFolder()
    let path = try folder.journaled(pageSize: 1024, commit: true)
    try flip(path, region: 0..<100, seed: 6, rounds: 40)
    try flip(path, region: 100..<4096, seed: 7, rounds: 40)
    let size = try StoreFixtures.bytes(path).count
    try cut(path, at: stride(from: 0, through: size, by: 1024 * 16))
    try cut(path, at: [1, 16, 99, 100, 512, 1023, 1025])
  }

  @Test func damagedMainFileBesideALog() throws {
    let folder = try StateFolder()
    let path = try folder.logged(extra: 300, pageSize: 1024, suffixes: ["-wal"])
    try flip(path, region: 0..<100, seed: 8, rounds: 40)
    try cut(path, at: stride(from: 0, to: 16384, by: 1024))
  }
}
