/// Decides which leaves are a table's, and which of their keys: no key can be on two of them, and the
/// order of the keys is that of the places.
struct LeafOrder {
  /// A leaf that is taken, with the keys that are.
  struct Leaf {
    var page: UInt32
    var keys: ClosedRange<Int64>
    /// What the pages above it allow.
    var place: ClosedRange<Int64>
  }

  /// A leaf that could be the table's.
  struct Candidate {
    /// Why it is believed to be.
    enum Proof: Int { case content, pointerMap, reached }

    var survey: LeafSurvey
    var proof: Proof
    /// Where it was reached.
    var slot: Int?
    /// Whether its keys must lie where a leaf is missing. A page that is known to be part of some tree,
    /// and that none leads to, is proof itself that one is.
    var needsGap = true
  }

  private(set) var leaves: [Leaf] = []
  /// Leaves that are left out, and why.
  private(set) var refused: [(page: UInt32, rows: Int, why: String)] = []
  /// Keys of taken leaves that stand where no key of theirs can.
  private(set) var strayKeys = 0

  /// - Parameters:
  ///   - slots: of the tree, in order.
  ///   - candidates: leaves with at least one key.
  init(_ slots: [DamagedTree.Slot], _ candidates: [Candidate]) {
    var cores: [Int: (core: ClosedRange<Int64>, survey: LeafSurvey)] = [:]
    var others: [Candidate] = []
    for candidate in candidates {
      if let slot = candidate.slot, let core = Self.core(candidate.survey, slots[slot]) {
        cores[slot] = (core, candidate.survey)
      } else {
        others.append(candidate)
      }
    }
    // Where it is not known what divides two places, their keys may cross: then neither is sure.
    let found = cores.keys.sorted()
    for (slot, next) in zip(found, found.dropFirst()) {
      guard let one = cores[slot], let other = cores[next],
        one.core.upperBound >= other.core.lowerBound
      else { continue }
      for (slot, survey) in [(slot, one.survey), (next, other.survey)] {
        others.append(Candidate(survey: survey, proof: .reached, slot: slot))
        cores[slot] = nil
      }
    }
    let order = cores.keys.sorted()
    var taken: [(slot: Int, leaf: Leaf)] = []
    for (place, slot) in order.enumerated() {
      guard let (core, survey) = cores[slot] else { continue }
      let before = place > 0 ? order[place - 1] : nil
      let after = place + 1 < order.count ? order[place + 1] : nil
      let keys = Self.extended(
        core, survey,
        below: slot == 0 ? Int64.min : before == slot - 1 ? cores[slot - 1]?.core.upperBound : nil,
        above: slot == slots.count - 1
          ? Int64.max : after == slot + 1 ? cores[slot + 1]?.core.lowerBound : nil)
      strayKeys += survey.keys.count { !keys.contains($0) }
      taken.append(
        (slot, Leaf(page: survey.page, keys: keys, place: Self.place(slots[slot]) ?? core)))
    }
    place(others, taken, slots)
  }

  private static func place(_ slot: DamagedTree.Slot) -> ClosedRange<Int64>? {
    guard slot.low < slot.high else { return nil }
    let low = slot.low == Int64.min ? Int64.min : slot.low + 1
    return low...slot.high
  }

  /// The keys that lie where the pages above say.
  private static func core(_ survey: LeafSurvey, _ slot: DamagedTree.Slot) -> ClosedRange<Int64>? {
    guard let place = place(slot) else { return nil }
    let keys = survey.keys.filter(place.contains)
    // One of many that fits is an accident.
    guard let first = keys.first, let last = keys.last, keys.count * 4 > survey.keys.count else {
      return nil
    }
    return first...last
  }

  /// Keys beside the core count where the leaf beside this one leaves room for them: then the page
  /// above it is wrong. Nil is a side where nothing is known.
  private static func extended(
    _ core: ClosedRange<Int64>, _ survey: LeafSurvey, below: Int64?, above: Int64?
  ) -> ClosedRange<Int64> {
    var (low, high) = (core.lowerBound, core.upperBound)
    if let first = survey.keys.first, let below, first > below { low = min(low, first) }
    if let last = survey.keys.last, let above, last < above { high = max(high, last) }
    return low...high
  }

  /// Puts leaves where a leaf is missing, by their keys; the better proof comes first.
  private mutating func place(
    _ others: [Candidate], _ cores: [(slot: Int, leaf: Leaf)], _ slots: [DamagedTree.Slot]
  ) {
    var taken = cores.sorted { $0.leaf.keys.lowerBound < $1.leaf.keys.lowerBound }
    let held = Set(cores.map(\.slot))
    for proof in [Candidate.Proof.reached, .pointerMap, .content] {
      let group = others.filter { $0.proof == proof }.compactMap { one in
        one.survey.range.map { (range: $0, survey: one.survey, needsGap: one.needsGap) }
      }.sorted { $0.range.lowerBound < $1.range.lowerBound }
      var good: [(slot: Int, leaf: Leaf)] = []
      var reach: Int64?
      for (index, one) in group.enumerated() {
        // Which of two with the same keys counts cannot be told.
        let isContested =
          reach.map { one.range.lowerBound <= $0 } ?? false
          || index + 1 < group.count && group[index + 1].range.lowerBound <= one.range.upperBound
        reach = max(reach ?? one.range.upperBound, one.range.upperBound)
        if isContested {
          refused.append(
            (one.survey.page, one.survey.keys.count, "another page has the same keys"))
        } else if let slot = Self.gap(
          one.range, taken, held, slots, isNeeded: one.needsGap)
        {
          good.append(
            (slot, Leaf(page: one.survey.page, keys: one.range, place: one.range)))
        } else {
          refused.append(
            (one.survey.page, one.survey.keys.count, "its keys lie where no page is missing"))
        }
      }
      taken = (taken + good).sorted { $0.leaf.keys.lowerBound < $1.leaf.keys.lowerBound }
    }
    leaves = taken.map(\.leaf)
  }

  /// A place without a leaf between the leaves that keys lie between.
  private static func gap(
    _ keys: ClosedRange<Int64>, _ taken: [(slot: Int, leaf: Leaf)], _ held: Set<Int>,
    _ slots: [DamagedTree.Slot], isNeeded: Bool
  ) -> Int? {
    var (low, high) = (0, taken.count)
    while low < high {
      let middle = (low + high) / 2
      if taken[middle].leaf.keys.lowerBound < keys.lowerBound {
        low = middle + 1
      } else {
        high = middle
      }
    }
    if low > 0, taken[low - 1].leaf.keys.upperBound >= keys.lowerBound { return nil }
    if low < taken.count, taken[low].leaf.keys.lowerBound <= keys.upperBound { return nil }
    if !isNeeded { return -1 }
    // Leaves that have found a place share the slot of the gap; the nearest held ones bound it.
    let before = taken[..<low].last { held.contains($0.slot) }?.slot ?? -1
    let after = taken[low...].first { held.contains($0.slot) }?.slot ?? slots.count
    guard before < after else { return nil }
    return (before + 1..<max(after, before + 1)).first { !held.contains($0) }
  }
}
