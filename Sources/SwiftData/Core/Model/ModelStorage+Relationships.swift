/// Relationship properties.
extension _ModelStorage {
  /// What a to-one relationship begins with.
  public func initialize<M: PersistentModel>(_ index: Int, _ value: M?) {
    if state == .fresh { slots[index] = value.map { .one($0) } ?? .null }
  }

  /// What a to-many relationship begins with.
  public func initialize<M: PersistentModel>(_ index: Int, _ value: [M]?) {
    if state == .fresh {
      slots[index] = value.map { .many(ToMany(isLoaded: true, members: $0)) } ?? .null
    }
  }

  /// The destination of an optional relationship, from the store if need be.
  public func get<M: PersistentModel>(_ index: Int, _ model: AnyObject) -> M? {
    joined(model).destination(index).map { typed($0, index) }
  }

  /// The destination of a relationship that must have one; without one the process ends.
  public func get<M: PersistentModel>(_ index: Int, _ model: AnyObject) -> M {
    guard let object = joined(model).destination(index) else {
      fatalError("'\(type.name).\(type.properties[index].name)' is nil, but it is not optional")
    }
    return typed(object, index)
  }

  /// The members of a relationship, from the store if need be.
  public func get<M: PersistentModel>(_ index: Int, _ model: AnyObject) -> [M] {
    members(of: joined(model), index)
  }

  /// The members of an optional relationship; nil only before the object is inserted.
  public func get<M: PersistentModel>(_ index: Int, _ model: AnyObject) -> [M]? {
    let storage = joined(model)
    if storage.core == nil, case .null = storage.slots[index] { return nil }
    return members(of: storage, index)
  }

  private func members<M: PersistentModel>(of storage: _ModelStorage, _ index: Int) -> [M] {
    let list = storage.loadedMembers(index)
    if let core = storage.core, !core.isLinking, list.changes.isEmpty,
      list.members.contains(where: { M._$type.object($0)?._$storage.mayHold(storage) == true })
    {
      storage.slots[index] = .unloaded
    }
    if let members = list.typed(M.self) { return members }
    // The schema has a class of the same name in place of the one that the property names, as one with
    // classes of two versions does. A property has no way to throw, and no value to give.
    fatalError("'\(type.name).\(type.properties[index].name)' holds objects of other classes")
  }

  /// Points a to-one relationship at another object, on both ends.
  public func set<M: PersistentModel>(_ index: Int, _ value: M?, _ model: AnyObject) {
    joined(model).setDestination(index, value, model)
  }

  /// Gives a to-many relationship other members, on both ends.
  public func set<M: PersistentModel>(_ index: Int, _ value: [M]?, _ model: AnyObject) {
    joined(model).setMembers(index, value ?? [], model)
  }

  private func typed<M: PersistentModel>(_ object: any PersistentModel, _ index: Int) -> M {
    // A cast would look for the class among the object's superclasses; mostly it is that class, and
    // then there is nothing to check.
    if Swift.type(of: object) == M.self { return unsafeDowncast(object, to: M.self) }
    if let typed = object as? M { return typed }
    fatalError(
      "'\(type.name).\(type.properties[index].name)' is a \(Swift.type(of: object)) in the store")
  }

  // MARK: - Reading

  /// The object a to-one relationship points at.
  func destination(_ index: Int) -> (any PersistentModel)? {
    if state == .fault { fire() }
    if case .unloaded = slots[index] { fire() }
    switch slots[index] {
    case .one(let object): return object
    case .key(let key, let number):
      guard let core, let relationship = plan?.relationship[index],
        let destination = plan?.store.plan(number: Int(number))
      else { return nil }
      let object = core.context.object(destination, key).object
      // The other end may own this object already; two that own each other would never be freed.
      let other = object._$storage
      if core.isLinking ? !other.holds(relationship.inverseSlot) : !other.mayHold(self) {
        slots[index] = .one(object)
      }
      return object
    default: return nil
    }
  }

  /// Whether the slot has loaded objects.
  private func holds(_ index: Int?) -> Bool {
    guard let index, index < type.slotCount else { return false }
    switch slots[index] {
    case .many(let list): return list.isLoaded
    case .one: return true
    default: return false
    }
  }

  /// The members of a to-many relationship, from the store if need be.
  func loadedMembers(_ index: Int) -> ToMany {
    if case .many(let list) = slots[index], list.isLoaded, !isOutdated(list) { return list }
    var stored: [AnyObject]?
    var commits = Commits()
    if let context, let plan, let relationship = plan.relationship[index], key > 0 {
      commits = context.commits(plan)
      stored = context.members(of: self, relationship)
    }
    let list = list(index)
    list.load(stored ?? list.members)
    list.commits = commits
    return list
  }

  /// Whether a to-many relationship has an empty list that nothing was done to, as an initializer makes
  /// one.
  func hasNewList(_ index: Int) -> Bool {
    guard case .many(let list) = slots[index] else { return false }
    return list.isLoaded && list.commits.all < 0 && list.members.isEmpty && list.changes.isEmpty
  }

  /// What is known of the members of a to-many relationship.
  func list(_ index: Int) -> ToMany {
    if case .many(let list) = slots[index] {
      if list.isLoaded, isOutdated(list) { list.isLoaded = false }
      return list
    }
    let list = ToMany(isLoaded: key == 0)
    slots[index] = .many(list)
    return list
  }

  /// The objects of a relationship, from the store if need be.
  func loaded(_ relationship: RelationshipPlan) -> [any PersistentModel] {
    relationship.isToMany
      ? loadedMembers(relationship.slot).members.compactMap { $0 as? any PersistentModel }
      : destination(relationship.slot).map { [$0] } ?? []
  }

  /// The objects in a relationship slot, without asking the store.
  func related(_ index: Int) -> [any PersistentModel] {
    switch slots[index] {
    case .one(let object): [object]
    case .many(let list): list.members.compactMap { $0 as? any PersistentModel }
    default: []
    }
  }

  // MARK: - Writing

  func setDestination(_ index: Int, _ new: (any PersistentModel)?, _ model: AnyObject) {
    guard let context, let relationship = plan?.relationship[index] else {
      slots[index] = new.map { .one($0) } ?? .null
      // Joining an object of a context means joining the context.
      if let context = new?._$linked.context, let own = whole(model) { context.insert(own.object) }
      return
    }
    guard let own = whole(model) else { return }
    if let new { context.adopt(new) }
    context.connect(own, relationship, to: new.map { ModelObject($0) })
  }

  func setMembers(_ index: Int, _ new: [AnyObject], _ model: AnyObject) {
    guard let context, let relationship = plan?.relationship[index] else {
      slots[index] = .many(ToMany(isLoaded: true, members: new))
      let joined = new.lazy.compactMap { ($0 as? any PersistentModel)?._$linked.context }.first
      if let joined, let own = whole(model) { joined.insert(own.object) }
      return
    }
    guard let own = whole(model) else { return }
    if state == .fault { fire() }
    context.replaceMembers(of: own, relationship, with: new)
  }
}
