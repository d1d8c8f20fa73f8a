extension ExplanationCatalog {
  /// SQLite result codes.
  static let sqliteErrors: [Explanation] = [
    Explanation(
      id: "sqlite-error-generic", framework: .sqlite, domain: "NSSQLiteErrorDomain", code: 1,
      codes: [1], symbol: "SQLITE_ERROR",
      meaning: """
        Generic SQL error: the text in quotes is the cause (missing table or column, syntax).
        """,
      causes: "Schema of the file differs from the model.",
      confirm: "Read the quoted text.",
      fixes: """
        Name the version of the store with 'storedoctor identify' and migrate it from that one.
        """,
      severity: .error, specificity: 50, parent: "sqlite-io-wrapper",
      alsoMatches: ["cocoa-file-256"], confidence: .high),
    Explanation(
      id: "sqlite-busy", framework: .sqlite, domain: "NSSQLiteErrorDomain", code: 5,
      codes: [5, 261, 517, 773], symbol: "SQLITE_BUSY",
      patterns: "database is locked",
      meaning: "Another connection holds a lock longer than the busy timeout.",
      causes: """
        Widget/extension/second container writes or migrates.
        sqlite3 shell or backup tool has the file open.
        """,
      confirm: "lsof on the file; NSSQLiteErrorDomain 5.",
      fixes: "One writer at a time; short transactions; retry; do not migrate in extensions.",
      severity: .error, specificity: 85, parent: "sqlite-io-wrapper", confidence: .high),
    Explanation(
      id: "sqlite-locked", framework: .sqlite, domain: "NSSQLiteErrorDomain", code: 6,
      codes: [6, 262, 518], symbol: "SQLITE_LOCKED",
      patterns: "database table is locked",
      meaning: "Conflict inside one connection or shared cache.",
      causes: "Statement open while the schema changes.",
      confirm: "NSSQLiteErrorDomain 6.",
      fixes: "Close statements; avoid DDL while reading.",
      severity: .error, specificity: 85, parent: "sqlite-io-wrapper", confidence: .medium),
    Explanation(
      id: "sqlite-readonly", framework: .sqlite, domain: "NSSQLiteErrorDomain", code: 8,
      codes: [8, 264, 520, 776, 1032, 1288, 1544], symbol: "SQLITE_READONLY",
      patterns: "attempt to write a readonly database",
      meaning: """
        SQLite may not write the file. 264 = needs WAL recovery, 1032 = database moved/deleted \
        while open, 1544 = directory not writable.
        """,
      causes: """
        Store inside the app bundle.
        Read-only open (or metadata read) of a database with an unrecovered WAL.
        File deleted or replaced while open.
        History-forced read-only.
        """,
      confirm: "Extended code; file and directory permissions; -wal size.",
      fixes: """
        Copy to a writable place with -wal and -shm; open read-write once so the WAL is recovered.
        """,
      severity: .critical, specificity: 85, parent: "sqlite-io-wrapper",
      alsoMatches: ["cocoa-file-256", "sqlite-prepare-failed"], confidence: .high),
    Explanation(
      id: "sqlite-corrupt", framework: .sqlite, domain: "NSSQLiteErrorDomain", code: 11,
      codes: [11, 267, 523, 779], symbol: "SQLITE_CORRUPT",
      patterns: "database disk image is malformed",
      meaning: "The b-tree structure of the file is damaged.",
      causes: """
        Store files deleted/replaced while open; -wal from another database; partial copy; file \
        system fault.
        Read before first unlock on some devices (reported as transient).
        """,
      confirm: """
        PRAGMA integrity_check; PRAGMA quick_check.
        Check that -wal belongs to this file (salt, checkpoint sequence).
        """,
      fixes: "Work on a copy; sqlite3 .recover into a new file; restore backup; recreate.",
      severity: .critical, specificity: 85, parent: "sqlite-io-wrapper", confidence: .high),
    Explanation(
      id: "sqlite-full", framework: .sqlite, domain: "NSSQLiteErrorDomain", code: 13, codes: [13],
      symbol: "SQLITE_FULL",
      patterns: "database or disk is full",
      meaning: "No space to write or to migrate.",
      causes: "Disk full; migration needs about a second copy.",
      confirm: "Free space versus store size.",
      fixes: "Free space; prune history (ATRANSACTION/ACHANGE); retry.",
      severity: .critical, specificity: 85, parent: "sqlite-io-wrapper",
      alsoMatches: ["swiftdata-save-failed-log"], confidence: .high),
    Explanation(
      id: "sqlite-cantopen", framework: .sqlite, domain: "NSSQLiteErrorDomain", code: 14,
      codes: [14, 270, 526, 782, 1038, 1294, 1550], symbol: "SQLITE_CANTOPEN",
      patterns: "unable to open database file",
      meaning: "The file or its directory cannot be opened.",
      causes: "Directory missing; no permission; path is a directory; too many open files.",
      confirm: "Parent directory exists and is writable?",
      fixes: "Create the directory; fix path/permission.",
      severity: .critical, specificity: 85, parent: "sqlite-io-wrapper", confidence: .high),
    Explanation(
      id: "sqlite-auth", framework: .sqlite, domain: "NSSQLiteErrorDomain", code: 23, codes: [23],
      symbol: "SQLITE_AUTH",
      patterns: """
        authorization denied
        Failed to open '[path:line]' for read/write access
        """,
      meaning: """
        The operating system refused access: data protection while locked, sandbox, TCC, App Group.
        """,
      causes: """
        Background launch before first unlock.
        macOS non-sandboxed app or widget without a valid App Group profile.
        """,
      confirm: """
        Protection class of the file; codesign entitlements; "Sandbox access ... denied" in the log.
        """,
      fixes: """
        NSFileProtectionCompleteUntilFirstUserAuthentication for the store; fix entitlements; \
        retry after protectedDataDidBecomeAvailable.
        """,
      severity: .critical, specificity: 85, parent: "sqlite-io-wrapper",
      alsoMatches: ["cocoa-file-256", "coredata-failed-to-stat"], confidence: .high),
    Explanation(
      id: "sqlite-notadb", framework: .sqlite, domain: "NSSQLiteErrorDomain", code: 26,
      codes: [26], symbol: "SQLITE_NOTADB",
      patterns: "file is {encrypted or is |}not a database",
      meaning: "The file does not start with the SQLite header.",
      causes: """
        Overwritten or encrypted file, cloud placeholder, wrong file type, truncated to zero then \
        written.
        """,
      confirm: "First 16 bytes must be \"SQLite format 3\\0\".",
      fixes: "Restore a backup; open the right file.",
      severity: .critical, specificity: 85, parent: "sqlite-io-wrapper",
      alsoMatches: ["cocoa-file-259"], confidence: .high),
  ]
}
