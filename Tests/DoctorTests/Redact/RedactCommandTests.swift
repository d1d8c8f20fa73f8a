import Foundation
import StoreEngine
import TestSupport
import Testing

@testable import StoreDoctor

/// What cannot be redacted, or not there, is said in one sentence, and nothing is left behind.
@Suite final class RedactCommandTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "no-twin-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func expect(
    _ words: [String], code: Int32, _ text: String, _ comment: Comment? = nil
  ) throws {
    let before = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    let result = RedactionFixture.run(["redact"] + words)
    #expect(result.code == code && result.text.contains(text), "\(result.text)")
    #expect(result.text.split(separator: "\n").count <= 3, "\(result.text)")
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() == before)
  }

  private func file(_ name: String, _ bytes: Data = Data("a text\n".utf8)) throws -> String {
    let url = folder.appending(path: name)
    try bytes.write(to: url)
    return url.path
  }

  private var sample: String { Folders.samples.path + "/Notes/notes-2.0.0.store" }

  @Test func whatIsNoStore() throws {
    let new = folder.appending(path: "new.store").path
    try expect([folder.path + "/none", "-o", new], code: 3, "does not exist")
    try expect([folder.path, "-o", new], code: 3, "folder")
    try expect([file("a.txt"), "-o", new], code: 3, "not a")
    try expect([file("e.store", Data()), "-o", new], code: 3, "empty")
    let xml = Data(
      "<?xml version=\"1.0\"?>\n<!DOCTYPE database SYSTEM \"file:///x/DataModel.dtd\">\n<database></database>\n"
        .utf8)
    try expect([file("a.xml", xml), "-o", new], code: 3, "XML")
    let whole = try Data(contentsOf: URL(filePath: sample))
    try expect(
      [file("cut.store", whole.prefix(whole.count / 2)), "-o", new], code: 3, "cut.store'")
  }

  @Test func aDamagedStoreIsRefused() throws {
    let connection = try StoreFile.open(path: sample).connection
    let root = try #require(
      try connection.value("SELECT rootpage FROM sqlite_master WHERE name = 'ZNOTE'")?.integer)
    var bytes = try Data(contentsOf: URL(filePath: sample))
    bytes.replaceSubrange(
      Int(root - 1) * 4096..<Int(root) * 4096, with: Data(repeating: 0xAA, count: 4096))
    let damaged = try file("damaged.store", bytes)
    try expect(
      [damaged, "-o", folder.appending(path: "new.store").path], code: 3, "twin")
  }

  @Test func placesThatCannotTakeATwin() throws {
    try expect([sample], code: 2, "output")
    try expect([sample, "-o", sample], code: 2, "is the store itself")
    try expect([sample, "-o", file("there.txt")], code: 2, "exists already")
    let other = folder.appending(path: "other.store").path
    try FileManager.default.copyItem(atPath: sample, toPath: other)
    try expect([sample, "-o", other, "--force"], code: 2, "SQLite file")
    try expect([sample, "-o", folder.path + "/no/where"], code: 3, "no folder")
    try expect([sample, "-o", folder.path], code: 2, "is not a file")
    try expect([sample, "-o", other + "-wal"], code: 2, "side file")
    try expect([sample, "-o", folder.path + "/n", "--seed", "x"], code: 2, "seed")
  }

  @Test func forceReplacesAFile() throws {
    let path = try file("there.txt")
    let result = RedactionFixture.run(["redact", sample, "-o", path, "--force", "--format", "json"])
    #expect(result.code == 0, "\(result.text)")
    #expect(try StoreFile.open(path: path).connection.value("PRAGMA quick_check")?.text == "ok")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["there.txt"])
  }
}
