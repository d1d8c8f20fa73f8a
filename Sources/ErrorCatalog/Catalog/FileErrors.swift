extension ExplanationCatalog {
  /// Foundation file errors as a store file shows them.
  static let fileErrors: [Explanation] = [
    Explanation(
      id: "cocoa-file-256", framework: .coreData, domain: "NSCocoaErrorDomain", code: 256,
      codes: [256], symbol: "NSFileReadUnknownError",
      meaning: """
        The store file could not be opened or read; the SQLite code in userInfo tells why (23 \
        authorization denied, 1, 264, 3850...).
        """,
      causes: """
        Permission/sandbox denial (SQLite 23).
        Locked by another process during migration.
        Read-only open of a database that needs WAL recovery (264).
        """,
      confirm: """
        NSSQLiteErrorDomain in userInfo.
        Open with sqlite3 -readonly.
        """,
      fixes: "Fix by SQLite code.",
      severity: .critical, specificity: 30,
      alsoMatches: ["sqlite-readonly", "sqlite-prepare-failed", "sqlite-error-generic"],
      confidence: .high),
    Explanation(
      id: "cocoa-file-257", framework: .coreData, domain: "NSCocoaErrorDomain", code: 257,
      codes: [257], symbol: "NSFileReadNoPermissionError",
      meaning: "No permission to read the store file.",
      causes: "File protection while locked; wrong container; TCC.",
      confirm: "ls -le; protection class; entitlement.",
      fixes: "Fix permissions or wait for unlock.",
      severity: .critical, specificity: 30, confidence: .medium),
    Explanation(
      id: "cocoa-file-259", framework: .coreData, domain: "NSCocoaErrorDomain", code: 259,
      codes: [259], symbol: "NSFileReadCorruptFileError",
      patterns: "couldn't be opened because it isn't in the correct format",
      meaning: "The store file is not a valid database (SQLite 26 or 11).",
      causes: "File overwritten, truncated, encrypted or not SQLite.",
      confirm: "First 16 bytes; PRAGMA integrity_check.",
      fixes: "Restore from backup; recover with .recover; recreate.",
      severity: .critical, specificity: 30, alsoMatches: ["sqlite-notadb"], confidence: .high),
    Explanation(
      id: "cocoa-file-260", framework: .coreData, domain: "NSCocoaErrorDomain", code: 260,
      codes: [260], symbol: "NSFileReadNoSuchFileError",
      meaning: "The store file or its directory does not exist.",
      causes: "Path wrong; directory missing; store deleted.",
      confirm: "Check the path.",
      fixes: "Create the directory; fix the URL.",
      severity: .critical, specificity: 30, confidence: .medium),
    Explanation(
      id: "cocoa-file-513", framework: .coreData, domain: "NSCocoaErrorDomain", code: 513,
      codes: [513], symbol: "NSFileWriteNoPermissionError",
      meaning: "No permission to write the store.",
      causes: "Store in the read-only app bundle; read-only volume.",
      confirm: "Path inside .app bundle?",
      fixes: "Copy the bundled store to Application Support before opening.",
      severity: .critical, specificity: 30, confidence: .medium),
    Explanation(
      id: "cocoa-file-640", framework: .coreData, domain: "NSCocoaErrorDomain", code: 640,
      codes: [640], symbol: "NSFileWriteOutOfSpaceError",
      meaning: "No space left for the store.",
      causes: "Disk full.",
      confirm: "Free space on the volume.",
      fixes: "Free space; retry.",
      severity: .critical, specificity: 30, confidence: .medium),
  ]
}
