internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds values that a uniqueness constraint forbids, where no index of the store enforces it.
struct DuplicateUniqueValue: StoreRule {
  static let info = RuleInfo(
    id: "duplicate-unique-value", severity: .error,
    summary: "several rows have a value that must be unique",
    why:
      "the next save that touches one of them fails (133021), and so does a migration that makes "
      + "the index again (134110, 134111)",
    fix: "merge the rows in code, or change the value of all but one")

  static let examples: [StoreExample] = [
    .flagged("DROP INDEX Z_Author_UNIQUE_name", "UPDATE ZAUTHOR SET ZNAME = 'Ann'"),
    .clean("DROP INDEX Z_Author_UNIQUE_name"),
    .clean("DROP INDEX Z_Author_UNIQUE_name", "UPDATE ZAUTHOR SET ZNAME = NULL"),
  ]

  func examine(_ inspection: StoreInspection, report: StoreReport) throws {
    let open = UniqueConstraint.all(of: inspection.store).filter {
      !$0.isEnforced(by: inspection.actual)
    }
    // A table is read once for all of its constraints.
    for (table, constraints) in Dictionary(grouping: open, by: \.table).sorted(by: {
      $0.key < $1.key
    }) {
      let search = Duplicates(
        table: table, keys: constraints.map { $0.columns.map { "t." + $0.sqlQuoted } })
      let found = try search.find(inspection.store.connection)
      for (duplicates, constraint) in zip(found, constraints) where duplicates.groups > 0 {
        report(
          "the same \(constraint.text) of '\(constraint.entity)' stands in "
            + duplicates.text(showsValues: inspection.showsValues),
          entity: constraint.entity,
          property: constraint.properties.count == 1 ? constraint.properties[0] : nil,
          rows: duplicates.hits)
      }
    }
  }
}
