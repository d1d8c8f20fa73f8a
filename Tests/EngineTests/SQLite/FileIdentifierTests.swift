import Foundation
import StoreEngine
import StoreModel
import TestSupport
import Testing

/// Files are named by their content and refused with one sentence.
@Suite struct FileIdentifierTests {
  @Test(
    .enabled(if: RealFiles.arePresent, "\(RealFiles.need)"),
    arguments: [
      ("non-coredata/chrome_v32_Login_Data", FileKind.ID.chrome),
      ("non-coredata/django_polls.sqlite3", .django),
      ("non-coredata/docSet_NOT_coredata.dsidx", .dash),
      ("docset/docSet_a.dsidx", .coreData),
      ("non-coredata/efcore_healthchecksdb", .efCore),
      ("non-coredata/grdb_Issue1383.sqlite", .sqlite),
      ("non-coredata/rails_development.sqlite3", .rails),
      ("non-coredata/room_SimpleStorage.db", .room),
      ("non-coredata/tcc_test.db", .tcc),
      ("non-coredata/wal_database.db", .sqlite),
      ("xml/vehicle_original.xml", .coreDataXML),
      ("xml/vehicle_with_pictures.xml", .coreDataXML),
    ])
  func corpusFile(name: String, kind: FileKind.ID) throws {
    #expect(try FileIdentifier.identify(path: RealFiles.store(name)).id == kind)
  }

  @Test(.enabled(if: RealFiles.arePresent, "\(RealFiles.need)"), arguments: RealFiles.stores)
  func everyOtherCorpusFileIsACoreDataStore(name: String) throws {
    #expect(try FileIdentifier.identify(path: RealFiles.store(name)).isCoreDataStore)
  }

  private static let signatures: [(String, FileKind.ID)] = [
    ("bplist00\u{0}\u{1}", .plist),
    ("bplist00$archiver NSKeyedArchiver NSStoreModelVersionHashes", .coreDataBinary),
    ("PK\u{3}\u{4}\u{0}", .zip),
    ("<?xml version=\"1.0\"?><!DOCTYPE plist><plist/>", .plist),
    ("<html/>", .xml),
    ("hello\n", .text),
    (String(repeating: "\u{0}", count: 16) + "T-DB\u{9}\u{9}\u{0}\u{0}", .realm),
    ("\u{0}\u{1}\u{2}\u{3}", .unknown),
    (String(repeating: "\u{0}", count: 8192), .unknown),
  ]

  @Test(arguments: signatures)
  func signature(text: String, kind: FileKind.ID) throws {
    let folder = try StateFolder()
    try StoreFixtures.write(Array(text.utf8), to: folder.path + "/f")
    #expect(try FileIdentifier.identify(path: folder.path + "/f").id == kind)
  }

  /// A picture looks as random as what is encrypted.
  @Test func aPictureIsNotEncrypted() throws {
    let folder = try StateFolder()
    var generator = Seeded(7)
    let noise = (0..<4093).map { _ in UInt8.random(in: 0...255, using: &generator) }
    try StoreFixtures.write([0xFF, 0xD8, 0xFF] + noise, to: folder.path + "/f")
    let kind = try FileIdentifier.identify(path: folder.path + "/f")
    #expect(kind.id == .unknown && kind.evidence.contains("JPEG"))
    try StoreFixtures.write([0, 0xD8, 0xFF] + noise, to: folder.path + "/g")
    #expect(try FileIdentifier.identify(path: folder.path + "/g").id == .encrypted)
  }

  @Test func aPointerOfGitLFSSaysHowToGetTheFile() throws {
    let folder = try StateFolder()
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0123\nsize 4096\n"
    try StoreFixtures.write(Array(pointer.utf8), to: folder.path + "/f")
    #expect(
      try FileIdentifier.identify(path: folder.path + "/f").evidence.contains("git lfs pull"))
  }

  @Test func swiftDataIsToldFromCoreData() throws {
    let plain = try Connection(path: "", mode: .memory)
    let kind = FileKind(.coreData, "Core Data", evidence: "it has the tables")
    func refined(_ identifiers: [String], _ configurations: [String], enums: Bool = false) throws
      -> FileKind
    {
      FileIdentifier.refine(
        kind,
        with: try StoreTraits(
          of: plain, versionIdentifiers: identifiers, configurations: configurations,
          hasEnumType: enums))
    }
    #expect(try refined(["1.0.0"], ["default"]).id == .coreData)
    #expect(try refined([""], [], enums: true).id == .swiftData)
    try plain.run("CREATE TABLE ATRANSACTION(a)")
    #expect(try refined([""], ["default"]).id == .coreData)
    #expect(try refined(["2.85"], ["default"]).id == .coreData)
    let likely = try refined(["1.0.0"], ["default"])
    #expect(likely.id == .swiftData && likely.certainty.reason != nil)
    try plain.run("CREATE INDEX Z_Note_SwiftDataIndexOnBinarytitle ON ATRANSACTION(a)")
    let certain = try refined([""], [])
    #expect(certain.id == .swiftData && certain.certainty == .certain)
  }

  @Test(arguments: ["Z_METADATA", "Z_PRIMARYKEY"])
  func aStoreThatLostATableIsStillOne(table: String) throws {
    let folder = try StateFolder()
    let path = folder.path + "/f"
    let connection = try Connection(path: path, mode: .create)
    for statement in StoreLayout(model: LayoutModels.notes).statements {
      try connection.run(statement)
    }
    try connection.run("DROP TABLE \(table)")
    let kind = try FileIdentifier.identify(path: path)
    let other = table == "Z_METADATA" ? "Z_PRIMARYKEY" : "Z_METADATA"
    #expect(kind.id == .coreData && kind.evidence == "it has the table '\(other)'")
    #expect(kind.certainty.reason == "the table '\(table)' is missing")
    try connection.run("DROP TABLE \(other)")
    try connection.run("CREATE TABLE \(other)(a)")
    #expect(try FileIdentifier.identify(path: path).id == .sqlite)
  }

  @Test func noiseMayBeEncrypted() throws {
    let folder = try StateFolder()
    var seed = Seeded(7)
    let noise = (0..<65536).map { _ in UInt8.random(in: 0...255, using: &seed) }
    try StoreFixtures.write(noise, to: folder.path + "/f")
    let kind = try FileIdentifier.identify(path: folder.path + "/f")
    #expect(kind.id == .encrypted && kind.certainty.reason != nil)
  }

  @Test func refusals() throws {
    let folder = try StateFolder()
    let path = folder.path + "/f"
    func message(_ path: String) -> String? {
      do {
        _ = try StoreFile.open(path: path)
        return nil
      } catch { return "\(error)" }
    }
    #expect(message(path) == "'\(path)' does not exist")
    #expect(message("") == "'' does not exist")
    #expect(message(folder.path)?.contains("is a folder") == true)
    try StoreFixtures.write([], to: path)
    #expect(message(path)?.hasPrefix("'\(path)' is empty: ") == true)
    try StoreFixtures.write(Array("hello".utf8), to: path)
    #expect(message(path) == "'\(path)' is not a SQLite store: it is text")
    #expect(mkfifo(folder.path + "/fifo", 0o600) == 0)
    #expect(message(folder.path + "/fifo")?.contains("is a FIFO, not a file") == true)
    symlink("nowhere", folder.path + "/link")
    #expect(message(folder.path + "/link")?.contains("is a link to a file that does not") == true)
    #expect(message("/dev/zero")?.contains("is a device") == true)
    let store = try folder.journaled(commit: true)
    #expect(mkfifo(store + "-wal", 0o600) == 0)
    #expect(message(store)?.contains("-wal' is a FIFO") == true)
    try FileManager.default.removeItem(atPath: store + "-wal")
    let bytes = try StoreFixtures.bytes(store)
    for count in [16, 99] {
      try StoreFixtures.write(Array(bytes[..<count]), to: store)
      #expect(message(store) == "'\(store)' is damaged: its SQLite header is cut off")
    }
    try StoreFixtures.write(Array(bytes[..<100]), to: store)
    #expect(message(store)?.contains("it ends before its first page does") == true)
    try StoreFixtures.write(Array(bytes[..<(bytes.count / 2)]), to: store)
    #expect(message(store)?.contains("is cut off") == true)
    if getuid() != 0 {
      #expect(chmod(store, 0) == 0)
      #expect(message(store) == "'\(store)' cannot be read: permission denied")
    }
  }
}
