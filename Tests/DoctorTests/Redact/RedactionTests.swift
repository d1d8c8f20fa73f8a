import Foundation
import StoreEngine
import StoreModel
import Testing

@testable import Diagnostics
@testable import StoreDoctor

/// A twin has everything of its store but the values.
@Suite struct RedactionTests {
  private static func secretStore() throws -> (RedactionFixture, Set<SQLiteValue>) {
    let fixture = try RedactionFixture(RedactionFixture.secrets)
    try fixture.addNames()
    var values = try LeftoverSearch.values(of: fixture.path)
    try fixture.store.run(["PRAGMA secure_delete = OFF"] + RedactionFixture.deletions)
    try fixture.beginLog()
    values.formUnion(try LeftoverSearch.values(of: fixture.path))
    values.formUnion(
      [
        "Jaws bit the cable, then it went", "Hugo Drax", "licence to kill", "Auric Goldfinger",
        "Pussy Galore", "987654321", "blofeld", "spectre", "Moneypenny", "James Bond", "Scaramanga",
        "Bond 1 drinks",
        "Rosa Klebb", "Ernst Stavro Blofeld", "com.universal.exports",
      ].map(SQLiteValue.text))
    let storage = ExternalStorage(storePath: fixture.path)
    for name in try FileManager.default.contentsOfDirectory(atPath: storage.folder) {
      values.insert(.text(name))
      values.insert(
        .blob(Array(FileManager.default.contents(atPath: storage.folder + "/" + name) ?? Data())))
    }
    return (fixture, values)
  }

  @Test func noValueIsLeftAnywhere() throws {
    let (fixture, values) = try Self.secretStore()
    #expect(values.count > 2000)
    let schema = String(decoding: try LeftoverSearch.schema(of: fixture.path), as: UTF8.self)
    // What is searched for can be found: in the store's bytes are the deleted values, too.
    let before = try LeftoverSearch(fixture.path).found(values)
    for deleted in [
      "Moneypenny number 650 Ünïcode", "Ernst Stavro Blofeld", "Jaws bit the cable, then it went",
    ] {
      #expect(before.contains(.text(deleted)), "\(deleted)")
    }
    let kinds = Set(before.map { String("\($0)".prefix { $0 != "(" }) })
    #expect(kinds.isSuperset(of: ["blob", "integer", "real", "text"]))
    _ = try fixture.redact()
    let found = try LeftoverSearch(fixture.twin).found(values).filter { value in
      guard case .text(let text) = value else { return true }
      return !schema.contains(text)
    }
    #expect(found.isEmpty, "\(found.prefix(5))")
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path).count == 2)
  }

  /// The search sees a value that SQLite keeps on several pages, and one in UTF-16.
  @Test(arguments: ["UTF-8", "UTF-16le", "UTF-16be"])
  func theSearchFindsWhatIsThere(_ encoding: String) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).db")
      .path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let numbers = (0..<3000).map(String.init)
    let text =
      numbers.prefix(1000).joined(separator: " ") + "needle in Moneypenny's hay"
      + numbers.suffix(2000).joined(separator: " ")
    let connection = try Connection(path: path, mode: .create)
    try connection.run("PRAGMA encoding = '\(encoding)'")
    try connection.run("CREATE TABLE t (a, b)")
    for shift in 0..<30 {
      try connection.run(
        "INSERT INTO t VALUES (?, ?)",
        [.text(String(text.dropFirst(shift))), .integer(0x0123_4567_89AB)])
    }
    let search = try LeftoverSearch(path)
    let needles: [SQLiteValue] = [
      .text("needle in Moneypenny's hay"), .integer(0x0123_4567_89AB), .text(text),
    ]
    #expect(search.found(needles) == Set(needles))
    #expect(
      search.found([.text("needle in a hay"), .integer(0x0123_4567_89AC), .real(0.3)]).isEmpty)
  }

  @Test func structureStays() throws {
    let (fixture, _) = try Self.secretStore()
    let answer = try fixture.redact()
    #expect(answer.differences.isEmpty, "\(answer.differences)")
    #expect(answer.verdict == .done && answer.leftOut.isEmpty)
    func rows(_ sql: String) throws -> [[SQLiteValue]] {
      let old = try RedactionFixture.rows(fixture.path, sql)
      let new = try RedactionFixture.rows(fixture.twin, sql)
      #expect(old == new, "\(sql)")
      return new
    }
    _ = try rows(
      "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE type = 'table' ORDER BY rowid")
    _ = try rows("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name")
    for table in try rows("SELECT name FROM sqlite_master WHERE type = 'table'") {
      let name = try #require(table[0].text)
      let columns = try rows("PRAGMA table_info(\(name.sqlQuoted))").compactMap { $0[1].text }
      let shape = columns.flatMap { column -> [String] in
        let value = column.sqlQuoted
        let size = name == "Z_METADATA" ? "0" : "length(CAST(\(value) AS BLOB))"
        return [
          "\(value) IS NULL", "CASE WHEN typeof(\(value)) IN ('text', 'blob') THEN \(size) END",
        ]
      }
      _ = try rows("SELECT \(shape.joined(separator: ", ")) FROM \(name.sqlQuoted) ORDER BY rowid")
    }
    for pragma in [
      "page_size", "auto_vacuum", "schema_version", "user_version", "encoding", "application_id",
    ] {
      _ = try rows("PRAGMA \(pragma)")
    }
    for links in [
      "SELECT Z_PK, Z_ENT, Z_OPT, ZSHELF, Z_FOK_SHELF, ZREVIEW FROM ZMEDIA",
      "SELECT Z_PK, ZREADER FROM ZLOAN",
      "SELECT * FROM Z_PRIMARYKEY", "SELECT * FROM Z_MODELCACHE",
      "SELECT Z_PK, ZLOANCOUNT, ZFAVORITE FROM ZREADER",
      "SELECT Z_PK, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS FROM ACHANGE",
      "SELECT Z_PK, ZAUTHORTS, ZBUNDLEIDTS FROM ATRANSACTION",
      "SELECT Z_PK FROM ATRANSACTIONSTRING ORDER BY 1",
      "SELECT ZENTITYID, ZENTITYPK, ZNEEDSCLOUDDELETE FROM ANSCKRECORDMETADATA",
      "SELECT Z_PK FROM ZLOAN ORDER BY ZDUE",
      "SELECT count(DISTINCT ZNAME), count(DISTINCT ZUID) FROM ZAUTHOR",
      "SELECT count(DISTINCT ZSTARS) FROM ZREVIEW",
    ] { _ = try rows(links) }
  }

  @Test func everyValueIsAnother() throws {
    let (fixture, _) = try Self.secretStore()
    _ = try fixture.redact()
    for (table, column) in [
      ("ZAUTHOR", "ZNAME"), ("ZAUTHOR", "ZUID"), ("ZMEDIA", "ZTITLE"), ("ZMEDIA", "ZRATING"),
      ("ZMEDIA", "ZPRICE"),
      ("ZMEDIA", "ZBLURB"), ("ZMEDIA", "ZCOVER"), ("ZLOAN", "ZDUE"), ("ZREVIEW", "ZSTARS"),
      ("ATRANSACTION", "ZTIMESTAMP"),
      ("ATRANSACTIONSTRING", "ZNAME"), ("APPLOG", "line"), ("APPLOG", "seconds"),
      ("APPLOG", "number"), ("Z_METADATA", "Z_UUID"),
    ] {
      let sql = "SELECT \(column) FROM \(table) ORDER BY rowid"
      let (old, new) = try (
        RedactionFixture.rows(fixture.path, sql), RedactionFixture.rows(fixture.twin, sql)
      )
      #expect(old.count == new.count && !old.isEmpty)
      for (one, other) in zip(old, new)
      where !one[0].isNull && one[0] != .blob([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]) {
        #expect(one != other, "\(table).\(column)")
      }
    }
    let metadata = try StoreMetadata(connection: StoreFile.open(path: fixture.twin).connection)
    let original = try StoreMetadata(connection: StoreFile.open(path: fixture.path).connection)
    #expect(metadata.other.isEmpty && !original.other.isEmpty)
    #expect(
      metadata.entityHashes == original.entityHashes && metadata.checksum == original.checksum)
    let text = try #require(
      try RedactionFixture.rows(fixture.twin, "SELECT CAST(ZBLURB AS TEXT) FROM ZMEDIA")[0][0].text)
    #expect(
      text.wholeMatch(of: #/\{"\w{5}":"\w{5} \w{10}","\w":\["\w{5} \w{6}",\d{9}\]\}/#) != nil,
      "\(text)")
  }

  @Test func filesOfExternalDataAreReplaced() throws {
    let (fixture, _) = try Self.secretStore()
    let old = ExternalStorage(storePath: fixture.path)
    let stray = old.folder + "/0A1B2C3D-0000-4000-8000-00000000000A"
    try Data("an orphan of nobody".utf8).write(to: URL(filePath: stray))
    let answer = try fixture.redact()
    #expect(answer.values["files"] == 2 && answer.differences.isEmpty, "\(answer.differences)")
    let new = ExternalStorage(storePath: fixture.twin)
    let names = try FileManager.default.contentsOfDirectory(atPath: new.folder)
    let before = try FileManager.default.contentsOfDirectory(atPath: old.folder)
    #expect(names.count == 2 && Set(names).isDisjoint(with: before))
    #expect(
      Set(names.compactMap { new.size(of: $0) }) == Set(before.compactMap { old.size(of: $0) }))
    let stored = try RedactionFixture.rows(fixture.twin, "SELECT ZCOVER FROM ZMEDIA").compactMap {
      $0[0].blob
    }
    let named = stored.compactMap { ExternalStorage.name(in: $0) }
    #expect(named.count == 1 && names.contains(named[0]))
    #expect(stored.contains { $0.first == ExternalStorage.inline && $0.count == 21 })
  }

  @Test func aSeedGivesTheSameTwinAndNoSeedAnother() throws {
    let (fixture, _) = try Self.secretStore()
    let paths = (0..<4).map { fixture.folder.path + "/\($0).store" }
    for (path, seed) in zip(paths, [7, 7, 8, nil] as [UInt64?]) {
      _ = try fixture.redact(seed: seed, to: path)
    }
    let contents = paths.map { FileManager.default.contents(atPath: $0) }
    #expect(contents[0] == contents[1])
    #expect(Set(contents).count == 3)
    let other = fixture.folder.path + "/4.store"
    _ = try fixture.redact(seed: nil, to: other)
    #expect(FileManager.default.contents(atPath: other) != contents[3])
  }

  /// The store, its log and files, and the times of all of them.
  @Test func theStoreIsOnlyRead() throws {
    let (fixture, _) = try Self.secretStore()
    let before = try RepairFixture.state(of: fixture.store.folder)
    _ = try fixture.redact()
    #expect(try RepairFixture.state(of: fixture.store.folder) == before)
  }

  @Test func freePagesStayAsManyInProportion() throws {
    let (fixture, _) = try Self.secretStore()
    try fixture.store.run([
      "PRAGMA secure_delete = OFF", "DELETE FROM APPLOG", "DELETE FROM ZAUTHOR WHERE Z_PK > 110",
    ])
    let answer = try fixture.redact()
    let pages = answer.pages
    #expect(pages.freeBefore > 20 && pages.fragmentationBefore == "heavy")
    #expect(pages.fragmentationAfter == pages.fragmentationBefore)
    let share = Double(pages.freeBefore) / Double(pages.totalBefore)
    #expect(abs(Double(pages.freeAfter) / Double(pages.totalAfter) - share) < 0.05, "\(pages)")
    let file = try StoreFile.open(path: fixture.twin).connection
    #expect(try file.value("PRAGMA integrity_check")?.text == "ok")
    #expect(try file.value("PRAGMA freelist_count")?.integer == pages.freeAfter)
  }
}
