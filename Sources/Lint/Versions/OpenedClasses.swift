package import Diagnostics
package import StoreModel

/// Containers that are given a plan and list classes which the plan's newest version does not have.
package enum OpenedClasses {
  /// One finding at each such container.
  ///
  /// - Parameter told: places of containers of which something worse is known.
  package static func findings(
    _ history: SchemaHistory, besides told: Set<Location> = []
  ) -> [Finding] {
    guard history.isOrdered, history.isComplete, let newest = history.versions.last,
      newest.problems.isEmpty
    else { return [] }
    let names = Set(newest.entities.flatMap { [$0.name, $0.className ?? $0.name] })
    return history.openings.compactMap { opening in
      guard opening.version == nil, !opening.isAssumed, let place = opening.location,
        !place.isInTests, !told.contains(place)
      else { return nil }
      let others = opening.classes.filter {
        !names.contains($0) && !names.contains($0.split(separator: ".").last.map(String.init) ?? $0)
      }
      guard !others.isEmpty else { return nil }
      var finding = ContainerBehindPlan.info.finding(
        "the container opens \(others.quotedList(atMost: 5)), which '\(newest.name)', the newest "
          + "version of '\(history.name)', does not list",
        help:
          "list them in '\(newest.name)' if no store of it has shipped; otherwise add a version "
          + "with all classes and a stage to it"
      ).at(place)
      finding.certainty = .inferred(
        "by Apple's messages: 'unknown coordinator model version', 134504")
      return finding
    }
  }
}
