extension ExplanationCatalog {
  /// Core Data errors of opening a store.
  static let storeOpenErrors: [Explanation] = [
    Explanation(
      id: "cocoa-134000", framework: .coreData, domain: "NSCocoaErrorDomain", code: 134000,
      codes: [134000], symbol: "NSPersistentStoreInvalidTypeError",
      patterns: "Unknown store type, format, or version",
      meaning: "Unknown persistent store type, format or version.",
      causes: """
        Wrong type string for addPersistentStore.
        File is not a Core Data store.
        """,
      confirm: "First 16 bytes must be \"SQLite format 3\\0\" for the SQLite type.",
      fixes: "Use the right store type or file.",
      severity: .critical, specificity: 50, confidence: .high),
    Explanation(
      id: "cocoa-134010", framework: .coreData, domain: "NSCocoaErrorDomain", code: 134010,
      codes: [134010], symbol: "NSPersistentStoreTypeMismatchError",
      patterns: "store type is inconsistent with the data format",
      meaning: "The store was accessed with a type that does not match its data.",
      causes: "Binary/XML store opened as SQLite or the reverse.",
      confirm: "Check the file header and NSStoreType in the metadata.",
      fixes: "Open with the type recorded in the store.",
      severity: .critical, specificity: 50, confidence: .high),
    Explanation(
      id: "cocoa-134020", framework: .coreData, domain: "NSCocoaErrorDomain", code: 134020,
      codes: [134020], symbol: "NSPersistentStoreIncompatibleSchemaError",
      patterns: "model configuration used to open the store is incompatible",
      meaning: """
        Database-level schema trouble: a table or column that the model expects is missing, the \
        configuration does not fit the store, or permissions prevent the save. The localized text \
        talks about the model configuration.
        """,
      causes: """
        Two configurations without distinct names/URLs collapse into one store that lacks some \
        entities.
        Tables missing because another container with fewer models opened (and trimmed) the file.
        Store opened with a configuration that does not contain the entity being saved.
        """,
      confirm: """
        Compare SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY with the entity list of the \
        schema.
        For each entity check that a table Z<ENTITY> (or the Z<ROOT> table of its hierarchy) \
        exists in sqlite_master.
        PRAGMA table_info(Z<ENTITY>) versus attribute list.
        """,
      fixes: """
        Give each ModelConfiguration its own name or URL.
        Restore the missing tables from a backup or rebuild the store; make all containers use the \
        full model list.
        """,
      severity: .critical, specificity: 85, confidence: .high),
    Explanation(
      id: "cocoa-134060", framework: .coreData, domain: "NSCocoaErrorDomain", code: 134060,
      codes: [134060], symbol: "NSCoreDataError",
      meaning: """
        General Core Data error; the useful text is in NSLocalizedFailureReason. In SwiftData apps \
        this is almost always the CloudKit model validator rejecting the schema.
        """,
      causes: """
        iCloud/CloudKit entitlement present, so cloudKitDatabase .automatic turns mirroring on, \
        and the model breaks CloudKit rules.
        Configuration name not found or empty for a CloudKit store.
        """,
      confirm: """
        Read NSLocalizedFailureReason: it lists every offending Entity: property.
        Check the schema for non-optional attributes without default, non-optional relationships, \
        missing inverses, unique constraints, deny rules, ordered relationships.
        """,
      fixes: "Fix the model, or pass cloudKitDatabase: .none.",
      severity: .critical, specificity: 50, confidence: .high),
    Explanation(
      id: "cocoa-134080", framework: .coreData, domain: "NSCocoaErrorDomain", code: 134080,
      codes: [134080], symbol: "NSPersistentStoreOpenError",
      meaning: "The store could not be opened.",
      causes: "Missing directory, permissions, file protection, wrong file.",
      confirm: "Check path, owner, protection class and NSSQLiteErrorDomain.",
      fixes: "Create the directory; fix permissions; wait for first unlock.",
      severity: .critical, specificity: 50, confidence: .high),
    Explanation(
      id: "cocoa-134081", framework: .coreData, domain: "NSCocoaErrorDomain", code: 134081,
      codes: [134081],
      patterns: "Can't add the same store twice",
      meaning: """
        Undocumented exception code used when the same store (same URL or identifier) is added \
        twice to one coordinator.
        """,
      causes: """
        loadPersistentStores or addPersistentStore called twice.
        Two descriptions with one URL.
        """,
      confirm: "Print coordinator.persistentStores before adding.",
      fixes: "Add each store once.",
      severity: .error, specificity: 85, confidence: .low),
    Explanation(
      id: "cocoa-134090", framework: .coreData, domain: "NSCocoaErrorDomain", code: 134090,
      codes: [134090], symbol: "NSPersistentStoreTimeoutError",
      meaning: "Could not connect to the store within NSPersistentStoreTimeoutOption.",
      causes: "Another process holds the store locked.",
      confirm: "lsof on the store files; look for -wal growth.",
      fixes: "Raise the timeout; release the other process.",
      severity: .error, specificity: 50, confidence: .high),
    Explanation(
      id: "cocoa-134100", framework: .coreData, domain: "NSCocoaErrorDomain", code: 134100,
      codes: [134100], symbol: "NSPersistentStoreIncompatibleVersionHashError",
      patterns: "model {version |}used to open the {persistent |}store is incompatible",
      meaning: """
        Entity version hashes recorded in the store differ from those of the model used to open \
        it, and no migration was performed.
        """,
      causes: """
        Model changed and automatic migration is off (or a plain addPersistentStore without \
        options).
        Two targets/processes with different model versions share one store.
        A second container with a different model list opens the same default.store.
        Store belongs to another app or to a newer build.
        """,
      confirm: """
        Decode Z_METADATA.Z_PLIST and diff NSStoreModelVersionHashes against the model: list \
        added, removed and changed entities.
        NSStoreModelVersionIdentifiers shows the version label the writer used.
        """,
      fixes: """
        Enable automatic migration with inferred mapping, or add a migration plan.
        Use one shared model list for every container that opens the file.
        """,
      severity: .critical, specificity: 85, confidence: .high),
  ]
}
