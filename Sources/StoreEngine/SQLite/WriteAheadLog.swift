/// The committed part of a `-wal` file, as SQLite's own recovery would find it, without a copy of
/// its pages (format: fileformat2.html §4).
///
/// SQLite recovers a log by checking the running checksum over every byte of it and stops at the
/// first frame that does not fit. Reading 200 MB for that would make opening slow, so:
/// - A log of up to `eagerBytes` is checked from its first to its last byte, exactly as SQLite does.
///   That covers the 1000 pages after which SQLite normally empties its log, in about a millisecond.
/// - For a longer one the frames are found through a trustworthy `-shm` (see `SharedIndex`), or else
///   by their 24-byte headers, whose salts tell frames of this log from leftovers of earlier ones.
///   The last committed frame is checked at once, every other frame each time it is read: a frame
///   header stores the running checksum, so one frame is checked against the header before it. That
///   gives the same verdict for each frame that is used. The only difference: a damaged frame in the
///   middle, which needs a damaged disk rather than a crash, makes SQLite drop everything from there
///   on, and makes this reader report the damage when the frame is needed.
/// - `.full` checks everything whatever the size.
final class WriteAheadLog {
  enum Verification { case onRead, full }

  /// A frame that is not what the frames before it promise.
  struct Damage: Error { var frame: Int }

  static let headerSize = 32
  static let frameHeaderSize = 24
  static let eagerBytes: Int64 = 4 << 20

  let file: RawFile
  let header: Header
  let state: LogState
  /// Size of the database in pages after the last commit; 0 when nothing is committed.
  let pageCount: UInt32
  private let frames: FrameSearch

  /// Reads a log. With nothing committed in it the result has no frames and says why.
  static func read(
    file: RawFile, sharedIndex: RawFile?, verification: Verification = .onRead
  ) throws(RawFile.Failure) -> Result<WriteAheadLog, LogState.Unused> {
    if file.size == 0 { return .failure(.empty) }
    if file.size <= Int64(headerSize) { return .failure(.short) }
    let header: Header
    switch Header.parse(try file.bytes(at: 0, count: headerSize)) {
    case .success(let parsed): header = parsed
    case .failure(let unused): return .failure(unused)
    }
    var scan = LogScan(file: file, header: header)
    if scan.frameCount == 0 { return .failure(.short) }
    try scan.run(sharedIndex: sharedIndex, verification: verification)
    return .success(WriteAheadLog(file: file, header: header, scan: scan))
  }

  private init(file: RawFile, header: Header, scan: LogScan) {
    self.file = file
    self.header = header
    pageCount = scan.committedPageCount
    state = LogState(
      size: file.size, pageSize: header.pageSize, frames: scan.frameCount,
      committed: scan.committed, uncommitted: scan.valid - scan.committed, end: scan.end,
      locatedBy: scan.locatedBy)
    frames = FrameSearch(pages: scan.pages, committed: scan.committed)
  }

  /// The newest committed frame that holds a page, numbered from 1.
  func frame(of page: UInt32) -> Int? { frames.newest(of: page) }

  /// Reads and checks one frame; `scratch` holds frame header and page afterwards.
  func read(frame: Int, page: UInt32, into scratch: UnsafeMutableRawBufferPointer) throws {
    try LogScan.read(frame: frame, of: file, header: header, into: scratch)
    guard
      let previous = try LogScan.checksum(before: frame, of: file, header: header),
      let number = LogScan.check(UnsafeRawBufferPointer(scratch), after: previous, header: header),
      number.page == page
    else { throw Damage(frame: frame) }
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
