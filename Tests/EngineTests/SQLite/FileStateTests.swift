import Foundation
import Testing

@testable import StoreEngine

/// Every state a store can be left in: what is read is what SQLite would recover, and nothing on the
/// disk changes.
@Suite struct FileStateTests {
  /// Reads a store both ways, checks that nothing was touched, and returns it opened.
  @discardableResult
  private func check(_ path: String, rows: Int) throws -> StoreFile {
    let before = try StoreFixtures.snapshot(besides: path)
    let file = try StoreFile.open(path: path)
    #expect(try file.connection.value("SELECT count(*) FROM t") == .integer(Int64(rows)))
    #expect(try file.connection.value("PRAGMA integrity_check") == .text("ok"))
    let overlaid = StoreFixtures.overlaid(path)
    #expect(!overlaid.isFailure)
    #expect(try overlaid == StoreFixtures.recovered(path))
    #expect(try copied(file) == overlaid)
    #expect(try StoreFixtures.snapshot(besides: path) == before)
    return file
  }

  /// What a copy of the file's own bytes has.
  private func copied(_ file: StoreFile) throws -> StoreFixtures.Outcome {
    let folder = try StateFolder()
    var last = (done: 0, all: 0)
    try file.copyContent(to: folder.path + "/copy", mark: 0x7061_7274) { last = ($0, $1) }
    #expect(last.done == last.all && last.all > 0)
    let copy = try Connection(path: folder.path + "/copy", mode: .readWrite)
    #expect(try copy.value("PRAGMA application_id") == .integer(0x7061_7274))
    #expect(try copy.value("PRAGMA integrity_check") == .text("ok"))
    return .content(try StoreFixtures.content(copy))
  }

  @Test func cleanlyClosedLog() throws {
    let folder = try StateFolder()
    let file = try check(folder.logged(extra: 0, suffixes: []), rows: 100)
    #expect(file.state.journalMode == .wal)
    #expect(file.state.sideFiles.isEmpty)
    #expect(file.bytesRead == "main")
  }

  @Test(arguments: [["-wal", "-shm"], ["-wal"]])
  func hotLog(suffixes: [String]) throws {
    let folder = try StateFolder()
    let file = try check(folder.logged(suffixes: suffixes), rows: 1100)
    let log = try #require(file.state.log)
    #expect(log.committed > 0 && log.ignored == 0 && log.whyIgnored == nil)
    #expect(file.bytesRead == "main + \(log.committed) WAL frames")
  }

  @Test func linkLeadsToTheLogOfItsTarget() throws {
    let folder = try StateFolder()
    let path = try folder.logged(suffixes: ["-wal"])
    let elsewhere = try StateFolder()
    let link = elsewhere.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    let file = try StoreFile.open(path: link)
    #expect(try file.connection.value("SELECT count(*) FROM t") == .integer(1100))
  }

  @Test func emptyLog() throws {
    let folder = try StateFolder()
    let file = try check(folder.logged(extra: 0, suffixes: ["-wal", "-shm"]), rows: 100)
    #expect(file.state.unusedLog == .empty)
    #expect(file.state.sideFiles.map(\.suffix) == ["-shm", "-wal"])
  }

  @Test(arguments: [512, 1024, 4096, 65536])
  func hotJournal(pageSize: Int) throws {
    let folder = try StateFolder()
    let file = try check(folder.journaled(pageSize: pageSize), rows: 2000)
    let journal = try #require(file.state.journal)
    #expect(journal.pages > 0)
    #expect(file.bytesRead == "main + \(journal.pages) journal pages")
    #expect(
      try file.connection.value("SELECT count(*) FROM t WHERE b LIKE 'changed%'") == .integer(0))
  }

  @Test func finishedJournal() throws {
    let folder = try StateFolder()
    let file = try check(folder.journaled(commit: true), rows: 2000)
    #expect(file.state.journal == nil && file.state.unusedJournal == .finished)
    #expect(file.bytesRead == "main")
  }

  @Test func uncommittedTail() throws {
    let folder = try StateFolder()
    let path = try folder.logged(suffixes: ["-wal"], uncommitted: 3000)
    let log = try #require(check(path, rows: 1100).state.log)
    #expect(log.uncommitted > 0)
    #expect(log.whyIgnored == "\(log.uncommitted) never committed")
  }

  @Test func leftoversOfAnEarlierLog() throws {
    let folder = try StateFolder()
    let path = try folder.logged(extra: 10, suffixes: ["-wal"], restarted: true)
    let log = try #require(check(path, rows: 610).state.log)
    #expect(log.end == .otherSalts && log.ignored > 0)
    #expect(log.whyIgnored == "\(log.ignored) left over from an earlier log")
  }

  @Test(arguments: [512, 1024, 65536])
  func otherPageSizes(pageSize: Int) throws {
    let folder = try StateFolder()
    let file = try check(folder.logged(pageSize: pageSize, suffixes: ["-wal", "-shm"]), rows: 1100)
    #expect(file.state.pageSize == pageSize)
  }

  @Test func bigEndianChecksums() throws {
    let folder = try StateFolder()
    let path = try folder.logged(suffixes: ["-wal"])
    let log = try StoreFixtures.bytes(path + "-wal")
    try StoreFixtures.write(LogEditor(log).withBigEndianChecksums(), to: path + "-wal")
    try check(path, rows: 1100)
  }

  @Test func badChecksumCutsTheLog() throws {
    let folder = try StateFolder()
    // Two transactions; the second one is damaged.
    let path = try folder.logged(suffixes: ["-wal"])
    var log = try StoreFixtures.bytes(path + "-wal")
    log[log.count - 100] ^= 1
    try StoreFixtures.write(log, to: path + "-wal")
    let state = try #require(check(path, rows: 100).state.log)
    #expect(state.committed == 0)
    #expect(state.end == .badChecksum(frame: state.frames))
  }

  @Test func logOfAnotherSize() throws {
    let folder = try StateFolder()
    let path = try folder.logged(suffixes: ["-wal"])
    let log = try StoreFixtures.bytes(path + "-wal")
    for size in [1, 31, 32, 33, 32 + 4119] {
      try StoreFixtures.write(Array(log[..<size]), to: path + "-wal")
      let file = try check(path, rows: 100)
      #expect(file.state.unusedLog == .short)
    }
    for size in [32 + 4120, log.count - 1] {
      try StoreFixtures.write(Array(log[..<size]), to: path + "-wal")
      try check(path, rows: 100)
    }
  }

  @Test func everythingOnlyInTheLog() throws {
    let folder = try StateFolder()
    let source = folder.path + "/source"
    let connection = try Connection(path: source, mode: .create)
    _ = try connection.rows("PRAGMA journal_mode = WAL")
    try connection.run("CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT)")
    // The first page was written when the mode was set; a log that holds it again makes the main
    // file unnecessary.
    let store = folder.path + "/store"
    try StoreFixtures.capture(source, as: store, suffixes: ["-wal"])
    try StoreFixtures.write([], to: store)
    let file = try StoreFile.open(path: store)
    #expect(try file.connection.value("SELECT count(*) FROM t") == .integer(0))
  }

  @Test(.enabled(if: StoreWriterProcess.shell != nil, "sqlite3 is missing"))
  func anotherProcessIsSeenThroughItsLocks() throws {
    let shell = try #require(StoreWriterProcess.shell)
    for mode in ["WAL", "DELETE"] {
      let folder = try StateFolder()
      let process = Process()
      process.executableURL = URL(filePath: shell)
      process.arguments = [folder.path + "/store"]
      let input = Pipe()
      let output = Pipe()
      process.standardInput = input
      process.standardOutput = output
      try process.run()
      defer { process.terminate() }
      func send(_ text: String) throws {
        input.fileHandleForWriting.write(Data((text + "\nSELECT 'done';\n").utf8))
        var answer = ""
        while !answer.contains("done") {
          answer += String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        }
      }
      try send("PRAGMA journal_mode=\(mode); CREATE TABLE t(a); INSERT INTO t VALUES(1);")
      let idle = try StoreFile.open(path: folder.path + "/store")
      #expect(idle.state.users == (mode == "WAL" ? .open : .none))
      try send("BEGIN IMMEDIATE; INSERT INTO t VALUES(2);")
      let busy = try StoreFile.open(path: folder.path + "/store")
      #expect(busy.state.isBeingWritten)
      #expect(try busy.connection.value("SELECT count(*) FROM t") == .integer(1))
      let live = try StoreFile.open(path: folder.path + "/store", live: true)
      #expect(try live.connection.value("SELECT count(*) FROM t") == .integer(1))
      #expect(live.bytesRead == "live copy")
      #expect(throws: SQLiteError.self) { try live.connection.run("DELETE FROM t") }
    }
  }

  @Test func changeWhileReadingIsReported() throws {
    let folder = try StateFolder()
    let path = try folder.logged(extra: 0, suffixes: [])
    let file = try StoreFile.open(path: path)
    #expect(file.isOneState)
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data([0]))
    try handle.close()
    #expect(!file.isOneState)
    let error = #expect(throws: SQLiteError.self) {
      try file.connection.value("SELECT count(*) FROM t")
    }
    #expect(error?.isBusy == true)
    #expect(error?.message.contains("another process changed the store") == true)
    #expect(throws: StoreFileError(path: path, reason: .busy)) { try file.prove() }
  }

  /// A journal of 1 TB that holds next to nothing: memory and time follow what is in it.
  @Test func sparseJournal() throws {
    let folder = try StateFolder()
    let path = try folder.journaled()
    let whole = try check(path, rows: 2000).state.journal
    truncate(path + "-journal", 1 << 40)
    let file = try StoreFile.open(path: path)
    #expect(file.state.journal?.pages == whole?.pages)
    #expect(try file.connection.value("SELECT count(*) FROM t") == .integer(2000))
  }

  /// The same of a log.
  @Test func sparseLog() throws {
    let folder = try StateFolder()
    let path = try folder.logged(suffixes: ["-wal"])
    truncate(path + "-wal", 1 << 40)
    let file = try StoreFile.open(path: path)
    #expect(try file.connection.value("SELECT count(*) FROM t") == .integer(1100))
  }
}
