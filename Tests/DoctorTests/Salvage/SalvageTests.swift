import Foundation
import StoreEngine
import StoreModel
import TestSupport
import Testing

@testable import DoctorCLI
@testable import StoreDoctor

/// `storedoctor repair --salvage` as it is called.
@Suite struct SalvageTests {
  private static func overwrite(
    _ fixture: CommandFixture, _ name: String, at offset: Int, with bytes: [UInt8]
  ) throws {
    let file = fixture.folder.appending(path: name)
    var content = [UInt8](try Data(contentsOf: file))
    content.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    try Data(content).write(to: file)
  }

  private static func root(_ name: String, in path: String) throws -> Int {
    let file = try StoreFile.open(path: path)
    let root = try file.connection.value(
      "SELECT rootpage FROM sqlite_master WHERE name = '\(name)'")
    return Int(try #require(root?.integer))
  }

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  @Test func whereNothingIsDamagedNothingIsWritten() throws {
    let fixture = try CommandFixture()
    let text = try fixture.run("repair {dir}/notes.store --salvage -o {dir}/new.store")
    #expect(text.contains("nothing is damaged") && !text.contains("[exit"), "\(text)")
    let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)
    #expect(!names.contains { $0.contains("new.store") })
  }

  /// A store whose newest rows are in its `-wal` file alone, as a copy.
  private static func logged(_ fixture: CommandFixture) throws -> URL {
    let live = fixture.folder.appending(path: "notes.store").path
    let connection = try Connection(path: live, mode: .create)
    _ = try connection.value("PRAGMA journal_mode = WAL")
    try connection.run("PRAGMA wal_autocheckpoint = 0")
    for _ in 0..<5 { try connection.run("UPDATE ZNOTE SET Z_OPT = Z_OPT + 1") }
    let copy = fixture.folder.appending(path: "copy.store")
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: live + suffix, toPath: copy.path + suffix)
    }
    return copy
  }

  @Test func whatADamagedLogHeldIsALoss() throws {
    let fixture = try CommandFixture()
    let log = try Self.logged(fixture).path + "-wal"
    let size = try Data(contentsOf: URL(filePath: log)).count
    try Self.overwrite(fixture, "copy.store-wal", at: size - 100, with: [1, 2, 3, 4, 5, 6, 7, 8])
    let text = try fixture.run("repair {dir}/copy.store --salvage -o {dir}/new.store")
    #expect(text.contains("what they held is lost") && text.contains("perhaps some"), "\(text)")
    #expect(text.hasSuffix("[exit 1]\n"), "\(text)")
  }

  /// A changed byte in the text of a table that every store has.
  @Test func tablesThatEveryStoreHasNeedNoText() throws {
    let fixture = try CommandFixture()
    let file = fixture.folder.appending(path: "notes.store")
    var content = try Data(contentsOf: file)
    let name = try #require(content.range(of: Data("Z_NAME VARCHAR".utf8)))
    content.replaceSubrange(name, with: Data("Z_NA1E VARCHAR".utf8))
    try content.write(to: file)
    let text = try fixture.run("repair {dir}/notes.store --salvage -o {dir}/new.store")
    #expect(text.contains("it was made as Core Data makes it"), "\(text)")
    let rows = try fixture.run("rows {dir}/new.store Note")
    #expect(!rows.contains("[exit"), "\(rows)")
  }

  @Test func aLogOfAnotherStoreIsNamed() throws {
    let fixture = try CommandFixture()
    let other = fixture.folder.appending(path: "other.db").path
    let connection = try Connection(path: other, mode: .create)
    try connection.run("CREATE TABLE a (b)")
    for _ in 0..<60 { try connection.run("INSERT INTO a VALUES (hex(zeroblob(900)))") }
    _ = try connection.value("PRAGMA journal_mode = WAL")
    try connection.run("UPDATE a SET b = b || 'x'")
    let store = fixture.folder.appending(path: "notes.store").path
    try FileManager.default.copyItem(atPath: other + "-wal", toPath: store + "-wal")
    let text = try fixture.run("repair {dir}/notes.store --salvage -o {dir}/new.store")
    #expect(text.contains("is whole without it") && text.hasSuffix("[exit 3]\n"), "\(text)")
  }

  @Test(arguments: [
    ("repair {dir}/text.txt --salvage -o {dir}/new.store", "it is text", 3),
    ("repair {dir}/empty.store --salvage -o {dir}/new.store", "is empty", 3),
    ("repair {dir}/none.store --salvage -o {dir}/new.store", "does not exist", 3),
    ("repair {dir}/noise.store --salvage -o {dir}/new.store", "may be encrypted", 3),
    ("repair {dir}/other.store --salvage -o {dir}/new.store", "no store of Core Data", 3),
    ("repair {dir}/half.store --salvage -o {dir}/new.store", "'{dir}/half.store'", 3),
    ("repair {dir}/notes.store --salvage -o {dir}/notes.store", "is the store itself", 2),
    ("repair {dir}/notes.store --salvage", "give -o NEW, or --dry-run", 2),
    ("repair {dir}/notes.store --salvage --dry-run --sql {dir}/a.sql", "do not go together", 2),
  ]) func whatIsRefused(_ line: String, _ message: String, _ code: Int) throws {
    let fixture = try CommandFixture()
    var random = Seeded(5)
    let noise = (0..<40_960).map { _ in UInt8(random.below(256)) }
    try Data(noise).write(to: fixture.folder.appending(path: "noise.store"))
    let whole = try Data(contentsOf: fixture.folder.appending(path: "notes.store"))
    try whole.prefix(2000).write(to: fixture.folder.appending(path: "half.store"))
    let other = try Connection(
      path: fixture.folder.appending(path: "other.store").path, mode: .create)
    try other.run("CREATE TABLE a (b)")
    let before = try RepairFixture.state(of: fixture.folder)
    let text = try fixture.run(line)
    #expect(text.contains(message), "\(text)")
    #expect(text.hasSuffix("[exit \(code)]\n"), "\(text)")
    #expect(try RepairFixture.state(of: fixture.folder) == before)
  }

  @Test func aRepairNamesTheSalvage() throws {
    let fixture = try CommandFixture()
    try Self.overwrite(fixture, "notes.store", at: 8192, with: Self.zeros(4096))
    let text = try fixture.run("repair {dir}/notes.store -o {dir}/new.store")
    #expect(text.contains("--salvage") && text.hasSuffix("[exit 3]\n"), "\(text)")
  }

  @Test func aLostHeaderIsNoLoss() throws {
    let fixture = try CommandFixture()
    try Self.overwrite(fixture, "notes.store", at: 0, with: Self.zeros(100))
    let text = try fixture.run("repair {dir}/notes.store --salvage -o {dir}/new.store")
    #expect(text.contains("the header is damaged"), "\(text)")
    let rows = try fixture.run("rows {dir}/new.store Note --format json")
    let sound = try CommandFixture().run("rows {dir}/notes.store Note --format json")
    #expect(rows.replacing("new.store", with: "notes.store") == sound)
  }

  @Test func deletedRowsDoNotComeBack() throws {
    let fixture = try CommandFixture()
    let path = fixture.folder.appending(path: "notes.store").path
    let root = try Self.root("ZNOTE", in: path)
    let connection = try Connection(path: path, mode: .readWrite)
    _ = try connection.rows("PRAGMA journal_mode = DELETE")
    try connection.run("DELETE FROM ZNOTE WHERE Z_PK IN (2, 4)")
    // The page still has their bytes.
    try Self.overwrite(fixture, "notes.store", at: (root - 1) * 4096 + 7, with: [9])
    let text = try fixture.run("repair {dir}/notes.store --salvage -o {dir}/new.store")
    #expect(text.contains("it does not add up"), "\(text)")
    let new = try StoreFile.open(path: fixture.folder.appending(path: "new.store").path)
    let keys = try new.connection.rows("SELECT Z_PK FROM ZNOTE ORDER BY Z_PK").map { $0[0].integer }
    #expect(keys == [1, 3, 5, 6])
  }

  @Test func whatIsLostIsCounted() throws {
    let fixture = try CommandFixture()
    let path = fixture.folder.appending(path: "notes.store").path
    let root = try Self.root("ZNOTE", in: path)
    try Self.overwrite(fixture, "notes.store", at: (root - 1) * 4096, with: Self.zeros(4096))
    let before = try RepairFixture.state(of: fixture.folder)
    let rehearsal = try fixture.run("repair {dir}/notes.store --salvage --dry-run")
    #expect(rehearsal.contains("at least 6 rows") && rehearsal.contains("nothing was written"))
    #expect(try RepairFixture.state(of: fixture.folder) == before)
    let text = try fixture.run("repair {dir}/notes.store --salvage -o {dir}/new.store")
    #expect(text.contains("it is all zeros") && text.hasSuffix("[exit 1]\n"), "\(text)")
    #expect(text.contains("dangling-join-row") && text.contains("--allow references"), "\(text)")
    let cleaned = try fixture.run(
      "repair {dir}/notes.store --salvage --allow references -o {dir}/clean.store")
    #expect(!cleaned.contains("warning:") && cleaned.hasSuffix("[exit 1]\n"), "\(cleaned)")
    #expect(try fixture.run("check {dir}/clean.store --quiet").contains("[exit") == false)
    // The counter knows the keys that were given.
    let new = try StoreFile.open(path: fixture.folder.appending(path: "new.store").path)
    let counter = try new.connection.value("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Note'")
    #expect(counter?.integer == 6)
  }

  @Test func theModelCanBeGiven() throws {
    let fixture = try CommandFixture()
    let path = fixture.folder.appending(path: "notes.store").path
    for table in ["Z_MODELCACHE", "Z_METADATA"] {
      let root = try Self.root(table, in: path)
      try Self.overwrite(fixture, "notes.store", at: (root - 1) * 4096, with: Self.zeros(4096))
    }
    let refused = try fixture.run("repair {dir}/notes.store --salvage -o {dir}/new.store")
    #expect(refused.contains("--model") && refused.hasSuffix("[exit 3]\n"), "\(refused)")
    let sound = try CommandFixture()
    let model = sound.folder.appending(path: "notes.store").path
    let text = try fixture.run(
      "repair {dir}/notes.store --salvage -o {dir}/new.store --model \(model)")
    #expect(text.contains("the metadata are lost") && text.hasSuffix("[exit 1]\n"), "\(text)")
    #expect(try fixture.run("rows {dir}/new.store Note --format json").contains("\"rows\""))
  }

  /// Rows under the hashes of a version that did not write them would be read as something else.
  @Test func anotherVersionsHashesAreNotGiven() throws {
    let fixture = try CommandFixture()
    let path = fixture.folder.appending(path: "notes.store").path
    let connection = try Connection(path: path, mode: .readWrite)
    for statement in [
      "DELETE FROM Z_METADATA", "DELETE FROM Z_MODELCACHE",
      "UPDATE Z_PRIMARYKEY SET Z_ENT = Z_ENT + 10",
    ] { try connection.run(statement) }
    let sound = try CommandFixture()
    let text = try fixture.run(
      "repair {dir}/notes.store --salvage -o {dir}/new.store --model "
        + sound.folder.appending(path: "notes.store").path)
    #expect(
      text.contains("is not the version that wrote it") && text.hasSuffix("[exit 3]\n"), "\(text)")
    let new = fixture.folder.appending(path: "new.store").path
    #expect(!FileManager.default.fileExists(atPath: new))
  }

  @Test func amongSeveralVersionsTheTablesTell() throws {
    let fixture = try CommandFixture()
    let sample = CommandFixture.samples.appending(path: "Notes/notes-2.0.0.store")
    try Data(contentsOf: sample).prefix(20_000)
      .write(to: fixture.folder.appending(path: "cut.store"))
    let text = try fixture.run(
      "repair {dir}/cut.store --salvage -o {dir}/new.store --model {samples}/Notes/Sources")
    #expect(
      text.contains("only its tables tell its version") && text.hasSuffix("[exit 1]\n"), "\(text)")
    let version = try fixture.run("identify {dir}/new.store --model {samples}/Notes/Sources")
    #expect(version.hasPrefix("NotesSchemaV2 (2.0.0)"), "\(version)")
  }
}
