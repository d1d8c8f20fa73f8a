/// The random numbers of all tests: the same in every run and on every machine (SplitMix64).
public struct Seeded: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(_ seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// 0 up to, but without, `bound`; 0 where there is none.
  public mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }

  public mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }
}
