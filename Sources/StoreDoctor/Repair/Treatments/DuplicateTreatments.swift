internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Rows with a value that must be unique: one of them stays, and takes over the links to the others.
extension Treatments {
  static let duplicates: [Treatment] = [
    Treatment(DuplicateUniqueValue.info, .values) { merge($0) }
  ]

  private static let gone = "temp.repair_gone"

  private static func merge(_ one: RepairCase) -> Remedy {
    let constraint = UniqueConstraint.all(of: one.inspection.store).first {
      $0.entity == one.finding.entity
        && one.finding.message.hasPrefix("the same \($0.text) of '\($0.entity)' stands in ")
    }
    guard let constraint else { return unknown }
    return merge(one, constraint.table, constraint.columns.map { "t." + $0.sqlQuoted })
  }

  /// - Parameter keys: SQL over the row `t`: what is to differ.
  static func merge(_ one: RepairCase, _ table: String, _ keys: [String]) -> Remedy {
    let inspection = one.inspection
    guard !inspection.store.isMirrored else {
      return .undecided("rows of a store that CloudKit mirrors are not deleted here; use the app")
    }
    guard let keep = one.choices.keep else {
      return .undecided(
        "nothing says which row to keep", say: "--keep newest|oldest|most-linked")
    }
    var statements = [
      RepairStatement(
        .none, table, "CREATE TEMP TABLE repair_gone (gone INTEGER PRIMARY KEY, kept INTEGER)"),
      RepairStatement(.none, table, selection(table, keys, keep, inspection)),
    ]
    for reference in inspection.references where reference.target.table == table {
      statements.append(move(reference))
    }
    for join in inspection.joins {
      for (entity, column) in [
        (join.source, join.path.source), (join.destination, join.path.destination),
      ] where entity.table == table {
        statements += move(column, of: join.path.table)
      }
    }
    statements.append(.delete(table, where: "t.Z_PK IN (SELECT gone FROM \(gone))"))
    statements.append(RepairStatement(.none, table, "DROP TABLE \(gone)"))
    return Remedy(
      kind: .needsDecision,
      text:
        "\(keep.text) row of each value stays and takes over the links to the others, which are "
        + "deleted; a link that only one object can have is dropped",
      statements: statements)
  }

  /// Which rows go, and which one stays for each.
  private static func selection(
    _ name: String, _ keys: [String], _ keep: StoreRepair.Keep, _ inspection: StoreInspection
  ) -> String {
    let list = keys.joined(separator: ", ")
    let table = "main.\(name.sqlQuoted)"
    let isComplete = keys.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
    let isDouble =
      "(\(list)) IN (SELECT \(list) FROM \(table) AS t GROUP BY \(list) HAVING count(*) > 1)"
    let rank =
      switch keep {
      case .newest: "t.Z_PK DESC"
      case .oldest: "t.Z_PK"
      case .mostLinked: "\(links(of: name, inspection)) DESC, t.Z_PK"
      }
    return
      "INSERT INTO \(gone) SELECT row, kept FROM (SELECT t.Z_PK AS row, first_value(t.Z_PK) OVER "
      + "(PARTITION BY \(list) ORDER BY \(rank)) AS kept FROM \(table) AS t WHERE \(isComplete) AND "
      + "\(isDouble)) WHERE row <> kept"
  }

  /// How many objects a row is linked with.
  private static func links(of table: String, _ inspection: StoreInspection) -> String {
    var parts: [String] = []
    for reference in inspection.references {
      let column = reference.column.sqlQuoted
      if reference.holder.table == table { parts.append("(t.\(column) IS NOT NULL)") }
      if reference.target.table == table {
        parts.append(
          "(SELECT count(*) FROM main.\(reference.holder.table.sqlQuoted) AS h "
            + "WHERE h.\(column) = t.Z_PK)")
      }
    }
    for join in inspection.joins {
      for (entity, column) in [
        (join.source, join.path.source), (join.destination, join.path.destination),
      ] where entity.table == table {
        parts.append(
          "(SELECT count(*) FROM main.\(join.path.table.sqlQuoted) AS j "
            + "WHERE j.\(column.sqlQuoted) = t.Z_PK)")
      }
    }
    return parts.isEmpty ? "0" : "(\(parts.joined(separator: " + ")))"
  }

  private static func move(_ reference: StoreInspection.Reference) -> RepairStatement {
    let column = "t.\(reference.column.sqlQuoted)"
    let isGone = "\(column) IN (SELECT gone FROM \(gone))"
    let inverse = reference.property.relationship?.inverse
      .flatMap { reference.target.property(named: $0) }
    if case .toOne? = inverse?.kind {
      let columns = [reference.column, reference.entityColumn].compactMap(\.self)
      return .update(reference.holder.table, columns.map { ($0, "NULL") }, where: isGone)
    }
    let kept = "(SELECT kept FROM \(gone) WHERE gone = \(column))"
    var columns = [(reference.column, kept)]
    if let number = reference.entityColumn {
      columns.append(
        (
          number,
          "(SELECT d.Z_ENT FROM main.\(reference.target.table.sqlQuoted) AS d WHERE d.Z_PK = \(kept))"
        ))
    }
    return .update(reference.holder.table, columns, where: isGone)
  }

  /// A pair that is there already stays as it is.
  private static func move(_ column: String, of table: String) -> [RepairStatement] {
    let name = column.sqlQuoted
    return [
      RepairStatement(
        .updated, table,
        "UPDATE OR IGNORE main.\(table.sqlQuoted) SET \(name) = (SELECT kept FROM \(gone) "
          + "WHERE gone = \(name)) WHERE \(name) IN (SELECT gone FROM \(gone))"),
      .delete(table, where: "t.\(name) IN (SELECT gone FROM \(gone))"),
    ]
  }
}
