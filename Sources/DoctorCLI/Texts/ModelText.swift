internal import Diagnostics
internal import StoreDoctor
internal import StoreModel

/// Words for the parts of a model, the same in tables and prompts.
enum ModelText {
  /// `String`, `Composite (street, city)`, `derived count:(pages)`.
  static func type(_ attribute: Attribute) -> String {
    if let derivation = attribute.derivation {
      return "\(attribute.type.name), derived \(derivation)"
    }
    if attribute.type == .composite {
      return "Composite (\(attribute.elements.map(\.name).joined(separator: ", ")))"
    }
    return attribute.type.name
  }

  /// What is special about an attribute, besides type and optionality.
  ///
  /// - Parameter entity: the one that has it, whose constraints and indexes tell more.
  static func remarks(_ attribute: Attribute, of entity: Entity? = nil) -> [String] {
    var remarks = entity?.roles(of: attribute.name) ?? []
    if attribute.isTransient { remarks.append("transient") }
    if attribute.allowsExternalStorage { remarks.append("external storage") }
    if attribute.preservesValueOnDeletion { remarks.append("preserved on deletion") }
    if attribute.isSpotlightIndexed { remarks.append("in Spotlight") }
    if let name = attribute.valueTransformerName { remarks.append("transformer \(name)") }
    if let name = attribute.renamingIdentifier { remarks.append("was '\(name)'") }
    if let modifier = attribute.hashModifier { remarks.append("hash modifier '\(modifier)'") }
    if let reason = attribute.certainty.reason { remarks.append("not certain: \(reason)") }
    return remarks
  }

  /// `to-one`, `to-many`, `ordered to-many`, with bounds when there are any.
  static func kind(_ relationship: Relationship) -> String {
    var text = relationship.isToMany ? "to-many" : "to-one"
    if relationship.isOrdered { text = "ordered " + text }
    if relationship.isToMany, relationship.minCount > 0 || relationship.maxCount > 1 {
      let most = relationship.maxCount > 1 ? String(relationship.maxCount) : "…"
      text += " (\(relationship.minCount) to \(most))"
    }
    return text
  }

  static func inverse(_ relationship: Relationship) -> String {
    guard let inverse = relationship.inverse else { return "none" }
    return relationship.inverseOrigin == .implied ? "\(inverse) (implied)" : inverse
  }

  static func remarks(_ relationship: Relationship) -> [String] {
    var remarks: [String] = []
    if relationship.isTransient { remarks.append("transient") }
    if let name = relationship.renamingIdentifier { remarks.append("was '\(name)'") }
    if let modifier = relationship.hashModifier { remarks.append("hash modifier '\(modifier)'") }
    if let reason = relationship.certainty.reason { remarks.append("not certain: \(reason)") }
    return remarks
  }

  /// `title`, `folder → Folder`, `tags → [Tag]`: an entity on one line.
  static func summary(of entity: Entity) -> String {
    let attributes = entity.attributes.map { $0.isTransient ? "(\($0.name))" : $0.name }
    let relationships = entity.relationships.map {
      $0.isToMany ? "\($0.name) → [\($0.destination)]" : "\($0.name) → \($0.destination)"
    }
    return (attributes + relationships).joined(separator: ", ")
  }

  /// `NotesSchemaV2 (2.0.0)`, or only the name.
  static func title(of model: DataModel) -> String { VersionReference(model).title }

  static func place(_ location: Location?) -> String? { location?.text }
}
