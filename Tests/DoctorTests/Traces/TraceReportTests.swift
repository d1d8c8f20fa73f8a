import StoreDoctor
import StoreEngine
import StoreModel
import Testing
import TraceAnalysis

@Suite("Trace reports")
struct TraceReportTests {
  private func report(_ build: (inout LogScript) -> Void) -> TraceReport {
    var log = LogScript(level: 2)
    build(&log)
    let analyzer = TraceAnalyzer(model: LogScript.model)
    analyzer.feed(Array(log.text(.console).utf8))
    return analyzer.finish()
  }

  @Test("Statements are summed by template, costliest first")
  func profile() {
    let report = report { log in
      log.authors(10)
      for key in 1...4 { log.booksOfAuthor(key) }
      log.read(LogScript.books, rows: 7, seconds: "0.0100")
    }
    #expect(report.templates.map(\.count) == [1, 4, 1])
    #expect(report.templates.map(\.rows) == [7, 12, 10])
    #expect(report.templates.map(\.entity) == ["Book", "Book", "Author"])
    #expect(report.templates.map(\.purpose) == [.fetch, .toManyFault, .fetch])
    #expect(report.nanoseconds == 11_500_000)
    #expect(abs(report.templates.reduce(0) { $0 + $1.share } - 1) < 0.0001)
  }

  @Test("Stages of an own trace are summed apart")
  func stages() throws {
    let analyzer = TraceAnalyzer()
    for event in TraceReaderTests.ownEvents { analyzer.record(event) }
    let stage = try #require(analyzer.finish().stages.first)
    #expect(stage.stage == "V1 to V2")
    #expect(stage.statements == 6)
    #expect(stage.nanoseconds == 2_500_000)
    #expect(stage.templates.first?.sql == "ALTER TABLE ZA ADD COLUMN ZB INTEGER")
  }

  @Test("A trace with hidden values still shows its loops", arguments: TraceFormat.allCases)
  func hiddenValues(_ format: TraceFormat) throws {
    var bytes: [UInt8] = []
    let writer = TraceWriter(format: format) { bytes += $0 }
    let fetch = TraceEvent(
      sequence: 1, purpose: .fetch, sql: LogScript.authors, rows: 8, entity: "Author")
    try writer.record(fetch)
    for key in 1...8 {
      try writer.record(
        TraceEvent(
          sequence: key + 1, purpose: .toManyFault,
          sql: "SELECT 0, t0.Z_PK FROM ZBOOK t0 WHERE t0.ZAUTHOR = ?",
          values: [.integer(Int64(key))],
          rows: 2, nanoseconds: 1000, entity: "Author", relationship: "books", object: Int64(key)))
    }
    try writer.flush()
    #expect(!String(decoding: bytes, as: UTF8.self).contains("bind["))
    let analyzer = TraceAnalyzer()
    analyzer.feed(bytes)
    let report = analyzer.finish()
    #expect(report.patterns.map(\.subject) == ["Author.books"])
    #expect(report.patterns.first?.certainty == .certain)
  }

  @Test("The timeline stays small and keeps every statement")
  func timeline() {
    let short = report { log in for key in 1...10 { log.bookRow(key) } }
    #expect(short.timeline.axis == .statements)
    #expect(short.timeline.spans.count == 10)
    let long = report { log in for key in 1...1000 { log.bookRow(key) } }
    #expect(long.timeline.spans.count <= TraceTimeline.mostSpans)
    #expect(long.timeline.spans.reduce(0) { $0 + $1.statements } == 1000)
    #expect(long.timeline.spans.reduce(0) { $0 + $1.faults } == 1000)
    var log = LogScript(level: 1)
    for key in 1...20 {
      log.wait(milliseconds: 60_000)
      log.bookRow(key)
    }
    let analyzer = TraceAnalyzer()
    analyzer.feed(Array(log.text(.nslog).utf8))
    let timed = analyzer.finish().timeline
    #expect(timed.axis == .time)
    #expect(timed.spans.reduce(0) { $0 + $1.statements } == 20)
    #expect(timed.spans.count > 40)
  }

  @Test("Two traces: what got better, worse, is new or gone")
  func comparison() {
    let before = report { log in
      log.authors(10)
      for key in 1...10 { log.booksOfAuthor(key) }
      log.bookRow(1)
    }
    let after = report { log in
      log.fetch(
        LogScript.authors, rows: 10, entity: "Author",
        prefetching: [
          (
            "books",
            "SELECT 0, t0.Z_PK FROM ZBOOK t0 WHERE  t0.ZAUTHOR IN (SELECT * FROM _Z_intarray0)", 30
          )
        ])
      log.bookRow(1)
      log.bookRow(2)
    }
    let comparison = TraceComparison(before: before, after: after)
    #expect(comparison.changes.map(\.verdict) == [.gone, .new, .worse])
    #expect(comparison.fixed.map(\.subject) == ["Author.books"])
    #expect(comparison.new.isEmpty)
    #expect(before.statements == 12)
    #expect(after.statements == 4)
    #expect(TraceComparison(before: before, after: before).changes.isEmpty)
  }

  private func growing(_ growth: TraceGrowth) -> [TraceGrowth.Template] {
    growth.templates.filter { $0.degree == .linear || $0.degree == .more }
  }

  @Test("Growth between two sizes needs no threshold")
  func growth() {
    func work(_ size: Int) -> TraceReport {
      report { log in
        log.authors(size)
        for key in 1...size { log.booksOfAuthor(key) }
        for left in 1...size {
          for right in 1...size { log.bookRow(left * right) }
        }
        log.count("SELECT COUNT(*) FROM ZBOOK", of: size)
      }
    }
    let growth = TraceGrowth(small: work(2), large: work(4), scale: 2)
    #expect(growth.templates.map(\.large) == [16, 4, 1, 1])
    #expect(growth.templates.map(\.degree) == [.more, .linear, .constant, .constant])
    #expect(growing(growth).map(\.entity) == ["Book", "Book"])
    #expect(growth.loops.map(\.relationship) == [nil, "Author.books"])
    #expect(
      growth.loops.last?.message == "the queries for 'Author.books' grow with the data: 2, then 4")
  }

  @Test("Batches, pages and writes grow rightly")
  func rightGrowth() {
    func work(_ size: Int) -> TraceReport {
      report { log in
        log.read("SELECT 0, t0.Z_PK FROM ZBOOK t0", rows: size * 20, entity: "Book")
        for _ in 0..<size {
          log.read(
            LogScript.books + " WHERE  t0.Z_PK IN (SELECT * FROM _Z_intarray0)  LIMIT 20", rows: 20)
          log.read(LogScript.pagePrefetch, rows: 40)
        }
        for page in 0..<size { log.books(20, rest: " LIMIT 20 OFFSET \(page * 20)") }
        log.save(books: 0..<size * 20)
      }
    }
    let growth = TraceGrowth(small: work(2), large: work(4), scale: 2)
    #expect(growth.loops.isEmpty)
    #expect(growing(growth).count == 5)
  }

  @Test("Pauses and connections part a trace into windows")
  func windows() {
    var log = LogScript(level: 2)
    log.authors(5)
    log.booksOfAuthor(1)
    log.wait(milliseconds: 5000)
    log.books(7)
    log.note("annotation: Connecting to sqlite database file at \"/v/default.store\"")
    log.books(8)
    log.books(9)
    let analyzer = TraceAnalyzer(model: LogScript.model)
    analyzer.feed(Array(log.text(.nslog).utf8))
    let windows = analyzer.finish().windows
    #expect(windows.map(\.statements) == [2, 1, 2])
    #expect(windows.map { $0.templates.first?.count } == [1, 1, 2])
    #expect(windows.allSatisfy { $0.start != nil && $0.end ?? 0 >= $0.start ?? 0 })
    let plain = TraceAnalyzer()
    plain.feed(Array(log.text(.console).utf8))
    #expect(plain.finish().windows.map(\.statements) == [3, 2])
  }

  @Test("The last query before a pause belongs to its loop")
  func pausing() {
    var log = LogScript(level: 2)
    log.authors(10)
    for key in 1...10 { log.booksOfAuthor(key) }
    let text = Array(log.text(.console).utf8)
    let (followed, read) = (
      TraceAnalyzer(model: LogScript.model), TraceAnalyzer(model: LogScript.model)
    )
    followed.feed(text)
    followed.pause()
    read.feed(text)
    let (one, other) = (followed.finish().patterns, read.finish().patterns)
    #expect(one.map(\.statements) == other.map(\.statements) && !one.isEmpty)
    #expect(followed.finish().input.statements == read.finish().input.statements)
  }

  @Test("While a log is followed, patterns come as they show")
  func following() {
    var log = LogScript(level: 2)
    log.authors(10)
    for key in 1...10 { log.booksOfAuthor(key) }
    let analyzer = TraceAnalyzer(model: LogScript.model)
    analyzer.feed(Array(log.text(.console).utf8))
    #expect(analyzer.takeNewPatterns().isEmpty)
    var next = LogScript(level: 2)
    next.authors(10)
    next.books(2)
    next.books(3)
    analyzer.feed(Array(next.text(.console).utf8))
    #expect(analyzer.takeNewPatterns().map(\.subject) == ["Author.books"])
    #expect(analyzer.takeNewPatterns().isEmpty)
  }
}
