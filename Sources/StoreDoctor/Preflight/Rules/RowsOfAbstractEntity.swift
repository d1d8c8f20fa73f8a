internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds rows of an entity that becomes abstract.
struct RowsOfAbstractEntity: MigrationRule {
  static let info = RuleInfo(
    id: "rows-of-abstract-entity", severity: .error,
    summary: "an entity that becomes abstract has rows of its own",
    why:
      "objects can no longer be made from these rows: nothing finds them, or the app crashes on them",
    fix: "give the rows a concrete subentity in a custom stage, or leave the entity concrete")

  func conditions(of stage: PreflightStage) -> [StageCondition] {
    stage.changedRows.filter { $0.pair.destination.isAbstract && !$0.pair.source.isAbstract }
      .map { pair, rows in
        StageCondition(
          rule: Self.info, entity: pair.destination.name, property: nil, rows: rows, sql: "TRUE",
          text: "'\(pair.destination.name)' becomes abstract, and has objects of its own")
      }
  }
}
