extension ExplanationCatalog {
  /// Persistent history.
  static let historyErrors: [Explanation] = [
    Explanation(
      id: "cocoa-134301",
      framework: .coreData, domain: "NSCocoaErrorDomain", code: 134301,
      codes: [134301],
      symbol: "NSPersistentHistoryTokenExpiredError",
      meaning: "The persistent history token is no longer valid: the history it points to is gone.",
      causes: [
        """
        History purged too early, for example at every notification while \
        NSPersistentCloudKitContainer still needs it.
        """,
        "Store replaced, restored, or history truncated by a schema change.",
        "App unused for a long time.",
      ],
      confirm: [
        "SELECT MIN(Z_PK),MAX(Z_PK) FROM ATRANSACTION versus the token.",
        "Z_METADATA.Z_UUID changed compared with the token.",
      ],
      fixes: [
        "Reset the stored token to nil, refresh everything, continue.",
        "With CloudKit keep at least seven days of history.",
      ],
      severity: .error,
      specificity: 85,
      confidence: .high,
      examples: ["NSCocoaErrorDomain error NSPersistentHistoryTokenExpiredError = 134301"],
      patternTests: [
        "Error Domain=NSCocoaErrorDomain Code=134301 \"(null)\"",
        "The operation couldn’t be completed. (Cocoa error 134301.)",
      ],
      sources: [
        """
        https://github.com/phracker/MacOSX-SDKs/blob/8702ce6112cc870dda5f9c2d65ea37a2d5f95371/MacO\
        SX12.1.sdk/System/Library/Frameworks/CoreData.framework/Versions/Current/Headers/CoreDataE\
        rrors.h
        """,
        "https://github.com/fatbobman/PersistentHistoryTrackingKit/issues/7",
        "https://github.com/nightscout/Trio/pull/1247",
        "https://github.com/quran/quran-ios/pull/989",
        """
        https://developer.apple.com/documentation/coredata/nspersistenthistorychangerequest/delete\
        history(before:)-5kghb.md
        """,
      ]
    ),
    Explanation(
      id: "cocoa-134501",
      framework: .coreData, domain: "NSCocoaErrorDomain", code: 134501,
      codes: [134501],
      patterns: ["Reason=Store - (…) not found in token"],
      userInfoKeys: ["Reason"],
      meaning: "Undocumented: a history token does not mention the store it is used with.",
      causes: ["Store file replaced by a backup, so the store UUID changed."],
      confirm: ["Z_METADATA.Z_UUID versus the UUID inside the token."],
      fixes: ["Discard the token."],
      severity: .error,
      specificity: 85,
      confidence: .medium,
      examples: [
        """
        Fatal error: Unresolved error Error Domain=NSCocoaErrorDomain Code=134501 "(null)" \
        UserInfo={Reason=Store - (
            "4F49429F-3853-4978-9A43-AE28A1B644AE"
        ) not found in token - <NSPersistentHistoryToken - {
        """
      ],
      patternTests: ["The operation couldn’t be completed. (Cocoa error 134501.)"],
      sources: ["https://github.com/deeje/CloudCore/issues/5"]
    ),
    Explanation(
      id: "history-truncated-entities-removed",
      framework: .coreData,
      patterns: [
        "Persistent History ([transaction number:word]) has to be truncated due to the following"
      ],
      meaning: """
        The store was opened with a model that lacks entities the store has; Core Data migrated \
        it down: their tables are dropped, their rows are lost, and history up to that \
        transaction is deleted. The open succeeds.
        """,
      causes: [
        """
        Two containers or .modelContainer modifiers with different model lists use the same \
        default.store.
        """,
        "Older app build or a widget/extension with fewer models opens the shared store.",
        "A model class was really removed.",
      ],
      confirm: [
        """
        Entities named in the message: check sqlite_master for their tables (gone) and \
        Z_PRIMARYKEY.
        """,
        "Compare the model lists of all containers/targets that use this URL.",
        "MIN(Z_PK) in ATRANSACTION is above 1.",
      ],
      fixes: [
        "Use one shared full model list for every container that opens the file.",
        "Give each container its own store URL.",
        "Restore lost tables only from a backup.",
      ],
      severity: .critical,
      systems: "all with history tracking (SwiftData always)",
      specificity: 90,
      confidence: .high,
      notes: """
        Measured 2026-09-17 on macOS: old two-model schema opened a three-model store, open \
        succeeded, third entity had 0 rows afterwards.
        """,
      examples: [
        """
        error: Error: Persistent History (2) has to be truncated due to the following entities \
        being removed: (
            A
        )
        """,
        """
        CoreData: error: Persistent History (10) has to be truncated due to the following \
        entities being removed:
        - HabitData
        """,
      ],
      sources: ["https://developer.apple.com/forums/thread/759634"]
    ),
    Explanation(
      id: "history-dropping",
      framework: .coreData,
      patterns: ["Dropping {Indexes|Transactions|Changes} …for Persistent History"],
      meaning: "Follow-up warnings of history truncation during a migration.",
      causes: [
        "The store was opened with a model that lacks entities which the history mentions."
      ],
      confirm: ["The line about truncating Persistent History before it names the entities."],
      fixes: [
        "Open the file with the same full list of models in every container, app and extension."
      ],
      severity: .warning,
      specificity: 90,
      confidence: .high,
      examples: [
        "warning: Warning: Dropping Transactions prior to 2 for Persistent History",
        "warning: Warning: Dropping Indexes for Persistent History",
        "warning: Warning: Dropping Changes prior to TransactionID 2 for Persistent History",
      ],
      sources: ["https://developer.apple.com/forums/thread/759634"]
    ),
    Explanation(
      id: "history-forced-read-only",
      framework: .coreData,
      patterns: [
        "Store opened without NSPersistentHistoryTrackingKey but previously had been opened with"
      ],
      meaning: """
        The store has history rows but is opened without history tracking, so Core Data makes it \
        read-only for this session.
        """,
      causes: [
        """
        SwiftData or CloudKit store (history always on) opened with a plain \
        NSPersistentContainer.
        """,
        "NSPersistentHistoryTrackingKey option removed in an update.",
      ],
      confirm: ["ATRANSACTION has rows; store options lack NSPersistentHistoryTrackingKey."],
      fixes: ["Set NSPersistentHistoryTrackingKey = true for every opener of that store."],
      severity: .critical,
      systems: "iOS 11+",
      specificity: 90,
      confidence: .high,
      examples: [
        """
        Store opened without NSPersistentHistoryTrackingKey but previously had been opened with \
        NSPersistentHistoryTrackingKey - Forcing into Read Only mode store at 'file:///x.sqlite'
        """
      ],
      sources: ["https://github.com/deeje/CloudCore/issues/5"]
    ),
  ]
}
