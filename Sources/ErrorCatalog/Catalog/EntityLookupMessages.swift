extension ExplanationCatalog {
  /// Models and entities that could not be found.
  static let entityLookupMessages: [Explanation] = [
    Explanation(
      id: "coredata-entity-not-found", framework: .coreData,
      patterns: """
        NSFetchRequest{'|} could not locate an NSEntityDescription for entity name {'|}[entity:word]
        """,
      meaning: "A fetch names an entity that the loaded model does not have.",
      causes: """
        Model class missing from .modelContainer(for:) / Schema.
        Wrong model file or wrong target membership.
        Model not loaded yet.
        """,
      confirm: "Entity name in the message versus schema list / Z_PRIMARYKEY.",
      fixes: "Add the model to the container schema.",
      severity: .critical, specificity: 90, confidence: .high),
    Explanation(
      id: "coredata-invalid-entity-description", framework: .coreData,
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
        Check that <name>.momd is in the bundle and lists the entity.
        Class and Module fields of the entity.
        """,
      fixes: """
        Fix the model name/membership; load the container first; use init(context:) of the right \
        class.
        """,
      severity: .critical, specificity: 90, confidence: .high),
    Explanation(
      id: "coredata-multiple-entity-descriptions", framework: .coreData,
      patterns: """
        Multiple NSEntityDescriptions claim the NSManagedObject subclass '[class:path]
        Multiple NSEntityDescriptions claim the NSManagedObject subclass
        """,
      meaning: """
        Two loaded models describe the same class, so +entity is ambiguous; objects may be created \
        with the wrong description.
        """,
      causes: """
        NSManagedObjectModel loaded more than once (each test, each container).
        Old and new model both loaded during migration or recovery.
        """,
      confirm: """
        Count model loads; search for NSManagedObjectModel( and NSPersistentContainer(name:).
        """,
      fixes: """
        Load the model once and share it (static let); use entity names from the context model.
        """,
      severity: .warning, specificity: 90, confidence: .high),
    Explanation(
      id: "coredata-no-entity-description-claims", framework: .coreData,
      patterns: """
        No NSEntityDescriptions in any model claim the NSManagedObject subclass '[class:path]
        No NSEntityDescriptions in any model claim the NSManagedObject subclass
        Failed to load model named [class:word]
        """,
      meaning: "No loaded model contains the class; usually the model file was not found.",
      causes: "Wrong model name; resource not in the test bundle/package.",
      confirm: "Look for <name>.momd in the bundle.",
      fixes: "Load the model from the right bundle (Bundle.module in packages).",
      severity: .error, specificity: 90, confidence: .high),
    Explanation(
      id: "coredata-unique-match-failed", framework: .coreData,
      patterns: """
        Failed to find a unique match for an NSEntityDescription to a managed object subclass
        """,
      meaning: "Follow-up of the ambiguous or missing entity description.",
      causes: "The model is loaded more than once, or none that was loaded has the class.",
      confirm: "The line before it says whether several descriptions claim the class, or none.",
      fixes: "Load the model once and share it; make objects with the entity of their own context.",
      severity: .error, specificity: 90, confidence: .high),
    Explanation(
      id: "coredata-unresolved-undefined-model", framework: .coreData,
      patterns: "Unable to find any managed object models",
      meaning: "No compiled model was found in the bundles.",
      causes: "Model file missing in the target; wrong bundle.",
      confirm: "Look for .momd/.mom in the app bundle.",
      fixes: "Add the model to the target.",
      severity: .critical, specificity: 90, confidence: .medium),
    Explanation(
      id: "coredata-omo-not-loaded", framework: .coreData,
      patterns: "Failed to load optimized model at path",
      meaning: "The optimised copy (.omo) of a model was not found; the normal .mom is used.",
      causes: "Framework ships no .omo.",
      confirm: "File missing in the .momd.",
      fixes: "Ignore.",
      severity: .info, specificity: 90, confidence: .high),
  ]
}
