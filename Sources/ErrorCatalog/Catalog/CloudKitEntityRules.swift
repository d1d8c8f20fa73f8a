extension ExplanationCatalog {
  /// What CloudKit mirroring demands of entities and configurations (134060).
  static let cloudKitEntityRules: [Explanation] = [
    Explanation(
      id: "ck-unique-constraints",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134060, symbol: "NSCoreDataError",
      patterns: "CloudKit integration does not support unique constraints",
      meaning: """
        Uniqueness (@Attribute(.unique), #Unique, constraints) is not allowed in a mirrored store.
        """,
      causes: """
        CloudKit mirroring is on for this store: explicitly, or through ModelConfiguration default \
        .automatic with an iCloud container in the entitlements.
        Both @Attribute(.unique) and the #Unique macro are rejected (measured).
        """,
      confirm: """
        List uniqueness constraints per entity.
        The lines after the message list each offender as Entity: property.
        Entitlements: com.apple.developer.icloud-container-identifiers present while no sync is \
        wanted.
        Needs no account and no entitlement: validation runs in ModelContainer init before \
        CloudKit is contacted, so a unit test that builds the schema with mirroring on reproduces \
        it (measured, Xcode 27 beta / iOS 26.5 runtime).
        """,
      fixes: """
        Remove the constraint and deduplicate in code (for example after import).
        If no sync is wanted: cloudKitDatabase: .none (SwiftData) or cloudKitContainerOptions = \
        nil (Core Data).
        """,
      severity: .critical, specificity: 95, parent: "cocoa-134060", confidence: .high),
    Explanation(
      id: "ck-record-too-large-static",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134060, symbol: "NSCoreDataError",
      patterns: "can be materialized in a CKRecord of less than [limit:word] bytes",
      meaning: """
        The static fields of an entity alone make a record over the limit (about 700000 bytes).
        """,
      causes: """
        CloudKit mirroring is on for this store: explicitly, or through ModelConfiguration default \
        .automatic with an iCloud container in the entitlements.
        """,
      confirm: """
        Very many or very large default values.
        The lines after the message list each offender as Entity: property.
        Entitlements: com.apple.developer.icloud-container-identifiers present while no sync is \
        wanted.
        """,
      fixes: """
        Split the entity.
        If no sync is wanted: cloudKitDatabase: .none (SwiftData) or cloudKitContainerOptions = \
        nil (Core Data).
        """,
      severity: .critical, specificity: 95, parent: "cocoa-134060", confidence: .low),
    Explanation(
      id: "ck-tombstone-misconfigured",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134060, symbol: "NSCoreDataError",
      patterns: "CloudKit integration requires that all entities tombstone",
      meaning: "Legacy CloudKit metadata attributes are not preserved on deletion.",
      causes: """
        CloudKit mirroring is on for this store: explicitly, or through ModelConfiguration default \
        .automatic with an iCloud container in the entitlements.
        """,
      confirm: """
        NSPersistentHistoryTombstoneAttributes in entity userInfo.
        The lines after the message list each offender as Entity: property.
        Entitlements: com.apple.developer.icloud-container-identifiers present while no sync is \
        wanted.
        """,
      fixes: """
        Remove the custom tombstone configuration.
        If no sync is wanted: cloudKitDatabase: .none (SwiftData) or cloudKitContainerOptions = \
        nil (Core Data).
        """,
      severity: .critical, specificity: 95, parent: "cocoa-134060", confidence: .low),
    Explanation(
      id: "ck-configuration-missing-or-empty",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134060, symbol: "NSCoreDataError",
      patterns: """
        Unable to find a configuration named '[configuration:line]' in the specified managed \
        object model
        configuration named '[configuration:line]' does not contain any entities
        """,
      meaning: "The store description names a model configuration that is missing or empty.",
      causes: """
        CloudKit mirroring is on for this store: explicitly, or through ModelConfiguration default \
        .automatic with an iCloud container in the entitlements.
        """,
      confirm: """
        Configuration names in the model versus NSPersistentStoreDescription.configuration.
        The lines after the message list each offender as Entity: property.
        Entitlements: com.apple.developer.icloud-container-identifiers present while no sync is \
        wanted.
        """,
      fixes: """
        Create the configuration and add entities, or use the default one.
        If no sync is wanted: cloudKitDatabase: .none (SwiftData) or cloudKitContainerOptions = \
        nil (Core Data).
        """,
      severity: .critical, specificity: 95, parent: "cocoa-134060", confidence: .low),
  ]
}
