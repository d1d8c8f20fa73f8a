internal import StoreModel

/// Builds the attribute or relationship for one stored property of a model.
struct PropertyBuilder {
  let index: SourceIndex
  let type: SourceType

  func add(_ property: PropertyDeclaration, to draft: inout EntityDraft) {
    let reference = property.type ?? InitializerType.infer(property.initializer, in: index)
    var stored: StoredType
    if let reference {
      stored = TypeMapper(index: index).map(reference, property: property.name, in: type.path)
    } else {
      stored = .unknown("its type is neither written nor clear from its value")
    }
    if let use = property.attribute("Relationship"), case .attribute = stored.shape {
      stored = unresolvedRelationship(reference, inverse: use.argument("inverse"), stored)
    }
    if case .relationship(let destination, let isToMany) = stored.shape {
      let relationship = Relationship(
        name: property.name, destination: destination.last ?? "", maxCount: isToMany ? 0 : 1,
        isOptional: stored.isOptional, swiftType: reference?.text, certainty: stored.certainty,
        location: property.location)
      var built = RelationshipDraft(
        relationship: relationship, destination: index.type(destination)?.path,
        isAnnotated: property.attribute("Relationship") != nil)
      for use in property.attributes { read(use, of: property, into: &built, draft: &draft) }
      draft.relationships.append(built)
    } else {
      add(stored, reference, property, to: &draft)
    }
  }

  private func add(
    _ stored: StoredType, _ reference: TypeReference?, _ property: PropertyDeclaration,
    to draft: inout EntityDraft
  ) {
    var attribute = Attribute(
      name: property.name, type: .undefined, isOptional: stored.isOptional,
      swiftType: reference?.text, certainty: stored.certainty, location: property.location)
    switch stored.shape {
    case .attribute(let type): attribute.type = type
    case .composite(let elements, let userInfo):
      attribute.type = .composite
      attribute.elements = elements
      attribute.userInfo = userInfo
    case .relationship: break
    }
    attribute.rawValues = stored.samples
    attribute.encoded = stored.encoded
    attribute.valueClassName = attribute.type.valueClassName
    attribute.defaultValue = DefaultValueReader(index: index).read(
      property.initializer, as: stored, type: reference ?? .other(""), in: type.path)
    for use in property.attributes where use.isNamed("Attribute") {
      AttributeOptions(type: type).read(use, into: &attribute, draft: &draft)
    }
    draft.entity.attributes.append(attribute)
  }

  /// A relationship to a class that is not in the given sources: its name is all that is known.
  private func unresolvedRelationship(
    _ reference: TypeReference?, inverse: Expression?, _ stored: StoredType
  ) -> StoredType {
    guard let reference else { return stored }
    let expanded = index.expanded(reference, in: type.path)
    var element = expanded.wrapped
    var isToMany = false
    if case .array(let inner) = element { (element, isToMany) = (inner.wrapped, true) }
    guard case .named(let path, _) = element, SimpleType.attributeType(path) == nil else {
      return stored
    }
    return StoredType(
      shape: .relationship(path, isToMany: isToMany), isOptional: expanded.isOptional,
      certainty: inverse == nil
        ? .undeclared(type: element.text)
        : .inferred("'\(element.text)' is not declared in the given sources"))
  }

  private func read(
    _ use: AttributeUse, of property: PropertyDeclaration, into built: inout RelationshipDraft,
    draft: inout EntityDraft
  ) {
    guard use.isNamed("Relationship") else {
      if use.isNamed("Attribute") {
        draft.problems.append(
          ModelProblem(
            "@Attribute on a relationship; use @Relationship", entity: type.name,
            property: property.name, location: use.location))
      }
      return
    }
    RelationshipOptions(type: type).read(use, into: &built, draft: &draft)
  }
}
