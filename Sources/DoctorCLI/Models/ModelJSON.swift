internal import Diagnostics
internal import StoreDoctor
internal import StoreModel

/// The parts of a model as JSON.
enum ModelJSON {
  static func entity(_ entity: Entity, in schema: LoadedSchema) -> JSONValue {
    var members: [String: JSONValue] = [
      "abstract": .bool(entity.isAbstract),
      "attributes": .array(entity.attributes.map { attribute($0, of: entity, in: schema) }),
      "className": .optional(entity.className),
      "indexes": .array(entity.fetchIndexes.map(index)),
      "name": .string(entity.name),
      "relationships": .array(
        entity.relationships.map { relationship($0, of: entity, in: schema) }),
      "superentity": .optional(entity.superentity),
      "table": .optional(schema.table(of: entity)),
      "unique": .array(entity.uniquenessConstraints.map { .strings($0) }),
    ]
    members["number"] = .optional(schema.number(of: entity))
    members["renamingIdentifier"] = .optional(entity.renamingIdentifier)
    members["hashModifier"] = .optional(entity.hashModifier)
    members["location"] = .optional(ModelText.place(entity.location))
    return .object(members)
  }

  static func attribute(
    _ attribute: Attribute, of entity: Entity, in schema: LoadedSchema, path: [String] = []
  ) -> JSONValue {
    let path = path + [attribute.name]
    var members: [String: JSONValue] = [
      "certainty": .string(attribute.certainty.level),
      "column": .optional(schema.column(of: entity, path)),
      "default": .optional(attribute.defaultValue.map { ModelText.value($0) }),
      "derivation": .optional(attribute.derivation),
      "externalStorage": .bool(attribute.allowsExternalStorage),
      "name": .string(attribute.name),
      "optional": .bool(attribute.isOptional),
      "preservedOnDeletion": .bool(attribute.preservesValueOnDeletion),
      "renamingIdentifier": .optional(attribute.renamingIdentifier),
      "swiftType": .optional(attribute.swiftType),
      "transient": .bool(attribute.isTransient),
      "type": .string(attribute.type.name),
    ]
    if !attribute.elements.isEmpty {
      members["elements"] = .array(
        attribute.elements.map { Self.attribute($0, of: entity, in: schema, path: path) })
    }
    if let reason = attribute.certainty.reason { members["certaintyReason"] = .string(reason) }
    return .object(members)
  }

  static func relationship(
    _ relationship: Relationship, of entity: Entity, in schema: LoadedSchema
  ) -> JSONValue {
    [
      "certainty": .string(relationship.certainty.level),
      "column": .optional(schema.column(of: entity, [relationship.name])),
      "deleteRule": .string(relationship.deleteRule.name),
      "destination": .string(relationship.destination),
      "inverse": .optional(relationship.inverse),
      "inverseOrigin": .string(relationship.inverseOrigin.rawValue),
      "joinTable": .optional(schema.joinTable(of: entity, relationship.name)),
      "maxCount": .integer(Int64(relationship.maxCount)),
      "minCount": .integer(Int64(relationship.minCount)),
      "name": .string(relationship.name),
      "optional": .bool(relationship.isOptional),
      "ordered": .bool(relationship.isOrdered),
      "renamingIdentifier": .optional(relationship.renamingIdentifier),
      "toMany": .bool(relationship.isToMany),
      "transient": .bool(relationship.isTransient),
    ]
  }

  private static func index(_ index: FetchIndex) -> JSONValue {
    [
      "elements": .array(
        index.elements.map {
          [
            "ascending": .bool($0.isAscending), "property": .string($0.property),
            "rTree": .bool($0.isRTree),
          ]
        }),
      "name": .string(index.name),
    ]
  }

  /// A version as reports name it.
  static func version(_ reference: VersionReference) -> JSONValue {
    [
      "identifier": .optional(reference.identifier), "name": .string(reference.name),
      "path": .optional(reference.path),
    ]
  }
}
