public import Foundation
internal import StoreModel

/// Inserting and deleting.
extension ModelContext {
  /// Puts an object, and everything it is related to, into the context.
  public func insert<T: PersistentModel>(_ model: T) {
    var waiting: [any PersistentModel] = [model]
    while let next = waiting.popLast() {
      let storage = next._$linked
      if let other = storage.context {
        precondition(
          other === self,
          "Illegal attempt to insert a model in to a different model context: '\(storage.type.name)'"
        )
        if storage.isDeleted { restore(storage) }
        continue
      }
      guard let plan = container.plan(of: storage.type) else {
        let type = String(reflecting: Swift.type(of: next))
        fatalError("'\(type)' is not in the schema of the container")
      }
      precondition(plan.store.configuration.allowsSave, "the store does not allow saving")
      storage.plan = plan
      storage.context = self
      storage.isInserted = true
      inserted.append(Entry(object: next, storage: storage))
      undoManager?.registerInsertion(of: next, in: self)
      guard !plan.relationships.isEmpty else { continue }
      for relationship in plan.relationships {
        waiting += storage.related(relationship.slot).filter { $0._$linked.context == nil }
      }
      connectInitial(storage, plan)
    }
    scheduleAutosave()
  }

  /// Tells the other ends what an object was related to before it was inserted.
  private func connectInitial(_ storage: _ModelStorage, _ plan: EntityPlan) {
    for relationship in plan.relationships {
      let related = storage.related(relationship.slot)
      if related.isEmpty, relationship.isToMany {
        storage.slots[relationship.slot] = .many(ToMany(isLoaded: true))
      }
      for object in related {
        let other = object._$linked
        if other.plan == nil { other.plan = container.plan(of: other.type) }
        attach(storage, relationship, other)
      }
    }
  }

  private func restore(_ storage: _ModelStorage) {
    storage.isDeleted = false
    if storage.key == 0 {
      storage.isInserted = true
      inserted.append(Entry(object: storage.object, storage: storage))
    } else {
      noteChange(storage)
    }
  }

  /// Marks an object for deletion and applies the delete rules of its relationships.
  public func delete<T: PersistentModel>(_ model: T) {
    var waiting: [any PersistentModel] = [model]
    while let next = waiting.popLast() {
      let storage = next._$linked
      guard storage.context === self, !storage.isDeleted, let plan = storage.plan else { continue }
      if storage.state == .fault, !exists(storage) { continue }
      storage.isDeleted = true
      undoManager?.registerDeletion(of: next, in: self)
      if storage.isInserted {
        storage.isInserted = false
      } else {
        deleted.append(Entry(object: next, storage: storage))
      }
      for relationship in plan.relationships { waiting += release(storage, relationship) }
    }
    scheduleAutosave()
  }

  private func exists(_ storage: _ModelStorage) -> Bool {
    guard let plan = storage.plan else { return false }
    return (try? readAgain(storage, plan)) ?? false
  }

  /// Applies one relationship's delete rule; returns the objects to delete as well.
  private func release(
    _ storage: _ModelStorage, _ relationship: RelationshipPlan
  ) -> [any PersistentModel] {
    switch relationship.model.deleteRule {
    case .noAction, .deny: return []
    case .cascade:
      let objects =
        relationship.isToMany
        ? storage.loadedMembers(relationship.slot).members.compactMap { $0 as? any PersistentModel }
        : [storage.destination(relationship.slot)].compactMap { $0 }
      detach(storage, relationship)
      return objects
    case .nullify:
      detach(storage, relationship)
      return []
    }
  }

  private func detach(_ storage: _ModelStorage, _ relationship: RelationshipPlan) {
    guard relationship.isToMany else {
      // The deleted row keeps its own key; only the other end must forget the object.
      guard relationship.inverse != nil,
        let other = storage.destination(relationship.slot)?._$linked
      else { return }
      forget(storage, at: other, relationship)
      return
    }
    guard relationship.inverse != nil || !relationship.ownsLinks else { return }
    for member in storage.loadedMembers(relationship.slot).members {
      guard let other = (member as? any PersistentModel)?._$linked else { continue }
      forget(storage, at: other, relationship)
    }
  }

  private func forget(
    _ storage: _ModelStorage, at other: _ModelStorage, _ relationship: RelationshipPlan
  ) {
    guard let inverse = relationship.inverse, !other.isDeleted else { return }
    if inverse.isToMany {
      dropMember(storage, of: other, inverse)
    } else if other.destination(inverse.slot)?._$storage === storage {
      let before = other.slots[inverse.slot]
      other.slots[inverse.slot] = .null
      other.noteChange(inverse.slot, old: before)
    }
  }

  private func dropMember(
    _ storage: _ModelStorage, of owner: _ModelStorage, _ relationship: RelationshipPlan
  ) {
    guard case .many(let list) = owner.slots[relationship.slot], let object = storage.model else {
      return
    }
    list.members.removeAll { $0 === object }
    list.changes[ObjectIdentifier(object)] = nil
  }

  /// Deletes every object that meets the predicate.
  ///
  /// - Parameter includeSubclasses: whether objects of subclasses are deleted, too.
  public func delete<T: PersistentModel>(
    model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true
  ) throws {
    for object in try fetch(FetchDescriptor<T>(predicate: predicate)) {
      if includeSubclasses || type(of: object) == T.self { delete(object) }
    }
  }
}

extension RelationshipPlan {
  /// Whether removing the object's own row or join rows is all there is to do.
  var ownsLinks: Bool {
    switch place {
    case .join: true
    default: false
    }
  }
}
