internal import ArgumentParser
internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

struct RulesCommand: DoctorCommand {
  static let idleOptions = CommonOptions.ofStores.union(["force", "model"])
  static let configuration = CommandConfiguration(
    command: "rules", abstract: "List every rule; 'explain RULE' says more about one.",
    usage: "storedoctor rules [GROUP]",
    discussion: """
      Each finding names its rule in brackets. GROUP is one of: \
      \(RuleGroup.allCases.map(\.rawValue).joined(separator: ", ")).

      Examples:
        storedoctor rules
        storedoctor rules versions
        storedoctor explain no-matching-version
      """)

  static let formats: [OutputFormat] = [.text, .json, .markdown]

  @Argument(
    help: "Only the rules of one group.",
    completion: .list(RuleGroup.allCases.map(\.rawValue)))
  var group: String?

  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws -> Report {
    let list = RuleList(of: try group.map { [try Self.group(named: $0)] } ?? RuleGroup.allCases)
    let sections = list.groups.map { group in
      Report.Section.table(
        Report.Table(
          [.init("rule"), .init("severity"), .init("finds")],
          rows: list.rules.filter { $0.group == group }.map {
            [$0.id, $0.severity.rawValue, $0.summary]
          }), title: group.title)
    }
    var report = Report(command: Self.name, list, sections: sections)
    if session.settings.format == .markdown { report.markdown = RulePage.reference(list.rules) }
    return report
  }

  private static func group(named name: String) throws -> RuleGroup {
    let names = RuleGroup.allCases.map(\.rawValue)
    if let group = RuleGroup.allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() }
    ) {
      return group
    }
    let nearest = NameDistance.nearest(to: name, in: names)
    throw Failure.usage(
      "there is no group of rules '\(VisibleText(name).text)'",
      help: nearest.map { "did you mean '\($0)'?" }
        ?? "the groups are \(names.joined(separator: ", "))")
  }
}
