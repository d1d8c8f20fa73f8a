/// What no compiler of models takes: merges of model files leave it, and so do classes that inherit from
/// each other.
extension DataModel {
  /// In a model file, by place.
  package var faultsOfModelFile: [ModelProblem] {
    var faults = circularParents
    var names: Set<String> = []
    for entity in entities.inOrder(\.location) {
      if !names.insert(entity.name).inserted {
        faults.append(broken("two entities are called '\(entity.name)'", entity, entity.location))
      }
      let properties =
        entity.attributes.map { ($0.name, $0.location) }
        + entity.relationships.map { ($0.name, $0.location) }
      var own: Set<String> = []
      for (name, location) in properties.inOrder(\.1) where !own.insert(name).inserted {
        faults.append(
          broken("'\(entity.name)' has two properties called '\(name)'", entity, location, name))
      }
      faults += entity.relationships.compactMap { fault(of: $0, in: entity) }
    }
    return faults
  }

  /// Entities that lead back to themselves by their superentities, or whose superentity is not there: one
  /// problem for each circle.
  package var circularParents: [ModelProblem] {
    var told: Set<String> = []
    return entities.compactMap { entity in
      guard let parent = entity.superentity, !told.contains(entity.name) else { return nil }
      guard self.entity(named: parent) != nil else {
        // A class of another module may be one.
        guard source != .swift else { return nil }
        return broken(
          "'\(parent)', the superentity of '\(entity.name)', is no entity of this version", entity,
          entity.location)
      }
      let line = lineage(of: entity)
      guard line.last?.superentity == entity.name else { return nil }
      told.formUnion(line.map(\.name))
      let what = source == .swift ? "class" : "entity"
      return broken(
        line.count == 1
          ? "the \(what) '\(entity.name)' inherits from itself"
          : "the \(what) '\(entity.name)' inherits from itself, by "
            + line.dropFirst().map(\.name).quotedList(separator: " and "), entity, entity.location)
    }
  }

  private func fault(of relationship: Relationship, in entity: Entity) -> ModelProblem? {
    let path = "\(entity.name).\(relationship.name)"
    func problem(_ message: String, _ topic: ModelProblem.Topic) -> ModelProblem {
      ModelProblem(
        message, topic: topic, entity: entity.name, property: relationship.name,
        location: relationship.location)
    }
    guard !relationship.destination.isEmpty else {
      return problem("'\(path)' leads to no entity: its destination is not set", .broken)
    }
    guard let destination = self.entity(named: relationship.destination) else {
      return problem(
        "'\(path)' leads to '\(relationship.destination)', which is no entity of this version",
        .broken)
    }
    guard let inverse = relationship.inverse else { return nil }
    let places = lineage(of: destination) + family(of: destination.name)
    guard !places.contains(where: { $0.relationships.contains { $0.name == inverse } }) else {
      return nil
    }
    return problem(
      "'\(path)' names '\(inverse)' of '\(destination.name)' as its inverse, which is not there",
      .lostInverse)
  }

  private func broken(
    _ message: String, _ entity: Entity, _ location: Location?, _ property: String? = nil
  ) -> ModelProblem {
    ModelProblem(
      message, topic: .broken, entity: entity.name, property: property, location: location)
  }
}

extension Array {
  /// Sorted by place; what has none stays where it is.
  fileprivate func inOrder(_ place: (Element) -> Location?) -> [Element] {
    enumerated().sorted { left, right in
      let (one, other) = (place(left.element), place(right.element))
      return (one?.line ?? 0, one?.column ?? 0, left.offset)
        < (other?.line ?? 0, other?.column ?? 0, right.offset)
    }.map(\.element)
  }
}
