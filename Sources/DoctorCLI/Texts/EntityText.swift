internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// An entity and its properties as names and values.
enum EntityText {
  static func fields(of entity: Entity, in schema: LoadedSchema) -> [Report.Field] {
    var fields: [Report.Field] = []
    func add(_ name: String, _ value: String?) {
      if let value, !value.isEmpty { fields.append(Report.Field(name, value)) }
    }
    add("version", ModelText.title(of: schema.model))
    add("class", entity.className)
    add("is a", entity.superentity)
    add(
      "subentities", schema.model.subentities(of: entity.name).map(\.name).joined(separator: ", "))
    add("abstract", entity.isAbstract ? "yes" : nil)
    add(
      "table",
      schema.table(of: entity).map { table in
        schema.number(of: entity).map { "\(table) (Z_ENT \($0))" } ?? table
      })
    for constraint in entity.uniquenessConstraints {
      add("unique", constraint.joined(separator: ", "))
    }
    for index in entity.fetchIndexes {
      let elements = index.elements.map {
        $0.isAscending ? $0.property : "\($0.property) descending"
      }
      add("index", "\(index.name) (\(elements.joined(separator: ", ")))")
    }
    // Newer models keep the old form beside the new one.
    if entity.fetchIndexes.isEmpty {
      for index in entity.compoundIndexes { add("index", index.joined(separator: ", ")) }
    }
    add("fetched", entity.fetchedProperties.joined(separator: ", "))
    add("was", entity.renamingIdentifier.map { "'\($0)'" })
    add("hash modifier", entity.hashModifier)
    add("declared", entity.location?.text)
    return fields
  }

  /// An attribute's row, followed by those of a composite's elements.
  static func rows(
    of attribute: Attribute, entity: Entity, in schema: LoadedSchema, path: [String] = []
  ) -> [[String]] {
    let path = path + [attribute.name]
    let row = [
      path.joined(separator: "."), ModelText.type(attribute), attribute.isOptional ? "yes" : "no",
      attribute.defaultValue?.text ?? "", schema.column(of: entity, path) ?? "",
      ModelText.remarks(attribute, of: path.count == 1 ? entity : nil).joined(separator: ", "),
    ]
    return [row]
      + attribute.elements.flatMap { rows(of: $0, entity: entity, in: schema, path: path) }
  }

  static func fields(
    of attribute: Attribute, path: [String], entity: Entity, in schema: LoadedSchema
  ) -> [Report.Field] {
    var fields = [
      Report.Field("type", ModelText.type(attribute)),
      Report.Field("optional", attribute.isOptional ? "yes" : "no"),
    ]
    func add(_ name: String, _ value: String?) {
      if let value, !value.isEmpty { fields.append(Report.Field(name, value)) }
    }
    add("Swift type", attribute.swiftType)
    add("default", attribute.defaultValue?.text)
    add("column", place(path, of: entity, in: schema))
    add(
      "remarks",
      ModelText.remarks(attribute, of: path.count == 1 ? entity : nil).joined(separator: ", "))
    add("declared", attribute.location?.text)
    return fields
  }

  static func fields(
    of relationship: Relationship, entity: Entity, in schema: LoadedSchema
  ) -> [Report.Field] {
    var fields = [
      Report.Field("to", relationship.destination),
      Report.Field("kind", ModelText.kind(relationship)),
      Report.Field("optional", relationship.isOptional ? "yes" : "no"),
      Report.Field("inverse", ModelText.inverse(relationship)),
      Report.Field("delete rule", relationship.deleteRule.name),
    ]
    func add(_ name: String, _ value: String?) {
      if let value, !value.isEmpty { fields.append(Report.Field(name, value)) }
    }
    if let join = schema.layout.join(of: entity.name, relationship.name) {
      let own = join.isOwner ? join.table.ownerColumn : join.table.otherColumn
      let other = join.isOwner ? join.table.otherColumn : join.table.ownerColumn
      add("table", "\(join.table.name) (\(own) → \(other))")
    } else {
      add("column", place([relationship.name], of: entity, in: schema))
    }
    add("Swift type", relationship.swiftType)
    add("remarks", ModelText.remarks(relationship).joined(separator: ", "))
    add("declared", relationship.location?.text)
    return fields
  }

  /// The columns a relationship is kept in, in words.
  static func place(
    of relationship: Relationship, in entity: Entity, _ schema: LoadedSchema
  ) -> String {
    if let column = schema.column(of: entity, [relationship.name]) { return column }
    if let join = schema.layout.join(of: entity.name, relationship.name) { return join.table.name }
    return relationship.isToMany && relationship.inverse != nil ? "(other side)" : ""
  }

  private static func place(
    _ path: [String], of entity: Entity, in schema: LoadedSchema
  ) -> String? {
    guard let column = schema.column(of: entity, path) else { return nil }
    return schema.table(of: entity).map { "\($0).\(column)" } ?? column
  }
}
