internal import Dispatch

/// An actor with a model context of its own.
public protocol ModelActor: Actor {
  /// The container of its context.
  nonisolated var modelContainer: ModelContainer { get }
  /// What runs its jobs; a `SerialModelExecutor`.
  nonisolated var modelExecutor: any ModelExecutor { get }
}

/// Runs an actor's work and holds its context.
public protocol ModelExecutor: Executor {
  /// For the jobs alone.
  var modelContext: ModelContext { get }
}

/// A model executor that runs one job after the other.
public protocol SerialModelExecutor: ModelExecutor, SerialExecutor {}

/// Runs one job after the other on the global pool. Unchecked because of the context, which is the
/// actor's whose jobs these are.
public final class DefaultSerialModelExecutor: SerialModelExecutor, @unchecked Sendable {
  /// The context of the actor.
  public let modelContext: ModelContext
  private let queue = DispatchQueue(label: "ModelActor")

  /// An executor for the actor that uses the context.
  public init(modelContext: ModelContext) { self.modelContext = modelContext }

  /// Runs a job after those before it.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }

  /// The executor as the runtime wants it.
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }
}

extension ModelActor {
  /// The executor of the actor's jobs; one that is not serial ends the process.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    guard let executor = modelExecutor as? any SerialModelExecutor else {
      fatalError("the executor of a model actor must be a serial one")
    }
    return executor.asUnownedSerialExecutor()
  }

  /// The actor's own context.
  public var modelContext: ModelContext { modelExecutor.modelContext }

  /// The object with the identifier; nil if there is none of the class.
  public subscript<T: PersistentModel>(_ identifier: PersistentIdentifier, as type: T.Type) -> T? {
    modelContext[identifier, as: type]
  }
}
