/// The list of pages that hold nothing (fileformat2.html §1.5).
struct FreeList {
  private var pages: Set<UInt32> = []
  /// Whether it has as many pages as the header says, each of them once.
  private(set) var isSound = false

  func contains(_ page: UInt32) -> Bool { pages.contains(page) }

  /// - Parameter header: page 1.
  init(_ image: StoreImage, count: UInt32, usable: Int, header: [UInt8]) {
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

  /// Looks for the list where the header does not say with which page it begins: its pages can be told
  /// by what they hold, if every other page can. One that cannot may have listed others; then nothing
  /// is known.
  ///
  /// - Parameters:
  ///   - isOther: whether a page holds neither rows nor lists, whatever its bytes are.
  ///   - isReached: whether a tree that is not deleted leads to a page, which may be damaged.
  init(
    searching image: StoreImage, count: UInt32, usable: Int, isOther: (UInt32) -> Bool,
    isReached: (UInt32) -> Bool
  ) {
    guard count > 1 else { return }
    var trees: [(page: UInt32, node: TreePage)] = []
    var rest: [UInt32: [UInt8]] = [:]
    for page in 2...count where !isOther(page) {
      guard let bytes = SalvagePages.read(image, page) else { return }
      let node = TreePage(bytes, page: page, usable: usable)
      let isTree = node?.cells().isWhole ?? false
      if let node, isTree || isReached(page) { trees.append((page, node)) }
      if !isTree, !isReached(page) { rest[page] = Array(bytes.prefix(usable)) }
    }
    var free: Set<UInt32> = []
    for (page, bytes) in rest {
      if let listed = Self.list(bytes, count: count, usable: usable) {
        free.formUnion([page] + listed)
      }
    }
    var chained: Set<UInt32> = []
    for (page, node) in trees where !free.contains(page) {
      for cell in node.cells().cells where cell.overflow > 0 {
        let isLiving = isReached(page)
        let chain = Self.chain(cell, rest, perPage: usable - 4, isWhole: !isLiving)
        // It may as well be the middle of a long value.
        guard free.isDisjoint(with: chain) else { return }
        chained.formUnion(chain)
      }
    }
    guard rest.keys.allSatisfy({ free.contains($0) || chained.contains($0) }) else { return }
    (pages, isSound) = (free, true)
  }

  /// The pages that a row goes on with.
  ///
  /// - Parameter isWhole: the row may be deleted, and a page that it had may list others since, so only
  ///   a chain counts that ends where it should.
  private static func chain(
    _ cell: TreePage.Cell, _ rest: [UInt32: [UInt8]], perPage: Int, isWhole: Bool
  ) -> Set<UInt32> {
    var chain: Set<UInt32> = []
    var (next, left) = (cell.overflow, cell.payload - cell.local.count)
    while left > 0, let bytes = rest[next], chain.insert(next).inserted {
      if isWhole, bytes.allSatisfy({ $0 == 0 }) { return [] }
      left -= perPage
      next = bytes.bigEndian32(at: 0)
    }
    return isWhole && (left > 0 || next != 0) ? [] : chain
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
