extension ExplanationCatalog {
  private static let error = ExplanationFamily(
    framework: .cloudKit, domain: "CKErrorDomain", severity: .error, specificity: 45,
    confirm: """
      The server message beside the code, and the log of the container in CloudKit Console.
      """)

  /// `CKError` by its code, where no message says more.
  static let cloudKitCodes: [Explanation] = [
    error(
      "ck-internal-error", code: 1, symbol: "CKError.internalError", confidence: .medium,
      meaning: "CloudKit itself failed; the code does not say why.",
      causes: "A fault of the service or of the device's account; often gone later.",
      fixes: "Retry later; sign in to iCloud on the simulator or device."),
    error(
      "ck-partial-failure", code: 2, symbol: "CKError.partialFailure", specificity: 20,
      alsoMatches: [
        "ck-limit-exceeded", "ck-production-schema-field", "ck-production-schema-type",
        "ck-field-type-mismatch", "ck-server-record-changed", "ck-zone-not-found",
        "ck-quota-exceeded", "ck-change-token-expired", "ck-unknown-item", "ck-batch-failed",
        "ck-invalid-arguments", "ck-permission-failure", "ck-invalid-bundle-id",
      ],
      meaning: """
        Some records or zones of the request failed, others may have been saved; the reason is in \
        each item's own error, not in this one.
        """,
      causes: """
        Fields or record types that were not deployed to Production.
        Records changed on the server, quota, a zone that does not exist.
        """,
      confirm: "CKPartialErrorsByItemIDKey in userInfo holds an error for each item.",
      fixes: """
        Log the errors by item and treat those; 22 (batch request failed) only means that another \
        item failed.
        """),
    error(
      "ck-network-unavailable", code: 3, symbol: "CKError.networkUnavailable",
      severity: .warning,
      meaning: "There is no network.", causes: "Device offline, or no access for this app.",
      fixes: "Nothing; mirroring goes on when the network is back."),
    error(
      "ck-network-failure", code: 4, symbol: "CKError.networkFailure", severity: .warning,
      meaning: "The network is there, but the request failed on its way.",
      causes: "Weak connection, VPN or proxy.",
      fixes: "Retry; own code waits for CKErrorRetryAfterKey."),
    error(
      "ck-bad-container", code: 5, symbol: "CKError.badContainer", severity: .critical,
      patterns: """
        Couldn't get container configuration from the server for container
        """,
      meaning: "The container is unknown, or this app may not use it.",
      causes: "Identifier misspelt, or the container not ticked for the app id.",
      fixes: "Compare the identifier with the entitlements and the developer portal."),
    error(
      "ck-service-unavailable", code: 6, symbol: "CKError.serviceUnavailable",
      severity: .warning, alsoMatches: ["ck-daemon-connection"],
      meaning: "CloudKit, or its daemon on the device, does not answer at the moment.",
      causes: """
        The service is down or the daemon restarts.
        Entitlements that the daemon does not accept: then it stays so.
        """,
      fixes: "Retry after the seconds given; if it stays, check the iCloud entitlements."),
    error(
      "ck-request-rate-limited", code: 7, symbol: "CKError.requestRateLimited",
      severity: .warning,
      meaning: "The app asks too often and is slowed down.",
      causes: "Saves in loops, or retries without waiting.",
      fixes: "Wait for CKErrorRetryAfterKey; join several changes in one save."),
    error(
      "ck-missing-entitlement", code: 8, symbol: "CKError.missingEntitlement",
      severity: .critical,
      patterns: """
        missing required entitlement com.apple.developer.icloud
        """,
      meaning: "The app is signed without the entitlement that the request needs.",
      causes: "iCloud capability or container missing in the signed build.",
      confirm: "codesign -d --entitlements :- App.app.",
      fixes: "Add the capability and sign anew."),
    error(
      "ck-not-authenticated", code: 9, symbol: "CKError.notAuthenticated",
      patterns: """
        Can't return account credentials for account
        the account needs to verify new terms
        """,
      meaning: "Nobody is signed in to iCloud, or the account may not be used at the moment.",
      causes: """
        Not signed in; iCloud Drive off for the app.
        New terms to be accepted, or the account suspended.
        """,
      confirm: "CKContainer.accountStatus; Settings asks for the terms.",
      fixes: "Sign in and accept the terms; work locally until then."),
    error(
      "ck-permission-failure", code: 10, symbol: "CKError.permissionFailure",
      meaning: "The user may not do this with the record or the database.",
      causes: "Security roles of the record type, or a share that is read only.",
      fixes: "Correct the roles in CloudKit Console, or leave such records alone."),
    error(
      "ck-unknown-item", code: 11, symbol: "CKError.unknownItem",
      meaning: "The record, or its record type, is not in the database.",
      causes: "Deleted meanwhile; a type that only exists in Development.",
      fixes: "Treat it as deleted; deploy the schema if it is the type."),
    error(
      "ck-invalid-arguments", code: 12, symbol: "CKError.invalidArguments",
      meaning: "The request itself is wrong; the server message says in what.",
      causes: "A query of a field without index; a bad predicate; a record given twice.",
      fixes: "Correct what the server message names."),
    error(
      "ck-not-queryable", specificity: 90, parent: "ck-invalid-arguments",
      patterns: "Field '[field:line]' is not marked {queryable|sortable|searchable}",
      meaning: "A query asks or sorts by a field that has no such index in CloudKit.",
      causes: """
        The index was never added, or not deployed to Production. 'recordName' needs one too.
        """,
      confirm: "Indexes of the record type in CloudKit Console.",
      fixes: "Add the index (for 'recordName': Queryable) and deploy the schema."),
    error(
      "ck-same-record-twice", specificity: 90, parent: "ck-invalid-arguments",
      patterns: "You can't save the same record twice",
      meaning: "One request holds the same record twice; CloudKit refuses it as a whole.",
      causes: """
        A record listed twice, or both to be saved and to be deleted, in one operation.
        Two objects of the app that lead to one record id.
        """,
      confirm:
        "Which record does the message name? Look for it in the list given to the operation.",
      fixes:
        "Make the list unique by recordID before the request; the last change of a record wins."),
    error(
      "ck-server-record-changed", code: 14, symbol: "CKError.serverRecordChanged",
      patterns: """
        record to insert already exists
        client oplock error updating record
        """,
      meaning: """
        The record on the server is another one than the client started from: changed, or there \
        already ('record to insert already exists').
        """,
      causes: """
        Another device saved first.
        The local copy of the record's system fields is lost, so it is sent as new.
        """,
      fixes: """
        Merge into CKRecordChangedErrorServerRecordKey's record and save that. Core Data's own \
        mirroring does so by itself.
        """),
    error(
      "ck-batch-failed", code: 22, symbol: "CKError.batchRequestFailed", specificity: 20,
      meaning: "Another record of the same atomic batch failed; this one is not at fault.",
      causes: "One of the other items.", fixes: "Look at the items with other codes."),
    error(
      "ck-zone-busy", code: 23, symbol: "CKError.zoneBusy", severity: .warning,
      meaning: "The zone has too many requests at once.", causes: "Several devices or loops.",
      fixes: "Retry after the seconds given."),
    error(
      "ck-quota-exceeded", code: 25, symbol: "CKError.quotaExceeded",
      meaning: "The user's iCloud storage is full; nothing more is saved.",
      causes: "Full iCloud storage; for the public database that of the app.",
      fixes: "Tell the user to free or buy storage."),
    error(
      "ck-zone-not-found", code: 26, symbol: "CKError.zoneNotFound",
      meaning: "The record zone does not exist in this database.",
      causes: """
        Not made yet, or deleted with the app's iCloud data or by an environment reset.
        The account changed.
        """,
      fixes: """
        Make the zone again and upload anew; own code drops its change token. Core Data's \
        mirroring makes its zone by itself.
        """),
    error(
      "ck-user-deleted-zone", code: 28, symbol: "CKError.userDeletedZone", severity: .warning,
      patterns: "Zone was purged by user",
      meaning: "The user deleted the app's iCloud data in Settings.",
      causes: "Settings, iCloud, Manage Account Storage.",
      fixes: "Ask before uploading local data again."),
    error(
      "ck-account-temporarily-unavailable", code: 36,
      symbol: "CKError.accountTemporarilyUnavailable", severity: .warning,
      meaning: "The account is there but cannot be used yet; it has to be verified.",
      causes: "Password or terms to be confirmed in Settings.",
      fixes: "Wait for CKAccountChanged; ask the user to open Settings."),
  ]
}
