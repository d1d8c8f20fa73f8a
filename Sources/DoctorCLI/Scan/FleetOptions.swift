internal import ArgumentParser
internal import Diagnostics
internal import StoreModel

/// How many stores are worked on: what `scan` and `rehearse` have in common.
struct FleetOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Worker processes; as many as processors if left out.", valueName: "n"))
  var jobs: Int?

  @Option(
    name: .shortAndLong, help: "The file for the lines of JSON, one for each store.",
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp("Go on with the lines of a run that was stopped.", valueName: "file"),
    completion: .file())
  var resume: String?

  @Flag(name: .customShort("0"), help: "Names on standard input end with a zero byte.")
  var null = false

  @Option(help: "The version the app has; the current one if left out.")
  var to: String?

  @Option(
    help: ArgumentHelp(
      "The repository of the app: name the releases that write each version.", valueName: "repo"),
    completion: .directory)
  var git: String?

  @Option(
    help: ArgumentHelp(
      "Give a store up after this time (120; 300 where it is migrated).", valueName: "seconds"))
  var timeout: Int?

  @Option(
    help: ArgumentHelp("Give a store up that needs more memory (2048).", valueName: "mb"))
  var memory: Int?

  @Option(
    help: ArgumentHelp(
      "Time for the rows of a store (10), and as much for its way to the app's version; what was left "
        + "out is named.", valueName: "seconds"))
  var budget: Double?

  @OptionGroup var flags: ClosureFlags
  var skipClosures: Bool { flags.skipClosures }
  var trust: Bool { flags.trust }

  static let wordOptions = ["jobs", "output", "resume", "to", "git", "timeout", "memory", "budget"]

  /// What is wrong with them, said before anything is read.
  func check(paths: [String], in session: Session) throws {
    func refuse(_ text: String, _ help: String...) throws -> Never {
      throw Failure(status: .usage, message: text, help: help)
    }
    if paths.contains("") { throw Failure.emptyPath }
    if session.isShell, paths.contains("-") {
      try refuse("in the shell, standard input is the shell's: name files and folders")
    }
    if null, !paths.contains("-") {
      try refuse("-0 says how names on standard input end; add '-' to read them")
    }
    if let jobs, !(0...512).contains(jobs) { try refuse("--jobs takes 0 to 512") }
    if let timeout, !(1...86_400).contains(timeout) {
      try refuse("--timeout takes 1 to 86400 seconds")
    }
    if let memory, !(16...1_048_576).contains(memory) {
      try refuse("--memory takes 16 to 1048576 megabytes")
    }
    if jobs == 0, timeout != nil || memory != nil {
      try refuse("--jobs 0 works without limits: leave out --timeout and --memory")
    }
    if resume != nil, output != nil {
      try refuse("--resume goes on with its own file: leave out -o")
    }
  }
}
