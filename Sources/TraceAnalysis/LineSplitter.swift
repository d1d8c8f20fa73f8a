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

  /// A complete line without its line feed, or as much of it as is kept.
  struct Line {
    var bytes: UnsafeRawBufferPointer
    var kind: LineKind
    var timing = Timing()
    /// Of its statement, if it was found ahead.
    var skeleton: SQLSkeleton?
    var isCut = false
    var number: Int
  }

  /// Whether marks that tell of line feeds are right for what is fed next.
  var takesMarks: Bool { lineEnd == 10 }

  /// Calls `body` for each complete line of a chunk.
  mutating func feed(
    _ chunk: UnsafeRawBufferPointer, _ marks: LineMarks, _ body: (Line) -> Void
  ) {
    byteCount += chunk.count
    var start = 0
    var statement = 0
    for mark in marks.marks {
      let end = Int(mark.end)
      var skeleton: SQLSkeleton?
      if mark.kind == .sql {
        skeleton = marks.skeletons[statement]
        statement += 1
      }
      if start == 0, isSkipping || !carry.isEmpty {
        keep(chunk.slice(0, end))
        finishLine(body)
      } else if end - start > Self.longestLine {
        keep(chunk.slice(start, end))
        finishLine(body)
      } else {
        lineCount += 1
        body(
          Line(
            bytes: chunk.slice(start, end), kind: mark.kind, timing: mark.timing,
            skeleton: skeleton, number: lineCount))
      }
      start = end + 1
    }
    if start < chunk.count { keep(chunk.slice(start, chunk.count)) }
  }

  /// What ends lines, which is decided when the first comes.
  mutating func lineEnd(at chunk: UnsafeRawBufferPointer) -> UInt8 {
    if let lineEnd { return lineEnd }
    let feed = chunk.find(10)
    if let place = chunk.find(13), place < feed ?? chunk.count, place + 1 < chunk.count,
      place + 1 != feed
    {
      // A line feed may stand behind them all, and a return within a line of another program.
      let feeds = chunk.count { $0 == 10 }
      lineEnd = feeds < chunk.count { $0 == 13 } ? 13 : 10
    } else if feed != nil {
      lineEnd = 10
    }
    return lineEnd ?? 10
  }

  /// The last line, when the input did not end with a line feed.
  mutating func finish(_ body: (Line) -> Void) {
    if isSkipping || !carry.isEmpty { finishLine(body) }
  }

  private mutating func keep(_ bytes: UnsafeRawBufferPointer) {
    let room = Self.longestLine - carry.count
    carry.append(contentsOf: bytes.prefix(room))
    if bytes.count > room { isSkipping = true }
  }

  private mutating func finishLine(_ body: (Line) -> Void) {
    lineCount += 1
    carry.withUnsafeBytes {
      body(Line(bytes: $0, kind: LineKind(of: $0), isCut: isSkipping, number: lineCount))
    }
    carry.removeAll(keepingCapacity: carry.capacity <= 1 << 16)
    isSkipping = false
  }
}
