internal import StoreModel

/// The arguments of `@Attribute`, in any order; Documentation/Format/VersionHash.md, 7.3.
struct AttributeOptions {
  let type: SourceType

  func read(_ use: AttributeUse, into attribute: inout Attribute, draft: inout EntityDraft) {
    for argument in use.arguments {
      switch argument.label {
      case nil: option(argument.value, into: &attribute, draft: &draft)
      case "originalName": attribute.renamingIdentifier = argument.value.stringValue
      case "hashModifier":
        attribute.hashModifier = argument.value.stringValue
        attribute.weaken(.inferred("@Attribute(hashModifier:) is taken to enter the hash"))
      case let label?:
        draft.report(
          "@Attribute has no argument '\(label)'", topic: .unknownOption, attribute.name,
          use.location)
      }
    }
  }

  private func option(
    _ value: Expression, into attribute: inout Attribute, draft: inout EntityDraft
  ) {
    switch value.lastName {
    case "unique": draft.entity.uniquenessConstraints.append([attribute.name])
    case "externalStorage": attribute.allowsExternalStorage = true
    case "preserveValueOnDeletion":
      attribute.preservesValueOnDeletion = true
      attribute.weaken(.inferred(".preserveValueOnDeletion is taken to set Core Data's flag"))
    case "ephemeral":
      attribute.isTransient = true
    case "transformable":
      let transformer = value.argument("by")
      attribute.type = .transformable
      attribute.elements = []
      attribute.valueClassName = nil
      attribute.valueTransformerName = transformer?.metatypeName ?? transformer?.stringValue
      attribute.certainty = .inferred(".transformable is taken to mean a Transformable attribute")
    case "codable":
      if attribute.type == .composite {
        draft.report(
          "'\(attribute.name)' is '.codable', and its type is declared in the given sources",
          topic: .encodedOwnType, attribute.name, attribute.location)
      }
      attribute.type = .codable
      attribute.elements = []
      attribute.certainty = .unknown("no store with a '.codable' attribute has been seen")
    case "spotlight": attribute.isSpotlightIndexed = true
    case "allowsCloudEncryption": attribute.userInfo["allowsCloudEncryption"] = "true"
    default:
      let hint = value.lastName == "indexed" ? "; use '#Index'" : ""
      draft.report(
        "@Attribute has no option '\(value.text)'\(hint)", topic: .unknownOption, attribute.name,
        value.location)
    }
  }
}

/// The arguments of `@Relationship`, in any order.
struct RelationshipOptions {
  let type: SourceType

  func read(
    _ use: AttributeUse, into draft: inout RelationshipDraft, draft entity: inout EntityDraft
  ) {
    let name = draft.relationship.name
    for argument in use.arguments {
      let value = argument.value
      switch argument.label {
      case nil: option(value, into: &draft, entity: &entity)
      case "deleteRule":
        if let rule = deleteRule(value.lastName) {
          draft.relationship.deleteRule = rule
        } else {
          entity.report(
            "there is no delete rule '\(value.text)'", topic: .unknownOption, name, value.location)
        }
      case "minimumModelCount", "minimum":
        draft.relationship.minCount = count(value) ?? draft.relationship.minCount
        draft.relationship.weaken(
          .inferred("the minimum count is taken to enter the hash as given"))
      case "maximumModelCount", "maximum":
        draft.relationship.maxCount = count(value) ?? draft.relationship.maxCount
        draft.relationship.weaken(
          .inferred("the maximum count is taken to enter the hash as given"))
      case "originalName": draft.relationship.renamingIdentifier = value.stringValue
      case "inverse":
        draft.declaredInverse = value.keyPathProperty(of: draft.relationship.destination)
      case "hashModifier":
        draft.relationship.hashModifier = value.stringValue
        draft.relationship.weaken(
          .inferred("@Relationship(hashModifier:) is taken to enter the hash"))
      case let label?:
        entity.report(
          "@Relationship has no argument '\(label)'", topic: .unknownOption, name, use.location)
      }
      if let label = argument.label, ["minimum", "maximum"].contains(label) {
        entity.report(
          "@Relationship has no argument '\(label)'; its name is '\(label)ModelCount'",
          topic: .unknownOption, name,
          use.location)
      }
    }
  }

  private func option(
    _ value: Expression, into draft: inout RelationshipDraft, entity: inout EntityDraft
  ) {
    let name = draft.relationship.name
    if value.lastName == "unique" {
      entity.entity.uniquenessConstraints.append([name])
    } else if let rule = deleteRule(value.lastName) {
      draft.relationship.deleteRule = rule
      entity.report(
        "the delete rule needs its label: 'deleteRule: \(value.text)'", topic: .unknownOption, name,
        value.location)
    } else {
      entity.report(
        "@Relationship has no option '\(value.text)'", topic: .unknownOption, name, value.location)
    }
  }

  private func deleteRule(_ name: String?) -> Relationship.DeleteRule? {
    let rules: [String: Relationship.DeleteRule] = [
      "noAction": .noAction, "nullify": .nullify, "cascade": .cascade, "deny": .deny,
    ]
    return name.flatMap { rules[$0] }
  }

  private func count(_ value: Expression) -> Int32? {
    value.integerValue.flatMap { Int32(exactly: $0) }
  }
}
