import Diagnostics
import Foundation
import StoreDoctor
import StoreEngine
import StoreModel
import TestSupport
import Testing

@testable import DoctorCLI

/// `storedoctor repair` as it is called.
@Suite struct RepairCommandTests {
  private static let tool = BuiltTool.path
  private static let exists = BuiltTool.exists

  @Test func aRehearsalWritesNothing() throws {
    let fixture = try CommandFixture()
    let before = try RepairFixture.state(of: fixture.folder)
    let text = try fixture.run("repair {dir}/damaged.store --dry-run --allow references")
    #expect(text.contains("Would be treated, dropping references"))
    #expect(text.contains("nothing was written\n"))
    #expect(try RepairFixture.state(of: fixture.folder) == before)
  }

  @Test func theStatementsAreAScript() throws {
    let fixture = try CommandFixture()
    let text = try fixture.run(
      "repair {dir}/damaged.store --dry-run --allow references --sql {dir}/patch.sql")
    #expect(text.hasSuffix("[exit 1]\n"))
    let script = try String(
      contentsOf: fixture.folder.appending(path: "patch.sql"), encoding: .utf8)
    #expect(script.contains("BEGIN EXCLUSIVE;\n") && script.hasSuffix("COMMIT;\n"))
    // It does to the store what the repair does to its copy.
    _ = try fixture.run("repair {dir}/damaged.store --allow references -o {dir}/healed.store")
    let path = fixture.folder.appending(path: "damaged.store").path
    let connection = try Connection(path: path, mode: .readWrite)
    for line in script.split(separator: "\n") where !line.hasPrefix("--") {
      try connection.run(String(line))
    }
    #expect(
      try RepairFixture.content(of: path)
        == RepairFixture.content(of: fixture.folder.appending(path: "healed.store").path))
    let again = try fixture.run("repair {dir}/damaged.store --dry-run --sql {dir}/patch.sql")
    #expect(again.hasSuffix("[exit 2]\n"), "\(again)")
  }

  @Test(arguments: [
    ("repair {dir}/damaged.store", "give -o NEW, or --dry-run", 2),
    ("repair {dir}/damaged.store -o {dir}/damaged.store", "is the store itself", 2),
    ("repair {dir}/damaged.store -o {dir}/notes.store --force", "none is ever written over", 2),
    ("repair {dir}/damaged.store -o {dir}/text.txt", "exists already", 2),
    ("repair {dir}/damaged.store -o {dir}/no/new.store", "there is no folder", 3),
    ("repair {dir}/damaged.store --dry-run --only nothing", "has the rule 'nothing'", 2),
    (
      "repair {dir}/damaged.store --dry-run --only missing-indx", "did you mean 'missing-index'?", 2
    ),
    ("repair {dir}/damaged.store --dry-run --set Folder.name", "Entity.property=VALUE", 2),
    ("repair {dir}/damaged.store --dry-run --set Folder.nme=x", "no attribute 'Folder.nme'", 2),
    ("repair {dir}/damaged.store --dry-run --keep best", "best", 2),
    ("repair {dir}/damaged.store --dry-run --allow everything", "everything", 2),
    ("repair {dir}/text.txt --dry-run", "text.txt", 3),
    ("repair {dir}/missing.store --dry-run", "missing.store", 3),
  ]) func whatIsRefused(_ line: String, _ message: String, _ code: Int) throws {
    let fixture = try CommandFixture()
    let before = try RepairFixture.state(of: fixture.folder)
    let text = try fixture.run(line)
    #expect(text.contains(message), "\(text)")
    #expect(text.hasSuffix("[exit \(code)]\n"), "\(text)")
    #expect(try RepairFixture.state(of: fixture.folder) == before)
  }

  @Test func aDamagedFileIsNotRepaired() throws {
    let fixture = try CommandFixture()
    let file = fixture.folder.appending(path: "damaged.store")
    var bytes = try Data(contentsOf: file)
    for index in stride(from: 4096 * 3, to: bytes.count, by: 2) { bytes[index] = 0xA5 }
    try bytes.write(to: file)
    let text = try fixture.run("repair {dir}/damaged.store -o {dir}/healed.store")
    #expect(text.contains("damaged") && text.contains("--salvage"), "\(text)")
    #expect(text.hasSuffix("[exit 3]\n"), "\(text)")
    #expect(!FileManager.default.fileExists(atPath: file.path.replacing("damaged", with: "healed")))
  }

  @Test func whatIsInTheLogIsHealedToo() throws {
    let fixture = try RepairFixture()
    let writer = try Connection(path: fixture.path, mode: .readWrite)
    _ = try writer.rows("PRAGMA journal_mode = WAL")
    try writer.run("PRAGMA wal_autocheckpoint = 0")
    try writer.run("UPDATE Z_PRIMARYKEY SET Z_MAX = 0 WHERE Z_NAME = 'Author'")
    // A copy as it is taken from a device; the writer has the store open.
    let copy = fixture.store.folder.appending(path: "copy")
    try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: fixture.path + suffix,
        toPath: copy.appending(path: "library.store").path + suffix)
    }
    let before = try RepairFixture.state(of: copy)
    let answer = try RepairFixture.repair(
      copy.appending(path: "library.store").path, to: fixture.new)
    #expect(answer.treated.map(\.finding.rule) == ["primary-key-behind"])
    #expect(answer.bytesRead.contains("WAL"))
    #expect(try RepairFixture.state(of: copy) == before)
    #expect(try fixture.value("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Author'") == 4)
    withExtendedLifetime(writer) {}
  }

  /// Thirty of each at random moments, with a log beside the store that holds what was written last.
  @Test(.enabled(if: exists, "the tool is not built"), arguments: [false, true])
  func aKillLeavesNothingOrAllOfIt(_ salvages: Bool) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kill-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "a.store").path
    let new = folder.appending(path: "b.store").path
    try Self.write(to: path, isDamaged: salvages)
    let before = try RepairFixture.state(of: folder)
    func start() throws -> Process {
      let process = Process()
      process.executableURL = URL(filePath: Self.tool)
      process.arguments = ["repair", path, "-o", new] + (salvages ? ["--salvage"] : [])
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      return process
    }
    let begin = ContinuousClock.now
    try start().waitUntilExit()
    let time = (ContinuousClock.now - begin) / .seconds(1)
    try #require(FileManager.default.fileExists(atPath: new))
    let whole = try RepairFixture.content(of: new)
    var random = Seeded(salvages ? 2 : 1)
    var killed = 0
    for _ in 0..<30 {
      try? FileManager.default.removeItem(atPath: new)
      let process = try start()
      Thread.sleep(forTimeInterval: time * Double(random.below(1000)) / 1000)
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      if process.terminationReason != .exit { killed += 1 }
      if FileManager.default.fileExists(atPath: new) {
        #expect(try RepairFixture.content(of: new) == whole)
        try FileManager.default.removeItem(atPath: new)
      }
      // The next run removes what this one has left.
      let left = try RepairFixture.state(of: folder).filter { !$0.hasPrefix(".partial") }
      #expect(left == before)
    }
    #expect(killed > 0)
  }

  /// Large enough to be in the middle of something.
  private static func write(to path: String, isDamaged: Bool) throws {
    let first = path + ".first"
    let writer = try StoreWriter(path: first, model: CommandFixture.model, options: .init())
    _ = try RowGenerator().fill(writer, rows: 6_000)
    try writer.finish()
    let connection = try Connection(path: first, mode: .readWrite)
    try connection.run("UPDATE Z_PRIMARYKEY SET Z_MAX = 0")
    try connection.run("UPDATE ZNOTE SET Z_OPT = 0")
    _ = try connection.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    try connection.run("PRAGMA wal_autocheckpoint = 0")
    try connection.run("UPDATE ZTAG SET Z_OPT = 2 WHERE Z_PK < 9")
    var bytes = try Data(contentsOf: URL(filePath: first))
    if isDamaged {
      bytes.replaceSubrange(bytes.count / 2..<bytes.count / 2 + 9000, with: Data(count: 9000))
    }
    try bytes.write(to: URL(filePath: path))
    try FileManager.default.copyItem(atPath: first + "-wal", toPath: path + "-wal")
    for suffix in ["", "-wal", "-shm"] {
      try FileManager.default.removeItem(atPath: first + suffix)
    }
  }

  /// A copy that has no folder for the files must not hide that they are missing.
  @Test func missingFilesAreNotHealedByACopy() throws {
    let test = BundleCase()
    let data = BundleCase.attribute(
      "data", "Binary", "optional=\"YES\" allowsExternalBinaryDataStorage=\"YES\"")
    try test.write("Notes", BundleCase.entity("Note", data))
    #expect(test.generate("Notes", rows: 40))
    let folder = test.folder.appending(path: ".notes_SUPPORT/_EXTERNAL_DATA")
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      try FileManager.default.removeItem(at: folder.appending(path: file))
    }
    let new = test.folder.appending(path: "new.sqlite").path
    let empty = test.run(["repair", test.store, "-o", new])
    #expect(empty.code == 1 && empty.text.contains("[missing-external-file]"), "\(empty)")
    try FileManager.default.removeItem(at: folder.deletingLastPathComponent())
    let gone = test.run(["repair", test.store, "-o", new])
    #expect(gone.text.contains("nothing is wrong in what was examined"), "\(gone)")
    #expect(gone.text.contains("/.notes_SUPPORT/'") && !gone.text.contains(".partial-"), "\(gone)")
  }
}
