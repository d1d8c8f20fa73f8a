extension ExplanationCatalog {
  /// What CloudKit mirroring demands of relationships (134060).
  static let cloudKitRelationshipRules: [Explanation] = [
    Explanation(
      id: "ck-relationships-optional",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134060,
      symbol: "NSCoreDataError",
      patterns: ["CloudKit integration requires that all relationships be optional"],
      userInfoKeys: ["NSLocalizedFailureReason"],
      meaning: """
        Every relationship of a mirrored entity must be optional, to-many included ([X]? in \
        SwiftData).
        """,
      causes: [
        """
        CloudKit mirroring is on for this store: explicitly, or through ModelConfiguration \
        default .automatic with an iCloud container in the entitlements.
        """
      ],
      confirm: [
        "List relationships that are not optional.",
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
        "Declare the relationship as X? or [X]?.",
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
        CloudKit integration requires that all relationships be optional, the following are not:
        CompSimSession: solvegroups
        """
      ],
      sources: [
        "https://github.com/CubeLabsNZ/CubeTime/pull/131",
        "https://github.com/scastiel/kado/pull/10",
        """
        https://developer.apple.com/documentation/coredata/creating-a-core-data-model-for-cloudkit\
        .md
        """,
        """
        https://github.com/jirigrill/eczema-helper/blob/main/docs/research/swiftdata-cloudkit-even\
        t-observability.md
        """,
      ]
    ),
    Explanation(
      id: "ck-relationships-inverse",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134060,
      symbol: "NSCoreDataError",
      patterns: ["CloudKit integration requires that all relationships have an inverse"],
      userInfoKeys: ["NSLocalizedFailureReason"],
      meaning: "Every relationship of a mirrored entity needs an inverse.",
      causes: [
        """
        CloudKit mirroring is on for this store: explicitly, or through ModelConfiguration \
        default .automatic with an iCloud container in the entitlements.
        """
      ],
      confirm: [
        "List relationships without inverse.",
        "The lines after the message list each offender as Entity: property.",
        """
        Entitlements: com.apple.developer.icloud-container-identifiers present while no sync is \
        wanted.
        """,
      ],
      fixes: [
        "Add @Relationship(inverse:) on one side, with a property on the other side.",
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
        CloudKit integration requires that all relationships have an inverse, the following do \
        not:
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
      ]
    ),
    Explanation(
      id: "ck-ordered-relationships",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134060,
      symbol: "NSCoreDataError",
      patterns: ["CloudKit integration {requires |}does not support ordered relationships"],
      userInfoKeys: ["NSLocalizedFailureReason"],
      meaning: "Ordered relationships cannot be mirrored.",
      causes: [
        """
        CloudKit mirroring is on for this store: explicitly, or through ModelConfiguration \
        default .automatic with an iCloud container in the entitlements.
        """
      ],
      confirm: [
        "List relationships with ordered = YES.",
        "The lines after the message list each offender as Entity: property.",
        """
        Entitlements: com.apple.developer.icloud-container-identifiers present while no sync is \
        wanted.
        """,
      ],
      fixes: [
        "Use an explicit order attribute.",
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
        CloudKit integration does not support ordered relationships. The following relationships \
        are marked ordered:
        CompSimSession: solvegroups
        """,
        """
        NSLocalizedFailureReason=CloudKit integration requires does not support ordered \
        relationships. The following relationships are marked ordered:
        Post: attachments
        """,
      ],
      sources: [
        "https://github.com/CubeLabsNZ/CubeTime/pull/131",
        "https://pastebin.com/t8Lt8tLd",
        """
        https://developer.apple.com/documentation/coredata/creating-a-core-data-model-for-cloudkit\
        .md
        """,
      ]
    ),
    Explanation(
      id: "ck-delete-rule-deny",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134060,
      symbol: "NSCoreDataError",
      patterns: ["following relationships are configured with unsupported delete rules"],
      userInfoKeys: ["NSLocalizedFailureReason"],
      meaning: "The Deny delete rule is not allowed in a mirrored store.",
      causes: [
        """
        CloudKit mirroring is on for this store: explicitly, or through ModelConfiguration \
        default .automatic with an iCloud container in the entitlements.
        """
      ],
      confirm: [
        "List relationships with deleteRule deny.",
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
        "Use nullify or cascade and enforce the rule in code.",
        """
        If no sync is wanted: cloudKitDatabase: .none (SwiftData) or cloudKitContainerOptions = \
        nil (Core Data).
        """,
        ".noAction is accepted by the validator (measured) but leaves dangling references.",
      ],
      severity: .critical,
      specificity: 95,
      parent: "cocoa-134060",
      confidence: .high,
      notes: """
        Issue #764 measured on a physical iPhone with iOS 26 that a "local-only" configuration \
        threw too; an app with an iCloud container must pass cloudKitDatabase: .none to be local.
        """,
      examples: [
        """
        The following relationships are configured with unsupported delete rules: P1:children - \
        Deny
        """
      ],
      sources: [
        "https://github.com/jirigrill/eczema-helper/issues/764",
        "https://github.com/jirigrill/eczema-helper/issues/713",
        """
        https://developer.apple.com/documentation/coredata/creating-a-core-data-model-for-cloudkit\
        .md
        """,
        """
        https://github.com/jirigrill/eczema-helper/blob/main/docs/research/swiftdata-cloudkit-even\
        t-observability.md
        """,
      ]
    ),
    Explanation(
      id: "ck-relationship-outside-configuration",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134060,
      symbol: "NSCoreDataError",
      patterns: ["CloudKit integration does not allow relationships to objects that aren't sync'd"],
      userInfoKeys: ["NSLocalizedFailureReason"],
      meaning: """
        A mirrored entity has a relationship to an entity that is not in the same configuration.
        """,
      causes: [
        """
        CloudKit mirroring is on for this store: explicitly, or through ModelConfiguration \
        default .automatic with an iCloud container in the entitlements.
        """
      ],
      confirm: [
        "Relationship destinations versus entity list of the configuration.",
        "The lines after the message list each offender as Entity: property.",
        """
        Entitlements: com.apple.developer.icloud-container-identifiers present while no sync is \
        wanted.
        """,
      ],
      fixes: [
        "Move both entities to one configuration or drop the relationship.",
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
        CloudKit integration does not allow relationships to objects that aren't sync'd. The \
        following relationships have destination entities that not in the specified \
        configuration.
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
  ]
}
