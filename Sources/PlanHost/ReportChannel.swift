internal import Foundation
internal import Glibc
internal import StoreEngine
internal import SwiftData

/// Descriptor 3, to the program that started this one.
final class ReportChannel {
  private let writer: TraceWriter
  private let reportsEvents: Bool
  private var lastFlush = ContinuousClock.now
  /// What the closure asked of the store so far.
  private var work = PlanAnswer.Work()
  /// What it was when the transaction began: rows of one that is rolled back are not counted.
  private var saved = PlanAnswer.Work()

  init(showsValues: Bool, reportsEvents: Bool) {
    self.reportsEvents = reportsEvents
    writer = TraceWriter(format: .jsonl, showsValues: showsValues, output: Self.write)
  }

  /// Counts every event of stores opened from now on, and reports it if that is wanted.
  func listen() {
    _ = TraceHub.listen { [self] event in
      count(event)
      guard reportsEvents else { return }
      try? writer.record(event)
      // Whoever waits sees that something is going on.
      let now = ContinuousClock.now
      if now - lastFlush > .milliseconds(200) {
        lastFlush = now
        try? writer.flush()
      }
    }
  }

  func end(_ answer: PlanAnswer) {
    try? writer.flush()
    var answer = answer
    answer.work = work
    (work, saved) = (PlanAnswer.Work(), PlanAnswer.Work())
    guard let line = try? answer.line() else { return }
    Self.write(line + [UInt8(ascii: "\n")])
  }

  private func count(_ event: TraceEvent) {
    guard let sql = event.sql else { return }
    switch event.purpose {
    case .begin: saved = work
    case .rollback: (work.inserted, work.deleted) = (saved.inserted, saved.deleted)
    default:
      guard let changes = event.changes, changes > 0 else { break }
      if let table = Self.table(sql, after: "INSERT INTO ") {
        work.inserted[table, default: 0] += changes
      } else if let table = Self.table(sql, after: "DELETE FROM ") {
        work.deleted[table, default: 0] += changes
      }
    }
    switch event.purpose {
    case .fetch, .prefetch, .count: work.fetches += 1
    case .fault, .toManyFault: work.faults += 1
    case .save where !Self.isBookkeeping(sql): work.changes += event.changes ?? 0
    case .save: break
    default: return
    }
    work.statements += 1
  }

  /// Whether a statement writes what is no row of the app's: history and counters.
  private static func isBookkeeping(_ sql: String) -> Bool {
    ["INSERT INTO ", "INSERT OR REPLACE INTO ", "UPDATE ", "DELETE FROM "].contains { start in
      table(sql, after: start).map { name in
        ["ACHANGE", "ATRANSACTION", "Z_PRIMARYKEY", "Z_METADATA"].contains { name.hasPrefix($0) }
      } ?? false
    }
  }

  private static func table(_ sql: String, after start: String) -> String? {
    guard sql.hasPrefix(start) else { return nil }
    return sql.dropFirst(start.count).prefix { $0 != " " && $0 != "(" }.filter { $0 != "\"" }
  }

  private static func write(_ bytes: [UInt8]) {
    var offset = 0
    while offset < bytes.count {
      let count = bytes[offset...].withUnsafeBytes { Glibc.write(3, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      offset += count
    }
  }
}
