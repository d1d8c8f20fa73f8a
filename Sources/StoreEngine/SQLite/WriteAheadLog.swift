/// The committed part of a `-wal` file, as SQLite's own recovery would find it, without a copy of
/// its pages (format: fileformat2.html §4).
///
/// The whole log is checked when it is opened, since only that tells where SQLite would stop, and
/// each frame once more when it is read, so that one that was overwritten is noticed.
final class WriteAheadLog {
  static let headerSize = 32
  static let frameHeaderSize = 24

  let file: RawFile
  let state: LogState
  private let scan: LogScan
  private let frames: FrameSearch

  var header: Header { scan.header }
  /// Size of the database in pages after the last commit; 0 when nothing is committed.
  var pageCount: UInt32 { scan.pageCount }
  /// The header of the frame behind the last committed one when the log was checked.
  var next: [UInt8] { scan.next }

  /// Reads a log. With nothing committed in it the result has no frames and says why.
  static func read(file: RawFile) throws(RawFile.Failure) -> Result<WriteAheadLog, LogState.Unused>
  {
    if file.size == 0 { return .failure(.empty) }
    if file.size <= Int64(headerSize) { return .failure(.short) }
    let bytes = try file.bytes(at: 0, count: headerSize)
    let header: Header
    switch Header.parse(bytes) {
    case .success(let parsed): header = parsed
    case .failure(let unused): return .failure(unused)
    }
    let key = LogCache.Key(file: file, header: bytes)
    if let scan = LogCache.scan(for: key) { return .success(WriteAheadLog(file: file, scan: scan)) }
    let scan = try LogScan(file, header: header)
    if scan.frameCount == 0 { return .failure(.short) }
    LogCache.keep(scan, for: key)
    return .success(WriteAheadLog(file: file, scan: scan))
  }

  private init(file: RawFile, scan: LogScan) {
    self.file = file
    self.scan = scan
    state = LogState(
      size: file.size, pageSize: scan.header.pageSize, frames: scan.frameCount,
      committed: scan.committed, uncommitted: scan.uncommitted, end: scan.end,
      cutBytes: Int(clamping: max(0, file.size - scan.header.offset(of: scan.frameCount + 1))))
    frames = FrameSearch(pages: scan.pages)
  }

  /// The newest committed frame that holds a page, numbered from 1.
  func frame(of page: UInt32) -> Int? { frames.newest(of: page) }

  /// Reads one frame again, header and page; false when it is no longer what it was.
  func read(frame: Int, into scratch: UnsafeMutableRawBufferPointer) throws(RawFile.Failure) -> Bool
  { try scan.read(frame, of: file, into: scratch) }

  /// What stands behind the last committed frame by now.
  func currentNext() throws(RawFile.Failure) -> [UInt8] {
    let offset = header.offset(of: scan.committed + 1)
    guard try file.currentSize() >= offset + Int64(header.frameSize) else { return [] }
    return try file.read(at: offset, count: Self.frameHeaderSize)
  }

  /// The first 32 bytes.
  struct Header {
    var bigEndian: Bool
    var pageSize: Int
    var salts: UInt64
    var checksum: LogChecksum

    var frameSize: Int { pageSize + WriteAheadLog.frameHeaderSize }

    func offset(of frame: Int) -> Int64 {
      Int64(WriteAheadLog.headerSize) + Int64(frame - 1) * Int64(frameSize)
    }

    static func parse(_ bytes: [UInt8]) -> Result<Header, LogState.Unused> {
      guard bytes.count >= WriteAheadLog.headerSize else { return .failure(.short) }
      let magic = bytes.bigEndian32(at: 0)
      let pageSize = Int(bytes.bigEndian32(at: 8))
      guard magic & ~1 == 0x377F_0682, (512...65536).contains(pageSize),
        pageSize & (pageSize - 1) == 0
      else { return .failure(.notALog) }
      var sum = LogChecksum()
      sum.add(Array(bytes[0..<24]), bigEndian: magic & 1 == 1)
      let stored = LogChecksum(first: bytes.bigEndian32(at: 24), second: bytes.bigEndian32(at: 28))
      guard sum == stored else { return .failure(.damagedHeader) }
      guard bytes.bigEndian32(at: 4) == 3_007_000 else { return .failure(.unknownVersion) }
      let salts = UInt64(bytes.bigEndian32(at: 16)) << 32 | UInt64(bytes.bigEndian32(at: 20))
      return .success(
        Header(bigEndian: magic & 1 == 1, pageSize: pageSize, salts: salts, checksum: stored))
    }
  }
}
