internal import StoreModel

/// What a mapping model does not carry over: entities that no mapping starts at, and properties that
/// no expression reads.
struct MappingLosses {
  let step: MigrationStep
  let mapping: MappingModel

  init(_ step: MigrationStep, _ mapping: MappingModel) {
    self.step = step
    self.mapping = mapping
  }

  /// Sorted by path.
  var all: [SchemaLoss] {
    var losses: [SchemaLoss] = []
    for entity in step.from.entities where !entity.isAbstract {
      let parts = mapping.entities.filter {
        $0.source == entity.name && $0.destination != nil
      }
      guard !parts.isEmpty else {
        losses.append(loss(.rows, entity.name, nil, of: entity))
        continue
      }
      let filters = parts.compactMap(\.filter)
      if filters.count == parts.count {
        var left = loss(.rows, entity.name, nil, of: entity)
        left.filters = filters
        left.why =
          "the mapping model '\(mapping.name)' takes only rows that fulfil "
          + filters.map { "'\($0)'" }.joined(separator: " or ")
        losses.append(left)
      }
      // What the app's own code carries over nobody sees.
      guard parts.allSatisfy({ $0.policy == nil }) else { continue }
      let read = Set(parts.flatMap(\.sourceNames))
      for property in step.from.storedProperties(of: entity) where !read.contains(property.name) {
        switch property.kind {
        case .attribute(let attribute):
          guard attribute.derivation == nil else { continue }
          losses.append(loss(.values, property.declaredBy, property.name, of: entity))
        case .relationship(let relationship):
          // The other end has the same links.
          guard !isRead(relationship) else { continue }
          losses.append(loss(.links, property.declaredBy, property.name, of: entity))
        }
      }
    }
    var merged: [SchemaLoss] = []
    for loss in losses {
      // A superentity's property is lost once, in the rows of each that has it.
      if let place = merged.firstIndex(where: { $0.kind == loss.kind && $0.path == loss.path }) {
        merged[place].members += loss.members
      } else {
        merged.append(loss)
      }
    }
    return merged.sorted { $0.path.codePointsPrecede($1.path) }
  }

  private func isRead(_ relationship: Relationship) -> Bool {
    guard let inverse = relationship.inverse else { return false }
    let family = Set(step.from.family(of: relationship.destination).map(\.name))
    return mapping.entities.contains { part in
      part.source.map(family.contains) == true
        && (part.policy != nil || part.sourceNames.contains(inverse))
    }
  }

  private func loss(
    _ kind: SchemaLoss.Kind, _ entity: String, _ property: String?, of member: Entity
  ) -> SchemaLoss {
    SchemaLoss(
      stage: step.name, kind: kind, entity: entity, property: property, members: [member.name],
      newer: step.to.name, isSwift: false,
      why: property == nil
        ? "no entity mapping of '\(mapping.name)' starts at it"
        : "no mapping of '\(mapping.name)' reads it",
      places: [mapping.location, step.to.location].compactMap { $0 })
  }
}
