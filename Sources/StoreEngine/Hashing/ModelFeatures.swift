package import StoreModel

/// What a model's version hashes are made of, piece by piece: two models with the same pieces have the
/// same hashes, and the pieces that differ are why they have not.
///
/// The number of pieces that differ is a distance in the strict sense: no way from one model to another
/// is shorter than the straight one, so that ways through several versions can be compared.
package struct ModelFeatures: Sendable {
  /// An entity by itself, or a property that it declares.
  package struct Piece: Sendable, Hashable {
    /// The entity's name.
    package var entity: String
    /// Nil for what the entity itself adds: its parent, its constraints.
    package var property: String?

    package init(_ entity: String, _ property: String? = nil) {
      self.entity = entity
      self.property = property
    }
  }

  /// Nil where the piece is there, and what enters the hash is not known.
  private var values: [Piece: [UInt8]?] = [:]

  /// The pieces of a model, without some of its entities.
  package init(of model: DataModel, without others: Set<String> = []) {
    let calculator = HashCalculator(model: model)
    for entity in model.entities where !others.contains(entity.name) {
      values[Piece(entity.name)] = .some(entity.ownFeature)
      for attribute in entity.attributes where !attribute.isTransient {
        // Systems print derivations differently.
        let isOpen = attribute.certainty.isUnknown || attribute.derivation != nil
        values[Piece(entity.name, attribute.name)] = .some(
          isOpen ? nil : calculator.hash(of: attribute).bytes)
      }
      for relationship in entity.relationships where !relationship.isTransient {
        let isOpen = relationship.certainty.isUnknown
        values[Piece(entity.name, relationship.name)] = .some(
          isOpen ? nil : calculator.hash(of: relationship).bytes)
      }
    }
  }

  /// What hashes alone tell: one piece for each entity.
  ///
  /// - Parameter open: entities whose hash is not known.
  package init(of hashes: [String: VersionHash], open: some Sequence<String> = EmptyCollection()) {
    for name in open { values[Piece(name)] = .some(nil) }
    for (name, hash) in hashes { values[Piece(name)] = .some(hash.bytes) }
  }

  /// The pieces that only one of the two has, and those that are something else in each.
  package func differing(from other: ModelFeatures) -> Set<Piece> {
    var differing: Set<Piece> = []
    for (piece, value) in values {
      guard let theirs = other.values[piece] else {
        differing.insert(piece)
        continue
      }
      if let value, let theirs, value != theirs { differing.insert(piece) }
    }
    for piece in other.values.keys where values[piece] == nil { differing.insert(piece) }
    return differing
  }
}

extension Entity {
  /// What enters its hash beside its properties.
  fileprivate var ownFeature: [UInt8] {
    let constraints = uniquenessConstraints.map { $0.joined(separator: ".") }
      .sorted { $0.codePointsPrecede($1) }
    let parts = [isAbstract ? "1" : "0", superentity ?? "", hashModifier ?? ""] + constraints
    return Array(parts.joined(separator: "\u{0}").utf8)
  }
}
