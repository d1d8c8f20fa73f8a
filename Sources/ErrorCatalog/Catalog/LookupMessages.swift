extension ExplanationCatalog {
  private static let message = ExplanationFamily(
    framework: .coreData, severity: .warning, specificity: 90)

  /// Models and entities that could not be found.
  static let entityLookupMessages: [Explanation] = [
    message(
      "coredata-entity-not-found", severity: .critical,
      patterns: """
        NSFetchRequest{'|} could not locate an NSEntityDescription for entity name {'|}[entity:word]
        entityForName: could not locate an entity named '[entity:path]' in this model
        Unable to find an Entity with the name '[entity:path]' in the managed object model
        """,
      meaning: "A fetch names an entity that the loaded model does not have.",
      causes: """
        Model class missing from .modelContainer(for:) / Schema.
        Wrong model file or wrong target membership.
        Model not loaded yet.
        The name carries the module ('App.User'); an entity's name does not.
        """,
      confirm: "Entity name in the message versus schema list / Z_PRIMARYKEY.",
      fixes: "Add the model to the container schema."),
    message(
      "coredata-no-model-for-entity", severity: .critical,
      patterns: """
        entityForName: could not locate an NSManagedObjectModel for entity name '[entity:path]'
        entityForName: nil is not a legal NSPersistentStoreCoordinator for searching for entity \
        name '[entity:path]'
        entityForName: nil is not a legal NSManagedObjectContext parameter searching for entity \
        name '[entity:path]'
        """,
      meaning: """
        An entity was looked up before there was a model: the context is nil, or it has no \
        coordinator, or the coordinator no model.
        """,
      causes: """
        The code runs before the container or the coordinator is set up.
        The model file was not found, so that the stack was never built.
        """,
      confirm: "Print the context, its persistentStoreCoordinator and the coordinator's model.",
      fixes: "Load the model and build the stack first; stop with an error when one is nil."),
    message(
      "coredata-invalid-entity-description", severity: .critical,
      patterns: """
        An NSManagedObject of class '[class:line]' must have a valid NSEntityDescription
        An NSManagedObject must have a valid NSEntityDescription
        """,
      meaning: "An object was created for a class that no loaded model describes.",
      causes: """
        Model not found or empty (wrong name, stale .momd, not in bundle).
        Class/module name in the model does not match.
        Entity created before the container loaded.
        """,
      confirm: """
        Check that the model's .momd is in the bundle and lists the entity.
        Class and Module fields of the entity.
        """,
      fixes: """
        Fix the model name/membership; load the container first; use init(context:) of the right \
        class.
        """),
    message(
      "coredata-multiple-entity-descriptions",
      patterns: """
        Multiple NSEntityDescriptions claim the NSManagedObject subclass '[class:path]
        Multiple NSEntityDescriptions claim the NSManagedObject subclass
        from NSManagedObjectModel (…) claims '[class:path]'
        """,
      meaning: """
        Two loaded models describe the same class, so +entity is ambiguous; objects may be created \
        with the wrong description.
        """,
      causes: """
        NSManagedObjectModel loaded more than once (each test, each container).
        Old and new model both loaded during migration or recovery.
        """,
      confirm:
        "Count model loads; search for NSManagedObjectModel( and NSPersistentContainer(name:).",
      fixes:
        "Load the model once and share it (static let); use entity names from the context model."),
    message(
      "coredata-no-entity-description-claims", severity: .error,
      patterns: """
        No NSEntityDescriptions in any model claim the NSManagedObject subclass '[class:path]
        No NSEntityDescriptions in any model claim the NSManagedObject subclass
        Failed to load model named [model:word]
        """,
      meaning: "No loaded model contains the class; usually the model file was not found.",
      causes: "Wrong model name; resource not in the test bundle/package.",
      confirm: "Look for the model's .momd in the bundle.",
      fixes: "Load the model from the right bundle (Bundle.module in packages)."),
    message(
      "coredata-unique-match-failed", severity: .error, specificity: 60,
      patterns:
        "Failed to find a unique match for an NSEntityDescription to a managed object subclass",
      meaning: "Follow-up of the ambiguous or missing entity description.",
      causes: "The model is loaded more than once, or none that was loaded has the class.",
      confirm: "The line before it says whether several descriptions claim the class, or none.",
      fixes:
        "Load the model once and share it; make objects with the entity of their own context."),
    message(
      "coredata-unresolved-undefined-model", severity: .critical, confidence: .medium,
      patterns: "Unable to find any managed object models",
      meaning: "No compiled model was found in the bundles.",
      causes: "Model file missing in the target; wrong bundle.",
      confirm: "Look for .momd/.mom in the app bundle.",
      fixes: "Add the model to the target."),
    message(
      "coredata-omo-not-loaded", severity: .info,
      patterns: "Failed to load optimized model at path",
      meaning: "The optimised copy (.omo) of a model was not found; the normal .mom is used.",
      causes: "Framework ships no .omo.",
      confirm: "The .omo file is missing in the .momd; nothing else is.",
      fixes: "Nothing; it can be ignored."),
  ]

  /// Messages about value transformers and classes named by attributes.
  static let transformerMessages: [Explanation] = [
    message(
      "coredata-could-not-materialize-array", severity: .info, systems: "iOS 17.0+",
      patterns: """
        Could not materialize Objective-C class named '[class:word]' from declared attribute value \
        type '[declared type:line]' of attribute named [attribute]
        Could not materialize Objective-C class named '[class:word]' from declared attribute value \
        type '[declared type:line]'
        Could not materialize Objective-C class named
        """,
      meaning: """
        Core Data fault logged when SwiftData builds the model: the attribute value type is a \
        Swift collection that has no Objective-C class. Storage still works (the value is archived \
        into a blob); it is noise unless CloudKit or predicates are involved.
        """,
      causes: "[String], [Int], [Date], [Codable], Set or Dictionary as stored property.",
      confirm: "Attribute name in the message; the column is a BLOB.",
      fixes: "Ignore, or store as Data/String or a relationship when you need queries."),
    message(
      "coredata-transformer-unset-fault", systems: "iOS 13+",
      patterns: "using transformable properties with transformer names that are either unset",
      meaning: "Transformable attributes use no or the insecure default transformer.",
      causes: "Transformable without a value transformer name.",
      confirm: "List transformable attributes with empty valueTransformerName in the model.",
      fixes: """
        Use NSSecureUnarchiveFromData or a subclass registered under its name; that takes no new model \
        version, because version hashes leave the transformer's name out.
        """),
    message(
      "coredata-insecure-transformer-property",
      patterns: """
        Property '[property:word]' on Entity '[entity:word]' is using nil or an insecure \
        NSValueTransformer
        """,
      meaning: "Names one attribute that uses the insecure default transformer.",
      causes: "The attribute is transformable and names no transformer, or the insecure default.",
      confirm: "Attribute and entity in the message.",
      fixes: "Set NSSecureUnarchiveFromData."),
    message(
      "coredata-keyed-unarchive-deprecated",
      patterns: "{'|}NSKeyedUnarchiveFromData{'|} should not be used to for un-archiving",
      meaning: "Runtime warning for the insecure transformer.",
      causes: "Insecure transformer in use.",
      confirm:
        "List the model's transformable attributes; the one meant has no transformer or this one.",
      fixes: "Switch to the secure transformer."),
    message(
      "coredata-transformer-class-missing", severity: .error, specificity: 80,
      patterns: """
        Cannot find value transformer with name [transformer:word]
        no NSValueTransformer with class name '[transformer:word]' was found for attribute \
        '[attribute:word]' on entity '[entity:word]'
        """,
      meaning: "The transformer named in the model is not registered.",
      causes: "Transformer class not registered before the store loads; name mismatch.",
      confirm: "Transformer name in the model versus ValueTransformer.valueTransformerNames().",
      fixes: "Register it before creating the container."),
  ]
}
