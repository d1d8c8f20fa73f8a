import Foundation
import StoreEngine
import Testing

@testable import DoctorCLI

/// Damaged stores show what is left of them, and nothing is guessed without a word.
@Suite struct DamagedStoreCommandTests {
  private let fixture: CommandFixture

  init() throws { fixture = try CommandFixture() }

  private var samples: String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Samples").path
  }

  /// A copy of a sample store that an SQL statement has damaged.
  private func damage(_ sql: String) throws {
    let path = fixture.folder.appending(path: "broken.store").path
    try FileManager.default.copyItem(atPath: samples + "/Notes/notes-2.0.0.store", toPath: path)
    let connection = try Connection(path: path, mode: .create)
    try connection.run(sql)
  }

  @Test(arguments: [
    ("DELETE FROM Z_METADATA", "is missing: 'Z_METADATA' has no row with a property list"),
    ("UPDATE Z_METADATA SET Z_PLIST = x'0102'", "is damaged: 'Z_PLIST' holds no property list"),
  ])
  func withoutMetadataTablesStillShow(_ sql: String, _ reason: String) throws {
    try damage(sql)
    let message = "'{dir}/broken.store': the store's metadata \(reason)"
    let info = try fixture.run("info {dir}/broken.store")
    #expect(info.contains("\nRemarks\n\(message)\n") && info.hasSuffix("[exit 1]\n"))
    #expect(info.contains("\nZNOTE\n"))
    let sql = try fixture.run("sql {dir}/broken.store 'select count(*) n from ZNOTE' --mode csv")
    #expect(sql == "n\n20\n")
    for command in [
      "entities {dir}/broken.store", "rows {dir}/broken.store Note",
      "show {dir}/broken.store Note", "hash {dir}/broken.store",
      "identify {dir}/broken.store --model {samples}/Notes/Sources",
    ] {
      #expect(try fixture.run(command) == "storedoctor: error: \(message)\n[exit 3]\n")
    }
  }

  /// The error is often about just that.
  @Test func anErrorIsExplainedOverAStoreThatCannotBeRead() throws {
    try damage("DELETE FROM Z_METADATA")
    let whole = try Data(contentsOf: URL(filePath: samples + "/Notes/notes-2.0.0.store"))
    try whole.prefix(20_000).write(to: fixture.folder.appending(path: "cut.store"))
    for (name, reason) in [
      ("broken.store", "the store's metadata is missing"), ("cut.store", "is cut off"),
    ] {
      let text = try fixture.run("explain NSSQLiteErrorDomain 11 --store {dir}/\(name)")
      #expect(text.contains("the store cannot be read: '{dir}/\(name)'") && text.contains(reason))
      #expect(text.contains("sqlite-corrupt"))
    }
    let missing = try fixture.run("explain NSSQLiteErrorDomain 11 --store {dir}/none.store")
    #expect(missing.hasSuffix("[exit 3]\n"))
  }

  @Test func withoutAModelNothingIsMadeUp() throws {
    try damage("UPDATE Z_MODELCACHE SET Z_CONTENT = x'0102'")
    let info = try fixture.run("info {dir}/broken.store")
    #expect(info.contains("none that can be read in the store; 3 entities guessed"))
    #expect(info.contains("1 problem") && info.hasSuffix("[exit 1]\n"))
    let hash = try fixture.run("hash {dir}/broken.store")
    let whole = try fixture.run("hash {samples}/Notes/notes-2.0.0.store")
    #expect(hash.contains("as recorded in the store"))
    for line in hash.split(separator: "\n").dropFirst().dropLast() where line.contains("=") {
      #expect(whole.contains(line))
    }
    let same = try fixture.run("diff {dir}/broken.store {samples}/Notes/Sources@current")
    #expect(same.hasPrefix("no differences"))
    #expect(same.contains("its hashes are those of NotesSchemaV2 (2.0.0)"))
    let other = try fixture.run("diff {dir}/broken.store {samples}/Music/Sources")
    #expect(other.contains("and no version given has its hashes") && other.contains("[exit 3]"))
    let made = try fixture.run("generate --model {dir}/broken.store --rows 1 -o {dir}/new.store")
    #expect(made.contains("carries no readable copy of its model"))
  }

  @Test func damagedTablesAreNamedAndTheOthersCounted() throws {
    try damage("SELECT 1")
    let path = fixture.folder.appending(path: "broken.store").path
    let connection = try Connection(path: path, mode: .create)
    let page = try connection.value(
      "SELECT rootpage FROM sqlite_master WHERE name = 'ZTAG'")?.integer
    let indexes = try connection.rows(
      "SELECT rootpage FROM sqlite_master WHERE tbl_name = 'ZTAG' AND type = 'index'"
    ).compactMap(\.first?.integer)
    let file = try FileHandle(forUpdating: URL(filePath: path))
    for page in [page].compactMap(\.self) + indexes {
      try file.seek(toOffset: UInt64((page - 1) * 4096))
      try file.write(contentsOf: Data(repeating: 0xAB, count: 4096))
    }
    try file.close()
    let info = try fixture.run("info {dir}/broken.store")
    #expect(info.contains("ZNOTE         20") && info.contains("ZTAG     damaged"))
    #expect(info.contains("\ntable 'ZTAG' cannot be read: database disk image is malformed\n"))
    #expect(info.contains("1 problem") && info.hasSuffix("[exit 1]\n"))
  }

  @Test func linksThatLeadNowhereAreNotSuggested() throws {
    try FileManager.default.createSymbolicLink(
      atPath: fixture.folder.path + "/gone.store", withDestinationPath: "nowhere")
    let text = try fixture.run("entities {dir}/gone.store")
    #expect(
      text.contains("'{dir}/gone.store' cannot be read: it is a link to a file that does not exist")
    )
    #expect(!text.contains("did you mean"))
  }

  /// Rows that a page no longer counts are in the file, and no statement sees them.
  @Test(arguments: [
    "migrate {dir}/broken.store --model {samples}/Notes/Sources -o {dir}/new.store",
    "export {dir}/broken.store -o {dir}/new.store",
    "verify --model {samples}/Notes/Sources --store {dir}/broken.store",
  ])
  func nothingIsMadeOfAStoreWhoseRowsAreOutOfReach(_ command: String) throws {
    try damage("SELECT 1")
    let path = fixture.folder.appending(path: "broken.store").path
    let page = try #require(
      try Connection(path: path, mode: .readOnly)
        .value("SELECT rootpage FROM sqlite_master WHERE name = 'ZNOTE'")?.integer)
    let file = try FileHandle(forUpdating: URL(filePath: path))
    try file.seek(toOffset: UInt64((page - 1) * 4096 + 3))
    try file.write(contentsOf: Data([0, 1]))
    try file.close()
    let said = try fixture.run(command)
    #expect(said.contains("is damaged, and rows that cannot be reached would be lost: "), "\(said)")
    #expect(said.contains("--salvage -o NEW") && !said.hasSuffix("[exit 0]\n"))
    #expect(!FileManager.default.fileExists(atPath: fixture.folder.path + "/new.store"))
  }

  /// The pages behind a header of zeros tell that there was a store.
  @Test func aStoreWithoutItsHeaderIsDamaged() throws {
    try damage("SELECT 1")
    let path = fixture.folder.appending(path: "broken.store").path
    var bytes = try Data(contentsOf: URL(filePath: path))
    bytes.replaceSubrange(0..<4096, with: Data(repeating: 0, count: 4096))
    try bytes.write(to: URL(filePath: path))
    let said = try fixture.run("diagnose {dir}/broken.store")
    #expect(said.contains("damaged") && said.contains("--salvage"), "\(said)")
  }
}
