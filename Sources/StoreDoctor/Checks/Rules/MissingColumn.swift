internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds properties without a column, and join tables that are not there.
struct MissingColumn: StoreRule {
  static let info = RuleInfo(
    id: "missing-column", severity: .error,
    summary: "a property of the store's model has no column",
    why: "the first fetch of the entity fails with 'no such column' or 'no such table'",
    fix: "restore a backup, or migrate a copy with the model the tables belong to")

  static let examples: [StoreExample] = [
    .flagged("ALTER TABLE ZLOAN DROP COLUMN ZDUE"),
    .flagged("ALTER TABLE ZREADER DROP COLUMN Z3_FAVORITE"),
    .flagged("DROP TABLE Z_1BOOKS"),
    .clean("ALTER TABLE ZLOAN ADD COLUMN ZLATER VARCHAR"),
  ]

  func examine(_ inspection: StoreInspection, report: StoreReport) {
    guard inspection.hasModel else { return }
    let store = inspection.store
    for table in store.layout.tables {
      guard let columns = store.existingTables.columns[table.name].map(Set.init) else { continue }
      for column in table.columns where !columns.contains(column.name) {
        let (entity, property) = Self.owner(of: column, table)
        report(
          "'\(property.map { "\(entity).\($0)" } ?? entity)' has no column '\(column.name)' in "
            + "'\(table.name)'", entity: entity, property: property)
      }
    }
    for entity in store.entities {
      for property in entity.properties where property.declaringEntity == entity.name {
        guard case .toMany(_, nil) = property.kind,
          let (join, isOwner) = store.layout.join(of: entity.name, property.name), isOwner
        else { continue }
        let exists = store.existingTables.columns[join.name] != nil
        report(
          exists
            ? "the join table '\(join.name)' of '\(entity.name).\(property.name)' lacks a column"
            : "'\(entity.name).\(property.name)' has no join table '\(join.name)'",
          entity: entity.name, property: property.name)
      }
    }
  }

  private static func owner(
    of column: StoreColumn, _ table: EntityTable
  ) -> (entity: String, property: String?) {
    switch column.role {
    case .key, .entity, .lock: (table.root, nil)
    case .attribute(let entity, let path): (entity, path.joined(separator: "."))
    case .toOne(let entity, let name), .destinationEntity(let entity, let name),
      .inverseless(let entity, let name), .order(let entity, let name):
      (entity, name)
    }
  }
}
