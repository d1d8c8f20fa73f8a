import Diagnostics
import StoreDoctor
import StoreEngine
import Testing

@testable import TraceAnalysis

/// Statements of a running program, which say what they are for.
@Suite("Events keep their shape")
struct EventShapeTests {
  private static let events: [TraceEvent] = {
    var events: [TraceEvent] = []
    func add(
      _ purpose: TraceEvent.Purpose, _ sql: String, _ value: SQLiteValue? = nil, rows: Int? = nil,
      changes: Int? = nil, entity: String? = nil, relationship: String? = nil, object: Int64? = nil
    ) {
      events.append(
        TraceEvent(
          sequence: events.count + 1, purpose: purpose, sql: sql, values: value.map { [$0] },
          rows: rows, changes: changes, nanoseconds: 100_000, entity: entity,
          relationship: relationship, object: object))
    }
    add(.fetch, LogScript.authors, rows: 8, entity: "Author")
    for key in Int64(1)...8 {
      add(
        .toManyFault, "SELECT 0, t0.Z_PK FROM ZBOOK t0 WHERE  t0.ZAUTHOR = ?", .integer(key),
        rows: 3, entity: "Author", relationship: "books", object: key)
    }
    for key in Int64(1)...6 {
      add(.begin, "BEGIN IMMEDIATE")
      add(.metadata, "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?", .integer(2), rows: 1)
      add(.save, "INSERT INTO ZBOOK(Z_PK) VALUES(?)", .integer(key), changes: 1)
      add(.save, "INSERT INTO ACHANGE(Z_PK) VALUES(?)", .integer(key), changes: 1)
      add(.commit, "COMMIT")
    }
    for title in ["a", "k", "c", "x", "e", "b", "g"] {
      add(
        .fetch, LogScript.books + " WHERE  t0.ZTITLE = ?", .text(title), rows: 1, entity: "Book")
    }
    add(.fetch, LogScript.books, rows: 400, entity: "Book")
    add(.count, "SELECT COUNT(*) FROM ZBOOK t0", rows: 400, entity: "Book")
    return events
  }()

  private static func words(_ pattern: AccessPattern) -> String {
    "\(pattern.kind) \(pattern.subject ?? "-") \(pattern.statements) \(pattern.certainty.level)"
  }

  private static func analysed(_ feed: (TraceAnalyzer) -> Void) -> TraceReport {
    let analyzer = TraceAnalyzer(model: LogScript.model)
    feed(analyzer)
    return analyzer.finish()
  }

  @Test("A trace in memory and one that was written show the same patterns")
  func allWays() throws {
    let direct = Self.analysed { analyzer in
      for event in Self.events { analyzer.record(event) }
    }
    #expect(
      direct.patterns.map(Self.words).sorted() == [
        "fetchInLoop Book 7 certain", "nPlusOne Author.books 8 certain",
        "saveInLoop Book 6 certain", "wholeRowsForCount Book 2 likely",
      ])
    #expect(direct.statements == Self.events.count && direct.input.statements == direct.statements)
    for (format, showsValues) in [(TraceFormat.jsonl, false), (.jsonl, true), (.text, true)] {
      var bytes: [UInt8] = []
      let writer = TraceWriter(format: format, showsValues: showsValues) { bytes += $0 }
      for event in Self.events { try writer.record(event) }
      try writer.flush()
      let read = Self.analysed { $0.feed(bytes) }
      #expect(read.patterns.map(Self.words).sorted() == direct.patterns.map(Self.words).sorted())
      #expect(read.patterns.map(\.rows).sorted() == direct.patterns.map(\.rows).sorted())
      #expect(read.templates.map(\.sql) == direct.templates.map(\.sql), "\(format)")
      #expect(read.templates.map(\.count) == direct.templates.map(\.count), "\(format)")
      #expect(read.queries == direct.queries && read.nanoseconds == direct.nanoseconds)
      guard format == .jsonl else { continue }
      #expect(read.templates.map(\.purpose) == direct.templates.map(\.purpose))
    }
  }

  @Test("What an event is for is not guessed from its text")
  func noGuess() {
    let analyzer = TraceAnalyzer(model: LogScript.model)
    for event in Self.events { analyzer.record(event) }
    _ = analyzer.finish()
    var heads: [TemplateHead] { analyzer.core.source.scanner.tables.heads }
    #expect(heads.count == 10)
    #expect(heads.allSatisfy { $0.kind == nil })
    analyzer.record(TraceEvent(sequence: 99, purpose: .other, sql: "UPDATE ZBOOK SET ZTITLE = ?"))
    #expect(heads.compactMap(\.kind) == [.update])
    let line = "CoreData: sql: SELECT COUNT(*) FROM ZBOOK t0\nCoreData: sql: COMMIT\n"
    analyzer.feed(Array(line.utf8))
    #expect(heads.compactMap(\.kind) == [.commit, .count, .update])
  }

  @Test("The purpose counts, not what the text looks like")
  func purposeCounts() {
    let row = "SELECT 0, t0.Z_PK FROM ZBOOK t0 WHERE  t0.Z_PK = ?"
    func faults(_ purpose: TraceEvent.Purpose) -> Int {
      Self.analysed { $0.record(TraceEvent(sequence: 1, purpose: purpose, sql: row)) }
        .timeline.spans.reduce(0) { $0 + $1.faults }
    }
    #expect(faults(.fault) == 1 && faults(.toManyFault) == 1 && faults(.fetch) == 0)
    #expect(faults(.other) == 1)
  }
}
