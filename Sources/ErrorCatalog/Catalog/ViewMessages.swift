extension ExplanationCatalog {
  private static let message = ExplanationFamily(
    framework: .coreData, severity: .error, specificity: 85)

  /// What is missing where a view looks for it, was freed too early, or took too long.
  static let viewMessages: [Explanation] = [
    message(
      "coredata-environment-context",
      patterns: """
        Context in environment is not connected to a persist{e|a}nt store coordinator
        Accessing Environment<NSManagedObjectContext>'s value outside of being installed on a View
        """,
      meaning: """
        A @FetchRequest or @Environment(\\.managedObjectContext) found SwiftUI's empty default \
        context: nobody above this view put the app's context into the environment.
        """,
      causes: """
        The modifier .environment(\\.managedObjectContext, …) is missing above the view, often for a \
        sheet, a window, a preview or a test.
        The value is read in an init, where the view is not in the tree yet.
        """,
      confirm: "Which view's @FetchRequest is it, and where does its environment come from?",
      fixes: """
        Put .environment(\\.managedObjectContext, container.viewContext) on the root view, and on \
        what is shown in a sheet or window of its own.
        Read it in body or in a task, not in init; hand the context to init as an argument.
        """),
    message(
      "coredata-message-to-freed", severity: .critical, confidence: .low,
      patterns: """
        {lockObjectStore|unlockObjectStore|controllerWillChangeContent:|\
        controllerDidChangeContent:|controller:didChangeObject:atIndexPath:forChangeType:\
        newIndexPath:|controller:didChangeSection:atIndex:forChangeType:}]: unrecognized selector \
        sent to instance
        """,
      meaning: """
        Core Data sent a message to its context or to a delegate, but at that address lies \
        another object by now: the receiver was freed while it was still in use.
        """,
      causes: """
        A fetched results controller outlives its delegate, which is not set to nil.
        A context was released while its objects or controllers were used.
        """,
      confirm: "Run with zombies (NSZombieEnabled=YES); the log names the class that was freed.",
      fixes: """
        Set the controller's delegate to nil in deinit; keep the context as long as its objects.
        """),
    message(
      "coredata-temporary-id-reference", severity: .critical, confidence: .medium,
      patterns: "_referenceData64 only defined for abstract class",
      meaning: """
        The store was asked for the row of an object that has only a temporary id: it is not saved \
        yet, or its save was under way on another thread.
        """,
      causes: """
        The context is used on a queue that is not its own.
        Changes or ids of an unsaved object are handed to another context.
        """,
      confirm: "Run with -com.apple.CoreData.ConcurrencyDebug 1.",
      fixes: """
        Do everything with the context inside its perform or performAndWait.
        Save first, or obtainPermanentIDs(for:), before an id goes to another context.
        """),
    message(
      "coredata-set-damaged", severity: .critical, confidence: .low,
      patterns: """
        mutating method sent to immutable object…_NSInternalChangeProcessing
        mutating method sent to immutable object…NSManagedObjectContext save:
        removeAllObjects]: mutating method sent to immutable object
        """,
      meaning: """
        While it worked out what changed, the context found one of its own sets to be another \
        object: its bookkeeping was damaged before.
        """,
      causes: "The context, or one of its objects, is used on two threads at once.",
      confirm: "Run with -com.apple.CoreData.ConcurrencyDebug 1; it stops at the first wrong use.",
      fixes: "Use each context and its objects in its own perform; hand ids to other queues."),
    message(
      "system-watchdog", severity: .critical, specificity: 60,
      patterns: """
        0x8badf00d
        8badf00d
        """,
      meaning: """
        The system ended the app because its main thread did not answer in time; in the frames it \
        works with the store.
        """,
      causes: """
        A migration, a large fetch or a save on the main thread while the app starts or goes into \
        the background.
        Large values (images) read one by one from a view.
        """,
      confirm: "The frames of thread 0 name the call that was waited for.",
      fixes: """
        Open and migrate the store off the main thread, and fetch and save in a background context.
        Keep large values in an entity or file of their own, and fetch only what the list shows.
        """),
  ]
}
