extension ExplanationCatalog {
  /// Managed objects: merging, references, locking.
  static let objectErrors: [Explanation] = [
    Explanation(
      id: "cocoa-132000", framework: .coreData, domain: "NSCocoaErrorDomain", code: 132000,
      codes: [132000], symbol: "NSManagedObjectContextLockingError",
      meaning: "Could not acquire a lock in a managed object context (legacy).",
      causes: "Old manual locking.",
      confirm: "Old API use.",
      fixes: "Use perform blocks.",
      severity: .error, specificity: 50, confidence: .high),
    Explanation(
      id: "cocoa-132010", framework: .coreData, domain: "NSCocoaErrorDomain", code: 132010,
      codes: [132010], symbol: "NSPersistentStoreCoordinatorLockingError",
      meaning: "Could not acquire a lock in a persistent store coordinator (legacy).",
      causes: "Old manual locking.",
      confirm: "Old API use.",
      fixes: "Use perform blocks.",
      severity: .error, specificity: 50, confidence: .high),
    Explanation(
      id: "cocoa-133000", framework: .coreData, domain: "NSCocoaErrorDomain", code: 133000,
      codes: [133000], symbol: "NSManagedObjectReferentialIntegrityError",
      patterns: "Attempt to access an object not found in store",
      meaning: """
        A fault points to a row that does not exist: the store is visible, the object is not.
        """,
      causes: """
        Object deleted in another context, process or by sync.
        Relationship column points to a missing row.
        """,
      confirm: """
        SELECT 1 FROM Z<ENTITY> WHERE Z_PK=N for the object id in NSAffectedObjectsErrorKey.
        Scan every foreign key column and join table for dangling ids.
        """,
      fixes: """
        Use existingObject(with:) and handle nil; merge remote changes; repair dangling keys.
        """,
      severity: .error, specificity: 85, confidence: .high),
    Explanation(
      id: "cocoa-133010", framework: .coreData, domain: "NSCocoaErrorDomain", code: 133010,
      codes: [133010], symbol: "NSManagedObjectExternalRelationshipError",
      patterns: "Cannot save objects with references outside of their own stores",
      meaning: "An object being saved has a relationship to an object in another store.",
      causes: "Cross-store relationship between configurations.",
      confirm: "Compare objectID.persistentStore of both ends.",
      fixes: "Assign both objects to one store or store an identifier instead.",
      severity: .error, specificity: 80, confidence: .high),
    Explanation(
      id: "cocoa-133020", framework: .coreData, domain: "NSCocoaErrorDomain", code: 133020,
      codes: [133020], symbol: "NSManagedObjectMergeError",
      patterns: """
        Could not merge changes
        NSMergeConflict (
        """,
      meaning: """
        Optimistic locking conflict: the row changed in the store since it was read, and the merge \
        policy is "error".
        """,
      causes: """
        Two contexts or processes change the same object.
        Background context created with the default policy.
        Object deleted elsewhere (newVersion = <deleted>).
        """,
      confirm: "conflictList in userInfo: oldVersion/newVersion versus Z_OPT of the row.",
      fixes: "Set mergePolicy (for example mergeByPropertyObjectTrump) on every context; retry.",
      severity: .error, specificity: 80, confidence: .high),
    Explanation(
      id: "cocoa-133021", framework: .coreData, domain: "NSCocoaErrorDomain", code: 133021,
      codes: [133021], symbol: "NSManagedObjectConstraintMergeError",
      patterns: "NSConstraintConflict",
      meaning: "A save hit uniqueness constraint conflicts that the merge policy cannot resolve.",
      causes: """
        Duplicate values for a unique attribute with the default error policy.
        Rows without the unique key inserted several times (empty or nil key).
        Uniqueness added by a model update over dirty data.
        """,
      confirm: """
        conflictList holds NSConstraintConflict (constraint names and values).
        GROUP BY key HAVING count(*)>1 on the entity table.
        """,
      fixes: "Use an object/store trump merge policy for upsert behaviour; deduplicate first.",
      severity: .error, specificity: 85, confidence: .high),
  ]
}
