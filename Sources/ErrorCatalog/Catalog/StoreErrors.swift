extension ExplanationCatalog {
  private static let error = ExplanationFamily(
    framework: .coreData, domain: "NSCocoaErrorDomain", severity: .error, specificity: 50)

  /// Core Data errors of opening a store, of requests to it and of saving.
  static let storeErrors: [Explanation] = [
    error(
      "cocoa-134000", code: 134000, symbol: "NSPersistentStoreInvalidTypeError",
      severity: .critical,
      patterns: "Unknown store type, format, or version",
      meaning: "Unknown persistent store type, format or version.",
      causes: """
        Wrong type string for addPersistentStore.
        File is not a Core Data store.
        """,
      confirm: "First 16 bytes must be \"SQLite format 3\\0\" for the SQLite type.",
      fixes: "Use the right store type or file."),
    error(
      "cocoa-134010", code: 134010, symbol: "NSPersistentStoreTypeMismatchError",
      severity: .critical,
      patterns: "store type is inconsistent with the data format",
      meaning: "The store was accessed with a type that does not match its data.",
      causes: "Binary/XML store opened as SQLite or the reverse.",
      confirm: "Check the file header and NSStoreType in the metadata.",
      fixes: "Open with the type recorded in the store."),
    error(
      "cocoa-134020", code: 134020, symbol: "NSPersistentStoreIncompatibleSchemaError",
      severity: .critical, specificity: 85,
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
        'storedoctor check STORE' names entities, tables and columns that are missing.
        """,
      fixes: """
        Give each ModelConfiguration its own name or URL.
        Restore the missing tables from a backup or rebuild the store; make all containers use the \
        full model list.
        """),
    error(
      "cocoa-134060", code: 134060, symbol: "NSCoreDataError", severity: .critical, specificity: 40,
      meaning: """
        General Core Data error: only the text in NSLocalizedFailureReason says what is wrong. In \
        SwiftData apps it is mostly that CloudKit does not take the schema.
        """,
      causes: """
        iCloud/CloudKit entitlement present, so cloudKitDatabase .automatic turns mirroring on, \
        and the model breaks CloudKit rules.
        Configuration name not found or empty for a CloudKit store.
        """,
      confirm: """
        Read NSLocalizedFailureReason: it lists every entity and property at fault.
        Check the schema for non-optional attributes without default, non-optional relationships, \
        missing inverses, unique constraints, deny rules, ordered relationships.
        """,
      fixes: """
        Where the reason lists entities or properties: correct them, or pass cloudKitDatabase: .none.
        Where it says something else, do what it says; without a reason the cause is not known.
        """),
    error(
      "cocoa-134060-sqlite-only", parent: "cocoa-134060", alsoMatches: ["cocoa-134060"],
      patterns: "CloudKit integration is only supported for SQLite stores",
      meaning: "A store that CloudKit is to mirror is of another type than SQLite.",
      causes: """
        A store in memory, in a test or a preview, with CloudKit options.
        A description with the type binary or XML.
        """,
      confirm: "Look at the type of the store's description and its cloudKitContainerOptions.",
      fixes: """
        Take the CloudKit options from the description of a store in memory: set \
        cloudKitContainerOptions to nil, in SwiftData cloudKitDatabase: .none.
        """),
    error(
      "cocoa-134080", code: 134080, symbol: "NSPersistentStoreOpenError", severity: .critical,
      meaning: "The store could not be opened.",
      causes: "Missing directory, permissions, file protection, wrong file.",
      confirm: "Check path, owner, protection class and NSSQLiteErrorDomain.",
      fixes: "Create the directory; fix permissions; wait for first unlock."),
    error(
      "cocoa-134081", code: 134081, specificity: 85, confidence: .low,
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
      fixes: "Add each store once."),
    error(
      "cocoa-134090", code: 134090, symbol: "NSPersistentStoreTimeoutError",
      meaning: "Could not connect to the store within NSPersistentStoreTimeoutOption.",
      causes: "Another process holds the store locked.",
      confirm: "lsof on the store files; look for -wal growth.",
      fixes: "Raise the timeout; release the other process."),
    error(
      "cocoa-134100", code: 134100, symbol: "NSPersistentStoreIncompatibleVersionHashError",
      severity: .critical, specificity: 85,
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
        'storedoctor identify STORE --model PATH' lists the entities and properties that differ, and \
        the version that the store says it has.
        """,
      fixes: """
        Enable automatic migration with inferred mapping, or add a migration plan.
        Use one shared model list for every container that opens the file.
        """),
    error(
      "cocoa-134030", code: 134030, symbol: "NSPersistentStoreSaveError",
      meaning: "Unclassified save error: something the store depends on failed.",
      causes: "Disk full, protected file, vanished directory, SQLite error inside.",
      confirm: """
        Read NSUnderlyingError and NSSQLiteErrorDomain in userInfo.
        Check free space, file protection, and that the directory exists.
        """,
      fixes: "Fix the underlying cause and save again."),
    error(
      "cocoa-134040", code: 134040, symbol: "NSPersistentStoreIncompleteSaveError",
      meaning: "One or more stores failed during a save across several stores.",
      causes: "One of several configurations/stores failed.",
      confirm: "NSAffectedStoresErrorKey / NSAffectedObjectsErrorKey name the store and objects.",
      fixes: "Fix the failing store; treat the save as partial."),
    error(
      "cocoa-134050", code: 134050, symbol: "NSPersistentStoreSaveConflictsError",
      meaning: "A merge conflict was left unresolved during a save.",
      causes: """
        Same row changed by two contexts/processes.
        Default error merge policy.
        """,
      confirm: """
        userInfo key conflictList holds NSMergeConflict objects with old and new versions; compare \
        with Z_OPT of the row.
        """,
      fixes: "Set a merge policy or resolve the conflicts."),
    error(
      "cocoa-134070", code: 134070, symbol: "NSPersistentStoreOperationError",
      meaning: "A persistent store operation failed.",
      causes: "Batch or other request failed in the store.",
      confirm: "Read NSUnderlyingError.",
      fixes: "Correct what the underlying error says about the request."),
    error(
      "cocoa-134091", code: 134091, symbol: "NSPersistentStoreUnsupportedRequestTypeError",
      meaning: """
        The store got a request type it does not implement (for example batch requests on an \
        in-memory or custom store).
        """,
      causes: "Batch insert/update/delete on a non-SQLite store.",
      confirm: "Check NSStoreType of the target store.",
      fixes: "Use a SQLite store or normal objects."),
    error(
      "cocoa-134200", code: 134200, symbol: "NSExternalRecordImportError", severity: .info,
      meaning: "General error while importing external records.",
      causes: "Spotlight/external record support (old macOS feature).",
      confirm: "The message says no more.",
      fixes: "No remedy is known."),
  ]
}
