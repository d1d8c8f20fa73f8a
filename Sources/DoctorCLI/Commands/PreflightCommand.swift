internal import ArgumentParser
internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

struct PreflightCommand: FindingsCommand {
  static let configuration = CommandConfiguration(
    command: "preflight", abstract: "Say whether a migration will succeed on a store's data.",
    usage: "storedoctor preflight STORE --model PATH [--to VERSION]",
    discussion: """
      Follows the stages from the store's version to the target and looks, without migrating, \
      for what would make Core Data fail or lose data: rows without a value for a property that \
      becomes required, duplicates under new uniqueness, references to nothing, values that do \
      not convert, violated counts, too little disk space, another process with the store open. \
      Each finding says what happens and with which code. No table is read more than three \
      times; a way by mapping models is tried on a private copy in the temporary folder. Rows are \
      named by their keys; values are shown only with --show-values. Data that \
      the newer version has no place for are counted and reported first, unless the loss is \
      acknowledged as for 'verify'. Exit code 1 when the migration would fail or lose something, and when \
      closures are on the way: what they do is not known before 'migrate' or 'verify' has run them.

      Examples:
        storedoctor preflight default.store --model Sources/Models
        storedoctor preflight notes.sqlite --model Notes.xcdatamodeld --to "Notes 3"
        storedoctor preflight Tests/shipped-1.0.store --model Sources/Models --format github
      """)
  static let wordOptions = ["to"] + LossOptions.wordOptions

  @Argument(help: "The store; in the shell, the open one.", completion: .file())
  var store: String?

  @Option(
    help: ArgumentHelp(
      "The version to migrate to; the current one if left out.", valueName: "version"))
  var to: String?

  @Flag(help: ChainOption.help)
  var chain = false

  @OptionGroup var losses: LossOptions
  @OptionGroup var reports: ReportOptions
  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws -> Report {
    let inspection = try session.inspection(of: store)
    _ = try session.givenHistories()
    var preflight = Preflight(inspection, target: try session.target(to))
    let progress = Progress("reading", session)
    defer { progress.finish() }
    preflight.isChained = chain
    preflight.policy = try session.lossPolicy(losses)
    preflight.onTrial = session.watchingTrials
    let result = try preflight.run(
      freeSpace: DiskSpace.free(besides: inspection.path)
    ) { progress.advance(Double($0), of: $1, $2) }
    var report = Report(
      command: Self.name, result,
      sections: LossText.headlines(result.headlines) + [.fields(Self.fields(result))]
        + LossText.closing(result.losses) + ChainOption.hint(result.path))
    report.order = .severity
    // In every format, what was not run is no success.
    report.findings += result.unrun.map { [$0] } ?? []
    return report
  }

  private static func fields(_ result: Preflight.Result) -> [Report.Field] {
    var fields = [Report.Field("store", result.store)]
    if let path = result.path {
      let stages = path.steps.map { $0.name + ($0.hasClosures ? ", with closures" : "") }
      fields += [
        Report.Field(
          "version", "\(ModelText.title(of: path.source)), by \(PathText.words(path.evidence))"),
        Report.Field("target", ModelText.title(of: path.target)),
        Report.Field(
          "stages",
          stages.isEmpty
            ? "none: the store has the target's version" : stages.list(atMost: 5, separator: "; ")),
      ]
    }
    if result.walFrames > 0 {
      let frames = result.walFrames == 1 ? "1 frame" : "\(result.walFrames) frames"
      fields.append(Report.Field("log", "\(frames) of the '-wal' file belong to the data"))
    }
    if result.neededSpace > 0 {
      fields.append(Report.Field("space", "about \(DataKind.sizeText(result.neededSpace)) needed"))
    }
    if result.isTried {
      fields.append(
        Report.Field("examined", "all rows, by trying the migration on a private copy"))
    } else if result.tables > 0 {
      let tables = result.tables == 1 ? "1 table" : "\(result.tables) tables"
      fields.append(Report.Field("examined", tables))
    }
    let unrun =
      result.hasClosures ? "; its closures were not run: 'migrate' and 'verify' do that" : ""
    let (verdict, mood): (String, Report.Field.Mood) =
      switch result.outlook {
      case .crash: ("the app stops at every launch, before any migration", .bad)
      case .failure where result.isOfAnotherApp: ("the store and the models are of two apps", .bad)
      case .failure where result.path == nil: ("there is no migration for this store", .bad)
      case .failure where result.isUnneeded:
        ("nothing is migrated, and the app cannot use the store as it is", .bad)
      case .failure:
        ("the migration would fail\(result.isFailureLikely ? " (likely)" : "")", .bad)
      case .loss: ("the migration would run and lose data\(unrun)", .bad)
      case .faults where result.path?.source.source == .storeCache:
        (
          "the migration would run if Core Data goes by the store's own model (likely), with the findings "
            + "below", .bad
        )
      case .faults: ("the migration would run, with the findings below", .bad)
      case .unexamined: ("unknown: a stage was not examined", .bad)
      case .open: ("depends on what the closures do: 'migrate' and 'verify' run them", .plain)
      case .success where result.path?.source.source == .storeCache:
        ("nothing stands in the way, if Core Data goes by the store's own model (likely)", .plain)
      case .success where result.path?.evidence == .shape:
        ("nothing stands in the way, if the store has that version (likely)", .plain)
      case .success where result.isLeftToClosures:
        ("nothing in the data stands in the way\(unrun)", .plain)
      case .success: ("nothing stands in the way", .good)
      }
    return fields + [Report.Field("verdict", verdict, mood: mood)]
  }
}
