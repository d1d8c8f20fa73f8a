extension ExplanationCatalog {
  private static let frame = ExplanationFamily(
    framework: .coreData, severity: .critical, specificity: 17, confidence: .low)

  /// Frames of parts that crash reports name beside contexts and stores.
  static let otherStackFrames: [Explanation] = [
    frame(
      "crash-in-mirroring", framework: .cloudKit, specificity: 19,
      patterns: """
        CoreData 0x[address:word] …NSCloudKitMirroringDelegate
        CoreData 0x[address:word] …PFCloudKit
        CoreData`…NSCloudKitMirroringDelegate
        CoreData`…PFCloudKit
        CoreData …PFCloudKit[frame:line]] +
        """,
      meaning: """
        The crash is in CloudKit mirroring, which imports, exports or sets up its tables at \
        this moment.
        """,
      causes: """
        The store was removed, replaced or deleted while mirroring worked on it.
        A record or value that the model cannot take; a transformer that is not registered.
        Two containers mirror one file.
        """,
      confirm:
        "The exception's reason above the frames; lines with CoreData+CloudKit before the crash.",
      fixes: """
        Keep one container for the file as long as the app runs; register transformers before \
        it is made; do not delete store files while it is open.
        """),
    frame(
      "crash-in-system-store", specificity: 19,
      patterns: """
        NSXPCStore [frame:line]
        NSXPCRow [frame:line]
        """,
      meaning: """
        The crash is in a store that lives in a process of the system: Contacts, Reminders and \
        others keep theirs there. It is not a store of the app.
        """,
      causes: """
        The connection to the system's process was lost while its objects were in use.
        Objects of that framework used on several threads.
        """,
      confirm: "Which framework of the system does the app use there: Contacts, EventKit, Photos?",
      fixes: """
        Use that framework's objects on one queue and fetch them anew; report it to Apple if no \
        frame is the app's.
        """),
    frame(
      "crash-making-context", specificity: 17,
      patterns: """
        NSManagedObjectContext setParentContext:
        NSManagedObjectContext setPersistentStoreCoordinator:
        NSManagedObjectContext initWithConcurrencyType:
        """,
      meaning: "The crash is where a context is made or given its parent or coordinator.",
      causes: """
        The parent or the coordinator was freed already, or is made on another thread at this \
        moment.
        A context kept for each thread, whose thread is gone.
        """,
      confirm: "Who owns the parent context or coordinator?",
      fixes: """
        Keep the container for the life of the app, and ask it for contexts: \
        newBackgroundContext().
        """),
    frame(
      "crash-while-validating", specificity: 17,
      patterns: """
        NSManagedObject(_NSInternalMethods) _validateForSave:
        NSManagedObject(_NSInternalMethods) _generateErrorWithCode:andMessage:forKey:
        NSManagedObject(_NSInternalMethods) _validatePropert{y|ies}
        NSManagedObject validateFor{Insert|Update|Delete}:
        """,
      meaning: "The crash is while an object is checked before a save.",
      causes: """
        A validation method of your own raises, or changes objects while the context saves.
        It returns an error that Core Data then cannot add others to, as with a list of errors \
        (NSDetailedErrorsKey) that is immutable.
        The object is used on another queue than its context's.
        """,
      confirm: "The frames above: is there a validate method of your own?",
      fixes: """
        Let validation only look and return an error; make no changes there, and call super first.
        """),
    frame(
      "crash-swiftdata-assertion", framework: .swiftData, specificity: 12,
      patterns: """
        _assertionFailure(…SwiftData {0x[address:word]|(}
        preconditionFailure…SwiftData {0x[address:word]|(}
        _assertionFailure(…swift_data
        SwiftData…_assertionFailure
        libswiftCore.dylib…SwiftData 0x[address:word]
        """,
      meaning: """
        SwiftData stopped the app by itself: something was not as it must be. The sentence that \
        says what is not in these frames; it begins with 'SwiftData/…: Fatal error'.
        """,
      causes: """
        A model that was deleted, or whose container was replaced, is still used, by a list \
        above all.
        Models of two contexts or two schema versions together.
        """,
      confirm: """
        Look for the sentence in Xcode's console, and in the report under 'Application Specific \
        Information' or "asi".
        The first frame of your own code says which property or call it was.
        """,
      fixes: """
        Take the frame's model anew from its context before it is used; let go of views and \
        models before a container is replaced.
        """),
    frame(
      "crash-in-collection", specificity: 17,
      patterns: """
        _PFBatchFaultingArray [frame:line]
        _PFArray [frame:line]
        _NSFaultingMutableSet [frame:line]] +
        _NSFaultingMutableOrderedSet [frame:line]] +
        NSFaultHandler fulfillFault:
        """,
      meaning: """
        The crash is where the objects of a fetch or relationship are loaded while somebody \
        walks through them.
        """,
      causes: """
        The context is used on another thread than its own, or was changed while the list is \
        walked.
        Rows were deleted (another context, a batch delete, sync) after the fetch.
        A store that was removed meanwhile.
        """,
      confirm: "Which thread crashed, and is it the context's queue?",
      fixes: """
        Walk through fetched objects inside of the context's perform; hand over ids.
        Merge changes, or fetch again, after rows were deleted elsewhere.
        """),
    frame(
      "crash-in-model", specificity: 17,
      patterns: """
        NSManagedObjectModel initWithContentsOfURL:
        NSManagedObjectModel init]
        NSManagedObjectModel(_NSInternalMethods)
        NSPersistentContainer initWithName:
        NSManagedObjectModel modelByMergingModels:
        """,
      meaning: "The crash is where the model is loaded or prepared.",
      causes: """
        The model file is missing or of a newer Xcode; a class or transformer that it names is \
        not there.
        The model is changed after a coordinator uses it.
        """,
      confirm: "The exception's reason above the frames; does the bundle hold the .momd?",
      fixes:
        "Load the model once, by a URL that is checked for nil; register transformers before."),
    frame(
      "crash-swiftdata-query", framework: .swiftData, specificity: 18,
      patterns: """
        Query.wrappedValue.getter
        _SwiftData_SwiftUI [frame:line]
        FetchRequest.wrappedValue.getter
        18_SwiftData_SwiftUI…
        """,
      meaning:
        "The crash is where a view's @Query or @FetchRequest fetches or hands out its objects.",
      causes: """
        A predicate or sort that compiles and cannot be made into SQL.
        No container above the view, or one without this model.
        An object in the result that was deleted.
        """,
      confirm: "The message above the frames; which view's query is it?",
      fixes: """
        Try the same predicate with context.fetch and print the error; check \
        .modelContainer(for:) above the view.
        """),
    frame(
      "crash-context-deadlock", specificity: 18,
      patterns: """
        __ulock_wait…performBlockAndWait:
        _dispatch_sync_f_slow…{NSManagedObjectContext|NSPersistentStoreCoordinator}
        __DISPATCH_WAIT_FOR_QUEUE__…{NSManagedObjectContext|NSPersistentStoreCoordinator}
        """,
      meaning: """
        A thread waits for a context's or the coordinator's queue. If the report is of a hang, \
        two queues wait for each other, or the main thread for a long work.
        """,
      causes: """
        performAndWait from the main queue into a context that itself waits for the main queue \
        (a child of the view context, a didSave observer).
        A fetch in a child context needs its parent's queue, which is busy.
        """,
      confirm: "Read all threads: who holds the queue that this one waits for?",
      fixes: """
        perform instead of performAndWait; make background contexts children of no main \
        context; do not save inside of a fetch's or observer's block.
        """),
    frame(
      "crash-history", specificity: 18,
      patterns: """
        NSPersistentHistory[frame:word] [more:line]] +
        _NSPersistentHistory[frame:word]
        NSSQLCore(…processHistory
        """,
      meaning: "The crash is where persistent history is read, written or deleted.",
      causes: """
        History deleted while it is being merged or mirrored.
        A token of another store.
        """,
      confirm: "The exception's reason above the frames.",
      fixes: """
        Read and delete history in one background context, one after the other; keep seven days \
        with CloudKit.
        """),
  ]
}
