internal import StoreEngine

/// The statements of a save, row by row.
extension StoreSave {
  func insert(_ storage: _ModelStorage) throws {
    guard storage.isInserted, let plan = storage.plan, !isDone(storage),
      replacing.isEmpty || !replacing.contains(ObjectIdentifier(storage))
    else { return }
    try plan.insertion.run(storage)
  }

  /// An insert that meets a row with the same unique values becomes an update of that row.
  func replace(_ storage: _ModelStorage, _ version: Int64) throws {
    guard storage.isInserted, !isDone(storage), let plan = storage.plan else { return }
    storage.version = version
    try write(storage, SlotSet(plan.type.properties.map(\.slot)))
  }

  /// Updates rows; one that wants a unique value which another gives up waits for it.
  func update(_ storages: some Sequence<_ModelStorage>) throws {
    var waiting: [_ModelStorage] = []
    for storage in storages where try !updateIfFree(storage) { waiting.append(storage) }
    while !waiting.isEmpty {
      let still = try waiting.filter { try !updateIfFree($0) }
      // Nobody gives anything up any more: this is the error.
      if still.count == waiting.count { return try update(waiting[0]) }
      waiting = still
    }
  }

  private func updateIfFree(_ storage: _ModelStorage) throws -> Bool {
    let files = store.externalChanges
    do {
      try update(storage)
      return true
    } catch let error as SQLiteError where error.primaryCode == 19 {
      store.externalChanges.abandon(since: files)
      return false
    }
  }

  private func update(_ storage: _ModelStorage) throws {
    guard storage.isListed, !storage.isDeleted, !storage.changed.isEmpty else { return }
    try write(storage, storage.changed)
  }

  private func write(_ storage: _ModelStorage, _ slots: SlotSet) throws {
    guard let plan = storage.plan else { return }
    try store.noteExternalFiles(of: plan, storage.key, slots)
    let update = plan.update(of: slots)
    guard try update.run(storage) else { throw conflict(storage) }
    try store.history?.addUpdate(update, storage.key)
  }

  func delete(_ storage: _ModelStorage) throws {
    guard let plan = storage.plan, storage.key > 0 else { return }
    try store.noteExternalFiles(of: plan, storage.key)
    try store.run(
      "DELETE FROM \(plan.table) WHERE Z_PK = ? AND Z_OPT = ?",
      [.integer(storage.key), .integer(storage.version)])
    guard store.connection.changes == 1 else { throw conflict(storage) }
    for relationship in plan.relationships {
      switch relationship.place {
      case .join(let join, let own, _, _):
        try store.run(
          "DELETE FROM \(join.name.sqlName) WHERE \(own.sqlName) = ?", [.integer(storage.key)])
      case .foreignColumn(let column):
        try store.run(
          "UPDATE \(relationship.destination.table) SET \(column.sqlName) = NULL "
            + "WHERE \(column.sqlName) = ?", [.integer(storage.key)])
      default: break
      }
    }
    try store.history?.addDeletion(
      plan, storage.key,
      kept: plan.preserved.map { try $0.preserved(storage.slots[$0.slot], store) })
  }

  /// Writes what changed in to-many relationships that no key column of a member says.
  func writeLinks(_ storage: _ModelStorage) throws {
    guard let plan = storage.plan else { return }
    for relationship in plan.toManys {
      guard case .many(let list) = storage.slots[relationship.slot], !list.changes.isEmpty else {
        continue
      }
      // Both ends list the change; the end that names the table writes it.
      if case .join(_, _, _, isOwner: false) = relationship.place, relationship.inverse != nil {
        continue
      }
      for (object, isAdded) in list.changes.values {
        guard let member = (object as? any PersistentModel)?._$linked, member.key > 0 else {
          continue
        }
        let keys: [SQLiteValue] = [.integer(storage.key), .integer(member.key)]
        switch relationship.place {
        case .join(let join, let own, let other, _):
          let table = join.name.sqlName
          try store.run(
            isAdded
              ? "INSERT OR IGNORE INTO \(table) (\(own.sqlName), \(other.sqlName)) VALUES (?, ?)"
              : "DELETE FROM \(table) WHERE \(own.sqlName) = ? AND \(other.sqlName) = ?", keys)
        case .foreignColumn(let column) where !member.isDeleted:
          let table = relationship.destination.table
          let name = column.sqlName
          try isAdded
            ? store.run("UPDATE \(table) SET \(name) = ? WHERE Z_PK = ?", keys)
            : store.run(
              "UPDATE \(table) SET \(name) = NULL WHERE Z_PK = ? AND \(name) = ?", keys.reversed())
        default: break
        }
      }
    }
  }

  private func conflict(_ storage: _ModelStorage) -> any Error {
    SaveError.make(
      133_020, "another context changed or deleted the object", entity: storage.type.name,
      key: storage.key)
  }
}
