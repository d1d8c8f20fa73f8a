/// Finds the trees of a damaged file and gives every page to at most one.
struct SalvageSurvey {
  let pages: SalvagePages
  private var walks: [TreeWalk] = []

  init(_ pages: SalvagePages) { self.pages = pages }

  subscript(number: Int) -> DamagedTree { walks[number].tree }

  /// Walks a tree; its number is what its pages are marked with, less 1.
  mutating func walk(_ root: UInt32, isTable: Bool) throws -> Int {
    walks.append(
      try TreeWalk(pages, number: UInt32(walks.count + 1), root: root, isTable: isTable))
    return walks.count - 1
  }

  /// Whether a tree can begin with a page.
  func canBegin(_ page: UInt32) -> Bool {
    guard pages.isContent(page), pages.owners[Int(page)] == 0, page > 1 else { return false }
    // A changed bit in the map leaves nothing there that could be true.
    guard let kind = pages.pointers?[page].kind, kind != .none else { return !pages.isFree(page) }
    return kind == .root
  }

  /// What was left for later: pages that the pointer map calls another's, and pages that nothing but
  /// the pointer map leads to.
  mutating func settle() throws {
    try adopt()
    for index in walks.indices { try walks[index].followDoubtful() }
    try adopt()
  }

  private mutating func adopt() throws {
    guard let pointers = pages.pointers, pages.count >= 2 else { return }
    for page in 2...pages.count
    where pages.owners[Int(page)] == 0 && pointers[page].kind == .tree && pages.isContent(page) {
      guard let (top, number) = above(page, pointers) else { continue }
      guard let node = try pages.tree(top), node.kind.isTable == walks[number].tree.isTable else {
        continue
      }
      try walks[number].adopt(top)
    }
  }

  /// The topmost page above that has no tree yet, and the tree it hangs on.
  private func above(_ page: UInt32, _ pointers: PointerMap) -> (UInt32, Int)? {
    var top = page
    for _ in 0..<24 {
      let parent = pointers[top].parent
      guard pages.isContent(parent) else { return nil }
      let owner = pages.owners[Int(parent)]
      if owner == OverflowChains.mark { return nil }
      if owner > 0 { return (top, Int(owner) - 1) }
      guard pointers[parent].kind == .tree else { return nil }
      top = parent
    }
    return nil
  }
}

/// Reads the keys of rows that an index names.
struct IndexReader {
  let pages: SalvagePages
  let chains: OverflowChains

  /// The keys, and whether the index is whole, so that what it does not name does not exist.
  func keys(of tree: DamagedTree) throws -> (keys: KeySet, isWhole: Bool) {
    var keys = KeySet()
    var entries = 0
    var isWhole = tree.isWhole
    for page in tree.entryPages {
      guard let node = try pages.tree(page) else {
        isWhole = false
        continue
      }
      let (cells, isPageWhole) = node.cells()
      guard isPageWhole else {
        isWhole = false
        continue
      }
      for cell in cells {
        guard
          case .success(let (bytes, _)) = try chains.payload(
            of: cell, in: node, page: page, isStrict: true),
          let record = StoredRecord(bytes), record.types.count > 1,
          let key = record.integer(record.types.count - 1)
        else {
          isWhole = false
          continue
        }
        keys.insert(key)
        entries += 1
      }
    }
    // A row is in an index once: what is twice in it is there by a page of some other.
    return (keys, isWhole && keys.count == entries)
  }
}
