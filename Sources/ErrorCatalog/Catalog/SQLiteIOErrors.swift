extension ExplanationCatalog {
  /// SQLite: reading, writing and locking the file.
  static let sqliteIOErrors: [Explanation] = [
    Explanation(
      id: "sqlite-io", framework: .sqlite, domain: "NSSQLiteErrorDomain", code: 10,
      codes: [
        10, 266, 778, 1034, 1290, 1546, 1802, 2058, 2314, 2570, 2826, 3082, 3338, 3594, 4106, 4362,
        4618, 4874, 5130, 5386, 5642, 5898, 6154, 6410, 6666,
      ],
      symbol: "SQLITE_IOERR",
      patterns: "disk I/O error",
      meaning: "Real I/O failure on the file system; the extended code tells the operation.",
      causes: """
        Failing or full disk, protected file while locked, removed volume.
        File truncated (see 522).
        """,
      confirm: "errno in the message; extended code; smart/disk check.",
      fixes: "Retry after unlock; move the store; restore backup.",
      severity: .critical, specificity: 60, parent: "sqlite-io-wrapper",
      alsoMatches: ["sqlite-io-vnode", "sqlite-io-short-read", "sqlite-io-lock"],
      confidence: .high),
    Explanation(
      id: "sqlite-io-short-read", framework: .sqlite, domain: "NSSQLiteErrorDomain", code: 522,
      codes: [522], symbol: "SQLITE_IOERR_SHORT_READ",
      meaning: "The file is shorter than SQLite expects.",
      causes: "Truncated copy; store copied without -wal; file replaced while open.",
      confirm: "Page count in the header (bytes 28-31) times page size versus file size.",
      fixes: "Restore from backup; copy store, -wal and -shm together.",
      severity: .critical, specificity: 85, parent: "sqlite-io-wrapper",
      alsoMatches: ["sqlite-io"], confidence: .medium),
    Explanation(
      id: "sqlite-io-lock", framework: .sqlite, domain: "NSSQLiteErrorDomain", code: 3850,
      codes: [3850], symbol: "SQLITE_IOERR_LOCK",
      meaning: """
        Locking the file failed with an I/O error; seen in a widget while the app migrates.
        """,
      causes: "Process suspended or other process swapping the file.",
      confirm: "Other process ids in the log.",
      fixes: "Retry with back-off; migrate only in the app.",
      severity: .error, specificity: 85, parent: "sqlite-io-wrapper",
      alsoMatches: ["cocoa-file-256"], confidence: .high),
    Explanation(
      id: "sqlite-io-vnode", framework: .sqlite, domain: "NSSQLiteErrorDomain", code: 6922,
      codes: [6922], symbol: "SQLITE_IOERR_VNODE",
      meaning: "Apple SQLite: the file behind an open connection was deleted, renamed or replaced.",
      causes: """
        Store files deleted while a container has them open (reset, tests, iCloud/Dropbox \
        replacing the file).
        """,
      confirm: "Inode changed; \"vnode unlinked while in use\" in the log.",
      fixes: """
        Remove the store from the coordinator (or drop the container) before touching files; use \
        destroyPersistentStore/replacePersistentStore.
        """,
      severity: .critical, specificity: 85, parent: "sqlite-io-wrapper",
      alsoMatches: ["sqlite-io"], confidence: .high),
    Explanation(
      id: "sqlite-io-wrapper", framework: .sqlite, domain: "NSSQLiteErrorDomain",
      patterns: """
        I/O error for database at [path:line]. SQLite error code: [sqlite code:word]
        I/O error for database at [path:line]. SQLite error code:[sqlite code:word]
        """,
      meaning: """
        Core Data format for any failing SQL statement. "I/O error" in the text does not mean a \
        disk problem; only the code after "SQLite error code:" counts (10 adds errno).
        """,
      causes: "Any SQLite error.",
      confirm: "Take the number: low byte = primary code, rest = extended code.",
      fixes: """
        Run 'storedoctor explain' with the number (for example 11, 13 or 522) and do what it says.
        """,
      severity: .error, specificity: 30, alsoMatches: ["sqlite-io-vnode"], confidence: .high),
    Explanation(
      id: "sqlite-vnode-unlinked", framework: .sqlite, domain: "NSSQLiteErrorDomain",
      patterns: """
        database integrity compromised by API violation
        vnode {unlinked|renamed} while in use
        """,
      meaning: """
        libsqlite3 diagnostic: store, -wal or -shm were deleted or replaced while open. Reads may \
        return nothing and a later write can resurrect or corrupt the file.
        """,
      causes: """
        FileManager.removeItem on the store while a container lives (tests, "reset data", relaunch \
        overlap).
        Second instance of the app replaces the file.
        """,
      confirm: """
        lsof; file inode versus open descriptor; path at the end of the message says which file.
        """,
      fixes: """
        Release all containers/contexts first, or delete before the first open; in tests keep temp \
        files.
        """,
      severity: .critical, specificity: 95, confidence: .high),
  ]
}
