internal import StoreEngine
internal import StoreModel

/// Counts the rows that go with an entity the newer version has not.
struct DroppedRows: MigrationRule {
  static let info = RuleInfo(
    id: "dropped-rows", severity: .note,
    summary: "the migration drops rows with their entity",
    why:
      "the newer version has no such entity: the table is dropped and the history cut, without any "
      + "message to the app",
    fix:
      "keep the entity, or copy what is needed in willMigrate; a renamed class needs a renaming "
      + "identifier, which SwiftData does not have")

  func conditions(of stage: PreflightStage) -> [StageCondition] {
    stage.pairing.removed.flatMap { entity in
      (stage.before.entities[entity.name] ?? []).map { rows in
        StageCondition(
          rule: Self.info, entity: entity.name, property: nil, rows: rows, sql: "TRUE",
          text: "'\(entity.name)' is not in '\(stage.step.to.name)', and is dropped")
      }
    }
  }
}
