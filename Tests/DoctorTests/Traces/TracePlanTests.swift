import StoreDoctor
import StoreEngine
import Testing
import TraceAnalysis

@Suite("Query plans of a trace")
struct TracePlanTests {
  @Test("Filters and sorts without an index are asked of the store")
  func plans() throws {
    let store = try Connection(path: ":memory:", mode: .memory)
    try store.run("CREATE TABLE ZBOOK (Z_PK INTEGER PRIMARY KEY, Z_OPT, ZTITLE, ZAUTHOR)")
    try store.run("CREATE INDEX ZBOOK_ZAUTHOR_INDEX ON ZBOOK (ZAUTHOR)")
    let plans = QueryPlans { sql in
      sql.hasPrefix("EXPLAIN")
        ? try? store.rows(sql) : [[.integer(sql.contains("ZTAG") ? 3 : 50_000)]]
    }
    var log = LogScript(level: 2)
    log.books(5, rest: " WHERE  t0.ZTITLE = ?", ["\"a\""])
    log.books(5, rest: " WHERE  t0.ZAUTHOR = ? AND t0.ZTITLE = ?", ["1", "\"a\""])
    log.books(5, rest: " WHERE  t0.ZAUTHOR > ? ORDER BY t0.ZTITLE", ["1"])
    log.read("SELECT 0, t0.Z_PK FROM ZTAG t0 WHERE  t0.ZNAME = ?", ["1"], rows: 1)
    let analyzer = TraceAnalyzer(model: LogScript.model)
    analyzer.feed(Array(log.text(.console).utf8))
    let report = analyzer.finish(plans: plans)
    #expect(
      report.patterns.map { "\($0.kind) \($0.candidates)" }.sorted()
        == ["unindexedFilter [\"Book.title\"]", "unindexedSort [\"Book.title\"]"])
  }
}
