extension ExplanationCatalog {
  private static let error = ExplanationFamily(
    framework: .cloudKit, domain: "NSCocoaErrorDomain", severity: .error, specificity: 80,
    confidence: .medium)

  /// CloudKit mirroring: setting up, import, export and other requests.
  static let cloudKitRequestErrors: [Explanation] = [
    error(
      "ck-134400-setup", code: 134400, severity: .warning, confidence: .high,
      patterns: """
        Unable to initialize without {a valid |an |}iCloud account
        CKAccountStatus{NoAccount|TemporarilyUnavailable|Restricted|CouldNotDetermine}
        """,
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
        """),
    error(
      "ck-134403-store-removed-assets", code: 134403, confidence: .low,
      patterns: "Failed to initialize the asset storage url because the store was removed",
      meaning: "Setup of the asset directory failed because the store was removed meanwhile.",
      causes: "Container torn down during setup.",
      confirm: "Look how long the container is kept alive.",
      fixes: "Keep the container alive until setup finished."),
    error(
      "ck-134406-never-initialized", code: 134406, specificity: 60, confidence: .high,
      patterns: "was aborted because the mirroring delegate never successfully initialized",
      meaning: """
        A sync request was dropped because mirroring never got set up; the embedded error is the \
        real one.
        """,
      causes: "Schema not deployed, no account, wrong container, duplicate mirroring.",
      confirm: "Read the error after \"due to error:\".",
      fixes: "Fix the embedded error."),
    error(
      "ck-134410-second-instance", code: 134410, confidence: .high,
      patterns: """
        CloudKit setup failed because there is another instance of this persistent store actively \
        syncing
        Illegal attempt to register a second handler for activity identifier
        """,
      meaning:
        "The same store is mirrored twice (Apple: this can also happen across app and extension).",
      causes: """
        Two NSPersistentCloudKitContainer/ModelContainer instances on one file.
        App and extension both sync the shared store.
        Old container kept alive by its objects when a new one is created.
        """,
      confirm: "Count containers per URL and process; NSUnderlyingException names the activity.",
      fixes: """
        One syncing container per store; extensions open without CloudKit options; release old \
        objects first.
        """),
    error(
      "ck-scheduler-registered-twice", specificity: 60,
      patterns: """
        Registering a handler for a CKScheduler activity identifier that has already been registered
        """,
      meaning: "Two containers in this process mirror the same store to CloudKit.",
      causes: """
        A ModelContainer or NSPersistentCloudKitContainer is made twice, for example in a view's \
        @State or a computed property that is evaluated again.
        An old container is still alive when the new one is made.
        """,
      confirm: "Put a breakpoint on each place that makes a container; count the hits.",
      fixes: "Make the container once, in a static let, and pass it on."),
    error(
      "ck-134415-account-changed", code: 134415,
      meaning:
        "Import/export stopped because the iCloud account changed (CKAccountChangedNotification).",
      causes: "User switched or signed out of iCloud; the local mirror may be wiped and rebuilt.",
      confirm: "Log shows CKAccountChanged.",
      fixes: "Expect local data of the old account to disappear; reload UI."),
    error(
      "ck-134422-second-instance-export", code: 134422,
      patterns: """
        CloudKit setup failed because it couldn't register a handler for the {export|setup|import} \
        activity
        """,
      meaning: "Variant of the double-mirroring error for the export handler.",
      causes: "Two containers mirror the same store, in one process or in app and extension.",
      confirm: "Count the containers for each store URL, in the app and its extensions.",
      fixes:
        "Let one container per store sync; open the store without CloudKit options elsewhere."),
    error(
      "ck-134407-store-removed", code: 134407,
      patterns: "was cancelled because the store was removed from the coordinator",
      meaning: "A sync request was cancelled because its store was removed.",
      causes: "Store or container removed while syncing (also account change flows).",
      confirm: "Container lifetime; removePersistentStore calls.",
      fixes: "Do not remove stores during sync; reload later."),
    error(
      "ck-134412-import-related-missing", code: 134412, confidence: .low,
      meaning: "Import could not resolve an object of a mirrored relationship (also 134413).",
      causes: "Record of the related object not (yet) imported or deleted.",
      confirm: "Dangling keys in the entity tables.",
      fixes: "Usually resolves on a later import."),
    error(
      "ck-134413-import-many-to-many-missing", code: 134413, confidence: .low,
      meaning: "Import could not resolve one end of a many-to-many relationship.",
      causes: "One of the two records missing.",
      confirm: "Join table rows without counterpart.",
      fixes: "Usually resolves on a later import."),
    error(
      "ck-134416-identity-update", code: 134416, severity: .warning, confidence: .low,
      meaning: "Sync was interrupted by an identity update.",
      causes: "Identity/keychain update of iCloud.",
      confirm: "Look whether a later sync in the log succeeds.",
      fixes: "Retry."),
    error(
      "ck-134417-already-pending", code: 134417, severity: .info,
      patterns: "was cancelled because there is already a pending request of type",
      meaning: "A request of the same kind is already queued; harmless.",
      causes: "Several triggers close together.",
      confirm: "The same line comes several times in a row.",
      fixes: "Nothing; it can be ignored."),
    error(
      "ck-134419-deferred", code: 134419, severity: .info,
      patterns: "aborted because {it|the activity} was deferred by the system",
      meaning: "The system postponed the sync activity (energy, network, background time).",
      causes: "Low power, no network, background limits.",
      confirm: "Look whether a later sync in the log succeeds.",
      fixes: "Nothing; it runs later."),
    error(
      "ck-134420-serialization-exception", code: 134420,
      alsoMatches: ["coredata-unacceptable-type"],
      meaning: "An object could not be turned into a CloudKit record because of an exception.",
      causes: """
        Value of a wrong type for the attribute (Unacceptable type of value for attribute).
        Transformer failure.
        """,
      confirm: "Read the text of NSUnderlyingException in userInfo.",
      fixes: "Fix the value or transformer."),
    error(
      "ck-134421-unhandled-exception", code: 134421,
      patterns: """
        {Import|Export|Setup} failed because …unhandled exception
        {Import|Export|Setup} encountered an unhandled exception
        """,
      meaning: "Import, export or setup hit an exception inside mirroring.",
      causes: "Inconsistent store (missing tables/rows), history problems, bad values.",
      confirm: "NSUnderlyingException; integrity check and dangling-key scan of the store.",
      fixes: "Repair what 'storedoctor check STORE' finds; if it finds nothing, report it to Apple."
    ),
  ]
}
