internal import ArgumentParser
internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

struct RepairCommand: DoctorCommand {
  static let isRepeatable = false
  static let configuration = CommandConfiguration(
    command: "repair", abstract: "Repair what 'check' finds in a copy of a store.",
    usage: "storedoctor repair STORE -o NEW [--model PATH…]",
    discussion: """
      Repairs what 'check' finds in a copy of the store and, with --model, the rows that \
      'preflight' says a migration fails at. It does so in one transaction, and examines the \
      copy again. The store itself is only read. The new file appears under its name when it is \
      complete; if there is nothing to change, none is written. A SQLite file is never replaced.

      There are three kinds of repairs. Those that lose nothing are made without asking: key \
      counters, missing indexes and triggers, derived counts, and metadata and a cached model \
      that differ from the tables. Those that drop references need --allow references: links to \
      rows that do not exist are removed, relationships and orders that only one end knows are \
      completed, and files of external data that belong to no row are not copied. Those that \
      need a decision are made as --set and --keep say; of several rows with a value that must \
      be unique one stays, and takes over the links to the others. No other value is made up. \
      Whatever is left is listed with the option that repairs it.

      --dry-run says what would be done, tried on a temporary copy. --sql writes the statements \
      for review, with keys of rows and no values but those given. Exit code 1 when something is \
      left.

      --salvage is for a file that SQLite calls damaged. It saves every row that can still be \
      reached, around damaged pages, into a fresh store with the same keys, metadata and \
      history, and then repairs that as above. For each entity it says how many rows were saved, \
      how many must be missing because an index or a link names them, and how many there can be \
      at most, going by the key counter; and which pages are damaged. Rows that may be deleted \
      ones, or whose table cannot be told, are counted and left out. Values on damaged pages are \
      taken as they are: a changed bit in a value cannot be noticed. Where the store has lost \
      its own model, --model provides it. Exit code 0 only when nothing is lost.

      Examples:
        storedoctor repair default.store --dry-run
        storedoctor repair default.store -o healed.store --allow references --keep newest
        storedoctor repair default.store -o healed.store --set Note.title=Untitled
        storedoctor repair halfway.store -o healed.store --model Sources/Models
        storedoctor repair damaged.store -o saved.store --salvage
      """)
  static let wordOptions = ["output", "only", "set", "keep", "allow", "sql"]

  @Argument(help: "The store; in the shell, the open one.", completion: .file())
  var store: String?

  @Option(name: .shortAndLong, help: "The store to make.", completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp("Repair only what this rule finds; repeatable.", valueName: "rule"))
  var only: [String] = []

  @Option(
    help: ArgumentHelp(
      "Give rows without a required value this one; repeatable.",
      valueName: "entity.property=value"))
  var set: [String] = []

  @Option(
    help: ArgumentHelp(
      "Which of several rows with the same unique value to keep; the others are deleted.",
      valueName: "newest|oldest|most-linked"))
  var keep: RepairKeep?

  @Option(
    help: ArgumentHelp(
      "Drop links that lead nowhere, and complete one-sided relationships.", valueName: "references"
    ))
  var allow: RepairAllowance?

  @Flag(help: "Save what is left of a file that SQLite calls damaged.")
  var salvage = false

  @Flag(help: "Write no store; say what would be done.")
  var dryRun = false

  @Option(
    help: ArgumentHelp("Write the statements to this file.", valueName: "file"),
    completion: .file())
  var sql: String?

  @OptionGroup var common: CommonOptions

  var replacesFile: Bool { true }

  func run(in session: Session) throws -> Report {
    guard let path = store ?? session.storePath else {
      throw Failure.usage("no store given", help: "usage: \(Self.usage)")
    }
    guard output != nil || dryRun else {
      throw Failure.usage("give -o NEW, or --dry-run", help: "usage: \(Self.usage)")
    }
    guard !salvage || sql == nil else {
      throw Failure.usage(
        "--sql and --salvage do not go together",
        help: "a salvage writes a new store, no statements")
    }
    if !salvage { try check(path, session) }
    var repair = StoreRepair(path)
    repair.histories = try session.histories()
    repair.only = Set(only)
    repair.allowsReferences = allow == .references
    repair.keep = keep?.choice
    repair.values = set
    repair.isLive = session.settings.isLive
    if session.trace != nil { repair.onStatement = { [weak session] in session?.record($0) } }
    let progress = Progress("examining", session)
    defer { progress.finish() }
    repair.progress = { progress.advance(Double($0), of: $1, $2) }
    if salvage {
      let answer = try repair.salvage(to: dryRun ? nil : newFile(beside: path))
      progress.finish()
      return Report(command: Self.name, answer, sections: SalvageText.sections(answer))
    }
    var answer: RepairAnswer
    if dryRun {
      answer = try repair.rehearse()
    } else {
      answer = try repair.run(to: newFile(beside: path))
    }
    progress.finish()
    if let sql {
      try FileOutput.write(
        Array(answer.script.utf8), to: sql, replaces: common.force ? .anyFile : .nothing,
        stores: [path])
    }
    return Report(command: Self.name, answer, sections: RepairText.sections(answer))
  }

  /// What is no store says so before anything is copied. It is closed again then, because a process
  /// loses its locks on a file with any descriptor it closes.
  private func check(_ path: String, _ session: Session) throws {
    defer { session.releaseStores() }
    let opened = try session.namedStore(path)
    if var problem = opened.problem {
      problem.help = ["restore a backup; without one, add --salvage to save what is left"]
      throw problem
    }
    if opened.store == nil { _ = try session.namedCoreDataStore(path) }
  }

  private func newFile(beside path: String) throws -> StoreOutput {
    let output = output ?? ""
    guard !FileIdentity.isSame(path, output) else {
      throw Failure.usage(
        "'\(VisibleText(output).text)' is the store itself", help: "choose another name")
    }
    return try StoreOutput(path: output, replaces: common.force, stores: [path])
  }
}

/// What may be dropped.
enum RepairAllowance: String, ExpressibleByArgument, CaseIterable {
  case references
}

/// Which row stays.
enum RepairKeep: String, ExpressibleByArgument, CaseIterable {
  case newest, oldest
  case mostLinked = "most-linked"

  var choice: StoreRepair.Keep? { StoreRepair.Keep(rawValue: rawValue) }
}
