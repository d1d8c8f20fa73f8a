internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Links that lead nowhere, or that one end knows alone.
extension Treatments {
  static let references: [Treatment] = [
    Treatment(DanglingReference.info, .references) { one in
      clear(one, "the reference is set to NULL")
    },
    Treatment(DanglingJoinRow.info, .references) { one in
      rows(one) {
        .drops("the rows of the join table are deleted", .delete($0.table, where: $0.sql))
      }
    },
    Treatment(DanglingHistory.info, .references) { one in
      rows(one) {
        .drops("the rows, which no reader reaches, are deleted", .delete($0.table, where: $0.sql))
      }
    },
    Treatment(WrongReferenceEntity.info, .references) { wrongEntity($0) },
    Treatment(OneSidedRelationship.info, .references) { try oneSided($0) },
    Treatment(OrphanedExternalFile.info, .files) { one in
      let names = try one.inspection.externalFiles().orphans
      return Remedy(
        kind: .dropsReferences,
        text: "left beside the original: \(names.joined(separator: ", "))", leavesOut: names)
    },
  ]

  /// Sets a key to NULL, with what stands beside it.
  private static func clear(_ one: RepairCase, _ text: String) -> Remedy {
    guard let reference = one.reference else { return unknown }
    return rows(one) {
      .drops(text, .update($0.table, nothing(reference), where: $0.sql))
    }
  }

  private static func nothing(_ reference: StoreInspection.Reference) -> [(String, String)] {
    let columns = [reference.column, reference.entityColumn, reference.order]
    return columns.compactMap { $0.map { ($0, "NULL") } }
  }

  /// The row that a key names tells its entity; a key of a row that cannot be meant goes.
  private static func wrongEntity(_ one: RepairCase) -> Remedy {
    guard let reference = one.reference, let condition = one.condition else { return unknown }
    let isNumber =
      reference.entityColumn.map { one.finding.message.hasPrefix("'\($0)' is not the entity") }
      ?? false
    guard isNumber, let number = reference.entityColumn else {
      return clear(one, "the reference is set to NULL")
    }
    let row =
      "FROM main.\(reference.target.table.sqlQuoted) AS d WHERE d.Z_PK = "
      + "t.\(reference.column.sqlQuoted)"
    let isMeant = reference.target.condition.map { " AND d.\($0)" } ?? ""
    return .losesNothing(
      "the entity number beside the key is set to that of the row",
      .update(
        condition.table, [(number, "(SELECT d.Z_ENT \(row))")],
        where: "(\(condition.sql)) AND EXISTS (SELECT 1 \(row)\(isMeant))"))
  }

  /// A claim to an object that nobody has is answered; one to an object whose own end leads to
  /// another, which answers it, is dropped. What is left goes round, and nobody is right.
  private static func oneSided(_ one: RepairCase) throws -> Remedy {
    guard let reference = one.reference, let condition = one.condition,
      let name = reference.property.relationship?.inverse,
      case .toOne(_, let back?, let backEntity)? = reference.target.property(named: name)?.kind
    else { return unknown }
    let holder = "main.\(reference.holder.table.sqlQuoted)"
    let target = "main.\(reference.target.table.sqlQuoted)"
    let column = reference.column.sqlQuoted
    let isHolder = reference.holder.condition.map { " AND s.\($0)" } ?? ""
    let claims = "FROM \(holder) AS s WHERE s.\(column) = t.Z_PK\(isHolder)"
    let isTarget = reference.target.condition.map { "t.\($0) AND " } ?? ""
    var columns = [(back, "(SELECT s.Z_PK \(claims))")]
    if let backEntity { columns.append((backEntity, "(SELECT s.Z_ENT \(claims))")) }
    let answer = RepairStatement.update(
      reference.target.table, columns,
      where: "\(isTarget)t.\(back.sqlQuoted) IS NULL AND (SELECT count(*) \(claims)) = 1")
    let isTaken =
      "EXISTS (SELECT 1 FROM \(target) AS d WHERE d.Z_PK = t.\(column) AND "
      + "d.\(back.sqlQuoted) IS NOT NULL AND EXISTS (SELECT 1 FROM \(holder) AS s "
      + "WHERE s.Z_PK = d.\(back.sqlQuoted) AND s.\(column) = d.Z_PK))"
    let drop = RepairStatement.update(
      condition.table, nothing(reference), where: "(\(condition.sql)) AND \(isTaken)")
    let connection = one.inspection.store.connection
    let changes = try [answer, drop].contains { try $0.changesRows(connection) }
    guard changes else {
      return .undecided(
        "several objects point to one another and none of them back; set the relationship in the app"
      )
    }
    return .drops(
      "the free end is set, and a link to an object that has another partner is dropped", answer,
      drop)
  }
}

extension RepairStatement {
  /// Whether an update has rows to change.
  fileprivate func changesRows(_ connection: Connection) throws -> Bool {
    guard let condition else { return true }
    return try connection.value(
      "SELECT 1 FROM main.\(table.sqlQuoted) AS t WHERE \(condition) LIMIT 1") != nil
  }
}

extension StoreInspection.Reference {
  /// The place in an order, beside the key.
  var order: String? {
    let ordered: StoreProperty? =
      property.relationship.flatMap { relationship in
        if case .toMany = property.kind { return property }
        return relationship.inverse.flatMap { target.property(named: $0) }
      }
    guard case .toMany(let relationship, let path?)? = ordered?.kind, relationship.isOrdered,
      !path.isJoin
    else { return nil }
    return path.order
  }
}
