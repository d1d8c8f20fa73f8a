import StoreModel
import TestSupport
import Testing

@testable import StoreEngine

@Suite struct NumberRedactorTests {
  private let numbers = NumberRedactor(RedactionKey(seed: 1))
  private let dates = DateRedactor(RedactionKey(seed: 1))

  private static let edges: [Int64] = [
    0, 1, 2, 9, 10, 99, 12345, 32767, 32768, 65535, 2_147_483_647, 2_147_483_648, 1 << 53, .max,
    -1, -9, -10, -32768, -32769, -2_147_483_648, -2_147_483_649, -(1 << 53), .min, .min + 1,
  ]

  @Test(arguments: edges)
  func anIntegerKeepsDigitsSignAndWidth(_ value: Int64) {
    for salt in 0..<20 as Range<UInt64> {
      let new = numbers.integer(value, salt: salt)
      #expect(value.magnitude < 2 || String(new).count == String(value).count)
      #expect((new < 0) == (value < 0) && (value < 0 || value > 1 || (0...1).contains(new)))
      #expect((Int16(exactly: new) == nil) == (Int16(exactly: value) == nil))
      #expect((Int32(exactly: new) == nil) == (Int32(exactly: value) == nil))
      #expect(new != value || (0...1).contains(value) || value == .min || value == -1 << 53)
    }
  }

  @Test func integersStayDifferent() {
    let values = (-2000...2000) as ClosedRange<Int64>
    #expect(Set(values.map { numbers.integer($0, salt: 3) }).count == values.count)
    #expect(Set(values.map { numbers.real(Double($0), salt: 3) }).count == values.count)
    for value in values {
      #expect(numbers.real(Double(value), salt: 3) == Double(numbers.integer(value, salt: 3)))
    }
  }

  @Test func aRealKeepsSignSizeAndKind() {
    var random = SplitMix(seed: 7)
    var reals = [0.1, -0.1, 19.99, 1e300, -1e-300, 0.5, 9e15, 1e18, 1e19, 3.5e38]
    reals += (0..<500).map { _ in Double(Int(random.next() % 100_000)) / 100 - 300 }
    reals +=
      [1e-40, 3e-39].map { Double(Float($0)) }.filter { $0 != 0 }
      + (0..<500).map { _ in Double(Float(random.fraction() * 1000)) }
    for value in reals {
      let new = numbers.real(value, salt: 0)
      #expect(new.sign == value.sign && new.isFinite)
      let isWhole = value == value.rounded(.towardZero)
      #expect(isWhole == (new == new.rounded(.towardZero)), "\(value) \(new)")
      if !isWhole || value.magnitude > 1e16 {
        #expect(new.exponent == value.exponent, "\(value) \(new)")
        let isNarrow = Double(Float(value)) == value && value.magnitude > 1e-37
        #expect(isNarrow == (Double(Float(new)) == new && new.magnitude > 1e-37), "\(value) \(new)")
        #expect(new != value)
      }
    }
    #expect(Set(reals.map { numbers.real($0, salt: 0) }).count == Set(reals).count)
    #expect(numbers.real(.infinity, salt: 0) == .infinity)
  }

  @Test func datesKeepTheirOrderAndRange() {
    var random = SplitMix(seed: 3)
    var values = (0..<3000).map { _ in random.fraction() * 8e8 }
    values += (0..<3000).map { 700_000_000 + Double($0) * 0.001 }
    values += (0..<500).map { _ in -random.fraction() * 6e10 }
    values += [1.7e9, 1.8e9, 1.7e12, -1e17, 5e19, 64_000_000_000]
    values.sort()
    let moved = values.map(dates.date)
    #expect(zip(moved, moved.dropFirst()).allSatisfy { $0 < $1 })
    for (old, new) in zip(values, moved) {
      for bound in [-63_114_076_800, 0, 1e9, 2.2e9, 63_113_904_000] as [Double] {
        #expect((old < bound) == (new < bound), "\(old) \(new)")
      }
    }
    #expect(zip(values, moved).count { $0 == $1 } == 1)
    for constant in [0, 63_113_904_000, -63_114_076_800] as [Double] {
      #expect(dates.date(constant) == constant)
    }
  }

  /// Neither the dates nor the time between them can be told.
  @Test func anotherKeyMovesDatesElsewhere() {
    let others = (0..<8).map { DateRedactor(RedactionKey(seed: $0)) }
    #expect(Set(others.map { $0.date(7e8) }).count == 8)
    #expect(Set(others.map { ($0.date(7e8 + 86400) - $0.date(7e8)).rounded() }).count == 8)
  }
}
