internal import StoreEngine
internal import StoreModel

/// Finds objects that a new to-one relationship would have to share, because it is the inverse of
/// one that was there.
struct SeveralForNewInverse: MigrationRule {
  static let info = RuleInfo(
    id: "several-for-new-inverse", severity: .error,
    summary: "several objects lead to one whose new inverse holds one",
    why:
      "both ends of a one-to-one relationship have a column, and the new one has room for one of the "
      + "objects that lead to its row; what Core Data does with the others is not known",
    fix: "let only one object lead to each in willMigrate, or make the inverse to-many")

  func conditions(of stage: PreflightStage) -> [StageCondition] {
    stage.pairing.entities.flatMap { pair in
      pair.added.flatMap { property -> [StageCondition] in
        guard case .relationship(let new) = property.kind, !new.isToMany,
          property.declaredBy == pair.destination.name, let inverse = new.inverse,
          let other = stage.pairing.pair(to: new.destination),
          let forward = other.properties.first(where: { $0.destination.name == inverse })
        else { return [] }
        let path = "\(new.destination).\(inverse)"
        return (stage.before.entities[other.source.name] ?? []).compactMap { rows in
          guard case .toOne(let column)? = rows.links[forward.source.name] else { return nil }
          let same = "d." + column.dropFirst("t.".count)
          return StageCondition(
            rule: Self.info, entity: property.declaredBy, property: new.name, rows: rows,
            sql:
              "EXISTS (SELECT 1 FROM main.\(rows.table.sqlQuoted) AS d WHERE \(same) = \(column) "
              + "AND d.Z_PK < t.Z_PK)",
            text: "'\(property.declaredBy).\(new.name)' is new and holds one object, and '\(path)' "
              + "leads to the same one")
        }
      }
    }
  }
}
