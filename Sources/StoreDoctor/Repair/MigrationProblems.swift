internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// What is wrong with the rows in the eyes of the newest version: a migration would fail over it, so it is
/// treated while the store still has its own version.
struct MigrationProblems {
  /// As `preflight` finds them, without what `check` finds too.
  let problems: [StoreCheck.Problem]
  /// By rule: what rows at fault meet.
  let conditions: [String: [RowCondition]]
  /// What becomes unique on the way.
  let searches: [UniqueSearch]

  /// Nothing where there is no way to a newest version, or none to go.
  ///
  /// - Throws: `SQLiteError`.
  init(_ inspection: StoreInspection) throws {
    let question = MigrationQuestion(inspection.store, among: inspection.histories)
    guard !inspection.histories.isEmpty, let way = try? question.path(), !way.steps.isEmpty,
      !way.steps.contains(where: { $0.mapping != nil })
    else {
      (problems, conditions, searches) = ([], [:], [])
      return
    }
    let health = Set(StoreRules.health.map { type(of: $0).info.id })
    var preflight = Preflight(inspection)
    preflight.examinesPages = false
    problems = try preflight.run(freeSpace: nil).problems.filter {
      // A note is about what closures may mend before.
      $0.finding.severity > .note && !health.contains($0.finding.rule)
    }
    var conditions: [String: [RowCondition]] = [:]
    var searches: [UniqueSearch] = []
    if !problems.isEmpty {
      for stage in PreflightStage.all(of: way, inspection.store, path: inspection.path) {
        for rule in PreflightRules.rows {
          conditions[type(of: rule).info.id, default: []] += StageCondition.merged(
            rule.conditions(of: stage), stage)
        }
        searches += UniqueSearch.all(of: stage, inspection)
      }
    }
    (self.conditions, self.searches) = (conditions, searches)
  }
}

/// Rows that a newer version would refuse.
extension Treatments {
  static let migration: [Treatment] = [
    Treatment(PreflightRules.duplicatesUnderUniqueness, .values) { one in
      guard let search = one.search else { return unknown }
      guard search.fresh.isEmpty else {
        return .undecided(
          "the rows are no duplicates: the store's version has no "
            + "\(search.fresh.quotedList(separator: " and ")) yet, and all get the same value; "
            + (one.finding.help ?? "make it unique in a later version"))
      }
      return merge(one, search.table, search.keys)
    },
    Treatment(RowsWithoutRequiredValue.info, .values) { one in
      guard one.property != nil else {
        return .undecided(
          "the store's version has no such property to fill; in the newer version, "
            + (one.finding.help ?? "make it optional"))
      }
      return required(one)
    },
    Treatment(RowsWithoutReadableValue.info, .values) { _ in
      .undecided(
        "the store's version has no such value to fill; make it optional in the newer version, or fill "
          + "it in didMigrate")
    },
    Treatment(RowsOfAnotherType.info, .values) { _ in
      .undecided(
        "only the app's types can read and write such a value; convert it in a custom stage")
    },
    Treatment(ValueDoesNotConvert.info, .values) { _ in
      .undecided("nothing says which value is right; change it in the app or in a copy")
    },
    Treatment(SeveralForToOne.info, .references) { _ in
      .undecided("nothing says which object should stay linked; remove the others in the app")
    },
    Treatment(PreflightRules.severalForNewInverse, .references) { _ in
      .undecided("nothing says which object should stay linked; remove the others in the app")
    },
    Treatment(CountViolated.info, .references) { _ in
      .undecided("nothing says which objects belong together; add or remove some in the app")
    },
    Treatment(RowsOfAbstractEntity.info, .tables) { _ in
      .undecided("nothing says what these rows should become; delete or convert them in the app")
    },
  ]

  /// What is wrong with the models, and not with the store.
  static let ofModels = Remedy.none("this is cured in the models, not in the store")
}
