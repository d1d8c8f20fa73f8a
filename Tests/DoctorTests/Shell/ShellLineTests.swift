import Testing

@testable import DoctorCLI

@Suite struct ShellLineTests {
  @Test(arguments: [
    ("134504", ["134504"]), ("134504 134110", ["134504", "134110"]),
    ("134504 missing-invrse --store a.store", ["134504", "missing-invrse", "--store", "a.store"]),
    ("\"it isn't\"", ["it isn't"]), ("crash.log --format json", ["crash.log", "--format", "json"]),
    (
      "--store a.store error: can't open (134110) --format json",
      ["--store", "a.store", "--format", "json", "--", "error: can't open (134110)"]
    ),
    (
      "--store \"my a.store\" error: -run: \"a\"  b (134110)\n at /x/a.store --format json",
      [
        "--store", "my a.store", "--format", "json", "--",
        "error: -run: \"a\"  b (134110)\n at /x/a.store",
      ]
    ),
  ])
  func pastedTextStaysAsItIs(_ text: String, _ words: [String]) {
    #expect(PastedText.words(text) == words)
  }

  private static let lines: [(String, [ShellLine.Part], Bool)] = [
    ("info;", [.command("info")], true),
    ("info; entities ;", [.command("info"), .command("entities ")], true),
    ("select 1; select 2", [.statement("select 1;"), .statement("select 2")], false),
    ("select 1; info", [.statement("select 1;"), .command("info")], true),
    ("info; select 1;", [.command("info"), .statement("select 1;")], true),
    (
      "rows Note where \"title = 'a;b'\"; info",
      [.command("rows Note where \"title = 'a;b'\""), .command("info")], true
    ),
    ("open a;b.store", [.command("open a;b.store")], true),
    ("open a\\;", [.command("open a\\;")], true),
    ("explain code = 134110; can't open;", [.command("explain code = 134110; can't open")], true),
    ("once |sort; uniq", [.command("once |sort; uniq")], true), ("-- remark", [], true),
    ("# remark", [], true),
    ("", [], true), (" ;; ", [], true), ("/* open", [], false),
    ("/* one */ info", [.command("info")], true),
    (".select 1;", [.statement("select 1;")], true),
    ("select 1 -- ;", [.statement("select 1 -- ;")], false),
    ("select ';", [.statement("select ';")], false),
    ("info\nentities", [.command("info"), .command("entities")], true),
    ("\\d Note", [.command("\\d Note")], true),
    ("select 1; -- done", [.statement("select 1;")], true),
  ]

  @Test func linesAreTakenApart() {
    for (text, parts, isComplete) in Self.lines {
      let line = ShellLine(text)
      #expect(line.parts == parts, "\(text)")
      #expect(line.isComplete == isComplete, "\(text)")
    }
  }

  @Test(arguments: [
    (".show", "set"), (".tables", nil), (".mode csv", nil), (".eqp on", "set eqp on"),
    (".exit 3", "quit 3"),
    ("\\dt", "tables"), ("\\d Note", "show Note"), ("\\q", "quit"), ("\\x", "mode line"),
    ("exit 2", "quit 2"), ("describe Note", "show Note"), (".header off", "headers off"),
    (".show Note", nil), (".trace stderr", "trace on"), ("\\timing", "timer on"), ("info", nil),
  ])
  func habitsAreUnderstood(_ line: String, _ meaning: String?) throws {
    #expect(try ShellHabits.meaning(of: line)?.line == meaning)
  }

  @Test(arguments: [".import a b", ".width 3", ".shell ls", ".expert", "\\watch"])
  func whatThereIsNotSaysWhatThereIs(_ line: String) throws {
    #expect(throws: Failure.self) { try ShellHabits.meaning(of: line) }
  }

  /// What a habit leads to exists.
  @Test(arguments: ShellHabits.dottedNames)
  func habitsLeadToCommands(_ name: String) throws {
    let line = try #require(try ShellHabits.meaning(of: "." + name)?.line)
    #expect(throws: Never.self) {
      try ShellCommand.resolve(String(line.split(separator: " ")[0]))
    }
  }

  @Test(arguments: [
    ("insert into Note values (1)", "read-only: only SELECT"),
    ("UPDATE Note SET a = 1;", "read-only: only SELECT"),
    ("open", "'open' needs a store"), ("read", "'read' needs a file"),
    ("once", "'once' needs a file"),
    ("close it", "extra word 'it'"), ("rows Note titel", "extra word 'titel'"),
    ("rows Note where title = 'x'", "quote the condition: where \"title = 'x'\""),
    ("rows Note where \"title\" = 1 limit 3", "quote the condition: where '\"title\" = 1'"),
    ("close; rows Note", "no store is open: open STORE"),
    ("close; info", "no store is open: open STORE"),
    ("close; select 1;", "no store is open: open STORE"),
    ("close; tables", "no store is open: open STORE"),
    ("rows", "'rows' needs an entity"), ("info a b c", "'info' takes one store; 3 given"),
    ("set mod csv", "there is no setting 'mod'"), ("mode cvs", "there is no mode 'cvs'"),
    ("timer maybe", "'maybe' is neither 'on' nor 'off'"), ("select :x;", "':x' has no value"),
    ("rows Note where \"title = :t\"", "':t' has no value"), ("select ?;", "'?1' has no value"),
    ("parameter set :x", "':x' needs a value"), ("parameter", nil),
    ("tables nope", "there is no table or view 'nope'"),
    ("select 1; rows a b c d", "extra words 'c', 'd'"),
  ])
  func mistakesAreNamed(_ line: String, _ message: String?) throws {
    let text = try CommandFixture().run("{dir}/notes.store", input: line + "\n")
    guard let message else { return #expect(!text.contains("error")) }
    #expect(text.contains("error: " + message + "\n"), "\(text)")
    #expect(text.hasSuffix("[exit 2]\n"))
  }

  @Test func aShellGlobOfStoresIsCounted() throws {
    let stores = (1...103).map { "s\($0).store" }.joined(separator: " ")
    let text = try CommandFixture().run("info " + stores)
    #expect(text.contains("error: 'info' takes one store; 103 given\n"), "\(text)")
  }
}
