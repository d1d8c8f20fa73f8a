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
          body(make(storage, reader.plan, key: key, version: version, as: .ready), statement)
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
      guard try readAgain(storage, plan) else {
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
    let selection = plan.selection
    try plan.store.locked {
      try plan.store.bindKeys(keys)
      let sql =
        "\(selection.list) FROM \(plan.table) t0 WHERE  t0.Z_PK IN (SELECT * FROM _Z_intarray0)"
      try read(plan, selection, sql, [], .fetch(plan.type.name)) { read, statement in
        found[statement.integer(at: 1)] = read.object
      }
    }
    return found
  }

  /// The members of one object's to-many relationship.
  func members(
    of storage: _ModelStorage, _ relationship: RelationshipPlan
  ) -> [AnyObject] {
    guard storage.key > 0 else { return [] }
    let destination = relationship.destination
    let isChanged = hasChanges
    let inverse = relationship.toOneInverse
    var members: [AnyObject] = []
    var isWhole = true
    do {
      let source = relationship.memberSource("t0", join: "t1")
      let sql = "\(destination.selection.list) FROM \(source.tables) WHERE  \(source.column) = ?"
      let purpose = StoreTrace.Purpose.members(
        relationship.source.type.name, relationship.name, storage.key)
      try read(destination, destination.selection, sql, [.integer(storage.key)], purpose) {
        member, _ in
        if !add(member, to: &members, of: storage, inverse, isChanged) { isWhole = false }
      }
    } catch {
      fatalError(
        "'\(relationship.source.type.name).\(relationship.name)' cannot be read: \(error)")
    }
    if !isWhole { noteLack(storage) }
    return members
  }

  /// A list that lacks what is stored, because of changes that are not saved, must be read again by
  /// a rollback.
  private func noteLack(_ owner: _ModelStorage) {
    if let plan = owner.plan, let object = known(plan, owner.key) { touched.append(object) }
  }

  /// Adds a stored member to a list, unless it was moved elsewhere or deleted since.
  ///
  /// - Returns: whether it was added.
  /// - Parameters:
  ///   - inverse: the members' slot that points back, if it is a to-one relationship.
  ///   - isChanged: whether the context has changes at all.
  private func add(
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

  // MARK: - Prefetching

  /// Stored objects of one class. Passing over many objects again and again is slow in itself, so
  /// their keys stand beside them.
  struct Owners {
    let plan: EntityPlan
    fileprivate var storages: [_ModelStorage] = []
    fileprivate var keys: [Int64] = []

    /// Adds an object to those of its class, unless it was never saved.
    static func add(_ storage: _ModelStorage, to owners: inout [Owners]) {
      guard storage.key > 0, let plan = storage.plan else { return }
      // Most often one object after the other is of the same class.
      if owners.last?.plan !== plan {
        let known = owners.firstIndex { $0.plan === plan }
        owners.append(known.map { owners.remove(at: $0) } ?? Owners(plan: plan))
      }
      owners[owners.count - 1].storages.append(storage)
      owners[owners.count - 1].keys.append(storage.key)
    }

    fileprivate static func += (left: inout Owners, right: Owners) {
      left.storages += right.storages
      left.keys += right.keys
    }

    fileprivate mutating func sort() {
      if zip(keys, keys.dropFirst()).allSatisfy({ $0 < $1 }) { return }
      let order = keys.indices.sorted { keys[$0] < keys[$1] }
      storages = order.map { storages[$0] }
      keys = order.map { keys[$0] }
    }
  }

  /// Loads a relationship of many objects by one statement.
  func prefetch(_ slot: Int, of objects: [Owners]) throws {
    core.startLinking()
    var rest = objects
    while !rest.isEmpty {
      var owners = rest.removeFirst()
      guard let relationship = owners.plan.relationship[slot] else { continue }
      // Subclasses have the same relationship in plans of their own.
      func isAlike(_ other: Owners) -> Bool {
        other.plan.relationship[slot]?.destination === relationship.destination
      }
      for other in rest where isAlike(other) { owners += other }
      rest.removeAll(where: isAlike)
      if relationship.isToMany {
        try prefetchMembers(relationship, owners)
      } else {
        try prefetchDestinations(relationship, owners)
      }
    }
  }

  private func prefetchDestinations(_ relationship: RelationshipPlan, _ owners: Owners) throws {
    let slot = relationship.slot
    var keys: Set<Int64> = []
    for storage in owners.storages {
      if case .key(let key, _) = storage.slots[slot] { keys.insert(key) }
    }
    guard !keys.isEmpty else { return }
    let destination = relationship.destination
    let store = destination.store
    var kept: [AnyObject] = []
    try store.locked {
      try store.bindKeys(keys.sorted())
      let sql =
        "\(destination.selection.list) FROM \(destination.table) t0 "
        + "WHERE  t0.Z_PK IN (SELECT * FROM _Z_intarray0)"
      try read(
        destination, destination.selection, sql, [],
        .prefetch(relationship.source.type.name, relationship.name)
      ) { read, _ in kept.append(read.object) }
    }
    // Entities of one relationship share a table.
    let table = table(destination)
    for storage in owners.storages {
      guard case .key(let key, _) = storage.slots[slot], let known = table[key] else { continue }
      storage.slots[slot] = .one(known)
    }
    withExtendedLifetime(kept) {}
  }

  private func prefetchMembers(_ relationship: RelationshipPlan, _ owners: Owners) throws {
    let destination = relationship.destination
    let store = destination.store
    let source = relationship.memberSource("t0", join: "t1")
    // Rows come owner by owner, in the order of their keys.
    var owners = owners
    owners.sort()
    let (storages, keys) = (owners.storages, owners.keys)
    let isChanged = hasChanges
    let commits = commits(relationship.source)
    let (slot, inverse) = (relationship.slot, relationship.toOneInverse)
    let type: AnyClass = destination.type.model
    var place = 0
    var members: [AnyObject] = []
    var isWhole = true
    /// Gives the owner that the last rows belong to its members.
    func finishOwner() {
      let storage = storages[place]
      place += 1
      if !exchange(&isWhole, with: true) { noteLack(storage) }
      let found = exchange(&members, with: [])
      guard case .many = storage.slots[slot] else {
        // Rows are read into objects of the destination's class or below.
        storage.slots[slot] = .many(ToMany(stored: found, of: type, commits))
        return
      }
      let list = storage.list(slot)
      if list.isLoaded { return }
      list.load(found)
      list.commits = commits
    }
    let selection = destination.selection
    try store.locked {
      try store.bindKeys(keys)
      let sql =
        "\(selection.list), \(source.column) FROM \(source.tables) WHERE  \(source.column) IN "
        + "(SELECT * FROM _Z_intarray0)  ORDER BY \(source.column)"
      try read(
        destination, selection, sql, [],
        .prefetch(relationship.source.type.name, relationship.name)
      ) { member, statement in
        let key = statement.integer(at: statement.columnCount - 1)
        while keys[place] < key { finishOwner() }
        if !add(member, to: &members, of: storages[place], inverse, isChanged) { isWhole = false }
      }
    }
    while place < keys.count { finishOwner() }
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
