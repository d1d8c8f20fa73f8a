/// Reads the main file ahead where page follows page, which is how tables are read from beginning to
/// end: a sixteenth of the calls. What was read ahead is of the state that the image has, because that
/// is asked after each reading; served later it still is.
struct MainFileAhead {
  private let file: RawFile
  private let buffer: Buffer
  private var start: Int64 = 0
  private var count = 0
  /// Where the last reading ended.
  private var end: Int64 = -1

  /// Frees the memory with the image.
  private final class Buffer {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 4096)
    deinit { bytes.deallocate() }
  }

  init(_ file: RawFile) {
    self.file = file
    buffer = Buffer()
  }

  /// Serves what was read ahead; false where that does not have it all.
  mutating func copy(into target: UnsafeMutableRawBufferPointer, from place: Int64) -> Bool {
    guard place >= start, place - start <= Int64(count - target.count) else { return false }
    let first = Int(place - start)
    target.copyBytes(from: buffer.bytes[first..<first + target.count])
    end = place + Int64(target.count)
    return true
  }

  /// Fills as much of the target as the file has, and reads on where it follows on the last one.
  mutating func read(
    into target: UnsafeMutableRawBufferPointer, at place: Int64
  ) throws(RawFile.Failure) -> Int {
    let follows = place == end
    end = place + Int64(target.count)
    guard follows, target.count < buffer.bytes.count else {
      return try file.read(into: target, at: place)
    }
    count = 0
    count = try file.read(into: buffer.bytes, at: place)
    start = place
    let filled = min(count, target.count)
    target.copyBytes(from: buffer.bytes[..<filled])
    return filled
  }
}
