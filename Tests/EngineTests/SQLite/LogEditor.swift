@testable import StoreEngine

/// Rewrites a write-ahead log with new, correct checksums.
struct LogEditor {
  private var bytes: [UInt8]
  private let pageSize: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    pageSize = Int(bytes.bigEndian32(at: 8))
  }

  func withBigEndianChecksums() -> [UInt8] {
    var copy = self
    copy.bytes[3] |= 1
    copy.sign(bigEndian: true)
    return copy.bytes
  }

  private mutating func sign(bigEndian: Bool) {
    var sum = LogChecksum()
    sum.add(Array(bytes[0..<24]), bigEndian: bigEndian)
    store(sum, at: 24)
    var frame = 32
    while frame + 24 + pageSize <= bytes.count {
      sum.add(Array(bytes[frame..<frame + 8]), bigEndian: bigEndian)
      sum.add(Array(bytes[frame + 24..<frame + 24 + pageSize]), bigEndian: bigEndian)
      store(sum, at: frame + 16)
      frame += 24 + pageSize
    }
  }

  private mutating func store(_ sum: LogChecksum, at offset: Int) {
    for (index, word) in [sum.first, sum.second].enumerated() {
      for byte in 0..<4 {
        bytes[offset + index * 4 + byte] = UInt8(truncatingIfNeeded: word >> UInt32(24 - byte * 8))
      }
    }
  }
}
