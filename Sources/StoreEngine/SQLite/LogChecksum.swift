/// The running checksum of a write-ahead log: two 32-bit sums over pairs of 32-bit words, whose byte
/// order the log's magic number names (fileformat2.html §4.2).
struct LogChecksum: Hashable {
  var first: UInt32 = 0
  var second: UInt32 = 0

  /// Adds bytes, a multiple of eight.
  mutating func add(_ bytes: UnsafeRawBufferPointer, bigEndian: Bool) {
    guard let base = bytes.baseAddress else { return }
    var a = first
    var b = second
    var offset = 0
    let end = bytes.count & ~7
    // Two loops, so that the byte order is not asked for each word.
    if bigEndian {
      while offset < end {
        a &+= UInt32(bigEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) &+ b
        b &+=
          UInt32(bigEndian: base.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)) &+ a
        offset += 8
      }
    } else {
      while offset < end {
        a &+= UInt32(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) &+ b
        b &+=
          UInt32(littleEndian: base.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)) &+ a
        offset += 8
      }
    }
    first = a
    second = b
  }

  mutating func add(_ bytes: [UInt8], bigEndian: Bool) {
    bytes.withUnsafeBytes { add($0, bigEndian: bigEndian) }
  }
}
