extension ExplanationCatalog {
  /// Staged migration (iOS 17, macOS 14): errors with a code.
  static let stagedMigrationErrors: [Explanation] = [
    Explanation(
      id: "staged-options-missing",
      framework: .coreData, domain: "NSCocoaErrorDomain", code: 134100,
      patterns: """
        Staged Migration was requested with NSPersistentStoreStagedMigrationManagerOptionKey but \
        without setting
        """,
      meaning: """
        A staged migration manager was passed but automatic migration and inferred mapping are not \
        both enabled (reported with code 134100).
        """,
      causes: """
        shouldMigrateStoreAutomatically or shouldInferMappingModelAutomatically set to false.
        """,
      confirm: "Inspect the store description options.",
      fixes: """
        Set NSMigratePersistentStoresAutomaticallyOption and \
        NSInferMappingModelAutomaticallyOption to true.
        """,
      severity: .critical, systems: "iOS 17.0+", specificity: 95, confidence: .low),
    Explanation(
      id: "cocoa-134504", framework: .coreData, domain: "NSCocoaErrorDomain", code: 134504,
      codes: [134504], symbol: "NSManagedObjectModelReferenceNotFoundError",
      meaning: """
        Staged migration could not find or instantiate a referenced model (134504, \
        NSManagedObjectModelReferenceNotFoundError).
        """,
      causes: """
        Store version unknown to the plan.
        Container model unknown to the plan.
        Model file for an NSManagedObjectModelReference missing or its checksum differs.
        """,
      confirm: """
        Decode Z_METADATA.Z_PLIST (binary plist): compare NSStoreModelVersionHashes (per entity), \
        NSStoreModelVersionChecksumKey and NSStoreModelVersionIdentifiers with the hashes/checksum \
        computed from each schema version in source.
        """,
      fixes: """
        The message tells which side is unknown: see staged-unknown-model-version for the store, \
        staged-unknown-coordinator-model-version for the container.
        """,
      severity: .critical, systems: "iOS 17.0+", specificity: 50, confidence: .high),
    Explanation(
      id: "staged-unknown-model-version",
      framework: .coreData, domain: "NSCocoaErrorDomain", code: 134504,
      symbol: "NSManagedObjectModelReferenceNotFoundError",
      patterns: "Cannot use staged migration with an unknown model version",
      meaning: """
        The checksum of the model that wrote the store is not the checksum of any model in the \
        migration stages, so the starting stage cannot be found.
        """,
      causes: """
        A VersionedSchema was edited after it shipped, or it lists live @Model classes that \
        changed later.
        The store was written before the app had versioned schemas, and V1 does not reproduce that \
        model exactly.
        A shipped version (including TestFlight builds and hotfixes) is missing in the plan.
        Models left out of, or added to, VersionedSchema.models compared with what shipped.
        Custom migration plan added for the first time over a store that earlier lightweight \
        changes had already moved on.
        """,
      confirm: """
        Read NSStoreModelVersionChecksumKey from Z_METADATA.Z_PLIST; compute the checksum of every \
        VersionedSchema; none is equal.
        Diff NSStoreModelVersionHashes per entity against each VersionedSchema: the entity whose \
        hash differs is the one that was changed.
        Entity name in the store but not in the schema (or the reverse) = model list differs.
        """,
      fixes: """
        Freeze every shipped version: nested copies of all model classes inside the \
        VersionedSchema enum.
        Recreate the exact shipped model as its own VersionedSchema and start the plan there.
        For purely inferable changes open once without a migration plan (automatic lightweight \
        migration), then stamp versions.
        """,
      severity: .critical, systems: "iOS 17.0+", specificity: 95, parent: "cocoa-134504",
      confidence: .high),
    Explanation(
      id: "staged-unknown-coordinator-model-version",
      framework: .coreData, domain: "NSCocoaErrorDomain", code: 134504,
      symbol: "NSManagedObjectModelReferenceNotFoundError",
      patterns: "unknown coordinator model version",
      meaning: """
        The model the container was opened with is not the end (or any) model of the migration \
        stages. The store may be fine; the plan does not know the current schema.
        """,
      causes: """
        Container built with Schema([A.self,B.self]) whose model list differs from the newest \
        VersionedSchema.models.
        New @Model added to ModelContainer(for:) but not to the newest VersionedSchema.
        Newest VersionedSchema has no stage leading to it.
        """,
      confirm: """
        Set-diff container schema models versus newest VersionedSchema.models.
        Checksum of the container schema must equal the toVersion checksum of the last stage.
        """,
      fixes: """
        Create the container with Schema(versionedSchema: Newest.self) and keep the model lists \
        identical.
        Add the missing stage.
        """,
      severity: .critical, systems: "iOS 17.0+", specificity: 95, parent: "cocoa-134504",
      confidence: .high),
    Explanation(
      id: "cocoa-134505", framework: .coreData, domain: "NSCocoaErrorDomain", code: 134505,
      codes: [134505], symbol: "NSStagedMigrationFrameworkVersionMismatchError",
      patterns: "store must be opened one time without Staged Migration",
      meaning: """
        The store metadata has no model checksum (written by an OS before staged migration) and no \
        cached model that matches, so staged migration cannot identify it.
        """,
      causes: """
        Store last opened by iOS 16 / macOS 13 or older.
        Non-SQLite or model-cache-less store.
        """,
      confirm: """
        NSStoreModelVersionChecksumKey is absent from Z_METADATA.Z_PLIST.
        SELECT count(*) FROM Z_MODELCACHE returns 0 or the table is missing.
        """,
      fixes: """
        Open the store once without the staged manager / migration plan using the exact old model, \
        then open with the plan.
        """,
      severity: .critical, systems: "iOS 17.0+", specificity: 90, confidence: .high),
    Explanation(
      id: "cocoa-134506", framework: .coreData, domain: "NSCocoaErrorDomain", code: 134506,
      codes: [134506], symbol: "NSStagedMigrationBackwardMigrationError",
      patterns: "store file cannot be migrated backwards with staged migration",
      meaning: """
        The store is at a later stage than the model that opens it; staged migration only goes \
        forward.
        """,
      causes: """
        Older app build opens a store already migrated by a newer build.
        Stages or VersionedSchemas listed out of order.
        """,
      confirm: """
        Index of the store checksum in the stage list is greater than the index of the container \
        checksum.
        Compare NSStoreModelVersionIdentifiers with the source versions.
        """,
      fixes: """
        Update the app; do not open the store with the older model.
        Reorder stages oldest to newest.
        """,
      severity: .critical, systems: "iOS 17.0+", specificity: 90, confidence: .high),
  ]
}
