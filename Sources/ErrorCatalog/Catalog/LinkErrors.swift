extension ExplanationCatalog {
  private static let message = ExplanationFamily(
    framework: .coreData, severity: .error, specificity: 85)

  /// What linker, loader, debugger and previews say about the frameworks.
  static let linkErrors: [Explanation] = [
    message(
      "link-framework-missing",
      patterns: """
        _OBJC_CLASS_$_{NSManagedObject|NSManagedObjectContext|NSManagedObjectModel|NSPersistentC\
        ontainer|NSPersistentStoreCoordinator|NSFetchRequest|NSFetchedResultsController|NSEntity\
        Description|NSPersistentCloudKitContainer|NSSortDescriptor}'
        Undefined symbol{s|}…_OBJC_CLASS_$_NSManagedObject
        Undefined symbol{s|}…s9SwiftData…
        """,
      meaning: """
        The linker does not find a class of Core Data or SwiftData: the framework is not linked \
        into this target.
        """,
      causes: """
        The target (library, extension, test) does not link CoreData.framework or \
        SwiftData.framework, and autolinking is off or the code is Objective-C.
        """,
      confirm: "Build phases, Link Binary With Libraries, of the target that fails.",
      fixes: """
        Add the framework there; '-framework CoreData' for a command line or package \
        (linkerSettings).
        """),
    message(
      "link-entity-class-missing", confidence: .medium,
      patterns: """
        _OBJC_CLASS_$_[class:word]'…{+CoreDataClass|+CoreDataProperties|NSManagedObject}
        _OBJC_METACLASS_$_NSManagedObject
        """,
      meaning: "The linker does not find a class that a managed object's file refers to.",
      causes: "The file with the class, or the framework, is not part of this target.",
      confirm: "Target membership of the file; Link Binary With Libraries.",
      fixes: "Add the file to the target, and CoreData.framework."),
    message(
      "link-own-symbol", specificity: 50,
      alsoMatches: ["link-framework-missing", "link-preview-model"], confidence: .low,
      patterns: """
        Undefined symbol{s|}…NSManagedObject
        Undefined symbol{s|}…PersistentModel
        NSManaged…Undefined symbol{s|}
        """,
      meaning: """
        The linker does not find a symbol of Swift code about managed objects or models. The \
        symbol is of the app or of a library, not of Core Data itself.
        """,
      causes: """
        The file or library that the symbol is of is not part of this target, or was built by \
        another version of the compiler.
        A property with @NSManaged that a protocol demands, with old compilers: such a property \
        has no accessor of its own.
        """,
      confirm: "Whose module does the symbol's name begin with?",
      fixes: """
        Link the library into this target, and build both with one Xcode; give the protocol's \
        property a plain accessor in an extension.
        """),
    message(
      "link-preview-model", framework: .swiftData, confidence: .medium,
      patterns: """
        unsafeMutableAddressor of [symbol:line]Model in
        Undefined symbols:…unsafeMutableAddressor
        unsafeMutableAddressor of self #1 : [class:path]
        ld: Undefined symbols:…PersistentModel
        """,
      meaning: """
        The preview could not be linked, though the app builds: Xcode builds a file of a \
        preview by itself, and symbols of the @Model class or its macro are missing there. A \
        known fault of Xcode 15.
        """,
      causes: """
        A @Model class in the same file as the preview, or with a default value that the \
        preview's build does not see.
        """,
      confirm: "Does the app itself build and run?",
      fixes: """
        Move the @Model class to a file of its own; update Xcode; mark own framework models \
        public.
        """),
    message(
      "link-symbol-not-found", severity: .critical,
      patterns: """
        Symbol not found: _$s9SwiftData…
        Symbol not found: (_$s9SwiftData…
        Symbol not found: \
        {_|}OBJC_CLASS_$_{NSPersistentCloudKitContainer|NSStagedMigrationManager|NSCustomMigrati\
        onStage|NSPersistentHistory|NSCoreDataCoreSpotlightDelegate}
        Library not loaded: [library]{SwiftData|CoreData|_SwiftData_SwiftUI}.framework
        """,
      meaning: """
        The app was built with a newer SwiftData or Core Data than the system it runs on has; \
        it ends while it is loaded.
        """,
      causes: """
        The device or simulator is older than the symbol: SwiftData itself needs iOS 17, macOS 14.
        Built with a beta of Xcode, run on an older system; the code is not behind @available.
        """,
      confirm: """
        Compare the system in the report with the deployment target and the symbol's availability.
        """,
      fixes: """
        Put the use behind @available or if #available, raise the deployment target, or link \
        the framework as Optional.
        """),
    message(
      "debugger-replacement-path", severity: .info, specificity: 30, confidence: .medium,
      patterns: "the replacement path doesn't exist: '[path:line]'",
      meaning: """
        The debugger looks for the source that a macro was expanded into and does not find the \
        file. It is not an error of the app.
        """,
      causes: "Stopping, or a warning, in code that @Model, @Query or another macro wrote.",
      confirm: "The path ends in @__swiftmacro_….",
      fixes: "Nothing; what made the program stop stands in another line."),
    message(
      "objc-class-twice", severity: .warning, specificity: 60, confidence: .medium,
      patterns: """
        Class [class:word] is implemented in both…{CoreData|NSManagedObject|SwiftData|xcdatamodel}
        """,
      meaning: """
        A class is in two libraries of the process; which of the two an entity gets is a matter \
        of chance.
        """,
      causes: "A framework linked statically into the app and into its tests or an extension.",
      confirm: "The two paths follow in the message.",
      fixes: "Link the framework into one of them only, or make it dynamic."),
  ]
}
