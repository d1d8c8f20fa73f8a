internal import Glibc

/// Frees objects one after the other that would free each other, one within the other: a list of a
/// hundred thousand objects, each of which holds the next, would need more stack than there is.
///
/// Each thread has one, because an object is freed where its last owner lets go of it.
final class ReleaseQueue {
  private var waiting: [Slot] = []
  private var isRunning = false

  // Safe because the thread owns the reference that was counted here, until its end releases it.
  private static let slot: pthread_key_t = {
    var slot = pthread_key_t()
    pthread_key_create(&slot) { pointer in
      if let pointer { Unmanaged<ReleaseQueue>.fromOpaque(pointer).release() }
    }
    return slot
  }()

  static var current: ReleaseQueue {
    if let pointer = pthread_getspecific(slot) {
      return Unmanaged<ReleaseQueue>.fromOpaque(pointer).takeUnretainedValue()
    }
    let made = ReleaseQueue()
    pthread_setspecific(slot, Unmanaged.passRetained(made).toOpaque())
    return made
  }

  func add(_ slot: Slot) { waiting.append(slot) }

  /// Lets go of what waits; what comes to wait meanwhile is next.
  func run() {
    if isRunning { return }
    isRunning = true
    while let next = waiting.popLast() { withExtendedLifetime(next) {} }
    isRunning = false
  }
}
