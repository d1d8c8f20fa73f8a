/// SipHash-2-4 (Aumasson and Bernstein, 2012): whoever does not know the key cannot tell what it gives
/// for any input, however many outputs there are to look at, and cannot try inputs either.
struct KeyedHash: Sendable {
  private let first: UInt64
  private let second: UInt64

  init(_ first: UInt64, _ second: UInt64) { (self.first, self.second) = (first, second) }

  private struct State {
    var a: UInt64
    var b: UInt64
    var c: UInt64
    var d: UInt64

    @inline(__always)
    mutating func round() {
      a = a &+ b
      c = c &+ d
      b = b << 13 | b >> 51
      d = d << 16 | d >> 48
      b ^= a
      d ^= c
      a = a << 32 | a >> 32
      c = c &+ b
      a = a &+ d
      b = b << 17 | b >> 47
      d = d << 21 | d >> 43
      b ^= c
      d ^= a
      c = c << 32 | c >> 32
    }

    @inline(__always)
    mutating func add(_ word: UInt64) {
      d ^= word
      round()
      round()
      a ^= word
    }

    mutating func finish() -> UInt64 {
      c ^= 0xFF
      for _ in 0..<4 { round() }
      return a ^ b ^ c ^ d
    }
  }

  @inline(__always)
  private func start() -> State {
    State(
      a: first ^ 0x736f_6d65_7073_6575, b: second ^ 0x646f_7261_6e64_6f6d,
      c: first ^ 0x6c79_6765_6e65_7261, d: second ^ 0x7465_6462_7974_6573)
  }

  func callAsFunction(_ bytes: [UInt8]) -> UInt64 {
    var state = start()
    let whole = bytes.count & ~7
    // Reads are checked, and the buffer lives as long as the closure.
    bytes.withUnsafeBytes { buffer in
      for offset in stride(from: 0, to: whole, by: 8) {
        state.add(
          UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      }
    }
    var last = UInt64(truncatingIfNeeded: bytes.count) << 56
    for (place, byte) in bytes[whole...].enumerated() { last |= UInt64(byte) << UInt64(place * 8) }
    state.add(last)
    return state.finish()
  }

  /// Of three words, as of their bytes in little-endian order.
  func callAsFunction(_ one: UInt64, _ two: UInt64, _ three: UInt64) -> UInt64 {
    var state = start()
    state.add(one)
    state.add(two)
    state.add(three)
    state.add(24 << 56)
    return state.finish()
  }
}
