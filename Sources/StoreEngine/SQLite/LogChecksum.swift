/// The running checksum of a write-ahead log: two 32-bit sums over pairs of 32-bit words, whose byte
/// order the log's magic number names (fileformat2.html §4.2).
struct LogChecksum: Hashable {
  var first: UInt32 = 0
  var second: UInt32 = 0

  /// Adds bytes, a multiple of eight.
  mutating func add(_ bytes: UnsafeRawBufferPointer, bigEndian: Bool) {
    guard let base = bytes.baseAddress else { return }
    var offset = 0
    // The page sizes.
    if !bigEndian, 512...65536 ~= bytes.count, bytes.count & (bytes.count - 1) == 0 {
      addQuarters(base, bytes.count / 4)
      return
    }
    let end = bytes.count & ~7
    while offset < end {
      let x = base.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      let y = base.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
      first = first &+ (bigEndian ? UInt32(bigEndian: x) : UInt32(littleEndian: x)) &+ second
      second = second &+ (bigEndian ? UInt32(bigEndian: y) : UInt32(littleEndian: y)) &+ first
      offset += 8
    }
  }

  mutating func add(_ bytes: [UInt8], bigEndian: Bool) {
    bytes.withUnsafeBytes { add($0, bigEndian: bigEndian) }
  }

  /// Each word waits for the sum of the one before; four parts that do not wait for each other take a
  /// third of the time. The sums are linear in the words, so those of the whole follow from those of
  /// the parts: a sum that `n` words of zero follow becomes the same mix of its two halves whatever
  /// they are, with Fibonacci numbers as its coefficients.
  private mutating func addQuarters(_ base: UnsafeRawPointer, _ quarter: Int) {
    func word(_ offset: Int) -> UInt32 {
      UInt32(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
    var (a0, b0) = (first, second)
    var (a1, b1): (UInt32, UInt32) = (0, 0)
    var (a2, b2) = (a1, b1)
    var (a3, b3) = (a1, b1)
    var offset = 0
    while offset < quarter {
      a0 = (a0 &+ word(offset)) &+ b0
      a1 = (a1 &+ word(offset + quarter)) &+ b1
      a2 = (a2 &+ word(offset + 2 * quarter)) &+ b2
      a3 = (a3 &+ word(offset + 3 * quarter)) &+ b3
      b0 = (b0 &+ word(offset + 4)) &+ a0
      b1 = (b1 &+ word(offset + quarter + 4)) &+ a1
      b2 = (b2 &+ word(offset + 2 * quarter + 4)) &+ a2
      b3 = (b3 &+ word(offset + 3 * quarter + 4)) &+ a3
      offset += 8
    }
    let (lower, higher) = Self.fibonacci[(quarter / 4).trailingZeroBitCount]
    first = a0
    second = b0
    func append(_ a: UInt32, _ b: UInt32) {
      (first, second) = (
        (higher &- lower) &* first &+ lower &* second &+ a, lower &* first &+ higher &* second &+ b
      )
    }
    append(a1, b1)
    append(a2, b2)
    append(a3, b3)
  }

  /// The Fibonacci numbers 2ᵏ and 2ᵏ + 1 for each k, modulo 2³², by doubling.
  private static let fibonacci: [(UInt32, UInt32)] = {
    var numbers: [(UInt32, UInt32)] = [(1, 1)]
    for _ in 0..<20 {
      let (a, b) = numbers[numbers.count - 1]
      numbers.append((a &* (2 &* b &- a), a &* a &+ b &* b))
    }
    return numbers
  }()
}
