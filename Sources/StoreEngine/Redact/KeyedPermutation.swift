/// Changes the order of the numbers below a bound: a Feistel network over the next even power of two,
/// walked on until the number is below the bound again. Different numbers stay different, which values
/// that must be unique rely on.
struct KeyedPermutation: Sendable {
  private let hash: KeyedHash
  private static let rounds: UInt64 = 8

  init(_ hash: KeyedHash) { self.hash = hash }

  /// Another number below the bound, never the same one where there are more than two.
  ///
  /// - Parameters:
  ///   - bound: at most 2^63.
  ///   - salt: another one gives another order.
  func move(_ number: UInt64, below bound: UInt64, salt: UInt64) -> UInt64 {
    guard bound > 1, number < bound else { return number }
    let half = Self.half(of: bound)
    let place = walk(number, bound) { forward($0, half, salt) }
    // To move each of two would say what it was.
    guard bound > 2 else { return place }
    // One place on in the secret order, and back: it leads from every number to another one.
    return walk((place + 1) % bound, bound) { backward($0, half, salt) }
  }

  private static func half(of bound: UInt64) -> UInt64 {
    let bits = UInt64(UInt64.bitWidth - (bound - 1).leadingZeroBitCount)
    return max(1, (bits + 1) / 2)
  }

  private func walk(_ number: UInt64, _ bound: UInt64, _ step: (UInt64) -> UInt64) -> UInt64 {
    var number = step(number)
    while number >= bound { number = step(number) }
    return number
  }

  private func forward(_ number: UInt64, _ half: UInt64, _ salt: UInt64) -> UInt64 {
    let mask: UInt64 = (1 << half) &- 1
    var (left, right) = (number >> half, number & mask)
    for round in 0..<Self.rounds {
      (left, right) = (right, left ^ (hash(right, round << 8 | half, salt) & mask))
    }
    return left << half | right
  }

  private func backward(_ number: UInt64, _ half: UInt64, _ salt: UInt64) -> UInt64 {
    let mask: UInt64 = (1 << half) &- 1
    var (left, right) = (number >> half, number & mask)
    for round in (0..<Self.rounds).reversed() {
      (left, right) = (right ^ (hash(left, round << 8 | half, salt) & mask), left)
    }
    return left << half | right
  }
}
