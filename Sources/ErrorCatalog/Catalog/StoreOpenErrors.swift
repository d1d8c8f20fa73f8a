extension ExplanationCatalog {
  /// Core Data errors of opening a store.
  static let storeOpenErrors: [Explanation] = [
    Explanation(
      id: "cocoa-134000",
      framework: .coreData, domain: "NSCocoaErrorDomain", code: 134000,
      codes: [134000],
      symbol: "NSPersistentStoreInvalidTypeError",
      patterns: ["Unknown store type, format, or version"],
      meaning: "Unknown persistent store type, format or version.",
      causes: ["Wrong type string for addPersistentStore.", "File is not a Core Data store."],
      confirm: ["First 16 bytes must be \"SQLite format 3\\0\" for the SQLite type."],
      fixes: ["Use the right store type or file."],
      severity: .critical,
      specificity: 50,
      confidence: .high,
      examples: [
        """
        Error Domain=NSCocoaErrorDomain Code=134000 "Failed to save. Unknown store type, format, \
        or version."
        """
      ],
      patternTests: ["The operation couldn’t be completed. (Cocoa error 134000.)"],
      sources: [
        """
        https://github.com/phracker/MacOSX-SDKs/blob/8702ce6112cc870dda5f9c2d65ea37a2d5f95371/MacO\
        SX12.1.sdk/System/Library/Frameworks/CoreData.framework/Versions/Current/Headers/CoreDataE\
        rrors.h
        """,
        "https://developer.apple.com/documentation/coredata/1535452-validation-error-codes.md",
      ]
    ),
    Explanation(
      id: "cocoa-134010",
      framework: .coreData, domain: "NSCocoaErrorDomain", code: 134010,
      codes: [134010],
      symbol: "NSPersistentStoreTypeMismatchError",
      patterns: ["store type is inconsistent with the data format"],
      meaning: "The store was accessed with a type that does not match its data.",
      causes: ["Binary/XML store opened as SQLite or the reverse."],
      confirm: ["Check the file header and NSStoreType in the metadata."],
      fixes: ["Open with the type recorded in the store."],
      severity: .critical,
      specificity: 50,
      confidence: .high,
      examples: [
        """
        Error Domain=NSCocoaErrorDomain Code=134010 "The store type is inconsistent with the \
        data format."
        """
      ],
      patternTests: ["The operation couldn’t be completed. (Cocoa error 134010.)"],
      sources: [
        """
        https://github.com/phracker/MacOSX-SDKs/blob/8702ce6112cc870dda5f9c2d65ea37a2d5f95371/MacO\
        SX12.1.sdk/System/Library/Frameworks/CoreData.framework/Versions/Current/Headers/CoreDataE\
        rrors.h
        """,
        "https://developer.apple.com/documentation/coredata/1535452-validation-error-codes.md",
      ]
    ),
    Explanation(
      id: "cocoa-134020",
      framework: .coreData, domain: "NSCocoaErrorDomain", code: 134020,
      codes: [134020],
      symbol: "NSPersistentStoreIncompatibleSchemaError",
      patterns: ["model configuration used to open the store is incompatible"],
      meaning: """
        Database-level schema trouble: a table or column that the model expects is missing, the \
        configuration does not fit the store, or permissions prevent the save. The localized \
        text talks about the model configuration.
        """,
      causes: [
        """
        Two configurations without distinct names/URLs collapse into one store that lacks some \
        entities.
        """,
        "Tables missing because another container with fewer models opened (and trimmed) the file.",
        "Store opened with a configuration that does not contain the entity being saved.",
      ],
      confirm: [
        """
        Compare SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY with the entity list of \
        the schema.
        """,
        """
        For each entity check that a table Z<ENTITY> (or the Z<ROOT> table of its hierarchy) \
        exists in sqlite_master.
        """,
        "PRAGMA table_info(Z<ENTITY>) versus attribute list.",
      ],
      fixes: [
        "Give each ModelConfiguration its own name or URL.",
        """
        Restore the missing tables from a backup or rebuild the store; make all containers use \
        the full model list.
        """,
      ],
      severity: .critical,
      specificity: 85,
      confidence: .high,
      examples: [
        """
        Error Domain=NSCocoaErrorDomain Code=134020 "The model configuration used to open the \
        store is incompatible with the one that was used to create the store."
        """,
        """
        Failed to save after place creation: The model configuration used to open the store is \
        incompatible with the one that was used to create the store.
        """,
      ],
      patternTests: ["The operation couldn’t be completed. (Cocoa error 134020.)"],
      sources: [
        """
        https://github.com/phracker/MacOSX-SDKs/blob/8702ce6112cc870dda5f9c2d65ea37a2d5f95371/MacO\
        SX12.1.sdk/System/Library/Frameworks/CoreData.framework/Versions/Current/Headers/CoreDataE\
        rrors.h
        """,
        "https://developer.apple.com/documentation/coredata/1535452-validation-error-codes.md",
        "https://www.volcengine.com/article/1229344",
        "https://github.com/watzon/pindrop/pull/36",
      ]
    ),
    Explanation(
      id: "cocoa-134060",
      framework: .coreData, domain: "NSCocoaErrorDomain", code: 134060,
      codes: [134060],
      symbol: "NSCoreDataError",
      userInfoKeys: ["NSLocalizedFailureReason"],
      meaning: """
        General Core Data error; the useful text is in NSLocalizedFailureReason. In SwiftData \
        apps this is almost always the CloudKit model validator rejecting the schema.
        """,
      causes: [
        """
        iCloud/CloudKit entitlement present, so cloudKitDatabase .automatic turns mirroring on, \
        and the model breaks CloudKit rules.
        """,
        "Configuration name not found or empty for a CloudKit store.",
      ],
      confirm: [
        "Read NSLocalizedFailureReason: it lists every offending Entity: property.",
        """
        Check the schema for non-optional attributes without default, non-optional \
        relationships, missing inverses, unique constraints, deny rules, ordered relationships.
        """,
      ],
      fixes: ["Fix the model, or pass cloudKitDatabase: .none."],
      severity: .critical,
      specificity: 50,
      confidence: .high,
      examples: [
        """
        Error Domain=NSCocoaErrorDomain Code=134060 "A Core Data error occurred." \
        UserInfo={NSLocalizedFailureReason=CloudKit integration requires that all attributes be \
        optional, or have a default value set. The following attributes are marked non-optional \
        but do not have a default value:
        ShareEvent: entryId
        """
      ],
      patternTests: ["The operation couldn’t be completed. (Cocoa error 134060.)"],
      sources: [
        """
        https://github.com/phracker/MacOSX-SDKs/blob/8702ce6112cc870dda5f9c2d65ea37a2d5f95371/MacO\
        SX12.1.sdk/System/Library/Frameworks/CoreData.framework/Versions/Current/Headers/CoreDataE\
        rrors.h
        """,
        "https://developer.apple.com/documentation/coredata/1535452-validation-error-codes.md",
        "https://github.com/joshlacal/Catbird/pull/7",
        "https://github.com/scastiel/kado/pull/10",
        "https://github.com/CubeLabsNZ/CubeTime/pull/131",
      ]
    ),
    Explanation(
      id: "cocoa-134080",
      framework: .coreData, domain: "NSCocoaErrorDomain", code: 134080,
      codes: [134080],
      symbol: "NSPersistentStoreOpenError",
      userInfoKeys: ["NSFilePath", "NSUnderlyingError", "NSSQLiteErrorDomain"],
      meaning: "The store could not be opened.",
      causes: ["Missing directory, permissions, file protection, wrong file."],
      confirm: ["Check path, owner, protection class and NSSQLiteErrorDomain."],
      fixes: ["Create the directory; fix permissions; wait for first unlock."],
      severity: .critical,
      specificity: 50,
      confidence: .high,
      examples: [
        """
        Error Domain=NSCocoaErrorDomain Code=134080 "An error occurred while opening the \
        persistent store."
        """
      ],
      patternTests: ["The operation couldn’t be completed. (Cocoa error 134080.)"],
      sources: [
        """
        https://github.com/phracker/MacOSX-SDKs/blob/8702ce6112cc870dda5f9c2d65ea37a2d5f95371/MacO\
        SX12.1.sdk/System/Library/Frameworks/CoreData.framework/Versions/Current/Headers/CoreDataE\
        rrors.h
        """,
        "https://developer.apple.com/documentation/coredata/1535452-validation-error-codes.md",
      ]
    ),
    Explanation(
      id: "cocoa-134081",
      framework: .coreData, domain: "NSCocoaErrorDomain", code: 134081,
      codes: [134081],
      patterns: ["Can't add the same store twice"],
      meaning: """
        Undocumented exception code used when the same store (same URL or identifier) is added \
        twice to one coordinator.
        """,
      causes: [
        "loadPersistentStores or addPersistentStore called twice.",
        "Two descriptions with one URL.",
      ],
      confirm: ["Print coordinator.persistentStores before adding."],
      fixes: ["Add each store once."],
      severity: .error,
      specificity: 85,
      confidence: .low,
      notes: "Wording not seen in a public log.",
      examples: ["Can't add the same store twice"],
      patternTests: [
        "Error Domain=NSCocoaErrorDomain Code=134081 \"(null)\"",
        "The operation couldn’t be completed. (Cocoa error 134081.)",
      ],
      sources: [
        """
        https://github.com/phracker/MacOSX-SDKs/blob/8702ce6112cc870dda5f9c2d65ea37a2d5f95371/MacO\
        SX12.1.sdk/System/Library/Frameworks/CoreData.framework/Versions/Current/Headers/CoreDataE\
        rrors.h
        """,
        "https://developer.apple.com/documentation/coredata/nsstagedmigrationmanager.md",
      ]
    ),
    Explanation(
      id: "cocoa-134090",
      framework: .coreData, domain: "NSCocoaErrorDomain", code: 134090,
      codes: [134090],
      symbol: "NSPersistentStoreTimeoutError",
      meaning: "Could not connect to the store within NSPersistentStoreTimeoutOption.",
      causes: ["Another process holds the store locked."],
      confirm: ["lsof on the store files; look for -wal growth."],
      fixes: ["Raise the timeout; release the other process."],
      severity: .error,
      specificity: 50,
      confidence: .high,
      examples: [
        """
        Error Domain=NSCocoaErrorDomain Code=134090 "A timeout error occurred while connecting \
        to the persistent store."
        """
      ],
      patternTests: ["The operation couldn’t be completed. (Cocoa error 134090.)"],
      sources: [
        """
        https://github.com/phracker/MacOSX-SDKs/blob/8702ce6112cc870dda5f9c2d65ea37a2d5f95371/MacO\
        SX12.1.sdk/System/Library/Frameworks/CoreData.framework/Versions/Current/Headers/CoreDataE\
        rrors.h
        """,
        "https://developer.apple.com/documentation/coredata/1535452-validation-error-codes.md",
      ]
    ),
    Explanation(
      id: "cocoa-134100",
      framework: .coreData, domain: "NSCocoaErrorDomain", code: 134100,
      codes: [134100],
      symbol: "NSPersistentStoreIncompatibleVersionHashError",
      patterns: [
        "model {version |}used to open the {persistent |}store is incompatible"
      ],
      userInfoKeys: ["metadata", "reason", "NSLocalizedDescription"],
      meaning: """
        Entity version hashes recorded in the store differ from those of the model used to open \
        it, and no migration was performed.
        """,
      causes: [
        """
        Model changed and automatic migration is off (or a plain addPersistentStore without \
        options).
        """,
        "Two targets/processes with different model versions share one store.",
        "A second container with a different model list opens the same default.store.",
        "Store belongs to another app or to a newer build.",
      ],
      confirm: [
        """
        Decode Z_METADATA.Z_PLIST and diff NSStoreModelVersionHashes against the model: list \
        added, removed and changed entities.
        """,
        "NSStoreModelVersionIdentifiers shows the version label the writer used.",
      ],
      fixes: [
        "Enable automatic migration with inferred mapping, or add a migration plan.",
        "Use one shared model list for every container that opens the file.",
      ],
      severity: .critical,
      specificity: 85,
      confidence: .high,
      examples: [
        """
        Error Domain=NSCocoaErrorDomain Code=134100 "The managed object model version used to \
        open the persistent store is incompatible with the one that was used to create the \
        persistent store."
        """,
        """
        MagicalRecordHelpers defaultErrorHandler: Error: The model used to open the store is \
        incompatible with the one used to create the store
        """,
      ],
      patternTests: ["The operation couldn’t be completed. (Cocoa error 134100.)"],
      sources: [
        """
        https://github.com/phracker/MacOSX-SDKs/blob/8702ce6112cc870dda5f9c2d65ea37a2d5f95371/MacO\
        SX12.1.sdk/System/Library/Frameworks/CoreData.framework/Versions/Current/Headers/CoreDataE\
        rrors.h
        """,
        "https://developer.apple.com/documentation/coredata/1535452-validation-error-codes.md",
        "https://github.com/magicalpanda/MagicalRecord/issues/150",
        """
        https://developer.apple.com/documentation/coredata/migrating-your-data-model-automatically\
        .md
        """,
      ]
    ),
  ]
}
