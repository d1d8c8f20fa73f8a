internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds objects with several others where the newer version has room for one.
struct SeveralForToOne: MigrationRule {
  static let info = RuleInfo(
    id: "several-for-to-one", severity: .error,
    summary: "a to-many relationship that becomes to-one has several objects",
    why:
      "inference refuses a to-many that becomes to-one whatever the data (134140); a custom stage "
      + "has to choose which object stays",
    fix:
      "add the to-one relationship under another name, choose the object in didMigrate, and drop "
      + "the old one in the next version", explanation: "infer-to-many-to-to-one")

  func conditions(of stage: PreflightStage) -> [StageCondition] {
    stage.changedRows.flatMap { pair, rows in
      pair.properties.compactMap { property -> StageCondition? in
        guard case .relationship(let old) = property.source.kind,
          case .relationship(let new) = property.destination.kind, old.isToMany, !new.isToMany,
          case .toMany(let path)? = rows.links[old.name]
        else { return nil }
        let count = WrongCount.count(path)
        return StageCondition(
          rule: Self.info, entity: property.destination.declaredBy, property: new.name,
          rows: rows, sql: "\(count) > 1", value: count,
          text: "'\(property.destination.declaredBy).\(new.name)' becomes to-one, and has "
            + "several objects")
      }
    }
  }
}
