package import StoreModel

/// What a version hash rests on, in words: two properties with the same text hash alike.
package enum ShapeText {
  /// `optional String`, `Binary, external`, `Composite { width: Double }`.
  package static func text(of attribute: Attribute) -> String {
    if attribute.certainty.isUnknown {
      return (attribute.isOptional ? "optional " : "") + "unknown "
        + (attribute.swiftType ?? attribute.type.name)
    }
    var words = [(attribute.isOptional ? "optional " : "") + type(of: attribute)]
    if let derivation = attribute.derivation { words = ["derived \(derivation)"] }
    if attribute.allowsExternalStorage { words.append("external") }
    if attribute.preservesValueOnDeletion { words.append("kept when deleted") }
    if let modifier = attribute.hashModifier { words.append("hash modifier '\(modifier)'") }
    return words.joined(separator: ", ")
  }

  private static func type(of attribute: Attribute) -> String {
    guard attribute.type == .composite else { return attribute.type.name }
    let fields = attribute.leaves.map { "\($0.name): \(text(of: $0))" }
    return "Composite { \(fields.joined(separator: "; ")) }"
  }

  /// `optional to-many Tag, inverse notes`.
  package static func text(of relationship: Relationship) -> String {
    var words = [
      (relationship.isOptional ? "optional " : "") + (relationship.isOrdered ? "ordered " : "")
        + (relationship.isToMany ? "to-many " : "to-one ") + relationship.destination
    ]
    if let inverse = relationship.inverse { words.append("inverse \(inverse)") }
    if relationship.minCount > 0 { words.append("at least \(relationship.minCount)") }
    if relationship.maxCount > 1 { words.append("at most \(relationship.maxCount)") }
    if let modifier = relationship.hashModifier { words.append("hash modifier '\(modifier)'") }
    return words.joined(separator: ", ")
  }
}
