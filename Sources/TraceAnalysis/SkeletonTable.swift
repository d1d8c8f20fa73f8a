/// Templates by the skeletons of the statements they come from: a dictionary would hash once more what
/// is a hash, for every statement with literals.
struct SkeletonTable: Sendable {
  typealias Entry = (template: Int32, hasParameters: Bool)

  private var slots: [(hash: UInt64, entry: Entry)] = []
  private var count = 0
  /// Lists of ever other lengths have ever other skeletons.
  private static let most = 1 << 16

  subscript(hash: UInt64) -> Entry? {
    guard !slots.isEmpty else { return nil }
    let entry = slots[slot(of: hash)].entry
    return entry.template < 0 ? nil : entry
  }

  mutating func insert(_ hash: UInt64, _ entry: Entry) {
    if count >= Self.most { self = SkeletonTable() }
    if count * 2 >= slots.count { grow() }
    slots[slot(of: hash)] = (hash, entry)
    count += 1
  }

  /// Where a skeleton stands, or would stand.
  private func slot(of hash: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot].entry.template >= 0, slots[slot].hash != hash {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: (0, (-1, false)), count: max(1024, old.count * 2))
    for full in old where full.entry.template >= 0 { slots[slot(of: full.hash)] = full }
  }
}
