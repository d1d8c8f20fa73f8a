internal import ModelSource
package import StoreModel

/// Plans that are no longer there. What is renamed or merged is still known by its versions.
extension SchemaLock {
  /// The plans among these, with all their versions.
  package init(plansOf histories: [SchemaHistory]) {
    self.init(of: histories.filter { $0.isOrdered && $0.versions.first?.source == .swift })
  }

  /// The plans that led from one version to another, and of which no plan lists a version any more.
  package func lostPlans(in histories: [SchemaHistory]) -> [Schema] {
    let plans = histories.filter(\.isOrdered)
    let present = Set(histories.map(\.name))
    let listed = Set(plans.flatMap(\.versions).map(\.name))
    return schemas.filter { schema in
      schema.isPlan && !present.contains(schema.name)
        && !schema.versions.contains { listed.contains($0.name) }
    }
  }
}

extension SchemaLock.Schema {
  /// Whether it was a plan with a way to go: the versions of model files have no number such as `1.0.0`, and
  /// those outside of plans are called so.
  fileprivate var isPlan: Bool {
    isVersioned && versions.count > 1 && name != "versions"
      && versions.allSatisfy { $0.identifier?.contains(".") ?? false }
  }

  /// Whether a model is what became of it: most classes of its newest version are there by name.
  private func leads(to model: DataModel) -> Bool {
    guard let newest = versions.last, !newest.entities.isEmpty else { return false }
    let names = Set(model.entities.map(\.name))
    return newest.entities.keys.count(where: names.contains) * 2 > newest.entities.count
  }

  /// The models that its stores are opened with now.
  func models(in histories: [SchemaHistory]) -> [DataModel] {
    histories.filter { !$0.isOrdered }.flatMap(\.versions).filter {
      $0.source == .swift && leads(to: $0)
    }
  }

  /// `'V1', 'V2' and 'V3'`.
  package var versionList: String {
    let names = versions.map { "'\($0.name)'" }
    guard names.count > 1, let last = names.last else { return names.joined() }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}

/// What is known of plans that are gone.
struct LostPlans: Sendable {
  /// Those that a revision of the same files had.
  var ofRevision: [SchemaLock.Schema] = []
  /// Those that the lock has besides: it may speak of more files than are given.
  var ofLock: [SchemaLock.Schema] = []
}

extension LostPlans {
  init(of input: LintInput, in histories: [SchemaHistory]) {
    ofRevision = input.earlierPlans?.lostPlans(in: histories) ?? []
    let names = ofRevision.map(\.name)
    ofLock = (input.lock?.lostPlans(in: histories) ?? []).filter { !names.contains($0.name) }
  }
}

extension LintContext {
  /// The plans that are gone, each with the place where stores are opened without it. A container that is
  /// given a plan may be given the same one, of another module.
  var missingPlans: [(plan: SchemaLock.Schema, place: Location?)] {
    guard !lostPlans.ofRevision.isEmpty || !lostPlans.ofLock.isEmpty else { return [] }
    let openings = (containers + unreadContainers).filter {
      $0.call != "Schema" && !$0.location.isInTests && !$0.isStoredInMemoryOnly
    }
    guard !openings.contains(where: \.isGivenPlan) else { return [] }
    func missing(_ plan: SchemaLock.Schema, isOpened: Bool) -> (SchemaLock.Schema, Location?)? {
      let models = plan.models(in: histories)
      guard let newest = models.last else { return nil }
      let opening = openings.first { use in models.contains(where: use.opens) }
      guard opening != nil || !isOpened else { return nil }
      return (plan, opening?.location ?? newest.location)
    }
    return lostPlans.ofRevision.compactMap { missing($0, isOpened: false) }
      + lostPlans.ofLock.compactMap { missing($0, isOpened: true) }
  }
}
