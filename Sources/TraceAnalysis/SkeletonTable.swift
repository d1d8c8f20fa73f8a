/// Templates by the skeletons of the statements they come from: a dictionary would hash once more what
/// is a hash, for every statement with literals.
struct SkeletonTable: Sendable {
  typealias Entry = (template: Int32, hasParameters: Bool)

  /// Places in `known`; -1 in a free slot. Small, since they are met in no order.
  private var slots: [Int32] = []
  /// In the order in which they were met first, which is mostly that in which they are met again.
  private var known: [(hash: UInt64, entry: Entry)] = []
  /// Lists of ever other lengths have ever other skeletons.
  private static let most = 1 << 16

  subscript(hash: UInt64) -> Entry? {
    guard !slots.isEmpty else { return nil }
    let place = slots[slot(of: hash)]
    return place < 0 ? nil : known[Int(place)].entry
  }

  mutating func insert(_ hash: UInt64, _ entry: Entry) {
    if known.count >= Self.most { self = SkeletonTable() }
    if known.count * 2 >= slots.count { grow() }
    slots[slot(of: hash)] = Int32(known.count)
    known.append((hash, entry))
  }

  /// Where a skeleton stands, or would stand.
  private func slot(of hash: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] >= 0, known[Int(slots[slot])].hash != hash {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: max(1024, slots.count * 2))
    for place in known.indices { slots[slot(of: known[place].hash)] = Int32(place) }
  }
}
