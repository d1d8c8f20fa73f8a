package import StoreModel

extension StoreLayout {
  /// An own or inherited relationship. Of a property that is declared again lower down, the highest
  /// declaration counts, because its column is the one.
  package func relationship(of entity: String, _ name: String) -> Relationship? {
    lineage(of: entity).reversed().lazy.compactMap { $0.relationship(named: name) }.first
  }

  /// An own or inherited attribute, or the element of a composite the path leads to.
  package func attribute(of entity: String, _ path: [String]) -> Attribute? {
    guard let name = path.first,
      var attribute = lineage(of: entity).reversed().lazy.compactMap({ $0.attribute(named: name) })
        .first
    else { return nil }
    for name in path.dropFirst() {
      guard let element = attribute.elements.first(where: { $0.name == name }) else { return nil }
      attribute = element
    }
    return attribute
  }

  /// Whether rows of the entity have values in the column.
  package func uses(_ column: StoreColumn, _ entity: NumberedEntity) -> Bool {
    switch column.role {
    case .key, .entity, .lock: false
    case .attribute(let declaring, _), .toOne(let declaring, _),
      .destinationEntity(let declaring, _):
      isWithin(entity, declaring)
    case .inverseless(let source, let name):
      relationship(of: source, name).map { isWithin(entity, $0.destination) } ?? false
    case .order(let declaring, let name):
      relationship(of: declaring, name).map {
        isWithin(entity, $0.isToMany ? $0.destination : declaring)
      } ?? false
    }
  }

  /// The column beside a to-one column that holds the destination's `Z_ENT`.
  package func companion(of column: StoreColumn) -> String? {
    guard case .toOne(let entity, let name) = column.role,
      let relationship = relationship(of: entity, name),
      let destination = self.entity(named: relationship.destination), destination.hasSubentities
    else { return nil }
    return "Z\(destination.number)_\(column.name.dropFirst())"
  }

  /// The column beside a key column that orders the rows that share a key.
  package func orderColumn(for column: StoreColumn) -> String? {
    switch column.role {
    case .toOne(let entity, let name):
      guard let forward = relationship(of: entity, name), let inverse = forward.inverse,
        let back = relationship(of: forward.destination, inverse), back.isToMany, back.isOrdered
      else { return nil }
    case .inverseless(let entity, let name):
      guard relationship(of: entity, name)?.isOrdered == true else { return nil }
    default: return nil
    }
    return "Z_FOK_\(column.name.dropFirst())"
  }

  private func isWithin(_ entity: NumberedEntity, _ ancestor: String) -> Bool {
    guard let above = self.entity(named: ancestor) else { return false }
    return above.number <= entity.number && entity.number <= above.last
  }
}
