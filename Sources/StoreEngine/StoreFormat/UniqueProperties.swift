internal import StoreModel

/// The properties that have to differ from row to row for uniqueness constraints.
///
/// A constraint is an index over the whole table, so those of superentities and even of siblings
/// count, as long as all of their columns are columns of the entity.
struct UniqueProperties {
  private(set) var attributes: Set<String> = []
  private(set) var toOnes: Set<String> = []

  init(_ entity: NumberedEntity, layout: StoreLayout) {
    let root = layout.entities[entity.root - 1]
    for other in layout.entities[(root.number - 1)..<root.last] {
      for constraint in layout.lineage(of: other.name).first?.uniquenessConstraints ?? [] {
        add(constraint, of: other, to: entity, layout)
      }
    }
  }

  private mutating func add(
    _ constraint: [String], of other: NumberedEntity, to entity: NumberedEntity,
    _ layout: StoreLayout
  ) {
    let applies = constraint.allSatisfy { name in
      let path = name.split(separator: ".").map(String.init)
      return layout.column(of: entity.name, path) == layout.column(of: other.name, path)
    }
    guard applies else { return }
    let found = constraint.compactMap { name in
      layout.attribute(of: entity.name, name.split(separator: ".").map(String.init))
        .map { (name: name, rank: $0.uniqueness) }
    }
    if let best = found.max(by: { $0.rank < $1.rank }),
      best.rank > 0 || found.count == constraint.count
    {
      attributes.insert(best.name)
    } else if let relationship = constraint.first(where: {
      layout.relationship(of: entity.name, $0).map { !$0.isToMany } ?? false
    }) {
      toOnes.insert(relationship)
    }
  }
}

extension Attribute {
  /// 2 when there is a value for every row, 1 when there is for many, 0 when there are but a few.
  fileprivate var uniqueness: Int {
    switch type {
    case .string, .integer64, .integer32, .double, .date, .decimal, .uuid, .uri, .binary,
      .transformable:
      2
    case .integer16, .float: 1
    case .composite: elements.count == 1 ? elements[0].uniqueness : 0
    default: 0
    }
  }
}
