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

  mutating func feed(_ bytes: UnsafeRawBufferPointer) {
    decoder.decode(bytes) { chunk in
      lines.feed(chunk) { scanner.line($0, isCut: $1, number: $2) }
    }
  }

  mutating func finish() {
    decoder.finish { chunk in
      lines.feed(chunk) { scanner.line($0, isCut: $1, number: $2) }
    }
    lines.finish { scanner.line($0, isCut: $1, number: $2) }
    scanner.finish()
  }
}
