extension ExplanationCatalog {
  private static let message = ExplanationFamily(
    framework: .coreData, severity: .critical, specificity: 90)

  /// Contexts and objects that are not where they should be; Cocoa bindings.
  static let objectStateMessages: [Explanation] = [
    message(
      "coredata-context-single", specificity: 92, confidence: .medium,
      patterns: """
        An NSManagedObject may only be in (or observed by) a single NSManagedObjectContext
        cannot refresh objects in other contexts
        An NSManagedObjectContext cannot {refresh|insert|update|lock|observe} objects in other \
        contexts
        """,
      meaning: "An object was handed to a context that is not its own.",
      causes: """
        An object fetched in one context is inserted, refreshed or assigned in another.
        A list keeps objects of a context that was replaced.
        """,
      confirm: "Print object.managedObjectContext and the context that is used.",
      fixes: "Take the object over by its id: context.object(with: other.objectID)."),
    message(
      "coredata-store-assignment", severity: .error, specificity: 92, confidence: .medium,
      patterns: "Can't resolve how to assign objects to stores",
      meaning: """
        There are several stores, and Core Data cannot tell into which of them new objects belong.
        """,
      causes: """
        The entity is in two configurations, or in the default one that both stores use.
        Related objects are already in different stores.
        """,
      confirm: "Which configuration does each store have, and in which is the entity?",
      fixes:
        "Put each entity into one configuration, or call context.assign(_:to:) before the save."),
    message(
      "coredata-optimistic-locking", severity: .error, specificity: 85, confidence: .medium,
      patterns: "optimistic locking failure",
      meaning:
        "The row was changed in the store since the object was read, so it is not overwritten.",
      causes: """
        Another context, process or a batch update changed the row.
        The merge policy is the error policy.
        """,
      confirm: "Who else writes: widget, background context, CloudKit import?",
      fixes: """
        Set a merge policy such as mergeByPropertyObjectTrump, and refresh the objects after \
        batch updates.
        """),
    message(
      "coredata-not-to-many", specificity: 92, confidence: .medium,
      patterns: """
        NSManagedObjects of entity '[entity:path]' do not support \
        -mutable[kind:word]ValueForKey: for the property '[property:line]'
        do not support -mutable{Set|OrderedSet|Array}ValueForKey: for the property
        """,
      meaning: """
        The property was asked for as a set of one kind, but in the model it is another: \
        to-one, an attribute, or the other of ordered and unordered.
        """,
      causes: """
        mutableSetValue(forKey:) on an ordered relationship, or mutableOrderedSetValue on an \
        unordered one.
        The relationship is to-one in the version of the model that is loaded.
        """,
      confirm: "'storedoctor show MODEL ENTITY' lists the property.",
      fixes: """
        Use the accessor that fits: mutableSetValue for unordered, mutableOrderedSetValue for \
        ordered relationships.
        """),
    message(
      "coredata-dynamic-selector", specificity: 88, confidence: .medium,
      patterns: "[class:dynamic] [selector:line]]: unrecognized selector",
      meaning: """
        An object of this entity got a message that neither its class nor its entity answers. \
        (Name_Name_ is the class that Core Data makes for an entity.)
        """,
      causes: """
        A property declared with @NSManaged that the loaded version of the model does not have.
        The model file in the app is an older one; a misspelt property; a to-one relationship \
        taken for to-many.
        """,
      confirm: "Does 'storedoctor show MODEL ENTITY' list a property of the selector's name?",
      fixes: """
        Add the property to the model (as a new version), or take it out of the class; clean \
        the build folder.
        """),
    message(
      "coredata-bridged-nil", specificity: 17, confidence: .low,
      patterns: """
        _unconditionallyBridgeFromObjectiveC(_:)
        _unconditionallyBridgeFromObjectiveC
        """,
      meaning: """
        A nil came from Objective-C where Swift expects a value. With managed objects: the \
        attribute is nil in the row, and the @NSManaged property is declared as not optional.
        """,
      causes: "Rows of an older version, or objects that were deleted or not filled yet.",
      confirm: """
        Which property does the frame below read? 'storedoctor rows STORE ENTITY --where \
        "PROPERTY IS NULL"'.
        """,
      fixes: """
        Declare the property optional, or give the attribute a default and fill the rows that \
        have none.
        """),
    message(
      "coredata-delete-repair", severity: .warning, specificity: 80, confidence: .medium,
      patterns: "repairing missing delete propagation for",
      meaning: """
        While it saved, Core Data met a relationship that still pointed to an object that is \
        deleted, and emptied it. The save succeeds.
        """,
      causes: """
        An object was deleted where its relationships were changed at once, or by two contexts.
        A relationship without inverse.
        """,
      confirm: "The relationship is in the message; has it an inverse?",
      fixes: "Give the relationship an inverse and the right delete rule; delete in one context."),
    message(
      "coredata-illegal-override", severity: .error, confidence: .medium,
      patterns: "has an illegal override of NSManagedObject -[method:line]",
      meaning: "The class of an entity overrides a method that Core Data keeps to itself.",
      causes: """
        A property named like a method of NSManagedObject: isDeleted, isUpdated, hasChanges, \
        objectID, entity.
        """,
      confirm: "The method is in the message.",
      fixes: """
        Rename the property (with a renaming identifier in the model), or take the override away.
        """),
    message(
      "coredata-zombie", specificity: 95,
      patterns: """
        {NSManagedObjectContext|NSManagedObject|NSFetchedResultsController|NSPersistentStoreCoor\
        dinator|NSPersistentContainer|NSFetchRequest} [selector:line]]: message sent to \
        deallocated instance
        [class:dynamic] [selector:line]]: message sent to deallocated instance
        {isFault|objectID|managedObjectContext|willAccessValueForKey:|controllerDidChangeContent\
        :}]: message sent to deallocated instance
        """,
      meaning: """
        An object of Core Data, or a delegate of it, was used after it had been freed. (The \
        zombie detector says so; without it the app crashes somewhere.)
        """,
      causes: """
        A context that nobody keeps, while its objects or controllers are used.
        A context or object used on another thread, so that counts of owners go wrong.
        A fetched results controller whose delegate is gone.
        """,
      confirm: "The class and method are in the message; who owns that object?",
      fixes: """
        Keep the container and context as long as their objects; use each context in its own \
        perform; set the delegate to nil in deinit.
        """),
    message(
      "coredata-closure-isolation", specificity: 60, confidence: .medium,
      patterns: """
        Block was expected to execute on queue
        _dispatch_assert_queue_fail
        Incorrect actor executor assumption
        """,
      meaning: """
        A closure that Swift holds to be on the main actor was run on another queue; in the \
        frames or lines around it that is a context's queue. In Swift 6 the app crashes there.
        """,
      causes: """
        A closure made in a class or function of the main actor, and given to perform, \
        performBackgroundTask or a completion handler.
        'Default Actor Isolation: MainActor', by which every closure is one.
        """,
      confirm: """
        Which closure of your own is below the frame \
        developerSubmittedBlockToNSManagedObjectContextPerform?
        """,
      fixes: """
        Mark the closure @Sendable, or make it in a nonisolated function; go back to the main \
        actor with await MainActor.run.
        """),
    message(
      "coredata-bindings-context", severity: .error, specificity: 92, confidence: .medium,
      patterns: """
        Cannot perform operation without a managed object context
        Cannot perform operation since entity with name '[entity:line]' cannot be found
        """,
      meaning: """
        A controller of Cocoa bindings (NSArrayController, NSObjectController) in entity mode \
        has no context, or a context whose model lacks its entity.
        """,
      causes: """
        The controller's managedObjectContext is not bound, or bound to something that is still \
        nil when the nib loads.
        The entity's name in Interface Builder is misspelt, or the model is not loaded yet.
        """,
      confirm: "Bindings inspector, Managed Object Context; is the property there KVO-compliant?",
      fixes: """
        Bind the context to a property that is set before the nib loads, and announce its change.
        """),
    message(
      "coredata-not-managed-object", severity: .error, specificity: 40, confidence: .low,
      patterns: """
        {managedObjectContext|objectIDsForRelationshipNamed:|_isKindOfEntity:|_isPendingDeletion\
        |_stateFlags}]: unrecognized selector
        """,
      meaning: "Something that is no managed object was used as one.",
      causes: """
        A struct, a dictionary result or a proxy in a list of objects; a freed object whose \
        memory another has now.
        """,
      confirm: "The class is in the message, before the selector.",
      fixes: "Look where that class comes from; with zombies the log names what was freed."),
    message(
      "coredata-undo-manager", severity: .error, specificity: 60, confidence: .medium,
      patterns: """
        endUndoGrouping called with no matching begin
        undo was called with too many nested undo groups
        """,
      meaning: """
        The undo manager's groups are out of step. A context with an undo manager groups its \
        changes by itself.
        """,
      causes: """
        The context is used off its own queue, or undo runs while changes are still pending.
        beginUndoGrouping without its end in own code.
        """,
      confirm: "Has the context an undoManager, and do background contexts have one?",
      fixes: "processPendingChanges() before undo; set undoManager = nil on background contexts."),
  ]
}
