import Foundation
import Testing

@testable import DoctorCLI

@Suite struct CompletionTests {
  private func completion(parameters: [String] = []) -> Completion {
    Completion {
      Completion.Names(
        properties: ["Note": ["title", "tags"], "Folder": ["name", "author.name"]],
        versions: ["NotesV1", "NotesV2"],
        readables: [
          .init(name: "Note", columns: ["Z_PK", "title"], kind: .entity),
          .init(name: "Folder", columns: ["Z_PK", "name", "author.name"], kind: .entity),
          .init(name: "Note_tags", columns: ["source", "destination"], kind: .link),
          .init(name: "ZNOTE", columns: ["Z_PK", "ZTITLE"], kind: .table),
        ], parameters: parameters)
    }
  }

  /// What the line may become, by the editor's own idea of where words begin.
  private func lines(_ line: String, _ completion: Completion) -> [String] {
    let breaks = Set(" \t\n\"'(),;=<>")
    let word = String(line.reversed().prefix { !breaks.contains($0) }.reversed())
    let start = line.utf8.count - word.utf8.count
    return completion.candidates(line: line, word: word, start: start).map {
      String(decoding: line.utf8.prefix(start), as: UTF8.self) + $0
    }
  }

  @Test(arguments: [
    ("ide", ["identify"]), (".qu", [".quit"]), (".sho", [".show"]),
    ("info; iden", ["info; identify"]),
    ("rows Fol", ["rows Folder"]), ("show Note.t", ["show Note.tags", "show Note.title"]),
    ("diff M@NotesV", ["diff M@NotesV1", "diff M@NotesV2"]), ("diff M@cur", ["diff M@current"]),
    ("mode j", ["mode json", "mode jsonl"]), (".mode cs", [".mode csv"]),
    ("timer o", ["timer off", "timer on"]),
    ("set mo", ["set mode"]), ("set mode ts", ["set mode tsv"]), ("help vi", ["help views"]),
    ("rows Note --mo", ["rows Note --mode", "rows Note --model"]),
    ("check --mo", ["check --model"]),
    ("rows Note --mode cs", ["rows Note --mode csv"]),
    ("rows Note mode cs", ["rows Note mode csv"]),
    ("rows Note --format cs", ["rows Note --format csv"]), ("info --format c", []),
    ("info --format=j", ["info --format=json"]), ("lint --format sar", ["lint --format sarif"]),
    ("rows Note li", ["rows Note limit"]), ("rows Note sort ti", ["rows Note sort title"]),
    ("rows Note where \"ti", ["rows Note where \"title"]),
    ("rows Note sort tags,-ti", ["rows Note sort tags,-title"]),
    ("explain missing-inv", ["explain missing-inverse"]),
    ("explain 13411", ["explain 134110", "explain 134111"]),
    ("rules stor", ["rules store"]), ("lint --fail-on err", ["lint --fail-on error"]),
    ("param", ["parameter"]), ("parameter un", ["parameter unset"]),
    ("tables ZN", ["tables ZNOTE"]),
    ("plan --to NotesV2", ["plan --to NotesV2"]), ("close ", []),
  ])
  func commandsAreCompleted(_ line: String, _ expected: [String]) {
    #expect(lines(line, completion()) == expected)
  }

  @Test(arguments: [
    ("sel", ["select"]), ("SEL", ["SELECT"]), ("select * fr", ["select * from"]),
    ("select * from No", ["select * from Note", "select * from Note_tags"]),
    ("select * from zno", ["select * from ZNOTE"]),
    ("select * from Note, Fol", ["select * from Note, Folder"]),
    ("select * from Note where ti", ["select * from Note where title"]),
    (
      "select * from Note n join Folder f on f.na", ["select * from Note n join Folder f on f.name"]
    ),
    ("select * from Note as n where n.t", ["select * from Note as n where n.title"]),
    ("select * from Folder where aut", ["select * from Folder where \"author.name\""]),
    ("select * from Folder where \"aut", ["select * from Folder where \"author.name\""]),
    ("select titl", ["select title"]), ("select coun", ["select count("]), ("select 'fro", []),
    ("select 1; select * from Fold", ["select 1; select * from Folder"]),
    ("select 1 -- fro", []), ("pragma table_l", ["pragma table_list"]),
    ("select * from Note_tags where so", ["select * from Note_tags where source"]),
  ])
  func statementsAreCompleted(_ line: String, _ expected: [String]) {
    #expect(lines(line, completion()) == expected)
  }

  @Test func theLinesBeforeAndTheTextBehindBelongToTheStatement() {
    let completion = completion(parameters: ["title"])
    completion.entry = "select *\nfrom Folder"
    #expect(lines("where nam", completion) == ["where name"])
    #expect(lines("where name = :t", completion) == ["where name = :title"])
    completion.entry = ""
    let found = completion.candidates(line: "select dest from Note_tags", word: "dest", start: 7)
    #expect(found == ["destination"])
  }

  @Test func namesOfFilesKeepTheirBlanks() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(
      at: folder.appending(path: "My Größe"), withIntermediateDirectories: true)
    try Data().write(to: folder.appending(path: "My Größe/it's one.store"))
    let path = folder.path
    let completion = completion()
    #expect(lines("open \(path)/My", completion) == ["open \(path)/My\\ Größe/"])
    #expect(
      lines("open \(path)/My\\ Größe/it", completion)
        == ["open \(path)/My\\ Größe/it\\'s\\ one.store"])
    #expect(
      lines("open \"\(path)/My Gr", completion) == ["open \"\(path)/My Größe/"])
    #expect(
      lines("open \"\(path)/My Größe/it", completion)
        == ["open \"\(path)/My Größe/it's one.store\""])
    // What is completed is what the command is given.
    let line = try #require(lines("open \(path)/My\\ Größe/i", completion).first)
    #expect(try ShellWords.split(line).last == "\(path)/My Größe/it's one.store")
  }

  @Test func everyOptionOfEveryCommandIsKnown() {
    // The shell runs no servers.
    for command in CommandCatalog.all where !(command is any ServerCommand.Type) {
      let options = CommandOption.all(of: command)
      let names = Set(options.flatMap(\.names))
      #expect(names.isSuperset(of: ["--format", "--color", "--help"]), "\(command.name)")
      #expect(names.contains("--model") != command.idleOptions.contains("model"), "\(command.name)")
      for word in command.wordOptions {
        #expect(names.contains("--" + word), "\(command.name) \(word)")
      }
      let format = options.first { $0.names.contains("--format") }
      #expect(format?.values == command.formatNames && format?.takesValue == true)
    }
  }
}
