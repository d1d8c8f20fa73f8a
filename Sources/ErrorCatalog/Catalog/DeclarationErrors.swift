extension ExplanationCatalog {
  private static let message = ExplanationFamily(
    framework: .coreData, severity: .error, specificity: 85)

  /// What the compiler says about declarations of models, requests and plans.
  static let declarationErrors: [Explanation] = [
    message(
      "build-managed-type", framework: .coreData,
      patterns: """
        cannot be marked @NSManaged because its type cannot be represented in Objective-C
        @NSManaged {only allowed on|not allowed on|property cannot|cannot|attribute}
        '@NSManaged' {only allowed on|not allowed on|may only|cannot}
        """,
      meaning: "@NSManaged stands before a property that Objective-C cannot have.",
      causes: """
        An optional number (Int?, Bool?, Double?), a struct, an enum, a Swift array of structs; \
        a computed property.
        """,
      confirm: "The compiler's line is the property.",
      fixes: """
        Declare it as NSNumber?, or as a number that is not optional with a default; wrap enums \
        in a computed property over their raw value; Transformable attributes as NSArray, \
        NSDictionary or a class.
        """),
    message(
      "build-fetch-request-ambiguous", framework: .coreData,
      patterns: """
        Ambiguous use of 'fetchRequest
        requires that '[type:line]' {conform to|inherit from} \
        {'NSFetchRequestResult'|'NSManagedObject'}
        does not conform to {protocol |}'NSFetchRequestResult'
        Generic parameter 'ResultType' could not be inferred
        """,
      meaning: """
        The compiler cannot tell which objects a fetch request has, or they are no managed \
        objects.
        """,
      causes: """
        'let request = Note.fetchRequest()' without a type: there is one of the class and one \
        of NSManagedObject.
        The entity's class is not generated or not imported, so that another type of the name \
        is taken.
        """,
      confirm:
        "Is there a file '…+CoreDataClass' for the entity, or is Codegen 'Class Definition'?",
      fixes: """
        Write the type: let request: NSFetchRequest<Note> = Note.fetchRequest(), or \
        NSFetchRequest<Note>(entityName: "Note").
        """),
    message(
      "build-plan-conformance", framework: .swiftData,
      patterns: """
        Type '[type:path]' does not conform to protocol \
        '{VersionedSchema|SchemaMigrationPlan|ModelActor|DataStore|DataStoreConfiguration}'
        """,
      meaning: "A version, a plan, an actor or a store lacks what its protocol demands.",
      causes: """
        VersionedSchema: versionIdentifier of type Schema.Version and models of type [any \
        PersistentModel.Type].
        SchemaMigrationPlan: schemas of type [any VersionedSchema.Type] and stages of type \
        [MigrationStage].
        ModelActor: the macro @ModelActor is missing.
        """,
      confirm: "The compiler's notes below the error name the member.",
      fixes: "Add the member with exactly that type; put @ModelActor before the actor."),
    message(
      "build-query-arguments", framework: .swiftData,
      patterns: """
        No exact matches in call to {macro|initializer} 'Query'
        @Query…within property initializer
        within property initializer…@Query
        within property initializer…#Predicate
        #Predicate…within property initializer
        """,
      meaning: """
        A @Query cannot be made of these arguments, or uses a property of the view, which does \
        not exist yet when the query is declared.
        """,
      causes: """
        A filter or sort that depends on another property of the view.
        Arguments in another order than filter, sort, order, animation; a sort key that is no \
        property of the model.
        """,
      confirm: "Does the filter name a property of the view?",
      fixes: """
        Make the query in the view's init: _notes = Query(filter: #Predicate { … }, sort: \
        \\Note.date), with the value as an argument of init.
        """),
    message(
      "build-no-module", framework: .swiftData,
      patterns: """
        No such module '{SwiftData|CoreData|_SwiftData_SwiftUI}'
        Unable to find module dependency: '{SwiftData|CoreData|_SwiftData_SwiftUI}'
        Underlying Objective-C module '{SwiftData|CoreData}'
        """,
      meaning: "The SDK that the code is compiled against has no such framework.",
      causes: """
        SwiftData needs the SDKs of Xcode 15; an older Xcode is selected (xcode-select, CI image).
        The build is for Linux or another platform without it.
        """,
      confirm: "'xcodebuild -version' and 'xcrun --show-sdk-path' of that very build.",
      fixes: """
        Select a newer Xcode; put the code behind '#if canImport(SwiftData)' where other \
        platforms compile it too.
        """),
    message(
      "build-model-codable", framework: .swiftData,
      patterns: """
        @Model…does not conform to protocol '{Decodable|Encodable|Codable}'
        does not conform to protocol '{Decodable|Encodable|Codable}'…@Model
        """,
      meaning: """
        A class with @Model is to be Codable, and the compiler cannot write the conformance: \
        the macro has turned its properties into computed ones.
        """,
      causes: "'Codable' behind the name of a @Model class.",
      confirm: "The compiler's line is the class.",
      fixes: """
        Write CodingKeys, init(from:) and encode(to:) yourself, or decode a plain struct and \
        make the model of it.
        """),
    message(
      "build-two-observations", framework: .swiftData,
      patterns: """
        Invalid redeclaration of '_$observationRegistrar'
        Invalid redeclaration of {synthesized property |}'_$backingData'
        Invalid redeclaration of {synthesized property |}'_[property:word]'…macro 'Model'
        """,
      meaning: "Two macros write the same member into the class.",
      causes: """
        @Observable and @Model on one class; @Model brings observation by itself.
        A property '_name' beside 'name', or a class with @Model that inherits from another \
        with @Model before iOS 26.
        """,
      confirm: "Which macros stand before the class?",
      fixes: "Keep @Model alone; rename the property with the underscore."),
    message(
      "build-relationship-set", framework: .coreData,
      patterns: """
        that '{NSSet|NSOrderedSet}{?|}' conform to 'RandomAccessCollection'
        value of type '{FetchedResults|SectionedFetchResults}<[types:line]>' to expected \
        argument type
        value of type '{NSSet|NSOrderedSet}{?|}' to {expected argument|specified} type \
        '[type:line]'
        """,
      meaning: """
        A to-many relationship (an NSSet) or a fetch's result is used where Swift wants an \
        array or a typed collection.
        """,
      causes: """
        ForEach or a function over note.tags, which the generated class declares as NSSet; \
        FetchedResults given where [Note] is wanted.
        """,
      confirm: "The compiler's line names both types.",
      fixes: """
        Make an array: (note.tags as? Set<Tag> ?? []).sorted { … }, Array(results); give the \
        class a computed property for it.
        """),
    message(
      "build-class-ambiguous", framework: .coreData,
      patterns: """
        filename '[name:line]+CoreData{Class|Properties}.swift' used twice
        '[class:word]' is ambiguous for type lookup in this \
        context…CoreData{Class|Properties|Generated}
        CoreData{Class|Properties|Generated}…is ambiguous for type lookup in this context
        """,
      meaning: """
        The class of an entity is there twice: made by the build and written by hand, or of two \
        targets.
        """,
      causes: """
        Codegen 'Class Definition' and own files of the class.
        The same file in the target twice.
        """,
      confirm: "Select the entity: what does Codegen say?",
      fixes: """
        Set Codegen to 'Manual/None' for classes of your own, or delete your files; clean the \
        build folder.
        """),
    message(
      "build-class-not-generated", framework: .coreData, confidence: .medium,
      patterns: """
        CoreData{Class|Properties|Generated}…Cannot find type '[class:word]' in scope
        Cannot find {type |}'[class:word]' in scope…{NSManaged|CoreData|xcdatamodel|FetchRequest}…
        NSFetchRequest…Cannot find {type |}'[class:word]' in scope
        Use of undeclared type \
        '[class:word]'…{NSManaged|CoreData|xcdatamodel|FetchRequest|fetchedResult}…
        {NSManaged|CoreData|xcdatamodel|FetchRequest|fetchedResult}…Use of undeclared type \
        '[class:word]'
        """,
      meaning: """
        The class of an entity is not known to the compiler: it is generated by the build, and \
        was not, or not for this target.
        """,
      causes: """
        The .xcdatamodeld is not in Compile Sources of this target (packages need it as a \
        resource that is processed).
        Codegen is 'Manual/None', or the class is named otherwise; the index is behind.
        """,
      confirm: "Build phases, Compile Sources; the entity's Class and Codegen in the inspector.",
      fixes: """
        Add the model to the target, save it, and build once; clean the build folder when it \
        was renamed.
        """),
  ]
}
