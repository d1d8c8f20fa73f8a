internal import ArgumentParser
internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

struct DiffCommand: DoctorCommand {
  static let configuration = CommandConfiguration(
    command: "diff", abstract: "Compare two models or stores, property by property.",
    usage: "storedoctor diff OLD NEW",
    discussion: """
      Each difference comes with what it means for a migration: lightweight (inferred), data \
      dependent (inferred, but rows can make it fail), custom (needs a custom stage), impossible. \
      Exit code 1 when there are differences.

      Examples:
        storedoctor diff Models@1.0.0 Models@2.0.0
        storedoctor diff notes.store Sources/Models@current
      """)

  @Argument(
    help: "The older model or store, PATH[@VERSION]; in the shell, the open store.",
    completion: .file())
  var old: String?

  @Argument(help: "The newer model or store, PATH[@VERSION].", completion: .file())
  var new: String?

  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws -> Report {
    let (first, rest) = try session.operands([old, new], wanting: 2)
    guard let first, let second = rest.first else {
      throw Failure.usage("two models are needed", help: "usage: storedoctor diff OLD NEW")
    }
    let (from, fromNote) = try session.oneModel(of: first, candidates: [second])
    let (to, toNote) = try session.oneModel(of: second, candidates: [first])
    let answer = VersionComparison(
      from: from, to: to, remarks: [fromNote, toNote].compactMap(\.self))
    return Report(command: Self.name, answer, sections: Self.sections(answer))
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
        answer.differences, title: pair, unknown: unknown, failure: answer.failure)
    }
    if !unknown.isEmpty { sections.append(.lines(unknown, title: "Not compared")) }
    if !answer.remarks.isEmpty { sections.append(.lines(answer.remarks, title: "Remarks")) }
    return sections
  }
}
