import Foundation
import StoreEngine
import StoreModel

@testable import Diagnostics
@testable import DoctorCLI
@testable import StoreDoctor

/// A store full of secrets, of which some were deleted without being wiped, and its twin.
final class RedactionFixture {
  let store: LibraryStore
  /// Of the twin, so that nothing but it lies there.
  let folder: URL
  var path: String { store.path }
  var twin: String { folder.appending(path: "library.store").path }
  /// Keeps the log in place.
  private var writer: Connection?

  init(_ statements: [String] = [], store: LibraryStore? = nil) throws {
    self.store = try store ?? LibraryStore()
    folder = FileManager.default.temporaryDirectory.appending(path: "twin-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if !statements.isEmpty { try self.store.run(statements) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func redact(
    seed: UInt64? = 1, histories: [SchemaHistory] = [], to output: String? = nil
  ) throws -> RedactAnswer {
    try Self.redact(path, to: output ?? twin, seed: seed, histories: histories)
  }

  static func redact(
    _ path: String, to output: String, seed: UInt64? = 1, histories: [SchemaHistory] = []
  ) throws -> RedactAnswer {
    var redaction = StoreRedaction(path)
    redaction.seed = seed
    redaction.histories = histories
    return try redaction.run(to: StoreOutput(path: output, replaces: false, stores: [path]))
  }

  static func run(_ words: [String]) -> (code: Int32, text: String) {
    let out = ByteOutput()
    let tool = CommandLineTool(console: Console(out: out, err: out), input: GivenLines(""))
    let code = tool.run(words)
    return (code, out.text)
  }

  static func rows(_ path: String, _ sql: String) throws -> [[SQLiteValue]] {
    try StoreFile.open(path: path).connection.rows(sql)
  }

  // MARK: A store full of secrets

  /// Texts that go on on other pages, too.
  private static let long =
    "replace(hex(zeroblob(900)), '00', 'Bond ' || Z_PK || ' drinks martini. ')"

  /// Sets values of every kind, and lets each row keep others before that are deleted afterwards.
  static let secrets: [String] =
    ["PRAGMA secure_delete = OFF"]
    + [
      "INSERT INTO ZAUTHOR (Z_PK, Z_ENT, Z_OPT, ZNAME, ZUID) WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL "
        + "SELECT i + 1 FROM n WHERE i < 700) SELECT i, 1, 1, 'Moneypenny number ' || i || ' Ünïcode', "
        + "randomblob(16) FROM n",
      "UPDATE ZAUTHOR SET ZNAME = 'James Bond ' || Z_PK WHERE Z_PK < 100",
      "UPDATE ZMEDIA SET ZTITLE = \(long), ZRATING = 12345, ZPRICE = 1234.5678 + Z_PK",
      "UPDATE ZMEDIA SET ZBLURB = CAST('{\"owner\":\"Auric Goldfinger\",\"n\":[\"Pussy Galore\",987654321]}' AS BLOB)",
      "UPDATE ZREADER SET ZNAME = 'blofeld@spectre.example'",
      "UPDATE ZSHELF SET ZNAME = 'Полка Джеймса 日本語の棚'",
      "UPDATE ZLOAN SET ZDUE = 712345678.123456 + Z_PK * 1000.5",
      "CREATE TABLE ANSCKRECORDMETADATA ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
        + "ZENTITYID INTEGER, ZENTITYPK INTEGER, ZNEEDSCLOUDDELETE INTEGER, ZCKRECORDNAME VARCHAR, ZENCODEDRECORD BLOB )",
      "INSERT INTO ANSCKRECORDMETADATA VALUES (1, 17001, 1, 1, 1, 0, 'record-of-Francisco-Scaramanga', "
        + "CAST('Zone owner: Rosa Klebb' AS BLOB))",
      "CREATE TABLE APPLOG (line TEXT, seconds REAL, number INTEGER)",
      "INSERT INTO APPLOG WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400) "
        + "SELECT 'Le Chiffre logged in, visit ' || i || hex(randomblob(200)), 1.5e9 + i / 7.0, 4900000000000 + i * 77777 FROM n",
    ]

  /// What goes again, and stays in the bytes.
  static let deletions = [
    "DELETE FROM ZAUTHOR WHERE Z_PK > 300", "DELETE FROM APPLOG WHERE number % 3",
    "DELETE FROM ATRANSACTIONSTRING WHERE ZNAME = 'Ernst Stavro Blofeld'",
  ]

  /// Names of the history, and metadata of the app's own.
  func addNames() throws {
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.run("PRAGMA secure_delete = OFF")
    try connection.run(
      "INSERT INTO ATRANSACTIONSTRING VALUES (90, 16003, 1, 'Ernst Stavro Blofeld'), (91, 16003, 1, 'com.universal.exports')"
    )
    try connection.run("UPDATE ATRANSACTION SET ZAUTHORTS = 91")
    try connection.run("UPDATE ACHANGE SET ZCOLUMNS = x'8000' WHERE Z_PK = 1")
    var metadata = try StoreMetadata(connection: connection)
    metadata.other["owner"] = .string("Hugo Drax")
    metadata.other["token"] = .data(Array("licence to kill".utf8))
    try connection.run("UPDATE Z_METADATA SET Z_PLIST = ?", [.blob(metadata.plist())])
  }

  /// Puts the last changes into a log that stays as long as the fixture.
  func beginLog() throws {
    let connection = try Connection(path: path, mode: .readWrite)
    _ = try connection.rows("PRAGMA journal_mode = WAL")
    _ = try connection.rows("PRAGMA wal_autocheckpoint = 0")
    try connection.run("UPDATE ZREVIEW SET ZSTARS = 31337")
    try connection.run("INSERT INTO APPLOG VALUES ('Jaws bit the cable, then it went', 0.125, 7)")
    try connection.run("DELETE FROM APPLOG WHERE number = 7")
    writer = connection
  }
}
