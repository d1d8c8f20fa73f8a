internal import StoreModel

/// The pages of a damaged store, and what can be known of each without asking a table.
final class SalvagePages {
  private let path: String
  let image: StoreImage
  let state: FileState
  let size: Int
  let count: UInt32
  /// Bytes of a page that SQLite uses: the header may keep some at the end of each for others.
  let usable: Int
  let encoding: TextEncoding
  /// Nil for a file without automatic vacuum.
  let pointers: PointerMap?
  /// Whether the file had one of which nothing is left.
  var hasLostMap = false
  private(set) var free: FreeList
  /// What is known of the file as a whole, one sentence each.
  private(set) var notes: [String] = []
  /// Whether transactions are lost with the `-wal` file.
  let hasLostLog: Bool
  /// Whether page 1 begins as that of a SQLite file does.
  let hasHeader: Bool
  /// Tree by page: 0 where no tree has claimed it.
  var owners: [UInt32]

  /// Page 1 at its own place: the lock byte page has no content (fileformat2.html §1.5).
  private var lockPage: UInt32 { UInt32(0x4000_0000 / size) + 1 }

  /// - Parameter live: wait longer for a process that writes, and keep it waiting until all is read.
  /// - Throws: `StoreFileError` for a file that cannot be read, is empty or has no page of a SQLite
  ///   file in it.
  init(path: String, live: Bool) throws {
    let parts = try StoreFileParts.read(
      path: path, patience: StoreFile.patience(live: live), isForSalvage: true)
    if live { parts.image.insist() }
    var image = parts.image
    var state = parts.state
    let main = image.files.main
    guard main.size > 0 || image.log != nil else {
      throw StoreFileError(path: path, reason: .empty)
    }
    var notes: [String] = []
    var header = StoreHeader((try? main.bytes(at: 0, count: StoreHeader.size)) ?? [])
    if image.log != nil, let newer = Self.read(image, 1) { header = StoreHeader(newer) }
    if !header.isSQLite || header.pageSize == nil || header.pageSize != image.pageSize {
      if header.isSQLite, let size = header.pageSize {
        notes.append(
          "the side file of the store has pages of another size than the store and was left out")
        image = image.withPages(of: size)
      } else if image.log == nil, image.journal == nil {
        guard let size = PageSizeSearch.size(of: main) else {
          let start = (try? main.bytes(at: 0, count: FileIdentifier.sampleSize)) ?? []
          throw StoreFileError(path: path, reason: .headless(start, size: main.size))
        }
        notes.append("the header is damaged; the pages themselves have a size of \(size) bytes")
        image = image.withPages(of: size)
      } else {
        notes.append("the header is damaged; its size of pages is taken from its side file")
      }
      state.pageSize = image.pageSize
    }
    self.path = path
    self.image = image
    self.state = state
    size = image.pageSize
    let most = min(image.pageCount, Int(UInt32.max - 1))
    count = UInt32(max(0, most))
    guard count > 0 else {
      throw StoreFileError(
        path: path, reason: .hopeless("it is shorter than one page of \(image.pageSize) bytes"))
    }
    let first = Self.read(image, 1) ?? []
    let isSound = StoreHeader(first).isSQLite && first.count >= StoreHeader.size
    hasHeader = isSound
    // Without a header, what every store of Core Data has.
    let reserved = isSound ? Int(first[20]) : 0
    usable = size - (size - reserved >= 480 ? reserved : 0)
    encoding =
      Self.encoding(image, count: count, usable: usable)
      ?? (isSound ? TextEncoding(rawValue: first.bigEndian32(at: 56)) : nil) ?? .utf8
    let lockPage = UInt32(0x4000_0000 / size) + 1
    let map = PointerMap(image, count: count, usable: usable, lockPage: lockPage)
    pointers = map
    free =
      isSound
      ? FreeList(image, count: count, usable: usable, header: first)
      : FreeList(
        searching: image, count: count, usable: usable,
        isOther: { $0 == lockPage || map?.isMap($0) == true }, isReached: { _ in false })
    owners = [UInt32](repeating: 0, count: Int(count) + 1)
    let promised = isSound && image.log == nil ? StoreHeader(first) : nil
    if let promised, promised.hasValidPageCount, promised.pageCount > count {
      notes.append(
        "the file is cut off: its header promises \(promised.pageCount) pages, and it has \(count)")
    } else if image.log == nil, main.size % Int64(size) != 0 {
      notes.append("the file ends in the middle of a page")
    }
    notes += Self.lostLog(state)
    hasLostLog = !Self.lostLog(state).isEmpty
    self.notes = notes
  }

  /// What the `-wal` file held, or should have held, and does not give any more: transactions that were
  /// saved, of which nothing says what was in them.
  private static func lostLog(_ state: FileState) -> [String] {
    var notes: [String] = []
    if case .badChecksum? = state.log?.end, let log = state.log, let why = log.whyIgnored {
      notes.append("frames of the '-wal' file do not count: \(why); what they held is lost")
    } else if state.lostFrames > 0 {
      notes.append("\(state.lostFrames) committed frames are in no file; what they held is lost")
    }
    if let why = state.unusedLog, ![.empty, .short].contains(why) {
      notes.append("the '-wal' file was not used: \(why); what it held is lost")
    }
    return notes
  }

  /// Now that the trees are known, pages that they lead to are not of the list of free pages, however
  /// damaged they are.
  func settleFreeList() {
    if !hasHeader, !free.isSound {
      free = FreeList(
        searching: image, count: count, usable: usable,
        isOther: { !self.isContent($0) }, isReached: { self.owners[Int($0)] != 0 })
    }
    if !free.isSound { notes.append("the list of free pages is damaged") }
  }

  /// As many pages as are enough to tell.
  private static let sample: UInt32 = 1000

  /// How the first texts are stored, which a changed bit of the header does not change: the names and
  /// numbers that every store has among them have a zero in each pair of bytes in UTF-16.
  private static func encoding(
    _ image: StoreImage, count: UInt32, usable: Int
  ) -> TextEncoding? {
    guard count > 1 else { return nil }
    var votes: [TextEncoding: Int] = [:]
    for page in 2...min(count, sample) {
      guard let bytes = read(image, page),
        let node = TreePage(bytes, page: page, usable: usable), node.kind == .tableLeaf
      else { continue }
      let (cells, isWhole) = node.cells()
      for cell in cells.prefix(isWhole ? 8 : 0) where cell.overflow == 0 {
        for case .text(let text) in StoredRecord(Array(bytes[cell.local]))?.values() ?? []
        where text.count > 3 {
          let zeros = text.indices.filter { text[$0] == 0 }
          let odd = zeros.count { ($0 - text.startIndex) % 2 == 1 }
          if odd * 4 > text.count {
            votes[.utf16LittleEndian, default: 0] += 1
          } else if (zeros.count - odd) * 4 > text.count {
            votes[.utf16BigEndian, default: 0] += 1
          } else if TextEncoding.utf8.text(text) != nil {
            votes[.utf8, default: 0] += 1
          }
        }
      }
    }
    let most = votes.values.max()
    return votes.count { $0.value == most } == 1 ? votes.first { $0.value == most }?.key : nil
  }

  static func read(_ image: StoreImage, _ page: UInt32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: image.pageSize)
    let offset = Int64(page - 1) * Int64(image.pageSize)
    let filled: Int? = bytes.withUnsafeMutableBytes { buffer in
      do throws(StoreImage.Failure) { return try image.read(into: buffer, at: offset) } catch {
        return nil
      }
    }
    return filled == bytes.count ? bytes : nil
  }

  /// The bytes of a page; nil where the disk does not give them.
  ///
  /// - Throws: `StoreFileError.busy` when the store changed meanwhile.
  func bytes(_ page: UInt32) throws -> [UInt8]? {
    guard page >= 1, page <= count else { return nil }
    if let bytes = Self.read(image, page) { return bytes }
    if image.failure == .changed || image.failure == .yielded {
      throw StoreFileError(path: path, reason: .busy)
    }
    return nil
  }

  func tree(_ page: UInt32) throws -> TreePage? {
    try bytes(page).flatMap { TreePage($0, page: page, usable: usable) }
  }

  /// Whether a page can be part of a tree or a chain at all.
  func isContent(_ page: UInt32) -> Bool {
    page >= 1 && page <= count && page != lockPage && pointers?.isMap(page) != true
      && !(hasLostMap && PointerMap.isMap(page, usable: usable, lockPage: lockPage))
  }

  /// Whether a page is known to hold nothing, or what was deleted. Where both lists speak, that of
  /// the pointer map has more to lose.
  func isFree(_ page: UInt32) -> Bool {
    switch pointers?[page].kind {
    case .free?: true
    case nil, .some(.none): free.contains(page)
    default: false
    }
  }

  /// Whether it is known for every page whether it is free.
  var knowsFreePages: Bool { free.isSound }
}
