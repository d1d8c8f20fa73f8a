internal import Diagnostics
internal import SwiftSyntax

/// Fetches with a condition, whose objects are only counted as far as they fit another one. Where the fetch
/// has none, 'filtered-in-memory' says so.
extension WholeRowsForCount {
  func checkPart(_ call: FunctionCallExprSyntax, in file: LintFile, _ report: RuleReport) {
    guard let fetched = FetchedObjects(ExprSyntax(call)), !fetched.isWhole,
      let entity = fetched.entity, !fetched.isLimitedInNumber, !entity.isOfOneObject,
      !call.isInLoop(TypeReader(file: file)),
      let user = call.onlyUser, user.name == "filter", user.isOnlyCounted,
      let search = Search(by: user), search.isPredicate(of: entity, ask: file.ask)
    else { return }
    report(
      "all '\(entity)' objects of this fetch are loaded, and only the number of those that fit another "
        + "condition is used", at: file.location(call.nameNode), entity: entity,
      help: "add the condition to the fetch's own, and use "
        + "'\(fetched.isCoreData ? "count(for:)" : "fetchCount")'")
  }
}

extension FunctionCallExprSyntax {
  /// `notes.filter { … }.count`
  fileprivate var isOnlyCounted: Bool {
    guard let access = parent?.as(MemberAccessExprSyntax.self),
      access.base?.id == ExprSyntax(self).id
    else { return false }
    return access.declName.baseName.text == "count" && !access.isCalled
  }
}
