internal import Dispatch
internal import PlatformLibc
internal import Synchronization

/// Reads a descriptor some buffers ahead of whoever takes them, on another thread: copying a file
/// out of the system's cache is a quarter of the time its lines take.
final class ReadAhead: @unchecked Sendable {
  // The semaphores hand each buffer from one thread to the other and back; nothing else is shared.
  private let descriptor: Int32
  private let buffers: [UnsafeMutableRawBufferPointer]
  /// Per buffer the bytes in it, 0 at the end, or a negative error number.
  private let counts: UnsafeMutablePointer<Int>
  private let free = DispatchSemaphore(value: 0)
  private let full = DispatchSemaphore(value: 0)
  private let isStopped = Atomic<Bool>(false)
  private var taken = -1
  /// Four of these stay in the processor's cache.
  private static let size = 1 << 18
  private static let count = 4

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    buffers = (0..<Self.count).map { _ in .allocate(byteCount: Self.size, alignment: 4096) }
    counts = .allocate(capacity: Self.count)
    counts.initialize(repeating: 0, count: Self.count)
    // Not by the initial value: Dispatch demands that a semaphore is freed with at least that.
    for _ in 0..<Self.count { free.signal() }
    DispatchQueue.global(qos: .userInitiated).async { self.run() }
  }

  deinit {
    for buffer in buffers { buffer.deallocate() }
    counts.deallocate()
  }

  private func run() {
    var index = 0
    while true {
      free.wait()
      let count = isStopped.load(ordering: .relaxed) ? 0 : fill(buffers[index])
      counts[index] = count
      full.signal()
      if count <= 0 { return }
      index = (index + 1) % Self.count
    }
  }

  private func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      if errno != EINTR { return -Int(errno) }
    }
  }

  /// The next bytes, valid until the next call: none at the end, or an error number.
  func next() -> (bytes: UnsafeRawBufferPointer, error: Int32) {
    if taken >= 0 { free.signal() }
    full.wait()
    taken = (taken + 1) % Self.count
    let count = counts[taken]
    let bytes = UnsafeRawBufferPointer(rebasing: buffers[taken][..<max(0, count)])
    return (bytes, Int32(max(0, -count)))
  }

  /// Waits until nothing is read any more, so that the descriptor can be closed.
  func stop() {
    isStopped.store(true, ordering: .relaxed)
    while taken < 0 || counts[taken] > 0 { _ = next() }
  }
}
