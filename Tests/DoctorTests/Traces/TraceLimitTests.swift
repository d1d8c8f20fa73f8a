import StoreDoctor
import StoreEngine
import Testing
import TraceAnalysis

/// Numbers out of a log that no sum can hold, and more of everything than is told apart.
@Suite("Limits of traces") struct TraceLimitTests {
  private func report(_ text: String) -> TraceReport {
    let analyzer = TraceAnalyzer()
    analyzer.feed(Array(text.utf8))
    return analyzer.finish()
  }

  @Test("sums of rows and times stop at the largest number, and that is said")
  func sums() {
    let line = """
      CoreData: sql: SELECT 0, t0.Z_PK FROM ZNOTE t0 WHERE t0.Z_PK = ?
      CoreData: details: SQLite bind[0] = 1
      CoreData: annotation: sql connection fetch time: 9999999999999999.9s
      CoreData: annotation: total fetch execution time: 99999999999999999999s for \(Int64.max) rows.

      """
    let found = report(String(repeating: line, count: 12))
    #expect(found.statements == 12 && found.queries == 12)
    #expect(found.nanoseconds == .max)
    #expect(found.templates.map(\.rows) == [.max])
    #expect(found.limits.count == 2)
    #expect(found.limits.allSatisfy { $0.contains("more than can be counted") })
    let usual = line.replacing("99999999999999999999s", with: "2s")
      .replacing("9999999999999999.9s", with: "1s").replacing("\(Int64.max) rows", with: "3 rows")
    #expect(report(String(repeating: usual, count: 12)).limits == [])
  }

  @Test("the numbers of JSON lines likewise")
  func jsonLines() {
    let numbers = [Int64.max, .min, 0, -1]
    var text = "{\"trace\":\"storedoctor\",\"version\":1,\"values\":true}\n"
    for (index, number) in (numbers + numbers + numbers).enumerated() {
      text +=
        "{\"sequence\":\(index),\"purpose\":\"fetch\",\"sql\":\"SELECT a FROM t WHERE b = \(index)\","
        + "\"rows\":\(number),\"changes\":\(number),\"nanoseconds\":\(number),\"time\":\(number),"
        + "\"line\":\(number),\"object\":\(number),\"binding\":\(number)}\n"
    }
    let found = report(text)
    #expect(found.statements == 12)
    #expect(found.nanoseconds == .max)
    #expect(found.timeline.spans.reduce(0) { $0 + $1.statements } == 12)
  }

  @Test(
    "a time that 64 bits do not hold is unknown, and the line is read",
    arguments: ["0000-01-01", "1676-12-31", "1969-12-31", "2262-04-12", "9999-12-31", "9999-12-99"])
  func dates(_ day: String) throws {
    let line = " 10:00:00.999999999 App[1:2] CoreData: sql: SELECT a FROM t\n"
    let found = report(day + line + "2024-01-01" + line + day + line + "2262-04-11" + line)
    #expect(found.statements == 4)
    let start = try #require(found.windows.compactMap(\.start).first)
    #expect(found.windows.allSatisfy { ($0.start ?? 0) >= 0 && ($0.end ?? 0) >= 0 })
    #expect(TraceTimeline.Axis.allAxes.contains(found.timeline.axis) && start > 0)
  }

  @Test("past twenty thousand different statements the rest are counted together")
  func templates() {
    let text = (0..<20_300).map { "CoreData: sql: SELECT a\($0) FROM t\($0)\n" }.joined()
    let found = report(text + "CoreData: sql: UPDATE x SET y = 1\n")
    #expect(found.queries == 20_300)
    #expect(found.templates.first { $0.sql == "(other queries)" }?.count == 300)
    #expect(found.templates.first { $0.sql == "(other statements)" }?.count == 1)
    #expect(
      found.limits == [
        "more than 20000 different statements: 301 are counted together as '(other queries)' and "
          + "'(other statements)'"
      ])
  }

  @Test("more threads, stages and different questions than are told apart")
  func kinds() {
    let threads = (0..<300).map {
      "2024-01-01 10:00:00.1 App[1:\(String($0 + 4096, radix: 16))] CoreData: sql: SELECT a FROM t\n"
    }
    #expect(report(threads.joined()).limits.first?.hasPrefix("more than 256 threads") == true)
    let stages = (0..<1001).map {
      "CoreData: annotation: (migration) begin stage 's\($0)'\nCoreData: sql: SELECT 1\n"
        + "CoreData: annotation: (migration) end stage 's\($0)'\n"
    }
    #expect(report(stages.joined()).limits.first?.hasPrefix("more than 1000 stages") == true)
    let questions = (0..<5000).map {
      "CoreData: sql: SELECT 0, t0.Z_PK FROM ZNOTE t0 WHERE t0.ZNAME = ?\n"
        + "CoreData: details: SQLite bind[0] = \($0)\n"
        + "CoreData: annotation: total fetch execution time: 0.0001s for 1 rows.\n"
    }
    let loop = report(questions.joined()).patterns.first { $0.kind == .fetchInLoop }
    #expect(loop?.message.contains("5000 fetches with 4096 or more distinct values") == true)
  }
}

extension TraceTimeline.Axis {
  fileprivate static let allAxes: [Self] = [.time, .statements]
}
