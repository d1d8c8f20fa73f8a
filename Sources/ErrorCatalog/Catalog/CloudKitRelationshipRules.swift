extension ExplanationCatalog {
  /// What CloudKit mirroring demands of relationships (134060).
  static let cloudKitRelationshipRules: [Explanation] = [
    Explanation(
      id: "ck-relationships-optional",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134060, symbol: "NSCoreDataError",
      patterns: "CloudKit integration requires that all relationships be optional",
      meaning: """
        Every relationship of a mirrored entity must be optional, to-many included ([X]? in \
        SwiftData).
        """,
      causes: """
        CloudKit mirroring is on for this store: explicitly, or through ModelConfiguration default \
        .automatic with an iCloud container in the entitlements.
        """,
      confirm: """
        List relationships that are not optional.
        The lines after the message list each offender as Entity: property.
        Entitlements: com.apple.developer.icloud-container-identifiers present while no sync is \
        wanted.
        Needs no account and no entitlement: validation runs in ModelContainer init before \
        CloudKit is contacted, so a unit test that builds the schema with mirroring on reproduces \
        it (measured, Xcode 27 beta / iOS 26.5 runtime).
        """,
      fixes: """
        Declare the relationship as X? or [X]?.
        If no sync is wanted: cloudKitDatabase: .none (SwiftData) or cloudKitContainerOptions = \
        nil (Core Data).
        """,
      severity: .critical, specificity: 95, parent: "cocoa-134060", confidence: .high),
    Explanation(
      id: "ck-relationships-inverse",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134060, symbol: "NSCoreDataError",
      patterns: "CloudKit integration requires that all relationships have an inverse",
      meaning: "Every relationship of a mirrored entity needs an inverse.",
      causes: """
        CloudKit mirroring is on for this store: explicitly, or through ModelConfiguration default \
        .automatic with an iCloud container in the entitlements.
        """,
      confirm: """
        List relationships without inverse.
        The lines after the message list each offender as Entity: property.
        Entitlements: com.apple.developer.icloud-container-identifiers present while no sync is \
        wanted.
        """,
      fixes: """
        Add @Relationship(inverse:) on one side, with a property on the other side.
        If no sync is wanted: cloudKitDatabase: .none (SwiftData) or cloudKitContainerOptions = \
        nil (Core Data).
        """,
      severity: .critical, specificity: 95, parent: "cocoa-134060", confidence: .high),
    Explanation(
      id: "ck-ordered-relationships",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134060, symbol: "NSCoreDataError",
      patterns: "CloudKit integration {requires |}does not support ordered relationships",
      meaning: "Ordered relationships cannot be mirrored.",
      causes: """
        CloudKit mirroring is on for this store: explicitly, or through ModelConfiguration default \
        .automatic with an iCloud container in the entitlements.
        """,
      confirm: """
        List relationships with ordered = YES.
        The lines after the message list each offender as Entity: property.
        Entitlements: com.apple.developer.icloud-container-identifiers present while no sync is \
        wanted.
        """,
      fixes: """
        Use an explicit order attribute.
        If no sync is wanted: cloudKitDatabase: .none (SwiftData) or cloudKitContainerOptions = \
        nil (Core Data).
        """,
      severity: .critical, specificity: 95, parent: "cocoa-134060", confidence: .high),
    Explanation(
      id: "ck-delete-rule-deny", framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134060,
      symbol: "NSCoreDataError",
      patterns: "following relationships are configured with unsupported delete rules",
      meaning: "The Deny delete rule is not allowed in a mirrored store.",
      causes: """
        CloudKit mirroring is on for this store: explicitly, or through ModelConfiguration default \
        .automatic with an iCloud container in the entitlements.
        """,
      confirm: """
        List relationships with deleteRule deny.
        The lines after the message list each offender as Entity: property.
        Entitlements: com.apple.developer.icloud-container-identifiers present while no sync is \
        wanted.
        Needs no account and no entitlement: validation runs in ModelContainer init before \
        CloudKit is contacted, so a unit test that builds the schema with mirroring on reproduces \
        it (measured, Xcode 27 beta / iOS 26.5 runtime).
        """,
      fixes: """
        Use nullify or cascade and enforce the rule in code.
        If no sync is wanted: cloudKitDatabase: .none (SwiftData) or cloudKitContainerOptions = \
        nil (Core Data).
        .noAction is accepted by the validator (measured) but leaves dangling references.
        """,
      severity: .critical, specificity: 95, parent: "cocoa-134060", confidence: .high),
    Explanation(
      id: "ck-relationship-outside-configuration",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134060, symbol: "NSCoreDataError",
      patterns: "CloudKit integration does not allow relationships to objects that aren't sync'd",
      meaning: """
        A mirrored entity has a relationship to an entity that is not in the same configuration.
        """,
      causes: """
        CloudKit mirroring is on for this store: explicitly, or through ModelConfiguration default \
        .automatic with an iCloud container in the entitlements.
        """,
      confirm: """
        Relationship destinations versus entity list of the configuration.
        The lines after the message list each offender as Entity: property.
        Entitlements: com.apple.developer.icloud-container-identifiers present while no sync is \
        wanted.
        """,
      fixes: """
        Move both entities to one configuration or drop the relationship.
        If no sync is wanted: cloudKitDatabase: .none (SwiftData) or cloudKitContainerOptions = \
        nil (Core Data).
        """,
      severity: .critical, specificity: 95, parent: "cocoa-134060", confidence: .low),
  ]
}
