import Foundation
import StoreDoctor
import TestSupport
import TraceAnalysis

extension FuzzReader {
  static let traces: [FuzzReader] = [
    trace(
      "sqldebug",
      words: [
        "CoreData: sql: ", "CoreData: annotation: ", "CoreData: details: SQLite bind[0] = ",
        "SELECT",
        "FROM", "WHERE", "?", "t0.Z_PK", "COMMIT", "BEGIN EXCLUSIVE", "sql execution time: ",
        "total fetch execution time: ", "s for ", " rows.", "(migration) begin stage 'a'",
        "(migration) end stage 'a'", "<x-coredata://A/Note/p1>",
        "2024-01-01 10:00:00.000 App[1:2] ",
        "1676-12-31 23:59:59.9 ", "2262-04-12 00:00:00 ", "'", "\u{1b}[31m", "<private>",
      ],
      samples: { _ in
        try FuzzFolder.samples(".log") + [
          Array(
            ("2024-05-01 10:31:04.250 App[65858:2586192] CoreData: sql: SELECT 0, t0.Z_PK FROM ZNOTE t0 "
              + "WHERE t0.ZFOLDER = ?\n2024-05-01 10:31:04.251 App[65858:2586192] CoreData: details: SQLite "
              + "bind[0] = (int64)1\n2024-05-01 10:31:04.252 App[65858:2586192] CoreData: annotation: total "
              + "fetch execution time: 0.0012s for 3 rows.\nCoreData: annotation: to-many relationship fault "
              + "\"tags\" for objectID 0x8 <x-coredata://A/Note/p1> fulfilled from database.  Got 2 rows\n")
              .utf8)
        ]
      }),
    trace(
      "jsonl",
      words: ["{", "}", "[", "]", ":", ",", "null", "\"rows\":", "\"time\":", "\"nanoseconds\":"],
      samples: { _ in
        [
          Array(
            ("{\"trace\":\"storedoctor\",\"version\":1,\"values\":true}\n"
              + "{\"sequence\":1,\"purpose\":\"fetch\",\"sql\":\"SELECT a FROM t WHERE b = ?\",\"values\":[1,"
              + "null,\"a\",{\"blob\":\"00ff\"},2.5],\"rows\":3,\"nanoseconds\":1200,\"time\":1700000000,"
              + "\"line\":3,\"object\":7,\"changes\":0,\"binding\":1}\n"
              + "{\"sequence\":2,\"purpose\":\"stageBegin\",\"stage\":\"a\"}\n"
              + "{\"sequence\":3,\"purpose\":\"stageSQL\",\"stage\":\"a\",\"sql\":\"UPDATE t SET a = 1\",\"rows\":"
              + "9}\n{\"sequence\":4,\"purpose\":\"stageEnd\",\"stage\":\"a\"}\n").utf8)
        ]
      }),
    trace(
      "ndjson",
      words: ["{", "}", "\\n", "\\u0041", "\\ud800", "\"eventMessage\":", "\"category\":\"sql\""],
      samples: { _ in
        let line =
          "{\"timestamp\":\"2024-05-01 10:31:04.250000+0200\",\"subsystem\":\"com.apple.coredata\","
          + "\"category\":\"sql\",\"threadID\":123,\"eventMessage\":\"CoreData: sql: SELECT a FROM t WHERE b = "
          + "?\"}\n{\"timestamp\":\"2024-05-01 10:31:04.251000+0200\",\"subsystem\":\"com.apple.coredata\","
          + "\"category\":\"sql\",\"threadID\":123,\"eventMessage\":\"CoreData: annotation: sql connection fetch "
          + "time: 0.0003s\\nmore\"}\n"
        return [Array(line.utf8), Array(("[{\n" + line + "}\n]").utf8)]
      }),
    trace(
      "script",
      words: ["BEGIN;", "COMMIT;", "--", "/*", "*/", ";", "'", "CREATE TRIGGER a", "END"],
      samples: { _ in
        [
          Array(
            "BEGIN; SELECT a FROM t WHERE b IN (1,2); -- 12 ns\nCREATE TRIGGER x BEGIN y; END;\n"
              .utf8)
        ]
      }),
  ]

  /// Whatever comes, there is a report; its numbers add up, and it does not matter where the input
  /// was cut.
  private static func trace(
    _ name: String, words: [String], samples: @escaping @Sendable (FuzzFolder) throws -> [[UInt8]]
  ) -> FuzzReader {
    FuzzReader("trace-" + name, isText: true, words: words, samples: samples) { bytes, _, random in
      func report(_ pieces: [ArraySlice<UInt8>]) -> TraceReport {
        let analyzer = TraceAnalyzer()
        for piece in pieces { analyzer.feed(Array(piece)) }
        return analyzer.finish()
      }
      let whole = report([bytes[...]])
      var pieces: [ArraySlice<UInt8>] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        pieces.append(rest.prefix(1 + random.below(900)))
        rest = rest.dropFirst(pieces[pieces.count - 1].count)
      }
      guard report(pieces) == whole else { throw FuzzFailure("read in pieces, it differs") }
      guard whole.templates.reduce(0, { $0 + $1.count }) == whole.statements,
        whole.statements == whole.input.statements, whole.queries <= whole.statements,
        whole.timeline.spans.reduce(0, { $0 + $1.statements }) == whole.statements
      else { throw FuzzFailure("the statements do not add up") }
      guard whole.nanoseconds >= 0,
        whole.templates.allSatisfy({ $0.rows >= 0 && $0.nanoseconds >= 0 }),
        whole.windows.allSatisfy({ $0.statements >= 0 && $0.nanoseconds >= 0 }),
        whole.patterns.allSatisfy({
          $0.rows >= 0 && ($0.nanoseconds ?? 0) >= 0 && !$0.message.isEmpty
        })
      else { throw FuzzFailure("a sum below zero") }
    }
  }
}
