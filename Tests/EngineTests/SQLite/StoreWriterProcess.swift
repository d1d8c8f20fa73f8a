import Foundation
import Testing

/// A SQLite shell in a process of its own that writes to a store without a pause. Every transaction
/// gives all rows of `t` the next number, as well as the only row of `s`.
final class StoreWriterProcess {
  static let shell = ["/usr/bin/sqlite3", "/usr/local/bin/sqlite3"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// How the writer treats its journal or log.
  enum Habit: String, CaseIterable, CustomTestStringConvertible {
    /// Commits and SQLite's own checkpoints.
    case log
    /// A log that starts over after every few commits.
    case restartedLog
    /// A log that is emptied after every few commits.
    case truncatedLog
    /// The store is closed and opened again after every few commits, so that log and index go away
    /// and come back.
    case reopenedLog
    case deletedJournal
    case truncatedJournal
    case zeroedJournal
    /// Transactions that write to the main file before they are rolled back.
    case rolledBack

    var testDescription: String { rawValue }

    var journalMode: String {
      switch self {
      case .log, .restartedLog, .truncatedLog, .reopenedLog: "WAL"
      case .deletedJournal, .rolledBack: "DELETE"
      case .truncatedJournal: "TRUNCATE"
      case .zeroedJournal: "PERSIST"
      }
    }

    fileprivate func extra(after number: Int, path: String) -> String {
      switch self {
      case .log, .deletedJournal, .truncatedJournal, .zeroedJournal: ""
      case .restartedLog: number % 7 == 0 ? "PRAGMA wal_checkpoint(RESTART);" : ""
      case .truncatedLog: number % 7 == 0 ? "PRAGMA wal_checkpoint(TRUNCATE);" : ""
      case .reopenedLog:
        number % 5 == 0
          ? "\n.open \(path)\nPRAGMA busy_timeout=5000;PRAGMA synchronous=OFF;" : ""
      case .rolledBack: "BEGIN;UPDATE t SET n=-1,b=b||'x';ROLLBACK;"
      }
    }
  }

  private let process = Process()
  private let path: String

  /// - Parameter count: transactions; enough to outlast the reader.
  init(_ habit: Habit, path: String, count: Int = 200_000) throws {
    let shell = try #require(Self.shell)
    var script = """
      .output /dev/null
      PRAGMA busy_timeout=5000;
      PRAGMA journal_mode=\(habit.journalMode);PRAGMA synchronous=OFF;
      PRAGMA wal_autocheckpoint=30;PRAGMA cache_size=5;
      CREATE TABLE t(a INTEGER PRIMARY KEY, n, b);CREATE TABLE s(n);CREATE TABLE grown(b);
      BEGIN;INSERT INTO s VALUES(0);
      INSERT INTO t WITH RECURSIVE i(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM i WHERE x<60)
      SELECT x,0,hex(zeroblob(600)) FROM i;COMMIT;

      """
    for number in 1...count {
      script += "BEGIN;UPDATE t SET n=\(number);"
      // The header changes with the file's length, and only then.
      if number % 3 == 0 { script += "INSERT INTO grown VALUES(zeroblob(3000));" }
      if number % 30 == 0 { script += "DELETE FROM grown;" }
      script += "UPDATE s SET n=\(number);COMMIT;\(habit.extra(after: number, path: path))\n"
    }
    let input = path + ".sql"
    try script.write(toFile: input, atomically: false, encoding: .utf8)
    process.executableURL = URL(filePath: shell)
    process.arguments = [path]
    process.standardInput = try FileHandle(forReadingFrom: URL(filePath: input))
    try Data().write(to: URL(filePath: path + ".errors"))
    process.standardError = try FileHandle(forWritingTo: URL(filePath: path + ".errors"))
    self.path = path
    try process.run()
  }

  /// What the shell complained about.
  var errors: String { (try? String(contentsOfFile: path + ".errors", encoding: .utf8)) ?? "" }

  /// The tables are there when the first transaction is; SQLite's own shell is asked, because it has
  /// to be right before anything is tested.
  func waitForFirstTransaction() throws {
    let shell = try #require(Self.shell)
    for _ in 0..<500 {
      let reader = Process()
      let output = Pipe()
      reader.executableURL = URL(filePath: shell)
      reader.arguments = ["-readonly", path, "SELECT n > 0 FROM s"]
      reader.standardOutput = output
      reader.standardError = FileHandle.nullDevice
      try reader.run()
      let answer = output.fileHandleForReading.readDataToEndOfFile()
      reader.waitUntilExit()
      if answer.starts(with: "1".utf8) { return }
      try #require(process.isRunning, "\(errors)")
      usleep(10_000)
    }
    Issue.record("the writer never began")
  }

  deinit { stop() }

  var isRunning: Bool { process.isRunning }

  /// Ends the process as a crash would.
  func stop() {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
