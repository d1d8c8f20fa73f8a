import Foundation
import StoreEngine

/// Files and comparisons for the tests of zero-touch reading.
enum StoreFixtures {
  static func temporaryFolder() throws -> String {
    let path = FileManager.default.temporaryDirectory.appending(
      path: "storefile-\(UUID().uuidString)"
    ).path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  /// The store with its log and journal, but without its `-shm`, in a folder of its own.
  static func privateCopy(of path: String) throws -> (path: String, folder: String) {
    let folder = try temporaryFolder()
    let copy = folder + "/copy"
    for suffix in ["", "-wal", "-journal"]
    where FileManager.default.fileExists(atPath: path + suffix) {
      try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
    }
    return (copy, folder)
  }

  /// Name, size, modification time and bytes of everything in the store's folder.
  static func snapshot(besides path: String) throws -> [String] {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    let folderTime = try FileManager.default.attributesOfItem(atPath: folder)[.modificationDate]
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { name in
      let item = folder + "/" + name
      let attributes = try FileManager.default.attributesOfItem(atPath: item)
      let time = attributes[.modificationDate].map { "\($0)" } ?? ""
      let bytes = (try? Data(contentsOf: URL(filePath: item)))?.hashValue ?? 0
      return "\(name) \(attributes[.size] ?? 0) \(time) \(bytes)"
    } + ["\(folderTime ?? "")"]
  }

  /// Every row of every ordinary table, hashed, in a fixed order.
  static func content(_ connection: Connection) throws -> [String] {
    let tables = try connection.rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' "
        + "ORDER BY name"
    ).compactMap(\.first?.text)
    var lines = try connection.rows(
      "SELECT type, name, tbl_name, rootpage, sql FROM sqlite_master ORDER BY rowid"
    ).map { "\($0)" }
    for table in tables {
      let statement = try connection.prepare(
        "SELECT * FROM \"\(table.replacingOccurrences(of: "\"", with: "\"\""))\"")
      var hasher = Hasher()
      var rows = 0
      while try statement.step() {
        hasher.combine(statement.row)
        rows += 1
      }
      lines.append("\(table) \(rows) \(hasher.finalize())")
    }
    return lines
  }

  /// What came of reading everything: the content, or an error.
  enum Outcome: Equatable {
    case content([String])
    case failure(String)

    var isFailure: Bool { if case .failure = self { true } else { false } }
  }

  /// Reads everything through `StoreFile`.
  static func overlaid(_ path: String) -> Outcome {
    do {
      let file = try StoreFile.open(path: path)
      return try file.connection.limited(to: .seconds(5)) { .content(try content(file.connection)) }
    } catch { return .failure("\(error)") }
  }

  /// Reads everything through SQLite itself, from a private copy.
  static func recovered(_ path: String) throws -> Outcome {
    let copy = try privateCopy(of: path)
    defer { try? FileManager.default.removeItem(atPath: copy.folder) }
    do {
      let connection = try Connection(path: copy.path, mode: .readWrite)
      try connection.run("PRAGMA cell_size_check = 1")
      try connection.run("PRAGMA synchronous = OFF")
      return try connection.limited(to: .seconds(5)) { .content(try content(connection)) }
    } catch { return .failure("\(error)") }
  }

  /// Copies of the files of a store in use, as they are at the moment of the call.
  static func capture(_ path: String, as copy: String, suffixes: [String]) throws {
    for suffix in [""] + suffixes where FileManager.default.fileExists(atPath: path + suffix) {
      try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
    }
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path)))
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    try Data(bytes).write(to: URL(filePath: path))
  }
}

/// A folder that vanishes with the test, and makers of stores in every state in it.
final class StateFolder {
  let path: String
  init() throws { path = try StoreFixtures.temporaryFolder() }
  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A store with a log: 100 rows in the main file, `extra` more only in the log. `suffixes` names
  /// the side files that are kept.
  func logged(
    extra: Int = 1000, pageSize: Int = 4096, suffixes: [String], uncommitted: Int = 0,
    restarted: Bool = false, bytesPerRow: Int = 40
  ) throws -> String {
    let source = path + "/source"
    let connection = try Connection(path: source, mode: .create)
    try connection.run("PRAGMA page_size = \(pageSize)")
    try connection.run("PRAGMA synchronous = OFF")
    _ = try connection.rows("PRAGMA journal_mode = WAL")
    _ = try connection.rows("PRAGMA wal_autocheckpoint = 0")
    try connection.run("PRAGMA cache_size = 5")
    try connection.run("CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT)")
    try Self.insert(100, bytes: bytesPerRow, into: connection)
    if restarted { try Self.insert(500, bytes: bytesPerRow, into: connection) }
    _ = try connection.rows("PRAGMA wal_checkpoint(\(restarted ? "RESTART" : "TRUNCATE"))")
    if extra > 0 { try Self.insert(extra, bytes: bytesPerRow, into: connection) }
    if uncommitted > 0 {
      try connection.run("BEGIN")
      try Self.insert(uncommitted, bytes: bytesPerRow, into: connection)
    }
    let store = path + "/store"
    try StoreFixtures.capture(source, as: store, suffixes: suffixes)
    return store
  }

  /// A store with a rollback journal, copied in the middle of a large UPDATE.
  func journaled(pageSize: Int = 4096, commit: Bool = false) throws -> String {
    let source = path + "/source"
    let connection = try Connection(path: source, mode: .create)
    try connection.run("PRAGMA page_size = \(pageSize)")
    try connection.run("PRAGMA synchronous = OFF")
    _ = try connection.rows("PRAGMA journal_mode = PERSIST")
    try connection.run("CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT)")
    try Self.insert(2000, bytes: 200, into: connection)
    try connection.run("PRAGMA cache_size = 5")
    try connection.run("BEGIN")
    try connection.run("UPDATE t SET b = 'changed' || b || b")
    if commit { try connection.run("COMMIT") }
    let store = path + "/store"
    try StoreFixtures.capture(source, as: store, suffixes: ["-journal"])
    return store
  }

  static func insert(_ count: Int, bytes: Int, into connection: Connection) throws {
    try connection.run(
      """
      INSERT INTO t(b) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
      SELECT substr(hex(i * 7919) || printf('%.*c', ?, 'x'), 1, ?) FROM n
      """, [.integer(Int64(count)), .integer(Int64(bytes)), .integer(Int64(bytes))])
  }
}
