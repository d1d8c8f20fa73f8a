import TestSupport

/// What happens to files.
enum DamageKind: String, CaseIterable {
  /// Pages become zeros.
  case zeroed
  /// Pages change places.
  case swapped
  /// The end is gone.
  case cut
  /// Bits turn, anywhere.
  case flipped
  /// Bits turn in the headers of pages.
  case flippedHeads
  /// Pages are overwritten with other bytes.
  case overwritten
  /// Second halves of pages become zeros.
  case halved
  /// The first page is gone, and sometimes another.
  case beheaded

  /// The damaged bytes, and the pages in which one changed.
  func damage(
    _ sound: [UInt8], pageSize: Int, _ random: inout Seeded
  ) -> (bytes: [UInt8], pages: Set<Int>) {
    var bytes = sound
    let count = bytes.count / pageSize
    func range(_ page: Int) -> Range<Int> { (page - 1) * pageSize..<page * pageSize }
    func some(_ most: Int, from first: Int = 2) -> [Int] {
      (0...random.below(most)).map { _ in first + random.below(count - first + 1) }
    }
    switch self {
    case .zeroed:
      for page in some(4) { bytes.replaceSubrange(range(page), with: zeros(pageSize)) }
    case .swapped:
      let pages = some(6)
      for (one, other) in zip(pages, pages.dropFirst()) {
        let first = Array(bytes[range(one)])
        bytes.replaceSubrange(range(one), with: Array(bytes[range(other)]))
        bytes.replaceSubrange(range(other), with: first)
      }
    case .cut:
      let length = pageSize + random.below(bytes.count - pageSize)
      bytes.removeSubrange(length...)
      let whole = length / pageSize
      return (bytes, Set(whole + 1...count))
    case .flipped:
      for _ in 0...random.below(80) {
        bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
      }
    case .flippedHeads:
      for page in some(6, from: 1) {
        for _ in 0...random.below(3) {
          bytes[range(page).lowerBound + random.below(64)] ^= 1 << UInt8(random.below(8))
        }
      }
    case .overwritten:
      for page in some(4) {
        for index in range(page) { bytes[index] = UInt8(random.below(256)) }
      }
    case .halved:
      for page in some(4) {
        let half = range(page).lowerBound + pageSize / 2..<range(page).upperBound
        bytes.replaceSubrange(half, with: zeros(pageSize / 2))
      }
    case .beheaded:
      bytes.replaceSubrange(range(1), with: zeros(pageSize))
      if random.below(2) == 0 {
        for page in some(1) { bytes.replaceSubrange(range(page), with: zeros(pageSize)) }
      }
    }
    let changed = (1...count).filter { bytes[range($0)] != sound[range($0)] }
    return (bytes, Set(changed))
  }

  private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}
