/// Where the newest copy of each overlaid page lies: page number → position in a side file.
///
/// An open-addressing table of two 32-bit columns, because a `Dictionary` costs ten times as much
/// to fill and opening a store with a long log must stay a matter of milliseconds. Its size depends
/// only on the number of entries, never on the page numbers in them or on the length of a file, which
/// are untrusted.
struct PageIndex: ~Copyable {
  private var keys: UnsafeMutablePointer<UInt32>
  private var values: UnsafeMutablePointer<UInt32>
  private var mask: Int
  private var shift: UInt64
  /// Random per table: page numbers come from the file, and chosen ones must not be able to pile up
  /// in one place. Nothing that is reported depends on it.
  private let multiplier = UInt64.random(in: 0...UInt64.max) | 1
  private(set) var count = 0

  /// `capacity`: entries to make room for at once.
  init(capacity: Int = 0) {
    var slots = 16
    while slots < capacity * 2 { slots *= 2 }
    keys = .allocate(capacity: slots)
    keys.initialize(repeating: 0, count: slots)
    values = .allocate(capacity: slots)
    values.initialize(repeating: 0, count: slots)
    mask = slots - 1
    shift = UInt64(64 - slots.trailingZeroBitCount)
  }

  deinit {
    keys.deallocate()
    values.deallocate()
  }

  /// Page numbers start at 1; 0 marks a free slot and is never a key.
  mutating func set(_ page: UInt32, to value: UInt32) {
    guard page != 0 else { return }
    var slot = slot(of: page)
    if keys[slot] == 0 {
      if (count + 1) * 2 > mask + 1 {
        grow()
        slot = self.slot(of: page)
      }
      keys[slot] = page
      count += 1
    }
    values[slot] = value
  }

  private mutating func grow() {
    var larger = PageIndex(capacity: mask + 1)
    for slot in 0...mask where keys[slot] != 0 { larger.set(keys[slot], to: values[slot]) }
    self = larger
  }

  subscript(page: UInt32) -> UInt32? {
    guard page != 0 else { return nil }
    let slot = slot(of: page)
    return keys[slot] == page ? values[slot] : nil
  }

  private func slot(of page: UInt32) -> Int {
    // Multiply and shift; the table is at most half full, so the search ends.
    var slot = Int(truncatingIfNeeded: (UInt64(page) &* multiplier) >> shift)
    while keys[slot] != 0 && keys[slot] != page { slot = (slot + 1) & mask }
    return slot
  }
}
