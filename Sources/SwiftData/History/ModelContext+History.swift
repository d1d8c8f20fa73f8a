internal import Foundation
internal import StoreEngine

extension ModelContext {
  /// The transactions that meet the descriptor, oldest first unless it says otherwise.
  ///
  /// - Throws: `SwiftDataError.invalidTransactionFetchRequest` when no store has such transactions.
  public func fetchHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T]
  {
    var result: [T] = []
    var isKnown = false
    for store in stores.stores {
      if let foreign = store.foreign {
        guard let found = try foreign.data.fetchHistory(descriptor) else { continue }
        isKnown = true
        result += found
      } else if T.self == DefaultHistoryTransaction.self {
        isKnown = true
        for transaction in try HistoryReader(store: store).transactions() {
          guard let transaction = transaction as? T else { continue }
          if try descriptor.predicate?.evaluate(transaction) ?? true { result.append(transaction) }
        }
      }
    }
    guard isKnown else { throw Self.unknownTransactions(T.self) }
    if !descriptor.sortBy.isEmpty { result.sort(using: descriptor.sortBy) }
    if descriptor.fetchLimit > 0 {
      result = Array(result.prefix(Int(clamping: descriptor.fetchLimit)))
    }
    return result
  }

  private static func unknownTransactions(_ type: Any.Type) -> SwiftDataError {
    SwiftDataError(
      .invalidTransactionFetchRequest, "no store of the container keeps a history of '\(type)'")
  }

  /// Removes the transactions that meet the descriptor.
  ///
  /// - Throws: `SwiftDataError.invalidTransactionFetchRequest` when no store has such transactions.
  public func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws {
    var isKnown = false
    for store in stores.stores {
      if try store.foreign?.data.deleteHistory(descriptor) == true { isKnown = true }
    }
    if let descriptor = descriptor as? HistoryDescriptor<DefaultHistoryTransaction> {
      if stores.stores.contains(where: { $0.foreign == nil }) { isKnown = true }
      try deleteTransactions(descriptor)
    }
    guard isKnown else { throw Self.unknownTransactions(T.self) }
  }

  private func deleteTransactions(
    _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
  ) throws {
    let own = stores.stores.filter { $0.foreign == nil }
    if own.isEmpty { return }
    let transactions = try fetchHistory(descriptor)
    for store in own {
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
struct HistoryReader {
  let store: SQLStore

  /// The number of the last transaction; 0 for none.
  func last() throws -> Int64 {
    try store.locked {
      try store.requireOpen()
      let sql = "SELECT IFNULL((SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 16002), 0)"
      return try store.connection.value(sql)?.integer ?? 0
    }
  }

  func transactions(after first: Int64 = 0) throws -> [DefaultHistoryTransaction] {
    try store.locked {
      var changes: [Int64: [HistoryChange]] = [:]
      let columns = try store.connection.rows("PRAGMA table_info(ACHANGE)")
        .compactMap { $0[1].text }.filter { $0.hasPrefix("ZTOMBSTONE") }
      let list =
        (["Z_PK", "ZCHANGETYPE", "ZENTITY", "ZENTITYPK", "ZTRANSACTIONID", "ZCOLUMNS"]
        + columns).joined(separator: ", ")
      for row in try store.connection.rows(
        "SELECT \(list) FROM ACHANGE WHERE ZTRANSACTIONID > ? ORDER BY Z_PK", [.integer(first)])
      {
        guard let transaction = row[4].integer, let change = change(row) else { continue }
        changes[transaction, default: []].append(change)
      }
      return try store.connection.rows(
        "SELECT t.Z_PK, t.ZTIMESTAMP, a.ZNAME, b.ZNAME, p.ZNAME FROM ATRANSACTION t "
          + "LEFT JOIN ATRANSACTIONSTRING a ON a.Z_PK = t.ZAUTHORTS "
          + "LEFT JOIN ATRANSACTIONSTRING b ON b.Z_PK = t.ZBUNDLEIDTS "
          + "LEFT JOIN ATRANSACTIONSTRING p ON p.Z_PK = t.ZPROCESSIDTS WHERE t.Z_PK > ? ORDER BY t.Z_PK",
        [.integer(first)]
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
  ) -> [any PartialKeyPath<M> & Sendable] {
    plan.maskOrder.enumerated().compactMap { bit, slot in
      guard bit / 8 < mask.count, mask[bit / 8] & (0x80 >> UInt8(bit % 8)) != 0 else { return nil }
      // 'Sendable' marks a type and is no part of a value's layout; nothing changes a key path.
      return (plan.type.keyPaths[slot] as? PartialKeyPath<M>).map {
        unsafeBitCast($0, to: (any PartialKeyPath<M> & Sendable).self)
      }
    }
  }

  private func kept(_ values: [SQLiteValue], _ plan: EntityPlan) -> [(
    name: String, value: any Sendable
  )] {
    zip(plan.preserved, values).compactMap { attribute, value in
      // The value was made from a row just now, so nobody else has it; the mark is no part of its
      // layout.
      attribute.value(value).map {
        (attribute.property.name, unsafeBitCast($0 as Any, to: (any Sendable).self))
      }
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
