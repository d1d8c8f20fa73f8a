extension ExplanationCatalog {
  private static let error = ExplanationFamily(
    framework: .cloudKit, domain: "CKErrorDomain", severity: .error, specificity: 85)
  private static let message = ExplanationFamily(
    framework: .cloudKit, severity: .critical, systems: "observed on the iOS 26.5 simulator",
    specificity: 95)

  /// What the CloudKit server or the system answers.
  static let cloudKitServerErrors: [Explanation] = [
    error(
      "ck-production-schema-field", alsoMatches: ["ck-invalid-arguments"],
      patterns: """
        Cannot create or modify field '[field:line]' in record '[record type:line]' in production \
        schema
        """,
      meaning: """
        The app writes a field that the CloudKit production schema does not have; sync stops for \
        these records.
        """,
      causes: """
        New attribute or entity not deployed to production (only Development creates fields \
        automatically).
        """,
      confirm: """
        Compare the attributes with the deployed record type in CloudKit Console, where their \
        names begin with CD_.
        Debug build works, TestFlight/App Store does not.
        """,
      fixes: """
        Run the app (or initializeCloudKitSchema) in Development, then deploy schema changes to \
        Production before release.
        """),
    error(
      "ck-production-schema-type", alsoMatches: ["ck-invalid-arguments"],
      patterns: "Cannot create new type [record type] in production schema",
      meaning: "A record type (entity) is missing in the production schema.",
      causes: "New entity not deployed.",
      confirm: "Record types in CloudKit Console versus entities.",
      fixes: "Deploy the schema."),
    error(
      "ck-field-type-mismatch",
      patterns: """
        invalid attempt to set value type [new type:word] for field '[field:line]' for type \
        '[record type:line]', defined to be: [existing type:word]
        """,
      meaning: """
        The CloudKit field exists with another type than the attribute now has; CloudKit types \
        never change.
        """,
      causes: "Attribute type changed after the field was created.",
      confirm: "Field type in CloudKit Console versus attribute type.",
      fixes: "Use a new attribute name; in Development reset the schema."),
    error(
      "ck-invalid-bundle-id", parent: "ck-permission-failure",
      alsoMatches: ["ck-permission-failure", "ck-server-rejected"],
      patterns: "Invalid bundle ID for container",
      meaning: "The app id is not associated with the CloudKit container.",
      causes: "Container not checked for the app id; stale provisioning profile.",
      confirm: "Is the container ticked for the app id in the developer portal?",
      fixes: "Associate, refresh the profile; else new container or feedback to Apple."),
    error(
      "ck-limit-exceeded", code: 27, symbol: "CKError.limitExceeded",
      patterns: """
        more than the maximum number of items in a single request
        CKError Limit Exceeded
        """,
      meaning: """
        One request had too many records or bytes for the server, which takes some 400 records and \
        2 MB at a time.
        """,
      causes: """
        Code of your own that sends all its records in one operation.
        A record that is too large by itself.
        """,
      confirm: "The server's message says what there was too much of.",
      fixes: """
        Your own operations: send half of the records at a time, again and again until it goes through.
        Mirroring divides its exports itself; if it goes on failing, look for a record over 1 MB and \
        keep such data in attributes with external storage.
        """),
    error(
      "ck-record-too-large", specificity: 92, parent: "ck-limit-exceeded",
      alsoMatches: ["ck-limit-exceeded"],
      patterns: "record {is |}too large",
      meaning: "A record is larger than CloudKit takes: 1 MB without its assets.",
      causes: "Large data or long texts that are kept in the row.",
      confirm:
        "'storedoctor entities STORE' lists the attributes with their types.",
      fixes: "Keep large data in attributes with external storage, which mirroring sends as assets."
    ),
    error(
      "ck-change-token-expired", code: 21, symbol: "CKError.changeTokenExpired",
      severity: .warning,
      patterns: """
        previous server change token is too old
        client knowledge differs from server knowledge
        """,
      meaning: "The server change token is too old; mirroring refetches from scratch.",
      causes: "Long time offline; zone reset.",
      confirm: "The code is CKErrorDomain 21.",
      fixes: "Core Data resets the zone state itself; own sync code must drop the token."),
    error(
      "ck-remote-notification-missing", severity: .warning,
      patterns: "CloudKit push notifications require the 'remote-notification' background mode",
      meaning: "Background mode missing, so changes are not pushed.",
      causes: "Remote notifications background mode not enabled.",
      confirm: "Does UIBackgroundModes in Info.plist have 'remote-notification'?",
      fixes: "Add the capability."),
    message(
      "ck-process-entitlement-missing",
      patterns: """
        In order to use CloudKit, your process must have a com.apple.developer.icloud-services \
        entitlement
        """,
      meaning: """
        CloudKit mirroring was configured but the signed app has no iCloud entitlement; the \
        process is aborted shortly after the container was created.
        """,
      causes: """
        cloudKitDatabase .private(...) or cloudKitContainerOptions set, but the iCloud capability \
        is missing in the signed build (ad-hoc or unsigned builds, unit-test hosts).
        """,
      confirm: """
        codesign -d --entitlements :- App.app shows no com.apple.developer.icloud-services.
        Crash stack contains PFCloudKitContainerProvider and NSCloudKitMirroringDelegate.
        """,
      fixes: """
        Add the capability and a matching profile; use cloudKitDatabase: .none in tests and \
        previews.
        """),
  ]
}
