extension ExplanationCatalog {
  /// CloudKit mirroring: setting up.
  static let cloudKitSetupErrors: [Explanation] = [
    Explanation(
      id: "ck-134400-setup", framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134400,
      codes: [134400],
      patterns: "Unable to initialize without {a valid |an |}iCloud account",
      meaning: """
        CloudKit mirroring could not start for the account or container. The store itself opens \
        and works locally.
        """,
      causes: """
        No iCloud account on device/simulator (CKAccountStatusNoAccount).
        Account temporarily unavailable or restricted.
        Unsupported database scope; container not available.
        """,
      confirm: "CKAccountStatus in the text; sign-in state of the device.",
      fixes: """
        Sign in; treat as local-only until the account is available; do not classify every 134400 \
        as harmless (temporarilyUnavailable needs a retry).
        """,
      severity: .warning, specificity: 80, confidence: .high),
    Explanation(
      id: "ck-134403-store-removed-assets",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134403, codes: [134403],
      patterns: "Failed to initialize the asset storage url because the store was removed",
      meaning: "Setup of the asset directory failed because the store was removed meanwhile.",
      causes: "Container torn down during setup.",
      confirm: "Container lifetime.",
      fixes: "Keep the container alive until setup finished.",
      severity: .error, specificity: 80, confidence: .low),
    Explanation(
      id: "ck-134406-never-initialized",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134406, codes: [134406],
      patterns: "was aborted because the mirroring delegate never successfully initialized",
      meaning: """
        A sync request was dropped because mirroring never got set up; the embedded error is the \
        real one.
        """,
      causes: "Schema not deployed, no account, wrong container, duplicate mirroring.",
      confirm: "Read the error after \"due to error:\".",
      fixes: "Fix the embedded error.",
      severity: .error, specificity: 60, confidence: .high),
    Explanation(
      id: "ck-134410-second-instance",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134410, codes: [134410],
      patterns: """
        CloudKit setup failed because there is another instance of this persistent store actively \
        syncing
        Illegal attempt to register a second handler for activity identifier
        """,
      meaning: """
        The same store is mirrored twice (Apple: this can also happen across app and extension).
        """,
      causes: """
        Two NSPersistentCloudKitContainer/ModelContainer instances on one file.
        App and extension both sync the shared store.
        Old container kept alive by its objects when a new one is created.
        """,
      confirm: "Count containers per URL and process; NSUnderlyingException names the activity.",
      fixes: """
        One syncing container per store; extensions open without CloudKit options; release old \
        objects first.
        """,
      severity: .error, specificity: 80, confidence: .high),
    Explanation(
      id: "ck-134415-account-changed",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134415, codes: [134415],
      meaning: """
        Import/export stopped because the iCloud account changed (CKAccountChangedNotification).
        """,
      causes: "User switched or signed out of iCloud; the local mirror may be wiped and rebuilt.",
      confirm: "Log shows CKAccountChanged.",
      fixes: "Expect local data of the old account to disappear; reload UI.",
      severity: .error, specificity: 80, confidence: .medium),
    Explanation(
      id: "ck-134422-second-instance-export",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134422, codes: [134422],
      patterns: """
        CloudKit setup failed because it couldn't register a handler for the {export|setup|import} \
        activity
        """,
      meaning: "Variant of the double-mirroring error for the export handler.",
      causes: "Two containers mirror the same store, in one process or in app and extension.",
      confirm: "Count the containers for each store URL, in the app and its extensions.",
      fixes: "Let one container per store sync; open the store without CloudKit options elsewhere.",
      severity: .error, specificity: 80, confidence: .medium),
  ]
}
