extension ExplanationCatalog {
  /// What CloudKit mirroring demands of attributes (134060).
  static let cloudKitAttributeRules: [Explanation] = [
    Explanation(
      id: "ck-attributes-optional-or-default",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134060, symbol: "NSCoreDataError",
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
      causes: """
        CloudKit mirroring is on for this store: explicitly, or through ModelConfiguration default \
        .automatic with an iCloud container in the entitlements.
        """,
      confirm: """
        List attributes with isOptional == false and no default at the declaration.
        The lines after the message list each offender as Entity: property.
        Entitlements: com.apple.developer.icloud-container-identifiers present while no sync is \
        wanted.
        Needs no account and no entitlement: validation runs in ModelContainer init before \
        CloudKit is contacted, so a unit test that builds the schema with mirroring on reproduces \
        it (measured, Xcode 27 beta / iOS 26.5 runtime).
        """,
      fixes: """
        Add "?" or "= value" at the property declaration.
        If no sync is wanted: cloudKitDatabase: .none (SwiftData) or cloudKitContainerOptions = \
        nil (Core Data).
        """,
      severity: .critical, specificity: 95, parent: "cocoa-134060", confidence: .high),
    Explanation(
      id: "ck-unsupported-attribute-type",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134060, symbol: "NSCoreDataError",
      patterns: "CloudKit integration does not support all attribute types",
      meaning: """
        An attribute has a type CloudKit mirroring cannot store (for example Undefined or ObjectID).
        """,
      causes: """
        CloudKit mirroring is on for this store: explicitly, or through ModelConfiguration default \
        .automatic with an iCloud container in the entitlements.
        """,
      confirm: """
        List attribute types outside integer, decimal, double, float, string, boolean, date, \
        binary, UUID, URI, transformable, composite.
        The lines after the message list each offender as Entity: property.
        Entitlements: com.apple.developer.icloud-container-identifiers present while no sync is \
        wanted.
        """,
      fixes: """
        Change the type.
        If no sync is wanted: cloudKitDatabase: .none (SwiftData) or cloudKitContainerOptions = \
        nil (Core Data).
        """,
      severity: .critical, specificity: 95, parent: "cocoa-134060", confidence: .low),
    Explanation(
      id: "ck-value-transformers",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134060, symbol: "NSCoreDataError",
      patterns: """
        CloudKit integration requires that the value transformers for transformable attributes are \
        available
        """,
      meaning: """
        A transformable attribute names a transformer that is not registered or cannot reverse.
        """,
      causes: """
        CloudKit mirroring is on for this store: explicitly, or through ModelConfiguration default \
        .automatic with an iCloud container in the entitlements.
        """,
      confirm: """
        Transformer names in the model versus registered names.
        The lines after the message list each offender as Entity: property.
        Entitlements: com.apple.developer.icloud-container-identifiers present while no sync is \
        wanted.
        """,
      fixes: """
        Register the transformer before the store loads; allow reverse transformation.
        If no sync is wanted: cloudKitDatabase: .none (SwiftData) or cloudKitContainerOptions = \
        nil (Core Data).
        """,
      severity: .critical, specificity: 95, parent: "cocoa-134060", confidence: .low),
    Explanation(
      id: "ck-ignored-property-invalid",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134060, symbol: "NSCoreDataError",
      patterns: """
        attributes have invalid values for 'NSCloudKitMirroringDelegateIgnoredPropertyKey
        attributes have invalid values for NSCloudKitMirroringDelegateIgnoredPropertyKey
        CloudKit integration does not support ignored relationships
        """,
      meaning: """
        The "ignored property" marker of CloudKit mirroring is used on a non-optional attribute, \
        with a non-boolean value, or on a relationship.
        """,
      causes: """
        CloudKit mirroring is on for this store: explicitly, or through ModelConfiguration default \
        .automatic with an iCloud container in the entitlements.
        """,
      confirm: """
        userInfo of attributes/relationships.
        The lines after the message list each offender as Entity: property.
        Entitlements: com.apple.developer.icloud-container-identifiers present while no sync is \
        wanted.
        """,
      fixes: """
        Only mark optional attributes, with YES/NO.
        If no sync is wanted: cloudKitDatabase: .none (SwiftData) or cloudKitContainerOptions = \
        nil (Core Data).
        """,
      severity: .critical, specificity: 95, parent: "cocoa-134060", confidence: .low),
    Explanation(
      id: "ck-encrypted-invalid", framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134060,
      symbol: "NSCoreDataError",
      patterns: """
        CloudKit integration does not support encrypted relationships
        Partial encryption cannot be used with device-to-device encryption
        """,
      meaning: """
        Encryption flags are set on a relationship, entity, or together with device-to-device \
        encryption.
        """,
      causes: """
        CloudKit mirroring is on for this store: explicitly, or through ModelConfiguration default \
        .automatic with an iCloud container in the entitlements.
        """,
      confirm: """
        allowsCloudEncryption and userInfo keys.
        The lines after the message list each offender as Entity: property.
        Entitlements: com.apple.developer.icloud-container-identifiers present while no sync is \
        wanted.
        """,
      fixes: """
        Set allowsCloudEncryption only on attributes.
        If no sync is wanted: cloudKitDatabase: .none (SwiftData) or cloudKitContainerOptions = \
        nil (Core Data).
        """,
      severity: .critical, specificity: 95, parent: "cocoa-134060", confidence: .low),
    Explanation(
      id: "ck-mergeable-storage", framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134060,
      symbol: "NSCoreDataError",
      patterns: """
        attributes use mergeable storage with CloudKit which is unsupported
        Attributes that use mergeable storage
        """,
      meaning: "Mergeable-storage attributes cannot be mirrored.",
      causes: """
        CloudKit mirroring is on for this store: explicitly, or through ModelConfiguration default \
        .automatic with an iCloud container in the entitlements.
        """,
      confirm: """
        usesMergeableStorage attributes.
        The lines after the message list each offender as Entity: property.
        Entitlements: com.apple.developer.icloud-container-identifiers present while no sync is \
        wanted.
        """,
      fixes: """
        Use normal attributes.
        If no sync is wanted: cloudKitDatabase: .none (SwiftData) or cloudKitContainerOptions = \
        nil (Core Data).
        """,
      severity: .critical, specificity: 95, parent: "cocoa-134060", confidence: .low),
  ]
}
