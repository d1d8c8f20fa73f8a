/// The `-shm` file that SQLite keeps beside a write-ahead log (walformat.html §2), read as plain
/// bytes, never mapped.
///
/// No page is looked up in it: the log alone says what is committed. It is only heard as a witness
/// of frames that are gone.
enum SharedIndex {
  /// Two copies of the header, and how many frames checkpoints have copied; readers write behind it.
  static let headerSize = 100

  /// Frames that the file calls committed and that neither the main file nor the log has; 0 when its
  /// header says nothing sound, or is about another log.
  static func lostFrames(_ file: RawFile, log: WriteAheadLog?) throws(RawFile.Failure) -> Int {
    let bytes = try file.bytes(at: 0, count: headerSize)
    guard isHeader(bytes) else { return 0 }
    var known = Int(word(bytes, 96))
    if let log {
      // As they are in the log, whatever the machine's byte order.
      let salts = UInt64(bytes.bigEndian32(at: 32)) << 32 | UInt64(bytes.bigEndian32(at: 36))
      guard salts == log.header.salts else { return 0 }
      known = max(known, log.state.committed)
    }
    return max(0, Int(word(bytes, 16)) - known)
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
}
