import Foundation
import StoreDoctor
import Testing

@testable import DoctorCLI

@Suite struct SQLStatementsTests {
  @Test(arguments: [
    ("select 1; drop table x", ["select 1;", " drop table x"]),
    ("select 1;", ["select 1;"]), ("select 1;;; -- done\n /* ; */ ;", ["select 1;"]),
    ("select ';' ; select \"a;b\"", ["select ';' ;", " select \"a;b\""]),
    ("select 'it''s;';select [;]", ["select 'it''s;';", "select [;]"]),
    ("select 1 -- ; no\n+ 2; select 3", ["select 1 -- ; no\n+ 2;", " select 3"]),
    ("select 1 /* ; */ / 2", ["select 1 /* ; */ / 2"]), ("select '", ["select '"]),
    ("  ;", []), ("", []), ("-- only", []), ("/* open ;", []),
  ])
  func statementsAreToldApart(_ text: String, _ statements: [String]) {
    #expect(SQLStatements.split(text) == statements)
  }

  /// One scanner says both where statements end and whether the last has.
  @Test(arguments: [
    ("select 1 /*/ ;", false, 1), ("select 1 /*/ ; */ ;", true, 1), ("/*/", false, 0),
    ("select 1; /* open", false, 1), ("select 1; -- end", true, 1), ("select 1; -", false, 2),
    ("select '/*' ;", true, 1), ("select 1 /**/;", true, 1), (";", true, 0), ("", false, 0),
  ])
  func splittingAndCompletenessAgree(_ text: String, _ isComplete: Bool, _ count: Int) {
    #expect(SQLStatements.isComplete(text) == isComplete)
    #expect(SQLStatements.split(text).count == count)
  }

  @Test(arguments: [
    "info {dir}/notes.store", "freeze --check --model {samples}/Notes/Sources",
    "lint {samples}/Notes/Sources", "explain 134110", "trace {dir}/text.txt",
    "info {dir}/notes.store --trace", "{dir}/notes.store -c info", "version",
  ])
  func forceIsRefusedWhereNothingIsReplaced(_ line: String) throws {
    let text = try CommandFixture().run(line + " --force")
    #expect(
      text.contains("nothing here that --force would replace") && text.hasSuffix("[exit 2]\n"),
      "\(text)")
  }

  @Test func forceReplacesWhateverFileIsWritten() throws {
    let fixture = try CommandFixture()
    for line in [
      "info {dir}/notes.store --trace={dir}/text.txt",
      "{dir}/notes.store --trace={dir}/text.txt -c info -c 'select 1'",
      "lint {samples}/Notes/Sources --baseline {dir}/text.txt --update-baseline",
    ] {
      try "mine".write(
        to: fixture.folder.appending(path: "text.txt"), atomically: true, encoding: .utf8)
      let refused = try fixture.run(line)
      #expect(refused.hasSuffix("[exit 2]\n"), "\(refused)")
      #expect(try TextFile.read(fixture.folder.appending(path: "text.txt").path) == "mine")
      let done = try fixture.run(line + " --force")
      #expect(!done.contains("[exit"), "\(done)")
      #expect(try TextFile.read(fixture.folder.appending(path: "text.txt").path) != "mine")
    }
  }

  @Test func aSecondStatementIsNotDropped() throws {
    let fixture = try CommandFixture()
    let refused = try fixture.run("sql {dir}/notes.store 'select 1; drop table x'")
    #expect(refused.contains("one statement at a time; 2 given") && refused.hasSuffix("[exit 2]\n"))
    #expect(!refused.contains("\n1\n"))
    let both = try fixture.run("{dir}/notes.store", input: "mode list\nselect 1; select 2;\n")
    #expect(both == "1\n2\n")
    let second = try fixture.run("{dir}/notes.store -c 'select 1; drop table ZNOTE;'")
    #expect(second.contains("read-only: only SELECT") && second.hasSuffix("[exit 2]\n"))
    #expect(!second.contains("\n1\n"))
    let unknown = try fixture.run("{dir}/notes.store -c 'select 1; select nope;'")
    #expect(!unknown.contains("\n1\n") && unknown.contains("no such column: nope"))
  }

  @Test func theChoicesOfAnOptionAreNamed() throws {
    let text = try CommandFixture().run("sql a 'select 1' --mode \"x\u{1B}[31m\"")
    #expect(text.contains("please provide one of the following: table, box, csv, tsv, json"))
    #expect(text.contains("x\\u{1B}[31m") && !text.contains("\u{1B}"))
  }

  @Test func onceIsWrittenWholeOrNotAtAll() throws {
    let fixture = try CommandFixture()
    let file = fixture.folder.appending(path: "once.txt").path
    let failed = try fixture.run(
      "{dir}/notes.store -c 'once {dir}/once.txt' -c 'select title, nope from Note'")
    #expect(failed.hasSuffix("[exit 2]\n"))
    #expect(!TextFile.exists(file))
    _ = try fixture.run(
      "{dir}/notes.store -c 'mode list' -c 'once {dir}/once.txt' -c 'select 1; select 2;' "
        + "-c 'select 3'")
    #expect(try TextFile.read(file) == "1\n2\n")
    let again = try fixture.run("{dir}/notes.store -c 'once {dir}/once.txt' -c info")
    #expect(again.contains("exists already"))
    _ = try fixture.run("{dir}/notes.store -c 'once {dir}/once.txt --force' -c 'select 4'")
    #expect(try TextFile.read(file).contains("4"))
  }
}
