extension ExplanationCatalog {
  /// SQLite result codes.
  static let sqliteErrors: [Explanation] = [
    Explanation(
      id: "sqlite-error-generic",
      framework: .sqlite, domain: "NSSQLiteErrorDomain", code: 1,
      codes: [1],
      symbol: "SQLITE_ERROR",
      userInfoKeys: ["NSSQLiteErrorDomain", "NSFilePath", "NSUnderlyingException"],
      meaning: """
        Generic SQL error: the text in quotes is the cause (missing table or column, syntax).
        """,
      causes: ["Schema of the file differs from the model."],
      confirm: ["Read the quoted text."],
      fixes: [
        "Name the version of the store with 'storedoctor identify' and migrate it from that one."
      ],
      severity: .error,
      specificity: 50,
      parent: "sqlite-io-wrapper",
      alsoMatches: ["cocoa-file-256"],
      confidence: .high,
      examples: [
        "NSCocoaErrorDomain 256 \"default.store couldn't be opened\", NSSQLiteErrorDomain=1",
        "SQLite error code:1, 'SQL logic error or missing database'",
      ],
      patternTests: ["Error Domain=NSSQLiteErrorDomain Code=1 \"(null)\""],
      sources: [
        "https://www.chiark.greenend.org.uk/doc/sqlite3/rescode.html",
        """
        https://docs.rs/lunatic-twitchax-patch/latest/lunatic_twitchax_patch/sqlite/enum.SqliteCod\
        e.html
        """,
      ]
    ),
    Explanation(
      id: "sqlite-busy",
      framework: .sqlite, domain: "NSSQLiteErrorDomain", code: 5,
      codes: [5, 261, 517, 773],
      symbol: "SQLITE_BUSY",
      patterns: ["database is locked"],
      userInfoKeys: ["NSSQLiteErrorDomain", "NSFilePath", "NSUnderlyingException"],
      meaning: "Another connection holds a lock longer than the busy timeout.",
      causes: [
        "Widget/extension/second container writes or migrates.",
        "sqlite3 shell or backup tool has the file open.",
      ],
      confirm: ["lsof on the file; NSSQLiteErrorDomain 5."],
      fixes: ["One writer at a time; short transactions; retry; do not migrate in extensions."],
      severity: .error,
      specificity: 85,
      parent: "sqlite-io-wrapper",
      confidence: .high,
      examples: [
        "Error Domain=NSSQLiteErrorDomain Code=5 NSFilePath=.../com.loopkit.LoopKit/Model.sqlite"
      ],
      patternTests: [
        "UserInfo={NSSQLiteErrorDomain=5}",
        "SQLite error code:5, 'text'",
        "database is locked",
      ],
      sources: [
        "https://github.com/LoopKit/LoopKit/pull/606",
        "https://www.chiark.greenend.org.uk/doc/sqlite3/rescode.html",
      ]
    ),
    Explanation(
      id: "sqlite-locked",
      framework: .sqlite, domain: "NSSQLiteErrorDomain", code: 6,
      codes: [6, 262, 518],
      symbol: "SQLITE_LOCKED",
      patterns: ["database table is locked"],
      userInfoKeys: ["NSSQLiteErrorDomain", "NSFilePath", "NSUnderlyingException"],
      meaning: "Conflict inside one connection or shared cache.",
      causes: ["Statement open while the schema changes."],
      confirm: ["NSSQLiteErrorDomain 6."],
      fixes: ["Close statements; avoid DDL while reading."],
      severity: .error,
      specificity: 85,
      parent: "sqlite-io-wrapper",
      confidence: .medium,
      examples: ["SQLite error code:6, 'database table is locked'"],
      patternTests: [
        "UserInfo={NSSQLiteErrorDomain=6}",
        "Error Domain=NSSQLiteErrorDomain Code=6 \"(null)\"",
      ],
      sources: [
        "https://www.chiark.greenend.org.uk/doc/sqlite3/rescode.html",
        """
        https://docs.rs/lunatic-twitchax-patch/latest/lunatic_twitchax_patch/sqlite/enum.SqliteCod\
        e.html
        """,
      ]
    ),
    Explanation(
      id: "sqlite-readonly",
      framework: .sqlite, domain: "NSSQLiteErrorDomain", code: 8,
      codes: [8, 264, 520, 776, 1032, 1288, 1544],
      symbol: "SQLITE_READONLY",
      patterns: ["attempt to write a readonly database"],
      userInfoKeys: ["NSSQLiteErrorDomain", "NSFilePath", "NSUnderlyingException"],
      meaning: """
        SQLite may not write the file. 264 = needs WAL recovery, 1032 = database moved/deleted \
        while open, 1544 = directory not writable.
        """,
      causes: [
        "Store inside the app bundle.",
        "Read-only open (or metadata read) of a database with an unrecovered WAL.",
        "File deleted or replaced while open.",
        "History-forced read-only.",
      ],
      confirm: ["Extended code; file and directory permissions; -wal size."],
      fixes: [
        """
        Copy to a writable place with -wal and -shm; open read-write once so the WAL is \
        recovered.
        """
      ],
      severity: .critical,
      specificity: 85,
      parent: "sqlite-io-wrapper",
      alsoMatches: ["cocoa-file-256", "sqlite-prepare-failed"],
      confidence: .high,
      examples: [
        """
        Error Domain=NSCocoaErrorDomain Code=256 "The file couldn’t be opened." \
        UserInfo=0x60800007c540 {NSSQLiteErrorDomain=264, NSUnderlyingException=error during \
        prepareSQL for SQL string 'SELECT Z_VERSION, Z_UUID, Z_PLIST FROM Z_METADATA' : attempt \
        to write a readonly database}
        """,
        "CoreData: error: (264) attempt to write a readonly database",
      ],
      patternTests: [
        "SQLite error code:8, 'text'",
        "Error Domain=NSSQLiteErrorDomain Code=8 \"(null)\"",
      ],
      sources: [
        "https://github.com/lionheart/openradar-mirror/issues/12321",
        "https://github.com/lionheart/openradar-mirror/issues/3452",
        "https://www.chiark.greenend.org.uk/doc/sqlite3/rescode.html",
      ]
    ),
    Explanation(
      id: "sqlite-corrupt",
      framework: .sqlite, domain: "NSSQLiteErrorDomain", code: 11,
      codes: [11, 267, 523, 779],
      symbol: "SQLITE_CORRUPT",
      patterns: ["database disk image is malformed"],
      userInfoKeys: ["NSSQLiteErrorDomain", "NSFilePath", "NSUnderlyingException"],
      meaning: "The b-tree structure of the file is damaged.",
      causes: [
        """
        Store files deleted/replaced while open; -wal from another database; partial copy; file \
        system fault.
        """,
        "Read before first unlock on some devices (reported as transient).",
      ],
      confirm: [
        "PRAGMA integrity_check; PRAGMA quick_check.",
        "Check that -wal belongs to this file (salt, checkpoint sequence).",
      ],
      fixes: ["Work on a copy; sqlite3 .recover into a new file; restore backup; recreate."],
      severity: .critical,
      specificity: 85,
      parent: "sqlite-io-wrapper",
      confidence: .high,
      examples: [
        "SQLite error 11: database disk image is malformed",
        "Domain: SQLite Code: 11 NSLocalizedDescription: database disk image is malformed",
      ],
      patternTests: [
        "UserInfo={NSSQLiteErrorDomain=11}",
        "SQLite error code:11, 'text'",
        "Error Domain=NSSQLiteErrorDomain Code=11 \"(null)\"",
      ],
      sources: [
        "https://github.com/stephencelis/SQLite.swift/issues/928",
        "https://github.com/couchbase/couchbase-lite-ios/issues/1569",
        "https://github.com/JohnEstropia/CoreStore/issues/375",
        "https://www.chiark.greenend.org.uk/doc/sqlite3/rescode.html",
      ]
    ),
    Explanation(
      id: "sqlite-full",
      framework: .sqlite, domain: "NSSQLiteErrorDomain", code: 13,
      codes: [13],
      symbol: "SQLITE_FULL",
      patterns: ["database or disk is full"],
      userInfoKeys: ["NSSQLiteErrorDomain", "NSFilePath", "NSUnderlyingException"],
      meaning: "No space to write or to migrate.",
      causes: ["Disk full; migration needs about a second copy."],
      confirm: ["Free space versus store size."],
      fixes: ["Free space; prune history (ATRANSACTION/ACHANGE); retry."],
      severity: .critical,
      specificity: 85,
      parent: "sqlite-io-wrapper",
      alsoMatches: ["swiftdata-save-failed-log"],
      confidence: .high,
      examples: ["SwiftData.DefaultStore save failed … NSSQLiteErrorDomain=13"],
      patternTests: [
        "SQLite error code:13, 'text'",
        "Error Domain=NSSQLiteErrorDomain Code=13 \"(null)\"",
        "database or disk is full",
      ],
      sources: [
        "https://www.chiark.greenend.org.uk/doc/sqlite3/rescode.html",
        "https://github.com/p0deje/Maccy/pull/1534",
      ]
    ),
    Explanation(
      id: "sqlite-cantopen",
      framework: .sqlite, domain: "NSSQLiteErrorDomain", code: 14,
      codes: [14, 270, 526, 782, 1038, 1294, 1550],
      symbol: "SQLITE_CANTOPEN",
      patterns: ["unable to open database file"],
      userInfoKeys: ["NSSQLiteErrorDomain", "NSFilePath", "NSUnderlyingException"],
      meaning: "The file or its directory cannot be opened.",
      causes: ["Directory missing; no permission; path is a directory; too many open files."],
      confirm: ["Parent directory exists and is writable?"],
      fixes: ["Create the directory; fix path/permission."],
      severity: .critical,
      specificity: 85,
      parent: "sqlite-io-wrapper",
      confidence: .high,
      examples: [
        """
        CoreData: error: (14) I/O error for database at /Users/jk/Library/Application \
        Support/BookMacster/Bookmarkshelf Documents/jk-01.bkmslf.  SQLite error code:14, 'unable \
        to open database file'
        """
      ],
      patternTests: [
        "UserInfo={NSSQLiteErrorDomain=14}",
        "Error Domain=NSSQLiteErrorDomain Code=14 \"(null)\"",
      ],
      sources: [
        "https://www.chiark.greenend.org.uk/doc/sqlite3/rescode.html",
        "https://www.chiark.greenend.org.uk/doc/sqlite3/c3ref/c_abort.html",
      ]
    ),
    Explanation(
      id: "sqlite-auth",
      framework: .sqlite, domain: "NSSQLiteErrorDomain", code: 23,
      codes: [23],
      symbol: "SQLITE_AUTH",
      patterns: ["authorization denied", "Failed to open '[path:line]' for read/write access"],
      userInfoKeys: ["NSSQLiteErrorDomain", "NSFilePath", "NSUnderlyingException"],
      meaning: """
        The operating system refused access: data protection while locked, sandbox, TCC, App \
        Group.
        """,
      causes: [
        "Background launch before first unlock.",
        "macOS non-sandboxed app or widget without a valid App Group profile.",
      ],
      confirm: [
        """
        Protection class of the file; codesign entitlements; "Sandbox access ... denied" in the \
        log.
        """
      ],
      fixes: [
        """
        NSFileProtectionCompleteUntilFirstUserAuthentication for the store; fix entitlements; \
        retry after protectedDataDidBecomeAvailable.
        """
      ],
      severity: .critical,
      specificity: 85,
      parent: "sqlite-io-wrapper",
      alsoMatches: ["cocoa-file-256", "coredata-failed-to-stat"],
      confidence: .high,
      examples: [
        """
        Sandbox access to file-read-data denied
        Failed to open '/Users/dynnfa/Library/Group \
        Containers/group.dev.dynnfa.OneStep/OneStep/OneStep.sqlite' for read/write access \
        (Operation not permitted)
        NSCocoaErrorDomain Code=256
        NSSQLiteErrorDomain = 23
        """
      ],
      patternTests: [
        "SQLite error code:23, 'text'",
        "Error Domain=NSSQLiteErrorDomain Code=23 \"(null)\"",
        "authorization denied",
      ],
      sources: [
        "https://www.chiark.greenend.org.uk/doc/sqlite3/rescode.html",
        "https://www.chiark.greenend.org.uk/doc/sqlite3/c3ref/c_abort.html",
      ]
    ),
    Explanation(
      id: "sqlite-notadb",
      framework: .sqlite, domain: "NSSQLiteErrorDomain", code: 26,
      codes: [26],
      symbol: "SQLITE_NOTADB",
      patterns: ["file is {encrypted or is |}not a database"],
      userInfoKeys: ["NSSQLiteErrorDomain", "NSFilePath", "NSUnderlyingException"],
      meaning: "The file does not start with the SQLite header.",
      causes: [
        """
        Overwritten or encrypted file, cloud placeholder, wrong file type, truncated to zero \
        then written.
        """
      ],
      confirm: ["First 16 bytes must be \"SQLite format 3\\0\"."],
      fixes: ["Restore a backup; open the right file."],
      severity: .critical,
      specificity: 85,
      parent: "sqlite-io-wrapper",
      alsoMatches: ["cocoa-file-259"],
      confidence: .high,
      examples: [
        """
        NSCocoaErrorDomain 259, "The file "ZenTomato.store" couldn't be opened because it isn't \
        in the correct format", NSSQLiteErrorDomain=26
        """,
        "file is encrypted or is not a database",
      ],
      patternTests: [
        "SQLite error code:26, 'text'",
        "Error Domain=NSSQLiteErrorDomain Code=26 \"(null)\"",
      ],
      sources: [
        "https://www.chiark.greenend.org.uk/doc/sqlite3/rescode.html",
        "https://github.com/JohnEstropia/CoreStore/issues/375",
      ]
    ),
  ]
}
