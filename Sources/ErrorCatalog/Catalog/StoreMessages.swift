extension ExplanationCatalog {
  private static let message = ExplanationFamily(
    framework: .coreData, severity: .critical, specificity: 90)

  /// Console messages about store files and coordinators.
  static let storeMessages: [Explanation] = [
    message(
      "coredata-no-persistent-stores", specificity: 70,
      patterns: """
        NSPersistentStoreCoordinator has no persistent stores ([reason:line])
        NSPersistentStoreCoordinator has no persistent stores
        NSPersistentStoreCoordinator _coordinator_you_never_successfully_opened_the_database{_[reason:word]|}
        NSPersistentStoreCoordinator _introspectLastErrorAndThrow]
        """,
      meaning: """
        A save or fetch ran while no store was loaded; what stands in parentheses, or ends the \
        name of the method, is why opening it failed.
        """,
      causes: """
        Store open failed earlier and the app went on (reason unknown).
        device locked: store is file-protected and the device has not been unlocked (background \
        launch).
        disk full: no space to open or migrate.
        Store removed at termination while CloudKit import still runs.
        """,
      confirm: """
        Read the reason.
        Search earlier log lines for the addPersistentStore / loadPersistentStores error.
        File protection class of the store file; free space.
        """,
      fixes: """
        Handle the load error; use completeUntilFirstUserAuthentication protection; do not save \
        before a store is loaded.
        """),
    message(
      "coredata-no-stores-schema-mismatch", specificity: 72,
      parent: "coredata-no-persistent-stores",
      patterns: """
        NSPersistentStoreCoordinator has no persistent stores (schema mismatch or migration failure)
        _coordinator_you_never_successfully_opened_the_database_schema_mismatch
        """,
      meaning: """
        The store could not be opened because it is of another model version, or its migration \
        failed; then something was saved or fetched without a store.
        """,
      causes: """
        The model was changed without a new version, or the migration failed (134100, 134110, \
        134130 or 134140 earlier in the log).
        """,
      confirm: "'storedoctor identify STORE --model PATH' names the version the store has.",
      fixes: """
        Add the version that the store has and its migration; handle the error of loading instead \
        of going on.
        """),
    message(
      "coredata-no-stores-corrupt", specificity: 72, parent: "coredata-no-persistent-stores",
      patterns: "NSPersistentStoreCoordinator has no persistent stores (corrupt file)",
      meaning: """
        The store could not be opened because its file is no database or is damaged; then \
        something was saved or fetched without a store.
        """,
      causes: "NSSQLiteErrorDomain 26 (not a database) or 11 (damaged) in the recorded error.",
      confirm: "'storedoctor info FILE' says what the file is.",
      fixes: "Restore the store with its -wal from a backup; handle the error of loading."),
    message(
      "coredata-no-stores-disk-full", specificity: 72, parent: "coredata-no-persistent-stores",
      patterns: "NSPersistentStoreCoordinator has no persistent stores (disk full)",
      meaning: """
        The store could not be opened or migrated because the disk is full; then something was \
        saved or fetched without a store.
        """,
      causes: "No space for the store, its log or a migration's second copy.",
      confirm: "Free space of the device versus the size of the store.",
      fixes: "Free space and load the store again; handle the error of loading."),
    message(
      "coredata-no-stores-locked", specificity: 72, parent: "coredata-no-persistent-stores",
      patterns: "NSPersistentStoreCoordinator has no persistent stores (device locked)",
      meaning: """
        The store's file is protected and the device was locked; then something was saved or \
        fetched without a store.
        """,
      causes: "A launch in the background before the first unlock.",
      confirm: "File protection class of the store.",
      fixes: "Use completeUntilFirstUserAuthentication, and load the stores again after unlock."),
    message(
      "coredata-read-only-file", severity: .error, specificity: 92,
      alsoMatches: ["sqlite-cantopen", "sqlite-readonly"],
      patterns: "Attempt to add read-only file at path [path] read/write",
      meaning: """
        The store lies where the app may not write, for example in its own bundle. SQLite cannot \
        make the -wal and -shm that it needs there.
        """,
      causes: "A store shipped in the bundle is opened there instead of from a copy.",
      confirm: "The path in the message: is it inside '.app'?",
      fixes: """
        Copy the store to Application Support on first launch and open the copy.
        Or ship it without a log (journal_mode DELETE) and open it with \
        NSReadOnlyPersistentStoreOption.
        """),
    message(
      "coredata-nil-url",
      patterns: "Cannot create an SQL store with a nil URL",
      meaning: "addPersistentStore got no URL.",
      causes: "App Group container URL is nil (capability missing).",
      confirm: "containerURL(forSecurityApplicationGroupIdentifier:) returns nil.",
      fixes: "Fix the entitlement or path."),
    message(
      "coredata-sanity-check-file-appeared", severity: .warning,
      patterns: "File appeared during sanity check; this seems suspicious",
      meaning: "The store file appeared while Core Data was creating it: two openers race.",
      causes: "Two containers opened at the same time for a new store.",
      confirm: "Count containers for this URL at launch.",
      fixes: "Open the store once, or one opener after the other."),
    message(
      "coredata-failed-to-stat", severity: .warning,
      patterns: """
        Failed to stat path '[path:line]'
        Failed to stat path
        Sandbox access to file-write-create denied
        Sandbox access to file-read-data denied
        """,
      meaning: """
        The directory of the store does not exist yet or may not be written; Core Data logs many \
        errors and then often creates it.
        """,
      causes: """
        First launch: Library/Application Support does not exist.
        Custom sub-directory not created.
        macOS App Group/TCC denies access (file-read-data denied).
        Two test runs fight over one container.
        """,
      confirm: """
        Check that the parent directory of the path exists.
        Look for "Recovery attempt ... was successful!" afterwards.
        """,
      fixes: "Create the directory before building the container."),
    message(
      "coredata-recovery-successful", severity: .info,
      patterns: "Recovery attempt …was successful",
      meaning:
        "The missing directory was created and the store opened; the errors before it are noise.",
      causes: "Missing directory on first launch.",
      confirm: "The store file exists now.",
      fixes: "None needed."),
    message(
      "coredata-store-failed-to-load", specificity: 15,
      patterns: "Store failed to load",
      meaning: """
        Core Data log line for a failed store open during loadPersistentStores; it contains the \
        store description and the NSError.
        """,
      causes: "Any open or migration failure.",
      confirm: "Resolve the NSError of the line (code, reason, NSLocalizedFailureReason).",
      fixes: "Explain the inner error; it names the cause."),
  ]
}
