#if canImport(Glibc)
  import Foundation
  import StoreEngine
  import Testing

  @testable import DoctorCLI

  /// The shell as a person meets it: on a pseudo-terminal, with prompt, Tab, Ctrl-C and Ctrl-D.
  @Suite(.serialized) struct TerminalShellTests {
    @Test func promptCompletionInterruptAndEnd() throws {
      let fixture = try CommandFixture()
      let shell = try PseudoTerminal(
        arguments: [fixture.folder.path + "/notes.store"], state: fixture.folder.path)
      #expect(shell.wait(for: "notes.store (ro) 1.0.0> "))
      shell.send("vers\t\r")
      #expect(shell.wait(for: "line editor"))
      shell.send("select count(*)\r")
      #expect(shell.wait(for: "...> "))
      shell.send("from Note;\r")
      #expect(shell.wait(for: "count(*)"))
      shell.send("not a comm\u{3}")
      #expect(shell.wait(for: "1.0.0> "))
      shell.send("nope\r")
      #expect(shell.wait(for: "there is no command 'nope'") && shell.wait(for: "1.0.0> "))
      // A statement that would run for hours.
      shell.send("with recursive n(i) as (select 1 union all select i+1 from n) ")
      shell.send("select count(*) from n;\r")
      // The line is taken once its echo has ended; Ctrl-C before that would drop it.
      #expect(shell.wait(for: "from n;") && shell.waitForOutput(), "\(shell.transcript)")
      shell.send("\u{3}")
      #expect(
        shell.wait(for: "interrupted") && shell.wait(for: "1.0.0> "), "\(shell.transcript)")
      shell.send("rows Note.t\u{15}show Fol\t\r")
      // Ctrl-D typed before the prompt is the terminal's own, and lost as in every shell.
      #expect(
        shell.wait(for: "ZFOLDER") && shell.wait(for: "1.0.0> "), "\(shell.transcript)")
      shell.send("\u{4}")
      #expect(shell.exitCode() == 0, "\(shell.transcript)")
      let history = ShellHistory(path: fixture.folder.path + "/storedoctor/history").load()
      #expect(history.contains("select count(*)\nfrom Note;"))
    }

    @Test func quitLeavesWithItsCode() throws {
      let fixture = try CommandFixture()
      let shell = try PseudoTerminal(arguments: [], state: fixture.folder.path)
      #expect(shell.wait(for: "storedoctor> "))
      shell.send("quit 9\r")
      #expect(shell.exitCode() == 9)
    }

    private func shell(
      _ fixture: CommandFixture, _ arguments: [String] = [], columns: Int = 200,
      environment: [String: String] = [:]
    ) throws -> PseudoTerminal {
      let store = [fixture.folder.path + "/notes.store"]
      return try PseudoTerminal(
        arguments: store + arguments, state: fixture.folder.path, columns: columns,
        environment: environment)
    }

    @Test func aTableIsAsWideAsTheTerminalIsNow() throws {
      let fixture = try CommandFixture()
      defer { withExtendedLifetime(fixture) {} }
      let shell = try shell(fixture, columns: 60)
      #expect(shell.wait(for: "1.0.0> "))
      let statement = "select 123456789012345 n, 'a' || printf('%090d', 7) as long;\r"
      shell.send(statement)
      #expect(shell.wait(for: "123456789012345  a000") && shell.wait(for: "…\r\n"))
      shell.resize(columns: 200)
      shell.send(statement)
      #expect(shell.wait(for: "0007\r\n"), "\(shell.transcript)")
    }

    @Test func tabKnowsStatementsOptionsAndSettings() throws {
      let fixture = try CommandFixture()
      defer { withExtendedLifetime(fixture) {} }
      let shell = try shell(fixture)
      #expect(shell.wait(for: "1.0.0> "))
      for (typed, completed) in [
        ("sele\t", "select "), ("1 as a, lab\t", "label "), ("fr\t", "from "), ("Ta\t", "g"),
      ] {
        shell.send(typed)
        #expect(shell.wait(for: completed), "\(shell.transcript)")
      }
      shell.send("\u{15}mode cs\t\rmode\r")
      #expect(shell.wait(for: "csv\r\n"), "\(shell.transcript)")
      shell.send("explain missing-inv\t\r")
      #expect(shell.wait(for: "missing-inverse"), "\(shell.transcript)")
      shell.send(
        "rows Note --mod\t \u{15}set ti\ton\rselect lower\n(title)\nfrom Note n where n.isP\t=1;\r")
      #expect(shell.wait(for: "milk, eggs") && shell.wait(for: "time: "), "\(shell.transcript)")
    }

    @Test func thePromptNamesTheVersion() throws {
      let fixture = try CommandFixture()
      defer { withExtendedLifetime(fixture) {} }
      let none = try shell(fixture, ["--model", fixture.folder.path + "/Next.swift"])
      #expect(none.wait(for: "notes.store (ro) ("), "\(none.transcript)")
      let samples = CommandFixture.samples.path + "/Notes"
      let shell = try PseudoTerminal(
        arguments: ["\(samples)/notes-1.1.0.store", "--model", "\(samples)/Sources"],
        state: fixture.folder.path)
      #expect(shell.wait(for: "notes-1.1.0.store (ro) NotesSchemaV1_1> "), "\(shell.transcript)")
    }

    /// Whoever has it open sees that it is only read, or that it is a copy.
    @Test func thePromptSaysHowTheStoreIsRead() throws {
      let fixture = try CommandFixture()
      defer { withExtendedLifetime(fixture) {} }
      let live = try shell(fixture, ["--live"])
      #expect(live.wait(for: "notes.store (copy) 1.0.0> "), "\(live.transcript)")
      live.send("close\r")
      #expect(live.wait(for: "storedoctor> "), "\(live.transcript)")
    }

    /// Nothing of help lies behind the right edge, where a pager would cut it.
    @Test(arguments: [60, 80, 100]) func helpFitsTheTerminal(_ columns: Int) throws {
      let fixture = try CommandFixture()
      defer { withExtendedLifetime(fixture) {} }
      let shell = try shell(fixture, columns: columns, environment: ["PAGER": ""])
      #expect(shell.wait(for: "> "))
      for (topic, end) in [
        ("", "what keys do"), ("views", "can be read as well"), ("rows", "Show help information"),
        ("last", "has no room"),
      ] {
        shell.send("help \(topic)\r")
        let words = end.split(separator: " ")
        #expect(words.allSatisfy { shell.wait(for: String($0)) }, "\(shell.transcript)")
      }
      shell.send("quit\r")
      #expect(shell.exitCode() == 0)
      let long = shell.transcript.split(separator: "\r\n").filter {
        $0.count > columns && !$0.contains("> help") && !$0.contains("\u{1b}")
          && !$0.hasPrefix("storedoctor \(VersionCommand.number)")
      }
      #expect(long.isEmpty, "\(long)")
    }

    @Test func aStoppedStatementLeavesNoLitter() throws {
      let fixture = try CommandFixture()
      defer { withExtendedLifetime(fixture) {} }
      let shell = try shell(fixture)
      #expect(shell.wait(for: "1.0.0> "))
      shell.send("timer on\r")
      #expect(shell.wait(for: "1.0.0> "))
      shell.send("with recursive n(i) as (select 1 union all select i+1 from n) ")
      shell.send("select count(*) from n;\r")
      #expect(shell.wait(for: "from n;") && shell.waitForOutput(), "\(shell.transcript)")
      shell.send("\u{3}")
      #expect(shell.wait(for: "^C\r\nerror: interrupted\r\ntime: "), "\(shell.transcript)")
      shell.send("select 'still ' || 'here';\r")
      #expect(shell.wait(for: "still here"), "\(shell.transcript)")
    }

    @Test func severalLinesComeBackAsOne() throws {
      let fixture = try CommandFixture()
      let first = try shell(fixture)
      #expect(first.wait(for: "1.0.0> "))
      first.send("select 40 +\r2 as answer;\r")
      #expect(first.wait(for: "42") && first.wait(for: "1.0.0> "))
      first.send("\u{4}")
      #expect(first.exitCode() == 0)
      let second = try shell(fixture)
      #expect(second.wait(for: "1.0.0> "))
      second.send("\u{10}")
      #expect(second.wait(for: "2 as answer;"), "\(second.transcript)")
      second.send("\r")
      #expect(second.wait(for: "42"), "\(second.transcript)")
      second.send("\u{1b}[200~version\nselect 'pas' ||\n'ted';\u{1b}[201~\r")
      #expect(second.wait(for: "line editor") && second.wait(for: "pasted"), "\(second.transcript)")
      #expect(second.wait(for: "1.0.0> "))
      second.send("\u{4}")
      #expect(second.exitCode() == 0)
      let kept = ShellHistory(path: fixture.folder.path + "/storedoctor/history").load()
      #expect(kept == ["select 40 +\n2 as answer;", "version", "select 'pas' ||\n'ted';"])
    }

    @Test func resultsGoThroughPrograms() throws {
      let fixture = try CommandFixture()
      defer { withExtendedLifetime(fixture) {} }
      let long = "with recursive n(i) as (values(1) union all select i+1 from n limit 99) "
      let seen = fixture.folder.path + "/seen.txt"
      let shell = try shell(
        fixture, environment: ["NO_COLOR": "", "PAGER": "tee \(seen)", "LESS": "FX"])
      #expect(shell.wait(for: "1.0.0> "))
      shell.send(long + "select i as \"number\" from n;\r")
      #expect(shell.wait(for: "    99\r\n") && shell.wait(for: "1.0.0> "), "\(shell.transcript)")
      // Of a program that nobody knows to show colours, there are none.
      #expect(try TextFile.read(seen).hasPrefix("number\n"))
      shell.send("once | tr 0-9 a-j\r")
      #expect(shell.wait(for: "1.0.0> "))
      shell.send("select 1234;\r")
      #expect(shell.wait(for: "bcde"), "\(shell.transcript)")
      shell.send("set pager less\r")
      #expect(shell.wait(for: "1.0.0> "))
      shell.send(long + "select i as \"number\" from n;\r")
      // The heading is bold, not `ESC[1m` in letters, and LESS's own -F and -X count too.
      #expect(shell.wait(for: "\u{1b}[1mnumber"), "\(shell.transcript)")
      shell.send("q")
      #expect(shell.wait(for: "1.0.0> "), "\(shell.transcript)")
    }

    @Test func theConfigurationIsReadAndItsMistakesAreTold() throws {
      let fixture = try CommandFixture()
      defer { withExtendedLifetime(fixture) {} }
      let folder = fixture.folder.appending(path: "storedoctor")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let file = folder.appending(path: "config")
      try "# mine\nmode list\ntimer = on\nmod csv\n".write(
        to: file, atomically: true, encoding: .utf8)
      let shell = try shell(fixture)
      #expect(shell.wait(for: "config:4: error: there is no setting 'mod'"), "\(shell.transcript)")
      #expect(shell.wait(for: "did you mean 'mode'?") && shell.wait(for: "1.0.0> "))
      shell.send("select 1, 2;\r")
      #expect(shell.wait(for: "1|2") && shell.wait(for: "time: "), "\(shell.transcript)")
      shell.send(".show\r")
      #expect(shell.wait(for: "configuration"), "\(shell.transcript)")
    }
  }
#endif
