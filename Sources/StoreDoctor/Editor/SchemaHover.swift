internal import Lint
internal import StoreEngine
internal import StoreModel

extension SchemaLookup {
  /// What is known of a part of a schema, in Markdown.
  package func hover(_ place: SchemaPlace) -> String {
    var lines = [title(of: place)]
    if let entity = place.entity {
      let schema = LoadedSchema(place.model)
      lines.append(storage(of: place, entity, schema))
      lines.append(hash(of: entity, in: place.model))
    } else {
      lines.append(version(place))
    }
    lines += ChangeMeaning(place, lock: lock).lines
    return lines.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private func title(of place: SchemaPlace) -> String {
    let version = VersionReference(history: place.history, version: place.model).title
    guard place.entity != nil else { return "**\(version)**, a version of \(place.history.name)" }
    let kind =
      switch place.property {
      case nil: place.entity?.isAbstract ?? false ? "abstract entity" : "entity"
      case .attribute: "attribute"
      case .relationship: "relationship"
      }
    return "**\(place.name)**, \(kind) of \(version)"
  }

  private func storage(of place: SchemaPlace, _ entity: Entity, _ schema: LoadedSchema) -> String {
    let table = schema.table(of: entity)
    switch place.property {
    case nil:
      let number = schema.number(of: entity).map { ", Z_ENT \($0)" } ?? ""
      return table.map { "table `\($0)`\(number)" } ?? ""
    case .attribute(let attribute):
      let columns = columns(of: attribute, [attribute.name], entity, schema)
      let kept =
        attribute.isTransient
        ? "not stored, and no part of the version hash"
        : columns.isEmpty
          ? ""
          : "\(columns.count == 1 ? "column" : "columns") "
            + columns.map { "`\($0)`" }.joined(separator: ", ") + " of `\(table ?? "")`"
      let former = attribute.renamingIdentifier.map { "was '\($0)'" }
      return
        ([ShapeText.text(of: attribute), kept] + entity.roles(of: attribute.name)
        + [former].compactMap(\.self)).filter { !$0.isEmpty }.joined(separator: "; ")
    case .relationship(let relationship):
      let kept =
        schema.column(of: entity, [relationship.name]).map { "column `\($0)` of `\(table ?? "")`" }
        ?? schema.layout.join(of: entity.name, relationship.name).map {
          "join table `\($0.table.name)`"
        }
        ?? (relationship.isToMany && relationship.inverse != nil
          ? "no column of its own: kept by '\(relationship.destination).\(relationship.inverse ?? "")'"
          : "")
      return [
        ShapeText.text(of: relationship), "delete rule \(relationship.deleteRule.name)", kept,
      ].filter { !$0.isEmpty }.joined(separator: "; ")
    }
  }

  /// Of a composite those of its elements.
  private func columns(
    of attribute: Attribute, _ path: [String], _ entity: Entity, _ schema: LoadedSchema
  ) -> [String] {
    if let column = schema.column(of: entity, path) { return [column] }
    return attribute.elements.flatMap { columns(of: $0, path + [$0.name], entity, schema) }
  }

  private func hash(of entity: Entity, in model: DataModel) -> String {
    let hashes = ModelHashes(of: model)
    let certainty = hashes.certainty[entity.name] ?? .certain
    guard let hash = hashes.entities[entity.name] else {
      return "version hash of \(entity.name) not known: \(certainty.reason ?? "")"
    }
    let likely = certainty.reason.map { " (likely: \($0))" } ?? ""
    return "version hash of \(entity.name) `\(hash.hex)`\(likely)"
  }

  private func version(_ place: SchemaPlace) -> String {
    let hashes = ModelHashes(of: place.model)
    let count = place.model.entities.count
    let entities = count == 1 ? "1 entity" : "\(count) entities"
    return hashes.checksum.map { "\(entities), checksum `\($0)`" }
      ?? "\(entities), checksum not known"
  }
}
