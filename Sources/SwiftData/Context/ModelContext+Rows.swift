internal import Foundation
internal import StoreEngine

/// Objects from rows.
extension ModelContext {
  /// Runs a statement that `selection` begins and makes an object of each row, which lives until
  /// `body` has been called with its storage.
  func read(
    _ plan: EntityPlan, _ selection: Selection, _ sql: String, _ values: [SQLiteValue],
    _ purpose: StoreTrace.Purpose, isPartial: Bool = false,
    _ body: (_ModelStorage, Statement) -> Void
  ) throws {
    let table = table(plan)
    try plan.store.with(sql, purpose) { statement in
      try statement.bind(values)
      func read(_ reader: RowReader) {
        let key = statement.integer(at: 1)
        let version = statement.integer(at: 2)
        if let known = table.reference(key) {
          known._withUnsafeGuaranteedRef { storage in
            guard isOutdated(storage, version, isPartial) else { return body(storage, statement) }
            // What the old values hold may be all that keeps the object.
            withExtendedLifetime(storage.object) {
              storage.version = version
              reader.refresh(storage, statement)
              body(storage, statement)
            }
          }
        } else {
          let storage = reader.storage(statement)
          withExtendedLifetime(
            make(storage, reader.plan, key: key, version: version, as: .ready)
          ) { body(storage, statement) }
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
      guard try statement.step(), let reader = selection.reader(statement) else { return false }
      storage.version = statement.integer(at: 2)
      reader.refresh(storage, statement)
      return true
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
      try read(plan, selection, sql, [], .fetch(plan.type.name)) { storage, statement in
        found[statement.integer(at: 1)] = storage.object
      }
    }
    return keys.compactMap { found[$0] }
  }

  /// The members of one object's to-many relationship.
  func members(
    of storage: _ModelStorage, _ relationship: RelationshipPlan
  ) -> [AnyObject] {
    guard let owner = Owner(storage) else { return [] }
    let destination = relationship.destination
    let isChanged = hasChanges
    var members: [AnyObject] = []
    do {
      let source = relationship.memberSource
      let sql = "\(destination.selection.list) FROM \(source.tables) WHERE  \(source.column) = ?"
      let purpose = StoreTrace.Purpose.members(
        relationship.source.type.name, relationship.name, storage.key)
      try read(destination, destination.selection, sql, [.integer(storage.key)], purpose) {
        member, _ in
        add(member, to: &members, of: owner, relationship, isChanged)
      }
    } catch {
      fatalError(
        "'\(relationship.source.type.name).\(relationship.name)' cannot be read: \(error)")
    }
    return members
  }

  /// Adds a stored member to a list, unless it was moved elsewhere or deleted since.
  ///
  /// - Parameter isChanged: whether the context has changes at all.
  private func add(
    _ member: _ModelStorage, to members: inout [AnyObject], of owner: Owner,
    _ relationship: RelationshipPlan, _ isChanged: Bool
  ) {
    if isChanged, member.isDeleted { return }
    if let inverse = relationship.inverse, !inverse.isToMany {
      if isChanged, member.changed.contains(inverse.slot) {
        guard member.destination(inverse.slot)?._$storage === owner.storage else { return }
      } else if case .one = member.slots[inverse.slot] {
        // The list keeps its members. One that kept the owner, too, would never be freed.
        member.slots[inverse.slot] = .key(owner.key, owner.plan.number)
      }
    }
    members.append(member.object)
  }

  // MARK: - Prefetching

  /// A stored object that its caller keeps alive. Passing over many objects again and again is slow
  /// in itself, so what prefetching looks at stands beside the reference, which is not counted.
  struct Owner {
    private let reference: Unmanaged<_ModelStorage>
    private let source: Unmanaged<EntityPlan>
    let key: Int64
    let slots: UnsafeMutablePointer<Slot>

    /// Nil for an object that was never saved.
    init?(_ storage: _ModelStorage) {
      guard storage.key > 0, let plan = storage.plan else { return nil }
      reference = .passUnretained(storage)
      source = .passUnretained(plan)
      key = storage.key
      slots = storage.slots
    }

    var storage: _ModelStorage { reference.takeUnretainedValue() }
    var plan: EntityPlan { source.takeUnretainedValue() }

    func isLike(_ other: Owner) -> Bool { source.toOpaque() == other.source.toOpaque() }
  }

  /// Loads a relationship of many objects by one statement.
  func prefetch(_ slot: Int, of objects: [Owner]) throws {
    var rest = objects
    while let first = rest.first {
      // Subclasses have the same relationship in plans of their own.
      let relationship = first.plan.relationship[slot]
      func isAlike(_ owner: Owner) -> Bool {
        owner.isLike(first)
          || owner.plan.relationship[slot]?.destination === relationship?.destination
      }
      let alike = rest.allSatisfy(isAlike)
      let owners = alike ? rest : rest.filter(isAlike)
      rest = alike ? [] : rest.filter { !isAlike($0) }
      guard let relationship else { continue }
      if relationship.isToMany {
        try prefetchMembers(relationship, owners)
      } else {
        try prefetchDestinations(relationship, owners)
      }
    }
  }

  private func prefetchDestinations(_ relationship: RelationshipPlan, _ owners: [Owner]) throws {
    let slot = relationship.slot
    var keys: Set<Int64> = []
    for owner in owners {
      if case .key(let key, _) = owner.slots[slot] { keys.insert(key) }
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
      ) { storage, _ in kept.append(storage.object) }
    }
    // Entities of one relationship share a table.
    let table = table(destination)
    for owner in owners {
      guard case .key(let key, _) = owner.slots[slot], let known = table.reference(key) else {
        continue
      }
      owner.slots[slot] = .one(known._withUnsafeGuaranteedRef(\.object))
    }
    withExtendedLifetime(kept) {}
  }

  private func prefetchMembers(_ relationship: RelationshipPlan, _ owners: [Owner]) throws {
    let destination = relationship.destination
    let store = destination.store
    let source = relationship.memberSource
    // Rows come owner by owner, in the order of their keys.
    var owners = owners
    let isSorted = zip(owners, owners.dropFirst()).allSatisfy { $0.key < $1.key }
    if !isSorted { owners.sort { $0.key < $1.key } }
    let isChanged = hasChanges
    var place = owners.startIndex
    var members: [AnyObject] = []
    /// Gives the owner that the last rows belong to its members.
    func finishOwner() {
      let slot = owners[place].slots + relationship.slot
      place += 1
      let found = exchange(&members, with: [])
      guard case .many(let list) = slot.pointee else {
        slot.pointee = .many(ToMany(isLoaded: true, members: found))
        return
      }
      if !list.isLoaded { list.load(found) }
    }
    let selection = destination.selection
    try store.locked {
      try store.bindKeys(owners.lazy.map(\.key))
      let sql =
        "\(selection.list), \(source.column) FROM \(source.tables) WHERE  \(source.column) IN "
        + "(SELECT * FROM _Z_intarray0)  ORDER BY \(source.column)"
      try read(
        destination, selection, sql, [],
        .prefetch(relationship.source.type.name, relationship.name)
      ) { member, statement in
        let key = statement.integer(at: statement.columnCount - 1)
        while owners[place].key < key { finishOwner() }
        add(member, to: &members, of: owners[place], relationship, isChanged)
      }
    }
    while place < owners.endIndex { finishOwner() }
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
  func adopt(_ row: UnsafeBufferPointer<Slot>) {
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
