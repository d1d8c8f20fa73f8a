import ArgumentParser
import Diagnostics
import StoreDoctor
import StoreEngine
import Testing

@testable import DoctorCLI

/// What a failure says, and which exit code it has.
@Suite struct FailureTests {
  @Test func onlyAPathIsQuoted() {
    let unknown = Failure(SQLiteError(code: 5, message: "database is locked"))
    #expect(unknown.message.hasPrefix("the store is in use by another process"))
    let known = Failure(SQLiteError(code: 5, message: "database is locked", file: "a.store"))
    #expect(known.message == Failure(StoreFileError(path: "a.store", reason: .busy)).message)
    #expect(known.message.hasPrefix("'a.store' is in use"))
    #expect(unknown.status == .unreadable && known.status == .unreadable)
  }

  /// A value that is too long is the statement's fault; a schema that was made to be so is the file's.
  @Test func whatIsTooBigIsTheStatementsFault() {
    let value = SQLiteError(code: 18, message: "string or blob too big")
    #expect(Failure(value).status == .usage)
    let schema = StoreFileError(path: "a.store", reason: .sqlite(value))
    #expect(Failure(schema).status == .unreadable)
    for code: Int32 in [7, 10, 13, 14, 266] {
      #expect(Failure(SQLiteError(code: code, message: "x")).status == .unreadable)
    }
  }

  private struct Busy: DoctorCommand {
    static let configuration = CommandConfiguration(commandName: "busy")
    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws -> Report {
      throw StoreFileError(path: "a.store", reason: .busy)
    }
  }

  @Test(arguments: [[], ["--live"]]) func whoGivesLiveIsNotToldToGiveIt(_ options: [String]) throws
  {
    let out = ByteOutput { _ in }
    let console = Console(out: out, err: out)
    let command = try Busy.parse(options)
    do {
      _ = try Session(console: console).perform(command, with: Presenter(console: console))
      Issue.record("it is busy")
    } catch {
      let help = Failure(error).help
      #expect(help == (options.isEmpty ? [Failure.liveHint] : []))
    }
  }
}
