package import Synchronization

/// Tells of fetches for classes that the container's schema lacks, since code may catch the error.
package enum ForeignModels {
  package static let listener = Mutex<(@Sendable (SwiftDataError) -> Void)?>(nil)
}
