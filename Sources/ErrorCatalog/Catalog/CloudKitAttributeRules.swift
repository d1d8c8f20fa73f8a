extension ExplanationCatalog {
  /// What CloudKit mirroring demands of attributes (134060).
  static let cloudKitAttributeRules: [Explanation] = [
    Explanation(
      id: "ck-attributes-optional-or-default",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134060,
      symbol: "NSCoreDataError",
      patterns: [
        "CloudKit integration requires that all attributes be optional",
        "{property|properties} must be optional or have {a |}default value",
        "Property '[property:word]' must be optional or have {a |}default value",
        "Property must have a default value",
      ],
      userInfoKeys: ["NSLocalizedFailureReason"],
      meaning: """
        Every attribute of a mirrored entity must be optional or have a default value in the \
        model. A value assigned only in init does not count.
        """,
      causes: [
        """
        CloudKit mirroring is on for this store: explicitly, or through ModelConfiguration \
        default .automatic with an iCloud container in the entitlements.
        """
      ],
      confirm: [
        "List attributes with isOptional == false and no default at the declaration.",
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
        "Add \"?\" or \"= value\" at the property declaration.",
        """
        If no sync is wanted: cloudKitDatabase: .none (SwiftData) or cloudKitContainerOptions = \
        nil (Core Data).
        """,
      ],
      severity: .critical,
      specificity: 95,
      parent: "cocoa-134060",
      confidence: .high,
      notes: """
        The wording "Property must be optional or have default value" is a paraphrase used in \
        guides; no original log was found.
        """,
      examples: [
        """
        CloudKit integration requires that all attributes be optional, or have a default value \
        set. The following attributes are marked non-optional but do not have a default value:
        CompSimSession: name
        CompSimSolve: date
        """
      ],
      patternTests: ["Property must be optional or have default value"],
      sources: [
        "https://github.com/CubeLabsNZ/CubeTime/pull/131",
        """
        https://developer.apple.com/documentation/coredata/creating-a-core-data-model-for-cloudkit\
        .md
        """,
        "https://fatbobman.com/en/snippet/rules-for-adapting-data-models-to-cloudkit",
        "https://github.com/joshlacal/Catbird/pull/7",
        """
        https://github.com/jirigrill/eczema-helper/blob/main/docs/research/swiftdata-cloudkit-even\
        t-observability.md
        """,
      ]
    ),
    Explanation(
      id: "ck-unsupported-attribute-type",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134060,
      symbol: "NSCoreDataError",
      patterns: ["CloudKit integration does not support all attribute types"],
      userInfoKeys: ["NSLocalizedFailureReason"],
      meaning: """
        An attribute has a type CloudKit mirroring cannot store (for example Undefined or \
        ObjectID).
        """,
      causes: [
        """
        CloudKit mirroring is on for this store: explicitly, or through ModelConfiguration \
        default .automatic with an iCloud container in the entitlements.
        """
      ],
      confirm: [
        """
        List attribute types outside integer, decimal, double, float, string, boolean, date, \
        binary, UUID, URI, transformable, composite.
        """,
        "The lines after the message list each offender as Entity: property.",
        """
        Entitlements: com.apple.developer.icloud-container-identifiers present while no sync is \
        wanted.
        """,
      ],
      fixes: [
        "Change the type.",
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
        CloudKit integration does not support all attribute types. The following entities have \
        attributes of an unsupported type:
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
      id: "ck-value-transformers",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134060,
      symbol: "NSCoreDataError",
      patterns: [
        """
        CloudKit integration requires that the value transformers for transformable attributes \
        are available
        """
      ],
      userInfoKeys: ["NSLocalizedFailureReason"],
      meaning: """
        A transformable attribute names a transformer that is not registered or cannot reverse.
        """,
      causes: [
        """
        CloudKit mirroring is on for this store: explicitly, or through ModelConfiguration \
        default .automatic with an iCloud container in the entitlements.
        """
      ],
      confirm: [
        "Transformer names in the model versus registered names.",
        "The lines after the message list each offender as Entity: property.",
        """
        Entitlements: com.apple.developer.icloud-container-identifiers present while no sync is \
        wanted.
        """,
      ],
      fixes: [
        "Register the transformer before the store loads; allow reverse transformation.",
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
        CloudKit integration requires that the value transformers for transformable attributes \
        are available via +[NSValueTransformer valueTransformerForName:] and allow reverse \
        transformation:
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
      id: "ck-ignored-property-invalid",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134060,
      symbol: "NSCoreDataError",
      patterns: [
        "attributes have invalid values for 'NSCloudKitMirroringDelegateIgnoredPropertyKey",
        "attributes have invalid values for NSCloudKitMirroringDelegateIgnoredPropertyKey",
        "CloudKit integration does not support ignored relationships",
      ],
      userInfoKeys: ["NSLocalizedFailureReason"],
      meaning: """
        The "ignored property" marker of CloudKit mirroring is used on a non-optional attribute, \
        with a non-boolean value, or on a relationship.
        """,
      causes: [
        """
        CloudKit mirroring is on for this store: explicitly, or through ModelConfiguration \
        default .automatic with an iCloud container in the entitlements.
        """
      ],
      confirm: [
        "userInfo of attributes/relationships.",
        "The lines after the message list each offender as Entity: property.",
        """
        Entitlements: com.apple.developer.icloud-container-identifiers present while no sync is \
        wanted.
        """,
      ],
      fixes: [
        "Only mark optional attributes, with YES/NO.",
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
        CloudKit integration does not support ignored relationships. The following entities and \
        relationships are marked ignored using 'NSCloudKitMirroringDelegateIgnoredPropertyKey':
        """
      ],
      patternTests: [
        """
        The following attributes have invalid values for \
        'NSCloudKitMirroringDelegateIgnoredPropertyKey':
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
      id: "ck-encrypted-invalid",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134060,
      symbol: "NSCoreDataError",
      patterns: [
        "CloudKit integration does not support encrypted relationships",
        "Partial encryption cannot be used with device-to-device encryption",
      ],
      userInfoKeys: ["NSLocalizedFailureReason"],
      meaning: """
        Encryption flags are set on a relationship, entity, or together with device-to-device \
        encryption.
        """,
      causes: [
        """
        CloudKit mirroring is on for this store: explicitly, or through ModelConfiguration \
        default .automatic with an iCloud container in the entitlements.
        """
      ],
      confirm: [
        "allowsCloudEncryption and userInfo keys.",
        "The lines after the message list each offender as Entity: property.",
        """
        Entitlements: com.apple.developer.icloud-container-identifiers present while no sync is \
        wanted.
        """,
      ],
      fixes: [
        "Set allowsCloudEncryption only on attributes.",
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
        CloudKit integration does not support encrypted relationships. The following entities \
        and relationships are marked with 'NSPersistentCloudKitContainerEncryptedAttributeKey':
        """
      ],
      patternTests: ["Partial encryption cannot be used with device-to-device encryption."],
      sources: [
        """
        https://developer.apple.com/documentation/coredata/creating-a-core-data-model-for-cloudkit\
        .md
        """,
        "https://fatbobman.com/en/snippet/rules-for-adapting-data-models-to-cloudkit",
      ]
    ),
    Explanation(
      id: "ck-mergeable-storage",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134060,
      symbol: "NSCoreDataError",
      patterns: [
        "attributes use mergeable storage with CloudKit which is unsupported",
        "Attributes that use mergeable storage",
      ],
      userInfoKeys: ["NSLocalizedFailureReason"],
      meaning: "Mergeable-storage attributes cannot be mirrored.",
      causes: [
        """
        CloudKit mirroring is on for this store: explicitly, or through ModelConfiguration \
        default .automatic with an iCloud container in the entitlements.
        """
      ],
      confirm: [
        "usesMergeableStorage attributes.",
        "The lines after the message list each offender as Entity: property.",
        """
        Entitlements: com.apple.developer.icloud-container-identifiers present while no sync is \
        wanted.
        """,
      ],
      fixes: [
        "Use normal attributes.",
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
        "The following attributes use mergeable storage with CloudKit which is unsupported:"
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
