internal import StoreEngine
internal import StoreModel

/// How many edits lie between two models. One edit may change several pieces: whoever takes out a
/// relationship takes out both its ends, with an entity go its properties and the links to it, and a
/// rename is a piece less and a piece more.
struct EditCount {
  private typealias Piece = ModelFeatures.Piece
  private var leaders: [Piece: Piece]

  /// - Parameters:
  ///   - pieces: what differs between the two models.
  ///   - models: the two.
  ///   - differences: the same in the words of a migration, which knows of renames.
  init(
    _ pieces: Set<ModelFeatures.Piece>, between models: [DataModel],
    _ differences: [ModelDifference]
  ) {
    leaders = Dictionary(keepingFirst: pieces.map { ($0, $0) })
    var whole: Set<String> = []
    for model in models { whole.formSymmetricDifference(model.entities.map(\.name)) }
    for entity in models.flatMap(\.entities) {
      // An entity that only one of the two has takes along what it declares and what leads to it.
      if whole.contains(entity.name) {
        for attribute in entity.attributes {
          join(Piece(entity.name, attribute.name), Piece(entity.name))
        }
      }
      for relationship in entity.relationships {
        let own = Piece(entity.name, relationship.name)
        if let inverse = relationship.inverse {
          join(own, Piece(relationship.destination, inverse))
        }
        for name in [entity.name, relationship.destination] where whole.contains(name) {
          join(own, Piece(name))
        }
      }
    }
    for difference in differences {
      guard let old = difference.oldName else { continue }
      if let property = difference.property {
        join(Piece(difference.entity, property), Piece(difference.entity, old))
      } else {
        join(Piece(difference.entity), Piece(old))
      }
    }
  }

  /// How many there are.
  var count: Int { leaders.count { $0.key == $0.value } }

  private mutating func join(_ first: ModelFeatures.Piece, _ second: ModelFeatures.Piece) {
    guard leaders[first] != nil, leaders[second] != nil else { return }
    let (one, other) = (leader(of: first), leader(of: second))
    if one != other { leaders[other] = one }
  }

  private mutating func leader(of piece: ModelFeatures.Piece) -> ModelFeatures.Piece {
    var leader = piece
    while let next = leaders[leader], next != leader { leader = next }
    leaders[piece] = leader
    return leader
  }
}

extension ModelDifference {
  /// What the thing was called, where it says so or where names and types suggest it.
  fileprivate var oldName: String? {
    switch change {
    case .entityRenamed, .attributeRenamed, .relationshipRenamed: from
    default: probableOrigin
    }
  }
}
