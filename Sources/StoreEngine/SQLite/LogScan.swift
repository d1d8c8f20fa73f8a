/// Finds the frames of a write-ahead log that count, as SQLite's recovery does: by the running
/// checksum over every byte from the header on, up to the first frame that does not fit. Only frames
/// up to the last commit are part of the data.
struct LogScan {
  let header: WriteAheadLog.Header
  /// Page number of each committed frame.
  private(set) var pages: [UInt32] = []
  /// The running checksum behind each committed frame, by which a changed frame is known later.
  private(set) var sums: [LogChecksum] = []
  /// Size of the database in pages after the last commit; 0 when nothing is committed.
  private(set) var pageCount: UInt32 = 0
  /// Complete frames in the file, whatever they are worth.
  private(set) var frameCount = 0
  /// Frames of this log behind the last commit.
  private(set) var uncommitted = 0
  private(set) var end = LogState.End.file
  /// The header of the frame behind the last committed one; empty when the file ends there.
  private(set) var next: [UInt8] = []

  var committed: Int { pages.count }

  /// Bytes that are read at once: large enough for few calls, small enough for the processor's cache.
  private static let chunk = 256 << 10

  init(_ file: RawFile, header: WriteAheadLog.Header) throws(RawFile.Failure) {
    self.header = header
    // Frame numbers are 32 bits wide, as in SQLite.
    let count = (file.size - Int64(WriteAheadLog.headerSize)) / Int64(header.frameSize)
    frameCount = Int(max(0, min(count, Int64(UInt32.max))))
    let perRead = max(1, Self.chunk / header.frameSize)
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: perRead * header.frameSize, alignment: 16)
    defer { buffer.deallocate() }
    // Frames since the last commit.
    var openPages: [UInt32] = []
    var openSums: [LogChecksum] = []
    var sum = header.checksum
    scanning: while committed + openPages.count < frameCount {
      let frame = committed + openPages.count + 1
      let read = try file.read(into: buffer, at: header.offset(of: frame))
      let complete = min(read / header.frameSize, frameCount - frame + 1)
      if complete == 0 { break }
      for index in 0..<complete {
        let start = index * header.frameSize
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[start..<start + header.frameSize])
        let parsed = FrameHeader(bytes)
        if openPages.isEmpty { next = Array(bytes[..<WriteAheadLog.frameHeaderSize]) }
        guard parsed.salts == header.salts else {
          let isHole = try Self.isHole(frame + index, of: frameCount, file, header)
          end = isHole ? .badChecksum(frame: frame + index) : .otherSalts
          break scanning
        }
        sum = Self.checksum(of: bytes, after: sum, header: header)
        guard parsed.page != 0, sum == parsed.checksum else {
          end = .badChecksum(frame: frame + index)
          break scanning
        }
        openPages.append(parsed.page)
        openSums.append(sum)
        guard parsed.pageCount != 0 else { continue }
        pageCount = parsed.pageCount
        pages += openPages
        sums += openSums
        openPages.removeAll(keepingCapacity: true)
        openSums.removeAll(keepingCapacity: true)
        next = []
      }
    }
    uncommitted = openPages.count
  }

  /// Frames behind one that does not fit in which others of the log are looked for.
  private static let reach = 64

  /// Whether frames of this log follow on one that is none: those of an earlier log never have its salts.
  private static func isHole(
    _ frame: Int, of count: Int, _ file: RawFile, _ header: WriteAheadLog.Header
  ) throws(RawFile.Failure) -> Bool {
    guard frame < count else { return false }
    for next in frame + 1...min(count, frame + reach) {
      let bytes = try file.read(at: header.offset(of: next), count: WriteAheadLog.frameHeaderSize)
      guard bytes.count == WriteAheadLog.frameHeaderSize else { return false }
      if bytes.withUnsafeBytes({ FrameHeader($0).salts == header.salts }) { return true }
    }
    return false
  }

  /// Reads one frame again, header and page; false when it is not the frame that was checked.
  func read(
    _ frame: Int, of file: RawFile, into target: UnsafeMutableRawBufferPointer
  ) throws(RawFile.Failure) -> Bool {
    let whole = UnsafeMutableRawBufferPointer(rebasing: target[0..<header.frameSize])
    guard try file.read(into: whole, at: header.offset(of: frame)) == header.frameSize else {
      return false
    }
    let before = frame > 1 ? sums[frame - 2] : header.checksum
    let parsed = FrameHeader(UnsafeRawBufferPointer(whole))
    return parsed.salts == header.salts && parsed.page == pages[frame - 1]
      && Self.checksum(of: UnsafeRawBufferPointer(whole), after: before, header: header)
        == sums[frame - 1]
  }

  /// Checksum over the first eight bytes of the frame header and the page.
  private static func checksum(
    of frame: UnsafeRawBufferPointer, after previous: LogChecksum, header: WriteAheadLog.Header
  ) -> LogChecksum {
    var sum = previous
    sum.add(UnsafeRawBufferPointer(rebasing: frame[0..<8]), bigEndian: header.bigEndian)
    sum.add(
      UnsafeRawBufferPointer(rebasing: frame[WriteAheadLog.frameHeaderSize..<header.frameSize]),
      bigEndian: header.bigEndian)
    return sum
  }

  /// The 24 bytes before each page.
  private struct FrameHeader {
    var page: UInt32
    /// Size of the database after the commit that this frame ends; 0 inside a transaction.
    var pageCount: UInt32
    var salts: UInt64
    var checksum: LogChecksum

    /// `bytes` holds at least 24.
    init(_ bytes: UnsafeRawBufferPointer) {
      func word(_ offset: Int) -> UInt32 {
        UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      }
      page = word(0)
      pageCount = word(4)
      salts = UInt64(word(8)) << 32 | UInt64(word(12))
      checksum = LogChecksum(first: word(16), second: word(20))
    }
  }
}
