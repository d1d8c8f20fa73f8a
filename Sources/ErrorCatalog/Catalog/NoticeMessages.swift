extension ExplanationCatalog {
  private static let message = ExplanationFamily(
    framework: .coreData, severity: .info, specificity: 6)
  private static let trap = ExplanationFamily(
    framework: .coreData, severity: .critical, specificity: 88)
  private static let system = ExplanationFamily(
    framework: .coreData, severity: .warning, specificity: 40, confidence: .medium)

  /// Lines of a log that are no errors, and traps of the app's own around a store.
  static let noticeMessages: [Explanation] = [
    message(
      "notice-maintenance", severity: .info, specificity: 6,
      patterns: """
        PostSaveMaintenance: {incremental_vacuum|wal_checkpoint|fileSize}
        CoreData: debug: WAL checkpoint: Database {did checkpoint|busy}
        Core Data multi-threading assertions enabled
        """,
      meaning: """
        Core Data tells how it keeps its file in order: it moved changes from the log (-wal) \
        into the store, or gave space back. Nothing is wrong.
        """,
      causes: "-com.apple.CoreData.Logging.stderr is on, or a debug build.",
      confirm: "The lines say 'debug' or 'annotation', not 'error'.",
      fixes: "Nothing."),
    system(
      "coredata-error-is-nil", severity: .error, confidence: .medium,
      patterns: "_GenericObjCError",
      meaning: """
        A method of Objective-C said that it failed and gave no error ('nilError'). In the \
        frames or lines around it works a store.
        """,
      causes: """
        A save or fetch in a context whose coordinator has no store.
        A validation method of your own that returns false without an error.
        """,
      confirm: "Which call throws? Do validate… methods of the class set the error?",
      fixes: "Load the store first; set the error wherever a validation returns false."),
    trap(
      "coredata-entity-is-nil", confidence: .medium,
      patterns: """
        NSEntityDescription.entity…unexpectedly found nil
        unexpectedly found nil…NSEntityDescription.entity
        """,
      meaning: """
        An entity was looked up by its name, none was found, and the code took the result for \
        granted.
        """,
      causes: """
        The name is not that of an entity: the class's name with its module, or misspelt.
        The context has no coordinator or model yet, or another model.
        """,
      confirm: """
        Print the name and \
        context.persistentStoreCoordinator?.managedObjectModel.entitiesByName.keys.
        """,
      fixes: """
        Use the entity's name as in the model, after the stores are loaded; or Note(context: \
        context), which needs no name.
        """),
    trap(
      "app-group-url-nil", framework: .swiftData, confidence: .medium,
      patterns: """
        containerURL(forSecurityApplicationGroupIdentifier:…unexpectedly found nil
        unexpectedly found nil…containerURL(forSecurityApplicationGroupIdentifier:
        containerURL(forSecurityApplicationGroupIdentifier…is nil
        Shared file container could not be created
        """,
      meaning: """
        The system gave no folder for the App Group, and the code took it for granted. This \
        process is not entitled to the group.
        """,
      causes: """
        The group's name is misspelt, or not ticked for this target (app, widget, test) or in \
        its profile.
        On macOS the name lacks the team's prefix.
        """,
      confirm: """
        codesign -d --entitlements :- of this very app or extension lists \
        com.apple.security.application-groups.
        """,
      fixes: """
        Add the App Groups capability with the same group to every target that opens the store; \
        fall back to Application Support in tests.
        """),
    trap(
      "hash-of-model-changed", framework: .swiftData, parent: "swiftdata-unknown-trap",
      confidence: .medium,
      patterns: """
        Duplicate {keys|elements} of type '{PersistentIdentifier|NSManagedObjectID|ID}' were \
        found in a {Set|Dictionary}
        Duplicate {keys|elements} of type '[class:own]' were found in a {Set|Dictionary}
        """,
      meaning: """
        A set or dictionary found that two of its members are equal, or that one's hash has \
        changed since it was put in. Models are hashed by identity; a hash or == of your own \
        over stored properties changes with them.
        """,
      causes: """
        hash(into:) or == written by hand in a model class, over properties that change.
        A temporary identifier became a permanent one at the save, while it was a key.
        """,
      confirm: "Does the class in the message implement hash(into:) or ==?",
      fixes:
        "Remove these; use persistentModelID or an id of your own that never changes as the key."),
    system(
      "system-disk-writes", severity: .warning,
      patterns: """
        RESOURCE_TYPE_DISK_WRITES
        {Event|Action}: disk writes
        """,
      meaning: """
        The system counted how much the app wrote to disk and found it too much; in the frames \
        it writes to the store.
        """,
      causes: """
        A save after every small change, or saves in a loop.
        Large values written again with every change of their object; external storage is not \
        ticked.
        """,
      confirm:
        "Count the saves: 'storedoctor trace' on a log with -com.apple.CoreData.SQLDebug 1.",
      fixes: """
        Save many changes at once, and only when context.hasChanges; keep large values in files \
        or external storage.
        """),
    system(
      "system-priority-inversion", severity: .info, specificity: 25,
      patterns: """
        Thread Performance Checker: Thread running at [class:line] waiting on a {lower QoS \
        thread|thread without a QoS}
        """,
      meaning: """
        The main thread waits for work of lower priority; in the frames it waits for Core \
        Data's queue or its file. It is advice about speed, not an error.
        """,
      causes: """
        performAndWait or a fetch on the main thread while a background context writes; opening \
        the store synchronously.
        """,
      confirm: "The backtrace below the line names the call that waits.",
      fixes: """
        Use perform (or await) instead of performAndWait on the main thread; load and import in \
        the background.
        """),
    system(
      "system-memory-limit", severity: .error,
      patterns: """
        RESOURCE_TYPE_MEMORY
        EXC_RESOURCE…(limit=[limit:word] MB
        """,
      meaning:
        "The app used more memory than the system lets it; in the frames it works with the store.",
      causes: """
        A fetch of everything at once, with large values.
        A long import in one context that is never saved and reset; an extension, whose limit \
        is low.
        """,
      confirm: "Which fetch or save is in the frames, and how many objects does it take?",
      fixes: """
        fetchBatchSize, fetchLimit, or dictionaries of the needed properties; save and reset in \
        portions inside an autoreleasepool.
        """),
  ]
}
