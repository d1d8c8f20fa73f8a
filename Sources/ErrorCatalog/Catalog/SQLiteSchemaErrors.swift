extension ExplanationCatalog {
  private static let result = ExplanationFamily(
    framework: .sqlite, domain: "NSSQLiteErrorDomain", code: 1, symbol: "SQLITE_ERROR",
    severity: .critical, specificity: 95, parent: "sqlite-io-wrapper")
  private static let failure = ExplanationFamily(
    framework: .sqlite, domain: "NSSQLiteErrorDomain", severity: .error, specificity: 60)

  /// SQLite: tables, columns and constraints.
  static let sqliteSchemaErrors: [Explanation] = [
    result(
      "sqlite-no-such-table", alsoMatches: ["sqlite-error-generic"],
      patterns: "no such table: {main.|}[table:word]",
      meaning: """
        The model has an entity whose table does not exist in the file. The model hash matched or \
        migration was skipped, so Core Data did not create it.
        """,
      causes: """
        Another container with a shorter model list opened the file and dropped the tables (look \
        for "Persistent History ... has to be truncated").
        Two unnamed configurations share one file.
        Store file replaced/emptied under an open container.
        Failed or interrupted migration.
        Store made by hand or copied without -wal.
        """,
      confirm: """
        'storedoctor check STORE' names missing tables and a migration that stopped half-way.
        Without the entity in NSStoreModelVersionHashes the store is older than the model.
        """,
      fixes: """
        Use one full model list for all containers of the file; separate URLs otherwise; restore \
        from backup or rebuild the store.
        """),
    result(
      "sqlite-no-such-column",
      patterns: """
        no such column: [column or table:path]
        table [column or table:word] has no column named [column:word]
        """,
      meaning:
        "A query or save uses a column that the table does not have: the file is behind the model.",
      causes: """
        Model changed in place without migration (cached container, widget with another build).
        Migration skipped because the recorded hash already equals the model.
        Read-only or second container opened before migration.
        """,
      confirm: """
        'storedoctor check STORE' names missing columns.
        Compare NSStoreModelVersionHashes with the model: equal hash plus missing column means a \
        damaged store.
        """,
      fixes: """
        Run the migration with the full model; rebuild the column from a correct reference store \
        or recreate the store.
        """),
    result(
      "sqlite-table-already-exists", alsoMatches: ["sqlite-error-generic"], confidence: .medium,
      patterns: "table [table:word] already exists",
      meaning: "A migration tried to create a table that exists in the destination file.",
      causes: """
        A hidden file '….migrationdestination_…' left by an interrupted migration.
        Two migrations at once.
        """,
      confirm: "ls -la for .*.migrationdestination_* beside the store.",
      fixes: "Delete the leftover destination file (not the store) and retry."),
    result(
      "sqlite-constraint", code: 19, codes: [19, 275, 531, 787, 1043, 1811, 2323, 2579],
      symbol: "SQLITE_CONSTRAINT", severity: .error, specificity: 85, confidence: .medium,
      meaning: "A constraint failed; the text names it.",
      causes: "A value that must be unique is there twice, or a required one is missing.",
      confirm: "The text in quotes names the table and the column.",
      fixes: "Correct the rows before they are saved or migrated."),
    result(
      "sqlite-notnull-failed", code: 1299, symbol: "SQLITE_CONSTRAINT_NOTNULL", severity: .error,
      specificity: 85, confidence: .low,
      patterns: "NOT NULL constraint failed: [table.column:path]",
      meaning: "A NOT NULL column got NULL (Core Data itself rarely creates such columns).",
      causes: "Store made or changed by other tools.",
      confirm:
        "'storedoctor sql STORE \"PRAGMA table_info(TABLE)\"' shows which columns are NOT NULL.",
      fixes: "Rebuild the table with Core Data."),
    result(
      "sqlite-unique-failed", code: 2067, codes: [2067, 1555], symbol: "SQLITE_CONSTRAINT_UNIQUE",
      specificity: 88,
      patterns: "UNIQUE constraint failed: [table.column:path]",
      meaning: "A unique index of the store was violated (table.column in the text).",
      causes: """
        Duplicate keys during migration to a unique attribute.
        CloudKit metadata collision.
        """,
      confirm: "'storedoctor check STORE' finds duplicates; before a migration 'preflight' does.",
      fixes: "Remove or merge the duplicates before the value has to be unique."),
    failure(
      "sqlite-key-taken", specificity: 96, alsoMatches: ["sqlite-unique-failed"],
      patterns: """
        UNIQUE constraint failed: [table:word].Z_PK
        PRIMARY KEY must be unique
        column Z_PK is not unique
        """,
      meaning: """
        A new row was given a key that another row of its table has: no value of the app's is there \
        twice.
        """,
      causes: """
        Z_MAX in Z_PRIMARYKEY, from which Core Data counts on, is behind the keys that are taken: rows \
        were written past Core Data, or a copy has the table of one moment and the counter of another.
        """,
      confirm:
        "'storedoctor check STORE' compares the counters with the keys (primary-key-behind).",
      fixes: "'storedoctor repair STORE -o NEW' makes a copy with right counters."),
    failure(
      "sqlite-bookkeeping-taken", specificity: 96, alsoMatches: ["sqlite-unique-failed"],
      confidence: .medium,
      patterns: """
        UNIQUE constraint failed: Z_PRIMARYKEY.[column:word]
        UNIQUE constraint failed: Z_…
        """,
      meaning: """
        A table of Core Data's own, the list of entities (Z_PRIMARYKEY) or the links of a many-to-many \
        relationship (Z_2TAGS), was to get a row that it has: no value of the app's is there twice.
        """,
      causes: """
        A migration that stopped half way and began anew.
        Rows that were written past Core Data.
        Two processes that change the same links.
        """,
      confirm: "'storedoctor check STORE' compares these tables with the model.",
      fixes: "'storedoctor repair STORE --dry-run' says what can be put right in a copy."),
    failure(
      "sqlite-not-core-data", severity: .info, specificity: 20,
      meaning: """
        This is about the database of another library: it says so itself, or it names a table or \
        column as Core Data and SwiftData never would, whose names begin with Z.
        """,
      causes: "A library with SQL of its own (GRDB, FMDB, WCDB, SQLite.swift), or your own SQL.",
      confirm: "Is the name in your code or in a migration of that library?",
      fixes: """
        Look up the library's own migrations; storedoctor knows nothing about this database.
        """),
    failure(
      "sqlite-syntax", alsoMatches: ["sqlite-error-generic", "sqlite-prepare-failed"],
      confidence: .medium,
      patterns: "near '[text:line]': syntax error",
      meaning: """
        SQLite was given a statement that is no SQL; the text in quotes is where it stopped.
        """,
      causes: """
        A predicate that Core Data turns into wrong SQL, such as arithmetic in the list of BETWEEN \
        or IN, or an empty list.
        A derived attribute or an index expression that SQLite cannot read.
        Your own SQL, or another library's, if no table of Core Data is named.
        """,
      confirm: "Run with -com.apple.CoreData.SQLDebug 1; the statement stands above the error.",
      fixes: """
        Compute the value before it goes into the predicate, and write BETWEEN as two comparisons; \
        correct the expression of the attribute or index.
        """),
    failure(
      "sqlite-prepare-failed", alsoMatches: ["sqlite-readonly"],
      patterns: """
        error during prepareSQL for SQL string '[sql:line]'
        error during prepareSQL for SQL string
        """,
      meaning: "A statement could not be prepared; the SQL shows what was missing.",
      causes: "Missing table/column or unreadable file.",
      confirm: "Run the SQL with 'storedoctor sql'.",
      fixes: """
        If the table or column is not in the file, open it with the model it was made with and \
        migrate; otherwise do what the SQLite code beside the statement asks for.
        """),
  ]
}
