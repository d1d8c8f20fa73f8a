package import StoreModel

/// What keeps a search from an answer, because the source does not say enough or something else.
extension PathSearch {
  /// A version that is declared and that no plan lists is not opened by an app that has a plan.
  func checkPlan(
    of knowing: [SchemaHistory], among histories: [SchemaHistory]
  ) throws(MigrationError) {
    guard let known = knowing.first, let found = version(in: known)?.model,
      let plan = histories.plan(missing: found, of: knowing)
    else { return }
    if plan.unlistedEnds.contains(found.name), let target = plan.versions.last {
      let gap = SchemaHistory.Gap.unlisted(found.name)
      throw .planGap(
        gap.text(of: plan.name), help: gap.help(of: plan.name), from: found.name, to: target.name,
        code: nil)
    }
    throw .unlistedVersion(found.name, plan: plan.name)
  }

  static func unread(_ plan: SchemaHistory) -> MigrationError {
    let cure =
      "give the files that declare its schemas, and list its stages as '.lightweight(…)' and "
      + "'.custom(…)'"
    guard !plan.unread.isEmpty else {
      return .unreadModels("what '\(plan.name)' does cannot be read from its source; \(cure)")
    }
    return .unreadModels("\(text(of: plan.unread)); \(cure)")
  }

  /// A class missing in a version would look like one it drops, a store with it like one of none.
  static func checkLists(of versions: [DataModel]) throws(MigrationError) {
    let problems = versions.flatMap(\.problems)
    if let problem = problems.first(where: { $0.topic == .unreadModel }) {
      throw .unreadModels(problem.message)
    }
    let missing = problems.filter { $0.topic == .unreadList }
    guard !missing.isEmpty else { return }
    throw .unreadModels(
      text(of: missing) + "; give all files that declare the models, and write the "
        + "'models' of each version as lists of types")
  }

  private static func text(of problems: [ModelProblem]) -> String {
    var lines: [String] = []
    for problem in problems {
      let meant = problem.meant.map { " (did you mean '\($0)'?)" } ?? ""
      if !lines.contains(problem.placed + meant) { lines.append(problem.placed + meant) }
    }
    return lines.list(atMost: 3, separator: "; ")
  }
}

extension MigrationError {
  /// Whether it says that a plan lacks something.
  var isAboutPlan: Bool {
    switch self {
    case .targetNotInPlan, .planGap, .unknownVersion, .unlistedVersion, .noCachedModel,
      .sourceModelNotFound:
      true
    default: false
    }
  }
}

extension [SchemaHistory] {
  /// The plan that an app with the version seems to have, when the version stands in no plan.
  ///
  /// - Parameter owners: the histories that have the version.
  package func plan(
    missing version: DataModel, of owners: [SchemaHistory]
  ) -> SchemaHistory? {
    guard owners.allSatisfy(\.isUnlisted) else { return nil }
    let names = Set(version.entities.map(\.name))
    return first { history in
      history.isOrdered && history.versions.first?.source == .swift
        && history.openedWithout.isEmpty
        && history.versions.contains {
          names.intersection($0.entities.map(\.name)).count * 2 >= names.count
        }
    }
  }
}

extension [SchemaHistory] {
  /// What becomes of a store of a version that stands in no plan, where the app opens a plan's newest version
  /// without the plan: it is migrated by inference.
  func opening(_ version: DataModel) -> SchemaHistory? {
    guard
      var plan = first(where: { plan in
        plan.isOrdered && !plan.openedWithout.isEmpty
          && !plan.versions.contains { $0.name == version.name }
      })
    else { return nil }
    (plan.stages, plan.isOrdered) = ([], false)
    plan.versions.insert(version, at: 0)
    return plan
  }
}

extension SchemaHistory {
  /// Versions of Swift source that no plan lists.
  var isUnlisted: Bool {
    !isOrdered && currentVersion == nil && versions.first?.source == .swift
  }
}

extension SchemaHistory {
  /// A plan of which no version can be read is not one without versions.
  ///
  /// - Throws: `MigrationError.unreadModels`.
  package func checkRead() throws(MigrationError) {
    guard isOrdered, versions.isEmpty, !isComplete || !stages.isEmpty else { return }
    throw PathSearch.unread(self)
  }
}
