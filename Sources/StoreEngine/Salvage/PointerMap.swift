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

  func isMap(_ page: UInt32) -> Bool {
    guard page >= 2 else { return false }
    let map = (page - 2) / perMap * perMap + 2
    return page == (map == lockPage ? map + 1 : map)
  }

  /// Pages that trees begin with.
  var roots: [UInt32] { kinds.indices.filter { kinds[$0] == .root }.map { UInt32($0) } }
}

/// The list of pages that hold nothing (fileformat2.html §1.5).
struct FreeList {
  private var pages: Set<UInt32> = []
  /// Whether it has as many pages as the header says, each of them once.
  private(set) var isSound = false

  func contains(_ page: UInt32) -> Bool { pages.contains(page) }

  /// - Parameters:
  ///   - header: page 1; nil where it is lost.
  ///   - isOther: whether a page holds neither rows nor lists, whatever its bytes are.
  init(
    _ image: StoreImage, count: UInt32, usable: Int, header: [UInt8]?, isOther: (UInt32) -> Bool
  ) {
    guard let header else {
      pages = Self.search(image, count: count, usable: usable, isOther) ?? []
      isSound = !pages.isEmpty
      pages.remove(0)
      return
    }
    var trunk = header.bigEndian32(at: 32)
    let promised = header.bigEndian32(at: 36)
    while trunk != 0 {
      guard trunk > 1, trunk <= count, pages.insert(trunk).inserted,
        let bytes = SalvagePages.read(image, trunk)
      else { return }
      let leaves = Int(bytes.bigEndian32(at: 4))
      guard leaves <= usable / 4 - 2 else { return }
      for index in 0..<leaves {
        let page = bytes.bigEndian32(at: 8 + 4 * index)
        guard page > 1, page <= count, pages.insert(page).inserted else { return }
      }
      trunk = bytes.bigEndian32(at: 0)
    }
    isSound = pages.count == Int(promised)
  }

  /// Where the header does not say with which page the list begins, its pages can be told by what they
  /// hold, if every other page can: nil where one cannot, since it may have been of the list. Page 0
  /// stands for the end of the list.
  private static func search(
    _ image: StoreImage, count: UInt32, usable: Int, _ isOther: (UInt32) -> Bool
  ) -> Set<UInt32>? {
    guard count > 1 else { return nil }
    var rest: [UInt32: [UInt8]] = [:]
    var chains: [UInt32] = []
    for page in 2...count where !isOther(page) {
      guard let bytes = SalvagePages.read(image, page) else { return nil }
      if let node = TreePage(bytes, page: page, usable: usable) {
        let (cells, isWhole) = node.cells()
        if isWhole {
          chains += cells.map(\.overflow).filter { $0 > 0 }
          continue
        }
      }
      rest[page] = Array(bytes.prefix(usable))
    }
    var chained: Set<UInt32> = []
    for start in chains {
      var next = start
      while let bytes = rest[next], chained.insert(next).inserted {
        next = bytes.bigEndian32(at: 0)
      }
    }
    var free: Set<UInt32> = [0]
    for (page, bytes) in rest {
      if let listed = list(bytes, count: count, usable: usable) {
        // It may as well be the middle of a long value.
        guard !chained.contains(page) else { return nil }
        free.formUnion([page] + listed)
      } else if !chained.contains(page) {
        return nil
      }
    }
    return free.isDisjoint(with: chained) ? free : nil
  }

  /// The pages that a page of the list names; nil for a page that cannot be one.
  private static func list(_ bytes: [UInt8], count: UInt32, usable: Int) -> [UInt32]? {
    let next = bytes.bigEndian32(at: 0)
    let number = Int(bytes.bigEndian32(at: 4))
    guard next == 0 || 2...count ~= next, number <= usable / 4 - 2,
      bytes.contains(where: { $0 != 0 })
    else { return nil }
    let listed = (0..<number).map { bytes.bigEndian32(at: 8 + 4 * $0) }
    return listed.allSatisfy { 2...count ~= $0 } && Set(listed).count == number ? listed : nil
  }
}

/// Finds the size of a file's pages from what lies where pages would begin.
enum PageSizeSearch {
  /// As many bytes of the file as are enough to tell.
  private static let sample = 4 << 20

  /// Nil where no page of a b-tree is found.
  static func size(of file: RawFile) -> Int? {
    guard let bytes = try? file.bytes(at: 0, count: sample) else { return nil }
    var best: (size: Int, covered: Int)?
    for shift in 9...16 {
      let size = 1 << shift
      var covered = 0
      for start in stride(from: 0, to: bytes.count - size + 1, by: size) {
        let page = Array(bytes[start..<start + size])
        guard let tree = TreePage(page, page: start == 0 ? 1 : 2, usable: size),
          tree.cellCount > 0, tree.cells().isWhole
        else { continue }
        covered += size
      }
      if covered > best?.covered ?? 0 { best = (size, covered) }
    }
    return best?.size
  }
}
