import Diagnostics
import Foundation
import StoreDoctor
import StoreEngine

extension FuzzReader {
  /// Stores and what lies beside them. Only reading is asked for: no file of the folder may change.
  static let stores: [FuzzReader] = [
    FuzzReader(
      "store-file", isText: false,
      samples: { _ in try FuzzFolder.samples(".store").map { $0 } },
      read: { bytes, folder, _ in try readAll(bytes, nil, "", folder) }),
    FuzzReader(
      "store-wal", isText: false,
      samples: { folder in [try state("journal_mode = WAL", "-wal", folder).side] },
      read: { bytes, folder, _ in
        try readAll(try main(of: "-wal", folder), bytes, "-wal", folder)
      }),
    FuzzReader(
      "store-journal", isText: false,
      samples: { folder in [try state("journal_mode = PERSIST", "-journal", folder).side] },
      read: { bytes, folder, _ in
        try readAll(try main(of: "-journal", folder), bytes, "-journal", folder)
      }),
    FuzzReader(
      "salvage", isText: false,
      samples: { _ in try FuzzFolder.samples(".store").map { $0 } },
      read: { bytes, _, _ in
        let folder = try FuzzFolder()
        let path = try folder.write(bytes, as: "s.store")
        let new = folder.path + "/new.store"
        do {
          let output = try StoreOutput(path: new, replaces: false, stores: [path])
          let answer = try StoreRepair(path).salvage(to: output)
          guard try folder.content()["s.store"] == Data(bytes) else {
            throw FuzzFailure("the damaged store changed")
          }
          guard let file = answer.file else { return }
          let verdict = try StoreFile.open(path: file).connection.value("PRAGMA integrity_check")
          if verdict?.text != "ok" { throw FuzzFailure("the new store is damaged") }
        } catch let error where !(error is FuzzFailure) {
          throw withoutFolder("\(error)", folder) ?? error
        }
      }),
    FuzzReader(
      "where", isText: true,
      words: [
        "LIKE", "GLOB", "'%'", "IN", "(", ")", "SELECT", "UNION", "ATTACH", "load_extension('x')",
        "NULL", "IS", "NOT", "AND", "OR", "x'00'", "\"a\"", "[a]", "`a`", "--", "/*", ";", "\u{0}",
        "?",
        "randomblob(9)", "CAST(1 AS BLOB)", "'%_%'", "ESCAPE", "BETWEEN", "printf('%.*c', 9, 'x')",
      ],
      samples: { folder in
        _ = try state("journal_mode = DELETE", "", folder)
        return [
          "title LIKE '%a%' AND count > 3", "created BETWEEN 0 AND 1e9 OR title GLOB '*[a-z]*'",
          "Z_PK IN (SELECT 1) AND length(title) < 9 ORDER BY 1",
        ].map { Array($0.utf8) }
      },
      read: { bytes, folder, _ in
        let path = folder.path + "/main"
        let before = try folder.content()
        let store = try Store(file: StoreFile.open(path: path))
        let condition = String(decoding: bytes, as: UTF8.self)
        try store.connection.limited(to: .milliseconds(300)) {
          let rows = try store.rows(of: "Note", where: condition, limit: 20)
          while try rows.next() { _ = rows.row }
        }
        guard try folder.content() == before else { throw FuzzFailure("a file changed") }
      }),
  ]

  /// Opens, identifies, shows rows, examines.
  private static func readAll(
    _ main: [UInt8], _ side: [UInt8]?, _ suffix: String, _ folder: FuzzFolder
  ) throws {
    // A folder within: the samples lie in the other.
    let inner = try FuzzFolder()
    let path = try inner.write(main, as: "s.store")
    if let side { _ = try inner.write(side, as: "s.store" + suffix) }
    let before = try inner.content()
    var failure: (any Error)?
    do { try read(path) } catch { failure = error }
    guard try inner.content() == before else { throw FuzzFailure("a file changed") }
    if let failure {
      if let folderless = withoutFolder("\(failure)", inner) { throw folderless }
      throw failure
    }
  }

  private static func read(_ path: String) throws {
    let file = try StoreFile.open(path: path)
    let kind = FileIdentifier.identify(file)
    if kind.displayName.isEmpty { throw FuzzFailure("a file of no kind") }
    guard kind.isCoreDataStore else { return }
    let store = try Store(file: file)
    store.connection.limited(to: .seconds(2)) {
      for entity in store.entities.prefix(20) where !entity.isTableMissing {
        // A damaged table is a finding of the check, and an error here.
        guard let rows = try? store.rows(of: entity.name, limit: 30, countingToMany: true) else {
          continue
        }
        while (try? rows.next()) == true { _ = rows.row }
      }
    }
    var check = StoreCheck()
    check.budget = .seconds(2)
    let result = try check.run(StoreInspection(store: store, path: path, state: file.state))
    for finding in result.findings where finding.message.isEmpty {
      throw FuzzFailure("a finding without words")
    }
  }

  /// The same sentence, if only the length of the temporary path makes it long.
  private static func withoutFolder(_ text: String, _ folder: FuzzFolder) -> ShortError? {
    text.contains(folder.path)
      ? ShortError(description: text.replacingOccurrences(of: folder.path, with: "…")) : nil
  }

  private struct ShortError: Error, CustomStringConvertible { let description: String }

  private static func main(of suffix: String, _ folder: FuzzFolder) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: folder.path + "/main")))
  }

  /// A store in the middle of its work: its files as they are while a connection has them open.
  private static func state(
    _ journal: String, _ suffix: String, _ folder: FuzzFolder
  ) throws -> (main: [UInt8], side: [UInt8]) {
    let path = folder.path + "/work"
    let writer = try StoreWriter(path: path, model: model)
    _ = try RowGenerator().fill(writer, rows: 60)
    try writer.finish()
    let connection = try Connection(path: path, mode: .readWrite)
    _ = try connection.rows("PRAGMA " + journal)
    _ = try connection.rows("PRAGMA wal_autocheckpoint = 0")
    try connection.run("PRAGMA cache_size = 2")
    try connection.run("UPDATE ZNOTE SET ZTITLE = 'changed', ZCOUNT = ZCOUNT - 1")
    try connection.run("BEGIN")
    try connection.run("UPDATE ZNOTE SET ZTITLE = hex(randomblob(300))")
    func bytes(_ path: String) throws -> [UInt8] {
      Array(try Data(contentsOf: URL(filePath: path)))
    }
    let main = try bytes(path)
    let side = suffix.isEmpty ? [] : try bytes(path + suffix)
    try connection.run("ROLLBACK")
    _ = try folder.write(suffix.isEmpty ? try bytes(path) : main, as: "main")
    return (main, side)
  }
}
