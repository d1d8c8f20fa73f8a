internal import StoreModel

extension DataModel {
  /// Refuses a model too large to be real, before anything walks it: what is asked of a model later
  /// costs time with the square of its entities, and recursion with the depth of its inheritance.
  func checkSize() throws {
    let entityLimit = 10_000
    let propertyLimit = 1_000_000
    let depthLimit = 128
    guard entities.count <= entityLimit else {
      throw ModelFileError.notAModel(.tooManyEntities(limit: entityLimit))
    }
    let byName = Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var properties = 0
    for entity in entities {
      var next: Entity? = entity
      var depth = 0
      while let current = next {
        properties += current.attributes.count + current.relationships.count
        depth += 1
        // A cycle ends here too.
        guard depth <= depthLimit else {
          throw ModelFileError.notAModel(.inheritanceTooDeep(limit: depthLimit))
        }
        next = current.superentity.flatMap { byName[$0] }
      }
      guard properties <= propertyLimit else {
        throw ModelFileError.notAModel(.tooManyProperties(limit: propertyLimit))
      }
    }
  }
}
