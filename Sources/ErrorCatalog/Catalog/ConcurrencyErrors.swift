extension ExplanationCatalog {
  private static let message = ExplanationFamily(
    framework: .swiftData, severity: .error, specificity: 85)

  /// What Swift's concurrency checks say about models, contexts, plans and descriptors.
  static let concurrencyErrors: [Explanation] = [
    message(
      "build-model-not-sendable", framework: .swiftData,
      patterns: """
        PersistentModels are not Sendable
        conformance of '[class:path]' to 'Sendable' {is unavailable|has been explicitly marked \
        unavailable}…PersistentModel
        """,
      meaning: """
        An object of a @Model class is handed to another task or actor. @Model marks its class \
        as not Sendable: each object belongs to the context that it came from.
        """,
      causes: """
        A model captured by Task.detached, a task group or a @Sendable closure, or given to an \
        actor.
        A model returned from a @ModelActor to the main actor.
        """,
      confirm: "The compiler's line is where the object crosses.",
      fixes: """
        Hand over model.persistentModelID, or a plain struct of its values, and get the object \
        anew in the other context with model(for:).
        """),
    message(
      "build-version-static", framework: .swiftData,
      patterns: """
        {Static property|Property} '{versionIdentifier|models|schemas|stages}' is not \
        concurrency-safe
        '[property:word]' is not concurrency-safe because non-'Sendable' type 'MigrationStage'
        type 'MigrationStage' may have shared mutable state
        is not concurrency-safe because non-'Sendable' type '[type:line]PersistentModel.Type]'
        """,
      meaning: """
        A static variable of a VersionedSchema or SchemaMigrationPlan can be changed from \
        anywhere, which Swift 6 refuses.
        """,
      causes: """
        'static var versionIdentifier = Schema.Version(1, 0, 0)', or 'static let' of a \
        MigrationStage, which is not Sendable on some systems.
        """,
      confirm: "The compiler's line is the property.",
      fixes: """
        'static let versionIdentifier = …' for the version; for models, schemas, stages and \
        each stage a computed 'static var x: T { … }'.
        """),
    message(
      "build-sending-context", framework: .coreData,
      patterns: """
        Sending \
        '{self.|}{modelContext|viewContext|mainContext|managedObjectContext|backgroundContext}' \
        risks causing data races
        """,
      meaning: """
        A context is handed from one actor or task to another, which Swift 6 refuses: it \
        belongs to one of them.
        """,
      causes: """
        A view's context used inside of Task.detached, an actor's method or an async function \
        that is not on the main actor.
        """,
      confirm: "The compiler's line is where it crosses.",
      fixes: """
        Hand over the container and make a context there; a @ModelActor, or \
        container.performBackgroundTask with Core Data.
        """),
    message(
      "build-descriptor-sendable", framework: .swiftData, confidence: .medium,
      patterns: """
        Type '{KeyPath|ReferenceWritableKeyPath|WritableKeyPath}<[types:line]>' does not \
        conform to the 'Sendable' protocol
        cannot form key path that captures non-sendable type
        non-sendable type \
        '{FetchDescriptor|Predicate|SortDescriptor|NSPredicate|NSSortDescriptor|PersistentIdenti\
        fier}<[types:line]>'
        """,
      meaning: """
        A key path, sort or fetch descriptor crosses to another actor, and the compiler does \
        not know that it is safe.
        """,
      causes: """
        A SortDescriptor or FetchDescriptor made outside and used inside of an actor.
        A stored static descriptor.
        """,
      confirm: "The compiler's line is where it crosses.",
      fixes: """
        Make the descriptor inside of the actor, and hand over only the values it needs; or '& \
        Sendable' on the key path's type.
        """),
    message(
      "build-actor-isolated-model", framework: .swiftData, confidence: .medium,
      patterns: """
        main actor-isolated {property|instance method|initializer|class property} \
        '[member:line]' {can not|cannot} be {referenced|called|mutated|accessed} \
        {from|on|outside}…{ModelActor|ModelContext|PersistentModel|NSManagedObject}
        {ModelActor|ModelContext|NSManagedObject}…main actor-isolated {property|instance \
        method|initializer|class property} '[member:line]' {can not|cannot} be
        """,
      meaning: """
        Code on another actor uses something that belongs to the main actor: with 'Default \
        Actor Isolation: MainActor' that is every model of the module.
        """,
      causes:
        "A @ModelActor or background context reads a class that is isolated to the main actor.",
      confirm: "SWIFT_DEFAULT_ACTOR_ISOLATION in the build settings; @MainActor on the class.",
      fixes: """
        Mark the model classes and helpers nonisolated, or keep models in a module without the \
        setting.
        """),
  ]
}
