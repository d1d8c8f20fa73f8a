import StoreDoctor
import TestSupport
import Testing
import TraceAnalysis

/// Damaged logs of a fixed seed: whatever comes, there is a report, and its numbers add up.
@Suite("Damaged traces")
struct TraceFuzzTests {
  private static let base: [[UInt8]] =
    LogStyle.allCases.map { style in
      var log = LogScript(level: 3)
      log.authors(8)
      for key in 1...8 { log.booksOfAuthor(key) }
      log.save(books: 1..<3)
      log.fetch(
        LogScript.books, rows: 9, entity: "Book",
        prefetching: [("pages", LogScript.pagePrefetch, 40)])
      return Array(log.text(style).utf8)
    } + [
      Array(
        "BEGIN; SELECT a FROM t WHERE b IN (1,2); -- 12 ns\nCREATE TRIGGER x BEGIN y; END;\n".utf8),
      Array(
        "{\"trace\":\"storedoctor\",\"version\":1,\"values\":true}\n{\"sequence\":1,\"purpose\":\"fetch\",\"sql\":\"SELECT 1\",\"values\":[1,null,\"a\",{\"blob\":\"00ff\"},2.5],\"rows\":3}\n"
          .utf8),
    ]

  @Test("Bytes changed, cut, doubled and mixed", arguments: 0..<12)
  func mutations(seed: UInt64) {
    var random = Seeded(seed &+ 1)
    for _ in 0..<60 {
      guard var bytes = Self.base.randomElement(using: &random) else { return }
      for _ in 0..<Int.random(in: 1...12, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + 40))
        case 2: bytes.insert(contentsOf: bytes.prefix(60), at: place)
        case 3: bytes.insert(contentsOf: [0, 0xff, 0x1b, UInt8(ascii: "[")], at: place)
        case 4: bytes[place] = UInt8(ascii: "\"")
        default: bytes.insert(contentsOf: Array("99999999999999999999999".utf8), at: place)
        }
      }
      let analyzer = TraceAnalyzer(model: seed % 2 == 0 ? LogScript.model : nil)
      var rest = bytes[...]
      while !rest.isEmpty {
        let part = rest.prefix(Int.random(in: 1...700, using: &random))
        analyzer.feed(Array(part))
        rest = rest.dropFirst(part.count)
      }
      let report = analyzer.finish()
      #expect(report.statements == report.input.statements)
      #expect(report.templates.reduce(0) { $0 + $1.count } == report.statements)
      #expect(report.input.bytes == bytes.count || report.input.isUTF16)
    }
  }

  @Test("Noise gives an empty report that says so", arguments: 0..<4)
  func noise(seed: UInt64) {
    var random = Seeded(seed &+ 99)
    let bytes = (0..<200_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let analyzer = TraceAnalyzer()
    analyzer.feed([0x20] + bytes)
    let report = analyzer.finish()
    #expect(report.patterns.isEmpty)
    #expect(report.input.skipped != nil)
  }
}
