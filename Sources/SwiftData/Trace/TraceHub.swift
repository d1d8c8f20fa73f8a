internal import Glibc
package import StoreEngine
package import StoreModel
internal import Synchronization

/// What a block asked of its stores. Unchecked because whoever reads or changes it holds the lock.
package final class TraceRecording: @unchecked Sendable {
  private let lock = RecursiveLock()
  private var kept: [TraceEvent] = []
  private var known: [DataModel] = []

  package init() {}

  package var events: [TraceEvent] { lock.locked { kept } }
  /// The schemas of the stores.
  package var models: [DataModel] { lock.locked { known } }

  func take(_ event: TraceEvent, _ model: DataModel?) {
    lock.locked {
      kept.append(event)
      if let model, !known.contains(model) { known.append(model) }
    }
  }
}

/// Where events go: what the environment or the launch arguments ask for, and whoever listens in
/// this process.
package enum TraceHub {
  /// Unchecked because whoever reads or changes it holds the lock.
  private final class State: @unchecked Sendable {
    private let lock = RecursiveLock()
    var listeners: [Int: (store: String?, call: (TraceEvent) -> Void)] = [:]
    var next = 0
    var sequence = 0
    let writer: TraceWriter?

    init() {
      writer = TraceRequest.current?.writer()
      if writer != nil { atexit { TraceHub.flush() } }
    }

    func locked<T>(_ body: () -> T) -> T { lock.locked(body) }
  }

  private static let state = State()

  /// The migration stage that runs; other tasks may use other stores meanwhile.
  @TaskLocal private static var stage: String?

  /// Where the events of the task at hand go as well.
  @TaskLocal private static var recording: TraceRecording?

  /// Blocks that record what they ask, under way in this process.
  private static let recordings = Atomic<Int>(0)

  /// Stores that were opened before a recording began ask this with each statement: a list of them
  /// here could keep one open for longer than its owner does.
  static var isRecording: Bool { recordings.load(ordering: .acquiring) > 0 }

  static var isActive: Bool {
    isRecording || state.locked { state.writer != nil || !state.listeners.isEmpty }
  }

  /// Records what a block asks of any store, on whatever actor; what other tasks ask meanwhile is not
  /// part of it.
  package static func record<Result>(
    into recording: TraceRecording, _ body: () throws -> Result
  ) rethrows -> Result {
    recordings.add(1, ordering: .acquiringAndReleasing)
    defer { recordings.subtract(1, ordering: .acquiringAndReleasing) }
    return try $recording.withValue(recording, operation: body)
  }

  package static func record<Result>(
    into recording: TraceRecording, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    recordings.add(1, ordering: .acquiringAndReleasing)
    defer { recordings.subtract(1, ordering: .acquiringAndReleasing) }
    return try await $recording.withValue(recording, operation: body)
  }

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

  package static func record(
    _ event: TraceEvent, store: String? = nil, model: DataModel? = nil
  ) {
    recording?.take(event, model)
    state.locked {
      state.sequence += 1
      var event = event
      event.sequence = state.sequence
      event.stage = event.stage ?? stage
      try? state.writer?.record(event)
      for listener in state.listeners.values where listener.store == nil || listener.store == store
      {
        listener.call(event)
      }
    }
  }

  /// Runs `body` with a stage's name on every event.
  static func inStage<T>(_ stage: String, _ body: () throws -> T) rethrows -> T {
    try $stage.withValue(stage, operation: body)
  }

  static func flush() { state.locked { try? state.writer?.flush() } }
}
