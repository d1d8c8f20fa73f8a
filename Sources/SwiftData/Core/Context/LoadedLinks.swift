/// What objects hold of each other: the related objects that they have loaded.
extension _ModelStorage {
  private func links() -> [(slot: Int, target: _ModelStorage)] {
    guard let plan else { return [] }
    var links: [(slot: Int, target: _ModelStorage)] = []
    for relationship in plan.relationships {
      let slot = relationship.slot
      switch slots[slot] {
      case .one(let object): links.append((slot, object._$storage))
      case .many(let list):
        let type = relationship.destination.type
        links += list.members.compactMap { type.object($0) }.map { (slot, $0._$storage) }
      default: break
      }
    }
    return links
  }

  /// Takes apart the circles in which objects hold each other, and leaves everything else loaded. An
  /// object that is let go of here is found again by its key.
  ///
  /// The path is a list, because it may be as long as there are objects.
  static func openCircles(among storages: [_ModelStorage]) {
    var visited: [_ModelStorage] = []
    var path: [(storage: _ModelStorage, links: [(slot: Int, target: _ModelStorage)])] = []
    func enter(_ storage: _ModelStorage) {
      let links = storage.links()
      if links.isEmpty { return }
      storage.visit = .onPath
      visited.append(storage)
      path.append((storage, links))
    }
    for storage in storages where storage.visit == .none {
      enter(storage)
      while let last = path.indices.last {
        guard let link = path[last].links.popLast() else {
          path[last].storage.visit = .done
          path.removeLast()
          continue
        }
        switch link.target.visit {
        case .none: enter(link.target)
        case .onPath: path[last].storage.release(link.slot)
        case .done: break
        }
      }
    }
    for storage in visited { storage.visit = .none }
  }

  /// Whether another object is held by this one, through others perhaps. Many of them are not looked
  /// at: then it may be.
  func mayHold(_ other: _ModelStorage) -> Bool {
    var waiting = [self]
    var count = 0
    while let next = waiting.popLast() {
      count += 1
      if next === other || count > 100 { return true }
      waiting += next.links().map(\.target)
    }
    return false
  }

  /// Lets go of all related objects; changes that are not saved stay.
  func releaseRelated() {
    guard key > 0, changed.isEmpty, !isDeleted, let plan else { return }
    for slot in plan.relationshipSlots { release(slot) }
  }

  private func release(_ slot: Int) {
    switch slots[slot] {
    case .many(let list) where list.changes.isEmpty: slots[slot] = .unloaded
    case .one(let object):
      let other = object._$storage
      if other.key > 0, let number = other.plan?.number { slots[slot] = .key(other.key, number) }
    default: break
    }
  }

  /// An object that left its context keeps what left with it, but nothing of the context.
  func releaseAll(of former: ContextCore) {
    guard core == nil else { return }
    func remains(_ object: AnyObject) -> Bool {
      (object as? any PersistentModel)?._$storage.core !== former
    }
    for property in type.relationships {
      switch slots[property.slot] {
      case .one(let object) where !remains(object): slots[property.slot] = .null
      case .many(let list):
        slots[property.slot] = .many(ToMany(isLoaded: true, members: list.members.filter(remains)))
      default: break
      }
    }
  }
}
