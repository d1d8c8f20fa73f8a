internal import StoreModel

/// Objects that many others lead to. Each of them is loaded once, whoever asks for it next.
extension LintContext {
  /// The class at the other end of a relationship over which many objects may lead to one.
  func sharedClass(of need: FlowGraph.Need) -> String? {
    if let shared = sharedManagedClass(of: need) { return shared }
    guard !need.isToMany,
      let other = answer(.destination(need.relationship, of: need.entity)).first
    else { return nil }
    if let back = answer(.inverse(need.relationship, of: need.entity)).first,
      answer(.relationship(back, of: other)) == ["to-one"]
    {
      return nil
    }
    return other
  }

  /// Whether a handful of queries at most answers what is asked of the objects of a source: the few rows
  /// on screen ask, all of them lead to one object, or what they lead to was loaded before.
  func isCheap(_ need: FlowGraph.Need, of source: ObjectFlows.Source) -> Bool {
    if source.isCoreData, source.form == .query, source.entity.isOfFewObjects { return true }
    if growth.staysSmall(source.entity) { return true }
    guard let other = sharedClass(of: need) else { return false }
    // What a generic function fetches is looped over where it is called.
    let isLooped =
      source.form == .loop || source.form == .kept && (need.isCode || !isStored(source.entity))
    if need.isOfID || growth.isHandful(other) { return true }
    // A list of SwiftData shows what it was given; a table of Core Data asks while it scrolls.
    if !isLooped, !source.isCoreData { return true }
    if source.pinned.contains(need.relationship) { return true }
    return flows.loads.contains { load in
      guard load.entity == other || managedClass(load.entity) == other else { return false }
      // A query of the same view is there from the beginning.
      if load.function == nil { return load.owner == source.owner && load.owner != nil }
      guard load.function == source.function else { return false }
      // Between the fetch and the loop there may be another one.
      return load.location.precedes(source.location)
        || load.location.path == need.first.path && load.location.precedes(need.first)
    }
  }
}

extension LintContext {
  /// The same for objects of Core Data, whose models say which relationship leads back.
  fileprivate func sharedManagedClass(of need: FlowGraph.Need) -> String? {
    guard !need.isToMany,
      let (model, relationship) = modelIndex.entities(ofClass: need.entity).lazy.compactMap({
        model, entity in
        model.allRelationships(of: entity).first { $0.name == need.relationship }.map {
          (model, $0)
        }
      }).first
    else { return nil }
    let other = model.entities.first { $0.name == relationship.destination }
    let back = other.flatMap { other in
      relationship.inverse.flatMap { name in
        model.allRelationships(of: other).first { $0.name == name }
      }
    }
    guard back?.isToMany ?? true else { return nil }
    return managedClass(relationship.destination)
  }

  fileprivate func managedClass(_ entity: String) -> String {
    modelIndex.managedClass(of: entity) ?? entity
  }
}
