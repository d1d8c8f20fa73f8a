extension ExplanationCatalog {
  private static let message = ExplanationFamily(
    framework: .coreData, severity: .critical, specificity: 90)

  /// Objects of one kind taken for another, and objects in a state that Core Data does not accept.
  static let objectUseMessages: [Explanation] = [
    message(
      "coredata-id-as-object", confidence: .medium,
      patterns: """
        _NSCoreDataTaggedObjectID [selector:line]]: unrecognized selector
        NSManagedObjectID [selector:line]]: unrecognized selector
        _NSObjectID[kind:word] [selector:line]]: unrecognized selector
        _NSObjectID[kind:word] [address:word]> valueForUndefinedKey:]
        _NSCoreDataTaggedObjectID [address:word]> valueForUndefinedKey:]
        """,
      meaning: "An object id was used as if it were the object.",
      causes: """
        A fetch with resultType .managedObjectIDResultType, cast to the objects' class.
        A fetched property with $FETCH_SOURCE in a child context.
        A set of ids from a save notification used as objects.
        A released object whose memory an id has now (a context used off its queue).
        """,
      confirm: "Which property or method does the message name, and where is it asked for?",
      fixes: "Get the object with context.object(with:) or existingObject(with:) first."),
    message(
      "coredata-plain-managed-object", confidence: .medium,
      patterns: """
        NSManagedObject [selector:line]]: unrecognized selector
        Could not cast value of type 'NSManagedObject'
        Could not cast value of type '[class:dynamic]'
        """,
      meaning: """
        The object is not of your class, but a plain NSManagedObject or of a class of the same name.
        """,
      causes: """
        The entity's class is empty or misspelt in the model, or its module is missing.
        The model is loaded by two bundles (app and tests), so there are two classes of the name.
        """,
      confirm: "Print type(of: object) and entity.managedObjectClassName.",
      fixes: """
        Set Class and Module (Current Product Module) in the model editor; keep the class in one \
        target.
        """),
    message(
      "coredata-class-not-managed",
      patterns: """
        '[class:path]' is not a subclass of NSManagedObject
        {entity|fetchRequest}]: unrecognized selector sent to class
        """,
      meaning: "The class that the model names for an entity is no managed object's class.",
      causes: """
        Another class of that name, of a library or the system, is found first (Image, Task, Session).
        Your class inherits from NSObject.
        """,
      confirm: "Which class does NSClassFromString(name) return, and from which library?",
      fixes: "Rename the class, or set the module so that its full name is unique."),
    message(
      "coredata-ordered-accessor",
      patterns: """
        NSSet intersectsSet:]: set argument is not an NSSet
        NSSet minusSet:]: set argument is not an NSSet
        """,
      meaning: """
        The generated add or remove accessor of an ordered to-many relationship was called. It \
        works with plain sets, so it raises: a known fault of older systems.
        """,
      causes: "add…Object: or addTo… on an ordered relationship.",
      confirm: "Is 'Ordered' ticked for the relationship?",
      fixes: """
        Change a copy of the ordered set (mutableOrderedSetValue(forKey:)) and assign it; or make \
        the relationship unordered and sort by an attribute.
        """),
    message(
      "coredata-set-taken-for-object", severity: .error,
      alsoMatches: ["coredata-sort-by-to-many"], confidence: .medium,
      patterns: """
        {_NSFaultingMutableSet|_NSFaultingMutableOrderedSet} [selector:line]]: unrecognized selector
        method only defined for abstract class…_NSFaultingMutable{Ordered|}Set
        """,
      meaning: "A to-many relationship was used as if it held one object, or an array.",
      causes: """
        The relationship is to-many, or ordered, in the model, and the code or a mapping expects \
        a single object or the other kind of set.
        A helper that makes a new set of the relationship's own class ('only defined for abstract \
        class'): take a copy of its objects first.
        """,
      confirm: "Compare the relationship in the model with the property's type.",
      fixes:
        "Walk through the set, or change the property to NSSet or NSOrderedSet as in the model."
    ),
    message(
      "coredata-temporary-id-lost", confidence: .medium,
      patterns: "cannot find data for a temporary oid",
      meaning: """
        An object that was not saved yet was asked for in another context, or after its own \
        context forgot it: no store has its data.
        """,
      causes: """
        Changes merged from a child context whose parent is not saved yet, so ids are temporary.
        Objects of the notification used in a context of the same coordinator.
        """,
      confirm: "The id in the message has a 't' and a UUID where a saved one has 'p' and a number.",
      fixes: """
        obtainPermanentIDs(for:) before the child is saved, save the parent before merging, and \
        merge only notifications of contexts with the same store.
        """),
    message(
      "coredata-never-clean",
      patterns: "context is still dirty after [attempts:word] attempts",
      meaning: "Each round of the save changes objects again, so it never ends; Core Data gave up.",
      causes: """
        willSave sets a property each time, such as a modification date.
        An observer of the will-save or did-change notification changes objects.
        """,
      confirm: "Look for willSave, didChange and validation methods that set properties.",
      fixes: """
        Set it only if it differs or is not among changedValues(); or use setPrimitiveValue.
        """),
    message(
      "coredata-nil-object",
      patterns: """
        {deleteObject:|insertObject:|refreshObject:mergeChanges:|assignObject:toPersistentStore:} \
        requires a non-nil argument
        """,
      meaning: "A context was asked to delete, insert or look up nil.",
      causes: "The object was not found or is gone already; an implicitly unwrapped one is nil.",
      confirm: "The frame above the context's method is the caller.",
      fixes: "Check for nil before the call."),
    message(
      "coredata-row-without-value", framework: .coreData, severity: .critical,
      patterns: """
        Row (pk = [row:word]) for entity '[entity:word]' is missing mandatory [kind:word] data for \
        property '[property:word]'
        is missing mandatory [kind:word] data for property '[property:word]'
        """,
      meaning: """
        A row of the store has NULL in a column whose attribute is not optional. The object cannot \
        be read, and a fetch leaves it out.
        """,
      causes: """
        SwiftData: a Codable struct with an optional member that is nil, stored as columns.
        A batch insert or update, or SQL, that wrote no value.
        The attribute became required without a default.
        """,
      confirm: "'storedoctor check STORE --model PATH' lists such rows.",
      fixes: """
        Fill the rows ('storedoctor repair' takes values for them), or make the attribute \
        optional; store a struct with optional members as Data.
        """),
    message(
      "coredata-store-lacks-entity",
      patterns: "assign an object to a store that does not contain the object's entity",
      meaning: "An object was inserted whose entity belongs to no store of this coordinator.",
      causes: """
        SwiftData: two ModelConfigurations without names, or with the same; each needs its own.
        A configuration or a schema that leaves out the model.
        Tests: containers with other configurations for the same models in one process.
        assign(_:to:) with the wrong store.
        """,
      confirm: "Which configuration lists the entity, and which store has that configuration?",
      fixes: "Name the configurations, give each its models, and use the same layout everywhere."),
    message(
      "coredata-migrated-while-writing", severity: .error,
      alsoMatches: ["cocoa-134030"], confidence: .low,
      patterns: "object added to store during fetch",
      meaning: """
        migratePersistentStore copies a store to another place. An object was added while it was \
        reading, so the copy was given up.
        """,
      causes: "Another context saves into the store while it is copied or exported.",
      confirm: "Who writes at that moment? A logger that writes all the time is typical.",
      fixes: "Stop writing during the copy, or copy within the coordinator's perform; try again."),
    message(
      "coredata-error-without-cause", severity: .error, confidence: .low,
      patterns: "Illegal attempt to return an error without one in [place:line]",
      meaning: """
        A method of Core Data failed and had no error to hand back. It says nothing about the \
        cause; the file name in the message tells which part it was.
        """,
      causes: "With files such as NSCK… or PFCloudKit…: the mirroring with CloudKit.",
      confirm: "The messages just before it, with CoreData in them, name the failure.",
      fixes: "Look for the first error before this line and explain that one."),
  ]
}
