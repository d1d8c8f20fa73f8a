internal import Foundation
internal import StoreEngine

extension ModelContext {
  /// The transactions that meet the descriptor, oldest first unless it says otherwise.
  public func fetchHistory(
    _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
  ) throws -> [DefaultHistoryTransaction] {
    var result: [DefaultHistoryTransaction] = []
    for store in stores.stores {
      for transaction in try HistoryReader(store: store).transactions() {
        guard try descriptor.predicate?.evaluate(transaction) ?? true else { continue }
        result.append(transaction)
      }
    }
    if !descriptor.sortBy.isEmpty { result.sort(using: descriptor.sortBy) }
    if descriptor.fetchLimit > 0 { result = Array(result.prefix(Int(descriptor.fetchLimit))) }
    return result
  }

  /// Removes the transactions that meet the descriptor.
  public func deleteHistory(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {
    let transactions = try fetchHistory(descriptor)
    for store in stores.stores {
      let keys = transactions.filter { $0.storeIdentifier == store.identifier }
        .map(\.transactionIdentifier)
      guard !keys.isEmpty else { continue }
      try store.locked {
        try store.connection.transaction(.immediate) {
          for key in keys {
            try store.run("DELETE FROM ACHANGE WHERE ZTRANSACTIONID = ?", [.integer(key)])
            try store.run("DELETE FROM ATRANSACTION WHERE Z_PK = ?", [.integer(key)])
          }
        }
      }
    }
  }
}

/// Reads the history tables of a store.
private struct HistoryReader {
  let store: DataStore

  func transactions() throws -> [DefaultHistoryTransaction] {
    try store.locked {
      var changes: [Int64: [HistoryChange]] = [:]
      let columns = try store.connection.rows("PRAGMA table_info(ACHANGE)")
        .compactMap { $0[1].text }.filter { $0.hasPrefix("ZTOMBSTONE") }
      let list =
        (["Z_PK", "ZCHANGETYPE", "ZENTITY", "ZENTITYPK", "ZTRANSACTIONID", "ZCOLUMNS"]
        + columns).joined(separator: ", ")
      for row in try store.connection.rows("SELECT \(list) FROM ACHANGE ORDER BY Z_PK") {
        guard let transaction = row[4].integer, let change = change(row) else { continue }
        changes[transaction, default: []].append(change)
      }
      return try store.connection.rows(
        "SELECT t.Z_PK, t.ZTIMESTAMP, a.ZNAME, b.ZNAME, p.ZNAME FROM ATRANSACTION t "
          + "LEFT JOIN ATRANSACTIONSTRING a ON a.Z_PK = t.ZAUTHORTS "
          + "LEFT JOIN ATRANSACTIONSTRING b ON b.Z_PK = t.ZBUNDLEIDTS "
          + "LEFT JOIN ATRANSACTIONSTRING p ON p.Z_PK = t.ZPROCESSIDTS ORDER BY t.Z_PK"
      ).map { row in
        let key = row[0].integer ?? 0
        return DefaultHistoryTransaction(
          author: row[2].text, bundleIdentifier: row[3].text ?? "", changes: changes[key] ?? [],
          processIdentifier: row[4].text ?? "", storeIdentifier: store.identifier,
          timestamp: Date(timeIntervalSinceReferenceDate: row[1].double ?? 0),
          token: DefaultHistoryToken(store.identifier, key), transactionIdentifier: key)
      }
    }
  }

  private func change(_ row: [SQLiteValue]) -> HistoryChange? {
    guard let number = row[2].integer, let plan = store.plan(number: Int(number)) else {
      return nil
    }
    return change(row, plan, plan.type.model)
  }

  private func change<M: PersistentModel>(
    _ row: [SQLiteValue], _ plan: EntityPlan, _ model: M.Type
  ) -> HistoryChange? {
    let change = row[0].integer ?? 0
    let transaction = row[4].integer ?? 0
    let identifier = PersistentIdentifier(
      store: store.identifier, entity: plan.type.name, key: row[3].integer ?? 0)
    switch row[1].integer {
    case 0:
      return .insert(
        DefaultHistoryInsert<M>(
          transactionIdentifier: transaction, changeIdentifier: change,
          changedPersistentIdentifier: identifier))
    case 1:
      return .update(
        DefaultHistoryUpdate<M>(
          transactionIdentifier: transaction, changeIdentifier: change,
          changedPersistentIdentifier: identifier,
          updatedAttributes: updated(row[5].blob ?? [], plan)))
    case 2:
      return .delete(
        DefaultHistoryDelete<M>(
          transactionIdentifier: transaction, changeIdentifier: change,
          changedPersistentIdentifier: identifier,
          tombstone: HistoryTombstone(values: kept(Array(row.dropFirst(6)), plan))))
    default: return nil
    }
  }

  private func updated<M: PersistentModel>(
    _ mask: [UInt8], _ plan: EntityPlan
  ) -> [PartialKeyPath<M>] {
    plan.maskOrder.enumerated().compactMap { bit, slot in
      guard bit / 8 < mask.count, mask[bit / 8] & (0x80 >> UInt8(bit % 8)) != 0 else { return nil }
      return plan.type.properties[slot].keyPath as? PartialKeyPath<M>
    }
  }

  private func kept(_ values: [SQLiteValue], _ plan: EntityPlan) -> [(String, Any)] {
    zip(plan.preserved, values).compactMap { attribute, value in
      attribute.value(value).map { (attribute.property.name, $0) }
    }
  }
}

extension AttributePlan {
  /// The value a single column holds.
  fileprivate func value(_ stored: SQLiteValue) -> Any? {
    switch property.kind {
    case _ where stored.isNull: nil
    case .scalar(let scalar): scalar.init(slot: Slot(stored, as: scalar.attributeType))
    case .coded(let coder): try? coder.decode([stored])
    default: nil
    }
  }
}
