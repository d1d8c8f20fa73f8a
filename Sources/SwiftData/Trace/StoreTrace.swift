package import StoreEngine

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Reports what a store is asked to do, with what each statement is for.
final class StoreTrace {
  struct Purpose {
    var kind: TraceEvent.Purpose
    var entity: String?
    var relationship: String?
    var object: Int64?

    static let other = Purpose(kind: .other)
    static let save = Purpose(kind: .save)
    static let metadata = Purpose(kind: .metadata)
    static let begin = Purpose(kind: .begin)
    static let commit = Purpose(kind: .commit)
    static let rollback = Purpose(kind: .rollback)
    static func fetch(_ entity: String) -> Purpose { Purpose(kind: .fetch, entity: entity) }
    static func count(_ entity: String) -> Purpose { Purpose(kind: .count, entity: entity) }
    static func fault(_ entity: String, _ key: Int64) -> Purpose {
      Purpose(kind: .fault, entity: entity, object: key)
    }
    static func members(_ entity: String, _ name: String, _ key: Int64) -> Purpose {
      Purpose(kind: .toManyFault, entity: entity, relationship: name, object: key)
    }
    static func prefetch(_ entity: String, _ name: String) -> Purpose {
      Purpose(kind: .prefetch, entity: entity, relationship: name)
    }
  }

  private let path: String
  var purpose = Purpose.other
  var isPaused = false
  /// The number a count statement gave; its row count would be 1.
  var counted: Int?

  private init(_ path: String) { self.path = path }

  /// Nil when nobody listens, so that statements cost nothing extra.
  static func make(for connection: Connection, path: String) -> StoreTrace? {
    guard TraceHub.isActive else { return nil }
    let trace = StoreTrace(path)
    connection.onStatement { [weak trace] event in
      guard let trace, !trace.isPaused else { return }
      trace.report(event)
    }
    return trace
  }

  func opened() { TraceHub.record(TraceEvent(sequence: 0, purpose: .open, text: path), path) }

  func note(_ text: String) {
    TraceHub.record(TraceEvent(sequence: 0, purpose: .other, text: text), path)
  }

  private func report(_ statement: StatementEvent) {
    var event = TraceEvent(statement, sequence: 0, purpose: purpose.kind)
    event.entity = purpose.entity
    event.relationship = purpose.relationship
    event.object = purpose.object
    if purpose.kind == .count, let counted { event.rows = counted }
    TraceHub.record(event, path)
  }
}

extension StoreTrace? {
  /// Runs housekeeping that is no work of the user's.
  func paused<T>(_ body: () throws -> T) rethrows -> T {
    self?.isPaused = true
    defer { self?.isPaused = false }
    return try body()
  }
}

/// Where events go: what the environment or the launch arguments ask for, and whoever listens in
/// this process.
package enum TraceHub {
  private final class State: @unchecked Sendable {
    let lock = RecursiveLock.make()
    var listeners: [Int: (store: String?, call: (TraceEvent) -> Void)] = [:]
    /// The migration stage that is running.
    var stage: String?
    var next = 0
    var sequence = 0
    let writer: TraceWriter?

    init() {
      writer = TraceRequest.current?.writer()
      if writer != nil { atexit { TraceHub.flush() } }
    }

    func locked<T>(_ body: () -> T) -> T {
      pthread_mutex_lock(lock)
      defer { pthread_mutex_unlock(lock) }
      return body()
    }
  }

  private static let state = State()

  static var isActive: Bool { state.locked { state.writer != nil || !state.listeners.isEmpty } }

  /// Calls `listener` for every event of stores that are opened from now on; returns the number
  /// for `stop`.
  ///
  /// - Parameter store: the path of the only store to listen to.
  package static func listen(
    store: String? = nil, _ listener: @escaping (TraceEvent) -> Void
  ) -> Int {
    state.locked {
      state.next += 1
      state.listeners[state.next] = (store, listener)
      return state.next
    }
  }

  package static func stop(_ number: Int) {
    state.locked { _ = state.listeners.removeValue(forKey: number) }
  }

  package static func record(_ event: TraceEvent, _ store: String? = nil) {
    state.locked {
      state.sequence += 1
      var event = event
      event.sequence = state.sequence
      event.stage = event.stage ?? state.stage
      try? state.writer?.record(event)
      for listener in state.listeners.values where listener.store == nil || listener.store == store
      {
        listener.call(event)
      }
    }
  }

  /// Runs `body` with a stage's name on every event.
  static func inStage<T>(_ stage: String, _ body: () throws -> T) rethrows -> T {
    let outer = state.locked {
      defer { state.stage = stage }
      return state.stage
    }
    defer { state.locked { state.stage = outer } }
    return try body()
  }

  static func flush() { state.locked { try? state.writer?.flush() } }
}
