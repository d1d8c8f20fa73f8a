internal import StoreEngine

/// From bytes to records: decoding, lines, messages.
struct TraceInputReader {
  private var decoder = TextDecoder()
  private var lines = LineSplitter()
  var scanner: LogScanner

  init(keepsValues: Bool) { scanner = LogScanner(keepsValues: keepsValues) }

  var summary: TraceInput {
    var input = scanner.input
    input.bytes = lines.byteCount
    input.lines = lines.lineCount
    input.isUTF16 = decoder.isUTF16
    return input
  }

  /// Whether marks found ahead are right for the next bytes.
  var takesMarks: Bool { decoder.isTransparent && lines.takesMarks }

  mutating func feed(_ bytes: UnsafeRawBufferPointer, _ marks: LineMarks) {
    lines.feed(bytes, marks) { scanner.line($0) }
  }

  mutating func feed(_ bytes: UnsafeRawBufferPointer) {
    decoder.decode(bytes) { chunk in lines.feed(chunk) { scanner.line($0) } }
  }

  mutating func finish() {
    decoder.finish { chunk in lines.feed(chunk) { scanner.line($0) } }
    lines.finish { scanner.line($0) }
    scanner.finish()
  }
}
