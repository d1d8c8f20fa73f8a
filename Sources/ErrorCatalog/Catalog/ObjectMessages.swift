extension ExplanationCatalog {
  /// Exceptions raised by managed objects.
  static let objectMessages: [Explanation] = [
    Explanation(
      id: "coredata-could-not-fulfill-fault", framework: .coreData,
      patterns: """
        {CoreData|Core Data} could not fulfill a fault for {'|}[object id and URI:line]>
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
        The x-coredata URI gives entity and pN: SELECT 1 FROM Z<ENTITY> WHERE Z_PK=N.
        Store UUID in the URI versus Z_METADATA.Z_UUID.
        """,
      fixes: """
        shouldDeleteInaccessibleFaults (default true on contexts since iOS 9) hides it; refresh or \
        drop deleted objects; use existingObject(with:).
        """,
      severity: .critical, specificity: 90, confidence: .high),
    Explanation(
      id: "coredata-different-contexts", framework: .coreData,
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
      confirm: """
        Relationship name is in the message; print managedObjectContext/modelContext of both.
        """,
      fixes: """
        Re-fetch by objectID/persistentModelID in one context; insert first, relate afterwards.
        """,
      severity: .critical, specificity: 90, confidence: .high),
    Explanation(
      id: "coredata-store-not-reachable", framework: .coreData,
      patterns: "persistent store is not reachable from this NSManagedObjectContext's coordinator",
      meaning: """
        An object id belongs to a store that is not attached to the coordinator of the context.
        """,
      causes: """
        Store removed, destroyed or re-added while old objects are alive.
        Two containers for one file; objects passed between them.
        """,
      confirm: "Store UUID in the x-coredata URI versus coordinator.persistentStores identifiers.",
      fixes: "Drop all objects before swapping the store; one container per file.",
      severity: .critical, specificity: 90, confidence: .high),
    Explanation(
      id: "coredata-keypath-not-found", framework: .coreData,
      patterns: "keypath [key path] not found in entity <NSSQLEntity [entity:word]",
      meaning: "A predicate or sort uses a key that is not a stored property of the entity.",
      causes: "Typo, transient or computed property, key of another entity.",
      confirm: "Key and entity in the message versus columns of the table.",
      fixes: "Use a stored property or filter in memory.",
      severity: .critical, specificity: 90, confidence: .high),
    Explanation(
      id: "coredata-unacceptable-type", framework: .coreData,
      patterns: """
        Unacceptable type of value for {attribute|to-one relationship|to-many relationship}
        """,
      meaning: """
        A value of the wrong class was set on an attribute or relationship (also from migration \
        policies and CloudKit import).
        """,
      causes: """
        Attribute type changed but code/policy still sets the old class.
        Two loaded models: desired and given type have the same name.
        Wrong default in a mapping model (Date default given as number).
        """,
      confirm: "property, desired type and given type are in the message.",
      fixes: "Set the right class; load the model once.",
      severity: .critical, specificity: 90, confidence: .high),
    Explanation(
      id: "coredata-mutated-after-removal", framework: .coreData,
      patterns: "Mutating a managed object …after it has been removed from its context",
      meaning: "A deleted object was changed after its context dropped it.",
      causes: "Async work finishes after delete/reset.",
      confirm: "Object id in the message; check the order of delete/reset and the write.",
      fixes: "Check managedObjectContext != nil before writing; cancel work before deleting.",
      severity: .error, specificity: 90, confidence: .high),
    Explanation(
      id: "coredata-reassign-store", framework: .coreData,
      patterns: "Can't reassign an object to a different store once it has been saved",
      meaning: "A saved object cannot move to another store.",
      causes: "assign(_:to:) after save.",
      confirm: "Check assign calls.",
      fixes: "Copy to a new object in the other store and delete the old one.",
      severity: .error, specificity: 90, confidence: .high),
  ]
}
