extension ExplanationCatalog {
  /// Foundation file errors as a store file shows them.
  static let fileErrors: [Explanation] = [
    Explanation(
      id: "cocoa-file-256",
      framework: .coreData, domain: "NSCocoaErrorDomain", code: 256,
      codes: [256],
      symbol: "NSFileReadUnknownError",
      userInfoKeys: [
        "NSFilePath",
        "NSUnderlyingError",
        "NSUnderlyingException",
        "NSSQLiteErrorDomain",
      ],
      meaning: """
        The store file could not be opened or read; the SQLite code in userInfo tells why (23 \
        authorization denied, 1, 264, 3850...).
        """,
      causes: [
        "Permission/sandbox denial (SQLite 23).",
        "Locked by another process during migration.",
        "Read-only open of a database that needs WAL recovery (264).",
      ],
      confirm: ["NSSQLiteErrorDomain in userInfo.", "Open with sqlite3 -readonly."],
      fixes: ["Fix by SQLite code."],
      severity: .critical,
      specificity: 30,
      alsoMatches: ["sqlite-readonly", "sqlite-prepare-failed", "sqlite-error-generic"],
      confidence: .high,
      notes: "Foundation file error; meaningful here only when the file is a store.",
      examples: [
        """
        Error Domain=NSCocoaErrorDomain Code=256 "The file couldn’t be opened." \
        UserInfo=0x60800007c540 {NSSQLiteErrorDomain=264, NSUnderlyingException=error during \
        prepareSQL for SQL string 'SELECT Z_VERSION, Z_UUID, Z_PLIST FROM Z_METADATA' : attempt \
        to write a readonly database}
        """,
        "NSCocoaErrorDomain 256 \"default.store couldn't be opened\", NSSQLiteErrorDomain=1",
      ],
      patternTests: ["The operation couldn’t be completed. (Cocoa error 256.)"],
      sources: [
        "https://github.com/lionheart/openradar-mirror/issues/12321",
        "https://github.com/LoopKit/LoopKit/pull/606",
      ]
    ),
    Explanation(
      id: "cocoa-file-257",
      framework: .coreData, domain: "NSCocoaErrorDomain", code: 257,
      codes: [257],
      symbol: "NSFileReadNoPermissionError",
      userInfoKeys: [
        "NSFilePath",
        "NSUnderlyingError",
        "NSUnderlyingException",
        "NSSQLiteErrorDomain",
      ],
      meaning: "No permission to read the store file.",
      causes: ["File protection while locked; wrong container; TCC."],
      confirm: ["ls -le; protection class; entitlement."],
      fixes: ["Fix permissions or wait for unlock."],
      severity: .critical,
      specificity: 30,
      confidence: .medium,
      notes: "Foundation file error; meaningful here only when the file is a store.",
      examples: [
        """
        Error Domain=NSCocoaErrorDomain Code=257 "The file “default.store” couldn’t be opened \
        because you don’t have permission to view it."
        """
      ],
      patternTests: ["The operation couldn’t be completed. (Cocoa error 257.)"],
      sources: [
        """
        https://github.com/phracker/MacOSX-SDKs/blob/8702ce6112cc870dda5f9c2d65ea37a2d5f95371/MacO\
        SX12.1.sdk/System/Library/Frameworks/CoreData.framework/Versions/Current/Headers/CoreDataE\
        rrors.h
        """
      ]
    ),
    Explanation(
      id: "cocoa-file-259",
      framework: .coreData, domain: "NSCocoaErrorDomain", code: 259,
      codes: [259],
      symbol: "NSFileReadCorruptFileError",
      patterns: ["couldn't be opened because it isn't in the correct format"],
      userInfoKeys: [
        "NSFilePath",
        "NSUnderlyingError",
        "NSUnderlyingException",
        "NSSQLiteErrorDomain",
      ],
      meaning: "The store file is not a valid database (SQLite 26 or 11).",
      causes: ["File overwritten, truncated, encrypted or not SQLite."],
      confirm: ["First 16 bytes; PRAGMA integrity_check."],
      fixes: ["Restore from backup; recover with .recover; recreate."],
      severity: .critical,
      specificity: 30,
      alsoMatches: ["sqlite-notadb"],
      confidence: .high,
      notes: "Foundation file error; meaningful here only when the file is a store.",
      examples: [
        """
        NSCocoaErrorDomain 259, "The file "ZenTomato.store" couldn't be opened because it isn't \
        in the correct format", NSSQLiteErrorDomain=26
        """
      ],
      patternTests: ["The operation couldn’t be completed. (Cocoa error 259.)"],
      sources: ["https://www.chiark.greenend.org.uk/doc/sqlite3/rescode.html"]
    ),
    Explanation(
      id: "cocoa-file-260",
      framework: .coreData, domain: "NSCocoaErrorDomain", code: 260,
      codes: [260],
      symbol: "NSFileReadNoSuchFileError",
      userInfoKeys: [
        "NSFilePath",
        "NSUnderlyingError",
        "NSUnderlyingException",
        "NSSQLiteErrorDomain",
      ],
      meaning: "The store file or its directory does not exist.",
      causes: ["Path wrong; directory missing; store deleted."],
      confirm: ["Check the path."],
      fixes: ["Create the directory; fix the URL."],
      severity: .critical,
      specificity: 30,
      confidence: .medium,
      notes: "Foundation file error; meaningful here only when the file is a store.",
      examples: [
        """
        Error Domain=NSCocoaErrorDomain Code=260 "The file “default.store” couldn’t be opened \
        because there is no such file."
        """
      ],
      patternTests: ["The operation couldn’t be completed. (Cocoa error 260.)"],
      sources: [
        """
        https://github.com/phracker/MacOSX-SDKs/blob/8702ce6112cc870dda5f9c2d65ea37a2d5f95371/MacO\
        SX12.1.sdk/System/Library/Frameworks/CoreData.framework/Versions/Current/Headers/CoreDataE\
        rrors.h
        """
      ]
    ),
    Explanation(
      id: "cocoa-file-513",
      framework: .coreData, domain: "NSCocoaErrorDomain", code: 513,
      codes: [513],
      symbol: "NSFileWriteNoPermissionError",
      userInfoKeys: [
        "NSFilePath",
        "NSUnderlyingError",
        "NSUnderlyingException",
        "NSSQLiteErrorDomain",
      ],
      meaning: "No permission to write the store.",
      causes: ["Store in the read-only app bundle; read-only volume."],
      confirm: ["Path inside .app bundle?"],
      fixes: ["Copy the bundled store to Application Support before opening."],
      severity: .critical,
      specificity: 30,
      confidence: .medium,
      notes: "Foundation file error; meaningful here only when the file is a store.",
      examples: [
        """
        Error Domain=NSCocoaErrorDomain Code=513 "You don’t have permission to save the file \
        “default.store”."
        """
      ],
      patternTests: ["The operation couldn’t be completed. (Cocoa error 513.)"],
      sources: [
        """
        https://github.com/phracker/MacOSX-SDKs/blob/8702ce6112cc870dda5f9c2d65ea37a2d5f95371/MacO\
        SX12.1.sdk/System/Library/Frameworks/CoreData.framework/Versions/Current/Headers/CoreDataE\
        rrors.h
        """
      ]
    ),
    Explanation(
      id: "cocoa-file-640",
      framework: .coreData, domain: "NSCocoaErrorDomain", code: 640,
      codes: [640],
      symbol: "NSFileWriteOutOfSpaceError",
      userInfoKeys: [
        "NSFilePath",
        "NSUnderlyingError",
        "NSUnderlyingException",
        "NSSQLiteErrorDomain",
      ],
      meaning: "No space left for the store.",
      causes: ["Disk full."],
      confirm: ["Free space on the volume."],
      fixes: ["Free space; retry."],
      severity: .critical,
      specificity: 30,
      confidence: .medium,
      notes: "Foundation file error; meaningful here only when the file is a store.",
      examples: [
        """
        Error Domain=NSCocoaErrorDomain Code=640 "You can’t save the file “default.store” \
        because the volume is out of space."
        """
      ],
      patternTests: ["The operation couldn’t be completed. (Cocoa error 640.)"],
      sources: [
        """
        https://github.com/phracker/MacOSX-SDKs/blob/8702ce6112cc870dda5f9c2d65ea37a2d5f95371/MacO\
        SX12.1.sdk/System/Library/Frameworks/CoreData.framework/Versions/Current/Headers/CoreDataE\
        rrors.h
        """
      ]
    ),
  ]
}
