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
    throw .unlistedVersion(found.name, plan: plan.name)
  }

  static func unread(_ plan: SchemaHistory) -> MigrationError {
    .unreadModels(
      "what '\(plan.name)' does cannot be read from its source; give the files that declare "
        + "its schemas, and list its stages as '.lightweight(…)' and '.custom(…)'")
  }

  /// A class missing in a version would look like one it drops, a store with it like one of none.
  static func checkLists(of versions: [DataModel]) throws(MigrationError) {
    var missing: [String] = []
    let problems = versions.flatMap(\.problems)
    if let problem = problems.first(where: { $0.topic == .unreadModel }) {
      throw .unreadModels(problem.message)
    }
    for problem in problems where problem.topic == .unreadList {
      let place = problem.location.map { "\($0.text): " } ?? ""
      if !missing.contains(place + problem.message) { missing.append(place + problem.message) }
    }
    guard !missing.isEmpty else { return }
    if missing.count > 4 { missing[3...] = ["and \(missing.count - 3) more like this"] }
    throw .unreadModels(
      missing.joined(separator: "; ") + "; give all files that declare the models, and write the "
        + "'models' of each version as lists of types")
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
        && history.versions.contains {
          names.intersection($0.entities.map(\.name)).count * 2 >= names.count
        }
    }
  }
}

extension SchemaHistory {
  /// Versions of Swift source that no plan lists.
  fileprivate var isUnlisted: Bool {
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
