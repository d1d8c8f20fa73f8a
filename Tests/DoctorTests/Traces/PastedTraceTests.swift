import StoreDoctor
import StoreEngine
import StoreModel
import Testing
import TraceAnalysis

/// Logs that came out of a page, a table or a mail.
@Suite("Pasted traces") struct PastedTraceTests {
  private static let loop: [String] =
    [
      "CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZTITLE FROM ZBOOK t0 ORDER BY t0.ZTITLE",
      "CoreData: annotation: sql connection fetch time: 0.0009s",
      "CoreData: annotation: total fetch execution time: 0.0015s for 12 rows.",
    ]
    + (1...12).flatMap { number in
      [
        "CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZNAME FROM ZAUTHOR t0 WHERE  t0.Z_PK = ? ",
        "CoreData: annotation: sql connection fetch time: 0.0002s",
        "CoreData: annotation: total fetch execution time: 0.0003s for 1 rows.",
        "CoreData: annotation: fault fulfilled from database for : 0xa00\(9000 + number) "
          + "<x-coredata://DE6497F9-8B94-420D-81B7-E25B992E28C2/Author/p\(number)>",
      ]
    }

  private func report(_ lines: [String], ending: String = "\n") -> TraceReport {
    let analyzer = TraceAnalyzer()
    analyzer.feed(Array((lines.joined(separator: ending) + ending).utf8))
    return analyzer.finish()
  }

  private static let padding = loop.map(\.count).max() ?? 0
  private static let forms: [(name: String, lines: [String])] = [
    ("no-break spaces", loop.map { $0.replacing(" ", with: "\u{A0}") }),
    ("narrow ones", loop.map { $0.replacing("sql: ", with: "sql:\u{202F}") }),
    ("zero-width ones", loop.map { "\u{200B}" + $0.replacing("t0.", with: "t0\u{200B}.") }),
    ("borders behind", loop.map { $0 + " |" }),
    ("borders on both sides", loop.map { "| \($0) |" }),
    (
      "a padded table",
      loop.map { "| " + $0 + String(repeating: " ", count: padding - $0.count) + " |" }
    ),
    ("quotation marks", loop.map { "> " + $0 }),
    ("two quotation marks", loop.map { ">> " + $0 }),
  ]

  @Test("are read as the log they were", arguments: forms.indices)
  func areRead(_ index: Int) {
    let form = Self.forms[index]
    let whole = report(Self.loop)
    #expect(whole.patterns.map(\.kind) == [.nPlusOne])
    for ending in ["\n", "\r\n"] {
      let found = report(form.lines, ending: ending)
      #expect(found.patterns.map(\.kind) == [.nPlusOne], "\(form.name)")
      #expect(found.patterns.map(\.sql) == whole.patterns.map(\.sql), "\(form.name)")
      #expect(found.templates.map(\.sql) == whole.templates.map(\.sql), "\(form.name)")
      #expect(found.templates.map(\.rows) == whole.templates.map(\.rows), "\(form.name)")
      #expect(
        found.templates.map(\.nanoseconds) == whole.templates.map(\.nanoseconds), "\(form.name)")
      #expect(found.limits == whole.limits, "\(form.name)")
    }
  }

  /// A table whose cells broke the lines is put together as a log without borders is.
  @Test("of a narrow table are put together")
  func brokenCells() {
    let lines = Self.loop.flatMap { line in
      stride(from: 0, to: line.count, by: 60).map { "| \(line.dropFirst($0).prefix(60)) |" }
    }
    let found = report(lines)
    #expect(found.patterns.map(\.kind) == [.nPlusOne])
    #expect(found.patterns.map(\.sql) == report(Self.loop).patterns.map(\.sql))
  }

  /// Below any width that is told: what these queries ask for is lost, so they are not the same one.
  @Test("queries broken off before their table are not called equal", arguments: [20, 25, 30, 35])
  func fragments(_ width: Int) {
    let cut = report(Self.loop.map { String($0.prefix(width)) })
    #expect(!cut.patterns.map(\.kind).contains(.redundantFetch))
    let broken = Self.loop.flatMap { line in
      stride(from: 0, to: line.count, by: width).map { String(line.dropFirst($0).prefix(width)) }
    }
    #expect(!report(broken).patterns.map(\.kind).contains(.redundantFetch))
  }

  /// SQL joins texts with two bars, and a statement may be wrapped there.
  @Test("SQL that ends in bars is no table")
  func joinedTexts() {
    let lines = [
      "CoreData: sql: SELECT t0.ZFIRST ||", " t0.ZLAST FROM ZPERSON t0",
      "CoreData: annotation: sql connection fetch time: 0.0002s",
    ]
    let sql = report(lines).templates.map(\.sql)
    #expect(sql.first?.contains("||") == true, "\(sql)")
  }
}
