extension ExplanationCatalog {
  private static let answer = ExplanationFamily(
    framework: .cloudKit, domain: "CKErrorDomain", severity: .error, specificity: 90)
  private static let message = ExplanationFamily(
    framework: .cloudKit, severity: .error, specificity: 85)

  /// What the server says in so many words, and what mirroring says of its own start.
  static let cloudKitAnswers: [Explanation] = [
    message(
      "ck-setup-failed", severity: .error, specificity: 22,
      patterns: "Failed to set up CloudKit integration for store",
      meaning: """
        Mirroring did not start for this store; the error behind the colon says why. The store \
        itself works, but nothing is synchronised.
        """,
      causes: """
        A rule about models that is broken (134060); no iCloud account (134400); a second \
        container on the file (134410, 134422).
        """,
      confirm: "The error in the same or the next lines of the log.",
      fixes: "Treat the error that is printed with it; mirroring tries again at the next launch."),
    answer(
      "ck-operation-not-permitted", parent: "ck-permission-failure", confidence: .medium,
      patterns: "{WRITE|CREATE|DELETE|READ|UPDATE|SAVE} operation not permitted",
      meaning: "The server does not let this user do that with this record or zone.",
      causes: """
        A record in a shared zone of which the user is a participant with read access only.
        Security roles of the record type in the public database.
        A zone or record of another owner.
        """,
      confirm:
        "database scope and the zone's owner in the error; the share's participant permission.",
      fixes: """
        Ask container.canUpdateRecord or canModifyManagedObjects before the change; correct the \
        roles in CloudKit Console.
        """),
    answer(
      "ck-record-type-missing", parent: "ck-unknown-item", confidence: .medium,
      patterns: """
        did not find required record type: [record type:word]
        Did not find record type: [record type:word]
        """,
      meaning: "The database has no such record type in this environment.",
      causes: """
        Nothing of this type was saved in Development yet, so its type was never made.
        The schema is not deployed to Production, which TestFlight and the App Store use.
        """,
      confirm: "Record Types in CloudKit Console, for the environment in question.",
      fixes: """
        Save a first record in Development (initializeCloudKitSchema for mirroring), then \
        deploy the schema.
        """),
    answer(
      "ck-type-not-indexable", parent: "ck-invalid-arguments", confidence: .medium,
      patterns: """
        Type is not marked indexable: [record type:word]
        Unknown field '[field:line]'
        """,
      meaning: """
        A query asks for a record type that has no index, or for a field that the type does not \
        have.
        """,
      causes: """
        The record type has no Queryable index on recordName; the field was never saved or not \
        deployed.
        """,
      confirm: "Indexes of the record type in CloudKit Console.",
      fixes: """
        Add the index 'recordName: Queryable' and that of each field in the query, and deploy \
        the schema.
        """),
    answer(
      "ck-subscription-production", parent: "ck-server-rejected", confidence: .medium,
      patterns: """
        attempting to create a subscription in a production container
        subscription {is duplicate of|already exists}
        """,
      meaning: """
        The server does not take the subscription: in Production it needs a type of \
        subscription that was made in Development before, and one of each kind is enough.
        """,
      causes: """
        The first subscription of this kind was never saved in Development and deployed.
        The same subscription is made at every launch.
        """,
      confirm: "Subscription types in CloudKit Console.",
      fixes: "Save it once in Development and deploy the schema; keep in mind that it was saved."),
    answer(
      "ck-shared-zones-only", parent: "ck-invalid-arguments", confidence: .medium,
      patterns: """
        Only shared zones can be accessed in the shared DB
        {shared|public} {database|DB} does not support
        """,
      meaning: """
        The request is not one for this database: the shared one has only zones that others \
        share, the public one only the default zone, and neither takes what the private one takes.
        """,
      causes: """
        A zone of the private database asked for in the shared one; zones, shares or atomic \
        saves in the public one.
        """,
      confirm: "Which database does the operation run in?",
      fixes: """
        Use privateCloudDatabase for own zones, and record ids of the shared database for \
        shared ones.
        """),
    answer(
      "ck-no-account", specificity: 75, parent: "ck-not-authenticated", confidence: .medium,
      patterns: """
        No iCloud account is configured
        This request requires an authenticated account
        CloudKit access was denied by user settings
        accountStatus={No account|Restricted|Could not determine}
        """,
      meaning: "The device or simulator has no iCloud account that this app may use.",
      causes: """
        Nobody is signed in, or iCloud Drive, or this app in its settings, is switched off.
        Parental controls or a managed device (restricted).
        """,
      confirm: "Settings, the account, iCloud; CKContainer.accountStatus.",
      fixes: """
        Sign in on that device or simulator; work locally meanwhile, and go on at \
        CKAccountChanged.
        """),
    message(
      "ck-share-zone", severity: .critical, specificity: 90, confidence: .medium,
      patterns: "Share must be in the same zone as the current record",
      meaning: """
        A record was given a share of another zone. Shares work in zones of your own only, and \
        record and share must be in one.
        """,
      causes: "The record is in the default zone, or the share was made for another root record.",
      confirm: "Print record.recordID.zoneID and share.recordID.zoneID.",
      fixes: """
        Make a custom zone in the private database, keep shared records there, and make the \
        share with CKShare(rootRecord:).
        """),
    message(
      "ck-client-assertion", severity: .critical, specificity: 50,
      alsoMatches: ["ck-share-zone", "ck-client-bug"], confidence: .medium,
      patterns: """
        Assertion failure in …/Framework/CK[class:word].m:[line:word]
        Assertion failure in …CloudKit…CK[class:word].m:[line:word]
        """,
      meaning: """
        CloudKit stopped because it was called in a way that it does not allow; the exception's \
        reason in the next line says why.
        """,
      causes: """
        A record, share, zone or operation that does not fit the database it is used in, or \
        that was used before.
        """,
      confirm: "Read the line with 'reason:'; the method is in the brackets.",
      fixes: "Correct what the reason names."),
    message(
      "ck-container-identifier", severity: .critical, confidence: .medium,
      patterns: """
        containerIdentifier can not be nil
        The value of this entitlement must be an array containing
        does not have a valid com.apple.developer.icloud-container-identifiers
        """,
      meaning: """
        CloudKit was used in a process that is not entitled to it, or without the name of a \
        container.
        """,
      causes: """
        The iCloud capability, or CloudKit in it, is not switched on for this target; no \
        container is ticked.
        Tests, previews or a tool that is signed without entitlements.
        """,
      confirm: "codesign -d --entitlements :- App.app lists the services and the container.",
      fixes: """
        Signing & Capabilities, iCloud, CloudKit, with a container; or no CloudKit options in \
        tests.
        """),
    message(
      "ck-metadata-column-there", severity: .info, specificity: 20,
      patterns: "Skipping migration for 'ANSCK[table:word]' because it already has a column",
      meaning: """
        Mirroring looked whether its own tables need a column, and they have it. Nothing is wrong.
        """,
      causes: "Opening a store that an earlier launch brought up to date.",
      confirm: "The line begins with CoreData: debug.",
      fixes: "Nothing."),
    message(
      "ck-mirroring-notes", severity: .info, specificity: 6,
      patterns: """
        checkAndExecuteNextRequest
        Deferring additional work. There is still an active request
        NSCloudKitMirroringDelegate…{Scheduling automated|Enqueuing request|enqueuing request}
        Finished automatic {import|export}…with result
        """,
      meaning: """
        Mirroring notes what it does: which request it runs, defers or ends. These lines are no \
        errors.
        """,
      causes: "Work as usual; success: 1 or an error stands in the result.",
      confirm: "Look for 'error' or 'success: 0' in lines of the same request.",
      fixes: """
        Nothing, unless a request ends with an error; -com.apple.CoreData.CloudKitDebug 0 \
        silences them.
        """),
    message(
      "ck-push-registration", severity: .warning, specificity: 70, confidence: .medium,
      patterns: "no valid 'aps-environment' entitlement string found for application",
      meaning: """
        The app cannot be told of changes by push: its signature lacks the push entitlement. \
        Changes of other devices then arrive only when the app starts or imports by itself.
        """,
      causes: "The Push Notifications capability is missing for this target or profile.",
      confirm: "codesign -d --entitlements :- App.app lists aps-environment.",
      fixes: "Add Push Notifications and Background Modes, Remote notifications; sign anew."),
  ]
}
