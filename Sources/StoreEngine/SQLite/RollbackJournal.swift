/// The original pages in a hot `-journal` file: what an interrupted transaction has overwritten in
/// the main file and SQLite would put back at the next opening (fileformat2.html §3).
///
/// Only positions are kept; the pages stay in the file.
final class RollbackJournal {
  let file: RawFile
  let pageSize: Int
  /// Size of the database in pages before the interrupted transaction.
  let pageCount: UInt32
  private(set) var state: JournalState
  private var index: PageIndex

  static let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
  /// More pages than any transaction rewrites: 64 GB of them, and half a GB of index.
  private static let mostPages = 1 << 24
  /// SQLite assumes this much for a header before the first one has named the real size.
  private static let smallestHeader = 512

  /// Reads a journal; nothing to put back gives the reason.
  ///
  /// `superJournalExists`: without the journal that binds several databases, it was committed.
  static func read(
    file: RawFile, mainIsEmpty: Bool, superJournalExists: (String) -> Bool
  ) throws(RawFile.Failure) -> Result<RollbackJournal, JournalState.Unused> {
    if file.size == 0 { return .failure(.empty) }
    let start = try file.bytes(at: 0, count: 28)
    // SQLite overwrites the header with zeros to finish a transaction in its PERSIST mode.
    if start[0] == 0 { return .failure(.finished) }
    if mainIsEmpty { return .failure(.mainIsEmpty) }
    guard file.size >= Int64(smallestHeader), start.starts(with: magic) else {
      return .failure(.noHeader)
    }
    let sectorSize = Int(start.bigEndian32(at: 20))
    let pageSize = Int(start.bigEndian32(at: 24))
    guard (512...65536).contains(pageSize), pageSize & (pageSize - 1) == 0,
      (32...65536).contains(sectorSize), sectorSize & (sectorSize - 1) == 0
    else { return .failure(.noHeader) }
    if let name = try superJournalName(of: file), !superJournalExists(name) {
      return .failure(.committedElsewhere)
    }
    let journal = RollbackJournal(
      file: file, pageSize: pageSize, pageCount: start.bigEndian32(at: 16))
    try journal.scan(sectorSize: sectorSize)
    return .success(journal)
  }

  private init(file: RawFile, pageSize: Int, pageCount: UInt32) {
    self.file = file
    self.pageSize = pageSize
    self.pageCount = pageCount
    index = PageIndex()
    state = JournalState(size: file.size, pages: 0)
  }

  /// Offset of the page's original bytes in the file.
  func offset(of page: UInt32) -> Int64? { index[page].map { Int64($0) * 4 } }

  private func scan(sectorSize: Int) throws(RawFile.Failure) {
    let recordSize = pageSize + 8
    let record = UnsafeMutableRawBufferPointer.allocate(byteCount: recordSize, alignment: 16)
    defer { record.deallocate() }
    var offset: Int64 = 0
    while true {
      // Each header starts at a sector and fills one.
      offset = (offset + Int64(sectorSize) - 1) / Int64(sectorSize) * Int64(sectorSize)
      guard offset + Int64(sectorSize) <= file.size else { break }
      let header = try file.bytes(at: offset, count: 16)
      guard header.count == 16, header.starts(with: Self.magic) else { break }
      let isFirst = offset == 0
      offset += Int64(sectorSize)
      var records = Int64(header.bigEndian32(at: 8))
      if records == 0xFFFF_FFFF, isFirst { records = (file.size - offset) / Int64(recordSize) }
      let nonce = header.bigEndian32(at: 12)
      while records > 0 {
        guard try file.read(into: record, at: offset) == recordSize,
          let page = page(of: UnsafeRawBufferPointer(record), nonce: nonce)
        else {
          finish()
          return
        }
        // Pages behind the old end need no original; offsets are multiples of four, because
        // records and sectors are.
        if page <= pageCount, let position = UInt32(exactly: (offset + 4) / 4) {
          index.set(page, to: position)
          if index.count > Self.mostPages { throw .tooLarge }
        }
        offset += Int64(recordSize)
        records -= 1
      }
    }
    finish()
  }

  private func finish() { state.pages = index.count }

  /// The record's page number if the record is whole.
  private func page(of record: UnsafeRawBufferPointer, nonce: UInt32) -> UInt32? {
    func word(_ offset: Int) -> UInt32 {
      UInt32(bigEndian: record.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
    let page = word(0)
    // The page that holds the lock bytes never has content.
    guard page != 0, page != UInt32(0x4000_0000 / pageSize + 1) else { return nil }
    var sum = nonce
    var position = pageSize - 200
    while position > 0 {
      sum &+= UInt32(record[4 + position])
      position -= 200
    }
    return sum == word(4 + pageSize) ? page : nil
  }

  /// The name of the super-journal at the end of the file, if one is written there.
  private static func superJournalName(of file: RawFile) throws(RawFile.Failure) -> String? {
    let tail = try file.bytes(at: file.size - 16, count: 16)
    guard tail.count == 16, tail[8...].elementsEqual(magic) else { return nil }
    let length = Int(tail.bigEndian32(at: 0))
    guard length > 0, length <= 4096, Int64(length) <= file.size - 16 else { return nil }
    let name = try file.bytes(at: file.size - 16 - Int64(length), count: length)
    // Bytes are added as signed characters.
    let sum = name.reduce(UInt32(0)) { $0 &+ UInt32(bitPattern: Int32(Int8(bitPattern: $1))) }
    guard sum == tail.bigEndian32(at: 4) else { return nil }
    return String(decoding: name, as: UTF8.self)
  }
}
