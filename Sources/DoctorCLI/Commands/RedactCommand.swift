internal import ArgumentParser
internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

struct RedactCommand: DoctorCommand {
  static let isRepeatable = false
  static let configuration = CommandConfiguration(
    command: "redact", abstract: "Make a twin of a store without its data, to share a case.",
    usage: "storedoctor redact STORE -o NEW [--model PATH…] [--seed N]",
    discussion: """
      The twin has the same schema, keys, links, row counts, history, NULLs and share of free \
      pages, and every value is replaced: texts by texts of the same length, script, capitals, \
      spaces and punctuation, numbers by numbers of as many digits, dates by others in the same \
      order, UUIDs by UUIDs, data by data of the same size, and of the same structure where it is \
      a binary property list, a keyed archive or JSON. Equal values stay equal and different ones \
      different, also across attributes for texts, UUIDs and data. Files of external data are \
      replaced too. Metadata of the app's own is left out. Rows are written to a new file, so \
      nothing that was deleted, and no log, is in it. The store itself is only read.

      Afterwards 'diagnose' is asked about both, with --model also about migrations, and every \
      answer that differs is named; the exit code is 1 then. What a twin cannot show is listed each \
      time. Lengths, counts and which values are equal can be read from it. Names in the schema, \
      default values of the model and what the app's own texts of tables, views and triggers say \
      are kept.

      Replacements follow a random key that nobody sees, so each run gives other ones. With --seed \
      they are the same each time, in several stores too; whoever knows the seed can try guesses, \
      so keep it to yourself.

      Any SQLite file can be redacted, and what is neither Core Data nor SwiftData is treated by \
      what its values are stored as. A damaged store is refused: its twin would not be damaged.

      Examples:
        storedoctor redact default.store -o twin.store
        storedoctor redact notes.store -o twin.store --model Sources/Models
        storedoctor redact notes.store -o twin.store --seed 20260101
      """)
  static let wordOptions = ["output", "seed"]
  static let idleOptions: Set = ["show-values"]

  @Argument(help: "The store; in the shell, the open one.", completion: .file())
  var store: String?

  @Option(name: .shortAndLong, help: "The store to make.", completion: .file())
  var output: String

  @Option(help: "Give the same replacements each time; whoever knows it can try guesses.")
  var seed: UInt64?

  @OptionGroup var common: CommonOptions

  var replacesFile: Bool { true }

  func run(in session: Session) throws -> Report {
    guard let path = store ?? session.storePath else { throw session.noStoreGiven }
    try check(path, session)
    var redaction = StoreRedaction(path)
    redaction.histories = try session.histories()
    redaction.seed = seed
    redaction.isLive = session.settings.isLive
    if session.isStoppable {
      redaction.onRead = { $0.map(Interrupts.watch) ?? Interrupts.stopWatching() }
    }
    guard !FileIdentity.isSame(path, output) else {
      throw Failure.usage(
        "'\(VisibleText(output).text)' is the store itself", help: "choose another name")
    }
    let target = try StoreOutput(
      path: output, replaces: common.force, stores: session.storesInUse + [path])
    let progress = Progress("redacting", session)
    defer { progress.finish() }
    redaction.progress = { progress.advance($0, of: $1, $2) }
    let answer = try redaction.run(to: target)
    progress.finish()
    return Report(command: Self.name, answer, sections: RedactText.sections(answer))
  }

  /// What is no SQLite file, or damaged, says so before anything is made. It is closed again then,
  /// because a process loses its locks on a file with any descriptor it closes.
  private func check(_ path: String, _ session: Session) throws {
    defer { session.releaseStores() }
    if var problem = try session.namedStore(path).problem {
      problem.help = [
        "a twin of it would not be damaged; save what is left with 'repair --salvage' and redact that"
      ]
      throw problem
    }
  }
}
