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

  @Test func aSecondStatementIsNotDropped() throws {
    let fixture = try CommandFixture()
    let refused = try fixture.run("sql {dir}/notes.store 'select 1; drop table x'")
    #expect(refused.contains("one statement is run at a time") && refused.hasSuffix("[exit 2]\n"))
    #expect(!refused.contains("\n1\n"))
    let both = try fixture.run("{dir}/notes.store", input: "mode list\nselect 1; select 2;\n")
    #expect(both == "1\n2\n")
    let second = try fixture.run("{dir}/notes.store -c 'select 1; drop table ZNOTE;'")
    #expect(second.contains("DROP is not allowed") && second.hasSuffix("[exit 2]\n"))
  }

  @Test func theChoicesOfAnOptionAreNamed() throws {
    let text = try CommandFixture().run("sql a 'select 1' --mode \"x\u{1B}[31m\"")
    #expect(text.contains("please provide one of the following: table, csv, json, jsonl"))
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
