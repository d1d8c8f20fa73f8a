public import Foundation
internal import StoreModel

/// Inserting and deleting.
extension ModelContext {
  /// Puts an object, and everything it is related to, into the context.
  public func insert<T: PersistentModel>(_ model: T) {
    // Most objects are related to none that is not in the context, so that nothing is listed.
    var waiting: [any PersistentModel] = []
    enter(model, &waiting)
    while let next = waiting.popLast() { enter(next, &waiting) }
    scheduleAutosave()
  }

  /// - Parameter waiting: gets what the object is related to, unless the context has it.
  private func enter(_ model: any PersistentModel, _ waiting: inout [any PersistentModel]) {
    let entry = ModelObject(model)
    let storage = entry.storage
    if let other = storage.core {
      precondition(
        other === core,
        "Illegal attempt to insert a model in to a different model context: '\(storage.type.name)'"
      )
      if storage.isDeleted { restore(entry) }
      return
    }
    guard let plan = plan(of: storage.type) else {
      let type = String(reflecting: Swift.type(of: model))
      fatalError("'\(type)' is not in the schema of the container")
    }
    precondition(plan.store.configuration.allowsSave, "the store does not allow saving")
    // The row of an object whose deletion was saved is gone: it gets a new one.
    storage.key = 0
    storage.version = 0
    storage.plan = plan
    storage.core = core
    storage.isInserted = true
    inserted.append(entry)
    undoManager?.registerInsertion(of: model, in: self)
    guard !plan.relationships.isEmpty else { return }
    for relationship in plan.relationships {
      let related = storage.related(relationship.slot)
      if related.isEmpty { continue }
      core.noteLink(relationship)
      waiting += related.filter { $0._$linked.core == nil }
    }
    connectInitial(entry, plan)
  }

  /// Mostly one object after the other is of the same class.
  private func plan(of type: _ModelType) -> EntityPlan? {
    if let lastPlan, lastPlan.type === type { return lastPlan }
    lastPlan = stores.plan(of: type)
    return lastPlan
  }

  /// Tells the other ends what an object was related to before it was inserted.
  private func connectInitial(_ new: ModelObject, _ plan: EntityPlan) {
    let storage = new.storage
    for relationship in plan.relationships {
      let related = storage.related(relationship.slot)
      if related.isEmpty, relationship.isToMany, !storage.hasNewList(relationship.slot) {
        storage.slots[relationship.slot] = .many(ToMany(isLoaded: true))
      }
      for object in related {
        let other = ModelObject(object)
        if other.storage.plan == nil {
          other.storage.plan = stores.plan(of: other.storage.type)
        }
        attach(new, relationship, other)
      }
    }
  }

  /// Takes a deletion back that is not saved.
  private func restore(_ object: ModelObject) {
    let storage = object.storage
    storage.isDeleted = false
    if storage.key == 0 {
      storage.isInserted = true
      if inserted.last(where: { $0.storage === storage }) == nil { inserted.append(object) }
    } else {
      deleted.removeAll { $0.storage === storage }
      // A list that was read meanwhile lacks what was deleted then, and perhaps comes back as well.
      for relationship in storage.plan?.toManys ?? [] {
        if case .many(let list) = storage.slots[relationship.slot] { list.isLoaded = false }
      }
      if !storage.changed.isEmpty { noteChange(object) }
    }
    undoManager?.registerInsertion(of: object.object, in: self)
    if undoManager?.isPlaying != true, let plan = storage.plan { connectInitial(object, plan) }
  }

  /// Marks an object for deletion and applies the delete rules of its relationships.
  public func delete<T: PersistentModel>(_ model: T) { delete(model, cascades: true) }

  /// - Parameter cascades: false for an insertion that is taken back: what the object was related to
  ///   before stays.
  func delete(_ model: any PersistentModel, cascades: Bool) {
    var waiting: [any PersistentModel] = [model]
    while let next = waiting.popLast() {
      let entry = ModelObject(next)
      let storage = entry.storage
      guard storage.core === core, !storage.isDeleted, let plan = storage.plan else { continue }
      if storage.state == .fault, !exists(storage) { continue }
      storage.isDeleted = true
      undoManager?.registerDeletion(of: next, in: self)
      if storage.isInserted {
        storage.isInserted = false
      } else {
        deleted.append(entry)
      }
      for relationship in plan.relationships { waiting += release(entry, relationship, cascades) }
    }
    scheduleAutosave()
  }

  private func exists(_ storage: _ModelStorage) -> Bool {
    guard let plan = storage.plan else { return false }
    return (try? readAgain(storage, plan)) ?? false
  }

  /// Applies one relationship's delete rule; returns the objects to delete as well.
  private func release(
    _ object: ModelObject, _ relationship: RelationshipPlan, _ cascades: Bool
  ) -> [any PersistentModel] {
    switch relationship.model.deleteRule {
    case .noAction, .deny: return []
    case .cascade where cascades:
      let objects = object.storage.loaded(relationship)
      detach(object, relationship)
      return objects
    case .nullify, .cascade:
      detach(object, relationship)
      return []
    }
  }

  private func detach(_ gone: ModelObject, _ relationship: RelationshipPlan) {
    // Where there is no other end, the own row, or the join rows, are all there is to remove.
    switch relationship.place {
    case .column, .join: if relationship.inverse == nil { return }
    default: break
    }
    for other in gone.storage.loaded(relationship) {
      forget(gone, at: ModelObject(other), relationship)
    }
  }

  private func forget(
    _ gone: ModelObject, at other: ModelObject, _ relationship: RelationshipPlan
  ) {
    guard let inverse = relationship.inverse, !other.storage.isDeleted else { return }
    if inverse.isToMany {
      dropMember(gone, of: other, inverse)
    } else if other.storage.destination(inverse.slot) === gone.object {
      other.change(inverse.slot, to: .null)
    }
  }

  /// Deletes every object that meets the predicate, those of subclasses unless told otherwise.
  public func delete<T: PersistentModel>(
    model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true
  ) throws {
    for object in try fetch(FetchDescriptor<T>(predicate: predicate)) {
      if includeSubclasses || type(of: object) == T.self { delete(object) }
    }
  }
}
