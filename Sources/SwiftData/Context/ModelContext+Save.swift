internal import Foundation
internal import StoreEngine

extension ModelContext {
  /// Writes every change, all or nothing per store.
  ///
  /// - Throws: `CocoaError` with Core Data's codes for values that may not be saved (1550 and
  ///   following), for constraints (133021) and for rows another context changed (133020).
  public func save() throws {
    guard hasChanges else { return clearChanges() }
    NotificationCenter.default.post(name: Self.willSave, object: self)
    try Validation.check(self)
    let stores = container.stores.sorted { $0.identifier < $1.identifier }
    let saves = stores.map { StoreSave(self, $0) }.filter { !$0.isEmpty }
    for save in saves { try save.run() }
    clearChanges()
    for save in saves { save.finish() }
    NotificationCenter.default.post(name: Self.didSave, object: self)
  }
}

/// What one save does to one store.
final class StoreSave {
  let context: ModelContext
  let store: DataStore
  private var inserted: [ModelContext.Entry]
  private var changed: [ModelContext.Entry]
  private let deleted: [ModelContext.Entry]
  private let touched: [ModelContext.Entry]
  /// Inserted objects that take the place of a row with the same unique values.
  private var replaced: [(storage: _ModelStorage, version: Int64)] = []
  private var replacing: Set<ObjectIdentifier> = []

  init(_ context: ModelContext, _ store: DataStore) {
    self.context = context
    self.store = store
    // With one store all entries are its own; what has come to nothing is left out on the way.
    let isAlone = context.container.stores.count == 1
    func part(
      _ entries: [ModelContext.Entry], _ isMeant: (_ModelStorage) -> Bool
    ) -> [ModelContext.Entry] {
      isAlone
        ? entries : entries.filter { $0.storage.plan?.store === store && isMeant($0.storage) }
    }
    inserted = part(context.inserted) { $0.isInserted }
    changed = part(context.changed) { $0.isListed }
    deleted = part(context.deleted) { $0.isDeleted }
    touched = part(context.touched) { _ in true }
  }

  var isEmpty: Bool {
    inserted.isEmpty && changed.isEmpty && deleted.isEmpty && touched.isEmpty
  }

  func run() throws {
    guard store.configuration.allowsSave else {
      throw CocoaError(.fileWriteNoPermission)
    }
    try store.locked {
      do {
        try store.run("BEGIN IMMEDIATE", [], .begin)
        try store.history?.begin(author: context.author, context: context.name)
        try write()
        try store.history?.end()
        try store.run("COMMIT", [], .commit)
      } catch {
        if store.connection.isInTransaction { try? store.run("ROLLBACK", [], .rollback) }
        store.history?.forget()
        for entry in inserted { entry.storage.key = 0 }
        throw translated(error)
      }
    }
  }

  private func write() throws {
    for entry in deleted where entry.storage.isDeleted { try delete(entry.storage) }
    try resolveUniqueness()
    try assignKeys()
    try inserted.forEachStorage(insert)
    for (table, keys) in newKeys { try store.history?.addInsertions(into: table, keys) }
    for (storage, version) in replaced { try replace(storage, version) }
    try changed.forEachStorage(update)
    // Whose list has changed was touched.
    for entries in touched.isEmpty ? [] : [inserted, changed, touched] {
      for entry in entries where !entry.storage.isDeleted { try writeLinks(entry.storage) }
    }
  }

  // MARK: - Keys

  private func resolveUniqueness() throws {
    var unique = Uniqueness(context, store)
    for entry in inserted where entry.storage.isInserted {
      guard let match = try unique.existing(for: entry.storage) else { continue }
      entry.storage.key = match.key
      replaced.append((entry.storage, match.version))
      replacing.insert(ObjectIdentifier(entry.storage))
    }
    for loser in unique.superseded {
      loser.storage.isInserted = false
      loser.storage.key = loser.winner.key
    }
    superseded = unique.superseded
  }

  private var superseded: [(storage: _ModelStorage, winner: _ModelStorage)] = []

  /// The keys of the rows to insert, by table.
  private var newKeys: [(table: String, keys: ClosedRange<Int64>)] = []

  /// Takes new keys from `Z_PRIMARYKEY`, once per table.
  private func assignKeys() throws {
    var counts: [Int: (plan: EntityPlan, storages: [_ModelStorage])] = [:]
    for entry in inserted where entry.storage.isInserted && entry.storage.key == 0 {
      guard let plan = entry.storage.plan else { continue }
      counts[plan.tableNumber, default: (plan, [])].storages.append(entry.storage)
    }
    for (_, group) in counts.sorted(by: { $0.key < $1.key }) {
      let root = Int64(group.plan.entity.root)
      let last = try store.with("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?", .metadata) {
        try $0.bind([.integer(root)])
        return try $0.step() ? $0.integer(at: 0) : 0
      }
      var key = last
      for storage in group.storages {
        key += 1
        storage.key = key
      }
      try store.run(
        "UPDATE OR FAIL Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ? AND Z_MAX = ?",
        [.integer(key), .integer(root), .integer(last)], .metadata)
      newKeys.append((group.plan.table, last + 1...key))
    }
    for loser in superseded { loser.storage.key = loser.winner.key }
  }

  // MARK: - Rows

  private func insert(_ storage: _ModelStorage) throws {
    guard storage.isInserted, let plan = storage.plan,
      replacing.isEmpty || !replacing.contains(ObjectIdentifier(storage))
    else { return }
    try plan.insertion.run(storage)
  }

  /// An insert that meets a row with the same unique values becomes an update of that row.
  private func replace(_ storage: _ModelStorage, _ version: Int64) throws {
    guard storage.isInserted, let plan = storage.plan else { return }
    var slots = SlotSet()
    for property in plan.type.properties { slots.insert(property.slot) }
    storage.version = version
    try write(storage, slots)
  }

  private func update(_ storage: _ModelStorage) throws {
    guard storage.isListed, !storage.isDeleted, !storage.changed.isEmpty else { return }
    try write(storage, storage.changed)
  }

  private func write(_ storage: _ModelStorage, _ slots: SlotSet) throws {
    guard let plan = storage.plan else { return }
    let update = plan.update(of: slots)
    guard try update.run(storage) else { throw conflict(storage) }
    try store.history?.addUpdate(update, storage.key)
  }

  private func delete(_ storage: _ModelStorage) throws {
    guard let plan = storage.plan, storage.key > 0 else { return }
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
      kept: plan.attributes.filter(\.isPreserved)
        .sorted { $0.property.name < $1.property.name }
        .map { try $0.stored(storage.slots[$0.slot], store).first ?? .null })
  }

  /// Writes what changed in to-many relationships that no key column of a member says.
  private func writeLinks(_ storage: _ModelStorage) throws {
    guard let plan = storage.plan else { return }
    for relationship in plan.toManys {
      guard case .many(let list) = storage.slots[relationship.slot], !list.changes.isEmpty else {
        continue
      }
      switch relationship.place {
      case .join(let join, let own, let other, let isOwner):
        // Both ends list the change; the end that names the table writes it.
        guard isOwner || relationship.inverse == nil else { continue }
        for (object, isAdded) in list.changes.values {
          guard let member = (object as? any PersistentModel)?._$linked, member.key > 0 else {
            continue
          }
          let sql =
            isAdded
            ? "INSERT OR IGNORE INTO \(join.name.sqlName) (\(own.sqlName), \(other.sqlName)) "
              + "VALUES (?, ?)"
            : "DELETE FROM \(join.name.sqlName) WHERE \(own.sqlName) = ? AND \(other.sqlName) = ?"
          try store.run(sql, [.integer(storage.key), .integer(member.key)])
        }
      case .foreignColumn(let column):
        for (object, isAdded) in list.changes.values {
          guard let member = (object as? any PersistentModel)?._$linked, member.key > 0,
            !member.isDeleted
          else { continue }
          let table = relationship.destination.table
          if isAdded {
            try store.run(
              "UPDATE \(table) SET \(column.sqlName) = ? WHERE Z_PK = ?",
              [.integer(storage.key), .integer(member.key)])
          } else {
            try store.run(
              "UPDATE \(table) SET \(column.sqlName) = NULL WHERE Z_PK = ? AND \(column.sqlName) = ?",
              [.integer(member.key), .integer(storage.key)])
          }
        }
      default: break
      }
    }
  }

  // MARK: - Errors and the end

  private func conflict(_ storage: _ModelStorage) -> any Error {
    SaveError.make(
      133_020, "another context changed or deleted the object", entity: storage.type.name,
      key: storage.key)
  }

  private func translated(_ error: any Error) -> any Error {
    guard let error = error as? SQLiteError, error.primaryCode == 19 else { return error }
    return SaveError.make(133_021, error.message, entity: nil, key: nil)
  }

  /// Makes the objects show what is stored now.
  func finish() {
    for entry in deleted where entry.storage.isDeleted {
      let storage = entry.storage
      context.forget(storage)
      storage.isDeleted = false
      storage.isListed = false
      storage.changed.removeAll()
      storage.leaveContext()
    }
    for (storage, winner) in superseded {
      storage.state = .fault
      storage.changed.removeAll()
      storage.key = winner.key
      for property in storage.type.properties where !property.isEphemeral {
        storage.slots[property.slot] = .unloaded
      }
    }
    if let plan = inserted.first?.storage.plan { context.reserve(inserted.count, plan) }
    inserted.consumeStorages { storage in
      guard storage.isInserted else { return }
      if let temporary = storage.usedTemporaryIdentifier {
        context.permanent[temporary] = storage.identifier
      }
      storage.isInserted = false
      storage.version += 1
      context.register(storage)
      end(storage)
    }
    changed.consumeStorages { storage in
      guard storage.isListed else { return }
      if !storage.changed.isEmpty { storage.version += 1 }
      end(storage)
    }
    touched.forEachStorage(end)
  }

  private func end(_ storage: _ModelStorage) {
    storage.isListed = false
    storage.changed.removeAll()
    storage.settle()
  }
}

extension _ModelStorage {
  /// After a save: related objects are known by their keys, so nothing keeps them alive.
  fileprivate func settle() {
    guard let plan else { return }
    for slot in plan.relationshipSlots {
      // A list is only asked for what it is, so that it is not counted.
      if case .many = slots[slot] {
        slots[slot] = .unloaded
      } else if case .one(let object) = slots[slot] {
        let other = object._$storage
        guard other.key > 0, let number = other.plan?.number else { continue }
        slots[slot] = .key(other.key, number)
      }
    }
  }
}

/// Errors of a save with Core Data's codes.
enum SaveError {
  static func make(
    _ code: Int, _ reason: String, entity: String?, key: Int64?, property: String? = nil
  ) -> CocoaError {
    var info: [String: Any] = [NSLocalizedDescriptionKey: reason]
    info["entity"] = entity
    info["NSValidationErrorKey"] = property
    info["key"] = key
    return CocoaError(CocoaError.Code(rawValue: code), userInfo: info)
  }
}
