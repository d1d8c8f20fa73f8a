internal import Diagnostics
internal import StoreModel

extension Linter {
  /// What keeps the store of a user who skips versions from being migrated at all, where it is not said of
  /// the last step already.
  func skippingFindings(
    _ context: LintContext, besides known: [Finding]
  ) -> [Finding] {
    var said = Set(known.map { "\($0.rule) \($0.location?.text ?? "")" })
    var found: [Finding] = []
    for change in context.histories.flatMap({ VersionChange.skipping(of: $0, in: context) }) {
      let list = RuleReport.FindingList()
      for rule in LintRules.changes where VersionChange.stopping.contains(type(of: rule).info.id) {
        rule.check(
          change, in: context,
          report: RuleReport(
            rule: type(of: rule), list: list, place: change.to.location ?? change.history.location))
      }
      found += list.findings.filter {
        said.insert("\($0.rule) \($0.location?.text ?? "")").inserted
      }
    }
    return found
  }
}
