import StoreDoctor
import StoreEngine
import StoreModel
import Testing
import TraceAnalysis

/// Logs whose lines a terminal or a form broke or cut at a column.
@Suite("Line width of traces") struct TraceLineWidthTests {
  private func report(_ text: String) -> TraceReport {
    let analyzer = TraceAnalyzer()
    analyzer.feed(Array(text.utf8))
    return analyzer.finish()
  }

  private static let loop: [String] =
    [
      "CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZTITLE, t0.ZAUTHOR FROM ZBOOK t0 ORDER BY "
        + "t0.ZTITLE",
      "CoreData: annotation: sql connection fetch time: 0.0009s",
      "CoreData: annotation: total fetch execution time: 0.0015s for 25 rows.",
    ]
    + (1...25).flatMap { number in
      [
        "CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZNAME, t0.ZBORN FROM ZAUTHOR t0 WHERE  "
          + "t0.Z_PK = ? ",
        "CoreData: annotation: sql connection fetch time: 0.0002s",
        "CoreData: annotation: total fetch execution time: 0.0003s for 1 rows.",
        "CoreData: annotation: fault fulfilled from database for : 0xa0000000000\(9000 + number) "
          + "<x-coredata://DE6497F9-8B94-420D-81B7-E25B992E28C2/Author/p\(number)>",
      ]
    }

  private static func broken(_ width: Int) -> String {
    loop.map { line in
      stride(from: 0, to: line.count, by: width).map { String(line.dropFirst($0).prefix(width)) }
        .joined(separator: "\n")
    }.joined(separator: "\n") + "\n"
  }

  @Test("lines broken at a column are put together", arguments: [60, 72, 80, 100])
  func brokenLines(_ width: Int) {
    let whole = report(Self.loop.joined(separator: "\n") + "\n")
    let found = report(Self.broken(width))
    #expect(found.patterns.map(\.kind) == [.nPlusOne])
    #expect(found.patterns.map(\.sql) == whole.patterns.map(\.sql))
    #expect(found.templates.map(\.rows) == whole.templates.map(\.rows))
    #expect(found.limits.count == 1 && whole.limits == [])
    #expect(found.limits.first?.contains("column \(width)") == true)
  }

  /// Equally long lines that all end by themselves: the rows stand behind the object id.
  @Test("annotations that go on behind an object id are whole")
  func annotationsWithRows() {
    let faults = (10...20).map { number in
      "CoreData: annotation: to-many relationship fault \"tags\" for objectID 0xa7ab2d44ebb9106e "
        + "<x-coredata://0783522F-1851-4BC7-AE0D-AB4C83489E8B/Item/p\(number)> fulfilled from "
        + "database.  Got 0 rows"
    }
    #expect(report(faults.joined(separator: "\n") + "\n").limits == [])
    let cut = faults.map { String($0.prefix(155)) }.joined(separator: "\n") + "\n"
    #expect(report(cut).limits.contains { $0.contains("cut at column 155") })
  }

  /// Lines of one length that end by themselves: with a colour, or as one value of JSON.
  @Test(
    "colours and JSON end a line", arguments: [("\u{1B}[36m", "\u{1B}[0m"), ("{\"m\":\"", "\"},")])
  func wholeLines(_ ends: (begin: String, end: String)) {
    let lines = (10...30).map { number in
      ends.begin
        + "CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZBOOK t0 WHERE t0.Z_PK = \(number)"
        + ends.end
    }
    #expect(report(lines.joined(separator: "\n") + "\n").limits == [])
  }

  /// What is cut off may be what makes each question another one.
  @Test("of lines cut at a column nothing certain is said", arguments: [60, 72, 80])
  func cutLines(_ width: Int) {
    let cut = Self.loop.map { String($0.prefix(width)) }.joined(separator: "\n") + "\n"
    let found = report(cut)
    #expect(found.patterns.allSatisfy { $0.kind != .redundantFetch && $0.kind != .repeatedFault })
    #expect(found.patterns.allSatisfy { $0.certainty != .certain })
    #expect(found.limits.contains { $0.contains("cut at column \(width)") })
  }

  @Test("a plan asked for by hand is no query")
  func plans() {
    let text = """
      sql: SELECT t0.Z_PK FROM ZREGION t0 WHERE t0.ZDATE = ?
      annotation: total fetch execution time: 0.0007s for 5 rows.
      sqlite> EXPLAIN QUERY PLAN
      SELECT t0.Z_PK
      FROM ZREGION t0;
      0|0|0|SCAN TABLE ZREGION AS t0
      sql: SELECT COUNT(*) FROM ZREGION

      """
    #expect(report(text).statements == 2)
  }
}
