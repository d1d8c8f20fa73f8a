/// What CloudKit mirroring demands of a model before it contacts any server; Core Data reports
/// breaches as error 134060. The demands are those of Documentation/Format/CloudKit.md, 1.
package enum CloudKitRules {
  /// One place in a model that breaks a rule.
  package struct Violation: Sendable, Hashable {
    /// Id of the rule's explanation.
    package var rule: String
    /// What is wrong, as the end of a sentence.
    package var text: String
    package var entity: String?
    package var property: String?
    package var certainty: Certainty
    package var location: Location?
  }

  /// The breaches of one rule, or of all of them, in the order of the rules.
  ///
  /// - Parameter configuration: the configuration that is mirrored; nil for the whole model.
  package static func violations(
    of rule: String? = nil, in model: DataModel, configuration: String? = nil
  ) -> [Violation] {
    let scope = Scope(model: model, configuration: configuration)
    return rules.filter { rule == nil || $0.id == rule }.flatMap { one in
      one.check(scope).map { breach in
        Violation(
          rule: one.id, text: breach.text, entity: breach.entity, property: breach.property,
          certainty: breach.certainty, location: breach.location)
      }
    }
  }

  /// Id of the rule that only the running app can answer for certain.
  package static let valueTransformers = "ck-value-transformers"

  /// Ids of the rules that can be checked on a model.
  package static var ids: [String] { rules.map(\.id) }

  private struct Rule: Sendable {
    var id: String
    var check: @Sendable (Scope) -> [Breach]
  }

  private struct Breach {
    var text: String
    var entity: String?
    var property: String?
    var certainty: Certainty = .certain
    var location: Location?
  }

  private struct Scope {
    let model: DataModel
    let configuration: String?

    var entities: [Entity] {
      guard let configuration, let names = model.configurations[configuration] else {
        return model.entities
      }
      return model.entities.filter { names.contains($0.name) }
    }

    /// A breach for each stored attribute `verdict` has something to say about.
    func attributes(_ verdict: (Attribute) -> String?) -> [Breach] {
      breaches(\.attributes, verdict)
    }

    /// A breach for each stored relationship `verdict` has something to say about.
    func relationships(_ verdict: (Relationship) -> String?) -> [Breach] {
      breaches(\.relationships, verdict)
    }

    private func breaches<P: EntityProperty>(
      _ properties: (Entity) -> [P], _ verdict: (P) -> String?
    ) -> [Breach] {
      entities.flatMap { entity in
        properties(entity).filter { !$0.isTransient }.compactMap { property in
          verdict(property).map { text in
            Breach(
              text: "'\(entity.name).\(property.name)' \(text)", entity: entity.name,
              property: property.name, certainty: property.certainty, location: property.location)
          }
        }
      }
    }
  }

  private static let ignoredKey = "NSCloudKitMirroringDelegateIgnoredPropertyKey"
  private static let encryptedKey = "NSPersistentCloudKitContainerEncryptedAttributeKey"

  private static let mirroredTypes: Set<AttributeType> = [
    .integer16, .integer32, .integer64, .decimal, .double, .float, .string, .boolean, .date,
    .binary, .uuid, .uri, .transformable, .composite,
  ]

  private static let rules: [Rule] = [
    Rule(id: "ck-attributes-optional-or-default") { scope in
      scope.attributes { attribute in
        attribute.isOptional || attribute.defaultValue != nil || attribute.derivation != nil
          ? nil : "is required and has no default"
      }
    },
    Rule(id: "ck-relationships-optional") { scope in
      scope.relationships { $0.isOptional ? nil : "is a required relationship" }
    },
    Rule(id: "ck-relationships-inverse") { scope in
      scope.relationships { $0.inverse == nil ? "has no inverse" : nil }
    },
    Rule(id: "ck-unique-constraints") { scope in
      scope.entities.flatMap { entity in
        entity.uniquenessConstraints.map { constraint in
          Breach(
            text: "'\(entity.name)' demands unique " + constraint.quotedList(separator: " and "),
            entity: entity.name, property: constraint.count == 1 ? constraint.first : nil,
            location: entity.location)
        }
      }
    },
    Rule(id: "ck-ordered-relationships") { scope in
      scope.relationships { $0.isOrdered ? "is ordered" : nil }
    },
    Rule(id: "ck-delete-rule-deny") { scope in
      scope.relationships { $0.deleteRule == .deny ? "has the delete rule Deny" : nil }
    },
    Rule(id: "ck-unsupported-attribute-type") { scope in
      scope.attributes { attribute in
        attribute.leaves.allSatisfy { mirroredTypes.contains($0.type) }
          ? nil : "has the type \(attribute.type.name), which is not mirrored"
      }
    },
    Rule(id: valueTransformers) { scope in
      // Whether a transformer is registered and reversible only the running app knows.
      scope.attributes { attribute in
        attribute.type == .transformable
          ? attribute.ownTransformer.map { "needs the value transformer '\($0)'" } : nil
      }.map { breach in
        var breach = breach
        breach.certainty = .unknown(
          "whether the transformer is registered and reversible shows only in the running app")
        return breach
      }
    },
    Rule(id: "ck-relationship-outside-configuration") { scope in
      guard let name = scope.configuration, let inside = scope.model.configurations[name] else {
        return []
      }
      return scope.relationships { relationship in
        inside.contains(relationship.destination)
          ? nil : "leads to '\(relationship.destination)', which configuration '\(name)' lacks"
      }
    },
    Rule(id: "ck-ignored-property-invalid") { scope in
      scope.relationships { $0.userInfo[ignoredKey] == nil ? nil : "is marked as ignored" }
        + scope.attributes { attribute in
          attribute.userInfo[ignoredKey] == nil || attribute.isOptional
            ? nil : "is marked as ignored but required"
        }
    },
    Rule(id: "ck-encrypted-invalid") { scope in
      scope.relationships { $0.userInfo[encryptedKey] == nil ? nil : "is marked as encrypted" }
    },
    Rule(id: "ck-configuration-missing-or-empty") { scope in
      guard let name = scope.configuration else { return [] }
      guard let names = scope.model.configurations[name] else {
        return [Breach(text: "there is no configuration '\(name)'")]
      }
      return names.isEmpty ? [Breach(text: "configuration '\(name)' has no entities")] : []
    },
  ]
}

extension Attribute {
  /// The transformer that the app has to register. Foundation's own are always there, and work both ways.
  fileprivate var ownTransformer: String? {
    guard let name = valueTransformerName, !name.hasPrefix("NS") else { return nil }
    return name
  }
}
