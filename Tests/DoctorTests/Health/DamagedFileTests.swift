import Foundation
import StoreEngine
import StoreModel
import Testing

@testable import Diagnostics
@testable import StoreDoctor

/// Damage that SQL cannot do: to pages, logs, metadata, and files beside the store.
@Suite struct DamagedFileTests {
  @Test func damagedPagesAreNamedAndTheRestIsExamined() throws {
    let store = try LibraryStore()
    try store.run([
      "UPDATE ZREVIEW SET ZBOOK = 99",
      "INSERT INTO ZAUTHOR (Z_PK, Z_ENT, Z_OPT, ZNAME) "
        + "WITH n AS (SELECT 10 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 900) "
        + "SELECT i, 1, 1, 'Author ' || i FROM n",
      "UPDATE Z_PRIMARYKEY SET Z_MAX = 1000 WHERE Z_NAME = 'Author'",
    ])
    let connection = try Connection(path: store.path, mode: .readOnly)
    let root = try #require(
      try connection.value("SELECT rootpage FROM sqlite_master WHERE name = 'ZAUTHOR'")?.integer)
    try store.overwrite(at: Int(root - 1) * 4096, with: [UInt8](repeating: 0xA7, count: 300))
    let rules = try store.rules()
    #expect(rules.contains("damaged-file"))
    #expect(rules.contains("dangling-reference"))
  }

  /// An index is made anew of rows that are all there; nobody need restore a backup for it.
  @Test func anIndexAloneThatIsDamagedIsNamed() throws {
    let store = try LibraryStore()
    let name = "Z_Author_UNIQUE_name"
    let root = try #require(
      try Connection(path: store.path, mode: .readOnly)
        .value("SELECT rootpage FROM sqlite_master WHERE name = '\(name)'")?.integer)
    try store.overwrite(at: Int(root - 1) * 4096, with: [UInt8](repeating: 0, count: 4096))
    let damage = try store.check().findings.filter { $0.rule == "damaged-file" }
    #expect(damage.count == 1)
    #expect(
      damage[0].message.hasPrefix(
        "the index '\(name)' is damaged, and all rows can be read; SQLite"))
  }

  /// What rows refer to is looked up in the order of an index; one that lacks rows hides none.
  @Test func anIndexWithoutItsRowsHidesNothing() throws {
    let store = try LibraryStore()
    try store.run([
      "UPDATE ZLOAN SET ZREADER = 99 WHERE Z_PK = 3",
      "UPDATE ZLOAN SET ZREADER = 98 WHERE Z_PK = 5",
      "CREATE TABLE other (ZREADER INTEGER)", "CREATE INDEX otherIndex ON other (ZREADER)",
      "PRAGMA writable_schema = ON",
      """
      UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema
        WHERE name = 'otherIndex') WHERE type = 'index' AND tbl_name = 'ZLOAN'
      """,
    ])
    let dangling = try store.check().problems.first { $0.finding.rule == "dangling-reference" }
    #expect(dangling?.rows?.keys == [[3], [5]])
  }

  @Test func aDamagedLogIsNamed() throws {
    let store = try LibraryStore()
    let connection = try Connection(path: store.path, mode: .readWrite)
    try connection.run("UPDATE ZSHELF SET ZNAME = 'first'")
    let log = try Data(contentsOf: URL(filePath: store.path + "-wal"))
    #expect(log.count > 4096)
    let copy = try LibraryStore()
    var damaged = [UInt8](log)
    damaged[32 + 24 + 2000] ^= 0xFF
    try Data(damaged).write(to: URL(filePath: copy.path + "-wal"))
    #expect(try copy.rules() == ["damaged-log"])
    try Data([UInt8](repeating: 1, count: 9000)).write(to: URL(filePath: copy.path + "-wal"))
    #expect(try copy.rules() == ["damaged-log"])
    try Data().write(to: URL(filePath: copy.path + "-wal"))
    #expect(try copy.rules() == [])
  }

  /// Where a copy of the log ends is said, with what is lost and that it may be nothing.
  @Test func aLogThatIsCutInsideAFrameIsNamed() throws {
    let store = try LibraryStore()
    let connection = try Connection(path: store.path, mode: .readWrite)
    _ = try connection.rows("PRAGMA wal_autocheckpoint = 0")
    for name in ["first", "second"] {
      try connection.run("UPDATE ZSHELF SET ZNAME = '\(name)'")
    }
    let log = try Data(contentsOf: URL(filePath: store.path + "-wal"))
    let copy = try LibraryStore()
    try log.dropLast(1000).write(to: URL(filePath: copy.path + "-wal"))
    let file = try StoreFile.open(path: copy.path)
    let state = try #require(file.state.log)
    #expect(state.endsInsideFrame && state.cutBytes == state.pageSize + 24 - 1000)
    let found = try copy.check().findings
    #expect(found.map(\.rule) == ["damaged-log"])
    #expect(found[0].message.contains("the file ends inside frame \(state.frames + 1)"))
    #expect(found[0].message.contains("ends with frame \(state.committed)"))
    #expect(found[0].certainty != .certain)
    try log.prefix(900).write(to: URL(filePath: copy.path + "-wal"))
    #expect(try copy.check().findings.first?.message.contains("inside its first frame") == true)
    try log.write(to: URL(filePath: copy.path + "-wal"))
    #expect(try copy.rules() == [])
  }

  /// A frame that somebody is just writing looks like a damaged one.
  @Test func theLogOfAStoreInUseIsNotCalledDamaged() throws {
    let store = try LibraryStore()
    try Data([UInt8](repeating: 1, count: 9000)).write(to: URL(filePath: store.path + "-wal"))
    let idle = try store.inspection()
    for users in [FileUsers.open, .writing] {
      var state = try #require(idle.state)
      state.users = users
      let found = try StoreCheck().run(
        StoreInspection(store: idle.store, path: store.path, state: state))
      #expect(found.findings.map(\.rule) == [])
    }
    #expect(try StoreCheck().run(idle).findings.map(\.rule) == ["damaged-log"])
  }

  /// The `-shm` file tells of changes that only the log holds.
  @Test func aLogThatWasLeftBehindIsNamed() throws {
    let store = try LibraryStore()
    let connection = try Connection(path: store.path, mode: .readWrite)
    _ = try connection.rows("PRAGMA wal_autocheckpoint = 0")
    try connection.run("UPDATE ZSHELF SET ZNAME = 'first'")
    let copy = try LibraryStore()
    for suffix in ["", "-shm"] {
      try Data(contentsOf: URL(filePath: store.path + suffix))
        .write(to: URL(filePath: copy.path + suffix))
    }
    let findings = try copy.check().findings
    #expect(findings.map(\.rule) == ["damaged-log"])
    #expect(findings.first?.message.contains("copied without its '-wal' file") == true)
    // As much of the log as a broken copy has.
    let log = try Data(contentsOf: URL(filePath: store.path + "-wal"))
    try log.dropLast(1000).write(to: URL(filePath: copy.path + "-wal"))
    let short = try copy.check().findings
    #expect(short.map(\.rule) == ["damaged-log"])
    #expect(short.first?.message.contains("was cut off") == true)
    try log.write(to: URL(filePath: copy.path + "-wal"))
    #expect(try copy.rules() == [])
    try FileManager.default.removeItem(atPath: copy.path + "-wal")
    // With everything in the main file there is nothing to lose.
    _ = try connection.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    for suffix in ["", "-shm"] {
      try Data(contentsOf: URL(filePath: store.path + suffix))
        .write(to: URL(filePath: copy.path + suffix))
    }
    #expect(try copy.rules() == [])
    withExtendedLifetime(connection) {}
  }

  /// SQLite deletes the log of a database without pages.
  @Test func aStoreThatIsInItsLogAloneIsNamedAndSaved() throws {
    let store = try LibraryStore()
    let connection = try Connection(path: store.path, mode: .readWrite)
    _ = try connection.rows("PRAGMA wal_autocheckpoint = 0")
    // Writes every page.
    try connection.run("VACUUM")
    let copy = try LibraryStore()
    try Data(contentsOf: URL(filePath: store.path + "-wal"))
      .write(to: URL(filePath: copy.path + "-wal"))
    #expect(try copy.rules() == [])
    try Data().write(to: URL(filePath: copy.path))
    #expect(try copy.rules() == ["emptied-file"])
    #expect(StoreHeader.isSQLiteFile(copy.path))
    let healed = copy.path + ".healed"
    defer { try? FileManager.default.removeItem(atPath: healed) }
    let answer = try StoreRepair(copy.path).run(to: StoreOutput(path: healed, replaces: false))
    #expect(answer.treated.map(\.finding.rule) == ["emptied-file"] && answer.left.isEmpty)
    let rows = "SELECT count(*) FROM ZSHELF"
    #expect(
      try Connection(path: healed, mode: .readOnly).value(rows)?.integer
        == connection.value(rows)?.integer)
    try Data().write(to: URL(filePath: copy.path + "-wal"))
    #expect(!StoreHeader.isSQLiteFile(copy.path))
  }

  @Test func digestsAndHashesAreCompared() throws {
    let store = try LibraryStore()
    try store.editMetadata { $0.digest = "x" }
    #expect(try store.rules() == ["digest-mismatch"])

    let other = try LibraryStore()
    try other.editMetadata { metadata in
      let hash = metadata.entityHashes["Shelf"]
      metadata.entityHashes["Author"] = hash
      metadata.digest = nil
      metadata.checksum = nil
    }
    #expect(try other.rules() == ["hash-mismatch", "half-migrated"])

    let third = try LibraryStore()
    try third.editMetadata { metadata in
      metadata.entityHashes["Loan"] = nil
      metadata.digest = nil
      metadata.checksum = nil
    }
    #expect(try third.rules() == ["hash-mismatch"])
  }

  @Test func theVersionOfTheTablesIsNamed() throws {
    var next = LibraryStore.model
    next.name = "Library 2"
    next.entities[next.entities.firstIndex { $0.name == "Shelf" } ?? 0].attributes.append(
      Attribute(name: "color", type: .string, isOptional: true))
    let history = SchemaHistory(name: "Library", versions: [LibraryStore.model, next])
    let store = try LibraryStore()
    #expect(try store.rules(histories: [history]) == [])
    // The metadata and the cache are those of the next version, the tables are not.
    let hashes = ModelHashes(of: next)
    try store.editMetadata { metadata in
      metadata.entityHashes = hashes.entities
      metadata.digest = hashes.digest
      metadata.checksum = hashes.checksum
    }
    try store.replaceCache(by: next)
    let result = try store.check(histories: [history])
    let finding = try #require(result.findings.first { $0.rule == "half-migrated" })
    #expect(
      finding.message == "the metadata says 'Library 2', but the tables are those of 'Library'; "
        + "there is no place for 'Shelf.color'")
    #expect(Set(result.findings.map(\.rule)) == ["half-migrated", "missing-column"])
  }

  @Test func leftoversOfMigrationsAreNamed() throws {
    let store = try LibraryStore()
    for name in [
      ".library.migrationdestination_0123456789abcdef0123456789abcdef",
      ".other.migrationdestination_01234567", "library.store.backup",
      ".partial-0123456789abcdef0123456789abcdef-library.store",
      ".partial-0123456789abcdef0123456789abcdef-other.store",
    ] {
      try Data().write(to: store.folder.appending(path: name))
    }
    let findings = try store.check().findings
    #expect(
      findings.map(\.rule) == ["leftover-migration-file", "leftover-migration-file"])
    #expect(findings.contains { $0.message.contains("'.library.migrationdestination_0123") })
    #expect(findings.contains { $0.message.contains("'.partial-0123") })
  }

  @Test func externalFilesAreComparedWithRows() throws {
    let store = try LibraryStore()
    let folder = store.folder.appending(path: ".library_SUPPORT/_EXTERNAL_DATA")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(files.count == 1)
    let stray = UUID().uuidString
    try Data([1]).write(to: folder.appending(path: stray))
    let orphaned = try store.check().findings
    #expect(orphaned.map(\.rule) == ["orphaned-external-file"])
    #expect(orphaned[0].message.contains(stray))
    try Data().write(to: folder.appending(path: files[0]))
    let emptied = try store.check().findings.filter { $0.rule == "missing-external-file" }
    #expect(emptied.first?.message.contains("empty") ?? false, "\(emptied)")
    try FileManager.default.removeItem(at: folder.appending(path: files[0]))
    try FileManager.default.removeItem(at: folder.appending(path: stray))
    #expect(try store.rules() == ["missing-external-file"])
    // The store alone, without the folder: nothing is known about its files.
    try FileManager.default.removeItem(at: folder)
    let alone = try store.check()
    #expect(alone.findings.isEmpty)
    #expect(alone.notChecked.count == 1)
  }

  @Test func aHistoryThatOutgrowsTheDataIsNamed() throws {
    let store = try LibraryStore()
    try store.run([
      "INSERT INTO ACHANGE (Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID) "
        + "WITH n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < \(LargeHistory.least)) "
        + "SELECT 16001, 1, 1, 1, 1 FROM n",
      "UPDATE Z_PRIMARYKEY SET Z_MAX = 1000000 WHERE Z_ENT = 16001",
    ])
    #expect(try store.rules() == ["large-history"])
  }

  @Test func aStoreWithoutAModelSaysWhatIsNotKnown() throws {
    let store = try LibraryStore()
    try store.run(["DELETE FROM Z_MODELCACHE", "UPDATE ZMEDIA SET ZTITLE = NULL"])
    let result = try store.check()
    #expect(result.findings.isEmpty, "\(result.findings.map(\.message))")
    #expect(result.notChecked.count == 1)
  }
}

extension LibraryStore {
  func overwrite(at offset: Int, with bytes: [UInt8]) throws {
    var data = try Data(contentsOf: URL(filePath: path))
    data.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    try data.write(to: URL(filePath: path))
  }

  func editMetadata(_ edit: (inout StoreMetadata) -> Void) throws {
    let connection = try Connection(path: path, mode: .readWrite)
    var metadata = try StoreMetadata(connection: connection)
    edit(&metadata)
    try connection.run("UPDATE Z_METADATA SET Z_PLIST = ?1", [.blob(metadata.plist())])
  }

  func replaceCache(by model: DataModel) throws {
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.run(
      "UPDATE Z_MODELCACHE SET Z_CONTENT = ?1", [.blob(ModelCache.content(of: model))])
  }
}
