/// The page numbers of all committed frames, taken from the `-shm` file that SQLite keeps beside a
/// write-ahead log (walformat.html §2).
///
/// It is read as plain bytes, never mapped or locked. It is trusted only if its two header copies
/// agree, their checksum is right, and salts, page size, the last frame's checksum and commit mark
/// are those of the log. The page numbers themselves carry no checksum, and after a power failure
/// an old part of the file may have survived beside a new one; so some frames of every part that
/// the system writes at once are compared with the log, and each frame is checked again when read.
struct SharedIndex {
  var pages: [UInt32]
  var pageCount: UInt32

  /// Bytes that make up one hash table with its page numbers.
  private static let blockSize: Int64 = 32768
  private static let firstBlockFrames = 4062
  private static let blockFrames = 4096
  private static let headerSize = 136
  /// Compare one frame in so many with the log: four in each 4 KB of page numbers.
  private static let sampleStride = 256

  /// Nil unless everything fits the log.
  static func read(
    _ file: RawFile, log: RawFile, header: WriteAheadLog.Header
  ) throws(RawFile.Failure) -> SharedIndex? {
    let bytes = try file.bytes(at: 0, count: headerSize)
    guard isHeader(bytes) else { return nil }
    func word(_ offset: Int) -> UInt32 { Self.word(bytes, offset) }
    let encodedSize = Int(
      bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 14, as: UInt16.self) })
    let pageSize = (encodedSize & 0xFE00) + ((encodedSize & 1) << 16)
    let frames = Int(word(16))
    guard (bytes[13] != 0) == header.bigEndian, pageSize == header.pageSize,
      UInt64(bytes.bigEndian32(at: 32)) << 32 | UInt64(bytes.bigEndian32(at: 36)) == header.salts,
      frames > 0, frames <= LogScan(file: log, header: header).frameCount
    else { return nil }

    let last = LogChecksum(first: word(24), second: word(28))
    guard let commit = try frameHeader(frames, of: log, header: header),
      commit.salts == header.salts, commit.checksum == last, commit.pageCount == word(20),
      commit.pageCount != 0
    else { return nil }

    guard let pages = try pageNumbers(of: file, frames: frames) else { return nil }
    for frame in stride(from: 1, through: frames, by: sampleStride) {
      guard let sample = try frameHeader(frame, of: log, header: header),
        sample.salts == header.salts, sample.page == pages[frame - 1]
      else { return nil }
    }
    guard pages[frames - 1] == commit.page else { return nil }
    return SharedIndex(pages: pages, pageCount: commit.pageCount)
  }

  /// How many frames the file says were committed and not yet copied into the main file; 0 when it
  /// says nothing that can be trusted.
  static func framesNotInMain(_ file: RawFile) throws(RawFile.Failure) -> Int {
    let bytes = try file.bytes(at: 0, count: headerSize)
    guard isHeader(bytes) else { return 0 }
    return max(0, Int(word(bytes, 16)) - Int(word(bytes, 96)))
  }

  /// Whether the two copies of the header agree and their checksum is right.
  private static func isHeader(_ bytes: [UInt8]) -> Bool {
    guard bytes.count == headerSize, bytes[0..<48].elementsEqual(bytes[48..<96]) else {
      return false
    }
    var sum = LogChecksum()
    sum.add(Array(bytes[0..<40]), bigEndian: UInt32(1).bigEndian == 1)
    return sum == LogChecksum(first: word(bytes, 40), second: word(bytes, 44))
      && word(bytes, 0) == 3_007_000 && bytes[12] != 0
  }

  /// The file is in the byte order of the machine that wrote it.
  private static func word(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
    bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
  }

  /// Nil if the file is too short or a number is missing.
  private static func pageNumbers(
    of file: RawFile, frames: Int
  ) throws(RawFile.Failure) -> [UInt32]? {
    var failure: RawFile.Failure?
    let pages = [UInt32](unsafeUninitializedCapacity: frames) { buffer, filled in
      let raw = UnsafeMutableRawBufferPointer(buffer)
      var block: Int64 = 0
      while filled < frames {
        let count = min(block == 0 ? firstBlockFrames : blockFrames, frames - filled)
        let offset = block * blockSize + Int64(block == 0 ? headerSize : 0)
        let target = UnsafeMutableRawBufferPointer(rebasing: raw[filled * 4..<(filled + count) * 4])
        do throws(RawFile.Failure) {
          guard try file.read(into: target, at: offset) == count * 4 else { return }
        } catch {
          failure = error
          return
        }
        filled += count
        block += 1
      }
    }
    if let failure { throw failure }
    return pages.count == frames && !pages.contains(0) ? pages : nil
  }

  private static func frameHeader(
    _ frame: Int, of log: RawFile, header: WriteAheadLog.Header
  ) throws(RawFile.Failure) -> LogScan.FrameHeader? {
    let size = WriteAheadLog.frameHeaderSize
    let bytes = try log.bytes(at: header.offset(of: frame), count: size)
    return bytes.count == size ? bytes.withUnsafeBytes { LogScan.FrameHeader($0) } : nil
  }
}
