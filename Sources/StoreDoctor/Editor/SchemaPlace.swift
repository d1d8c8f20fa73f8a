package import StoreModel

/// A part of a schema that a place in a file is about.
package struct SchemaPlace: Sendable {
  let history: SchemaHistory
  let model: DataModel
  /// Nil for the version itself.
  let entity: Entity?
  let property: Property?
  /// The bytes that name it.
  package var range: Range<Int>
  /// Whether the place is in its own declaration.
  package var isDeclaration = false

  enum Property: Sendable {
    case attribute(Attribute)
    case relationship(Relationship)

    var name: String {
      switch self {
      case .attribute(let attribute): attribute.name
      case .relationship(let relationship): relationship.name
      }
    }

    var location: Location? {
      switch self {
      case .attribute(let attribute): attribute.location
      case .relationship(let relationship): relationship.location
      }
    }
  }

  init(
    _ history: SchemaHistory, _ model: DataModel, _ entity: Entity? = nil,
    _ property: Property? = nil, range: Range<Int> = 0..<0
  ) {
    (self.history, self.model, self.entity, self.property) = (history, model, entity, property)
    self.range = range
  }

  /// Where it is declared.
  package var location: Location? {
    if let property { return property.location }
    return entity.map(\.location) ?? model.location
  }

  /// `Note.folder`, `Note`, `NotesSchemaV2`.
  package var name: String {
    guard let entity else { return model.name == "live" ? "unversioned models" : model.name }
    return property.map { "\(entity.name).\($0.name)" } ?? entity.name
  }

  /// Where the other side of a relationship is declared; nil for anything else, and where there is none.
  package var inverse: Location? {
    guard case .relationship(let relationship)? = property, let name = relationship.inverse,
      let other = model.entity(named: relationship.destination)
    else { return nil }
    return model.allRelationships(of: other).first { $0.name == name }?.location
  }
}

extension Entity {
  /// Its own properties, in the order of the source.
  var places: [SchemaPlace.Property] {
    attributes.map(SchemaPlace.Property.attribute)
      + relationships.map(SchemaPlace.Property.relationship)
  }
}
