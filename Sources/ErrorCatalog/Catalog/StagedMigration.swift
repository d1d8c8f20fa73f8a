extension ExplanationCatalog {
  private static let error = ExplanationFamily(
    framework: .coreData, domain: "NSCocoaErrorDomain", code: 134504, severity: .critical,
    systems: "iOS 17.0+", specificity: 95)
  private static let exception = ExplanationFamily(
    framework: .coreData, domain: "NSInvalidArgumentException", severity: .critical,
    specificity: 95)
  private static let message = ExplanationFamily(
    framework: .coreData, severity: .info, systems: "iOS 17.0+", specificity: 90)

  /// Staged migration (iOS 17, macOS 14): errors with a code.
  static let stagedMigrationErrors: [Explanation] = [
    error(
      "staged-options-missing", code: 134100, codes: [], confidence: .low,
      patterns: """
        Staged Migration was requested with NSPersistentStoreStagedMigrationManagerOptionKey but \
        without setting
        """,
      meaning: """
        A staged migration manager was passed but automatic migration and inferred mapping are not \
        both enabled (reported with code 134100).
        """,
      causes:
        "shouldMigrateStoreAutomatically or shouldInferMappingModelAutomatically set to false.",
      confirm: "Inspect the store description options.",
      fixes: """
        Set NSMigratePersistentStoresAutomaticallyOption and \
        NSInferMappingModelAutomaticallyOption to true.
        """),
    error(
      "cocoa-134504", code: 134504, symbol: "NSManagedObjectModelReferenceNotFoundError",
      specificity: 50,
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
        'storedoctor identify STORE --model PATH' compares the store with each version in the source.
        """,
      fixes: """
        The message tells which side is unknown: see staged-unknown-model-version for the store, \
        staged-unknown-coordinator-model-version for the container.
        """),
    error(
      "staged-unknown-model-version", symbol: "NSManagedObjectModelReferenceNotFoundError",
      parent: "cocoa-134504",
      patterns: "Cannot use staged migration with an unknown model version",
      meaning: """
        The checksum of the model that wrote the store is not the checksum of any model in the \
        migration stages, so the starting stage cannot be found.
        """,
      causes: """
        A VersionedSchema was edited after it shipped, or it lists unversioned @Model classes that \
        changed later.
        The store was written before the app had versioned schemas, and V1 does not reproduce that \
        model exactly.
        A shipped version (including TestFlight builds and hotfixes) is missing in the plan.
        Models left out of, or added to, VersionedSchema.models compared with what shipped.
        Custom migration plan added for the first time over a store that earlier lightweight \
        changes had already moved on.
        """,
      confirm: """
        'storedoctor identify STORE --model PATH' compares the store with every VersionedSchema and \
        names the entity and property that differ.
        An entity that only one side has means that the lists of models differ.
        """,
      fixes: """
        Freeze every shipped version: nested copies of all model classes inside the \
        VersionedSchema enum.
        Recreate the exact shipped model as its own VersionedSchema and start the plan there.
        For purely inferable changes open once without a migration plan (automatic lightweight \
        migration), then stamp versions.
        """),
    error(
      "staged-unknown-coordinator-model-version",
      symbol: "NSManagedObjectModelReferenceNotFoundError", parent: "cocoa-134504",
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
        """),
    error(
      "cocoa-134505", code: 134505, symbol: "NSStagedMigrationFrameworkVersionMismatchError",
      specificity: 90,
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
        'storedoctor info STORE' says whether the checksum and the cached model are there.
        """,
      fixes: """
        Open the store once without the staged manager / migration plan using the exact old model, \
        then open with the plan.
        """),
    error(
      "cocoa-134506", code: 134506, symbol: "NSStagedMigrationBackwardMigrationError",
      specificity: 90,
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
        """),
  ]

  /// Staged migration (iOS 17, macOS 14): exceptions and console messages.
  static let stagedMigrationExceptions: [Explanation] = [
    exception(
      "staged-duplicate-version-checksums", framework: .swiftData, systems: "iOS 17.0+",
      patterns: "Duplicate version checksums{ across stages|}{ detected|}",
      meaning: """
        Two schema versions in the plan have the same model checksum. Raised as an \
        NSInvalidArgumentException while the staged manager is created, so Swift do/catch cannot \
        catch it.
        """,
      causes: """
        Two VersionedSchemas list the same unversioned @Model classes, so both hash to the current shape.
        A new version differs only in things that are not part of the checksum (versionIdentifier, \
        computed properties, methods).
        A stage from-version and to-version resolve to the same model.
        """,
      confirm: """
        Compute the checksum of each VersionedSchema; report equal pairs.
        Look for the same class (for example Item.self instead of SchemaV1.Item.self) in two \
        versions.
        """,
      fixes: """
        Freeze old versions as nested copies; remove versions that do not change the model; for \
        optional additive changes keep a single version and no stage.
        """),
    exception(
      "staged-duplicate-lightweight-stages", systems: "iOS 17.0+", confidence: .low,
      patterns: "Duplicate lightweight migration stages detected",
      meaning: """
        The same NSLightweightMigrationStage (or equal stages) was given twice to the staged \
        manager; exception.
        """,
      causes: "Copy/paste of a stage; equal stages built twice.",
      confirm: "List stages and compare from/to checksums.",
      fixes: "Remove the duplicate stage."),
    exception(
      "staged-stage-models-equal", systems: "iOS 17.0+ / macOS 14+ (reported on macOS 15.2)",
      patterns: "current model reference and the next model reference cannot be equal",
      meaning: """
        A custom migration stage goes from a model to itself: source and destination have the same \
        checksum; exception at container creation.
        """,
      causes: """
        fromVersion and toVersion of a MigrationStage.custom list the same unversioned model classes.
        The schema change does not alter the Core Data model.
        """,
      confirm: "Checksum(fromVersion) == checksum(toVersion).",
      fixes: """
        Freeze the old version; drop the stage when nothing changes; do the data work outside a \
        stage.
        """),
    message(
      "staged-editable-model-checksum",
      patterns: """
        Attempting to retrieve an NSManagedObjectModel version checksum while the model is still \
        editable
        """,
      meaning: """
        Warning while SwiftData builds stages: a checksum is read from a model not yet used by a \
        coordinator. Usually noise, but printed right before real staged-migration crashes.
        """,
      causes: "Normal with a SchemaMigrationPlan.",
      confirm: "Ignore unless followed by an exception.",
      fixes: "None needed; look at the next line of the log."),
    message(
      "staged-unknown-stage-class", severity: .error, specificity: 95, confidence: .low,
      patterns: "I don't know how to handle this type of migration stage",
      meaning: "A stage object is neither NSCustomMigrationStage nor NSLightweightMigrationStage.",
      causes: "Instance of NSMigrationStage or own subclass in the stages array.",
      confirm: "Check the classes of the stages.",
      fixes: "Use the two concrete stage classes."),
  ]
}
