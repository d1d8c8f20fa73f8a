extension ExplanationCatalog {
  /// Core Data errors of requests to a store and of saving.
  static let storeSaveErrors: [Explanation] = [
    Explanation(
      id: "cocoa-134030", framework: .coreData, domain: "NSCocoaErrorDomain", code: 134030,
      codes: [134030], symbol: "NSPersistentStoreSaveError",
      meaning: "Unclassified save error: something the store depends on failed.",
      causes: "Disk full, protected file, vanished directory, SQLite error inside.",
      confirm: """
        Read NSUnderlyingError and NSSQLiteErrorDomain in userInfo.
        Check free space, file protection, and that the directory exists.
        """,
      fixes: "Fix the underlying cause and save again.",
      severity: .error, specificity: 50, confidence: .high),
    Explanation(
      id: "cocoa-134040", framework: .coreData, domain: "NSCocoaErrorDomain", code: 134040,
      codes: [134040], symbol: "NSPersistentStoreIncompleteSaveError",
      meaning: "One or more stores failed during a save across several stores.",
      causes: "One of several configurations/stores failed.",
      confirm: "NSAffectedStoresErrorKey / NSAffectedObjectsErrorKey name the store and objects.",
      fixes: "Fix the failing store; treat the save as partial.",
      severity: .error, specificity: 50, confidence: .high),
    Explanation(
      id: "cocoa-134050", framework: .coreData, domain: "NSCocoaErrorDomain", code: 134050,
      codes: [134050], symbol: "NSPersistentStoreSaveConflictsError",
      meaning: "A merge conflict was left unresolved during a save.",
      causes: """
        Same row changed by two contexts/processes.
        Default error merge policy.
        """,
      confirm: """
        userInfo key conflictList holds NSMergeConflict objects with old and new versions; compare \
        with Z_OPT of the row.
        """,
      fixes: "Set a merge policy or resolve the conflicts.",
      severity: .error, specificity: 50, confidence: .high),
    Explanation(
      id: "cocoa-134070", framework: .coreData, domain: "NSCocoaErrorDomain", code: 134070,
      codes: [134070], symbol: "NSPersistentStoreOperationError",
      meaning: "A persistent store operation failed.",
      causes: "Batch or other request failed in the store.",
      confirm: "Read NSUnderlyingError.",
      fixes: "Fix the request.",
      severity: .error, specificity: 50, confidence: .high),
    Explanation(
      id: "cocoa-134091", framework: .coreData, domain: "NSCocoaErrorDomain", code: 134091,
      codes: [134091], symbol: "NSPersistentStoreUnsupportedRequestTypeError",
      meaning: """
        The store got a request type it does not implement (for example batch requests on an \
        in-memory or custom store).
        """,
      causes: "Batch insert/update/delete on a non-SQLite store.",
      confirm: "Check NSStoreType of the target store.",
      fixes: "Use a SQLite store or normal objects.",
      severity: .error, specificity: 50, confidence: .high),
    Explanation(
      id: "cocoa-134200", framework: .coreData, domain: "NSCocoaErrorDomain", code: 134200,
      codes: [134200], symbol: "NSExternalRecordImportError",
      meaning: "General error while importing external records.",
      causes: "Spotlight/external record support (old macOS feature).",
      confirm: "Rare.",
      fixes: "None.",
      severity: .info, specificity: 50, confidence: .high),
  ]
}
