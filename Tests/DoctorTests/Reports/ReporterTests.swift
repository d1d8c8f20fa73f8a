import Diagnostics
import StoreDoctor
import StoreModel
import Testing

@Suite struct ReporterTests {
  private static var sample: Report {
    Report(
      command: "sample",
      findings: [
        Finding(
          rule: "bad-thing", severity: .warning, message: "'Note.tags' has no inverse",
          help: "name it", location: Location(path: "A.swift", line: 3, column: 7),
          entity: "Note", property: "tags", certainty: .inferred("seen once"))
      ],
      sections: [
        .fields([Report.Field("kind", "store"), Report.Field("longer name", "x\u{1B}[2Jy")]),
        .table(
          Report.Table(
            [.init("entity"), .init("rows", isNumber: true), .init("empty")],
            rows: [["Note", "12", ""], ["日本", "3", ""]]), title: "Entities"),
        .hints(["do this"]),
      ], body: ["answer": 42, "name": "a\"b\u{202E}"], status: .found)
  }

  private func text(_ reporter: some Reporter, _ report: Report) throws -> String {
    let out = ByteOutput()
    try reporter.write(report, to: out)
    return out.text
  }

  @Test func textIsAlignedAndHarmless() throws {
    #expect(
      try text(TextReporter(), Self.sample) == """
        kind         store
        longer name  x\\u{1B}[2Jy

        Entities
        entity  rows
        Note      12
        日本       3

        A.swift:3:7: warning: 'Note.tags' has no inverse (likely: seen once) [bad-thing]
          help: name it

        help: do this

        """)
  }

  @Test func quietLeavesOutTitlesAndHints() throws {
    let quiet = try text(TextReporter(isQuiet: true), Self.sample)
    #expect(!quiet.contains("Entities\n") && !quiet.contains("do this"))
    #expect(quiet.contains("[bad-thing]"))
  }

  @Test func jsonIsOneSortedObject() throws {
    #expect(
      try text(JSONReporter(), Self.sample) == """
        {
          "command": "sample",
          "findings": [
            {
              "certainty": "likely",
              "certaintyReason": "seen once",
              "column": 7,
              "entity": "Note",
              "help": "name it",
              "line": 3,
              "message": "'Note.tags' has no inverse",
              "path": "A.swift",
              "property": "tags",
              "rule": "bad-thing",
              "severity": "warning"
            }
          ],
          "sample": {
            "answer": 42,
            "name": "a\\"b\\u202e"
          },
          "tool": "storedoctor"
        }

        """)
  }

  @Test func tablesFitTheTerminal() throws {
    let long = String(repeating: "word ", count: 30)
    let report = Report(
      command: "x",
      sections: [
        .table(Report.Table([.init("a"), .init("b")], rows: [["short", long], ["x", "y"]]))
      ])
    for width in [20, 40, 80] {
      let lines = try text(TextReporter(width: width), report).split(separator: "\n")
      #expect(lines.allSatisfy { VisibleText(String($0)).columns <= width })
      #expect(lines.contains { $0.hasSuffix("…") })
    }
    #expect(try text(TextReporter(), report).contains(long.dropLast()))
  }

  @Test func aFailureInTheMiddleStillClosesTheDocument() throws {
    struct Stop: Error {}
    var count = 0
    let stream = RowStream(
      columns: [.init("n"), .init("n")],
      next: {
        count += 1
        if count > 2 { throw Stop() }
        return true
      }, cell: { _ in .integer(Int64(count)) })
    let out = ByteOutput()
    #expect(throws: Stop.self) {
      try JSONReporter().write(Report(command: "rows", sections: [.rows(stream)]), to: out)
    }
    #expect(out.text.contains("{\"n\":2,\"n_2\":2}"))
    #expect(out.text.contains("\"truncated\": true"))
    #expect(out.text.hasSuffix("  }\n}\n"))
  }

  @Test(
    arguments: [
      (JSONValue.integer(Int64.min), "-9223372036854775808"), (.number(0.1), "0.1"),
      (.number(5), "5.0"), (.number(-.infinity), "-9e999"), (.number(.nan), "null"),
      (.string("a\u{0}\u{7F}\n/"), "\"a\\u0000\\u007f\\n/\""), (.string("é😀"), "\"é😀\""),
      (.array([]), "[]"), (["b": 1, "a": [true, nil]], "{\"a\":[true,null],\"b\":1}"),
    ] as [(JSONValue, String)])
  func jsonValuesAreExact(_ value: JSONValue, _ expected: String) {
    #expect(value.text() == expected)
  }

  @Test(arguments: [
    ("plain", 5), ("日本", 4), ("e\u{301}", 1), ("👩‍👩‍👧", 2), ("a\nb", 4), ("🇩🇪", 2),
  ])
  func widthsAreTerminalColumns(_ text: String, _ columns: Int) {
    #expect(VisibleText(text).columns == columns)
  }
}
