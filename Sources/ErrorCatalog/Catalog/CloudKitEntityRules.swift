extension ExplanationCatalog {
  /// What CloudKit mirroring demands of entities and configurations (134060).
  static let cloudKitEntityRules: [Explanation] = [
    Explanation(
      id: "ck-unique-constraints",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134060,
      symbol: "NSCoreDataError",
      patterns: ["CloudKit integration does not support unique constraints"],
      userInfoKeys: ["NSLocalizedFailureReason"],
      meaning: """
        Uniqueness (@Attribute(.unique), #Unique, constraints) is not allowed in a mirrored \
        store.
        """,
      causes: [
        """
        CloudKit mirroring is on for this store: explicitly, or through ModelConfiguration \
        default .automatic with an iCloud container in the entitlements.
        """,
        "Both @Attribute(.unique) and the #Unique macro are rejected (measured).",
      ],
      confirm: [
        "List uniqueness constraints per entity.",
        "The lines after the message list each offender as Entity: property.",
        """
        Entitlements: com.apple.developer.icloud-container-identifiers present while no sync is \
        wanted.
        """,
        """
        Needs no account and no entitlement: validation runs in ModelContainer init before \
        CloudKit is contacted, so a unit test that builds the schema with mirroring on \
        reproduces it (measured, Xcode 27 beta / iOS 26.5 runtime).
        """,
      ],
      fixes: [
        "Remove the constraint and deduplicate in code (for example after import).",
        """
        If no sync is wanted: cloudKitDatabase: .none (SwiftData) or cloudKitContainerOptions = \
        nil (Core Data).
        """,
      ],
      severity: .critical,
      specificity: 95,
      parent: "cocoa-134060",
      confidence: .high,
      examples: [
        """
        CloudKit integration does not support unique constraints. The following entities are \
        constrained:\u{20}
        ChannelEntity: channelId, StatusEntity: videoId, VideoEntity: videoId
        """
      ],
      sources: [
        """
        https://developer.apple.com/documentation/coredata/creating-a-core-data-model-for-cloudkit\
        .md
        """,
        "https://fatbobman.com/en/snippet/rules-for-adapting-data-models-to-cloudkit",
        """
        https://developer.apple.com/tutorials/data/documentation/swiftdata/syncing-model-data-acro\
        ss-a-persons-devices.md
        """,
        "https://github.com/CharlesWiltgen/Axiom/pull/8",
        """
        https://github.com/jirigrill/eczema-helper/blob/main/docs/research/swiftdata-cloudkit-even\
        t-observability.md
        """,
      ]
    ),
    Explanation(
      id: "ck-record-too-large-static",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134060,
      symbol: "NSCoreDataError",
      patterns: ["can be materialized in a CKRecord of less than [limit:word] bytes"],
      userInfoKeys: ["NSLocalizedFailureReason"],
      meaning: """
        The static fields of an entity alone make a record over the limit (about 700000 bytes).
        """,
      causes: [
        """
        CloudKit mirroring is on for this store: explicitly, or through ModelConfiguration \
        default .automatic with an iCloud container in the entitlements.
        """
      ],
      confirm: [
        "Very many or very large default values.",
        "The lines after the message list each offender as Entity: property.",
        """
        Entitlements: com.apple.developer.icloud-container-identifiers present while no sync is \
        wanted.
        """,
      ],
      fixes: [
        "Split the entity.",
        """
        If no sync is wanted: cloudKitDatabase: .none (SwiftData) or cloudKitContainerOptions = \
        nil (Core Data).
        """,
      ],
      severity: .critical,
      specificity: 95,
      parent: "cocoa-134060",
      confidence: .low,
      notes: "Wording not seen in a public log.",
      examples: [
        """
        CloudKit integration requires that all entities can be materialized in a CKRecord of \
        less than 700000 bytes. The following entities cannot:
        """
      ],
      sources: [
        """
        https://developer.apple.com/documentation/coredata/creating-a-core-data-model-for-cloudkit\
        .md
        """,
        "https://fatbobman.com/en/snippet/rules-for-adapting-data-models-to-cloudkit",
      ]
    ),
    Explanation(
      id: "ck-tombstone-misconfigured",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134060,
      symbol: "NSCoreDataError",
      patterns: ["CloudKit integration requires that all entities tombstone"],
      userInfoKeys: ["NSLocalizedFailureReason"],
      meaning: "Legacy CloudKit metadata attributes are not preserved on deletion.",
      causes: [
        """
        CloudKit mirroring is on for this store: explicitly, or through ModelConfiguration \
        default .automatic with an iCloud container in the entitlements.
        """
      ],
      confirm: [
        "NSPersistentHistoryTombstoneAttributes in entity userInfo.",
        "The lines after the message list each offender as Entity: property.",
        """
        Entitlements: com.apple.developer.icloud-container-identifiers present while no sync is \
        wanted.
        """,
      ],
      fixes: [
        "Remove the custom tombstone configuration.",
        """
        If no sync is wanted: cloudKitDatabase: .none (SwiftData) or cloudKitContainerOptions = \
        nil (Core Data).
        """,
      ],
      severity: .critical,
      specificity: 95,
      parent: "cocoa-134060",
      confidence: .low,
      notes: "Wording not seen in a public log.",
      examples: [
        """
        CloudKit integration requires that all entities tombstone ckRecordID and \
        ckRecordSystemFields on delete if configured. The following entities are not properly \
        configured:
        """
      ],
      sources: [
        """
        https://developer.apple.com/documentation/coredata/creating-a-core-data-model-for-cloudkit\
        .md
        """,
        "https://fatbobman.com/en/snippet/rules-for-adapting-data-models-to-cloudkit",
      ]
    ),
    Explanation(
      id: "ck-configuration-missing-or-empty",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134060,
      symbol: "NSCoreDataError",
      patterns: [
        """
        Unable to find a configuration named '[configuration:line]' in the specified managed \
        object model
        """,
        "configuration named '[configuration:line]' does not contain any entities",
      ],
      userInfoKeys: ["NSLocalizedFailureReason"],
      meaning: "The store description names a model configuration that is missing or empty.",
      causes: [
        """
        CloudKit mirroring is on for this store: explicitly, or through ModelConfiguration \
        default .automatic with an iCloud container in the entitlements.
        """
      ],
      confirm: [
        "Configuration names in the model versus NSPersistentStoreDescription.configuration.",
        "The lines after the message list each offender as Entity: property.",
        """
        Entitlements: com.apple.developer.icloud-container-identifiers present while no sync is \
        wanted.
        """,
      ],
      fixes: [
        "Create the configuration and add entities, or use the default one.",
        """
        If no sync is wanted: cloudKitDatabase: .none (SwiftData) or cloudKitContainerOptions = \
        nil (Core Data).
        """,
      ],
      severity: .critical,
      specificity: 95,
      parent: "cocoa-134060",
      confidence: .low,
      notes: "Wording not seen in a public log.",
      examples: [
        "Unable to find a configuration named 'Cloud' in the specified managed object model."
      ],
      patternTests: ["The configuration named 'Cloud' does not contain any entities."],
      sources: [
        """
        https://developer.apple.com/documentation/coredata/creating-a-core-data-model-for-cloudkit\
        .md
        """,
        "https://fatbobman.com/en/snippet/rules-for-adapting-data-models-to-cloudkit",
      ]
    ),
  ]
}
