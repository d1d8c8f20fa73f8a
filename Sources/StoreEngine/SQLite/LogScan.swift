/// Finds the frames of a write-ahead log that count.
struct LogScan {
  let file: RawFile
  let header: WriteAheadLog.Header
  /// Complete frames in the file, whatever they are worth.
  let frameCount: Int
  /// Page number of frames 1…`valid`.
  private(set) var pages: [UInt32] = []
  /// Frames that belong to this log, committed or not.
  var valid: Int { pages.count }
  private(set) var committed = 0
  private(set) var committedPageCount: UInt32 = 0
  private(set) var end = LogState.End.file
  private(set) var locatedBy = LogState.Location.checksums

  init(file: RawFile, header: WriteAheadLog.Header) {
    self.file = file
    self.header = header
    // Frame numbers are 32 bits wide, as in SQLite.
    let count = (file.size - Int64(WriteAheadLog.headerSize)) / Int64(header.frameSize)
    frameCount = Int(min(count, Int64(UInt32.max)))
  }

  mutating func run(
    sharedIndex: RawFile?, verification: WriteAheadLog.Verification
  ) throws(RawFile.Failure) {
    if verification == .full || file.size <= WriteAheadLog.eagerBytes {
      try verify()
      return
    }
    if let sharedIndex, let found = try SharedIndex.read(sharedIndex, log: file, header: header) {
      pages = found.pages
      committed = found.pages.count
      committedPageCount = found.pageCount
      locatedBy = .sharedIndex
      // A process that died between writing its frames and updating the index leaves a committed
      // transaction that only the log knows.
      try walk()
      if committed > found.pages.count {
        reset(to: found)
        try verify()
      }
      return
    }
    locatedBy = .frameHeaders
    try walk()
    if committed > 0, try !isSound(frame: committed) {
      self = LogScan(file: file, header: header)
      try verify()
    }
  }

  private mutating func reset(to found: SharedIndex) {
    pages = found.pages
    committed = found.pages.count
    committedPageCount = found.pageCount
    end = .file
  }

  /// Goes on from the last known frame by frame headers alone.
  private mutating func walk() throws(RawFile.Failure) {
    pages.reserveCapacity(frameCount)
    var bytes: (UInt64, UInt64, UInt64) = (0, 0, 0)
    var offset = header.offset(of: valid + 1)
    while valid < frameCount {
      var failure: RawFile.Failure?
      let frame = withUnsafeMutableBytes(of: &bytes) { buffer -> FrameHeader? in
        do throws(RawFile.Failure) {
          guard try file.read(into: buffer, at: offset) == buffer.count else { return nil }
          return FrameHeader(UnsafeRawBufferPointer(buffer))
        } catch {
          failure = error
          return nil
        }
      }
      if let failure { throw failure }
      guard let frame else { return }
      guard accept(frame) else { return }
      offset += Int64(header.frameSize)
    }
  }

  /// Goes on from the last known frame, checking every byte.
  private mutating func verify() throws(RawFile.Failure) {
    guard var sum = try Self.checksum(before: valid + 1, of: file, header: header) else { return }
    let perRead = max(1, (256 << 10) / header.frameSize)
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: perRead * header.frameSize, alignment: 16)
    defer { buffer.deallocate() }
    while valid < frameCount {
      let count = try file.read(into: buffer, at: header.offset(of: valid + 1))
      let complete = min(count / header.frameSize, frameCount - valid)
      if complete == 0 { return }
      for index in 0..<complete {
        let start = index * header.frameSize
        let frame = UnsafeRawBufferPointer(rebasing: buffer[start..<start + header.frameSize])
        let parsed = FrameHeader(frame)
        guard parsed.salts == header.salts, parsed.page != 0 else {
          _ = accept(parsed)
          return
        }
        sum = Self.checksum(of: frame, after: sum, header: header)
        guard sum == parsed.checksum else {
          end = .badChecksum(frame: valid + 1)
          return
        }
        guard accept(parsed) else { return }
      }
    }
  }

  /// Counts a frame, or notes why the log ends before it.
  private mutating func accept(_ frame: FrameHeader) -> Bool {
    guard frame.salts == header.salts else {
      end = .otherSalts
      return false
    }
    guard frame.page != 0 else {
      end = .badChecksum(frame: valid + 1)
      return false
    }
    pages.append(frame.page)
    if frame.pageCount != 0 {
      committed = valid
      committedPageCount = frame.pageCount
    }
    return true
  }

  private func isSound(frame: Int) throws(RawFile.Failure) -> Bool {
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: header.frameSize, alignment: 16)
    defer { buffer.deallocate() }
    guard let sum = try Self.checksum(before: frame, of: file, header: header),
      try file.read(into: buffer, at: header.offset(of: frame)) == header.frameSize
    else { return false }
    return Self.check(UnsafeRawBufferPointer(buffer), after: sum, header: header) != nil
  }
}

extension LogScan {
  /// The 24 bytes before each page.
  struct FrameHeader {
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

  static func read(
    frame: Int, of file: RawFile, header: WriteAheadLog.Header,
    into scratch: UnsafeMutableRawBufferPointer
  ) throws {
    let whole = UnsafeMutableRawBufferPointer(rebasing: scratch[0..<header.frameSize])
    guard try file.read(into: whole, at: header.offset(of: frame)) == header.frameSize else {
      throw WriteAheadLog.Damage(frame: frame)
    }
  }

  /// The running checksum that a frame continues: its predecessor's, or the log header's.
  static func checksum(
    before frame: Int, of file: RawFile, header: WriteAheadLog.Header
  ) throws(RawFile.Failure) -> LogChecksum? {
    if frame <= 1 { return header.checksum }
    let bytes = try file.bytes(at: header.offset(of: frame - 1) + 16, count: 8)
    guard bytes.count == 8 else { return nil }
    return LogChecksum(first: bytes.bigEndian32(at: 0), second: bytes.bigEndian32(at: 4))
  }

  /// Checksum over the first eight bytes of the frame header and the page.
  static func checksum(
    of frame: UnsafeRawBufferPointer, after previous: LogChecksum, header: WriteAheadLog.Header
  ) -> LogChecksum {
    var sum = previous
    sum.add(UnsafeRawBufferPointer(rebasing: frame[0..<8]), bigEndian: header.bigEndian)
    sum.add(
      UnsafeRawBufferPointer(rebasing: frame[WriteAheadLog.frameHeaderSize..<header.frameSize]),
      bigEndian: header.bigEndian)
    return sum
  }

  /// The frame's header when salts and checksum are right.
  static func check(
    _ frame: UnsafeRawBufferPointer, after previous: LogChecksum, header: WriteAheadLog.Header
  ) -> FrameHeader? {
    let parsed = FrameHeader(frame)
    guard parsed.salts == header.salts, parsed.page != 0,
      checksum(of: frame, after: previous, header: header) == parsed.checksum
    else { return nil }
    return parsed
  }
}
