internal import Dispatch
internal import PlatformLibc
internal import Synchronization
internal import TraceAnalysis

/// Reads a descriptor some pieces ahead of whoever takes them, on another thread, which also looks
/// where their lines end and what they are: that is about half of the work.
final class ReadAhead: @unchecked Sendable {
  /// What the semaphores hand from one thread to the other and back; nothing else is shared.
  private final class Piece: @unchecked Sendable {
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: ReadAhead.size, alignment: 4096)
    /// The bytes in it, 0 at the end, or a negative error number.
    var count = 0
    var marks = LineMarks()

    var bytes: UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(rebasing: buffer[..<max(0, count)])
    }

    deinit { buffer.deallocate() }
  }

  private let descriptor: Int32
  private let pieces = (0..<count).map { _ in Piece() }
  private let free = DispatchSemaphore(value: 0)
  private let full = DispatchSemaphore(value: 0)
  private let isStopped = Atomic<Bool>(false)
  private var taken = -1
  /// All of them stay in the processor's cache.
  private static let size = 1 << 20
  private static let count = 4

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    // Not by the initial value: Dispatch demands that a semaphore is freed with at least that.
    for _ in pieces { free.signal() }
    DispatchQueue.global(qos: .userInitiated).async { self.run() }
  }

  private func run() {
    for index in 0... {
      free.wait()
      let piece = pieces[index % Self.count]
      piece.count = isStopped.load(ordering: .relaxed) ? 0 : fill(piece.buffer)
      piece.marks.find(in: piece.bytes)
      full.signal()
      if piece.count <= 0 { return }
    }
  }

  private func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      if errno != EINTR { return -Int(errno) }
    }
  }

  /// The next bytes and their marks, valid until the next call: none at the end, or an error number.
  func next() -> (bytes: UnsafeRawBufferPointer, marks: LineMarks, error: Int32) {
    if taken >= 0 { free.signal() }
    full.wait()
    taken = (taken + 1) % Self.count
    let piece = pieces[taken]
    return (piece.bytes, piece.marks, Int32(max(0, -piece.count)))
  }

  /// Waits until nothing is read any more, so that the descriptor can be closed.
  func stop() {
    isStopped.store(true, ordering: .relaxed)
    while taken < 0 || pieces[taken].count > 0 { _ = next() }
  }
}
