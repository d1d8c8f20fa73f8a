import Foundation
import StoreEngine
import TestSupport
import Testing

/// Nobody is kept from writing by a command that waits for something else than the store.
@Suite struct ReadLockProcessTests {
  private static let tool = BuiltTool.path
  private static let shell = "/usr/bin/sqlite3"
  private static let canRun =
    BuiltTool.exists
    && FileManager.default.isExecutableFile(atPath: shell)

  private func start(_ arguments: [String]) throws -> (Process, out: FileHandle, err: FileHandle) {
    let process = Process()
    process.executableURL = URL(filePath: Self.tool)
    process.arguments = arguments
    let (out, err) = (Pipe(), Pipe())
    process.standardOutput = out
    process.standardError = err
    try process.run()
    return (process, out.fileHandleForReading, err.fileHandleForReading)
  }

  /// A writer that does not wait.
  private func canWrite(_ store: LibraryStore) throws -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: Self.shell)
    process.arguments = [store.path, "UPDATE ZSHELF SET ZNAME = 'meanwhile'"]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  private func isSoonTrue(_ condition: () throws -> Bool) rethrows -> Bool {
    for _ in 0..<60 {
      if try condition() { return true }
      Thread.sleep(forTimeInterval: 0.1)
    }
    return false
  }

  /// A store in rollback mode, where a reader keeps writers out, with more rows than a pipe holds.
  private func store() throws -> LibraryStore {
    let store = try LibraryStore()
    let connection = try Connection(path: store.path, mode: .readWrite)
    _ = try connection.rows("PRAGMA journal_mode = DELETE")
    try connection.run(
      "INSERT INTO ZAUTHOR (Z_PK, Z_ENT, Z_OPT, ZNAME) WITH n AS (SELECT 10 AS i UNION ALL "
        + "SELECT i + 1 FROM n WHERE i < 60000) SELECT i, 1, 1, printf('%090d', i) FROM n")
    return store
  }

  @Test(.enabled(if: canRun, "the tool or sqlite3 is missing"))
  func aPipeThatNobodyReadsHoldsNobodyUp() throws {
    let store = try store()
    let (process, out, err) = try start(["rows", store.path, "Author", "--limit", "100000"])
    // From now on it reads.
    _ = try out.read(upToCount: 1)
    #expect(try isSoonTrue { try canWrite(store) })
    #expect(process.isRunning)
    let rows = String(decoding: out.readDataToEndOfFile(), as: UTF8.self)
    let message = String(decoding: err.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 3, "\(rows.suffix(200))")
    #expect(message.contains("in use by another process"))
  }

  @Test(.enabled(if: canRun, "the tool or sqlite3 is missing"))
  func aLogThatIsFollowedHoldsNobodyUp() throws {
    let store = try store()
    let log = store.folder.appending(path: "app.log").path
    let line =
      "CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZNAME FROM ZAUTHOR t0 WHERE t0.ZNAME > ?\n"
    try Data(String(repeating: line, count: 20).utf8).write(to: URL(filePath: log))
    let (process, out, err) = try start(["trace", log, "--store", store.path, "--follow"])
    // It has to be over its beginning.
    Thread.sleep(forTimeInterval: 1)
    #expect(try isSoonTrue { try canWrite(store) })
    #expect(process.isRunning)
    process.interrupt()
    let report = String(decoding: out.readDataToEndOfFile(), as: UTF8.self)
    let message = String(decoding: err.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    // What the app wrote meanwhile is no reason to lose what was followed.
    #expect(report.contains("20"), "\(message)")
    #expect(!message.contains("in use"), "\(message)")
  }

  /// What is said to help does help: the salvage waits for its turn.
  @Test(.enabled(if: canRun, "the tool or sqlite3 is missing"))
  func aSalvageWaitsForAWriterWhereItIsAsked() throws {
    let store = try LibraryStore()
    let writer = try Connection(path: store.path, mode: .readWrite)
    _ = try writer.rows("PRAGMA journal_mode = DELETE")
    try writer.run("BEGIN EXCLUSIVE")
    let arguments = ["repair", store.path, "--salvage", "--dry-run"]
    let (refused, _, err) = try start(arguments)
    let message = String(decoding: err.readDataToEndOfFile(), as: UTF8.self)
    refused.waitUntilExit()
    #expect(refused.terminationStatus == 3)
    #expect(message.contains("in use by another process") && message.contains("--live"))
    let (waiting, out, _) = try start(arguments + ["--live"])
    Thread.sleep(forTimeInterval: 2.5)
    #expect(waiting.isRunning)
    try writer.run("COMMIT")
    let text = String(decoding: out.readDataToEndOfFile(), as: UTF8.self)
    waiting.waitUntilExit()
    #expect(waiting.terminationStatus == 0 && text.contains("nothing is damaged"), "\(text)")
  }
}
