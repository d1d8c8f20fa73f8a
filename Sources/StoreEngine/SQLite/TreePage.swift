/// A page of a b-tree, read from bytes that nobody vouches for (fileformat2.html §1.6).
struct TreePage {
  enum Kind: UInt8 {
    case indexInterior = 2
    case tableInterior = 5
    case indexLeaf = 10
    case tableLeaf = 13

    var isInterior: Bool { self == .indexInterior || self == .tableInterior }
    var isTable: Bool { self == .tableInterior || self == .tableLeaf }
  }

  /// What is at the end of a pointer of the cell array.
  struct Cell {
    /// Its place in the page.
    var start: Int
    var end: Int
    /// Of interior pages.
    var child: UInt32 = 0
    /// Of tables.
    var key: Int64 = 0
    /// In bytes, with what is on other pages.
    var payload = 0
    /// Where the part in this page is.
    var local = 0..<0
    /// The first page of the rest; 0 without one.
    var overflow: UInt32 = 0
  }

  let bytes: [UInt8]
  let kind: Kind
  let usable: Int
  /// As many as the page has room for.
  let cellCount: Int
  let rightChild: UInt32
  private let start: Int
  private let content: Int
  private var array: Int { start + (kind.isInterior ? 12 : 8) }

  /// Nil for a page that does not begin as one of a b-tree does.
  init?(_ bytes: [UInt8], page: UInt32, usable: Int) {
    start = page == 1 ? StoreHeader.size : 0
    guard bytes.count >= usable, usable >= 480, let kind = Kind(rawValue: bytes[start]) else {
      return nil
    }
    self.bytes = bytes
    self.kind = kind
    self.usable = usable
    let array = start + (kind.isInterior ? 12 : 8)
    let field = bytes.bigEndian16(at: start + 5)
    content = field == 0 ? 65536 : field
    cellCount = min(bytes.bigEndian16(at: start + 3), (usable - array) / 2)
    rightChild = kind.isInterior ? bytes.bigEndian32(at: start + 8) : 0
  }

  /// A cell; nil for one that does not lie where cells do.
  func cell(_ index: Int) -> Cell? {
    let start = bytes.bigEndian16(at: array + 2 * index)
    guard start >= array + 2 * cellCount, start >= content, start + 4 <= usable else { return nil }
    var cell = Cell(start: start, end: start)
    var reader = VarintReader(bytes, start, usable)
    if kind.isInterior {
      cell.child = bytes.bigEndian32(at: start)
      reader.position += 4
    }
    if kind == .tableInterior {
      guard let key = reader.next() else { return nil }
      cell.key = key
      cell.end = reader.position
      return cell
    }
    guard let size = reader.next(), size >= 0, size <= Int64(Int32.max) else { return nil }
    if kind == .tableLeaf {
      guard let key = reader.next() else { return nil }
      cell.key = key
    }
    cell.payload = Int(size)
    let count = localSize(cell.payload)
    cell.local = reader.position..<reader.position + count
    cell.end = cell.local.upperBound
    if count < cell.payload {
      guard cell.end + 4 <= usable else { return nil }
      cell.overflow = bytes.bigEndian32(at: cell.end)
      cell.end += 4
    }
    cell.end = max(cell.end, start + 4)
    return cell.end <= usable ? cell : nil
  }

  private func localSize(_ payload: Int) -> Int {
    let most = kind == .tableLeaf ? usable - 35 : (usable - 12) * 64 / 255 - 23
    if payload <= most { return payload }
    let least = (usable - 12) * 32 / 255 - 23
    let size = least + (payload - least) % (usable - 4)
    return size <= most ? size : least
  }

  /// The cells that are where cells can be, whole and without an overlap, by their place in the
  /// array, and whether every byte of the page is accounted for: a page that SQLite left so is.
  func cells() -> (cells: [Cell], isWhole: Bool) {
    var found: [Cell] = []
    found.reserveCapacity(cellCount)
    for index in 0..<cellCount { if let cell = cell(index) { found.append(cell) } }
    let free = freeBlocks()
    let taken = found.reduce(0) { $0 + $1.end - $1.start }
    let gap = content - array - 2 * cellCount
    let sum = array + 2 * cellCount + gap + taken + (free ?? []).reduce(0) { $0 + $1.count }
    let isWhole =
      found.count == cellCount && free != nil && gap >= 0
      && sum + Int(bytes[start + 7]) == usable
      && bytes.bigEndian16(at: start + 3) == cellCount
    if isWhole { return (found, true) }
    return (Self.withoutOverlaps(found, free ?? []), false)
  }

  /// Of two cells that share bytes neither is known to be the one that counts; one that shares bytes
  /// with free space is a deleted row's.
  private static func withoutOverlaps(_ cells: [Cell], _ free: [Range<Int>]) -> [Cell] {
    let order = cells.indices.sorted { cells[$0].start < cells[$1].start }
    var bad: Set<Int> = []
    var end = 0
    var last = -1
    for index in order {
      if cells[index].start < end {
        bad.insert(index)
        bad.insert(last)
      }
      if cells[index].end > end {
        end = cells[index].end
        last = index
      }
      if free.contains(where: { $0.overlaps(cells[index].start..<cells[index].end) }) {
        bad.insert(index)
      }
    }
    return cells.indices.filter { !bad.contains($0) }.map { cells[$0] }
  }

  /// Nil where the list of them does not add up.
  private func freeBlocks() -> [Range<Int>]? {
    var blocks: [Range<Int>] = []
    var place = bytes.bigEndian16(at: start + 1)
    var last = array
    while place != 0 {
      guard place >= last, place + 4 <= usable else { return nil }
      let size = bytes.bigEndian16(at: place + 2)
      guard size >= 4, place + size <= usable else { return nil }
      blocks.append(place..<place + size)
      last = place + size
      place = bytes.bigEndian16(at: place)
    }
    return blocks
  }
}

/// Reads SQLite's numbers of one to nine bytes.
struct VarintReader {
  private let bytes: ArraySlice<UInt8>
  private let end: Int
  var position: Int

  init(_ bytes: [UInt8], _ position: Int, _ end: Int) {
    self.init(bytes[...], position, end)
  }

  /// Places are those of the slice.
  init(_ bytes: ArraySlice<UInt8>, _ position: Int, _ end: Int) {
    self.bytes = bytes
    self.position = position
    self.end = min(end, bytes.endIndex)
  }

  /// Nil at the end.
  mutating func next() -> Int64? {
    var value: UInt64 = 0
    for index in 0..<9 {
      guard position < end else { return nil }
      let byte = bytes[position]
      position += 1
      if index == 8 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { return Int64(bitPattern: value) }
    }
    return nil
  }
}

extension [UInt8] {
  /// The big-endian number at a position that the caller has checked.
  func bigEndian16(at offset: Int) -> Int { Int(self[offset]) << 8 | Int(self[offset + 1]) }
}
