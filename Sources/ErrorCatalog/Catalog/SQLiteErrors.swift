extension ExplanationCatalog {
  private static let result = ExplanationFamily(
    framework: .sqlite, domain: "NSSQLiteErrorDomain", severity: .critical, specificity: 85,
    parent: "sqlite-io-wrapper")
  private static let failure = ExplanationFamily(
    framework: .sqlite, domain: "NSSQLiteErrorDomain", severity: .error, specificity: 30)

  /// SQLite result codes; reading, writing and locking the file.
  static let sqliteErrors: [Explanation] = [
    result(
      "sqlite-error-generic", code: 1, symbol: "SQLITE_ERROR", severity: .error, specificity: 50,
      alsoMatches: ["cocoa-file-256"],
      meaning:
        """
        SQLite could not make sense of a statement: usually a table or column that it names is \
        not in the file. The text in quotes, if there is one, says which.
        """,
      causes: """
        The file is of another version than the model, or its migration stopped half way.
        A widget or extension of another build opens the shared store.
        """,
      confirm: "Read the quoted text; compare the file with the model: 'storedoctor check STORE'.",
      fixes:
        "Name the version of the store with 'storedoctor identify' and migrate it from that one."),
    result(
      "sqlite-busy", code: 5, codes: [5, 261, 517, 773], symbol: "SQLITE_BUSY", severity: .error,
      patterns: "database is locked",
      meaning: "Another connection holds a lock longer than the busy timeout.",
      causes: """
        Widget/extension/second container writes or migrates.
        The sqlite3 shell or a backup tool has the file open.
        """,
      confirm: "'lsof FILE' lists the processes that have the file open.",
      fixes: "One writer at a time; short transactions; retry; do not migrate in extensions."),
    result(
      "sqlite-locked", code: 6, codes: [6, 262, 518], symbol: "SQLITE_LOCKED", severity: .error,
      confidence: .medium,
      patterns: "database table is locked",
      meaning: "Conflict inside one connection or shared cache.",
      causes: "Statement open while the schema changes.",
      confirm: "The code is NSSQLiteErrorDomain 6.",
      fixes: "Close statements; avoid DDL while reading."),
    result(
      "sqlite-readonly", code: 8, codes: [8, 264, 520, 776, 1032, 1288, 1544],
      symbol: "SQLITE_READONLY", alsoMatches: ["cocoa-file-256", "sqlite-prepare-failed"],
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
      confirm:
        "Look at the extended code, the permissions of file and folder, and the size of the -wal.",
      fixes: """
        Copy the store with its -wal to a place where the app may write, and open that copy.
        """),
    result(
      "sqlite-corrupt", code: 11, codes: [11, 267, 523], symbol: "SQLITE_CORRUPT",
      patterns: """
        database disk image is malformed
        malformed database schema (
        database corruption at line [line:word] of
        """,
      meaning: "The b-tree structure of the file is damaged.",
      causes: """
        Store files deleted/replaced while open; -wal from another database; partial copy; file \
        system fault.
        Read before first unlock on some devices (reported as transient).
        """,
      confirm: """
        'storedoctor check --full STORE' examines every page and index without changing the file.
        Was the -wal copied together with this file?
        """,
      fixes: """
        Restore a backup. Without one, 'storedoctor repair STORE --salvage -o NEW' saves every row that \
        can still be reached, and says which are missing; copy the store's -wal with it.
        """
    ),
    result(
      "sqlite-full", code: 13, symbol: "SQLITE_FULL", alsoMatches: ["swiftdata-save-failed-log"],
      patterns: "database or disk is full",
      meaning: "No space to write or to migrate.",
      causes: "Disk full; migration needs about a second copy.",
      confirm: "Compare the free space with the size of the store.",
      fixes: "Free space on the device and try again; delete old persistent history."),
    result(
      "sqlite-cantopen", code: 14, codes: [14, 270, 526, 782, 1038, 1294, 1550],
      symbol: "SQLITE_CANTOPEN",
      patterns: "unable to open database file",
      meaning: "The file or its directory cannot be opened.",
      causes: """
        The folder does not exist, or the path is a folder itself.
        The app may not read or write there; the device may be locked.
        Too many open files.
        """,
      confirm: "Does the folder of the path exist, and may the app write to it?",
      fixes: "Create the folder before the container is made; correct the path."),
    result(
      "sqlite-auth", code: 23, symbol: "SQLITE_AUTH",
      alsoMatches: ["cocoa-file-256", "coredata-failed-to-stat"],
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
        """),
    result(
      "sqlite-misuse", code: 21, symbol: "SQLITE_MISUSE", confidence: .medium,
      patterns: """
        library routine called out of sequence
        bad parameter or other API misuse
        API call with {invalid|NULL|unopened} database connection pointer
        API called with {NULL|finalized} prepared statement
        misuse at line [line:word] of
        """,
      meaning: """
        SQLite was called with a connection or statement that is not in a state for it: closed, \
        finished, or used by two threads. The file is not at fault.
        """,
      causes: """
        A connection used after it was closed, or while its coordinator is torn down.
        Opening the store failed half way and the coordinator was used again.
        """,
      confirm: "Does a second attempt with a new container open the same file?",
      fixes: """
        Drop the container and load the store with a new one; do not delete the file.
        """),
    result(
      "sqlite-notadb", code: 26, symbol: "SQLITE_NOTADB", alsoMatches: ["cocoa-file-259"],
      patterns: "file is {encrypted or is |}not a database",
      meaning: "The file does not start with the SQLite header.",
      causes: """
        Overwritten or encrypted file, cloud placeholder, wrong file type, truncated to zero then \
        written.
        """,
      confirm: "First 16 bytes must be \"SQLite format 3\\0\".",
      fixes: "Restore a backup; open the right file."),
    result(
      "sqlite-io", code: 10,
      codes: [
        10, 266, 778, 1034, 1290, 1546, 1802, 2058, 2314, 2570, 2826, 3082, 3338, 3594, 4106, 4362,
        4618, 4874, 5130, 5386, 5642, 5898, 6154, 6410, 6666,
      ],
      symbol: "SQLITE_IOERR", specificity: 60,
      alsoMatches: ["sqlite-io-vnode", "sqlite-io-short-read", "sqlite-io-lock"],
      patterns: "disk I/O error",
      meaning: """
        Reading or writing the file failed; the name of the extended code tells the operation: \
        778 is SQLITE_IOERR_WRITE.
        """,
      causes: """
        Failing or full disk, protected file while locked, removed volume.
        File truncated (see 522).
        """,
      confirm: "errno in the message; extended code; smart/disk check.",
      fixes: "Retry after unlock; move the store; restore backup."),
    result(
      "sqlite-io-short-read", code: 522, symbol: "SQLITE_IOERR_SHORT_READ",
      alsoMatches: ["sqlite-io"], confidence: .medium,
      meaning: "The file is shorter than SQLite expects.",
      causes: "Truncated copy; store copied without -wal; file replaced while open.",
      confirm: "Page count in the header (bytes 28-31) times page size versus file size.",
      fixes: "Restore from backup; copy store, -wal and -shm together."),
    result(
      "sqlite-corrupt-index", code: 779, symbol: "SQLITE_CORRUPT_INDEX",
      meaning: "An index does not agree with its table; the rows themselves may all be there.",
      causes: "The same as of a damaged file; or a collation that sorts otherwise than before.",
      confirm: "'storedoctor check --full STORE' names the index.",
      fixes: """
        'storedoctor repair STORE --salvage -o NEW' copies the rows and makes the indexes anew.
        """),
    result(
      "sqlite-io-lock", code: 3850, symbol: "SQLITE_IOERR_LOCK", severity: .error,
      alsoMatches: ["cocoa-file-256"],
      meaning:
        "Locking the file failed with an I/O error; seen in a widget while the app migrates.",
      causes: "Process suspended or other process swapping the file.",
      confirm: "Look for other process ids in the log.",
      fixes: "Retry with back-off; migrate only in the app."),
    result(
      "sqlite-io-vnode", code: 6922, symbol: "SQLITE_IOERR_VNODE", alsoMatches: ["sqlite-io"],
      meaning: "Apple SQLite: the file behind an open connection was deleted, renamed or replaced.",
      causes: """
        Store files deleted while a container has them open (reset, tests, iCloud/Dropbox \
        replacing the file).
        """,
      confirm: "Inode changed; \"vnode unlinked while in use\" in the log.",
      fixes: """
        Remove the store from the coordinator (or drop the container) before touching files; use \
        destroyPersistentStore/replacePersistentStore.
        """),
    failure(
      "sqlite-io-wrapper", alsoMatches: ["sqlite-io-vnode"],
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
        """),
    failure(
      "sqlite-vnode-unlinked", severity: .critical, specificity: 95,
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
      confirm:
        "lsof; file inode versus open descriptor; path at the end of the message says which file.",
      fixes: """
        Release all containers/contexts first, or delete before the first open; in tests keep temp \
        files.
        """),
  ]
}
