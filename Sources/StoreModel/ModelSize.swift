/// Why a model is too large to be real: what is asked of a model costs time with the square of its
/// entities, and memory with what is inherited.
public enum ModelSizeProblem: Sendable, Hashable, CustomStringConvertible {
  case tooManyEntities(limit: Int)
  case tooManyProperties(limit: Int)
  case inheritanceTooDeep(limit: Int)

  /// Follows the name of what holds the model.
  public var description: String {
    switch self {
    case .tooManyEntities(let limit): "has more than the \(limit) entities a model may have"
    case .tooManyProperties(let limit):
      "has more than the \(limit) properties, inherited ones included, that a model may have"
    case .inheritanceTooDeep(let limit): "has entities inherited over more than \(limit) levels"
    }
  }
}

extension DataModel {
  private static let mostEntities = 10_000
  private static let mostProperties = 1_000_000
  private static let mostLevels = 128

  /// To be asked by every reader before anything walks the model.
  public var sizeProblem: ModelSizeProblem? {
    guard entities.count <= Self.mostEntities else {
      return .tooManyEntities(limit: Self.mostEntities)
    }
    let byName = Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var properties = 0
    for entity in entities {
      var next: Entity? = entity
      // Classes in a circle are no deep ones; `lineage` ends where they began.
      var seen: Set<String> = []
      while let current = next, seen.insert(current.name).inserted {
        properties += current.attributes.count + current.relationships.count
        guard seen.count <= Self.mostLevels else {
          return .inheritanceTooDeep(limit: Self.mostLevels)
        }
        next = current.superentity.flatMap { byName[$0] }
      }
      guard properties <= Self.mostProperties else {
        return .tooManyProperties(limit: Self.mostProperties)
      }
    }
    return nil
  }
}
