internal import Foundation
internal import StoreEngine
internal import SwiftData

#if canImport(Glibc)
  internal import Glibc
#endif

/// Descriptor 3, to the program that started this one.
final class ReportChannel {
  private let writer: TraceWriter
  private let reportsEvents: Bool
  private var lastFlush = ContinuousClock.now
  /// What the closure asked of the store so far.
  private var work = ClosureWork()

  init(showsValues: Bool, reportsEvents: Bool) {
    self.reportsEvents = reportsEvents
    writer = TraceWriter(format: .jsonl, showsValues: showsValues, output: Self.write)
  }

  /// Counts every event of stores opened from now on, and reports it if that is wanted.
  func listen() {
    _ = TraceHub.listen { [self] event in
      work.count(event)
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

  func end(_ answer: [String: String]) {
    try? writer.flush()
    let encoder = JSONEncoder()
    // The reader tells this line from an event by its first key.
    encoder.outputFormatting = [.sortedKeys]
    var rest = answer.merging(work.fields, uniquingKeysWith: { first, _ in first })
    work = ClosureWork()
    let host = rest.removeValue(forKey: "host") ?? ""
    guard let data = try? encoder.encode(rest) else { return }
    let tail = rest.isEmpty ? Data("}".utf8) : Data(",".utf8) + data.dropFirst()
    Self.write(Array(Data("{\"host\":\"\(host)\"".utf8) + tail + Data("\n".utf8)))
  }

  private struct ClosureWork {
    var statements = 0
    var fetches = 0
    var faults = 0
    var changes = 0

    mutating func count(_ event: TraceEvent) {
      guard event.sql != nil else { return }
      switch event.purpose {
      case .fetch, .prefetch, .count: fetches += 1
      case .fault, .toManyFault: faults += 1
      case .save: changes += event.changes ?? 0
      default: return
      }
      statements += 1
    }

    var fields: [String: String] {
      [
        "statements": String(statements), "fetches": String(fetches), "faults": String(faults),
        "changes": String(changes),
      ]
    }
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
