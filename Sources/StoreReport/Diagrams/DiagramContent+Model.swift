internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

extension DiagramContent {
  /// A model, with what differs from another when one is given.
  ///
  /// - Parameter comparison: from the base to the model.
  init(_ model: DataModel, base: DataModel? = nil, comparison: ModelComparison? = nil) {
    let changes = comparison.map { ComparedModel($0, base: base) }
    isCompared = changes != nil
    boxes = model.entities.map { Self.box($0, changes) }
    for entity in changes?.removed ?? [] {
      var box = Self.box(entity, nil)
      box.change = .removed
      for row in box.rows.indices { box.rows[row].change = .removed }
      boxes.append(box)
    }
    self = DiagramLinks.linked(self, model, base: base, changes: changes)
  }

  private static func box(_ entity: Entity, _ changes: ComparedModel?) -> Box {
    var box = Box(name: entity.name)
    box.superentity = entity.superentity
    box.isAbstract = entity.isAbstract
    let single = Set(entity.uniquenessConstraints.filter { $0.count == 1 }.joined())
    box.keys = entity.uniquenessConstraints.filter { $0.count > 1 }
    box.rows =
      entity.attributes.map { row($0, isKey: single.contains($0.name)) }
      + entity.relationships.map { row($0, isKey: single.contains($0.name)) }
    changes?.mark(&box, entity)
    return box
  }

  static func row(_ attribute: Attribute, isKey: Bool = false) -> Row {
    let isKnown = attribute.assumption == nil
    var row = Row(
      name: attribute.name,
      type: (isKnown ? attribute.type.name : attribute.swiftType ?? "unknown")
        + (attribute.isOptional ? "?" : ""))
    row.isKey = isKey
    row.isTransient = attribute.isTransient
    row.isDerived = attribute.derivation != nil
    if let derivation = attribute.derivation { row.details.append("derived: \(derivation)") }
    if let value = attribute.defaultValue?.text { row.details.append("default \(value)") }
    if attribute.type == .composite {
      row.details.append("of \(attribute.elements.map(\.name).list(atMost: 12))")
    }
    if attribute.allowsExternalStorage { row.details.append("external storage") }
    if let name = attribute.valueTransformerName { row.details.append("transformer \(name)") }
    if let reason = (attribute.assumption ?? attribute.certainty).reason {
      row.details.append("not certain: \(reason)")
    }
    return row
  }

  static func row(_ relationship: Relationship, isKey: Bool = false) -> Row {
    let destination = relationship.destination
    var row = Row(
      name: relationship.name,
      type: relationship.isToMany
        ? "[\(destination)]" : destination + (relationship.isOptional ? "?" : ""))
    row.isRelationship = true
    row.isKey = isKey
    row.isTransient = relationship.isTransient
    if relationship.deleteRule != .nullify { row.deleteRule = relationship.deleteRule }
    if relationship.isOrdered { row.details.append("ordered") }
    row.details.append("delete rule \(relationship.deleteRule.name)")
    row.details.append(relationship.inverse.map { "inverse \($0)" } ?? "no inverse")
    if let reason = relationship.certainty.reason {
      row.details.append("not certain: \(reason)")
    }
    return row
  }
}
