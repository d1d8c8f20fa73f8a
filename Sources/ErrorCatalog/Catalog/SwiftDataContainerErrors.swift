extension ExplanationCatalog {
  private static let error = ExplanationFamily(
    framework: .swiftData, domain: "SwiftData.SwiftDataError", code: 1, severity: .critical,
    specificity: 70)

  /// Cases of `SwiftDataError` thrown while a container is made.
  static let swiftDataContainerErrors: [Explanation] = [
    error(
      "swiftdata-error-struct-code-1", code: 1, severity: .error, specificity: 10,
      meaning: """
        localizedDescription of any SwiftDataError value. SwiftDataError is a struct, so the \
        bridged NSError code is always 1 and says nothing about which case it is.
        """,
      causes: """
        Any SwiftDataError: most often loadIssueModelContainer at launch, but \
        sortingPendingChangesWithIdentifiers and other fetch errors print exactly the same text.
        """,
      confirm: """
        Print "\\(error)" or String(reflecting: error): they show the case of '_Error' and the \
        '_explanation', which localizedDescription hides.
        Read the CoreData: error: lines logged just before; they hold the real NSError.
        """,
      fixes:
        "Log the full error value and the Core Data console lines, then look up the inner rule."),
    error(
      "swiftdata-load-issue-model-container", symbol: "SwiftDataError.loadIssueModelContainer",
      systems: "iOS 17.0+", specificity: 20,
      alsoMatches: ["swiftdata-unresolved-error-loading-container"],
      meaning: """
        ModelContainer could not load a store. This is a wrapper: the store open or migration \
        failed in Core Data and SwiftData dropped the inner NSError (_explanation is usually nil, \
        sometimes "Unresolved Cocoa Error loading container").
        """,
      causes: """
        Schema changed without a usable migration (134110/134140/134504 inside).
        CloudKit validation of the model failed (134060 inside).
        Store file unreadable: locked by data protection, sandbox, corrupt, disk full (256/259 + \
        NSSQLiteErrorDomain inside).
        Store written by a newer or different schema.
        """,
      confirm: """
        Find the CoreData: error: block printed before the throw and resolve its code.
        'storedoctor identify STORE --model PATH' compares the store with each version in the source.
        Run 'storedoctor check --full' on the file.
        As NSError the value has domain SwiftData.SwiftDataError, code 1 and an empty userInfo \
        (measured with Xcode 27 beta on an iOS 26.5 runtime), so only the unified log names the \
        cause: subsystem com.apple.coredata "Store failed to load", then com.apple.swiftdata \
        "Unresolved error loading container".
        """,
      fixes: """
        Fix the inner error; on iOS 27 SDK builds catch unknownDataStoreSchema separately.
        Never call fatalError on this without keeping a copy of the store; move store, -wal, -shm \
        aside together and retry.
        """),
    error(
      "swiftdata-unknown-data-store-schema", symbol: "SwiftDataError.unknownDataStoreSchema",
      systems: "iOS 27.0+ (thrown only to processes linked on or after 27)",
      meaning: """
        The store on disk matches neither the current schema nor any schema of the migration plan. \
        New case in the iOS 27 / macOS 27 SDK; apps linked earlier get loadIssueModelContainer \
        instead.
        """,
      causes: """
        A shipped schema version is missing from SchemaMigrationPlan.schemas.
        A VersionedSchema that had shipped was edited afterwards.
        Store comes from a newer build (downgrade).
        """,
      confirm: """
        'storedoctor identify STORE --model PATH' compares the store with each version in the source.
        Check that NSStoreModelVersionChecksumKey equals the checksum of one of the plan schemas.
        """,
      fixes: """
        Add the missing frozen VersionedSchema and a stage from it.
        Or open without a plan so that lightweight inference can run, when the change is inferable.
        """),
    error(
      "swiftdata-unknown-schema", symbol: "SwiftDataError.unknownSchema", systems: "iOS 17.0+",
      confidence: .medium,
      meaning: """
        The container was asked to use a schema that is not one of those known to the migration \
        plan or configuration (Apple documents the symbol without text).
        """,
      causes: """
        The schema given to ModelContainer(for:) is not the last (or any) entry of \
        SchemaMigrationPlan.schemas.
        A model type was added to the container but not to the newest VersionedSchema.models.
        """,
      confirm: """
        Diff the model list of Schema(...) used by the container against VersionedSchema.models of \
        the newest version.
        """,
      fixes:
        "Build the schema with Schema(versionedSchema: Latest.self) and list every model in it."),
    error(
      "swiftdata-backward-migration", symbol: "SwiftDataError.backwardMigration",
      systems: "iOS 17.0+", confidence: .medium,
      meaning: "SwiftData refused to migrate a store from a newer schema version to an older one.",
      causes: """
        Older app build opened a store written by a newer build that uses a migration plan.
        versionIdentifier of the newest schema is lower than an earlier one, or stages listed in \
        reverse order.
        """,
      confirm: """
        'storedoctor identify STORE --model PATH' shows the store's version beside those in the source.
        Check the order of SchemaMigrationPlan.schemas and stages.
        """,
      fixes: """
        Ship the newer schema to the older build or restore a backup; there is no downgrade path.
        """),
    error(
      "swiftdata-model-validation-failure", symbol: "SwiftDataError.modelValidationFailure",
      severity: .error, systems: "iOS 17.0+", confidence: .medium,
      meaning: """
        A save was rejected because a model instance failed validation (required value missing, \
        count limits, unsupported graph).
        """,
      causes: """
        Non-optional property or to-one relationship left nil at save.
        minimumModelCount/maximumModelCount violated.
        """,
      confirm: """
        Look for the Core Data 1560/1570/1580/1590 error next to it.
        'storedoctor check STORE' names the rows without a required value.
        """,
      fixes: "Set the value before save or make the property optional / give it a default."),
    error(
      "swiftdata-configuration-file-name-contains-invalid-characters",
      symbol: "SwiftDataError.configurationFileNameContainsInvalidCharacters", severity: .error,
      systems: "iOS 17.0+",
      meaning:
        "The ModelConfiguration name contains characters that are not allowed in a file name.",
      causes: "Slash or other separator in the name.",
      confirm: "Inspect ModelConfiguration(_ name:).",
      fixes: "Use a plain file name or pass url:."),
    error(
      "swiftdata-configuration-file-name-too-long",
      symbol: "SwiftDataError.configurationFileNameTooLong", severity: .error, systems: "iOS 17.0+",
      meaning: "The ModelConfiguration name is too long for a file name.",
      causes: "Generated name (for example from user text).",
      confirm: "Measure the UTF-8 length of the name plus \".store\".",
      fixes: "Shorten the name or pass url:."),
    error(
      "swiftdata-configuration-schema-not-found-in-container-schema",
      symbol: "SwiftDataError.configurationSchemaNotFoundInContainerSchema", systems: "iOS 17.0+",
      confidence: .medium,
      meaning: """
        A ModelConfiguration schema contains a model that is not part of the schema of the \
        container.
        """,
      causes: "Model listed in a configuration but not in ModelContainer(for:).",
      confirm: "Set-diff: union of configuration schemas must equal the container schema.",
      fixes: "Add the model to the container schema."),
    error(
      "swiftdata-duplicate-configuration", symbol: "SwiftDataError.duplicateConfiguration",
      systems: "iOS 17.0+", confidence: .medium,
      meaning: "Two configurations in one container resolve to the same store.",
      causes: """
        Two unnamed ModelConfiguration values (both default.store).
        Same name or URL twice.
        """,
      confirm: "Print configuration.url for each configuration.",
      fixes: "Give each configuration its own name or URL."),
  ]
}
