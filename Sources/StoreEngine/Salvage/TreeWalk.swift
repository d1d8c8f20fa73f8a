/// A b-tree of a damaged file: its leaves in order, and the places where there are none any more.
struct DamagedTree {
  /// A place for a leaf.
  struct Slot {
    enum State: Equatable {
      /// A leaf is reached.
      case leaf
      /// The page is damaged, or belongs to something else.
      case hole
      /// A page is named that the pointer map calls another's.
      case doubtful
    }

    var page: UInt32
    var state: State
    /// Keys of this place are above `low` and at most `high`, as the pages above it say.
    var low = Int64.min
    var high = Int64.max
  }

  let number: UInt32
  let root: UInt32
  let isTable: Bool
  var slots: [Slot] = []
  /// Pages with cells that hold entries: all of an index.
  var entryPages: [UInt32] = []
  /// Leaves that only the pointer map leads to.
  var orphans: [UInt32] = []
  /// Pages that should have been there, and what is the matter with them.
  var lost: [(page: UInt32, why: String)] = []
  /// Whether every page was reached and is accounted for to the last byte.
  var isWhole: Bool { lost.isEmpty && orphans.isEmpty && slots.allSatisfy { $0.state == .leaf } }
}

/// Walks trees from their roots, so that no page belongs to two of them.
struct TreeWalk {
  private let pages: SalvagePages
  private(set) var tree: DamagedTree
  /// Deeper than any tree that a file has room for.
  private static let deepest = 24

  /// - Parameter number: what the tree's pages are marked with; not 0.
  init(_ pages: SalvagePages, number: UInt32, root: UInt32, isTable: Bool) throws {
    self.pages = pages
    tree = DamagedTree(number: number, root: root, isTable: isTable)
    guard pages.isContent(root), pages.owners[Int(root)] == 0 else {
      tree.lost.append((root, "it is no page that a table can begin with"))
      tree.slots.append(DamagedTree.Slot(page: root, state: .hole))
      return
    }
    try visit(root, Int64.min, Int64.max, depth: 0)
  }

  private mutating func lose(_ page: UInt32, _ why: String, _ low: Int64, _ high: Int64) {
    tree.lost.append((page, why))
    tree.slots.append(DamagedTree.Slot(page: page, state: .hole, low: low, high: high))
  }

  private mutating func visit(_ page: UInt32, _ low: Int64, _ high: Int64, depth: Int) throws {
    pages.owners[Int(page)] = tree.number
    guard depth < Self.deepest else { return lose(page, "its tree is too deep", low, high) }
    guard let bytes = try pages.bytes(page) else {
      return lose(page, "it cannot be read", low, high)
    }
    guard let node = TreePage(bytes, page: page, usable: pages.usable),
      node.kind.isTable == tree.isTable
    else {
      let isEmpty = bytes.allSatisfy { $0 == 0 }
      return lose(page, isEmpty ? "it is all zeros" : "it is no page of this table", low, high)
    }
    if !tree.isTable { tree.entryPages.append(page) }
    guard node.kind.isInterior else {
      tree.slots.append(DamagedTree.Slot(page: page, state: .leaf, low: low, high: high))
      return
    }
    try descend(node, page, low, high, depth: depth)
  }

  private mutating func descend(
    _ node: TreePage, _ page: UInt32, _ low: Int64, _ high: Int64, depth: Int
  ) throws {
    var cells = (0..<node.cellCount).map { node.cell($0) }
    let isWhole = node.cells().isWhole && !cells.contains { $0 == nil }
    if tree.isTable { Self.dropWrongKeys(&cells, low, high) }
    if !isWhole { tree.lost.append((page, "it does not add up")) }
    var below = low
    for cell in cells {
      guard let cell else {
        tree.slots.append(DamagedTree.Slot(page: 0, state: .hole, low: below, high: high))
        continue
      }
      let isKnown = cell.key != Int64.min
      let above = tree.isTable && isKnown ? cell.key : high
      try follow(cell.child, from: page, below, above, depth: depth)
      if tree.isTable, isKnown { below = cell.key }
    }
    try follow(node.rightChild, from: page, below, high, depth: depth)
  }

  /// Keys that are out of order are marked with the lowest number: what they divide is not known.
  private static func dropWrongKeys(
    _ cells: inout [TreePage.Cell?], _ low: Int64, _ high: Int64
  ) {
    let known = cells.indices.filter { index in
      cells[index].map { $0.key > low && $0.key <= high } ?? false
    }
    let kept = Set(Ascending.indices(known.map { cells[$0]?.key ?? 0 }).map { known[$0] })
    for index in cells.indices where !kept.contains(index) { cells[index]?.key = Int64.min }
  }

  private mutating func follow(
    _ child: UInt32, from page: UInt32, _ low: Int64, _ high: Int64, depth: Int
  ) throws {
    guard pages.isContent(child), pages.owners[Int(child)] == 0 else {
      tree.slots.append(DamagedTree.Slot(page: 0, state: .hole, low: low, high: high))
      return tree.lost.append((page, "it names page \(child), which does not belong to it"))
    }
    if let entry = pages.pointers?[child], entry.kind != .tree || entry.parent != page {
      return tree.slots.append(
        DamagedTree.Slot(page: child, state: .doubtful, low: low, high: high))
    }
    try visit(child, low, high, depth: depth + 1)
  }

  /// Follows what the pointer map calls another's, now that everything else has its place.
  mutating func followDoubtful() throws {
    guard tree.slots.contains(where: { $0.state == .doubtful }) else { return }
    let slots = tree.slots
    tree.slots = []
    for slot in slots {
      guard slot.state == .doubtful else {
        tree.slots.append(slot)
        continue
      }
      if pages.owners[Int(slot.page)] == 0, !pages.isFree(slot.page) {
        try visit(slot.page, slot.low, slot.high, depth: 1)
      } else {
        lose(slot.page, "it belongs to something else", slot.low, slot.high)
      }
    }
    // Below such a page nothing more is believed.
    for index in tree.slots.indices where tree.slots[index].state == .doubtful {
      tree.slots[index].state = .hole
    }
  }

  /// Takes in a part of the tree that the pointer map leads to.
  mutating func adopt(_ page: UInt32) throws {
    let slots = tree.slots
    tree.slots = []
    try visit(page, Int64.min, Int64.max, depth: 1)
    tree.orphans += tree.slots.filter { $0.state == .leaf }.map(\.page)
    tree.slots = slots
  }
}

/// The numbers of a list that are in order.
enum Ascending {
  /// The indices that are in every longest ascending choice: what is left out is out of order, or
  /// cannot be told from what is.
  static func indices(_ keys: [Int64]) -> [Int] {
    if zip(keys, keys.dropFirst()).allSatisfy(<) { return Array(keys.indices) }
    let before = lengths(keys)
    let after = lengths(keys.reversed().map { ~$0 }).reversed().map(\.self)
    let longest = before.max() ?? 0
    var counts: [Int: Int] = [:]
    let inOne = keys.indices.filter { before[$0] + after[$0] - 1 == longest }
    for index in inOne { counts[before[index], default: 0] += 1 }
    return inOne.filter { counts[before[$0]] == 1 }
  }

  /// The length of the longest ascending choice that ends with each.
  private static func lengths(_ keys: [Int64]) -> [Int] {
    var ends: [Int64] = []
    return keys.map { key in
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if ends[middle] < key { low = middle + 1 } else { high = middle }
      }
      if low == ends.count { ends.append(key) } else { ends[low] = key }
      return low + 1
    }
  }
}
