internal import StoreEngine

/// Relationships of many objects, loaded by one statement each.
extension ModelContext {
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
    try destination.store.foreign?.load(keys, of: destination, for: self)
    let purpose = StoreTrace.Purpose.prefetch(relationship.source.type.name, relationship.name)
    var kept: [AnyObject] = []
    try read(relationship.destination, keys: keys.sorted(), purpose) { read, _ in
      kept.append(read.object)
    }
    // Entities of one relationship share a table.
    let table = table(relationship.destination)
    for storage in owners.storages {
      guard case .key(let key, _) = storage.slots[slot], let known = table[key] else { continue }
      storage.slots[slot] = .one(known)
    }
    withExtendedLifetime(kept) {}
  }

  private func prefetchMembers(_ relationship: RelationshipPlan, _ owners: Owners) throws {
    let destination = relationship.destination
    let source = relationship.memberSource("t0", join: "t1")
    // Rows come owner by owner, in the order of their keys.
    var owners = owners
    owners.sort()
    let (storages, keys) = (owners.storages, owners.keys)
    try destination.store.foreign?.resolve(relationship, keys, for: self)
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
    let purpose = StoreTrace.Purpose.prefetch(relationship.source.type.name, relationship.name)
    try destination.store.locked {
      try destination.store.bindKeys(keys)
      let sql =
        "\(selection.list), \(source.column) FROM \(source.tables) WHERE  \(source.column) IN "
        + "(SELECT * FROM _Z_intarray0)  ORDER BY \(source.column)"
      try read(destination, selection, sql, [], purpose) { member, statement in
        let key = statement.integer(at: statement.columnCount - 1)
        while keys[place] < key { finishOwner() }
        if !add(member, to: &members, of: storages[place], inverse, isChanged) { isWhole = false }
      }
    }
    while place < keys.count { finishOwner() }
  }
}
