extension ExplanationCatalog {
  private static let error = ExplanationFamily(
    framework: .cloudKit, domain: "CKErrorDomain", severity: .error, specificity: 45,
    confirm: """
      The server message beside the code, and the log of the container in CloudKit Console.
      """)

  /// `CKError` codes that mirroring seldom meets: assets, shares, accounts and old systems.
  static let cloudKitRareCodes: [Explanation] = [
    error(
      "ck-results-truncated", code: 13, symbol: "CKError.resultsTruncated", severity: .warning,
      meaning: "The query's answer was cut off; newer systems hand out a cursor instead.",
      causes: "A query with more results than one answer holds.",
      fixes: "Continue with the cursor, or ask for less at once."),
    error(
      "ck-server-rejected", code: 15, symbol: "CKError.serverRejectedRequest",
      meaning: "The server refused the request; trying again as it is will not help.",
      causes: """
        A fault of the container's configuration or of the service.
        A request that is formally right but not allowed, such as a zone of the default database.
        """,
      fixes: """
        Read the server message; try in Development; report it with the request's uuid if it stays.
        """),
    error(
      "ck-asset-not-found", code: 16, symbol: "CKError.assetFileNotFound",
      meaning: "The file of an asset is not on the device any more.",
      causes: "A file in a temporary or caches folder was deleted before the upload.",
      fixes: "Keep the file until the operation is done."),
    error(
      "ck-asset-modified", code: 17, symbol: "CKError.assetFileModified",
      meaning: "The file of an asset changed while it was uploaded.",
      causes: "The app writes to the file that it gave to the asset.",
      fixes: "Give the asset a copy that nobody changes."),
    error(
      "ck-incompatible-version", code: 18, symbol: "CKError.incompatibleVersion",
      meaning: "The app is older than the oldest version that the container still accepts.",
      causes: "A minimum version was set for the container.",
      fixes: "Update the app."),
    error(
      "ck-constraint-violation", code: 19, symbol: "CKError.constraintViolation",
      meaning: "The server refused the record because a unique value is there already.",
      causes: "Another record has the value.",
      fixes: "Fetch the other record and merge, or choose another value."),
    error(
      "ck-operation-cancelled", code: 20, symbol: "CKError.operationCancelled",
      severity: .info,
      meaning: "The operation was cancelled by the app or the system.",
      causes: """
        cancel() was called, or the app went into the background.
        The store or its container was let go of while it synchronised.
        """,
      fixes: "Nothing, if it was meant; otherwise start it again and keep the container alive."),
    error(
      "ck-bad-database", code: 24, symbol: "CKError.badDatabase",
      meaning: "The operation does not work in this database.",
      causes: "Zones, subscriptions or shares in a database that has none of that kind.",
      fixes: "Use the private database for custom zones and the shared one for accepted shares."),
    error(
      "ck-participant-invited", code: 37, symbol: "CKError.participantAlreadyInvited",
      severity: .info, systems: "iOS 26, macOS 26", confidence: .medium,
      meaning: "The user is invited to this share already and has not accepted yet.",
      causes: "The share's link was asked for again instead of being opened.",
      fixes: "Have the invitation that is there accepted before going on."),
    error(
      "ck-too-many-participants", code: 29, symbol: "CKError.tooManyParticipants",
      meaning: "A share has as many participants as it may have.",
      causes: "More than a hundred people invited.",
      fixes: "Remove participants, or share by a public link."),
    error(
      "ck-already-shared", code: 30, symbol: "CKError.alreadyShared",
      meaning: "A record of this share is in another share already.",
      causes: "A parent and its child are both shared, or two shares have one root.",
      fixes: "Fetch and use the share that exists; a hierarchy has one share."),
    error(
      "ck-reference-violation", code: 31, symbol: "CKError.referenceViolation",
      meaning: "A record refers to one that is not there, or whose deletion is forbidden by it.",
      causes: "The target was not saved, was deleted, or is in another zone.",
      fixes: "Save the target first, in the same zone; delete the referring records first."),
    error(
      "ck-managed-account", code: 32, symbol: "CKError.managedAccountRestricted",
      meaning: "The account is managed by an organisation that does not allow this.",
      causes: "A work or school account, or restrictions of a profile.",
      fixes: "Work without sync for this account; trying again does not help."),
    error(
      "ck-participant-verification", code: 33,
      symbol: "CKError.participantMayNeedVerification", severity: .warning,
      meaning: "The share cannot be opened before the person has proved to be the one invited.",
      causes: "The invitation went to an address that is not of this account.",
      fixes: "Open the share's URL so that the system asks the person to verify."),
    error(
      "ck-response-lost", code: 34, symbol: "CKError.serverResponseLost", severity: .warning,
      meaning: "The connection broke before the answer; the request may or may not have worked.",
      causes: "Network lost in the middle of the request.",
      fixes: "Fetch to see what the server has, then try again."),
    error(
      "ck-asset-unavailable", code: 35, symbol: "CKError.assetNotAvailable",
      meaning: "The asset's content cannot be had from the server at the moment.",
      causes: "The other device has not uploaded it completely, or it was removed.",
      fixes: "Fetch the record again later."),
  ]

  private static let message = ExplanationFamily(
    framework: .cloudKit, severity: .error, specificity: 90)

  /// Messages of mirroring that are no `CKError`.
  static let cloudKitMessages: [Explanation] = [
    message(
      "ck-multiple-zones", severity: .critical, alsoMatches: ["cocoa-134060", "cocoa-134040"],
      patterns: """
        Objects related to '[object:line]' are assigned to multiple zones
        Object graph corruption detected
        """,
      meaning: """
        Related objects must be in one CloudKit zone, and these are in two: mirroring stops until \
        that is mended.
        """,
      causes: """
        A new object related to a shared one was saved into the private store: without assign(_:to:) \
        it goes to the first store.
        An object was moved into a share while others still pointed to it.
        """,
      confirm: "Which store does object.objectID.persistentStore name for each of the two?",
      fixes: """
        assign(_:to:) the store of the related object before relating them; end the relationship \
        between stores, and make the object anew in the right one.
        """),
    message(
      "ck-activity-task", severity: .info, specificity: 60, confidence: .medium,
      patterns: """
        updateTaskRequest failed for com.apple.coredata.cloudkit.activity
        submitTaskRequest failed for com.apple.coredata.cloudkit.activity
        BGSystemTaskSchedulerErrorDomain
        """,
      meaning: "The system did not take a request to schedule the next export or import.",
      causes: "Seen on simulators and in running apps, also where synchronising works.",
      confirm: "Do exports and imports succeed in the lines around it?",
      fixes: "Ignore it unless nothing synchronises; then look for the errors of the export itself."
    ),
    message(
      "ck-push-entitlement", severity: .warning,
      patterns: "Not entitled to listen to push notifications",
      meaning: """
        CloudKit may not hear of changes by push in this process, so changes of other devices come \
        late.
        """,
      causes: "The signed build lacks the push entitlement; common on macOS and in extensions.",
      confirm: "codesign -d --entitlements :- App.app lists aps-environment.",
      fixes: "Add the Push Notifications capability, and sign anew."),
    message(
      "ck-client-bug", specificity: 40,
      alsoMatches: [
        "ck-push-entitlement", "ck-remote-notification-missing", "ck-process-entitlement-missing",
      ],
      patterns: "BUG IN CLIENT OF CLOUDKIT: [reason:line]",
      meaning: "CloudKit says that the app uses it in a wrong way; the sentence says in which.",
      causes: "A missing capability, or a call that the operation does not allow.",
      confirm: "Read the sentence behind the colon; the frames name the call.",
      fixes: "Add the capability that it names, or change the call."),
    message(
      "ck-torn-down", severity: .warning, confidence: .medium,
      patterns: "Told to tear down with reason: [reason:line]",
      meaning: """
        Mirroring of this store has ended for the reason that is named; until it is set up again \
        nothing is sent or received.
        """,
      causes: """
        'Store Removed': the store was taken out of its coordinator, or replaced, as a restore of \
        a backup does.
        The container was released.
        """,
      confirm: "Does a line about a setup of the same store follow?",
      fixes: """
        Load the store again through the container after a restore, and expect that what the \
        server has comes back: mirroring merges, it does not replace.
        """),
    message(
      "ck-default-zone", alsoMatches: ["ck-server-rejected"],
      patterns: "AppDefaultZone does not support",
      meaning: "The default zone cannot do this: change tokens and sharing need a zone of its own.",
      causes: "CKRecordZone.default() in a fetch of changes or a share.",
      confirm: "Which zone id does the operation name?",
      fixes: """
        Make a CKRecordZone of your own in the private database and keep the records there. Core \
        Data's mirroring does that by itself.
        """),
    message(
      "ck-invalid-predicate", alsoMatches: ["ck-invalid-arguments"], confidence: .medium,
      patterns: "Invalid predicate{:|} [predicate:line]…CKErrorDomain",
      meaning: "CloudKit's queries know only a part of NSPredicate, and this one is not in it.",
      causes: """
        OR between conditions, as in the published case.
        Functions, or key paths through references.
        """,
      confirm: "The predicate follows in the message.",
      fixes: "Make a query for each alternative and join the results, or filter what one returned."),
    message(
      "ck-record-tag-lost", alsoMatches: ["ck-unknown-item", "ck-partial-failure"],
      patterns: "recordChangeTag specified, but record not found",
      meaning: """
        The client sent a change to a record that it knows, but the server has it no more.
        """,
      causes: "Deleted by another device, or the environment was reset.",
      confirm: "Is the record in the zone, seen in CloudKit Console?",
      fixes: """
        Treat it as deleted, or send it as a new record without the old system fields. Core Data's \
        own mirroring does so by itself.
        """),
  ]
}
