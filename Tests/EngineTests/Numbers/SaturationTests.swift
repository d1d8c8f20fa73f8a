import StoreModel
import Testing

@Suite("Arithmetic on foreign numbers") struct SaturationTests {
  private static let edges: [Int64] = [.min, .min + 1, -2, -1, 0, 1, 2, .max - 1, .max]

  /// The same in twice the width, cut to what fits.
  private func clamped(_ wide: Int128) -> Int64 { Int64(clamping: wide) }

  @Test("stays at the edges, and is exact between them") func edges() {
    for left in Self.edges {
      for right in Self.edges {
        #expect(left.adding(saturating: right) == clamped(Int128(left) + Int128(right)))
        #expect(left.subtracting(saturating: right) == clamped(Int128(left) - Int128(right)))
        #expect(left.multiplied(saturatingBy: right) == clamped(Int128(left) * Int128(right)))
      }
    }
    var sum: UInt8 = 250
    for _ in 0..<3 { sum.add(saturating: 3) }
    #expect(sum == .max)
  }

  @Test("a number at its edge is shown as such") func text() {
    #expect(Int64(7).saturatedText == "7")
    #expect(Int64.max.saturatedText == "9223372036854775807 or more")
  }
}
