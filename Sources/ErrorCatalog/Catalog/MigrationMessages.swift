extension ExplanationCatalog {
  private static let error = ExplanationFamily(
    framework: .coreData, domain: "NSCocoaErrorDomain", code: 134110, severity: .critical,
    specificity: 95)

  /// The reasons migration errors carry.
  static let migrationMessages: [Explanation] = [
    error(
      "migration-replace-destination-failed", domain: "NSSQLiteErrorDomain", code: 5, codes: [],
      alsoMatches: ["sqlite-busy"],
      patterns: "Failed to replace destination database",
      meaning: """
        A finished migration could not be swapped over the live store file because something else \
        holds the store open.
        """,
      causes: """
        Widget or extension opens the App Group store while the app migrates (SQLITE_BUSY 5).
        A second container in the same process.
        """,
      confirm: """
        NSSQLiteErrorDomain code 5 or 3850 next to it.
        Other process ids in the log; a leftover hidden file '….migrationdestination_…' beside \
        the store.
        """,
      fixes: """
        Let only the app migrate; extensions wait until the version in Z_METADATA is current or \
        open read-only with retry.
        Retry at next launch: the race is not deterministic.
        """),
    error(
      "migration-in-place-failed", specificity: 40, parent: "cocoa-134110",
      patterns: "Cannot migrate store in-place",
      meaning: """
        Prefix that Core Data puts before the reason when a lightweight (in-place SQL) migration \
        failed; the text after the colon is the cause.
        """,
      causes: """
        Whatever the text after the colon says.
        Opening an old-model store read-only (no write permission, allowsSave false).
        """,
      confirm: "Split the message at \"in-place:\" and classify the rest.",
      fixes: """
        Fix the inner cause. To only read an old store, copy store+wal+shm and open the copy \
        read-write.
        """),
    error(
      "migration-read-only", specificity: 97, parent: "migration-in-place-failed",
      alsoMatches: ["sqlite-readonly"],
      patterns: "Cannot migrate store in-place: {'|}attempt to write a readonly database",
      meaning: "The store is of an older version and was opened in a way that forbids writing.",
      causes: """
        Opened with the read-only option or allowsSave: false, in a helper or a viewer.
        The file or its folder may not be written: app bundle, sandbox, snapshot.
        """,
      confirm: "Options of the store; permissions of the file and the folder.",
      fixes: """
        Let the app that owns the store migrate it; to only read it, copy store, -wal and -shm to \
        a writable folder, or open it with the model it was made with.
        """),
    error(
      "migration-table-exists", specificity: 97, parent: "migration-in-place-failed",
      alsoMatches: ["sqlite-table-already-exists"], confidence: .medium,
      patterns: "Cannot migrate store in-place: {'|}table [table:word] already exists",
      meaning: """
        The migration works on the store itself and wants to make a table that the store has \
        already: an earlier migration got half way, or the file was changed by other means.
        """,
      causes: """
        An app that was ended during a migration; a downgrade and an upgrade again.
        Two processes migrated at the same time.
        """,
      confirm: """
        'storedoctor check STORE --model PATH' names half-migrated stores and the version their \
        tables belong to.
        """,
      fixes: """
        On a copy: remove the table if it is empty and belongs to the new version, or restore a \
        backup from before the migration.
        """),
    error(
      "migration-sql-syntax", specificity: 97, parent: "migration-in-place-failed",
      confidence: .low,
      patterns: "Cannot migrate store in-place: {'|}near '[word:line]': syntax error",
      meaning: """
        SQLite refused a statement that Core Data made for the migration. Which change of the \
        model it was for is not said.
        """,
      causes: "Reports name default values and renamed or reserved names.",
      confirm: """
        Run with -com.apple.CoreData.SQLDebug 1 and look at the last statement; \
        'storedoctor plan STORE --model PATH' lists the changes.
        """,
      fixes: """
        Make the changes in two versions, so that the one at fault shows, and write that \
        differently.
        """),
    error(
      "migration-mandatory-attribute", symbol: "NSMigrationError",
      parent: "migration-in-place-failed",
      patterns: "missing attribute values on mandatory destination attribute",
      meaning: """
        After the lightweight migration some rows have NULL in an attribute that the new model \
        marks non-optional and that has no default value in the model.
        """,
      causes: """
        New non-optional property without a default at its declaration. A default only in init() \
        is invisible to the migration.
        Optional property made non-optional while rows with NULL exist.
        New field in a Codable struct stored as a composite: the sub-field is a new mandatory \
        attribute.
        Default that SwiftData cannot turn into a model default (for example a non-literal \
        expression) - reported by users, not verified.
        """,
      confirm: """
        userInfo names entity and attribute.
        'storedoctor preflight STORE --model PATH' counts the rows without a value.
        Count rows: the failure needs at least one row of the entity.
        Schema source: property has no "= value" and no "?".
        """,
      fixes: """
        Give the property a default at the declaration (var x: Int = 0) or make it optional.
        For computed values: add it as optional, fill it in didMigrate, make it required in the \
        next version.
        For Codable structs make the new field optional.
        """),
    error(
      "migration-mandatory-relationship", parent: "migration-in-place-failed",
      patterns: "missing attribute values on mandatory destination relationship",
      meaning:
        "A relationship is mandatory in the new model but existing rows have no related object.",
      causes: """
        New non-optional to-one relationship (a default instance such as = Engine() does not count).
        Optional relationship made non-optional while NULL foreign keys exist.
        To-many with a minimum count above zero and empty sets.
        """,
      confirm: """
        userInfo names entity and attribute (= relationship).
        'storedoctor preflight STORE --model PATH' counts the rows without a value.
        """,
      fixes: "Make the relationship optional; fill it in a custom stage; tighten it later."),
    error(
      "migration-constraint-violation", code: 134111, codes: [],
      symbol: "NSMigrationConstraintViolationError", specificity: 92, parent: "cocoa-134111",
      alsoMatches: [
        "sqlite-unique-failed", "migration-ck-metadata-collision", "migration-in-place-failed",
      ],
      patterns: "constraint violation {during attempted|attempting} migration",
      meaning: "Reason text for a uniqueness violation during in-place migration.",
      causes: """
        Duplicate values for a new unique attribute.
        CloudKit mirroring metadata collision.
        """,
      confirm: """
        Read the SQLite text next to it: 'UNIQUE constraint failed:' names the table and the column.
        Run the duplicate query on that table and column.
        """,
      fixes: "Deduplicate first, then migrate."),
    error(
      "migration-ck-metadata-collision", framework: .cloudKit, code: 134111, codes: [],
      specificity: 97, parent: "migration-constraint-violation",
      alsoMatches: ["sqlite-unique-failed"], confidence: .medium,
      patterns: "UNIQUE constraint failed: ANSCKRECORDMETADATA.ZENTITYID",
      meaning: """
        The CloudKit bookkeeping table got two rows for one (entity id, row id) while entity ids \
        were renumbered in a migration.
        """,
      causes: """
        Store was opened by an older build (downgrade) that dropped entities and renumbered Z_ENT \
        but left ANSCKRECORDMETADATA rows.
        Z_PRIMARYKEY lists the same entity name under two Z_ENT ids.
        """,
      confirm: """
        'storedoctor check STORE' compares Z_PRIMARYKEY with the entities of the model.
        For each ZENTITYID in ANSCKRECORDMETADATA check that it exists in Z_PRIMARYKEY and that \
        ZENTITYPK exists in that entity table.
        """,
      fixes: """
        On a backup copy: delete dangling rows; for twins keep the row under the Z_ENT used in the \
        data table; then migrate.
        """),
  ]
}
