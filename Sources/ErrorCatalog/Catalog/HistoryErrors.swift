extension ExplanationCatalog {
  private static let error = ExplanationFamily(
    framework: .coreData, domain: "NSCocoaErrorDomain", severity: .error, specificity: 85)
  private static let message = ExplanationFamily(
    framework: .coreData, severity: .critical, specificity: 90)

  /// Persistent history.
  static let historyErrors: [Explanation] = [
    error(
      "cocoa-134301", code: 134301, symbol: "NSPersistentHistoryTokenExpiredError",
      meaning: "The persistent history token is no longer valid: the history it points to is gone.",
      causes: """
        History purged too early, for example at every notification while \
        NSPersistentCloudKitContainer still needs it.
        Store replaced, restored, or history truncated by a schema change.
        App unused for a long time.
        """,
      confirm: """
        Is the token's number among the transactions that are left? 'storedoctor sql STORE "SELECT \
        min(Z_PK), max(Z_PK) FROM ATRANSACTION"'.
        Is the 'store id' that 'storedoctor info STORE' shows the one in the token?
        """,
      fixes: """
        Reset the stored token to nil, refresh everything, continue.
        With CloudKit keep at least seven days of history.
        """),
    error(
      "cocoa-134501", code: 134501, confidence: .medium,
      patterns: "Reason=Store - (…) not found in token",
      meaning: "Undocumented: a history token does not mention the store it is used with.",
      causes: "Store file replaced by a backup, so the store UUID changed.",
      confirm: "Is the 'store id' that 'storedoctor info STORE' shows the one in the token?",
      fixes: "Discard the token and fetch the history from its beginning."),
    message(
      "history-truncated-entities-removed", systems: "all with history tracking (SwiftData always)",
      patterns:
        "Persistent History ([transaction number:word]) has to be truncated due to the following",
      meaning: """
        The store was opened with a model that lacks entities the store has; Core Data migrated it \
        down: their tables are dropped, their rows are lost, and history up to that transaction is \
        deleted. The open succeeds.
        """,
      causes: """
        Two containers or .modelContainer modifiers with different model lists use the same \
        default.store.
        Older app build or a widget/extension with fewer models opens the shared store.
        A model class was really removed.
        """,
      confirm: """
        Entities named in the message: check sqlite_master for their tables (gone) and Z_PRIMARYKEY.
        Compare the model lists of all containers/targets that use this URL.
        MIN(Z_PK) in ATRANSACTION is above 1.
        """,
      fixes: """
        Use one shared full model list for every container that opens the file.
        Give each container its own store URL.
        Restore lost tables only from a backup.
        """),
    message(
      "history-dropping", severity: .warning,
      patterns: "Dropping {Indexes|Transactions|Changes} …for Persistent History",
      meaning: "Follow-up warnings of history truncation during a migration.",
      causes: "The store was opened with a model that lacks entities which the history mentions.",
      confirm: "The line about truncating Persistent History before it names the entities.",
      fixes:
        "Open the file with the same full list of models in every container, app and extension."),
    message(
      "history-forced-read-only", systems: "iOS 11+",
      patterns:
        "Store opened without NSPersistentHistoryTrackingKey but previously had been opened with",
      meaning: """
        The store has history rows but is opened without history tracking, so Core Data makes it \
        read-only for this session.
        """,
      causes: """
        SwiftData or CloudKit store (history always on) opened with a plain NSPersistentContainer.
        NSPersistentHistoryTrackingKey option removed in an update.
        """,
      confirm: "ATRANSACTION has rows; store options lack NSPersistentHistoryTrackingKey.",
      fixes: "Set NSPersistentHistoryTrackingKey = true for every opener of that store."),
  ]
}
