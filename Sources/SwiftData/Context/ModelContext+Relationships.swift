/// Keeps both ends of relationships in step.
extension ModelContext {
  /// Inserts an object that became related to one of this context.
  func adopt(_ object: any PersistentModel) {
    let storage = object._$linked
    if storage.context == nil { insert(object) }
  }

  /// Points a to-one relationship at another object and mends the other ends.
  func connect(
    _ storage: _ModelStorage, _ relationship: RelationshipPlan, to new: _ModelStorage?
  ) {
    let slot = relationship.slot
    let old = currentDestination(of: storage, relationship)
    if let old, old === new { return }
    if old == nil, new == nil, case .null = storage.slots[slot] { return }
    let before = storage.slots[slot]
    storage.slots[slot] = new.map { .one($0.object) } ?? .null
    storage.noteChange(slot, old: before)
    guard let inverse = relationship.inverse else { return }
    if let old { remove(storage, from: old, inverse) }
    guard let new else { return }
    if inverse.isToMany {
      add(storage, to: new, inverse)
    } else {
      if let partner = new.destination(inverse.slot)?._$linked, partner !== storage {
        clear(partner, relationship.slot)
      }
      let before = new.slots[inverse.slot]
      new.slots[inverse.slot] = .one(storage.object)
      new.noteChange(inverse.slot, old: before)
    }
  }

  /// The object a to-one relationship points at now, as far as it matters to its inverse.
  private func currentDestination(
    of storage: _ModelStorage, _ relationship: RelationshipPlan
  ) -> _ModelStorage? {
    switch storage.slots[relationship.slot] {
    case .one(let object): return object._$linked
    case .key(let key, let number):
      guard let plan = storage.plan?.store.plan(number: Int(number)) else { return nil }
      if let known = self.storage(plan, key) { return known }
      // A list that is not in memory needs no mending, but the key of a one-to-one partner does.
      return relationship.inverse.map { $0.isToMany } == false
        ? object(plan, key)._$linked : nil
    default: return nil
    }
  }

  private func clear(_ storage: _ModelStorage, _ slot: Int) {
    if storage.state == .fault { storage.fire() }
    let before = storage.slots[slot]
    if case .null = before { return }
    storage.slots[slot] = .null
    storage.noteChange(slot, old: before)
  }

  /// Takes a member out of one end without touching the other.
  private func remove(
    _ member: _ModelStorage, from owner: _ModelStorage, _ relationship: RelationshipPlan
  ) {
    guard relationship.isToMany else {
      if owner.destination(relationship.slot)?._$storage === member {
        clear(owner, relationship.slot)
      }
      return
    }
    let list = owner.list(relationship.slot)
    guard let object = member.model else { return }
    if list.isLoaded {
      guard let place = list.members.firstIndex(where: { $0 === object }) else { return }
      list.members.remove(at: place)
    }
    note(list, object, isAdded: false, owner, relationship)
  }

  /// Puts a member into one end without touching the other.
  private func add(
    _ member: _ModelStorage, to owner: _ModelStorage, _ relationship: RelationshipPlan
  ) {
    let list = owner.list(relationship.slot)
    guard let object = member.model else { return }
    if list.isLoaded {
      // The member most often came last.
      if list.members.last === object || list.contains(object) { return }
      list.members.append(object)
    }
    note(list, object, isAdded: true, owner, relationship)
  }

  private func note(
    _ list: ToMany, _ object: AnyObject, isAdded: Bool, _ owner: _ModelStorage,
    _ relationship: RelationshipPlan
  ) {
    if list.changes.isEmpty { touched.append(Entry(object: owner.object, storage: owner)) }
    list.note(object, isAdded: isAdded)
    switch relationship.place {
    case .join, .foreignColumn:
      owner.changed.insert(relationship.slot)
      noteChange(owner)
    default: scheduleAutosave()
    }
  }

  /// Gives a to-many relationship new members.
  func replaceMembers(
    of owner: _ModelStorage, _ relationship: RelationshipPlan, with new: [AnyObject]
  ) {
    let list = owner.loadedMembers(relationship.slot)
    let old = list.members
    // Appending is the common case: what both begin with stays.
    var common = 0
    while common < old.count, common < new.count, old[common] === new[common] { common += 1 }
    if common == old.count, common == new.count { return }
    let kept = Set(new[common...].map { ObjectIdentifier($0) })
    let known = Set(old[common...].map { ObjectIdentifier($0) })
    var seen: Set<ObjectIdentifier> = []
    let added = new[common...].filter {
      !known.contains(ObjectIdentifier($0)) && seen.insert(ObjectIdentifier($0)).inserted
    }
    for object in old[common...] where !kept.contains(ObjectIdentifier(object)) {
      guard let member = (object as? any PersistentModel)?._$linked else { continue }
      disconnect(owner, relationship, member)
    }
    for object in added {
      guard let model = object as? any PersistentModel else { continue }
      adopt(model)
      link(owner, relationship, model._$linked)
    }
    // The order of the new array, which holds until the list is read again.
    var unique: Set<ObjectIdentifier> = []
    if new.count != list.members.count || common + added.count != new.count {
      list.members = new.filter { unique.insert(ObjectIdentifier($0)).inserted }
    }
  }

  /// Adds a member to a to-many relationship, on both ends.
  func link(_ owner: _ModelStorage, _ relationship: RelationshipPlan, _ member: _ModelStorage) {
    guard let inverse = relationship.inverse else { return add(member, to: owner, relationship) }
    if inverse.isToMany {
      add(member, to: owner, relationship)
      add(owner, to: member, inverse)
    } else {
      connect(member, inverse, to: owner)
    }
  }

  func disconnect(
    _ owner: _ModelStorage, _ relationship: RelationshipPlan, _ member: _ModelStorage
  ) {
    remove(member, from: owner, relationship)
    guard let inverse = relationship.inverse else { return }
    if inverse.isToMany {
      remove(owner, from: member, inverse)
    } else if member.destination(inverse.slot)?._$storage === owner {
      clear(member, inverse.slot)
    }
  }

  /// Mends the other end of a link that the object had before it came into the context.
  func attach(
    _ storage: _ModelStorage, _ relationship: RelationshipPlan, _ other: _ModelStorage
  ) {
    if relationship.isToMany, case .many(let list) = storage.slots[relationship.slot],
      let object = other.model, list.changes[ObjectIdentifier(object)] == nil
    {
      note(list, object, isAdded: true, storage, relationship)
    }
    guard let inverse = relationship.inverse else { return }
    if inverse.isToMany { return add(storage, to: other, inverse) }
    let previous = currentDestination(of: other, inverse)
    if previous === storage { return }
    if let previous { remove(other, from: previous, relationship) }
    let before = other.slots[inverse.slot]
    other.slots[inverse.slot] = .one(storage.object)
    other.noteChange(inverse.slot, old: before)
  }
}
