internal import Foundation
internal import StoreEngine

/// What one save does to one store.
final class StoreSave {
  let context: ModelContext
  let store: SQLStore
  private var inserted: [ModelObject]
  private var changed: [ModelObject]
  private let deleted: [ModelObject]
  private var touched: [ModelObject]
  /// Inserted objects that take the place of a row with the same unique values.
  private var replaced: [(storage: _ModelStorage, version: Int64)] = []
  private(set) var replacing: Set<ObjectIdentifier> = []
  private var superseded: [(loser: ModelObject, winner: ModelObject)] = []
  private var movers: [_ModelStorage] = []
  /// Those whose rows are not to be written, or have been.
  private var done: Set<ObjectIdentifier> = []
  /// The keys of the rows to insert, by table.
  private var newKeys: [(table: String, keys: ClosedRange<Int64>)] = []
  /// Of the history.
  private var transaction: Int64?
  private var foreignSave: ForeignSave?

  init(_ context: ModelContext, _ store: SQLStore) {
    self.context = context
    self.store = store
    inserted = Self.part(context.inserted, of: store, context) { $0.isInserted }
    changed = Self.part(context.changed, of: store, context) { $0.isListed }
    deleted = Self.part(context.deleted, of: store, context) { $0.isDeleted }
    touched = Self.part(context.touched, of: store, context) { _ in true }
  }

  /// With one store all entries are its own; what has come to nothing is left out on the way.
  private static func part(
    _ entries: [ModelObject], of store: SQLStore, _ context: ModelContext,
    _ isMeant: (_ModelStorage) -> Bool
  ) -> [ModelObject] {
    context.stores.stores.count == 1
      ? entries : entries.filter { $0.storage.plan?.store === store && isMeant($0.storage) }
  }

  var isEmpty: Bool {
    inserted.isEmpty && changed.isEmpty && deleted.isEmpty && touched.isEmpty
  }

  func run() throws {
    guard store.configuration.allowsSave else { throw CocoaError(.fileWriteNoPermission) }
    try store.locked {
      do {
        try store.run("BEGIN IMMEDIATE", [], .begin)
        try store.history?.begin(author: context.author, context: context.name)
        foreignSave = try store.foreign?.begin(deleted, inserted + changed + touched, context)
        try write()
        try foreignSave?.run(inserted, changed, touched)
        try store.history?.end()
        transaction = store.history?.transaction
        try store.run("COMMIT", [], .commit)
        // Lists may hold an object whose row has another now: they are read again, as if somebody
        // else had saved.
        if replaced.isEmpty { context.noteOwnCommit(store) } else { store.commits.add() }
        store.removeExternalFiles(committed: true)
      } catch {
        if store.connection.isInTransaction { try? store.run("ROLLBACK", [], .rollback) }
        store.removeExternalFiles(committed: false)
        store.history?.forget()
        store.foreign?.noteRollback()
        for entry in inserted { entry.storage.key = 0 }
        throw translated(error)
      }
    }
  }

  private func write() throws {
    for entry in deleted where entry.storage.isDeleted { try delete(entry.storage) }
    try releaseLinks()
    try resolveUniqueness()
    try assignKeys()
    try update(movers)
    for entry in inserted { try insert(entry.storage) }
    for (table, keys) in newKeys { try store.history?.addInsertions(into: table, keys) }
    for (storage, version) in replaced { try replace(storage, version) }
    try update(changed.lazy.map(\.storage).filter { !self.isDone($0) })
    // Whose list has changed was touched.
    for entries in touched.isEmpty ? [] : [inserted, changed, touched] {
      for entry in entries where !entry.storage.isDeleted { try writeLinks(entry.storage) }
    }
  }

  // MARK: - Keys

  /// An object whose place another takes lets go of what it points at, so that nothing points back
  /// at a row that has other values by then.
  private func releaseLinks() throws {
    let linked = inserted.filter { entry in
      guard let plan = entry.storage.plan, !plan.constraints.isEmpty else { return false }
      return plan.relationships.contains { !$0.isToMany && $0.inverse != nil }
    }
    if linked.isEmpty { return }
    var unique = Uniqueness(context, store)
    let pairs = try unique.replaced(by: linked)
    if pairs.isEmpty { return }
    context.undoManager?.disableUndoRegistration()
    defer { context.undoManager?.enableUndoRegistration() }
    for (loser, _) in pairs {
      for relationship in loser.storage.plan?.relationships ?? []
      where !relationship.isToMany && relationship.inverse != nil {
        context.connect(loser, relationship, to: nil)
      }
    }
    changed = Self.part(context.changed, of: store, context) { $0.isListed }
    touched = Self.part(context.touched, of: store, context) { _ in true }
  }

  private func resolveUniqueness() throws {
    var unique = Uniqueness(context, store)
    for entry in inserted where entry.storage.isInserted {
      guard let match = try unique.existing(for: entry) else { continue }
      entry.storage.key = match.key
      replaced.append((entry.storage, match.version))
      replacing.insert(ObjectIdentifier(entry.storage))
    }
    superseded = unique.superseded
    movers = unique.movers
    done = Set((superseded.map(\.loser.storage) + movers).map { ObjectIdentifier($0) })
    for (loser, winner) in superseded { loser.storage.key = winner.storage.key }
  }

  func isDone(_ storage: _ModelStorage) -> Bool {
    !done.isEmpty && done.contains(ObjectIdentifier(storage))
  }

  /// Takes new keys from `Z_PRIMARYKEY`, once per table.
  private func assignKeys() throws {
    var groups: [(plan: EntityPlan, storages: [_ModelStorage])] = []
    var current = 0
    for entry in inserted
    where entry.storage.isInserted && entry.storage.key == 0 && !isDone(entry.storage) {
      guard let plan = entry.storage.plan else { continue }
      // Mostly one after the other goes into the same table.
      if groups.isEmpty || groups[current].plan.tableNumber != plan.tableNumber {
        let known = groups.firstIndex { $0.plan.tableNumber == plan.tableNumber }
        current = known ?? groups.count
        if known == nil { groups.append((plan, [])) }
      }
      groups[current].storages.append(entry.storage)
    }
    for group in groups.sorted(by: { $0.plan.tableNumber < $1.plan.tableNumber }) {
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
    for (loser, winner) in superseded { loser.storage.key = winner.storage.key }
  }

  // MARK: - Errors and the end

  private func translated(_ error: any Error) -> any Error {
    guard let error = error as? SQLiteError, error.primaryCode == 19 else { return error }
    return SaveError.make(133_021, error.message)
  }

  /// Makes the objects show what is stored now.
  func finish(_ saved: inout SavedChanges) {
    if let transaction { saved.transactions[store.identifier] = transaction }
    saved.deleted.reserveCapacity(saved.deleted.count + deleted.count)
    for entry in deleted where entry.storage.isDeleted {
      saved.deleted.append(entry.storage.identifier)
      context.forget(entry)
      leave(entry)
    }
    for (loser, winner) in superseded {
      let storage = loser.storage
      storage.isInserted = false
      storage.state = .fault
      storage.changed.removeAll()
      storage.key = winner.storage.key
      context.core.noteStray(loser.object)
      for property in storage.type.properties where !property.isEphemeral {
        storage.slots[property.slot] = .unloaded
      }
    }
    if let plan = inserted.first?.storage.plan { context.reserve(inserted.count, plan) }
    var areReplaced = !superseded.isEmpty
    saved.inserted.reserveCapacity(saved.inserted.count + inserted.count)
    saved.updated.reserveCapacity(saved.updated.count + changed.count)
    // Each object is let go of while it is at hand.
    while var entry = inserted.popLast() {
      let storage = entry.storage
      guard storage.isInserted else {
        if storage.isDeleted, storage.key == 0 { leave(entry) }
        continue
      }
      if let temporary = storage.usedTemporaryIdentifier {
        context.core.permanent[temporary] = storage.identifier
      }
      saved.inserted.append(storage.identifier)
      storage.isInserted = false
      storage.version += 1
      if entry.isUnshared() { continue }
      if context.register(entry) { areReplaced = true }
      end(storage)
    }
    while let storage = changed.popLast()?.storage {
      guard storage.isListed else { continue }
      saved.updated.append(storage.identifier)
      if !storage.changed.isEmpty { storage.version += 1 }
      end(storage)
    }
    for entry in touched { end(entry.storage) }
    // What holds an object whose row has another now finds that one instead.
    if areReplaced { context.core.unlink() }
    foreignSave?.finish(&saved)
  }

  private func leave(_ entry: ModelObject) {
    let storage = entry.storage
    storage.isDeleted = false
    storage.isListed = false
    storage.changed.removeAll()
    // An undo needs what it was related to.
    if context.undoManager == nil { storage.settle() } else { context.core.noteStray(entry.object) }
    storage.leaveContext()
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
    _ code: Int, _ reason: String, entity: String? = nil, key: Int64? = nil, property: String? = nil
  ) -> CocoaError {
    var info: [String: Any] = [NSLocalizedDescriptionKey: reason]
    info["entity"] = entity
    info["NSValidationErrorKey"] = property
    info["key"] = key
    return CocoaError(CocoaError.Code(rawValue: code), userInfo: info)
  }
}
