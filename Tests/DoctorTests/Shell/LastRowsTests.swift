import Foundation
import Testing

@testable import DoctorCLI

/// `last` shows the last rows once more, all of them, in the form that is asked for.
@Suite struct LastRowsTests {
  private let fixture: CommandFixture

  init() throws { fixture = try CommandFixture() }

  private func run(_ lines: String) throws -> String {
    try fixture.run("{dir}/notes.store", input: lines)
  }

  @Test func theLimitIsForTheFirstLookOnly() throws {
    let first = try run("rows Note limit 1 mode list\n")
    let all = try run("rows Note mode list\n")
    try #require(first != all)
    #expect(try run("rows Note limit 1 mode list\nlast\n") == first + all)
    // What comes between and gives no rows is not the last of them.
    #expect(try run("rows Note limit 1 mode list\n.timer off\n.last\n") == first + all)
    let table = try run("rows Note limit 1\n")
    #expect(table.contains("more rows; 'last' shows all"), "\(table)")
    // Outside of the shell there is no 'last'.
    let outside = try fixture.run("rows {dir}/notes.store Note --limit 1")
    #expect(outside.contains("--limit 0 shows all"))
  }

  @Test func theFormIsForThisTimeOnly() throws {
    let text = try run("select 1 as a;\nlast json\nlast\nmode\n")
    #expect(text.contains("[\n  {\"a\":1}\n]") && text.hasSuffix("a\n1\ntable\n"), "\(text)")
    let own = try run("rows Tag mode csv limit 1\nlast list\n")
    #expect(own.hasPrefix("Z_PK,") && own.contains("|") && !own.contains("Z_PK|"), "\(own)")
    #expect(try run("select 1;\nlast jsno\n").contains("did you mean 'json'?"))
    #expect(try run("select 1;\nlast box csv\n").contains("extra word 'csv'"))
  }

  /// As `--format` outside of the shell.
  @Test func aFormatIsAWordToo() throws {
    #expect(try run("rows Note limit 1 format csv\n") == run("rows Note limit 1 mode csv\n"))
    let answer = try run("rows Note limit 1 format json\n")
    #expect(answer.contains("\"command\": \"rows\""), "\(answer)")
  }

  /// The history has rows, too; its overview has none and leaves the last rows as they are.
  @Test func changesOfTheHistoryComeBackWhole() throws {
    func run(_ lines: String) throws -> String {
      try fixture.run("{samples}/Notes/notes-1.0.0.store", input: lines)
    }
    let first = try run("history --changes --limit 1 --format csv\n")
    let all = try run("history --changes --limit 0 --format csv\n")
    try #require(first != all && all.hasPrefix("token,"))
    #expect(try run("history --changes --limit 1 --format csv\nlast\n") == first + all)
    #expect(try run("history --changes --limit 1\n").contains("'last' shows all"))
    let after = try run("select 7 as n;\nhistory\nlast csv\n")
    #expect(after.hasSuffix("n\n7\n"), "\(after)")
  }

  @Test func severalStatementsOfALineComeBackTogether() throws {
    let text = try run("select 11; select 22;\nlast\n")
    #expect(text.components(separatedBy: "22").count > 3, "\(text)")
  }

  @Test func withoutRowsThereIsNothingToShow() throws {
    for lines in ["last\n", "info\nlast\n", "select 1;\nclose\nlast\n"] {
      let text = try run(lines)
      #expect(text.contains("there are no last rows") && text.hasSuffix("[exit 2]\n"), "\(text)")
    }
    // Of another store they would be other rows.
    let other = CommandFixture.samples.path + "/Notes/notes-1.0.0.store"
    #expect(try run("select 1;\nopen \(other)\nlast\n").contains("there are no last rows"))
  }
}
