internal import PlatformLibc

/// Gives equal byte strings equal small numbers, without making a `String` of any of them. A log
/// repeats a few names and templates millions of times.
struct ByteInterner {
  private var slots: [Int32]
  private var hashes: [UInt64] = []
  /// Start of each string in `arena`, and one end mark.
  private var starts: [Int] = [0]
  private var arena: [UInt8] = []
  private let maximumCount: Int
  private let maximumBytes: Int

  init(maximumCount: Int, maximumBytes: Int = .max) {
    self.maximumCount = maximumCount
    self.maximumBytes = maximumBytes
    slots = Array(repeating: -1, count: 64)
  }

  var count: Int { hashes.count }

  /// Where a byte string stands, or would stand.
  private func slot(of bytes: UnsafeRawBufferPointer, _ hash: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let candidate = Int(slots[slot])
      if hashes[candidate] == hash, isEqual(candidate, bytes) { break }
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  /// The number of a byte string, or nil when it is new and there is no room for it.
  mutating func id(of bytes: UnsafeRawBufferPointer) -> (id: Int, isNew: Bool)? {
    let hash = byteHash(bytes)
    let slot = slot(of: bytes, hash)
    if slots[slot] >= 0 { return (Int(slots[slot]), false) }
    guard count < maximumCount, arena.count + bytes.count <= maximumBytes else { return nil }
    slots[slot] = Int32(count)
    hashes.append(hash)
    arena.append(contentsOf: bytes)
    starts.append(arena.count)
    if count * 2 > slots.count { grow() }
    return (count - 1, true)
  }

  mutating func id(of string: String) -> (id: Int, isNew: Bool)? {
    var string = string
    return string.withUTF8 { id(of: UnsafeRawBufferPointer($0)) }
  }

  func bytes(of id: Int) -> ArraySlice<UInt8> { arena[starts[id]..<starts[id + 1]] }

  func string(of id: Int) -> String { String(decoding: bytes(of: id), as: UTF8.self) }

  /// Whether a byte string is the one with this number; spares the hash when it was just met.
  @inline(__always)
  func isEqual(_ id: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
    let start = starts[id]
    guard starts[id + 1] - start == bytes.count else { return false }
    guard let other = bytes.baseAddress else { return true }
    return arena.withUnsafeBytes { memcmp($0.baseAddress! + start, other, bytes.count) == 0 }
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 2)
    for (id, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(id)
    }
  }
}

/// A 64-bit hash of bytes, 16 at a time. Equality is always checked where a collision would matter.
func byteHash(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
  let first: UInt64 = 0xa076_1d64_78bd_642f
  let second: UInt64 = 0xe703_7ed1_a0b4_28db
  var hash = seed ^ first ^ UInt64(truncatingIfNeeded: bytes.count)
  var offset = 0
  while offset + 16 <= bytes.count {
    let low = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    let high = bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)
    hash = mixed(low ^ second ^ hash, high ^ first)
    offset += 16
  }
  var low: UInt64 = 0
  var high: UInt64 = 0
  if bytes.count >= 16, offset < bytes.count {
    low = bytes.loadUnaligned(fromByteOffset: bytes.count - 16, as: UInt64.self)
    high = bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
  } else if bytes.count >= 8, offset < bytes.count {
    low = bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
    high = bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
  } else {
    while offset < bytes.count {
      low = low << 8 | UInt64(bytes[offset])
      offset += 1
    }
  }
  return mixed(low ^ second ^ hash, high ^ hash &* 0x8ebc_6af0_9c88_c6e3)
}

@inline(__always)
func mixed(_ left: UInt64, _ right: UInt64) -> UInt64 {
  let product = left.multipliedFullWidth(by: right)
  return product.high ^ product.low ^ left
}
