extension ExplanationCatalog {
  private static let error = ExplanationFamily(
    framework: .coreData, domain: "NSCocoaErrorDomain", severity: .critical, specificity: 50)

  /// Core Data migration errors, by code.
  static let migrationErrors: [Explanation] = [
    error(
      "cocoa-134110", code: 134110, symbol: "NSMigrationError",
      patterns: "An error occurred during persistent store migration",
      meaning: """
        General migration failure. The real reason is in userInfo "reason" (often prefixed "Cannot \
        migrate store in-place: ") and in NSUnderlyingError.
        """,
      causes: """
        New non-optional attribute without a default and rows exist.
        Constraint violation while adding uniqueness.
        SQLite error while rewriting tables (disk full, I/O, locked by another process).
        Exception in a custom stage or migration policy.
        """,
      confirm: """
        Read reason, entity, attribute in userInfo.
        'storedoctor identify STORE --model PATH' compares the store with each version in the source.
        'storedoctor preflight STORE --model PATH' names the rows that make it fail.
        """,
      fixes: """
        Mend what the inner reason names: a default value for a new required attribute, unique \
        values before a constraint, free space, an error that a custom stage threw.
        """),
    error(
      "cocoa-134111", code: 134111, symbol: "NSMigrationConstraintViolationError",
      meaning: "Migration failed because the migrated rows violate a uniqueness constraint.",
      causes: """
        @Attribute(.unique) / #Unique added while duplicates exist.
        CloudKit metadata rows collide: UNIQUE constraint on ANSCKRECORDMETADATA (ZENTITYID, \
        ZENTITYPK) after a downgrade or duplicated Z_PRIMARYKEY entries.
        """,
      confirm: """
        'storedoctor preflight STORE --model PATH' counts the duplicates.
        'storedoctor check STORE' compares Z_PRIMARYKEY with the entities of the model.
        Rows in ANSCKRECORDMETADATA whose (ZENTITYID, ZENTITYPK) has no matching row in the entity \
        table.
        """,
      fixes: """
        Deduplicate in willMigrate of a custom stage (both Apple WWDC samples do this for .unique).
        For ANSCKRECORDMETADATA: remove only dangling or twin rows on a copy of the store.
        """),
    error(
      "cocoa-134120", code: 134120, symbol: "NSMigrationCancelledError", severity: .error,
      meaning: "Migration was cancelled before completion.",
      causes: "cancelMigrationWithError or app-side cancel.",
      confirm: "Search for cancelMigration.",
      fixes: "Run the migration again."),
    error(
      "cocoa-134130", code: 134130, symbol: "NSMigrationMissingSourceModelError", specificity: 85,
      patterns: """
        missing source managed object model
        {Can't|Cant|Cannot|Can not} find {source |}model for {source |}store
        """,
      meaning: """
        No model in the bundle matches the hashes of the store, so the source model of the \
        migration is unknown.
        """,
      causes: """
        The shipped model version was edited in place instead of adding a new version.
        Old .mom not in the bundle; several model files merged with mergedModelFromBundles.
        Store from another branch, app or library version.
        """,
      confirm: """
        'storedoctor identify STORE --model PATH' compares the store with each version in the bundle.
        """,
      fixes: """
        Restore the exact old model version from version control into the .xcdatamodeld.
        Stop merging unrelated models, or migrate manually.
        """),
    error(
      "cocoa-134140", code: 134140, symbol: "NSMigrationMissingMappingModelError", specificity: 85,
      alsoMatches: ["cocoa-134190", "infer-attribute-types-incompatible"],
      patterns: """
        missing mapping model
        Can't find {or automatically infer |}mapping model for migration
        """,
      meaning: """
        Source and destination models are known but there is no mapping model and none can be \
        inferred.
        """,
      causes: """
        Attribute type changed to a type that inference does not allow (for example Int to String).
        To-many relationship changed to to-one.
        An attribute became a relationship, or the reverse.
        Duplicate renaming identifiers.
        Custom mapping model missing or built for other hashes.
        """,
      confirm: """
        Read NSUnderlyingError (134190): it has entity, property and reason.
        'storedoctor diff STORE MODEL' shows each attribute whose type changed.
        """,
      fixes: """
        With a SchemaMigrationPlan, add a custom stage: new property under a new name, copy or \
        convert in willMigrate and didMigrate, drop the old one later.
        For Core Data add or rebuild the mapping model.
        """),
    error(
      "cocoa-134150", code: 134150, symbol: "NSMigrationManagerSourceStoreError",
      meaning: "Migration failed because of the source store.",
      causes: "Source file locked, unreadable, or in recovery.",
      confirm: "Open the source with 'storedoctor info'; check -wal/-shm present and permissions.",
      fixes: "Fix access to the source file."),
    error(
      "cocoa-134160", code: 134160, symbol: "NSMigrationManagerDestinationStoreError",
      meaning: "Migration failed because of the destination store.",
      causes: "Destination exists, no space, no permission.",
      confirm: """
        Free space of at least the store size; leftover hidden files '….migrationdestination_…' \
        beside the store.
        """,
      fixes: "Free space; delete leftovers; retry."),
    error(
      "cocoa-134170", code: 134170, symbol: "NSEntityMigrationPolicyError",
      meaning: "A custom NSEntityMigrationPolicy failed.",
      causes: "Policy class not found (module prefix), wrong value type, thrown error.",
      confirm: "Check the policy class name in the mapping model and read NSUnderlyingError.",
      fixes: "Fix the policy; use the Objective-C class name that the runtime knows."),
    error(
      "cocoa-134180", code: 134180, symbol: "NSSQLiteError", severity: .error,
      meaning: "SQLite reported an error; its code is in userInfo.",
      causes: "A statement failed in SQLite; NSSQLiteErrorDomain in userInfo is its code.",
      confirm: "Read the SQLite code in userInfo.",
      fixes: "Explain the code: 'storedoctor explain NSSQLiteErrorDomain CODE'."),
  ]
}
