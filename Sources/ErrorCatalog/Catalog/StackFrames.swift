extension ExplanationCatalog {
  private static let frame = ExplanationFamily(
    framework: .coreData, severity: .critical, specificity: 15, confidence: .low,
    confirm: """
      Read the exception's reason or the signal above the frames; it outweighs this.
      Run with -com.apple.CoreData.ConcurrencyDebug 1; it stops at the first wrong use.
      """,
    fixes: """
      Use each context and its objects in its own perform; hand object ids to other queues.
      Keep the container as long as its contexts and objects.
      """)

  /// What Core Data or SwiftData was doing when the app crashed, read from the frames of the
  /// crashed thread. Only asked where no message says more (Documentation/Format/Errors.md, 46).
  static let stackFrames: [Explanation] = [
    frame(
      "crash-entity-lookup", specificity: 19,
      patterns: "NSEntityDescription entityForName:inManagedObjectContext:",
      meaning: """
        The crash is where an entity is looked up by its name. The frames do not say why; the \
        exception's reason does.
        """,
      causes: """
        The model has no entity of that name.
        The context is nil, or has no coordinator or no model yet.
        """,
      confirm: "Print the name, the context and its coordinator before the call.",
      fixes: "Load the model and the store before the first look-up; correct the name."),
    frame(
      "crash-object-released", specificity: 18,
      patterns: """
        _PFManagedObjectReferenceQueue _processReferenceQueue:
        _PFManagedObjectReferenceQueue _queueForDealloc:
        {NSPersistentStoreRequest|NSFetchedResultsController|NSManagedObject|NSManagedObjectContext} \
        dealloc
        """,
      meaning: """
        The context was tidying up objects that nobody uses any more. A crash there mostly means \
        that an object or the context had been damaged before.
        """,
      causes: """
        Objects released, or the context used, on a queue that is not its own.
        Objects that outlive their context.
        """),
    frame(
      "crash-context-tables", specificity: 19,
      patterns: """
        _PFObjectIDFastHash64
        _forgetObject:propagateToObjectStore:removeFromRegistry:
        """,
      meaning: """
        The context was looking up its own objects. A crash there means that one of its tables, \
        or an object in it, was damaged before.
        """,
      causes: """
        The context is used on two threads at once, mostly a save here and a change there.
        An object that was released while the context still lists it.
        """),
    frame(
      "crash-object-id", specificity: 19,
      patterns: """
        objc_exception_throw…_PFRetainedObjectIDCore
        objc_exception_throw…NSManagedObjectContext objectWithID:
        """,
      meaning: """
        The exception was raised while the context looked up an object by its id. The frames do \
        not say why; the id's store is mostly no longer the context's.
        """,
      causes: """
        The store was removed or replaced (another account, a restore, a reset) while a list or \
        a controller kept the old results.
        An id of another coordinator, or nil.
        """,
      fixes: """
        Fetch anew after a store was changed, and let go of old results and ids before.
        Pass objectID of a saved object, of the same coordinator.
        """),
    frame(
      "crash-while-merging", specificity: 18,
      patterns: """
        _mergeChangesFromDidSaveDictionary:usingObjectIDs:
        _mergeRefreshObject:mergeChanges:withPersistentSnapshot:
        _mergeRefreshEpilogueForObject:mergeChanges:
        mergeChangesFromContextDidSaveNotification:
        mergeChangesFromRemoteContextSave:intoContexts:
        _refaultObject:globalID:boolean:
        """,
      meaning: "The crash is while changes of one context are merged into another.",
      causes: """
        The merge runs on another queue than the receiving context's.
        An object being merged is used on a second thread, or was deleted meanwhile.
        An observer, such as a list, reads objects that are just being deleted.
        """,
      fixes: """
        Merge inside of perform of the receiving context, or let automaticallyMergesChangesFromParent \
        do it; let no other thread touch its objects.
        """),
    frame(
      "crash-while-migrating", specificity: 18,
      patterns: """
        NSMigrationManager migrateStoreFromURL:
        NSSQLiteInPlaceMigrationManager
        NSLightweightMigrationStage
        NSStagedMigrationManager
        """,
      meaning: "The crash is while a store is migrated.",
      causes: """
        A policy or a stage's closure of your own raised.
        The mapping or the model does not fit the store.
        Not enough memory for a heavy migration.
        """,
      confirm: """
        'storedoctor diagnose STORE --model PATH' and 'storedoctor verify' try it on a copy.
        Are there frames of your own code above?
        """,
      fixes: "Mend what the first frame of your own names; keep a copy of the store."),
    frame(
      "crash-reading-property", specificity: 17,
      patterns: """
        _PF_FulfillDeferredFault
        _PF_Handler_Public_GetProperty
        _PF_ManagedObject_WillChangeValueForKeyIndex
        _sharedIMPL_pvfk_core
        _sharedIMPL_setvfk_core
        _maintainInverseRelationship:forProperty:
        """,
      meaning: "The crash is where a property of a managed object is read or set.",
      causes: """
        The object is used on another queue than its context's.
        Its row is gone (then an exception 'could not fulfill a fault' stands above), or its \
        context.
        """),
    frame(
      "crash-reading-rows", specificity: 16,
      patterns: """
        newFetchedRowsForFetchPlan_MT
        NSSQLFetchRequestContext executeRequestCore:
        NSSQLCore fetchRowForObjectID:
        NSSQLCore newValuesForObjectWithID:withContext:
        """,
      meaning: "The crash is while the store reads rows.",
      causes: """
        The store was closed, removed or replaced while it was read.
        Memory that other code has overwritten; objects used on a wrong queue.
        A damaged file seldom crashes: SQLite reports it.
        """,
      confirm: """
        Search for removal of stores or files at that time; 'storedoctor check --full' for the file.
        Run with -com.apple.CoreData.ConcurrencyDebug 1.
        """),
    frame(
      "crash-in-store-request", specificity: 15,
      patterns: """
        NSSQLStoreRequestContext executeRequestUsingConnection:
        NSSQLDefaultConnectionManager handleStoreRequest:
        NSSQLiteConnection performAndWait:
        NSSQLiteConnection prepareSQLStatement:
        NSSQLiteConnection openAtPath:
        NSSQLiteConnection connect]
        NSSQLiteConnection execute
        """,
      meaning: """
        The crash is while the store does what it was asked for: a connection to its file is \
        opened, or a statement runs. Whether it was a fetch or a save, these frames do not say.
        """,
      causes: """
        The store was closed, removed or replaced in the meantime.
        Memory that other code has overwritten; objects used on a wrong queue.
        A library that wraps file access; its frames stand above.
        """,
      confirm: """
        Search for removal of stores or files at that time; 'storedoctor check --full' for the file.
        Run with -com.apple.CoreData.ConcurrencyDebug 1.
        """),
    frame(
      "crash-opening-store", specificity: 16,
      patterns: """
        addPersistentStoreWithType:configuration:URL:options:error:
        NSPersistentStoreCoordinator _doAddPersistentStoreWithDescription:
        NSPersistentContainer loadPersistentStoresWithCompletionHandler:
        NSPersistentStoreCoordinator initWithManagedObjectModel:
        NSSQLModel initWithManagedObjectModel:
        NSSQLCore initWithPersistentStoreCoordinator:
        ModelContainer.init(for:
        """,
      meaning: "The crash is while a store is opened.",
      causes: """
        Your own fatalError on an error of the container (the template has one).
        An exception about the model: entities without class, CloudKit's rules.
        Migration that takes longer than the system allows at launch.
        """,
      confirm: "The error or the exception above the frames; 'storedoctor diagnose STORE'.",
      fixes: "Log the whole error before stopping, and explain that."),
    frame(
      "crash-while-saving", specificity: 16,
      patterns: """
        NSManagedObjectContext save:]
        NSSQLCore saveChanges:
        NSManagedObjectContext(_NSInternalAdditions) _didSaveChanges
        """,
      meaning: "The crash is while a context saves, or in something that hears of the save.",
      causes: """
        The context or its objects are used on another queue at the same time.
        An observer of the save notification raises; its frames stand above.
        A validation or willSave of your own.
        """),
    frame(
      "crash-processing-changes", specificity: 16,
      patterns: """
        _processRecentChanges:
        NSManagedObjectContext processPendingChanges
        _postObjectsDidChangeNotificationWithUserInfo:
        _propagateDeletesUsingTable:
        NSFetchedResultsController(PrivateMethods)
        """,
      meaning: "The crash is while a context works out what changed and tells its observers.",
      causes: """
        The context is used on another queue at the same time.
        An observer or a fetched results controller's delegate raises; its frames stand above.
        """),
    frame(
      "crash-while-fetching", specificity: 14,
      patterns: """
        NSManagedObjectContext executeFetchRequest:error:
        NSManagedObjectContext countForFetchRequest:error:
        NSFetchedResultsController performFetch:
        NSManagedObjectContext executeRequest:error:
        """,
      meaning: "The crash is inside of a fetch.",
      causes: """
        An exception about the request: its entity, predicate or order.
        The context is used on another queue, or has no store.
        """,
      confirm: "The exception's reason above the frames; print the request before it runs."),
    frame(
      "crash-in-framework", specificity: 4,
      patterns: """
        CoreData 0x[address:word] [frame:line]
        CoreData`[frame:line]
        SwiftData 0x[address:word] [frame:line]
        SwiftData`[frame:line]
        """,
      meaning: """
        The crashed thread was in Core Data or SwiftData; nothing more is known of this frame.
        """,
      causes: """
        A context or its objects used on a wrong queue, or after they were let go of.
        An exception: then its reason, above the frames, says what it is.
        """),
    frame(
      "crash-in-context-queue", specificity: 12,
      patterns: """
        developerSubmittedBlockToNSManagedObjectContextPerform
        Crashed: NSManagedObjectContext [context:word]
        Dispatch queue: NSManagedObjectContext [context:word]
        'queue':'NSManagedObjectContext [context:word]
        NSManagedObjectContext performBlockAndWait:
        """,
      meaning: """
        The crash is in a block that runs on a context's queue. The frame above it that is of your \
        own code says what it did.
        """,
      causes: """
        Your own code in the block: a nil value, an index, a fatalError.
        Objects of another context used in it.
        """,
      confirm: """
        The topmost frame of your own code in the crashed thread.
        Run with -com.apple.CoreData.ConcurrencyDebug 1.
        """,
      fixes: "Mend what that frame does; use only this context's objects in its block."),
  ]
}
