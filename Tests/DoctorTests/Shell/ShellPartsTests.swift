import Foundation
import StoreEngine
import StoreModel
import Testing

@testable import DoctorCLI

@Suite struct ShellPartsTests {
  @Test(arguments: [
    ("rows Note limit 5", ["rows", "Note", "limit", "5"]),
    ("a 'b c' \"d 'e\" f\\ g", ["a", "b c", "d 'e", "f g"]),
    ("x ''", ["x", ""]), ("  ", []),
  ])
  func wordsAreSplitAsInAShell(_ line: String, _ words: [String]) throws {
    #expect(try ShellWords.split(line) == words)
  }

  @Test func anOpenQuoteIsAnError() {
    #expect(throws: Failure.self) { try ShellWords.split("rows 'Note") }
  }

  @Test(arguments: [
    ("select 1", true), ("WITH a AS (select 1) select * from a", true), ("explain 134504", false),
    ("EXPLAIN QUERY PLAN select 1", true), ("selection", false), ("values(1)", true),
    ("pragma page_size", true), ("info", false),
  ])
  func sqlIsToldFromCommands(_ line: String, _ isSQL: Bool) {
    #expect(ShellWords.isSQL(line) == isSQL)
  }

  @Test(arguments: [
    ("select 1;", true), ("select ';'", false), ("select ';';", true), ("select 1; -- done", true),
    ("select 1 -- ;", false), ("select 1 /* ; */", false), ("select \"a;b\"", false),
    ("select 1;\n  ", true), ("select [;]", false),
  ])
  func statementsEndAtTheirSemicolon(_ sql: String, _ isComplete: Bool) {
    #expect(SQLStatements.isComplete(sql) == isComplete)
  }

  @Test func historyKeepsEntriesOfSeveralLines() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let history = ShellHistory(path: folder.path + "/a/history")
    let entries = ["select 1,\n  2;", "back\\slash \\n", "plain"]
    for entry in entries { history.append(entry) }
    #expect(history.load() == entries)
    let mode = try FileManager.default.attributesOfItem(atPath: history.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test(arguments: [("infoo", "info"), ("identfiy", "identify"), ("xyzzy", nil)])
  func nearNamesAreSuggested(_ word: String, _ expected: String?) {
    #expect(NameDistance.nearest(to: word, in: ["info", "identify", "rows"]) == expected)
  }

  @Test func commandNamesAreUniqueAndDocumented() {
    let names = CommandCatalog.names + ShellCommand.names
    #expect(Set(names).count == names.count)
    for command in CommandCatalog.all {
      #expect(!command.summary.isEmpty)
      #expect(command.usage.hasPrefix("storedoctor \(command.name)"))
    }
  }
}
