/// Keys of rows: a bit for each where they lie close, as those of a store do.
struct KeySet: Equatable {
  private var chunks: [Int64: [UInt64]] = [:]
  private(set) var count = 0
  private(set) var highest: Int64?
  private static let words = 16

  init() {}

  mutating func insert(_ key: Int64) {
    let (chunk, word, bit) = Self.place(key)
    var bits = chunks[chunk] ?? [UInt64](repeating: 0, count: Self.words)
    chunks[chunk] = nil
    if bits[word] & bit == 0 { count += 1 }
    bits[word] |= bit
    chunks[chunk] = bits
    highest = max(highest ?? key, key)
  }

  func contains(_ key: Int64) -> Bool {
    let (chunk, word, bit) = Self.place(key)
    return chunks[chunk].map { $0[word] & bit != 0 } ?? false
  }

  mutating func formUnion(_ other: KeySet) { combine(other) { $0 | $1 } }

  mutating func subtract(_ other: KeySet) { combine(other) { $0 & ~$1 } }

  mutating func formIntersection(_ other: KeySet) { combine(other) { $0 & $1 } }

  private mutating func combine(_ other: KeySet, _ join: (UInt64, UInt64) -> UInt64) {
    for chunk in Set(chunks.keys).union(other.chunks.keys) {
      var bits = chunks[chunk] ?? [UInt64](repeating: 0, count: Self.words)
      let others = other.chunks[chunk]
      for word in bits.indices { bits[word] = join(bits[word], others?[word] ?? 0) }
      chunks[chunk] = bits.contains { $0 != 0 } ? bits : nil
    }
    count = chunks.values.reduce(0) { $0 + $1.reduce(0) { $0 + $1.nonzeroBitCount } }
    highest = chunks.max { $0.key < $1.key }.flatMap { Self.keys($0).last }
  }

  func isSubset(of other: KeySet) -> Bool {
    var rest = self
    rest.subtract(other)
    return rest.count == 0
  }

  static func == (first: KeySet, second: KeySet) -> Bool {
    first.count == second.count && first.chunks == second.chunks
  }

  /// How many keys lie in a range.
  func count(in range: ClosedRange<Int64>) -> Int {
    let (first, last) = (range.lowerBound >> 10, range.upperBound >> 10)
    return chunks.reduce(0) { sum, entry in
      guard entry.key >= first, entry.key <= last else { return sum }
      return sum + Self.keys(entry).count { range.contains($0) }
    }
  }

  func sorted() -> [Int64] {
    chunks.sorted { $0.key < $1.key }.flatMap { Self.keys($0) }
  }

  private static func keys(_ entry: Dictionary<Int64, [UInt64]>.Element) -> [Int64] {
    entry.value.indices.flatMap { word in
      (0..<64).compactMap { bit in
        entry.value[word] & 1 << UInt64(bit) == 0
          ? nil : entry.key << 10 | Int64(word * 64 + bit)
      }
    }
  }

  private static func place(_ key: Int64) -> (chunk: Int64, word: Int, bit: UInt64) {
    (key >> 10, Int(key & 0x3FF) >> 6, 1 << UInt64(key & 63))
  }
}
