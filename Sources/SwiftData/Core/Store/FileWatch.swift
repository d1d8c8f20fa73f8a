internal import Foundation
internal import Glibc
internal import StoreEngine

/// Notices what other connections commit to a store's file, those of other processes included: the
/// kernel says that the file or its log was written to, and SQLite whether somebody else has committed.
///
/// Unchecked because of the source, which may be cancelled anywhere; nothing changes after `init`.
final class FileWatch: @unchecked Sendable {
  private let source: any DispatchSourceRead

  /// Nil where the system does not watch the folder.
  ///
  /// - Parameter found: called on a queue of its own.
  init?(_ store: SQLStore, _ found: @escaping @Sendable () -> Void) {
    let file = store.configuration.url.resolvingSymlinksInPath()
    let descriptor = inotify_init1(Int32(O_NONBLOCK) | Int32(O_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    let mask = UInt32(IN_MODIFY) | UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_CLOSE_WRITE)
    guard inotify_add_watch(descriptor, file.deletingLastPathComponent().path, mask) >= 0 else {
      close(descriptor)
      return nil
    }
    let queue = DispatchQueue(label: "SwiftData.FileWatch")
    let look = Look(store, found)
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler {
      var bytes = [UInt8](repeating: 0, count: 4096)
      while read(descriptor, &bytes, bytes.count) > 0 {}
      // A commit is visible a moment after its last byte was written.
      for delay in [10, 100] {
        queue.asyncAfter(deadline: .now() + .milliseconds(delay)) { look.run() }
      }
    }
    source.setCancelHandler { close(descriptor) }
    source.activate()
  }

  deinit { source.cancel() }

  /// Unchecked because only the queue uses it.
  private final class Look: @unchecked Sendable {
    private weak var store: SQLStore?
    private var version: Int64?
    private let found: @Sendable () -> Void

    init(_ store: SQLStore, _ found: @escaping @Sendable () -> Void) {
      self.store = store
      self.found = found
      version = Self.version(store)
    }

    private static func version(_ store: SQLStore) -> Int64? {
      store.locked {
        store.isClosed ? nil : try? store.connection.value("PRAGMA data_version")?.integer
      }
    }

    func run() {
      guard let store, let now = Self.version(store), now != version else { return }
      version = now
      // Lists that are loaded are read again.
      store.commits.add()
      found()
    }
  }
}
