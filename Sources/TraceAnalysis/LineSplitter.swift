/// Cuts a byte stream into lines without copying them, except where a line spans two chunks.
///
/// A line longer than the limit (a binary file, a log of one endless line) is cut there and the
/// rest skipped, so memory stays flat whatever comes.
struct LineSplitter {
  static let longestLine = 1 << 20

  private(set) var lineCount = 0
  private(set) var byteCount = 0
  private var carry: [UInt8] = []
  private var isSkipping = false
  /// A line feed; a carriage return when the input begins with lines that end so alone.
  private var lineEnd: UInt8?

  /// Calls `body` for each complete line, without its line feed, and whether it was cut.
  mutating func feed(
    _ chunk: UnsafeRawBufferPointer,
    _ body: (UnsafeRawBufferPointer, _ isCut: Bool, _ number: Int) -> Void
  ) {
    byteCount += chunk.count
    let lineEnd = decideLineEnd(at: chunk)
    var start = 0
    if isSkipping || !carry.isEmpty {
      let end = chunk.find(lineEnd)
      keep(chunk.slice(0, end ?? chunk.count))
      guard let end else { return }
      finishLine(body)
      start = end + 1
    }
    while let end = chunk.find(lineEnd, from: start) {
      if end - start > Self.longestLine {
        keep(chunk.slice(start, end))
        finishLine(body)
      } else {
        lineCount += 1
        body(chunk.slice(start, end), false, lineCount)
      }
      start = end + 1
    }
    if start < chunk.count { keep(chunk.slice(start, chunk.count)) }
  }

  private mutating func decideLineEnd(at chunk: UnsafeRawBufferPointer) -> UInt8 {
    if let lineEnd { return lineEnd }
    if chunk.find(10) != nil {
      lineEnd = 10
    } else if let place = chunk.find(13), place + 1 < chunk.count {
      lineEnd = 13
    }
    return lineEnd ?? 10
  }

  /// The last line, when the input did not end with a line feed.
  mutating func finish(_ body: (UnsafeRawBufferPointer, _ isCut: Bool, _ number: Int) -> Void) {
    if isSkipping || !carry.isEmpty { finishLine(body) }
  }

  private mutating func keep(_ bytes: UnsafeRawBufferPointer) {
    let room = Self.longestLine - carry.count
    carry.append(contentsOf: bytes.prefix(room))
    if bytes.count > room { isSkipping = true }
  }

  private mutating func finishLine(
    _ body: (UnsafeRawBufferPointer, _ isCut: Bool, _ number: Int) -> Void
  ) {
    lineCount += 1
    carry.withUnsafeBytes { body($0, isSkipping, lineCount) }
    carry.removeAll(keepingCapacity: carry.capacity <= 1 << 16)
    isSkipping = false
  }
}
