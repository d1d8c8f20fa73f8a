internal import ArgumentParser
internal import StoreDoctor

struct RulesCommand: DoctorCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "List every rule; 'explain RULE' says more about one.",
    usage: "storedoctor rules",
    discussion: """
      Each finding names its rule in brackets.

      Examples:
        storedoctor rules
        storedoctor explain no-matching-version
      """)

  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws -> Report {
    let rules = RuleCatalog.all
    let table = Report.Table(
      [.init("rule"), .init("severity"), .init("finds")],
      rows: rules.map { [$0.id, $0.severity.rawValue, $0.summary] })
    return Report(
      command: Self.name, sections: [.table(table)],
      body: [
        "rules": .array(
          rules.map { rule in
            [
              "fix": .string(rule.fix), "id": .string(rule.id),
              "severity": .string(rule.severity.rawValue), "summary": .string(rule.summary),
              "why": .string(rule.why),
            ]
          })
      ])
  }
}
