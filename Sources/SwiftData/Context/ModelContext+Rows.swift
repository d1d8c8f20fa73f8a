internal import Foundation
internal import StoreEngine

/// Objects from rows.
extension ModelContext {
  /// Runs a statement that `selection` begins and makes an object of each row.
  func read(
    _ plan: EntityPlan, _ selection: Selection, _ sql: String, _ values: [SQLiteValue],
    _ purpose: StoreTrace.Purpose, isPartial: Bool = false,
    _ body: (any PersistentModel, Statement) -> Void
  ) throws {
    try plan.store.with(sql, purpose) { statement in
      try statement.bind(values)
      while try statement.step() {
        guard let reader = selection.reader(statement) else { continue }
        let key = statement.integer(at: 1)
        let version = statement.integer(at: 2)
        if let known = storage(reader.plan, key) {
          refresh(known, reader, statement, version: version, isPartial: isPartial)
          body(known.object, statement)
        } else {
          let object = make(
            reader.plan, key: key, version: version, slots: reader.slots(statement))
          body(object, statement)
        }
      }
    }
  }

  /// An object that is in use gets the values of the row unless it has changes or has them already.
  private func refresh(
    _ storage: _ModelStorage, _ reader: RowReader, _ statement: Statement, version: Int64,
    isPartial: Bool
  ) {
    guard storage.changed.isEmpty, !storage.isDeleted else { return }
    guard storage.state == .fault || storage.version != version, !isPartial else { return }
    storage.version = version
    storage.adopt(reader.slots(statement))
  }

  /// Reads the values of a fault.
  func fulfill(_ storage: _ModelStorage, _ plan: EntityPlan) {
    do {
      guard let slots = try row(plan, storage.key, { storage.version = $0 }) else {
        fatalError(
          "This model instance was invalidated because its backing data could no longer be found "
            + "the store. \(storage.identifier)")
      }
      storage.adopt(slots)
    } catch {
      fatalError("'\(plan.type.name)' \(storage.key) cannot be read from the store: \(error)")
    }
  }

  /// The slots of one row; nil without such a row.
  func row(
    _ plan: EntityPlan, _ key: Int64, _ setVersion: (Int64) -> Void = { _ in }
  ) throws -> [Slot]? {
    let selection = plan.selection
    let sql = "\(selection.list) FROM \(plan.table) t0 WHERE  t0.Z_PK = ?"
    return try plan.store.with(sql, .fault(plan.type.name, key)) { statement in
      try statement.bind([.integer(key)])
      guard try statement.step(), let reader = selection.reader(statement) else { return nil }
      setVersion(statement.integer(at: 2))
      return reader.slots(statement)
    }
  }

  /// The objects with the keys, read by one statement, in the order of the keys.
  func objects(_ plan: EntityPlan, keys: [Int64]) throws -> [any PersistentModel] {
    var found: [Int64: any PersistentModel] = [:]
    found.reserveCapacity(keys.count)
    let selection = plan.selection
    try plan.store.locked {
      try plan.store.bindKeys(keys)
      let sql =
        "\(selection.list) FROM \(plan.table) t0 WHERE  t0.Z_PK IN (SELECT * FROM _Z_intarray0)"
      try read(plan, selection, sql, [], .fetch(plan.type.name)) { object, statement in
        found[statement.integer(at: 1)] = object
      }
    }
    return keys.compactMap { found[$0] }
  }

  /// The members of one object's to-many relationship.
  func members(
    of storage: _ModelStorage, _ relationship: RelationshipPlan
  ) -> [any PersistentModel] {
    let destination = relationship.destination
    var members: [any PersistentModel] = []
    do {
      let source = relationship.memberSource
      let sql = "\(destination.selection.list) FROM \(source.tables) WHERE  \(source.column) = ?"
      let purpose = StoreTrace.Purpose.members(
        relationship.source.type.name, relationship.name, storage.key)
      try read(destination, destination.selection, sql, [.integer(storage.key)], purpose) {
        object, _ in members.append(object)
      }
    } catch {
      fatalError(
        "'\(relationship.source.type.name).\(relationship.name)' cannot be read: \(error)")
    }
    return current(members, relationship, storage)
  }

  /// Those stored members that have not been moved elsewhere or deleted since.
  private func current(
    _ members: [any PersistentModel], _ relationship: RelationshipPlan, _ owner: _ModelStorage
  ) -> [any PersistentModel] {
    hasChanges ? members.filter { isCurrent($0._$storage, relationship, owner) } : members
  }

  private func isCurrent(
    _ storage: _ModelStorage, _ relationship: RelationshipPlan, _ owner: _ModelStorage
  ) -> Bool {
    if storage.isDeleted { return false }
    guard let inverse = relationship.inverse, !inverse.isToMany,
      storage.changed.contains(inverse.slot)
    else { return true }
    return storage.destination(inverse.slot)?._$storage === owner
  }

  // MARK: - Prefetching

  /// Loads a relationship of many objects by one statement.
  func prefetch(_ slot: Int, of objects: [_ModelStorage]) throws {
    var groups: [ObjectIdentifier: (relationship: RelationshipPlan, owners: [_ModelStorage])] = [:]
    for storage in objects where storage.key > 0 {
      guard let relationship = storage.plan?.relationship[slot] else { continue }
      groups[ObjectIdentifier(relationship.destination), default: (relationship, [])].owners
        .append(storage)
    }
    for (relationship, owners) in groups.values {
      if relationship.isToMany {
        try prefetchMembers(relationship, owners)
      } else {
        try prefetchDestinations(relationship, owners)
      }
    }
  }

  private func prefetchDestinations(
    _ relationship: RelationshipPlan, _ owners: [_ModelStorage]
  ) throws {
    let keys = Set(
      owners.compactMap { owner -> Int64? in
        if case .key(let key, _) = owner.slots[relationship.slot] { key } else { nil }
      })
    guard !keys.isEmpty else { return }
    let destination = relationship.destination
    let store = destination.store
    var kept: [any PersistentModel] = []
    try store.locked {
      try store.bindKeys(keys.sorted())
      let sql =
        "\(destination.selection.list) FROM \(destination.table) t0 "
        + "WHERE  t0.Z_PK IN (SELECT * FROM _Z_intarray0)"
      try read(
        destination, destination.selection, sql, [],
        .prefetch(relationship.source.type.name, relationship.name)
      ) { object, _ in kept.append(object) }
    }
    for owner in owners {
      guard case .key(let key, let number) = owner.slots[relationship.slot],
        let plan = store.plan(number: Int(number)), let known = storage(plan, key)
      else { continue }
      owner.slots[relationship.slot] = .one(known.object)
    }
  }

  private func prefetchMembers(
    _ relationship: RelationshipPlan, _ owners: [_ModelStorage]
  ) throws {
    let destination = relationship.destination
    let store = destination.store
    let source = relationship.memberSource
    // Rows come owner by owner.
    var lists: [Int64: [any PersistentModel]] = [:]
    var owner: Int64 = 0
    var members: [any PersistentModel] = []
    let selection = destination.selection
    try store.locked {
      try store.bindKeys(owners.map(\.key))
      let sql =
        "\(selection.list), \(source.column) FROM \(source.tables) WHERE  \(source.column) IN "
        + "(SELECT * FROM _Z_intarray0)  ORDER BY \(source.column)"
      try read(
        destination, selection, sql, [],
        .prefetch(relationship.source.type.name, relationship.name)
      ) { object, statement in
        let key = statement.integer(at: statement.columnCount - 1)
        if key != owner {
          lists[owner] = members
          owner = key
          members = []
        }
        members.append(object)
      }
      lists[owner] = members
    }
    for owner in owners {
      let pending: ToMany?
      if case .many(let list) = owner.slots[relationship.slot] {
        if list.isLoaded { continue }
        pending = list
      } else {
        pending = nil
      }
      owner.fill(relationship.slot, current(lists[owner.key] ?? [], relationship, owner), pending)
    }
  }
}

extension RelationshipPlan {
  /// Where the members of a to-many relationship are found: `tables` with the members as `t0`, and
  /// the column with the owner's key.
  var memberSource: (tables: String, column: String) {
    switch place {
    case .column(let column, _), .inverseColumn(let column), .foreignColumn(let column):
      return ("\(destination.table) t0", "t0.\(column.sqlName)")
    case .join(let join, let own, let other, _):
      return (
        "\(join.name.sqlName) t1 JOIN \(destination.table) t0 ON t0.Z_PK = t1.\(other.sqlName)",
        "t1.\(own.sqlName)"
      )
    }
  }
}

extension _ModelStorage {
  /// Takes the values of a row; changes that are not saved stay.
  func adopt(_ row: [Slot]) {
    for (index, slot) in row.enumerated() {
      if case .unloaded = slot { continue }
      if !changed.contains(index) { slots[index] = slot }
    }
    for property in type.properties where property.isEphemeral {
      guard case .unloaded = slots[property.slot] else { continue }
      slots[property.slot] = property.defaultValue().map { property.slotValue($0) } ?? .null
    }
    state = .ready
  }
}
