internal import StoreEngine
internal import StoreModel

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
  private let model: DataModel
  var purpose = Purpose.other
  var isPaused = false
  /// The number a count statement gave; its row count would be 1.
  var counted: Int?

  private init(_ store: SQLStore) {
    path =
      store.configuration.isStoredInMemoryOnly ? "/dev/null" : store.configuration.url.path
    model = store.schema.model
  }

  /// Nil when nobody listens, so that statements cost nothing extra.
  static func make(for store: SQLStore) -> StoreTrace? {
    guard TraceHub.isActive else { return nil }
    let trace = StoreTrace(store)
    store.connection.onStatement { [weak trace] event in
      guard let trace, !trace.isPaused else { return }
      trace.report(event)
    }
    return trace
  }

  func opened() { record(TraceEvent(sequence: 0, purpose: .open, text: path)) }

  func note(_ text: String) { record(TraceEvent(sequence: 0, purpose: .other, text: text)) }

  private func record(_ event: TraceEvent) { TraceHub.record(event, store: path, model: model) }

  private func report(_ statement: StatementEvent) {
    var event = TraceEvent(statement, sequence: 0, purpose: purpose.kind)
    event.entity = purpose.entity
    event.relationship = purpose.relationship
    event.object = purpose.object
    if purpose.kind == .count, let counted { event.rows = counted }
    record(event)
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
