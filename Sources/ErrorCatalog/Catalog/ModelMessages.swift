extension ExplanationCatalog {
  private static let message = ExplanationFamily(
    framework: .coreData, severity: .critical, specificity: 90)

  /// Exceptions and warnings about models as a whole, and the classes and entities in them.
  static let modelMessages: [Explanation] = [
    message(
      "coredata-entity-not-visible",
      patterns: """
        The entity '[entity:path]' is not visible to this managed object context
        is not visible to this managed object context
        Cannot insert '[entity:path]' in this managed object context because it is not found in the
        entity {[address] |}'[entity:path]' appears to be from a different NSManagedObjectModel than
        The fetch request's entity…NSManagedObjectModel than this context's
        """,
      meaning: """
        A fetch or an insert uses an entity of a model that is not the model of this context's \
        coordinator.
        """,
      causes: """
        The entity description comes from another model or another container.
        The model was loaded a second time, and its entities are other objects than the first's.
        """,
      confirm: "Compare the model of the entity with context.persistentStoreCoordinator's model.",
      fixes: """
        Take the entity from the context's own model, by name; load the model once and share it.
        """),
    message(
      "coredata-merge-two-entities",
      patterns: "Can't merge models with two different entities named '[entity:line]'",
      meaning: "Two models that are merged both declare this entity, and not in the same way.",
      causes: """
        mergedModel(from: nil) takes in every model of the bundle, such as the .mom of an old \
        version beside the .momd.
        A stale model of an earlier build or of a library is still in the bundle.
        """,
      confirm: "List all .mom and .momd of the app bundle; look for the entity in each.",
      fixes: """
        Load the one model by its URL; delete the stale model and clean the build folder; rename \
        the entity if two libraries use the name.
        """),
    message(
      "coredata-nil-model",
      patterns: """
        Cannot create an NSPersistentStoreCoordinator with a nil model
        Cannot load NSManagedObjectModel. nil is an illegal URL parameter
        Failed to load NSManagedObjectModel with URL '[url:line]'
        Failed to load NSManagedObjectModel with URL
        {Could not|Couldn't|Cannot|Unable to|Failed to} {find|locate|load} {'|}[model:word].mom{d|}
        initFileURLWithPath:]: nil string parameter…fileURLWithPath:]…managedObjectModel]
        """,
      meaning: """
        There is no model: its file was not found, and what needs it was made nevertheless.
        """,
      causes: """
        The name or extension in the URL of the model is wrong.
        The model is not in this bundle (framework, test target, resource bundle of a pod).
        """,
      confirm: "Is the model's .momd in the bundle that is asked? Is the URL nil?",
      fixes: "Take the URL from the bundle that holds the model, and stop with a message if nil."),
    message(
      "coredata-entity-in-two-models",
      patterns: "Can't use an entity in two models",
      meaning: "An entity description was put into a second model; it belongs to one only.",
      causes: "Entities made in code are shared between models or model versions.",
      confirm: "Look for one entity in the lists of two NSManagedObjectModel objects.",
      fixes: "Copy the entity (and its properties) for the second model."),
    message(
      "coredata-invalid-model-property",
      patterns: "Invalid property passed to setProperties",
      meaning: "An entity made in code was given a property without a name, or of a wrong kind.",
      causes: """
        A property description whose name is not set, or an expression description.
        A category that replaces init, copy or coding of all objects, the model's included.
        """,
      confirm: "Print the names and classes of the properties before they are set.",
      fixes: "Name each property; keep such categories away from Core Data's classes."),
    message(
      "coredata-immutable-model",
      patterns: "Can't modify an immutable model",
      meaning: "A model was changed after a coordinator had begun to use it.",
      causes: "Code changes entities or attributes of a model that is in use or was loaded so.",
      confirm: "The frame above names the setter, such as -setDefaultValue:.",
      fixes: "Change a mutable copy of the model before the coordinator is made."),
    message(
      "coredata-class-not-found", severity: .warning,
      patterns: "Unable to load class named '[class:path]' for entity '[entity:word]'",
      meaning: """
        There is no class of the name that the entity has in the model; its objects become plain \
        NSManagedObject, and a cast to your class fails.
        """,
      causes: """
        A Swift class, but the entity's module is empty: the class is Module.Name.
        Class renamed, not in this target, or removed by the linker.
        """,
      confirm: "Compare Class and Module in the model editor with the class.",
      fixes: "Set the module to Current Product Module, or give the class that @objc name."),
    message(
      "coredata-no-stores-loaded", severity: .warning,
      patterns: """
        {View context|Context} accessed for persistent container [container:line] with no stores \
        loaded
        """,
      meaning: "The context was used before its container had loaded a store.",
      causes: """
        loadPersistentStores is called later, or works asynchronously.
        Loading failed and the error was passed over.
        """,
      confirm: "Log when loadPersistentStores completes and with which error.",
      fixes: "Load the stores first and use the context in or after the completion handler."),
    message(
      "coredata-designated-initializer", severity: .error,
      patterns:
        "Failed to call designated initializer on NSManagedObject class '[class:path]'",
      meaning: "A managed object was made without an entity: by init() in place of init(context:).",
      causes: "Person() in tests or previews; a mapper that makes objects with init().",
      confirm: "Search for the class name followed by '()'.",
      fixes: "Use init(context:) or init(entity:insertInto:)."),
    message(
      "coredata-class-unknown-key", severity: .error,
      patterns: """
        the entity [entity:path] is not key value coding-compliant for the key '[key:line]'
        NSDictionaryMapNode [address]> valueForUndefinedKey:]: this class is not key value \
        coding-compliant for the key [key:line].
        """,
      meaning: "A key was read or set that neither the entity nor its class has.",
      causes: """
        A misspelt key, or one of another entity.
        The store was opened with a model version that has no such property yet.
        In a store in memory or of another kind than SQLite, a key path of a predicate or sort.
        """,
      confirm: "Look for the key in the entity: 'storedoctor show MODEL ENTITY'.",
      fixes: "Correct the key, or open the store with the version that has it."),
    message(
      "ck-daemon-connection", framework: .cloudKit, severity: .error, specificity: 70,
      confidence: .low,
      patterns: "com.apple.cloudd was invalidated",
      meaning: "The process could not talk to the CloudKit daemon; sync does not start.",
      causes: """
        A sandbox or signature without the iCloud entitlements.
        The daemon was just restarting; then a retry succeeds.
        """,
      confirm: "codesign -d --entitlements :- App.app lists com.apple.developer.icloud-services.",
      fixes: "Sign with the iCloud capability; wait for the retry that the error announces."),
  ]
}
