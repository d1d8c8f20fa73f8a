extension ExplanationCatalog {
  private static let message = ExplanationFamily(
    framework: .coreData, severity: .critical, specificity: 90)

  /// Fetch requests, their predicates and sort orders, and fetched results controllers.
  static let fetchMessages: [Explanation] = [
    message(
      "coredata-fetch-without-entity", specificity: 85,
      patterns: "A fetch request must have an entity",
      meaning: "A fetch request was executed that has no entity.",
      causes: """
        The class's +entity was nil or ambiguous, because no model or several models have it.
        NSFetchRequest() without an entity name.
        """,
      confirm: "Print request.entityName; look for 'Multiple NSEntityDescriptions claim' above.",
      fixes: "Give the request an entity name; load the model once, before the request is made."),
    message(
      "coredata-results-before-fetch",
      patterns: "cannot access fetched objects before -performFetch",
      meaning: "A fetched-results controller was asked for its objects before it had fetched any.",
      causes: """
        performFetch() was never called, or only after the list had asked for its rows.
        performFetch() failed, and 'try?' hid it.
        """,
      confirm: "Set a breakpoint on performFetch(), and see whether the list asks before it.",
      fixes: """
        Call performFetch() in 'do' and 'catch' right after the controller is made, before the list \
        gets its data source.
        """),
    message(
      "coredata-foreign-object-id",
      patterns:
        "Cannot retrieve referenceObject from an objectID that was not created by this store",
      meaning: "An object id of another store, or a temporary one, was given to this store.",
      causes: """
        The object was not saved yet, so its id is temporary.
        Objects of two stores or containers are compared in one predicate or relationship.
        """,
      confirm: "Print objectID.isTemporaryID and objectID.persistentStore.",
      fixes: "Save, or obtain permanent ids, before the id is used; keep each store's ids apart."),
    message(
      "coredata-batch-request-store",
      patterns: "Unknown command type <{NSBatchDelete|NSBatchUpdate|NSBatchInsert}Request",
      meaning: "The store does not know batch requests: only SQLite stores do.",
      causes: "An in-memory store in tests or previews; an incremental store of a library.",
      confirm: "Print the type of the store: context.persistentStoreCoordinator.persistentStores.",
      fixes: """
        For tests use an SQLite store in a temporary folder (or at /dev/null); else fetch and \
        delete the objects one by one.
        """),
    message(
      "coredata-controller-without-sort",
      patterns: "requires a fetch request with sort descriptors",
      meaning: "A fetched results controller was made with a fetch request that has no order.",
      causes: "The request's sortDescriptors are nil or empty.",
      confirm: "Print request.sortDescriptors before the controller is made.",
      fixes: "Give the request at least one sort descriptor."),
    message(
      "coredata-section-order", severity: .error,
      patterns: "has an out of order section name '[section:line]. Objects must be sorted",
      meaning: """
        The fetched objects are not grouped by their section: one section's name comes up again \
        after another's. The controller then shows nothing, or wrong sections.
        """,
      causes: """
        The first sort descriptor is not the section key path.
        The section name is computed, or compared in another way than the sort compares.
        """,
      confirm: "Compare sectionNameKeyPath with the first sort descriptor.",
      fixes: "Sort by the section first, with the same comparison as the section name's."),
    message(
      "coredata-controller-cache",
      patterns:
        "persistent cache of section information does not match the current configuration",
      meaning: "A fetched results controller found a section cache of another fetch request.",
      causes: """
        The predicate or order of the request was changed while the cache is in use.
        Two controllers use one cache name.
        """,
      confirm: "Search for the cacheName and for changes of controller.fetchRequest.",
      fixes: "deleteCache(withName:) before the change, or cacheName: nil."),
    message(
      "coredata-controller-delegate", severity: .error,
      patterns: """
        An exception was caught from the delegate of NSFetchedResultsController
        {NSFetchedResultsController|controllerDidChangeContent}…Invalid update: invalid number of
        Invalid update: invalid number of…{NSFetchedResultsController|controllerDidChangeContent}
        """,
      meaning: """
        The delegate's update of the table or collection raised: the rows it inserted and deleted \
        do not fit what the controller has now. From then on the list is out of step.
        """,
      causes: """
        Changes applied to the view one by one and in another order, or twice.
        The context was changed on another thread, or the list reloaded during the update.
        """,
      confirm: "The text behind 'controllerDidChangeContent:' is the exception of the view.",
      fixes: """
        Use a diffable data source with the controller's snapshot, or apply all changes in one \
        batch; touch the context only on its own queue.
        """),
    message(
      "coredata-batch-not-fetched", severity: .error, confidence: .medium,
      patterns: """
        failed to fetch next batch
        _faultBatchAtIndex
        """,
      meaning: """
        The list of a fetch with a batch size wanted its next objects, and the store did not have \
        them any more, or could not be read.
        """,
      causes: """
        Objects were deleted, or the store was replaced or reset, while the list was kept.
        The device was locked, and the file is protected.
        The context is used on another queue than its own.
        """,
      confirm: "What removes rows or stores at that time: a reset, a log-out, a batch deletion?",
      fixes: """
        Fetch anew after a batch deletion or a reset; let lists go before the store is removed.
        """),
    message(
      "coredata-to-many-key",
      patterns: "to-many key not allowed here",
      meaning: """
        The predicate or sort goes through a to-many relationship where one value is needed; \
        Core Data cannot make SQL of it.
        """,
      causes: """
        An optional to-many relationship unwrapped or compared with nil in #Predicate.
        'items.name == x' without ANY, or a sort by a to-many key path.
        """,
      confirm: "Look for the relationship in the predicate and the sort descriptors.",
      fixes: """
        Ask for the count or with ANY or SUBQUERY; in #Predicate use contains(where:) on a to-many \
        that is not optional, or ask from the other side of the relationship.
        """),
    message(
      "coredata-predicate-sql",
      patterns: """
        unimplemented SQL generation for predicate
        unsupported predicate: BLOCKPREDICATE
        Unsupported function expression [expression:line]
        """,
      meaning: "The predicate is one that Core Data cannot turn into SQL.",
      causes: """
        '??' or a condition in #Predicate becomes TERNARY, which the SQL cannot have on the left \
        of IN and of comparisons.
        Transformable attributes, or functions and blocks that only work in memory.
        A function over a key path of two to-many steps: count:(tracks.events).
        """,
      confirm: "The predicate follows in the message; '(bad LHS)' names its left side.",
      fixes: """
        Compare the optional value itself, or let an attribute have a default instead of nil; \
        filter the rest in memory.
        """),
    message(
      "coredata-any-all-operand",
      patterns: "The left hand side for an ALL or ANY operator must be either an NSArray or an",
      meaning: "ANY or ALL was evaluated in memory on something that is not a collection.",
      causes: """
        The key path leads through to-one relationships only.
        An in-memory store or a fetched results controller evaluates what SQLite let pass.
        """,
      confirm: "Check each part of the key path: is one of them a to-many relationship?",
      fixes: "Drop ANY or ALL for a to-one path; use SUBQUERY where both must work."),
    message(
      "coredata-sort-by-to-many",
      patterns: """
        {_NSFaultingMutableSet|_NSFaultingMutableOrderedSet} compare:]: unrecognized selector
        """,
      meaning: "Objects are sorted or sectioned by a to-many relationship, which has no order.",
      causes: "A sort descriptor or sectionNameKeyPath that ends in a to-many relationship.",
      confirm: "Check the last part of each sort key.",
      fixes: "Sort by an attribute, or by an attribute that keeps the count."),
    message(
      "coredata-sort-by-object", severity: .error, specificity: 30, confidence: .low,
      patterns: "[class:own] compare:]: unrecognized selector",
      meaning: """
        Two objects of this class were compared, as a sort by them does. If it is a model class, \
        the sort key is a relationship where an attribute is needed.
        """,
      causes: "NSSortDescriptor(key: \"rating\") where 'rating' is a to-one relationship.",
      confirm: "Is the class an entity of the model? Which sort keys lead to it?",
      fixes: "Sort by an attribute of the related object: 'rating.value'."),
    message(
      "coredata-object-as-collection", severity: .error, specificity: 30, confidence: .low,
      patterns: "[class:own] count]: unrecognized selector",
      meaning: """
        An object of this class was used as a collection. If it is a model class, a to-one \
        relationship is taken for a to-many one.
        """,
      causes: """
        The relationship is to-one in the model and a set in the class or in a mapping.
        The model changed from to-many to to-one, the code did not.
        """,
      confirm: "Compare the relationship in the model with the property's type.",
      fixes: "Let the class and the mapping have what the model has."),
    message(
      "coredata-generation-token", severity: .error, specificity: 95,
      patterns:
        "Invalid generation token: this persistent store coordinator does not have any of the",
      meaning: """
        The context is pinned to a query generation of a store that its coordinator no longer \
        has: the store was removed or replaced meanwhile.
        """,
      causes: """
        Store removed, destroyed or replaced while a context or a fetch was alive.
        A token of another coordinator.
        """,
      confirm: "Search for remove, destroy and replacePersistentStore before this line.",
      fixes: """
        Let go of contexts and objects before the store is swapped; pin again with .current after.
        """),
  ]
}
