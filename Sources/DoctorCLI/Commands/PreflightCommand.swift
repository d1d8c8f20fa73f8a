internal import ArgumentParser
internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

struct PreflightCommand: DoctorCommand {
  static let configuration = CommandConfiguration(
    commandName: "preflight", abstract: "Say whether a migration will succeed on a store's data.",
    usage: "storedoctor preflight STORE --model PATH [--to VERSION]",
    discussion: """
      Follows the stages from the store's version to the target and looks, without migrating, for \
      what would make Core Data fail or lose data: rows without a value for a property that becomes \
      required, duplicates under new uniqueness, references to nothing, values that do not convert, \
      counts that are violated, too little disk space, another process with the store open. Each \
      finding says what happens and with which code. No table is read more than three times. Rows are \
      named by their keys, values shown only with --show-values. What the newer version has no place \
      for is counted, said first, and refused unless it is acknowledged as for 'verify'. Exit code 1 \
      when the migration would fail or lose something.

      Examples:
        storedoctor preflight default.store --model Sources/Models
        storedoctor preflight notes.sqlite --model Notes.xcdatamodeld --to "Notes 3"
      """)
  static let wordOptions = ["to"] + LossOptions.wordOptions

  @Argument(help: "The store; in the shell, the open one.", completion: .file())
  var store: String?

  @Option(
    help: ArgumentHelp(
      "The version to migrate to; the current one if left out.", valueName: "version"))
  var to: String?

  @OptionGroup var losses: LossOptions
  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws -> Report {
    let inspection = try session.inspection(of: store)
    _ = try session.givenHistories()
    let target = try to.map { try MigrationQuestion.target($0, session) }
    let progress = Progress("reading", session)
    defer { progress.finish() }
    var preflight = Preflight(inspection, target: target)
    preflight.policy = try session.lossPolicy(losses)
    let result = try preflight.run(
      freeSpace: DiskSpace.free(besides: inspection.path)
    ) { progress.advance(Double($0), of: $1, $2) }
    progress.finish()
    var report = Report(command: Self.name, findings: result.findings)
    let cut = result.findings.filter { $0.rule == PreflightRules.valueDoesNotConvert }
    let headlines = result.losses.headlines + cut.map { "LOSS: \($0.message)" }
    report.sections = headlines.isEmpty ? [] : [.lines(headlines)]
    report.sections.append(.fields(Self.fields(inspection, result)))
    report.sections += result.losses.closingSections
    report.body = Self.json(inspection, result)
    report.body["losses"] = result.losses.json
    report.status = result.isRefused ? .found : .done
    return report
  }

  private static func fields(
    _ inspection: StoreInspection, _ result: Preflight.Result
  ) -> [Report.Field] {
    var fields = [Report.Field("store", inspection.path)]
    if let path = result.path {
      fields.append(
        Report.Field(
          "version", "\(ModelText.title(of: path.source)), by \(PlanText.words(path.evidence))"))
      fields.append(Report.Field("target", ModelText.title(of: path.target)))
      fields.append(Report.Field("stages", stages(path)))
    }
    if let log = inspection.state?.log, log.committed > 0 {
      let frames = log.committed == 1 ? "1 frame" : "\(log.committed) frames"
      fields.append(Report.Field("log", "\(frames) of the '-wal' file belong to the data"))
    }
    fields.append(Report.Field("space", "about \(DataKind.sizeText(result.neededSpace)) needed"))
    if result.tables > 0 {
      fields.append(
        Report.Field(
          "examined", result.tables == 1 ? "1 table" : "\(result.tables) tables"))
    }
    fields.append(verdict(result))
    return fields
  }

  private static func stages(_ path: MigrationPath) -> String {
    guard !path.steps.isEmpty else { return "none: the store has the target's version" }
    return path.steps.map { step in
      step.name + (step.hasClosures ? ", with closures" : "")
    }.joined(separator: "; ")
  }

  private static func verdict(_ result: Preflight.Result) -> Report.Field {
    if result.fails { return Report.Field("verdict", "the migration would fail", mood: .bad) }
    let worst = result.findings.map(\.severity).max()
    let isConditional = result.findings.contains { $0.certainty != .certain }
    return switch worst {
    case .error?: Report.Field("verdict", "the migration would run and lose data", mood: .bad)
    case .warning?:
      Report.Field("verdict", "the migration would run, with what is named below", mood: .bad)
    case .note? where isConditional:
      Report.Field("verdict", "depends on what the closures do")
    default: Report.Field("verdict", "nothing stands in the way", mood: .good)
    }
  }

  private static func json(
    _ inspection: StoreInspection, _ result: Preflight.Result
  ) -> [String: JSONValue] {
    var body: [String: JSONValue] = [
      "neededBytes": .integer(result.neededSpace), "path": .string(inspection.path),
      "problems": JSONValue(encoding: result.problems),
      "succeeds": .bool(!result.isRefused), "tables": .integer(Int64(result.tables)),
      "walFrames": .integer(Int64(inspection.state?.log?.committed ?? 0)),
    ]
    if let path = result.path {
      body["evidence"] = .string(path.evidence.rawValue)
      body["from"] = JSONValue(encoding: VersionReference(path.source))
      body["to"] = JSONValue(encoding: VersionReference(path.target))
      body["stages"] = .array(
        path.steps.map { step in
          [
            "closures": .bool(step.hasClosures), "from": .string(step.from.name),
            "name": .string(step.name), "to": .string(step.to.name),
          ]
        })
    }
    return body
  }
}
