/// Moves dates so that their order stays, within one attribute and between all of them: a way through
/// time that a secret makes faster here and slower there.
///
/// Dates stay in the range they were in, so that what counts from 1970 by mistake still does. The
/// ends of ranges stay, among them `distantPast`, `distantFuture` and the beginning of 2001, which
/// apps use for "none".
struct DateRedactor: Sendable {
  private let hash: KeyedHash

  init(_ key: RedactionKey) { hash = key.hash(for: "dates") }

  /// In seconds since 2001: 1900, 2001, 2032 and 2070 between years 1 and 4001, and what no calendar has.
  private static let bounds: [Double] = [
    -1e18, -1e14, -1e11, -63_114_076_800, -3.2e9, 0, 1e9, 2.2e9, 63_113_904_000, 1e11, 1e14, 1e18,
  ]
  /// Shorter ranges are stretched evenly; a day and a half.
  private static let shortest = 131_072.0
  /// So many halvings may be uneven, the rest is nearly even, lest moments fall together.
  private static let unevenLevels = 4

  func date(_ value: Double) -> Double {
    guard let next = Self.bounds.firstIndex(where: { value < $0 }), next > 0 else { return value }
    var old = (first: Self.bounds[next - 1], last: Self.bounds[next])
    guard value > old.first else { return value }
    var new = old
    var path: UInt64 = 1
    var level = 0
    while old.last - old.first > Self.shortest, level < 60 {
      let middle = old.first + (old.last - old.first) / 2
      let random = Double(hash(path, UInt64(next), 0) >> 11) / 9_007_199_254_740_992
      let spread = level < Self.unevenLevels ? 0.4 : 0.16
      let share = 0.5 + (random - 0.5) * spread
      let split = new.first + (new.last - new.first) * share
      path <<= 1
      if value < middle {
        (old.last, new.last) = (middle, split)
      } else {
        (old.first, new.first) = (middle, split)
        path |= 1
      }
      level += 1
    }
    let share = (value - old.first) / (old.last - old.first)
    return new.first + (new.last - new.first) * share
  }
}
