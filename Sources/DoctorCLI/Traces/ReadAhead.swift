internal import Dispatch
internal import PlatformLibc
internal import Synchronization
internal import TraceAnalysis

/// Reads a descriptor some pieces ahead of whoever takes them, on another thread, which also looks
/// where their lines end and what they are: that is about half of the work.
final class ReadAhead: @unchecked Sendable {
  /// What the semaphores hand from one thread to the other and back; nothing else is shared.
  final class Block: @unchecked Sendable {
    fileprivate let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: ReadAhead.size, alignment: 4096)
    /// The bytes in it, 0 at the end, or a negative error number.
    fileprivate(set) var count = 0
    /// Of each piece of it.
    private var marks = Array(repeating: LineMarks(), count: ReadAhead.size / LineFinder.piece)

    var bytes: UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(rebasing: buffer[..<max(0, count)])
    }

    fileprivate func findMarks(_ finder: inout LineFinder) {
      for (number, piece) in pieces.enumerated() { finder.find(&marks[number], in: piece) }
    }

    func forEachPiece(_ body: (UnsafeRawBufferPointer, LineMarks) -> Void) {
      for (number, piece) in pieces.enumerated() { body(piece, marks[number]) }
    }

    private var pieces: some Sequence<UnsafeRawBufferPointer> {
      stride(from: 0, to: count, by: LineFinder.piece).lazy.map { [bytes] start in
        UnsafeRawBufferPointer(rebasing: bytes[start...].prefix(LineFinder.piece))
      }
    }

    deinit { buffer.deallocate() }
  }

  private let descriptor: Int32
  private let blocks = (0..<count).map { _ in Block() }
  private let free = DispatchSemaphore(value: 0)
  private let full = DispatchSemaphore(value: 0)
  private let isStopped = Atomic<Bool>(false)
  private var taken = -1
  /// All of them stay in the processor's cache.
  private static let size = 1 << 18
  private static let count = 4

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    // Not by the initial value: Dispatch demands that a semaphore is freed with at least that.
    for _ in blocks { free.signal() }
    DispatchQueue.global(qos: .userInitiated).async { self.run() }
  }

  private func run() {
    var finder = LineFinder()
    for index in 0... {
      free.wait()
      let block = blocks[index % Self.count]
      block.count = isStopped.load(ordering: .relaxed) ? 0 : fill(block.buffer)
      block.findMarks(&finder)
      full.signal()
      if block.count <= 0 { return }
    }
  }

  private func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      if errno != EINTR { return -Int(errno) }
    }
  }

  /// The next block, whose bytes are valid until the next call.
  func next() -> Block {
    if taken >= 0 { free.signal() }
    full.wait()
    taken = (taken + 1) % Self.count
    return blocks[taken]
  }

  /// Waits until nothing is read any more, so that the descriptor can be closed.
  func stop() {
    isStopped.store(true, ordering: .relaxed)
    while taken < 0 || blocks[taken].count > 0 { _ = next() }
  }
}
