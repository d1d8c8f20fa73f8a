/// Keeps both ends of relationships in step.
extension ModelContext {
  /// Inserts an object that became related to one of this context.
  func adopt(_ object: any PersistentModel) {
    let storage = object._$linked
    if storage.core == nil { insert(object) }
  }

  /// Points a to-one relationship at another object and mends the other ends.
  func connect(_ owner: ModelObject, _ relationship: RelationshipPlan, to new: ModelObject?) {
    let storage = owner.storage
    if storage.state == .fault { storage.fire() }
    let slot = relationship.slot
    let old = currentDestination(of: storage, relationship)
    if let old, old.object === new?.object { return }
    if old == nil, new == nil, case .null = storage.slots[slot] { return }
    owner.change(slot, to: new.map { .one($0.object) } ?? .null)
    guard let inverse = relationship.inverse else { return }
    if let old { remove(owner, from: old, inverse) }
    guard let new else { return }
    if inverse.isToMany {
      add(owner, to: new, inverse)
    } else {
      if let partner = new.storage.destination(inverse.slot), partner !== owner.object {
        clear(ModelObject(partner), relationship.slot)
      }
      new.change(inverse.slot, to: .one(owner.object))
    }
  }

  /// The object a to-one relationship points at now, as far as it matters to its inverse.
  private func currentDestination(
    of storage: _ModelStorage, _ relationship: RelationshipPlan
  ) -> ModelObject? {
    switch storage.slots[relationship.slot] {
    case .one(let object): return ModelObject(object)
    case .key(let key, let number):
      guard let plan = storage.plan?.store.plan(number: Int(number)) else { return nil }
      if let known = known(plan, key) { return known }
      // A list that is not in memory needs no mending, but the key of a one-to-one partner does; and
      // what is noted for an undo has to be there when the list is loaded meanwhile.
      guard let inverse = relationship.inverse else { return nil }
      return inverse.isToMany && undoManager == nil ? nil : object(plan, key)
    default: return nil
    }
  }

  private func clear(_ owner: ModelObject, _ slot: Int) {
    if owner.storage.state == .fault { owner.storage.fire() }
    if case .null = owner.storage.slots[slot] { return }
    owner.change(slot, to: .null)
  }

  /// Takes a member out of one end without touching the other.
  func remove(_ member: ModelObject, from owner: ModelObject, _ relationship: RelationshipPlan) {
    let object = member.object
    guard relationship.isToMany else {
      if owner.storage.destination(relationship.slot) === object {
        clear(owner, relationship.slot)
      }
      return
    }
    let list = owner.storage.list(relationship.slot)
    if list.isLoaded {
      guard let place = list.members.firstIndex(where: { $0 === object }) else { return }
      list.members.remove(at: place)
    }
    note(list, object, isAdded: false, owner, relationship)
  }

  /// Puts a member into one end without touching the other.
  func add(_ member: ModelObject, to owner: ModelObject, _ relationship: RelationshipPlan) {
    let list = owner.storage.list(relationship.slot)
    let object = member.object
    if list.isLoaded {
      // The member most often came last.
      if list.members.last === object || list.contains(object) { return }
      list.members.append(object)
    }
    note(list, object, isAdded: true, owner, relationship)
  }

  private func note(
    _ list: ToMany, _ object: AnyObject, isAdded: Bool, _ owner: ModelObject,
    _ relationship: RelationshipPlan
  ) {
    if list.changes.isEmpty { touched.append(owner) }
    list.note(object, isAdded: isAdded)
    undoManager?.registerMember(object, isAdded: isAdded, of: owner, relationship, in: self)
    switch relationship.place {
    case .join, .foreignColumn:
      // The save compares the version of the owner's row.
      if owner.storage.state == .fault { owner.storage.fire() }
      owner.storage.changed.insert(relationship.slot)
      noteChange(owner)
    default: scheduleAutosave()
    }
  }

  /// Gives a to-many relationship new members.
  func replaceMembers(
    of owner: ModelObject, _ relationship: RelationshipPlan, with new: [AnyObject]
  ) {
    let list = owner.storage.loadedMembers(relationship.slot)
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
      guard let member = object as? any PersistentModel else { continue }
      disconnect(owner, relationship, ModelObject(member))
    }
    for object in added {
      guard let model = object as? any PersistentModel else { continue }
      adopt(model)
      link(owner, relationship, ModelObject(model))
    }
    // The order of the new array, which holds until the list is read again.
    var unique: Set<ObjectIdentifier> = []
    if new.count != list.members.count || common + added.count != new.count {
      list.members = new.filter { unique.insert(ObjectIdentifier($0)).inserted }
    }
  }

  /// Adds a member to a to-many relationship, on both ends.
  func link(_ owner: ModelObject, _ relationship: RelationshipPlan, _ member: ModelObject) {
    guard let inverse = relationship.inverse else { return add(member, to: owner, relationship) }
    if inverse.isToMany {
      add(member, to: owner, relationship)
      add(owner, to: member, inverse)
    } else {
      connect(member, inverse, to: owner)
    }
  }

  func disconnect(_ owner: ModelObject, _ relationship: RelationshipPlan, _ member: ModelObject) {
    remove(member, from: owner, relationship)
    guard let inverse = relationship.inverse else { return }
    if inverse.isToMany {
      remove(owner, from: member, inverse)
    } else if member.storage.destination(inverse.slot) === owner.object {
      clear(member, inverse.slot)
    }
  }

  /// Mends the other end of a link that the object had before it came into the context.
  func attach(_ owner: ModelObject, _ relationship: RelationshipPlan, _ other: ModelObject) {
    if relationship.isToMany, case .many(let list) = owner.storage.slots[relationship.slot],
      list.changes[ObjectIdentifier(other.object)] == nil
    {
      note(list, other.object, isAdded: true, owner, relationship)
    }
    guard let inverse = relationship.inverse else { return }
    if inverse.isToMany { return add(owner, to: other, inverse) }
    if other.storage.state == .fault { other.storage.fire() }
    let previous = currentDestination(of: other.storage, inverse)
    if previous?.object === owner.object { return }
    if let previous { remove(other, from: previous, relationship) }
    other.change(inverse.slot, to: .one(owner.object))
  }
}
