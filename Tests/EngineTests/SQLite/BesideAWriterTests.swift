import Dispatch
import Foundation
import Testing

@testable import StoreEngine

/// Reading while another process writes: one transaction's state, or an honest "in use".
///
/// STOREDOCTOR_BESIDE_A_WRITER=SECONDS reads for so long in every mode; see
/// Scripts/beside-a-writer.sh.
@Suite(.enabled(if: StoreWriterProcess.shell != nil, "sqlite3 is missing"), .serialized)
struct BesideAWriterTests {
  private struct Counts {
    var reads = 0
    var inUse = 0
  }

  private static let seconds =
    ProcessInfo.processInfo.environment["STOREDOCTOR_BESIDE_A_WRITER"].flatMap(Double.init) ?? 0.8

  @Test(arguments: StoreWriterProcess.Habit.allCases)
  func readsOneTransaction(_ habit: StoreWriterProcess.Habit) throws {
    let counts = try read(beside: habit, hidingTimes: false) { try Self.state(of: $0) }
    #expect(counts.reads > 0)
  }

  /// Times of modification that never change, as on file systems that count in seconds.
  @Test(arguments: [
    StoreWriterProcess.Habit.log, .truncatedLog, .reopenedLog, .deletedJournal, .rolledBack,
  ])
  func readsOneTransactionWithoutTimes(_ habit: StoreWriterProcess.Habit) throws {
    let counts = try read(beside: habit, hidingTimes: true) { try Self.state(of: $0) }
    #expect(counts.reads > 0)
  }

  @Test(arguments: [StoreWriterProcess.Habit.log, .reopenedLog, .zeroedJournal])
  func liveCopyIsOneTransaction(_ habit: StoreWriterProcess.Habit) throws {
    let counts = try read(beside: habit, hidingTimes: true) {
      try Self.state(of: $0, live: true)
    }
    #expect(counts.reads > 0)
  }

  /// The content of a store, which is the number of one transaction.
  private static func state(of path: String, live: Bool = false) throws -> Int64 {
    let file = try StoreFile.open(path: path, live: live)
    do {
      let rows = try file.connection.rows("SELECT min(n), max(n), count(*) FROM t")[0]
      // A second statement, later, of the same state.
      let number = try file.connection.value("SELECT n FROM s")
      let answer = try file.connection.value("PRAGMA integrity_check")
      try file.prove()
      #expect(answer == .text("ok"))
      #expect(rows[0] == rows[1] && rows[0] == number && rows[2] == .integer(60))
      return number?.integer ?? -1
    } catch let error as SQLiteError {
      // An error of a store that changed is none.
      try file.prove()
      throw error
    }
  }

  private func read(
    beside habit: StoreWriterProcess.Habit, hidingTimes: Bool, _ body: (String) throws -> Int64
  ) throws -> Counts {
    let folder = try StateFolder()
    let path = folder.path + "/store"
    let writer = try StoreWriterProcess(habit, path: path)
    defer { writer.stop() }
    try writer.waitForFirstTransaction()
    let clock = hidingTimes ? StoppedClock(path) : nil
    defer { clock?.stop() }
    var counts = Counts()
    var last: Int64 = 0
    let end = Date(timeIntervalSinceNow: Self.seconds)
    while Date.now < end {
      do {
        let number = try body(path)
        #expect(number >= last, "a state that was over already")
        last = number
        counts.reads += 1
      } catch let error as StoreFileError where error.reason == .busy {
        counts.inUse += 1
      }
    }
    #expect(writer.isRunning, "\(writer.errors)")
    print(
      "\(habit.rawValue)\(hidingTimes ? " without times" : ""): \(counts.reads) reads of one state "
        + "up to transaction \(last), \(counts.inUse) in use")
    return counts
  }
}

/// Sets the times of a store's files back all the time, by name: nothing is opened.
private final class StoppedClock: @unchecked Sendable {
  private let path: String
  // Read by the thread, written once.
  private let isStopped = NSLock()
  private var stopped = false
  private let done = DispatchSemaphore(value: 0)

  init(_ path: String) {
    self.path = path
    Thread { [self] in
      let times = [timespec(tv_sec: 1_000_000_000, tv_nsec: 0)]
      while !isStopped.withLock({ stopped }) {
        for suffix in ["", "-wal", "-shm", "-journal"] {
          _ = utimensat(AT_FDCWD, path + suffix, times + times, 0)
        }
      }
      done.signal()
    }.start()
  }

  func stop() {
    isStopped.withLock { stopped = true }
    done.wait()
  }
}
