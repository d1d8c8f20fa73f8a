import Diagnostics
import Foundation
import StoreEngine
import Testing

@testable import DoctorCLI

/// What a session keeps: settings, parameters, where results go.
@Suite struct ShellSessionTests {
  @Test(arguments: [
    ("5", SQLiteValue.integer(5)), ("-2.5e3", .real(-2500)), ("null", .null),
    ("'it''s 5'", .text("it's 5")),
    ("'5'", .text("5")), ("x'00ff'", .blob([0, 255])), ("x'0'", .text("x'0'")),
    ("2024-01-01", .text("2024-01-01")),
    ("nan", .text("nan")), ("0x10", .text("0x10")), ("", .text("")), ("a b", .text("a b")),
    ("''", .text("")),
  ])
  func valuesAreReadAsTyped(_ text: String, _ value: SQLiteValue) {
    #expect(SQLiteValue(typed: text) == value)
  }

  @Test func parametersAreAskedForByName() throws {
    let fixture = try CommandFixture()
    let text = try fixture.run(
      "{dir}/notes.store",
      input: """
        mode list
        parameter set :x '5'
        .param set @n 5
        param set key 1
        select typeof(:x), typeof($n), :x || @n;
        rows Note where "Z_PK = :key" mode json
        parameter
        parameter unset :x
        select :x;
        """)
    #expect(text.contains("text|integer|55\n") && text.contains("\"Z_PK\":1"), "\(text)")
    #expect(text.contains(":key  1\n:n  5\n:x  '5'\n") && text.contains("':x' has no value"))
    let given = try fixture.run(
      "sql {dir}/notes.store 'select title from Note where Z_PK = :key' --parameter key=1 --format list"
    )
    #expect(given == "Milk, eggs\n")
    let stray = try fixture.run("sql {dir}/notes.store 'select :a' --parameter b=1")
    #expect(stray.contains("the statement has no parameter 'b'"))
  }

  @Test func aByteOrderMarkIsNoPartOfTheFirstCommand() throws {
    let fixture = try CommandFixture()
    let text = try fixture.run("{dir}/notes.store", input: "\u{FEFF}select 1 + 1;\n")
    #expect(text.contains("2") && !text.contains("no command"), "\(text)")
  }

  @Test func aFolderIsWhatTheOpenStoreIsHeldAgainst() throws {
    let fixture = try CommandFixture()
    let text = try fixture.run(
      "{dir}/notes.store", input: "identify \(CommandFixture.samples.path)/Notes/Sources\n")
    let same = try fixture.run("identify {dir}/notes.store --model {samples}/Notes/Sources")
    #expect(text == same && !text.contains("is a folder"), "\(text)")
  }

  @Test func everyViewHasTheSameKeyAndLinksAreListed() throws {
    let text = try CommandFixture().run("{dir}/notes.store", input: "tables\nschema Note_tags\n")
    #expect(
      text.contains("  Note(Z_PK, created,") && text.contains("  Folder(Z_PK, name)"), "\(text)")
    #expect(text.contains("  Note_tags(Note, Tag)\n"))
    #expect(text.contains("CREATE TEMP VIEW \"Note_tags\" AS SELECT"))
  }

  @Test(arguments: [
    "rows {dir}/notes.store Tag --show-values", "sql {dir}/notes.store 'select * from Tag'",
  ])
  func rowsHaveEveryFormat(_ command: String) throws {
    let fixture = try CommandFixture()
    func run(_ format: String) throws -> String { try fixture.run("\(command) --format \(format)") }
    #expect(try run("csv") == "Z_PK,label\n1,urgent\n")
    #expect(try run("tsv") == "Z_PK\tlabel\n1\turgent\n")
    #expect(try run("jsonl") == "{\"Z_PK\":1,\"label\":\"urgent\"}\n")
    #expect(try run("list") == "1|urgent\n")
    #expect(try run("markdown").hasPrefix("| Z_PK | label |\n"))
    #expect(
      try run("box") == """
        ┌──────┬────────┐
        │ Z_PK │ label  │
        ├──────┼────────┤
        │    1 │ urgent │
        └──────┴────────┘

        """)
    #expect(try run("json").contains("\"command\": "))
    #expect(try run("sarif").contains("cannot write 'sarif'"))
  }

  @Test func formatsAreListedWhereTheyWork() throws {
    let fixture = try CommandFixture()
    let refused = try fixture.run("info {dir}/notes.store --format csv")
    #expect(refused.contains("'info' cannot write 'csv'\nhelp: its formats are 'text', 'json'\n"))
    let unknown = try fixture.run("info {dir}/notes.store --format nope")
    #expect(unknown.contains("help: its formats are 'text', 'json'\n"), "\(unknown)")
    #expect(InfoCommand.helpText.contains("--format <text|json>"))
    #expect(RowsCommand.helpText.contains("--format <text|json|table|box|csv|"))
    #expect(LintCommand.helpText.contains("--format <text|json|sarif|"))
  }

  @Test func modesOfTheSessionAndOfACommand() throws {
    let fixture = try CommandFixture()
    let text = try fixture.run(
      "{dir}/notes.store --format csv",
      input: "select 1 a;\nheaders off\nselect 2 a;\nrows Tag --mode list\nset\n")
    #expect(text.hasPrefix("a\n1\n2\n1|text(6)\n"), "\(text)")
    #expect(
      text.contains(/\nmode +csv +command line\n/) && text.contains(/\nheaders +off +set here\n/))
  }

  @Test func theConfigurationComesBeforeTheCommandLine() throws {
    let fixture = try CommandFixture()
    let folder = fixture.folder.appending(path: "storedoctor")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "config")
    try "mode csv\n.headers off\nset values on\n".write(to: file, atomically: true, encoding: .utf8)
    for variables in [["XDG_CONFIG_HOME": fixture.folder.path]] {
      func run(_ options: String = "") throws -> String {
        try fixture.run(
          "{dir}/notes.store \(options)", input: "rows Tag\n", environment: variables)
      }
      #expect(try run() == "1,urgent\n")
      #expect(try run("--format list") == "1|urgent\n")
      #expect(try run("--no-config").hasPrefix("Z_PK  label"))
      // Commands of their own do not depend on anybody's settings.
      let alone = try fixture.run("rows {dir}/notes.store Tag", environment: variables)
      #expect(alone.hasPrefix("Z_PK  label"))
      try "mode csv\ntimer perhaps\n".write(to: file, atomically: true, encoding: .utf8)
      #expect(try run().contains("config:2: error: 'perhaps' is neither 'on' nor 'off'\n"))
      #expect(try run().hasSuffix("[exit 2]\n"))
    }
  }

  @Test func aScriptEndsAtItsFirstErrorUnlessToldOtherwise() throws {
    let fixture = try CommandFixture()
    let script = "select nope;\nselect 'after';\n"
    let ended = try fixture.run("{dir}/notes.store", input: script)
    #expect(!ended.contains("after") && ended.contains("line 1: error:"), "\(ended)")
    let on = try fixture.run("{dir}/notes.store", input: ".bail off\n" + script)
    #expect(on.contains("after") && on.hasSuffix("[exit 2]\n"), "\(on)")
  }

  @Test func thePlanStandsBeforeTheRows() throws {
    let text = try CommandFixture().run(
      "{dir}/notes.store", input: ".eqp on\nselect count(*) from ZNOTE;\nselect 1 where 0;\n")
    #expect(text.contains("Plan\n") && text.contains("SCAN ZNOTE"), "\(text)")
  }

  @Test func resultsAreNeverWrittenOverWhatStandsThere() throws {
    let fixture = try CommandFixture()
    let before = try Data(contentsOf: fixture.folder.appending(path: "notes.store"))
    for command in ["output", "once", "trace"] {
      let text = try fixture.run("{dir}/notes.store", input: "\(command) {dir}/notes.store\ninfo\n")
      #expect(command == "trace" || text.hasSuffix("[exit 2]\n"), "\(text)")
      let forced = try fixture.run(
        "{dir}/notes.store", input: "\(command) {dir}/notes.store --force\ninfo\n")
      #expect(forced.contains("error"), "\(forced)")
      #expect(try Data(contentsOf: fixture.folder.appending(path: "notes.store")) == before)
    }
  }

  @Test func programsReadResults() throws {
    let fixture = try CommandFixture()
    _ = try fixture.run(
      "{dir}/notes.store",
      input: """
        mode list
        output | sort -r > {dir}/sorted.txt; true
        select 1;
        select 2;
        output
        once | cat > {dir}/once.txt
        select 3;
        select 4;
        """)
    #expect(try TextFile.read(fixture.folder.path + "/sorted.txt") == "2\n1\n")
    #expect(try TextFile.read(fixture.folder.path + "/once.txt") == "3\n")
  }

  /// A number that is cut is another number; words give way.
  @Test(arguments: [20, 30, 40, 60])
  func numbersAreNeverCut(_ width: Int) throws {
    let values: [[RowCell]] = [
      [
        .integer(1_234_567_890_123), .string(String(repeating: "word ", count: 20)),
        .integer(99_999_999_999),
      ],
      [.integer(5), .string("short"), .real(1.5)],
    ]
    var row = -1
    let stream = RowStream(
      columns: [.init("Z_PK"), .init("text"), .init("folder")],
      next: {
        row += 1
        return row < values.count
      }, cell: { values[row][$0] })
    let out = ByteOutput()
    let report = Report(command: "rows", sections: [.rows(stream)])
    try TextReporter(style: .plain, width: width, isQuiet: false).write(report, to: out)
    let lines = out.text.split(separator: "\n")
    #expect(lines[1].hasPrefix("1234567890123" + (width < 30 ? "" : "  word")), "\(out.text)")
    #expect(width < 40 || lines[1].hasSuffix("…  99999999999"), "\(out.text)")
    #expect(lines.prefix(3).allSatisfy { $0.count <= width }, "\(out.text)")
  }
}
