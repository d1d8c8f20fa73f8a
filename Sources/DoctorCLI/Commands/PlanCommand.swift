internal import ArgumentParser
internal import Diagnostics
internal import ModelInputs
internal import PlanExecution
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel
internal import StoreReport

struct PlanCommand: DoctorCommand {
  static let configuration = CommandConfiguration(
    command: "plan",
    abstract: "Show what a migration would do, stage by stage, without running it.",
    usage: "storedoctor plan STORE|MODEL --model PATH [--to VERSION] [--sql]",
    discussion: """
      Finds the way from the store's version (or from MODEL, PATH@VERSION) to the current one as \
      Core Data does, and shows each stage with its changes and their consequences. A change \
      that cannot be inferred is named with the reason; Core Data needs a mapping model for it, \
      SwiftData a custom stage. A new required property that nothing can have filled fails for \
      certain where the store has rows. Data that the newer version has no place for are listed \
      first, unless the loss is acknowledged as for 'verify'. --sql adds the statements that \
      'migrate' would run. Exit code 1 when there is no way, when it fails for certain, or when \
      data would be lost. With --to and an older version it shows the way back, which 'migrate' \
      can go and no app does.

      --format mermaid draws the versions and stages for Markdown, which GitHub shows, and svg for \
      browsers; markdown has the findings and the picture, for a pull request.

      Examples:
        storedoctor plan notes.store --model Sources/Models
        storedoctor plan Sources/Models@1.0.0 --sql
        storedoctor plan notes.sqlite --model Notes.xcdatamodeld --to 'Notes 3'
        storedoctor plan Sources/Models@1.0.0 --format mermaid
      """)
  static let formats: [OutputFormat] = [.text, .json, .markdown, .mermaid, .svg]
  static let wordOptions = ["to"] + LossOptions.wordOptions

  @Argument(
    help: "The store, or the version to start from; in the shell, the open store.",
    completion: .file())
  var start: String?

  @Option(
    help: "The version to migrate to, which may be an older one; the current one if left out.")
  var to: String?

  @Flag(help: ChainOption.help)
  var chain = false

  @Flag(help: "Show the SQL of each stage.")
  var sql = false

  @Flag(help: "Compile the closures of custom stages, to check that 'migrate' can run them.")
  var compile = false

  @OptionGroup var losses: LossOptions
  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws -> Report {
    let path = try session.onlyPath(start, command: Self.name)
    var question = try session.question(from: path, to: to)
    question.isChained = chain
    question.goesBack = to != nil
    let models = session.settings.models.isEmpty ? [try ModelPath(path).path] : nil
    var outline = try MigrationOutline(question, at: path, showsSQL: sql) {
      try session.lossPolicy(losses, models: models)
    }
    var sections = PathText.sections(outline, showsSQL: sql)
    sections += ChainOption.hint(outline.path)
    if outline.refusal == nil {
      do {
        if compile, let way = outline.path {
          // A compiler takes its time, and nobody has to wait for it.
          try session.settleStores()
          sections.append(.lines([try compileClosures(of: way, models, session)]))
        }
        if !sql, outline.statements > 0 {
          sections.append(.hints(["add --sql to see the \(outline.statements) statements"]))
        }
      } catch PlanFailure.findings(let findings) {
        outline.findings += findings
      }
    }
    var report = Report(command: Self.name, outline, sections: sections)
    report.order = .severity
    let (asked, found) = (question, outline)
    report.picture = ModelPictures.picture {
      StagesDiagram(
        found, among: asked.histories, start: asked.startName, isStore: asked.store != nil)
    }
    return report
  }

  /// - Parameter models: nil when --model names them.
  private func compileClosures(
    of way: MigrationPath, _ models: [String]?, _ session: Session
  ) throws -> String {
    guard let runner = try session.closureRunner(for: way, models: models) else {
      return "there are no closures on this way"
    }
    let progress = MigrationProgress(session)
    runner.onProgress = { progress.show($0) }
    defer {
      progress.finish()
      runner.finish()
    }
    try runner.compile()
    return "the closures compile; 'migrate' runs them"
  }
}
