internal import Foundation

/// Taking changes back. Every entry is about one slot, one list or one object, and puts back exactly
/// what was there: the other end of a link has an entry of its own, so that no rule is applied twice.
/// Entries do not hold the context, which holds them.
extension UndoManager {
  func registerValue(of changed: ModelObject, slot: Int, _ old: Slot, in context: ModelContext) {
    // The object rather than its key: one that is deleted and comes back may get another.
    let before: Slot =
      if case .key(let key, let number) = old,
        let plan = changed.storage.plan?.store.plan(number: Int(number))
      {
        .one(context.object(plan, key).object)
      } else {
        old
      }
    register { [weak context] in context?.takeBack(before, slot, of: changed) }
  }

  func registerMember(
    _ member: AnyObject, isAdded: Bool, of owner: ModelObject, _ relationship: RelationshipPlan,
    in context: ModelContext
  ) {
    guard let model = member as? any PersistentModel else { return }
    let member = ModelObject(model)
    register { [weak context] in
      guard let context, owner.storage.core === context.core else { return }
      if isAdded {
        context.remove(member, from: owner, relationship)
      } else {
        context.add(member, to: owner, relationship)
      }
    }
  }

  func registerInsertion(of object: any PersistentModel, in context: ModelContext) {
    register { [weak context] in context?.delete(object, cascades: false) }
  }

  func registerDeletion(of object: any PersistentModel, in context: ModelContext) {
    register { [weak context] in context?.insert(object) }
  }

  /// Whether entries are being played back, which mend both ends of links themselves.
  var isPlaying: Bool { isUndoing || isRedoing }
}

extension ModelContext {
  fileprivate func takeBack(_ old: Slot, _ slot: Int, of object: ModelObject) {
    guard object.storage.core === core else { return }
    if object.storage.state == .fault { object.storage.fire() }
    object.change(slot, to: old)
  }

  /// Takes an object that is deleted out of a list at its other end.
  func dropMember(_ gone: ModelObject, of owner: ModelObject, _ relationship: RelationshipPlan) {
    let identifier = ObjectIdentifier(gone.object)
    var change: (object: AnyObject, isAdded: Bool)?
    if case .many(let list) = owner.storage.slots[relationship.slot] {
      change = list.changes.removeValue(forKey: identifier)
      list.members.removeAll { $0 === gone.object }
      // The list is not what is stored, so that a rollback has to read it again.
      touched.append(owner)
    }
    undoManager?.register { [weak self] in
      self?.bringBack(gone, to: owner, relationship, change)
    }
  }

  /// Puts it back, with what the list had noted of it, before the object itself comes back.
  private func bringBack(
    _ gone: ModelObject, to owner: ModelObject, _ relationship: RelationshipPlan,
    _ change: (object: AnyObject, isAdded: Bool)?
  ) {
    guard owner.storage.core === core else { return }
    // Its deletion was saved: it comes back as a new object.
    if gone.storage.core == nil { return add(gone, to: owner, relationship) }
    if change?.isAdded == false { return }
    guard case .many(let list) = owner.storage.slots[relationship.slot] else { return }
    if list.isLoaded, !list.contains(gone.object) { list.members.append(gone.object) }
    if let change {
      list.changes[ObjectIdentifier(gone.object)] = change
      touched.append(owner)
    }
  }
}
