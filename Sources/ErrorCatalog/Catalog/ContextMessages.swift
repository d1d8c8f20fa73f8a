extension ExplanationCatalog {
  private static let message = ExplanationFamily(
    framework: .coreData, severity: .critical, specificity: 90)

  /// Contexts used from wrong threads or at the wrong time, and objects that outlive them.
  static let contextMessages: [Explanation] = [
    message(
      "coredata-concurrency-violation", specificity: 97,
      patterns: """
        __Multithreading_Violation_AllThatIsLeftToUsIsHonor__
        _youcreatedanNSManagedObjectContext[rest:word]
        Invalid concurrent access to managed object calling
        """,
      meaning: """
        A context or one of its objects was used off its queue. Something watches for that and \
        stops at the very place: the launch argument -com.apple.CoreData.ConcurrencyDebug 1, or a \
        debugging library.
        """,
      causes: """
        Objects of the view context read in a background task, or the other way round.
        No perform around the use of a background context.
        """,
      confirm: "The first frame of your own code below it is the use.",
      fixes: """
        Use perform or performAndWait of the object's context; hand object ids, not objects, to \
        other queues.
        """),
    message(
      "coredata-context-trap", specificity: 80, confidence: .low,
      patterns: """
        _thereIsNoSadnessLikeTheDeathOfOptimism
        _nilOutReservedCurrentEventSnapshot__
        """,
      meaning: """
        Core Data stopped inside a context while it processed or saved changes. Published \
        reports point to a context that was used off its queue or released; nothing is documented.
        """,
      causes: """
        Objects or the context changed from a second thread at the same time.
        A context used after its container was let go of.
        """,
      confirm: "Run with -com.apple.CoreData.ConcurrencyDebug 1; it stops at the wrong use.",
      fixes: """
        Use the context only in its own perform; keep the container as long as its contexts.
        """),
    message(
      "swiftdata-context-off-main", framework: .swiftData, severity: .error,
      patterns: "Unbinding from the main queue. This context was instantiated on the main queue",
      meaning: "A ModelContext made on the main queue, such as mainContext, is used off it.",
      causes: """
        @Environment(\\.modelContext) captured in Task.detached or a background callback.
        A ModelActor made with the main context, or on the main queue.
        """,
      confirm: "Where does the first frame of your code use the context?",
      fixes: """
        Make a ModelContext(container) where it is used, or a @ModelActor; pass the container and \
        persistent identifiers across.
        """),
    message(
      "swiftdata-context-not-sendable", framework: .swiftData, severity: .error,
      patterns: """
        Conformance of 'ModelContext' to 'Sendable' is unavailable
        non-sendable type 'ModelContext'
        """,
      meaning: "A ModelContext is handed to another actor or task, which Swift 6 refuses.",
      causes: "A context in a Sendable type, a dependency container, or a @Sendable closure.",
      confirm: "The compiler's line names the capture.",
      fixes: "Pass the ModelContainer, which is Sendable, and make the context on the other side."),
    message(
      "coredata-mutated-while-enumerated", specificity: 80, confidence: .medium,
      patterns: """
        Collection <__NSCFSet…was mutated while being enumerated
        __NSFastEnumerationMutationHandler…CoreData
        """,
      meaning: """
        A set was changed while it was walked through. Beside Core Data frames it is nearly \
        always a context's own set, changed from a second thread.
        """,
      causes: """
        The context is used on two threads at once: a fetch or save here, an insert there.
        An observer of a did-change or did-save notification changes objects.
        """,
      confirm: "Run with -com.apple.CoreData.ConcurrencyDebug 1; compare the threads' frames.",
      fixes: "Use each context inside its perform; walk through a copy of the set."),
    message(
      "coredata-change-processing", severity: .error, specificity: 50,
      alsoMatches: ["coredata-mutated-while-enumerated", "coredata-any-all-operand"],
      patterns: "Exception was caught during Core Data change processing",
      meaning: """
        Something raised while a context processed its changes; Core Data caught it, and the \
        context's state is uncertain from then on. The exception follows in the same line.
        """,
      causes: """
        An observer of the objects-did-change notification or a fetched results controller raised.
        The context was changed from another thread.
        """,
      confirm: "Read the exception behind the sentence; break on exceptions to see who raises.",
      fixes: "Mend the observer that raises; use the context only on its own queue."),
    message(
      "cocoa-132001", domain: "NSCocoaErrorDomain", code: 132001, severity: .error,
      patterns: "attempt to recursively call -save: on the context aborted",
      meaning: "save was called on a context that is just saving; the inner call did nothing.",
      causes: """
        A save in willSave, didSave, awakeFromInsert or in an observer of these notifications.
        Two perform blocks nested through a synchronous publisher.
        """,
      confirm: "The stack trace in userInfo shows -save: twice.",
      fixes: "Save once, outside of the callbacks; in willSave set values only if they differ."),
    message(
      "coredata-no-channel", severity: .critical, confidence: .medium,
      patterns: "objc_exception_throw…NSSQLCore _availableChannel",
      meaning: "The SQLite store had no connection left for a request, and raised.",
      causes: """
        The store was removed from its coordinator, or its file taken away, during the request.
        The file is protected while the device is locked.
        """,
      confirm: "Search for removePersistentStore and file removal around the time of the crash.",
      fixes: "Remove a store only after all contexts are done with it."),
    message(
      "coredata-non-owning-coordinator", severity: .critical, confidence: .medium,
      patterns: "Attempt to serialize store access on non-owning coordinator",
      meaning: "A store was used through a coordinator that it does not belong to (any more).",
      causes: """
        The store was removed from its coordinator while objects or requests still use it \
        ('store PSC = 0x0').
        Objects of one coordinator used with another's.
        """,
      confirm: "Compare the two addresses in the message; 0x0 is a store that was removed.",
      fixes: """
        Reset the contexts and drop their objects before the store is removed or added anew.
        """),
    message(
      "coredata-silently-deleted", severity: .warning,
      patterns: """
        overrode fault handling behavior to silently delete the object with ID '[object:line]' and substitute
        """,
      meaning: """
        A property of an object was read whose row is gone. The context is set to delete such \
        objects (shouldDeleteInaccessibleFaults) and gave nil or 0 for every property.
        """,
      causes: "Row deleted by another context, a batch delete or sync while the object was held.",
      confirm: """
        The id ends in the entity and, behind 'p', the row's key; does that row exist? \
        'storedoctor rows STORE ENTITY --where "Z_PK = KEY"'.
        """,
      fixes: "Let go of deleted objects; use existingObject(with:) and merge changes."),
    message(
      "coredata-raw-data-lost", severity: .critical, confidence: .low,
      patterns: "NULL _cd_rawData but the object is not being turned into a fault",
      meaning: "An object's data were gone while it was in use. What led there is not documented.",
      causes: """
        Reports name objects used on several threads, and stores that are not Core Data's own.
        """,
      confirm: "Run with -com.apple.CoreData.ConcurrencyDebug 1.",
      fixes: "Use the object only on its context's queue."),
    message(
      "coredata-perform-without-queue",
      patterns: """
        Can only use -{performBlock|performBlockAndWait}: on an \
        {NSManagedObjectContext|NSPersistentStoreCoordinator} that was created with a queue
        """,
      meaning: "perform was called on a context that has no queue.",
      causes: "NSManagedObjectContext() without a concurrency type (confinement, deprecated).",
      confirm: "Look at how the context is made.",
      fixes: "Make it with .privateQueueConcurrencyType or .mainQueueConcurrencyType."),
    message(
      "coredata-delete-in-other-context",
      patterns: "An NSManagedObjectContext cannot delete objects in other contexts",
      meaning: "delete was given an object of another context.",
      causes: """
        The object was fetched in the view context and deleted in a background context.
        SwiftData: a model of mainContext given to a ModelActor's context.
        """,
      confirm: "Compare object.managedObjectContext (or modelContext) with the one that deletes.",
      fixes: "Hand over the object id and fetch the object in the context that deletes it."),
    message(
      "coredata-coordinator-replaced", severity: .error,
      patterns: "Context already has a coordinator; cannot replace",
      meaning: "A coordinator or a parent was set on a context that has one.",
      causes: "parent set on newBackgroundContext(), which already has the coordinator.",
      confirm: "Look at how the context is made and what is set on it.",
      fixes: """
        For a child context make an NSManagedObjectContext(concurrencyType:) and set its parent; \
        otherwise leave both alone.
        """),
    message(
      "coredata-statement-active", confidence: .low,
      patterns: """
        reason: 'statement is still active'
        reason: statement is still active
        """,
      meaning: "A statement of the store was used again before it was done.",
      causes: "Reports name a context that was used from two threads at once.",
      confirm: "Run with -com.apple.CoreData.ConcurrencyDebug 1.",
      fixes: "Use each context inside its perform."),
    message(
      "coredata-never-inserted", severity: .error, confidence: .medium,
      patterns: "Cannot {update|delete} object that was never inserted",
      meaning: "A save holds a change or deletion of an object that the store never had.",
      causes: """
        Undo or a deletion of an object that was new and is gone from the store's view.
        Saving went wrong before, and the context kept the changes.
        """,
      confirm: "NSAffectedObjectsErrorKey names the object; is its id temporary?",
      fixes: "Refresh or roll back the context before the next save."),
    message(
      "system-dead10cc", framework: .sqlite, severity: .critical, specificity: 97,
      patterns: """
        0xdead10cc
        3735883980
        was {task-suspended|suspended} with locked system files
        """,
      meaning: """
        iOS ended the app because it was suspended while it held a lock on a file in a shared \
        container, such as an SQLite store in an App Group.
        """,
      causes: """
        A save, fetch or migration still runs when the app goes into the background.
        The store lies in the App Group container.
        """,
      confirm: "The termination description names the file.",
      fixes: """
        Begin a background task (beginBackgroundTask, performExpiringActivity) around writes; end \
        them before suspension; keep a store that nobody shares out of the App Group.
        """),
  ]
}
