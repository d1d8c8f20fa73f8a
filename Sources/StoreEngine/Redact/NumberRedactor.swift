internal import StoreModel

/// Replaces numbers by others with as many digits, of the same sign. What fits a narrower type still
/// does, a whole number stays whole, and 0 and 1 stay 0 or 1: what a change of type does to a number
/// depends on no more than that.
struct NumberRedactor: Sendable {
  private let permutation: KeyedPermutation

  init(_ key: RedactionKey) { permutation = KeyedPermutation(key.hash(for: "numbers")) }

  /// The last magnitude of each class, for numbers from 0 up and for those below.
  private static let positive = ends(1, [32767, 2_147_483_647, (1 << 53) - 1, UInt64(Int64.max)])
  private static let negative = ends(0, [32768, 2_147_483_648, 1 << 53, 1 << 63])

  private static func ends(_ first: UInt64, _ limits: [UInt64]) -> [UInt64] {
    let powers = (1...18).map { power in (0..<power).reduce(UInt64(1)) { ten, _ in ten * 10 } - 1 }
    return ([first] + powers + limits).sorted()
  }

  private static let firstInexact = 9_007_199_254_740_992.0

  /// - Parameter salt: of the column; another one gives other numbers.
  func integer(_ value: Int64, salt: UInt64) -> Int64 {
    let ends = value < 0 ? Self.negative : Self.positive
    let magnitude = value.magnitude
    let place = ends.firstIndex { magnitude <= $0 } ?? ends.count - 1
    let first = place == 0 ? 0 : ends[place - 1] + 1
    let moved =
      first + permutation.move(magnitude - first, below: ends[place] - first + 1, salt: salt)
    return value < 0 ? Int64(truncatingIfNeeded: 0 &- moved) : Int64(moved)
  }

  /// A number in as many bytes, as binary property lists keep them; `width` is 1, 2, 4 or 8.
  func unsigned(_ value: UInt64, width: Int, salt: UInt64) -> UInt64 {
    guard width < 8 else {
      let moved = integer(Int64(bitPattern: value), salt: salt)
      return UInt64(bitPattern: moved)
    }
    let last: UInt64 = (1 << UInt64(width * 8)) - 1
    let place = Self.positive.firstIndex { value <= $0 } ?? 0
    let first = place == 0 ? 0 : Self.positive[place - 1] + 1
    let bound = min(Self.positive[place], last) - first + 1
    return first + permutation.move(value - first, below: bound, salt: salt)
  }

  /// Where it is not whole, it stays between the same two powers of two.
  func real(_ value: Double, salt: UInt64) -> Double {
    guard value.isFinite, value != 0 || value.sign == .plus else { return value }
    if value.magnitude < Self.firstInexact, value == value.rounded(.towardZero) {
      return Double(integer(Int64(value), salt: salt))
    }
    let isNarrow = Self.isNarrow(value)
    var moved = value
    repeat {
      moved = fraction(of: moved, isNarrow: isNarrow, salt: salt)
    } while moved != value && !isLike(value, moved, isNarrow: isNarrow)
    return moved
  }

  /// Whether a number of half the width is the same one.
  private static func isNarrow(_ value: Double) -> Bool {
    value.magnitude >= Double(Float.leastNormalMagnitude) && Double(Float(value)) == value
  }

  /// The bits behind the leading one are changed: all 52, or the 23 that a narrower number has.
  private func fraction(of value: Double, isNarrow: Bool, salt: UInt64) -> Double {
    let unused: UInt64 = isNarrow ? 29 : 0
    let bits = value.bitPattern
    let mask: UInt64 = (1 << 52) - 1
    let moved = permutation.move(
      (bits & mask) >> unused, below: 1 << (52 - unused), salt: salt ^ unused)
    return Double(bitPattern: bits & ~mask | moved << unused)
  }

  private func isLike(_ value: Double, _ moved: Double, isNarrow: Bool) -> Bool {
    value.magnitude >= Self.firstInexact
      || moved != moved.rounded(.towardZero) && Self.isNarrow(moved) == isNarrow
  }
}
