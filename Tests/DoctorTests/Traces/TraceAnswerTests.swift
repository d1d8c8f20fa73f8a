import Diagnostics
import StoreDoctor
import StoreModel
import Testing
import TraceAnalysis

/// What `trace` answers, asked of the library.
@Suite("Answers about traces")
struct TraceAnswerTests {
  private static func log(
    _ path: String, ignoring ignored: [String] = [], showsTimeline: Bool = false,
    _ build: (inout LogScript) -> Void
  ) throws -> TracedLog {
    let subject = try TraceSubject(
      models: [LogScript.model], ignoring: ignored.map(AccessPattern.Suppression.init))
    let analyzer = subject.analyzer()
    var log = LogScript(level: 2)
    build(&log)
    analyzer.feed(Array(log.text(.console).utf8))
    return subject.log(path, of: analyzer, showsTimeline: showsTimeline)
  }

  private static func loop(_ log: inout LogScript) {
    log.authors(10)
    for key in 1...10 { log.booksOfAuthor(key) }
  }

  private static func keys(_ value: JSONValue?) -> [String] {
    (value?.members ?? [:]).keys.sorted()
  }

  private static func elements(_ value: JSONValue?) -> [JSONValue] {
    if case .array(let elements)? = value { elements } else { [] }
  }

  @Test("Findings and limits decide")
  func verdict() throws {
    let log = try Self.log("app.log", Self.loop)
    let answer = TraceAnswer([log])
    #expect(answer.findings.map(\.rule) == ["n-plus-one"])
    #expect(answer.findings.first?.location == Location(path: "app.log", line: 5))
    #expect(answer.verdict == .found)
    #expect(TraceAnswer([log], .init(failOn: .error)).verdict == .done)
    let limited = TraceAnswer([log], .init(maxQueries: 10, failOn: .error))
    #expect(limited.findings.map(\.rule) == ["n-plus-one", "too-many-queries"])
    #expect(limited.findings.last?.message == "11 queries are more than the 10 allowed")
    #expect(limited.verdict == .found)
    #expect(TraceAnswer([log], .init(maxQueries: 11)).findings.count == 1)
    let ignoring = try Self.log("app.log", ignoring: ["n-plus-one:Author.books"], Self.loop)
    #expect(ignoring.ignored == 1 && ignoring.findings.isEmpty)
    #expect(TraceAnswer([ignoring]).verdict == .done)
  }

  @Test("Two logs: only what is new is found")
  func comparison() throws {
    let quiet = try Self.log("a.log") { $0.authors(10) }
    let loud = try Self.log("b.log", Self.loop)
    let worse = TraceAnswer(before: quiet, after: loud)
    #expect(worse.findings.map(\.rule) == ["n-plus-one", "more-queries"])
    #expect(worse.findings.last?.message == "11 queries instead of 1")
    #expect(worse.findings.allSatisfy { $0.location?.path == "b.log" })
    let better = TraceAnswer(before: loud, after: quiet)
    #expect(better.findings.isEmpty && better.verdict == .done)
    #expect(better.comparison?.fixed.map(\.subject) == ["Author.books"])
    let same = TraceAnswer(before: loud, after: loud)
    #expect(same.comparison?.kept.count == 1 && same.comparison?.new == [])
    #expect(same.verdict == .done)
    let json = try JSONValue(encoding: worse).members
    #expect(Self.keys(.object(json ?? [:])) == ["comparison", "logs"])
    #expect(
      Self.keys(json?["comparison"]) == [
        "changes", "fixed", "kept", "new", "queriesAfter", "queriesBefore",
      ])
    #expect(json?["comparison"]?.members?["queriesAfter"] == 11)
    #expect(
      Self.keys(Self.elements(json?["comparison"]?.members?["changes"]).first) == [
        "countAfter", "countBefore", "entity", "nanosecondsAfter", "nanosecondsBefore", "sql",
        "verdict",
      ])
  }

  @Test("The keys of JSON")
  func json() throws {
    let answer = TraceAnswer([try Self.log("app.log", showsTimeline: true, Self.loop)])
    let body = try JSONValue(encoding: answer).members
    #expect(Self.keys(.object(body ?? [:])) == ["logs"])
    let log = try #require(Self.elements(body?["logs"]).first?.members)
    #expect(
      log.keys.sorted() == [
        "ignored", "input", "limits", "nanoseconds", "path", "patterns", "queries", "stages",
        "statements", "templates", "timeline",
      ])
    #expect(
      Self.keys(log["input"]) == [
        "bytes", "cutLines", "damagedLines", "formats", "level", "lines", "otherLines",
        "privateMessages", "unknownSQLLines",
      ])
    #expect(log["input"]?.members?["formats"] == ["sqlDebug"])
    let pattern = try #require(Self.elements(log["patterns"]).first?.members)
    #expect(
      pattern.keys.sorted() == [
        "candidates", "certainty", "depth", "distinct", "entity", "kind", "message",
        "namesAreDerived", "nanoseconds", "occurrences", "outer", "relationship", "rows", "rule",
        "sample", "source", "sql", "stage", "statementShare", "statements", "timeShare",
      ])
    #expect(pattern["outer"] == .null && pattern["kind"] == "nPlusOne")
    #expect(pattern["rule"] == "n-plus-one" && pattern["certainty"] == "certain")
    #expect(Self.keys(pattern["sample"]) == ["line", "object", "values"])
    #expect(Self.keys(pattern["source"]) == ["entity", "line", "rows", "sql"])
    #expect(
      Self.keys(Self.elements(log["templates"]).first) == [
        "count", "entity", "firstLine", "nanoseconds", "purpose", "relationship", "rows", "share",
        "slowestNanoseconds", "sql",
      ])
    #expect(Self.keys(log["timeline"]) == ["axis", "spanLength", "spans", "start"])
    #expect(
      Self.keys(Self.elements(log["timeline"]?.members?["spans"]).first) == [
        "commits", "faults", "nanoseconds", "reads", "rows", "statements", "writes",
      ])
  }

  @Test(
    "Names that suppress nothing",
    arguments: [
      ("n-plus-two", "there is no rule 'n-plus-two' for traces", "did you mean 'n-plus-one'?"),
      ("n-plus-one:Autor", "the models have no entity 'Autor'", "did you mean 'Author'?"),
      (
        "n-plus-one:Author.book", "'Author' has no relationship 'book'", "did you mean 'books'?"
      ),
    ])
  func suppressions(_ text: String, _ message: String, _ help: String) throws {
    let error = #expect(throws: SuppressionError.self) {
      try TraceSubject(models: [LogScript.model], ignoring: [AccessPattern.Suppression(text)])
    }
    #expect(error?.description == message && error?.help == [help])
  }

  @Test("A log that says nothing")
  func flaws() {
    func flaw(_ text: String) -> TraceReport.Flaw? {
      let analyzer = TraceAnalyzer()
      analyzer.feed(Array(text.utf8))
      return analyzer.finish().flaw
    }
    #expect(flaw("") == .empty)
    #expect(flaw("hello\n") == .noStatements)
    #expect(flaw("CoreData: sql: <private>\n") == .masked)
    #expect(flaw("{\"trace\":\"storedoctor\",\"version\":2,\"values\":true}\n") == .otherVersion(2))
    #expect(flaw("CoreData: sql: SELECT a FROM t\n") == nil)
  }
}
