extension ExplanationCatalog {
  /// What every one of these rules comes with; its own text goes around that.
  private static func rule(
    _ id: String, isMeasured: Bool = false, confidence: Explanation.Confidence = .low,
    patterns: String, meaning: String, causes: String = "", confirm: String, fixes: String
  ) -> Explanation {
    let cause = """
      CloudKit mirroring is on for this store: explicitly, or through ModelConfiguration default \
      .automatic with an iCloud container in the entitlements.
      """
    let check = """
      The lines after the message list each offender: its entity, a colon, and the property.
      Entitlements: com.apple.developer.icloud-container-identifiers present while no sync is \
      wanted.
      """
    let measured = """
      Needs no account and no entitlement: validation runs in ModelContainer init before CloudKit \
      is contacted, so a unit test that builds the schema with mirroring on reproduces it \
      (measured, Xcode 27 beta / iOS 26.5 runtime).
      """
    let withoutSync = """
      If no sync is wanted: cloudKitDatabase: .none (SwiftData) or cloudKitContainerOptions = nil \
      (Core Data).
      """
    let family = ExplanationFamily(
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134060, symbol: "NSCoreDataError",
      severity: .critical, specificity: 95, parent: "cocoa-134060")
    var explanation = family(
      id, confidence: confidence, patterns: patterns, meaning: meaning,
      causes: "\(cause)\n\(causes)", confirm: "\(confirm)\n\(check)", fixes: fixes)
    if isMeasured { explanation.confirm.append(measured) }
    explanation.fixes.insert(withoutSync, at: 1)
    return explanation
  }

  /// What CloudKit mirroring demands of attributes, relationships, entities and configurations
  /// (134060).
  static let cloudKitModelRules: [Explanation] = [
    rule(
      "ck-attributes-optional-or-default", isMeasured: true, confidence: .high,
      patterns: """
        CloudKit integration requires that all attributes be optional
        {property|properties} must be optional or have {a |}default value
        Property '[property:word]' must be optional or have {a |}default value
        Property must have a default value
        """,
      meaning: """
        Every attribute of a mirrored entity must be optional or have a default value in the \
        model. A value assigned only in init does not count.
        """,
      confirm: "List attributes with isOptional == false and no default at the declaration.",
      fixes: "Add \"?\" or \"= value\" at the property declaration."),
    rule(
      "ck-unsupported-attribute-type",
      patterns: "CloudKit integration does not support all attribute types",
      meaning: """
        An attribute has a type CloudKit mirroring cannot store (for example Undefined or ObjectID).
        """,
      confirm: """
        List attribute types outside integer, decimal, double, float, string, boolean, date, \
        binary, UUID, URI, transformable, composite.
        """,
      fixes: "Change the type."),
    rule(
      "ck-value-transformers",
      patterns: """
        CloudKit integration requires that the value transformers for transformable attributes are \
        available
        """,
      meaning:
        "A transformable attribute names a transformer that is not registered or cannot reverse.",
      confirm: "Transformer names in the model versus registered names.",
      fixes: "Register the transformer before the store loads; allow reverse transformation."),
    rule(
      "ck-ignored-property-invalid",
      patterns: """
        attributes have invalid values for 'NSCloudKitMirroringDelegateIgnoredPropertyKey
        attributes have invalid values for NSCloudKitMirroringDelegateIgnoredPropertyKey
        CloudKit integration does not support ignored relationships
        """,
      meaning: """
        The "ignored property" marker of CloudKit mirroring is used on a non-optional attribute, \
        with a non-boolean value, or on a relationship.
        """,
      confirm: "userInfo of attributes/relationships.",
      fixes: "Only mark optional attributes, with YES/NO."),
    rule(
      "ck-encrypted-invalid",
      patterns: """
        CloudKit integration does not support encrypted relationships
        Partial encryption cannot be used with device-to-device encryption
        """,
      meaning: """
        Encryption flags are set on a relationship, entity, or together with device-to-device \
        encryption.
        """,
      confirm: "allowsCloudEncryption and userInfo keys.",
      fixes: "Set allowsCloudEncryption only on attributes."),
    rule(
      "ck-mergeable-storage",
      patterns: """
        attributes use mergeable storage with CloudKit which is unsupported
        Attributes that use mergeable storage
        """,
      meaning: "Mergeable-storage attributes cannot be mirrored.",
      confirm: "Look for attributes with usesMergeableStorage.",
      fixes: "Use normal attributes."),
    rule(
      "ck-relationships-optional", isMeasured: true, confidence: .high,
      patterns: "CloudKit integration requires that all relationships be optional",
      meaning: """
        Every relationship of a mirrored entity must be optional, to-many included ([X]? in \
        SwiftData).
        """,
      confirm: "List relationships that are not optional.",
      fixes: "Declare the relationship as X? or [X]?."),
    rule(
      "ck-relationships-inverse", confidence: .high,
      patterns: "CloudKit integration requires that all relationships have an inverse",
      meaning: "Every relationship of a mirrored entity needs an inverse.",
      confirm: "List relationships without inverse.",
      fixes: "Add @Relationship(inverse:) on one side, with a property on the other side."),
    rule(
      "ck-ordered-relationships", confidence: .high,
      patterns: "CloudKit integration {requires |}does not support ordered relationships",
      meaning: "Ordered relationships cannot be mirrored.",
      confirm: "List relationships with ordered = YES.",
      fixes: "Use an explicit order attribute."),
    rule(
      "ck-delete-rule-deny", isMeasured: true, confidence: .high,
      patterns: "following relationships are configured with unsupported delete rules",
      meaning: "The Deny delete rule is not allowed in a mirrored store.",
      confirm: "List relationships with deleteRule deny.",
      fixes: """
        Use nullify or cascade and enforce the rule in code.
        .noAction is accepted by the validator (measured) but leaves dangling references.
        """),
    rule(
      "ck-relationship-outside-configuration",
      patterns: "CloudKit integration does not allow relationships to objects that aren't sync'd",
      meaning:
        "A mirrored entity has a relationship to an entity that is not in the same configuration.",
      confirm: "Relationship destinations versus entity list of the configuration.",
      fixes: "Move both entities to one configuration or drop the relationship."),
    rule(
      "ck-unique-constraints", isMeasured: true, confidence: .high,
      patterns: "CloudKit integration does not support unique constraints",
      meaning: """
        Uniqueness (@Attribute(.unique), #Unique, constraints) is not allowed in a mirrored store.
        """,
      causes: "Both @Attribute(.unique) and the #Unique macro are rejected (measured).",
      confirm: "List uniqueness constraints per entity.",
      fixes: "Remove the constraint and deduplicate in code (for example after import)."),
    rule(
      "ck-record-too-large-static",
      patterns: "can be materialized in a CKRecord of less than [limit:word] bytes",
      meaning:
        "The static fields of an entity alone make a record over the limit (about 700000 bytes).",
      confirm: "Very many or very large default values.",
      fixes: "Split the entity."),
    rule(
      "ck-tombstone-misconfigured",
      patterns: "CloudKit integration requires that all entities tombstone",
      meaning: "Legacy CloudKit metadata attributes are not preserved on deletion.",
      confirm: "NSPersistentHistoryTombstoneAttributes in entity userInfo.",
      fixes: "Remove the custom tombstone configuration."),
    rule(
      "ck-configuration-missing-or-empty",
      patterns: """
        Unable to find a configuration named '[configuration:line]' in the specified managed \
        object model
        configuration named '[configuration:line]' does not contain any entities
        """,
      meaning: "The store description names a model configuration that is missing or empty.",
      confirm:
        "Configuration names in the model versus NSPersistentStoreDescription.configuration.",
      fixes: "Create the configuration and add entities, or use the default one."),
  ]
}
