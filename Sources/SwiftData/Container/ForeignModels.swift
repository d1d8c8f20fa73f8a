internal import Synchronization

/// Tells of fetches for classes that the container's schema lacks, since code may catch the error.
package enum ForeignModels {
  package typealias Listener = @Sendable (SwiftDataError) -> Void

  private static let listener = Mutex<Listener?>(nil)

  /// Every such error goes to the last one who listens.
  package static func listen(_ listener: @escaping Listener) {
    self.listener.withLock { $0 = listener }
  }

  static func report(_ error: SwiftDataError) { listener.withLock { $0 }?(error) }
}
