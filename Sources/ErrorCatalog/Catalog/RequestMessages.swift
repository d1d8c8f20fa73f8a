extension ExplanationCatalog {
  private static let message = ExplanationFamily(
    framework: .coreData, severity: .critical, specificity: 90)

  /// Fetched results controllers, fetches and saves that were made in a way Core Data refuses.
  static let requestMessages: [Explanation] = [
    message(
      "coredata-controller-index",
      patterns: """
        no object at index [index:word] in section at index [section:word]
        no section at index [section:word]
        objc_exception_throw…NSFetchedResultsController objectAtIndexPath:
        """,
      meaning: """
        A fetched results controller was asked for a row or section that it does not have (any more).
        """,
      causes: """
        The table shows more rows than the controller has: reloaded, filtered or fetched anew \
        without telling it.
        An index path of the view that has rows or sections of its own in front.
        The delegate applies changes late, or the context changed on another thread.
        """,
      confirm: "Compare fetchedObjects?.count and sections with the index in the message.",
      fixes: """
        Reload the view after performFetch, translate index paths, or use a diffable data source.
        """),
    message(
      "coredata-controller-without-request",
      patterns: """
        Must supply a fetch request during initialization
        NSFetchedResultsController requires a non-nil fetch{Request| request}
        """,
      meaning: "A fetched results controller was made without a fetch request.",
      causes: """
        The request is nil: the entity was not found because the model is loaded twice or not yet.
        """,
      confirm: "Read the lines before: does Core Data complain about the entity or its class?",
      fixes: "Make the request with NSFetchRequest(entityName:) after the store is loaded."),
    message(
      "coredata-fetch-property",
      patterns: """
        passed to setPropertiesToFetch:
        Invalid to many relationship in setPropertiesToFetch
        """,
      meaning: "The properties to fetch hold one that this request's entity does not have.",
      causes: """
        '(entity mismatch)': the description comes from another entity or another model.
        A to-many relationship or a misspelt key path.
        """,
      confirm: "The property's description follows in the message.",
      fixes: """
        Give names or the descriptions of request.entity; expressions need the dictionary result \
        type.
        """),
    message(
      "coredata-sort-selector",
      patterns: """
        unsupported NSSortDescriptor selector: [selector:line]
        unsupported NSSortDescriptor (
        """,
      meaning: "A fetch is sorted in a way that SQLite cannot do.",
      causes: "A comparator block, or a comparison of your own.",
      confirm: "The selector follows in the message.",
      fixes: """
        Use compare:, caseInsensitiveCompare:, localizedCompare:, localizedCaseInsensitiveCompare: \
        or localizedStandardCompare:; otherwise sort the fetched array.
        """),
    message(
      "coredata-parent-context", confidence: .medium,
      patterns: """
        Parent NSManagedObjectContext must {not be nil|use either}
        objc_exception_throw…NSManagedObjectContext setParentContext:
        """,
      meaning: """
        A context could not be given its parent: the parent is nil, or one of the two cannot be \
        part of such a pair.
        """,
      causes: """
        The parent's stack was not built, or failed to load, so the parent is nil.
        The context has a coordinator already ('cannot replace').
        The parent is a context without a queue (confinement type).
        """,
      confirm: "The exception's reason; is the parent nil, and how was it made?",
      fixes: "Make the context with a queue, set its parent first, and give it no coordinator."),
    message(
      "coredata-request-raised", severity: .error, specificity: 50,
      alsoMatches: ["coredata-transformable-not-data"],
      patterns: "SQLCore dispatchRequest: exception handling request: <[request:line]>",
      meaning: """
        An exception was raised while the store worked on a request; Core Data wrote it down and \
        passed it on. The exception follows in the line.
        """,
      causes: """
        Something in the saved or fetched values: a transformer, a predicate, a class.
        The store was removed meanwhile.
        """,
      confirm: "Read the text behind the request, and break on exceptions to see who raises.",
      fixes: "Mend what that exception names; the request was not carried out."),
    message(
      "coredata-transformable-not-data", confidence: .medium,
      patterns: """
        bytes]: unrecognized selector…SQLCore dispatchRequest
        SQLCore dispatchRequest…bytes]: unrecognized selector
        """,
      meaning: """
        A value was to be written as a blob but is no Data: the transformer of a Transformable \
        attribute gave back the value itself.
        """,
      causes: """
        transformedValue of your own transformer returns the array or string instead of Data.
        The attribute is Binary Data and was given another object.
        """,
      confirm: "The class before 'bytes' is what was to be stored; which attribute holds such?",
      fixes: """
        Return Data from transformedValue, or use NSSecureUnarchiveFromData.
        """),
    message(
      "coredata-unhandled-faulting", severity: .error, specificity: 70, confidence: .medium,
      patterns: """
        Unhandled error occurred during faulting
        Unhandled error (…) occurred during faulting
        """,
      meaning:
        "The row behind an object could not be read, and nobody was there to take the error.",
      causes: """
        The error that follows. 134092 is not documented; it was seen with the system's Contacts, \
        where an app without the notes entitlement touches a contact's note.
        The store is locked, removed or damaged.
        """,
      confirm: "The code behind it, and the entity of the object.",
      fixes: """
        Contacts: do not ask for or change the note without the entitlement. Otherwise treat the \
        error that follows.
        """),
    message(
      "coredata-connection-refused", severity: .warning, specificity: 96, confidence: .medium,
      patterns: """
        CoreData: error: Failed to create NSXPCConnection
        CoreData: XPC: sendMessage: failed
        CoreData: XPC: Unable to create token NSXPCConnection
        CoreData: XPC: Unable to load metadata
        Unable to send to server; failed after [attempts:word] attempts
        storeType: NSXPCStore
        """,
      meaning: """
        A store that lives in a process of the system could not be reached. Apps have such stores \
        through Contacts and other frameworks; it is not one of yours.
        """,
      causes: """
        Tests and command line tools without permission for Contacts or the like.
        The system's process is not running, or the sandbox forbids it.
        """,
      confirm: "A path such as AddressBook-v22.abcddb in the lines around it.",
      fixes:
        "Nothing for your own store; ask for the permission, or leave the framework out of tests."
    ),
    message(
      "coredata-predicate-format", severity: .critical,
      patterns: "Unable to parse the format string '[format:line]",
      meaning: "The text given to NSPredicate(format:) is not a predicate.",
      causes: """
        A value put into the text with string interpolation, empty or with a quotation mark in it.
        A name that is a word of the language (size, first, last, in), or one with a space.
        """,
      confirm: "The text follows in the message; is something missing where a value belongs?",
      fixes: "Give values as arguments with %@ or %d, names with %K; write '#size' for such a word."
    ),
    message(
      "coredata-conflict-without-inverse", severity: .critical,
      patterns: """
        Unable to resolve conflict: relationship '[relationship:word]' (on entity '[entity:word]') \
        does not have an inverse
        """,
      meaning: """
        A save met an object with a unique value that the store has already. To merge the two, the \
        relationship needs an inverse, and it has none.
        """,
      causes: """
        @Attribute(.unique) or a uniqueness constraint beside a relationship without inverse.
        """,
      confirm: "'storedoctor show MODEL ENTITY' lists the relationship and its inverse.",
      fixes: "Declare the inverse: @Relationship(inverse:) with a property on the other side."),
    message(
      "coredata-migrated-by-another", severity: .info, specificity: 60,
      patterns: "Migration was completed by another client",
      meaning: "Another process or container had migrated the store before this one came to it.",
      causes: "An extension, a second container or a parallel test opened the same file.",
      confirm: "Who else opens this file?",
      fixes: "Nothing, if it was meant; otherwise open the store in one place first."),
    message(
      "coredata-main-context-isolated", framework: .swiftData, severity: .error,
      patterns: """
        actor-isolated property 'mainContext' can{ |}not be {referenced|accessed|used}
        actor-isolated class property 'mainContext'
        """,
      meaning: "ModelContainer.mainContext belongs to the main actor, and this code does not.",
      causes: "A background function, an actor or a test that is not on the main actor.",
      confirm: "The compiler's line names the use.",
      fixes:
        "Make a ModelContext(container) there, or a @ModelActor; or put @MainActor on the code."),
    message(
      "coredata-file-facts", severity: .info, specificity: 30,
      patterns: """
        CoreData: error: Information for [path:line]
        CoreData: error: Executing as effective user [user:word]
        CoreData: error: Information for file system
        """,
      meaning: """
        Core Data prints facts about a file and its disk after it could not open it. They are not \
        the error.
        """,
      causes: "The open failed for the reason in the lines before.",
      confirm: "File user ID and permissions against the user that runs, when access was denied.",
      fixes: "Find the first CoreData error before this block, and explain that one."),
  ]
}
