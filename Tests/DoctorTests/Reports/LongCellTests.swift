import Foundation
import StoreModel
import Testing

@testable import Diagnostics
@testable import StoreDoctor

/// A value of many megabytes: people see its beginning, programs get all of it, in pieces.
@Suite struct LongCellTests {
  private func written(
    _ text: String, _ format: RowFormat, pieces: inout [Int]
  ) throws -> String {
    var bytes: [UInt8] = []
    var sizes: [Int] = []
    var isRead = false
    var text = text
    try text.withUTF8 { content in
      let raw = UnsafeRawBufferPointer(content)
      let stream = RowStream(
        columns: [Report.Table.Column("a")], format: format,
        next: {
          defer { isRead = true }
          return !isRead
        }, cell: { _ in .text(raw) })
      let out = ByteOutput {
        sizes.append($0.count)
        bytes += $0
      }
      try TextRows(style: .plain, width: nil).write(stream, to: out)
      out.flush()
    }
    pieces = sizes
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Characters of one to four bytes, so that any border lies within one sometimes.
  private static let texts = [
    String(repeating: "a", count: 1 << 20),
    String(repeating: "aé日😀\"", count: 100_000), "x" + String(repeating: "日", count: 200_000),
  ]

  @Test(arguments: texts) func programsGetAll(_ text: String) throws {
    var pieces: [Int] = []
    let csv = try written(text, .csv, pieces: &pieces)
    let quoted = "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    #expect(csv == "a\n" + (text.contains("\"") ? quoted : text) + "\n")
    #expect((pieces.max() ?? 0) < 1 << 19)
    let json = try written(text, .jsonl, pieces: &pieces)
    let object = try JSONDecoder().decode([String: String].self, from: Data(json.utf8))
    #expect(object["a"] == text)
    #expect((pieces.max() ?? 0) < 1 << 19)
    #expect(try written(text, .list, pieces: &pieces) == text + "\n")
  }

  /// Whether a field needs quotes is asked of eight bytes at a time: each byte at each place of them.
  @Test func eachCharacterIsQuotedWhereItHasTo() throws {
    var pieces: [Int] = []
    for scalar in (0..<256).compactMap({ Unicode.Scalar($0) }) {
      for length in 0..<17 {
        var text = String(repeating: "~", count: length) + String(scalar)
        text += String(repeating: " ", count: 16 - length)
        let quoted = "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\""
        let needsQuotes = ["\"", ",", "\n", "\r"].contains(String(scalar))
        #expect(try written(text, .csv, pieces: &pieces) == "a\n\(needsQuotes ? quoted : text)\n")
      }
    }
  }

  @Test(arguments: texts, [RowFormat.table, .line, .markdown])
  func peopleSeeTheBeginning(_ text: String, _ format: RowFormat) throws {
    var pieces: [Int] = []
    let shown = try written(text, format, pieces: &pieces)
    #expect(shown.contains("… (\(text.utf8.count) bytes in all; --mode csv writes them)"))
    #expect(shown.utf8.count < 200_000 && !shown.contains("\u{FFFD}"))
    #expect(shown.contains(text.prefix(1000)))
  }

  @Test func pathsDoNotSteerTheTerminal() throws {
    let finding = Finding(
      rule: "r", severity: .error, message: "m\u{1B}[31m",
      location: Location(path: "a\u{1B}]0;x\u{7}\u{202E}b.swift", line: 1, column: 1))
    let report = Report(command: "lint", findings: [finding])
    for reporter in [GitHubReporter(), MarkdownReporter()] as [any Reporter] {
      let out = ByteOutput()
      try reporter.write(report, to: out)
      #expect(!out.text.unicodeScalars.contains { $0.isUnsafeToShow && $0 != "\n" }, "\(out.text)")
      #expect(out.text.contains("\\u{1B}") || out.text.contains("\\\\u{1B}"))
    }
  }
}
