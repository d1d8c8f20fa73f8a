/// The pointer map of a file with automatic vacuum: what each page is for and which page leads to it
/// (fileformat2.html §1.8). Stores of Core Data have one.
struct PointerMap {
  enum Kind: UInt8 {
    /// Nothing that could be true is said.
    case none = 0
    case root, free, firstOverflow, overflow, tree
  }

  private let kinds: [Kind]
  private let parents: [UInt32]
  private let perMap: UInt32
  private let lockPage: UInt32

  /// Nil for a file that has none.
  init?(_ image: StoreImage, count: UInt32, usable: Int, lockPage: UInt32) {
    let entries = usable / 5
    perMap = UInt32(entries) + 1
    self.lockPage = lockPage
    guard count >= 3 else { return nil }
    var kinds = [Kind](repeating: .none, count: Int(count) + 1)
    var parents = [UInt32](repeating: 0, count: Int(count) + 1)
    var (good, bad) = (0, 0)
    var map: UInt32 = 2
    while map <= count {
      let place = map == lockPage ? map + 1 : map
      guard place <= count else { break }
      let bytes = SalvagePages.read(image, place) ?? []
      for index in 0..<entries where bytes.count >= usable {
        let page = UInt64(place) + 1 + UInt64(index)
        guard page <= UInt64(count) else { break }
        guard let kind = Kind(rawValue: bytes[index * 5]) else {
          bad += 1
          continue
        }
        let parent = bytes.bigEndian32(at: index * 5 + 1)
        let hasParent = kind.rawValue >= Kind.firstOverflow.rawValue
        if kind == .none || (hasParent ? parent == 0 || parent > count : parent != 0) {
          bad += parent == 0 && kind == .none ? 0 : 1
          continue
        }
        good += 1
        kinds[Int(page)] = kind
        parents[Int(page)] = parent
      }
      let (next, overflow) = map.addingReportingOverflow(perMap)
      if overflow { break }
      map = next
    }
    guard good > bad * 2 else { return nil }
    self.kinds = kinds
    self.parents = parents
  }

  subscript(page: UInt32) -> (kind: Kind, parent: UInt32) {
    guard page >= 1, Int(page) < kinds.count else { return (.none, 0) }
    return (kinds[Int(page)], parents[Int(page)])
  }

  func isMap(_ page: UInt32) -> Bool { Self.isMap(page, perMap: perMap, lockPage: lockPage) }

  /// Whether a page is one of a map, which may be lost.
  static func isMap(_ page: UInt32, usable: Int, lockPage: UInt32) -> Bool {
    isMap(page, perMap: UInt32(usable / 5) + 1, lockPage: lockPage)
  }

  private static func isMap(_ page: UInt32, perMap: UInt32, lockPage: UInt32) -> Bool {
    guard page >= 2 else { return false }
    let map = (page - 2) / perMap * perMap + 2
    return page == (map == lockPage ? map + 1 : map)
  }

  /// Pages that trees begin with.
  var roots: [UInt32] { kinds.indices.filter { kinds[$0] == .root }.map { UInt32($0) } }
}
