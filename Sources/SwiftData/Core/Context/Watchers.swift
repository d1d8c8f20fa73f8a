internal import Synchronization

/// Who wants to know of changes: the observers of a context's or a container's objects. Most have none,
/// and then a change costs one look at a flag.
///
/// Unchecked because whoever reads or changes the list holds the lock.
final class Watchers: @unchecked Sendable {
  private struct Entry {
    weak var watcher: (any Watcher)?
  }

  private let lock = RecursiveLock()
  private var entries: [Entry] = []
  private let hasEntries = Atomic<Bool>(false)

  @inline(__always)
  var areThere: Bool { hasEntries.load(ordering: .relaxed) }

  func add(_ watcher: any Watcher) {
    lock.locked {
      entries = entries.filter { $0.watcher != nil } + [Entry(watcher: watcher)]
      hasEntries.store(true, ordering: .relaxed)
    }
  }

  func notify() {
    guard areThere else { return }
    let watchers = lock.locked {
      let watchers = entries.compactMap(\.watcher)
      if watchers.isEmpty { hasEntries.store(false, ordering: .relaxed) }
      return watchers
    }
    for watcher in watchers { watcher.noteChange() }
  }
}

/// Someone who looks again when objects have changed.
protocol Watcher: AnyObject {
  /// May be called on any thread.
  func noteChange()
}
