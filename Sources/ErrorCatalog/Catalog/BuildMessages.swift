extension ExplanationCatalog {
  private static let message = ExplanationFamily(
    framework: .modelCompiler, severity: .error, specificity: 80)

  /// What the build says about the classes of a model, and about code that uses the frameworks.
  static let buildMessages: [Explanation] = [
    message(
      "build-class-made-twice",
      patterns: """
        duplicate output file '…' on task: DataModelCodegen
        CoreData{Class|Properties}.swift:[line:word]:[column:word]: error: invalid redeclaration of \
        '[class:path]'
        """,
      meaning: """
        The class of an entity is made twice: Xcode writes it while it builds, and the project has \
        it, or the model, a second time.
        """,
      causes: """
        The entity's Codegen is 'Class Definition', and a file with the class is in the target too.
        The .xcdatamodeld is in the target twice: in Compile Sources and in Copy Bundle Resources, \
        or two files of one name.
        """,
      confirm: """
        Select the entity: what does Codegen say in the inspector?
        Search the target's build phases for the model's name; it belongs in Compile Sources, once.
        """,
      fixes: """
        Set Codegen to 'Manual/None' for classes of your own, 'Category/Extension' if only the \
        properties shall be made, or delete your files.
        Remove the second entry of the model, then clean the build folder.
        """),
    message(
      "build-import-missing",
      patterns: """
        Cannot find {type |}'{ModelContext|ModelContainer|ModelConfiguration|FetchDescriptor|\
        VersionedSchema|SchemaMigrationPlan|PersistentModel|PersistentIdentifier}' in scope
        Cannot find {type |}'{NSManagedObject|NSManagedObjectContext|NSManagedObjectModel|\
        NSManagedObjectID|NSFetchRequest|NSFetchedResultsController|NSPersistentContainer|\
        NSPersistentCloudKitContainer|NSPersistentStoreCoordinator|NSEntityDescription}' in scope
        Unknown attribute '{Model|Query|Relationship|NSManaged|FetchRequest}'
        '[member:line]' is not available due to missing import of defining module \
        '{SwiftData|CoreData}'
        """,
      meaning: """
        The compiler does not know a type or a method of SwiftData or Core Data in this file.
        """,
      causes: "The file does not import the framework.",
      confirm: "Look at the imports at the top of the file that the message names.",
      fixes: """
        'import SwiftData' or 'import CoreData' in this very file; an import in another file is \
        not enough. SwiftData needs iOS 17, macOS 14 as the deployment target, or @available.
        """),
    message(
      "build-not-available", framework: .swiftData, confidence: .medium,
      patterns: """
        '{Model()|Query|ModelContainer|ModelContext|ModelConfiguration|FetchDescriptor|\
        modelContainer(for:inMemory:isAutosaveEnabled:isUndoEnabled:onSetup:)|Unique|Index|\
        HistoryDescriptor}' is only available in [system:line] or newer
        """,
      meaning: "This part of SwiftData is newer than the oldest system the target runs on.",
      causes: """
        SwiftData itself needs iOS 17 and macOS 14; #Unique, #Index and history need iOS 18 and \
        macOS 15.
        """,
      confirm: "Compare the system in the message with the deployment target.",
      fixes: """
        Raise the deployment target, or put the code behind @available. On older systems \
        @Attribute(.unique) takes the place of #Unique with one property.
        """),
    message(
      "build-context-sendable", framework: .coreData,
      patterns: """
        non-sendable type '{NSManagedObjectContext|NSManagedObject|NSFetchedResultsController\
        |NSPersistentStoreCoordinator}{?|}'
        """,
      meaning: """
        A context or object of Core Data is handed to another task or actor, which Swift's \
        concurrency checks refuse: it belongs to its context's queue.
        """,
      causes: """
        A @Sendable closure, a Task or a continuation captures the context or an object.
        """,
      confirm: "The compiler's line names the capture.",
      fixes: """
        Do the work in context.perform { … } and return values or object ids; pass the \
        NSPersistentContainer or an NSManagedObjectID instead.
        """),
    message(
      "build-model-property-wrapper", framework: .swiftData, confidence: .medium,
      patterns: """
        Property wrapper cannot be applied to a computed property…macro 'Model'
        Property wrapper cannot be applied to a computed property (from macro 'Model')
        """,
      meaning: """
        @Model turns stored properties into computed ones, so no property wrapper can stand \
        before them.
        """,
      causes: "@Published, @AppStorage or a wrapper of your own in a class with @Model.",
      confirm: "The compiler's line is the property.",
      fixes: """
        Take the wrapper away: @Model objects are observed as they are.
        """),
    message(
      "build-context-member",
      patterns: """
        value of type '{ModelContext|ModelContainer}' has no member '[member:word]'
        """,
      meaning: "A context or container of SwiftData is asked for something that it does not have.",
      causes: """
        A method that Core Data's NSManagedObjectContext has under this name: refresh, perform, \
        reset, object(with:).
        A member of a newer system than the SDK.
        """,
      confirm: "Is the member in NSManagedObjectContext or NSPersistentContainer?",
      fixes: """
        Use SwiftData's own: fetch again or make a new ModelContext instead of refresh and reset, \
        a @ModelActor instead of perform, model(for:) instead of object(with:).
        """),
  ]
}
