extension ExplanationCatalog {
  private static let error = ExplanationFamily(
    framework: .coreData, domain: "NSCocoaErrorDomain", severity: .critical, specificity: 30,
    confidence: .medium)

  /// Foundation file errors as a store file shows them.
  static let fileErrors: [Explanation] = [
    error(
      "cocoa-file-256", code: 256, symbol: "NSFileReadUnknownError",
      alsoMatches: ["sqlite-readonly", "sqlite-prepare-failed", "sqlite-error-generic"],
      confidence: .high,
      patterns: "The file '….{sqlite|sqlite3|store|storedata}' couldn't be opened.",
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
        Open it with 'storedoctor info', which changes nothing.
        """,
      fixes: "Explain the SQLite code in userInfo: 'storedoctor explain NSSQLiteErrorDomain CODE'."),
    error(
      "cocoa-file-257", code: 257, symbol: "NSFileReadNoPermissionError",
      patterns: """
        {sqlite|sqlite3|store|storedata}' couldn't be opened because you don't have permission to \
        view it
        """,
      meaning: "No permission to read the store file.",
      causes: "File protection while locked; wrong container; TCC.",
      confirm:
        "Look at the permissions ('ls -le'), the file's protection class and the entitlements.",
      fixes: "Fix permissions or wait for unlock."),
    error(
      "cocoa-file-259", code: 259, symbol: "NSFileReadCorruptFileError",
      alsoMatches: ["sqlite-notadb"], confidence: .high,
      patterns: "couldn't be opened because it isn't in the correct format",
      meaning: "The store file is not a valid database (SQLite 26 or 11).",
      causes: "File overwritten, truncated, encrypted or not SQLite.",
      confirm: "'storedoctor info FILE' says what the file is, 'check' whether it is damaged.",
      fixes: "Restore a backup; without one, recover a copy into a new file."),
    error(
      "cocoa-file-260", code: 260, symbol: "NSFileReadNoSuchFileError",
      patterns: """
        {sqlite|sqlite3|store|storedata}' couldn't be opened because there is no such file
        """,
      meaning: "The store file or its directory does not exist.",
      causes: "Path wrong; directory missing; store deleted.",
      confirm: "Check the path.",
      fixes: "Create the directory; fix the URL."),
    error(
      "cocoa-file-512", code: 512, symbol: "NSFileWriteUnknownError", specificity: 60,
      confidence: .high,
      patterns: "Failed to create file; code = [errno:word]",
      meaning: """
        The store's file could not be made or written. 'code' in the reason is the system's error \
        number: 1 not permitted, 2 the folder does not exist, 13 no permission, 28 disk full.
        """,
      causes: """
        The folder of the store does not exist (2): Application Support or Documents on first \
        launch, a container of a test.
        The folder may not be written to (1, 13): the app bundle, a sandbox.
        """,
      confirm: "Does the folder in NSFilePath or URL exist, and may the app write there?",
      fixes: "Create the folder before the store is added; choose a folder the app may write to."),
    error(
      "cocoa-file-513", code: 513, symbol: "NSFileWriteNoPermissionError",
      patterns: """
        You don't have permission to save the file '[file:word].{sqlite|sqlite3|store|storedata}'
        """,
      meaning: "No permission to write the store.",
      causes: "Store in the read-only app bundle; read-only volume.",
      confirm: "Is the path inside the app bundle?",
      fixes: "Copy the bundled store to Application Support before opening."),
    error(
      "cocoa-file-640", code: 640, symbol: "NSFileWriteOutOfSpaceError",
      meaning: "No space left for the store.",
      causes: "Disk full.",
      confirm: "Free space on the volume.",
      fixes: "Free space on the device and try again."),
  ]
}
