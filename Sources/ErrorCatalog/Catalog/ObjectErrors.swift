extension ExplanationCatalog {
  private static let error = ExplanationFamily(
    framework: .coreData, domain: "NSCocoaErrorDomain", severity: .error, specificity: 50)
  private static let message = ExplanationFamily(
    framework: .coreData, severity: .critical, specificity: 90)

  /// Managed objects: merging, references, locking.
  static let objectErrors: [Explanation] = [
    error(
      "cocoa-132000", code: 132000, symbol: "NSManagedObjectContextLockingError",
      meaning: "Could not acquire a lock in a managed object context (legacy).",
      causes: "Code that still locks contexts by hand.",
      confirm: "Search for calls of lock and unlock on contexts and coordinators.",
      fixes: "Use perform blocks."),
    error(
      "cocoa-132010", code: 132010, symbol: "NSPersistentStoreCoordinatorLockingError",
      meaning: "Could not acquire a lock in a persistent store coordinator (legacy).",
      causes: "Code that still locks contexts by hand.",
      confirm: "Search for calls of lock and unlock on contexts and coordinators.",
      fixes: "Use perform blocks."),
    error(
      "cocoa-133000", code: 133000, symbol: "NSManagedObjectReferentialIntegrityError",
      specificity: 85,
      patterns: "Attempt to access an object not found in store",
      meaning:
        "A fault points to a row that does not exist: the store is visible, the object is not.",
      causes: """
        Object deleted in another context, process or by sync.
        Relationship column points to a missing row.
        """,
      confirm: """
        NSAffectedObjectsErrorKey has the object's id, which ends in the entity and, behind 'p', \
        the row's key; does that row exist? \
        'storedoctor rows STORE ENTITY --where "Z_PK = KEY"'.
        'storedoctor check STORE' finds references to rows that do not exist.
        """,
      fixes:
        "Use existingObject(with:) and handle nil; merge remote changes; repair dangling keys."),
    error(
      "cocoa-133010", code: 133010, symbol: "NSManagedObjectExternalRelationshipError",
      specificity: 80,
      patterns: "Cannot save objects with references outside of their own stores",
      meaning: "An object being saved has a relationship to an object in another store.",
      causes: "Cross-store relationship between configurations.",
      confirm: "Compare objectID.persistentStore of both ends.",
      fixes: "Assign both objects to one store or store an identifier instead."),
    error(
      "cocoa-133020", code: 133020, symbol: "NSManagedObjectMergeError", specificity: 80,
      patterns: """
        Could not merge changes
        NSMergeConflict (… with oldVersion = [old version:word] and newVersion = [new version:word] and
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
      fixes: "Set mergePolicy (for example mergeByPropertyObjectTrump) on every context; retry."),
    error(
      "cocoa-133021", code: 133021, symbol: "NSManagedObjectConstraintMergeError", specificity: 85,
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
      fixes: "Use an object/store trump merge policy for upsert behaviour; deduplicate first."),
  ]

  /// Exceptions raised by managed objects.
  static let objectMessages: [Explanation] = [
    message(
      "coredata-could-not-fulfill-fault",
      patterns: """
        {CoreData|Core Data} could not fulfill a fault for {'|}[object id and URI:line]>
        objc_exception_throw…_PFFaultHandlerLookupRow
        {CoreData|Core Data} could not fulfill a fault
        could not fulfill a fault
        """,
      meaning: """
        NSObjectInaccessibleException: a property of a faulted object was read but its row is gone.
        """,
      causes: """
        Row deleted while the object is still referenced (other context, batch delete, sync).
        Object id from a different or recreated store.
        Corrupted or dangling relationship.
        """,
      confirm: """
        The x-coredata URI ends in the entity and, behind 'p', the row's key; does that row exist? \
        'storedoctor rows STORE ENTITY --where "Z_PK = KEY"'.
        Is the UUID in the URI the 'store id' that 'storedoctor info STORE' shows?
        """,
      fixes: """
        shouldDeleteInaccessibleFaults (default true on contexts since iOS 9) hides it; refresh or \
        drop deleted objects; use existingObject(with:).
        """),
    message(
      "coredata-different-contexts",
      patterns: """
        Illegal attempt to establish a relationship '[relationship:line]' between objects in \
        different contexts
        Illegal attempt to establish a relationship
        """,
      meaning: "A relationship was set between two objects of different contexts.",
      causes: """
        Object from the view context related to one from a background context.
        SwiftData: model fetched in one ModelContext related to one created in another, or set in \
        init before insert.
        Test or preview container beside the app container.
        """,
      confirm:
        "Relationship name is in the message; print managedObjectContext/modelContext of both.",
      fixes:
        "Re-fetch by objectID/persistentModelID in one context; insert first, relate afterwards."),
    message(
      "coredata-store-not-reachable",
      patterns: "persistent store is not reachable from this NSManagedObjectContext's coordinator",
      meaning:
        "An object id belongs to a store that is not attached to the coordinator of the context.",
      causes: """
        Store removed, destroyed or re-added while old objects are alive.
        Two containers for one file; objects passed between them.
        """,
      confirm: "Store UUID in the x-coredata URI versus coordinator.persistentStores identifiers.",
      fixes: "Drop all objects before swapping the store; one container per file."),
    message(
      "coredata-keypath-not-found",
      patterns: """
        keypath [key path] not found in entity <NSSQLEntity [entity:word]
        keypath [key path] not found in entity [entity:word]
        keypath [key path] not found in entity
        """,
      meaning: "A predicate or sort uses a key that is not a stored property of the entity.",
      causes: "Typo, transient or computed property, key of another entity.",
      confirm: "Key and entity in the message versus columns of the table.",
      fixes: "Use a stored property or filter in memory."),
    message(
      "coredata-unacceptable-type",
      patterns:
        """
        Unacceptable type of value for {attribute|to-one relationship|to-many relationship|ordered \
        to-many relationship}: property = "[property]"; desired type = [desired type:word]; given \
        type = [given type:word]
        Unacceptable type of value for {attribute|to-one relationship|to-many relationship|ordered \
        to-many relationship}: desired type = [desired type:word]; given type = [given type:word]
        Unacceptable type of value for {attribute|to-one relationship|to-many relationship|ordered \
        to-many relationship}
        """,
      meaning: """
        A value of the wrong class was set on an attribute or relationship (also from migration \
        policies and CloudKit import).
        """,
      causes: """
        Attribute type changed but code/policy still sets the old class.
        Two loaded models: desired and given type have the same name.
        Wrong default in a mapping model (Date default given as number).
        A to-many relationship was given an array: it takes NSSet, an ordered one NSOrderedSet.
        """,
      confirm: "property, desired type and given type are in the message.",
      fixes:
        "Set the right class, for an array NSSet(array:) or NSOrderedSet(array:); load the model once."
    ),
    message(
      "coredata-mutated-after-removal", severity: .error,
      patterns: "Mutating a managed object …after it has been removed from its context",
      meaning: "A deleted object was changed after its context dropped it.",
      causes: "Async work finishes after delete/reset.",
      confirm: "Object id in the message; check the order of delete/reset and the write.",
      fixes: "Check managedObjectContext != nil before writing; cancel work before deleting."),
    message(
      "coredata-reassign-store", severity: .error,
      patterns: "Can't reassign an object to a different store once it has been saved",
      meaning: "A saved object cannot move to another store.",
      causes: "assign(_:to:) after save.",
      confirm: "Check assign calls.",
      fixes: "Copy to a new object in the other store and delete the old one."),
  ]
}
