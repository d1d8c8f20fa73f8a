internal import Diagnostics
internal import StoreEngine
internal import StoreModel

// The parts of a model as JSON has them.

extension LoadedSchema: Encodable {
  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "entities": model.entities.map { EntityMembers(entity: $0, schema: self) },
      "identifier": VersionReference(model).identifier, "name": model.name,
      "source": model.source.rawValue,
    ])
  }
}

extension SchemaPart {
  public func encode(to encoder: any Encoder) throws {
    switch kind {
    case .entity:
      try encoder.write(["entity": EntityMembers(entity: entity, schema: schema)])
    case .attribute(let attribute, let path):
      let members = AttributeMembers(
        attribute: attribute, entity: entity, schema: schema, path: path)
      try encoder.write(["attribute": members, "entity": entity.name])
    case .relationship(let relationship):
      let members = RelationshipMembers(
        relationship: relationship, entity: entity, schema: schema)
      try encoder.write(["entity": entity.name, "relationship": members])
    }
  }
}

private struct EntityMembers: Encodable {
  let entity: Entity
  let schema: LoadedSchema

  func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "abstract": entity.isAbstract,
      "attributes": entity.attributes.map {
        AttributeMembers(attribute: $0, entity: entity, schema: schema, path: [$0.name])
      },
      "className": entity.className, "hashModifier": entity.hashModifier,
      "indexes": entity.fetchIndexes.map(IndexMembers.init), "location": entity.location?.text,
      "name": entity.name, "number": schema.number(of: entity),
      "relationships": entity.relationships.map {
        RelationshipMembers(relationship: $0, entity: entity, schema: schema)
      },
      "renamingIdentifier": entity.renamingIdentifier, "superentity": entity.superentity,
      "table": schema.table(of: entity), "unique": entity.uniquenessConstraints,
    ])
  }
}

private struct AttributeMembers: Encodable {
  let attribute: Attribute
  let entity: Entity
  let schema: LoadedSchema
  /// Through composites to the attribute itself.
  let path: [String]

  func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "certainty": attribute.certainty.level, "column": schema.column(of: entity, path),
      "default": attribute.defaultValue?.text, "derivation": attribute.derivation,
      "externalStorage": attribute.allowsExternalStorage, "name": attribute.name,
      "optional": attribute.isOptional,
      "preservedOnDeletion": attribute.preservesValueOnDeletion,
      "renamingIdentifier": attribute.renamingIdentifier, "swiftType": attribute.swiftType,
      "transient": attribute.isTransient, "type": attribute.type.name,
    ])
    let elements = attribute.elements.map {
      AttributeMembers(attribute: $0, entity: entity, schema: schema, path: path + [$0.name])
    }
    try encoder.write(present: [
      "certaintyReason": attribute.certainty.reason,
      "elements": elements.isEmpty ? nil : elements,
    ])
  }
}

private struct RelationshipMembers: Encodable {
  let relationship: Relationship
  let entity: Entity
  let schema: LoadedSchema

  func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "certainty": relationship.certainty.level,
      "column": schema.column(of: entity, [relationship.name]),
      "deleteRule": relationship.deleteRule.name, "destination": relationship.destination,
      "inverse": relationship.inverse, "inverseOrigin": relationship.inverseOrigin.rawValue,
      "joinTable": schema.layout.join(of: entity.name, relationship.name)?.table.name,
      "maxCount": relationship.maxCount, "minCount": relationship.minCount,
      "name": relationship.name, "optional": relationship.isOptional,
      "ordered": relationship.isOrdered, "renamingIdentifier": relationship.renamingIdentifier,
      "toMany": relationship.isToMany, "transient": relationship.isTransient,
    ])
  }
}

private struct IndexMembers: Encodable {
  let index: FetchIndex

  func encode(to encoder: any Encoder) throws {
    let elements = index.elements.map { element -> JSONValue in
      [
        "ascending": .bool(element.isAscending), "property": .string(element.property),
        "rTree": .bool(element.isRTree),
      ]
    }
    try encoder.write(["elements": elements, "name": index.name])
  }
}

extension DefaultValue {
  /// The value in words, the same in tables and JSON.
  package var text: String {
    switch self {
    case .integer(let value): String(value)
    case .double(let value): value.description
    case .decimal(let text), .url(let text), .expression(let text): text
    case .boolean(let value): value ? "true" : "false"
    case .string(let text): "\"\(text)\""
    case .date(let seconds): CoreDataDate.text(seconds)
    case .uuid(let bytes) where bytes.count == 16: PropertyValue.uuid(bytes).description
    case .data(let bytes), .uuid(let bytes): "\(bytes.count) bytes"
    }
  }
}
