import Foundation
import Testing

@testable import StoreEngine

/// Read locks are held while something is read, and not for longer, whatever the reader does then.
@Suite(.enabled(if: StoreWriterProcess.shell != nil, "sqlite3 is missing")) struct ReadLockTests {
  enum Mode: String, CaseIterable {
    case rollback = "DELETE"
    case log = "WAL"
  }

  /// Another process that has the store open.
  private final class App {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let mode: Mode
    let folder = try? StateFolder()
    var path: String { (folder?.path ?? "") + "/store" }

    /// More than SQLite keeps in memory, so that reading again reads the file again.
    init(_ mode: Mode) throws {
      self.mode = mode
      process.executableURL = URL(filePath: try #require(StoreWriterProcess.shell))
      process.arguments = [path]
      process.standardInput = input
      process.standardOutput = output
      process.standardError = output
      try process.run()
      send(
        """
        PRAGMA journal_mode=\(mode.rawValue);
        PRAGMA synchronous=OFF;
        PRAGMA wal_autocheckpoint=0;
        CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT);
        WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
          INSERT INTO t SELECT i, printf('%200d', i) FROM n;
        """)
      _ = answer()
    }

    deinit { process.terminate() }

    func send(_ text: String) {
      input.fileHandleForWriting.write(Data((text + "\nSELECT 'done';\n").utf8))
    }

    func answer() -> String {
      var text = ""
      while !text.contains("done") {
        let data = output.fileHandleForReading.availableData
        if data.isEmpty { break }
        text += String(decoding: data, as: UTF8.self)
      }
      return text
    }

    /// What a reader's locks are in the way of.
    func begin(patience: Int) {
      send("PRAGMA busy_timeout=\(patience);")
      _ = answer()
      send(mode == .log ? "PRAGMA wal_checkpoint(TRUNCATE);" : "UPDATE t SET b = 'x' WHERE a = 1;")
    }

    var isDone: Bool {
      let text = answer()
      return mode == .log ? text.contains("0|0|0") : !text.contains("locked")
    }

    /// Whether it can be done at once.
    func isFree() -> Bool {
      begin(patience: 0)
      return isDone
    }
  }

  private static let longerThanCourtesy = 1.4

  @Test(arguments: Mode.allCases) func whoeverReadsNothingHoldsNothing(_ mode: Mode) throws {
    let app = try App(mode)
    let file = try StoreFile.open(path: app.path)
    #expect(try file.connection.value("SELECT a FROM t LIMIT 1") == .integer(1))
    #expect(!app.isFree())
    Thread.sleep(forTimeInterval: Self.longerThanCourtesy)
    #expect(app.isFree())
    // What was read is of one state, and nothing of another one is added to it.
    let error = #expect(throws: SQLiteError.self) {
      try file.connection.value("SELECT sum(length(b)) FROM t")
    }
    #expect(error?.isBusy == true)
    #expect(throws: StoreFileError(path: app.path, reason: .busy)) { try file.prove() }
  }

  @Test(arguments: Mode.allCases) func whoeverReadsOnHoldsThemAgain(_ mode: Mode) throws {
    let app = try App(mode)
    let file = try StoreFile.open(path: app.path)
    for _ in 0..<2 {
      #expect(try file.connection.value("SELECT count(b) FROM t") == .integer(30000))
      #expect(!app.isFree())
      try file.prove()
      Thread.sleep(forTimeInterval: Self.longerThanCourtesy)
      try file.prove()
    }
  }

  @Test(arguments: Mode.allCases) func whoeverReadsForLongGivesWay(_ mode: Mode) throws {
    let app = try App(mode)
    let file = try StoreFile.open(path: app.path)
    #expect(try file.connection.value("SELECT a FROM t LIMIT 1") == .integer(1))
    app.begin(patience: 20_000)
    let start = ContinuousClock.now
    let error = #expect(throws: SQLiteError.self) {
      while ContinuousClock.now - start < .seconds(15) {
        _ = try file.connection.value("SELECT sum(length(b)) FROM t")
      }
    }
    #expect(error?.isBusy == true)
    #expect(error?.message == "another process has waited for the store")
    #expect(app.isDone)
  }

  @Test(arguments: Mode.allCases) func whatIsReleasedIsFreeAtOnce(_ mode: Mode) throws {
    let app = try App(mode)
    let first = try StoreFile.open(path: app.path)
    #expect(!app.isFree())
    first.release()
    #expect(app.isFree())
    app.send("UPDATE t SET b = 'y' WHERE a = 2;")
    _ = app.answer()
    var second: StoreFile? = try StoreFile.open(path: app.path)
    #expect(second != nil && !app.isFree())
    second = nil
    #expect(app.isFree())
  }
}
