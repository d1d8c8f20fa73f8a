extension ExplanationCatalog {
  private static let result = ExplanationFamily(
    framework: .sqlite, domain: "NSSQLiteErrorDomain", severity: .error, specificity: 80,
    parent: "sqlite-io-wrapper", confidence: .medium)

  /// SQLite result codes that stores seldom give; sqlite.org/rescode.html says what each is.
  static let sqliteRareErrors: [Explanation] = [
    result(
      "sqlite-internal", code: 2, symbol: "SQLITE_INTERNAL",
      meaning: "SQLite met a state that should be impossible; a fault of it or of memory.",
      causes: "Memory overwritten by other code; a damaged file.",
      confirm: "'storedoctor check --full STORE'; run with the address sanitizer.",
      fixes: "If the file is sound, look for the memory fault."),
    result(
      "sqlite-log-cannot-open", specificity: 70, alsoMatches: ["sqlite-cantopen"],
      patterns: """
        cannot open file at line [line:word] of
        os_unix.c:[line:word]: ([errno:word]) open([path:line]) - [reason:line]
        """,
      meaning: """
        SQLite writes to the log that it could not open a file; the path and the system's reason \
        stand in the line with os_unix.c.
        """,
      causes: """
        (2) No such file: a folder of the path is missing, or the file was removed or moved.
        (1), (13): no permission; sandbox, or file protection while the device is locked.
        Another library's database: the path tells.
        """,
      confirm: "Is the path that of your store, and does its folder exist?",
      fixes: "Make the folder before the store is opened; give a whole path, not a file name alone."
    ),
    result(
      "sqlite-perm", code: 3, symbol: "SQLITE_PERM",
      patterns: "access permission denied",
      meaning: "A file could not be made with the permissions that were asked for.",
      causes: "Folder of another user, or a sandbox.",
      confirm: "Owner and permissions of the folder.",
      fixes: "Put the store where the app may write."
    ),
    result(
      "sqlite-abort", code: 4, codes: [4, 516], symbol: "SQLITE_ABORT",
      meaning: "A statement was given up, because its transaction was rolled back meanwhile.",
      causes: "Another statement of the same connection failed or rolled back.",
      confirm: "Look for the error just before it.", fixes: "Treat that first error."),
    result(
      "sqlite-nomem", code: 7, symbol: "SQLITE_NOMEM", severity: .critical,
      patterns: "SQLite error code:7, 'out of memory'",
      meaning: "SQLite got no memory, or no room to map the file.",
      causes: """
        A fetch of very large values or of everything at once, in an extension above all.
        The connection was closed or never opened: 'out of memory' is its message then, too.
        """,
      confirm: "Memory of the process at that moment; was the store open?",
      fixes: "Fetch in batches, keep large values in external storage."),
    result(
      "sqlite-interrupt", code: 9, symbol: "SQLITE_INTERRUPT", severity: .warning,
      meaning: "The statement was interrupted on request.",
      causes: "A fetch was cancelled, or the app is being suspended.",
      confirm: "Was the fetch's progress cancelled?", fixes: "Run it again."),
    result(
      "sqlite-notfound", code: 12, symbol: "SQLITE_NOTFOUND",
      meaning: "SQLite does not know the option or file control it was asked for.",
      causes: "A pragma option of another version.",
      confirm: "NSSQLitePragmasOption of the store.", fixes: "Remove the option."),
    result(
      "sqlite-protocol", code: 15, symbol: "SQLITE_PROTOCOL",
      patterns: "locking protocol",
      meaning: "SQLite could not get a lock of the write-ahead log in many tries.",
      causes: """
        Many processes open or close the store at one moment.
        A file system without proper locks: network volumes, cloud folders.
        """,
      confirm: "'lsof FILE' lists the processes; where does the file lie?",
      fixes: "Keep the store on the local disk; open it in one process at a time; try again."),
    result(
      "sqlite-schema", code: 17, symbol: "SQLITE_SCHEMA",
      patterns: "database schema has changed",
      meaning: "The tables changed while a prepared statement was in use.",
      causes: "A migration or another process changed the file while it was open here.",
      confirm: "Who opened the store at that moment with another version of the model?",
      fixes: "Close the store before it is migrated; open it anew."),
    result(
      "sqlite-toobig", code: 18, symbol: "SQLITE_TOOBIG",
      patterns: "string or blob too big",
      meaning: "A text or blob is larger than SQLite takes (1,000,000,000 bytes by default).",
      causes: "A file stored as a value.",
      confirm: "Which attribute holds large data?",
      fixes: "Keep such data in files, or use external storage."),
    result(
      "sqlite-mismatch", code: 20, symbol: "SQLITE_MISMATCH",
      patterns: "datatype mismatch",
      meaning: "A value of another type was given where an integer key is needed.",
      causes: "SQL of your own, or a file changed by other tools.",
      confirm: "'storedoctor check STORE' looks at the values' types.",
      fixes: "Correct the rows, or let Core Data write them."),
    result(
      "sqlite-nolfs", code: 22, symbol: "SQLITE_NOLFS",
      meaning: "The disk cannot hold a file as large as the store has become.",
      causes: "A volume with a limit for one file, such as FAT.",
      confirm: "File system of the volume.", fixes: "Move the store."),
    result(
      "sqlite-range", code: 25, symbol: "SQLITE_RANGE",
      patterns: """
        bind or column index out of range
        column index out of range
        """,
      meaning: "A parameter or column was used that the statement does not have.",
      causes: """
        A statement used on two threads, or after the tables had changed.
        """,
      confirm: "Run with -com.apple.CoreData.ConcurrencyDebug 1.",
      fixes: "Use each context on its own queue; open the store with the model it was made with."),
    result(
      "sqlite-notice", code: 27, codes: [27, 283, 539], symbol: "SQLITE_NOTICE", severity: .info,
      meaning:
        "A notice, not an error: 283 says that frames of the write-ahead log were recovered.",
      causes: "The app was ended before the log was written back.",
      confirm: "Does the line say 'recovered … frames from WAL file'?", fixes: "Nothing."),
    result(
      "sqlite-warning", code: 28, codes: [28, 284], symbol: "SQLITE_WARNING", severity: .info,
      meaning: "A warning of SQLite; 284 says that it made an index for one query.",
      causes: "A query by columns without an index.",
      confirm: "The text behind it names the table.",
      fixes: "Add an index for attributes that are often asked for."),
  ]
}
