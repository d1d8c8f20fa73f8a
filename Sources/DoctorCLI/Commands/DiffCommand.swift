internal import ArgumentParser
internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel
internal import StoreReport

struct DiffCommand: DoctorCommand {
  static let configuration = CommandConfiguration(
    command: "diff", abstract: "Compare two models or stores, property by property.",
    usage: "storedoctor diff OLD NEW [--rows] [--key ENTITY.ATTRIBUTE…]",
    discussion: """
      Each difference comes with what it means for a migration: lightweight (inferred), data \
      dependent (inferred, but rows can make it fail), custom (needs a custom stage), impossible. \
      Exit code 1 when there are differences.

      With --rows the rows and links of two stores are compared: what only one has, and which \
      properties have other values. Rows are matched by Z_PK when both are states of one store, \
      otherwise by a unique attribute, or by what --key names, and links by the rows they lead to. \
      With --model entities and properties are followed along the stages that lead from one store's \
      version to the other's, as 'migrate' goes; otherwise the two models are paired as for one \
      inferred migration. What only one version has is counted: −name was there in so many rows, \
      +name is there now. Values are shown only with --show-values.

      --format svg, mermaid or dot draws the newer model with what was added, removed and changed.

      Examples:
        storedoctor diff Models@1.0.0 Models@2.0.0
        storedoctor diff notes.store Sources/Models@current
        storedoctor diff Notes.xcdatamodeld@Notes Notes.xcdatamodeld@current --format svg
        storedoctor diff --rows before.store after.store
        storedoctor diff --rows before.store after.store --model Sources/Models --show-values
        storedoctor diff --rows phone.store pad.store --key Note.id
      """)
  static let wordOptions = ["rows", "key"]
  static let formats: [OutputFormat] = [.text, .json, .mermaid, .dot, .svg]

  @Argument(
    help: "The older model or store, PATH[@VERSION]; in the shell, the open store.",
    completion: .file())
  var old: String?

  @Argument(help: "The newer model or store, PATH[@VERSION].", completion: .file())
  var new: String?

  @Flag(help: "Compare the rows and links of two stores.")
  var rows = false

  @Option(
    help: ArgumentHelp(
      "With --rows: what tells rows of an entity apart; repeatable.",
      valueName: "entity.attribute"))
  var key: [String] = []

  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws -> Report {
    let (first, rest) = try session.operands([old, new], wanting: 2)
    guard let first, let second = rest.first else {
      throw Failure.usage("two models are needed", help: "usage: storedoctor diff OLD NEW")
    }
    if rows { return try compareRows(first, second, in: session) }
    if !key.isEmpty { throw Failure.usage("--key goes with --rows") }
    let (from, fromNote) = try session.oneModel(of: first, candidates: [second])
    let (to, toNote) = try session.oneModel(of: second, candidates: [first])
    let answer = VersionComparison(
      from: from, to: to, remarks: [fromNote, toNote].compactMap(\.self))
    var report = Report(command: Self.name, answer, sections: Self.sections(answer))
    report.picture = ModelPictures.picture(of: [to], comparedWith: from)
    return report
  }

  private func compareRows(_ old: String, _ new: String, in session: Session) throws -> Report {
    if let form = session.settings.format.picture {
      throw Failure.usage(
        "there is no picture of rows", help: "leave out --rows, or '--format \(form)'")
    }
    let keys = try CompareOptions.keys(key)
    let progress = Progress("comparing", session)
    defer { progress.finish() }
    let answer = try RowDifferences(
      from: try session.namedCoreDataStore(old).store,
      to: try session.namedCoreDataStore(new).store, in: session.histories(),
      keys: keys, showsValues: session.settings.showsValues, progress: progress.advance)
    progress.finish()
    return Report(command: Self.name, answer, sections: RowDifferenceText.sections(answer))
  }

  private static func sections(_ answer: VersionComparison) -> [Report.Section] {
    let pair = "\(answer.from.title) → \(answer.to.title)"
    let unknown = answer.unknown
    var sections: [Report.Section]
    if answer.differences.isEmpty {
      let none =
        unknown.isEmpty ? "no differences" : "unknown whether there are differences"
      sections = [.lines(["\(none): \(pair)"])]
    } else {
      sections = DifferenceText.sections(
        answer.differences, title: pair, unknown: unknown,
        isOfFiles: answer.isOfModelFile, failure: answer.failure)
    }
    if !unknown.isEmpty { sections.append(.lines(unknown, title: "Not compared")) }
    if !answer.remarks.isEmpty { sections.append(.lines(answer.remarks, title: "Remarks")) }
    return sections
  }
}
