internal import Diagnostics
internal import StoreEngine
internal import StoreModel

extension LintRule where Self: ChangeRule {
  /// Reports each difference of one kind that the rule asks for.
  func report(
    _ change: VersionChange, where isMeant: (ModelDifference) -> Bool,
    _ message: (ModelDifference) -> String, to report: (Finding) -> Void
  ) {
    for difference in change.differences where isMeant(difference) {
      report(
        finding(
          message(difference), at: difference.location, entity: difference.entity,
          property: difference.property, certainty: difference.certainty))
    }
  }
}
