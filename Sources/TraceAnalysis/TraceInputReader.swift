internal import StoreEngine

/// From bytes to records: decoding, lines, messages.
struct TraceInputReader {
  private var decoder = TextDecoder()
  private var lines = LineSplitter()
  private var finder = LineFinder()
  private var marks = LineMarks()
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
    Self.read(bytes, marks, &lines, &scanner)
  }

  mutating func feed(_ bytes: UnsafeRawBufferPointer) {
    decoder.decode(bytes) { chunk in
      if lines.byteCount == 0 {
        let lineEnd = lines.lineEnd(at: chunk)
        scanner.paste = PasteMarks(chunk, lineEnd: lineEnd)
        if let paste = scanner.paste {
          // The borders of a table stand in one column too.
          scanner.width = paste.strip(piece: chunk, lineEnd: lineEnd).withUnsafeBytes {
            LineWidth($0, lineEnd: lineEnd)
          }
        } else {
          scanner.width = LineWidth(chunk, lineEnd: lineEnd)
        }
      }
      finder.find(&marks, in: chunk, lineEnd: lines.lineEnd(at: chunk))
      Self.read(chunk, marks, &lines, &scanner)
    }
  }

  mutating func finish() {
    decoder.finish { chunk in
      finder.find(&marks, in: chunk, lineEnd: lines.lineEnd(at: chunk))
      Self.read(chunk, marks, &lines, &scanner)
    }
    lines.finish { scanner.line($0) }
    scanner.finish()
  }

  private static func read(
    _ chunk: UnsafeRawBufferPointer, _ marks: LineMarks, _ lines: inout LineSplitter,
    _ scanner: inout LogScanner
  ) {
    scanner.tables.prepared = marks.prepared
    lines.feed(chunk, marks) { scanner.line($0) }
  }
}
