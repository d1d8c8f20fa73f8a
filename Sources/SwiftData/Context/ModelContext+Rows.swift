internal import Foundation
internal import StoreEngine

/// Objects from rows.
extension ModelContext {
  /// Runs a statement that `selection` begins and calls `body` with an object for each row.
  func read(
    _ plan: EntityPlan, _ selection: Selection, _ sql: String, _ values: [SQLiteValue],
    _ purpose: StoreTrace.Purpose, isPartial: Bool = false,
    _ body: (ModelObject, Statement) -> Void
  ) throws {
    let table = table(plan)
    try plan.store.with(sql, purpose) { statement in
      try statement.bind(values)
      func read(_ reader: RowReader) {
        let key = statement.integer(at: 1)
        let version = statement.integer(at: 2)
        if let object = table[key], let known = reader.known(object) {
          if isOutdated(known.storage, version, isPartial) {
            known.storage.version = version
            reader.refresh(known.storage, statement)
          }
          body(known, statement)
        } else {
          let storage = reader.storage(statement)
          body(
            make(storage, reader.plan, table, key: key, version: version, as: .ready), statement)
        }
      }
      if let reader = selection.single {
        while try statement.step() { read(reader) }
      } else {
        while try statement.step() {
          if let reader = selection.reader(statement) { read(reader) }
        }
      }
    }
  }

  /// Whether an object in use gets the values of its row: it has no changes and not these values.
  private func isOutdated(_ storage: _ModelStorage, _ version: Int64, _ isPartial: Bool) -> Bool {
    (storage.state == .fault || storage.version != version) && !isPartial
      && storage.changed.isEmpty && !storage.isDeleted
  }

  /// Reads the values of a fault.
  func fulfill(_ storage: _ModelStorage, _ plan: EntityPlan) {
    do {
      if try readAgain(storage, plan) { return }
      try plan.store.foreign?.load([storage.identifier], for: self)
      guard try plan.store.foreign != nil && readAgain(storage, plan) else {
        fatalError(
          "This model instance was invalidated because its backing data could no longer be found "
            + "the store. \(storage.identifier)")
      }
    } catch {
      fatalError("'\(plan.type.name)' \(storage.key) cannot be read from the store: \(error)")
    }
  }

  /// Gives an object the values of its row; false without such a row.
  func readAgain(_ storage: _ModelStorage, _ plan: EntityPlan) throws -> Bool {
    let selection = plan.selection
    let sql = "\(selection.list) FROM \(plan.table) t0 WHERE  t0.Z_PK = ?"
    return try plan.store.with(sql, .fault(plan.type.name, storage.key)) { statement in
      try statement.bind([.integer(storage.key)])
      guard try statement.step(), let reader = selection.reader(statement),
        reader.plan.type === storage.type
      else { return false }
      storage.version = statement.integer(at: 2)
      reader.refresh(storage, statement)
      return true
    }
  }

  /// The objects with the keys, read by one statement.
  func objects(_ plan: EntityPlan, keys: [Int64]) throws -> [Int64: any PersistentModel] {
    var found: [Int64: any PersistentModel] = [:]
    found.reserveCapacity(keys.count)
    try read(plan, keys: keys, .fetch(plan.type.name)) { read, statement in
      found[statement.integer(at: 1)] = read.object
    }
    return found
  }

  func read(
    _ plan: EntityPlan, keys: [Int64], _ purpose: StoreTrace.Purpose,
    _ body: (ModelObject, Statement) -> Void
  ) throws {
    try plan.store.locked {
      try plan.store.bindKeys(keys)
      let sql =
        "\(plan.selection.list) FROM \(plan.table) t0 "
        + "WHERE  t0.Z_PK IN (SELECT * FROM _Z_intarray0)"
      try read(plan, plan.selection, sql, [], purpose, body)
    }
  }

  /// The members of one object's to-many relationship.
  func members(of storage: _ModelStorage, _ relationship: RelationshipPlan) -> [AnyObject] {
    guard storage.key > 0 else { return [] }
    let destination = relationship.destination
    let isChanged = hasChanges
    let inverse = relationship.toOneInverse
    var members: [AnyObject] = []
    var isWhole = true
    do {
      try relationship.source.store.foreign?.resolve(relationship, [storage.key], for: self)
      let source = relationship.memberSource("t0", join: "t1")
      let sql = "\(destination.selection.list) FROM \(source.tables) WHERE  \(source.column) = ?"
      let purpose = StoreTrace.Purpose.members(
        relationship.source.type.name, relationship.name, storage.key)
      try read(destination, destination.selection, sql, [.integer(storage.key)], purpose) {
        member, _ in
        if !add(member, to: &members, of: storage, inverse, isChanged) { isWhole = false }
      }
    } catch {
      fatalError("'\(relationship.source.type.name).\(relationship.name)' cannot be read: \(error)")
    }
    if !isWhole { noteLack(storage) }
    return members
  }

  /// A list that lacks what is stored, because of changes that are not saved, must be read again by
  /// a rollback.
  func noteLack(_ owner: _ModelStorage) {
    if let plan = owner.plan, let object = known(plan, owner.key) { touched.append(object) }
  }

  /// Adds a stored member to a list, unless it was moved elsewhere or deleted since; says whether.
  ///
  /// - Parameters:
  ///   - inverse: the members' slot that points back, if it is a to-one relationship.
  ///   - isChanged: whether the context has changes at all.
  func add(
    _ member: ModelObject, to members: inout [AnyObject],
    of owner: @autoclosure () -> _ModelStorage, _ inverse: Int?, _ isChanged: Bool
  ) -> Bool {
    let storage = member.storage
    if isChanged, storage.isDeleted { return false }
    if let inverse {
      if isChanged, storage.changed.contains(inverse) {
        guard storage.destination(inverse)?._$storage === owner() else { return false }
      } else if case .one = storage.slots[inverse], let plan = owner().plan {
        // The list keeps its members. One that kept the owner, too, would never be freed.
        storage.slots[inverse] = .key(owner().key, plan.number)
      }
    }
    members.append(member.object)
    return true
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
