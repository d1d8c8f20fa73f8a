extension ExplanationCatalog {
  private static let trap = ExplanationFamily(
    framework: .swiftData, severity: .critical, systems: "iOS 17.0+", specificity: 90,
    parent: "swiftdata-unknown-trap")

  /// SwiftData traps about relationships and key paths.
  static let swiftDataRelationshipTraps: [Explanation] = [
    trap(
      "swiftdata-expected-only-arrays",
      patterns: "Expected only Arrays for Relationships",
      meaning: """
        Trap while SwiftData maintains an inverse: it treated a relationship as a to-many array \
        but found something else (often seen when deleting a child whose parent side is a single \
        optional).
        """,
      causes: """
        Deleting an object whose inverse on the parent is a to-one or is wrongly inferred.
        Wrong or missing inverse, especially in many-to-many.
        Old-version model classes mixed with new-version classes in relationships.
        """,
      confirm: """
        For each relationship check that inverse is declared on exactly one side and that kinds \
        (array/optional) match.
        Look for a model class of another VersionedSchema used as destination.
        """,
      fixes: """
        Declare inverse explicitly; set the child reference to nil before delete; use only \
        current-schema types.
        """),
    trap(
      "swiftdata-inverse-not-found", confidence: .medium,
      patterns: "couldn't find inverse relationship '[path:member]' in model",
      meaning: """
        The container stopped the app while it was made: a relationship names an inverse that the \
        other class does not have as a stored relationship in this schema.
        """,
      causes: """
        The property was renamed or removed, is computed or @Transient, or is of another type now.
        The class in the schema is that of another VersionedSchema, without that property.
        """,
      confirm: """
        'storedoctor show MODELS ENTITY' lists the relationships and inverses the schema has.
        """,
      fixes: """
        Name a stored relationship of the destination in @Relationship(inverse:), and list the class \
        that has it in the schema.
        """),
    trap(
      "swiftdata-inverse-taken", confidence: .low,
      patterns: "Fatal error: Inverse already exists",
      meaning: "Two relationships claim the same property as their inverse.",
      causes: """
        @Relationship(inverse:) of two properties, or on both sides, names one property.
        """,
      confirm: "'storedoctor lint' names properties that two relationships claim.",
      fixes: "Give each relationship an inverse property of its own, declared on one side."),
    trap(
      "swiftdata-unknown-relationship-key", confidence: .low,
      patterns: "Fatal error: Unknown Relationship Key",
      meaning: """
        SwiftData was asked for a relationship that the schema in use does not have for the class.
        """,
      causes: """
        A class of one schema version is used with a container of another.
        A relationship to a class that is in no list of the container.
        """,
      confirm: "Compare the key in the message with the classes of the container's schema.",
      fixes: "Use the classes of the current version throughout, and list every class of it."),
    trap(
      "swiftdata-keypath-relates-to",
      patterns: "KeyPath relates to [type] but I was asked to cast it to [type]",
      meaning: """
        A relationship was given an object whose class has the same entity name but comes from \
        another schema version.
        """,
      causes: "Old VersionedSchema class assigned to a new-version relationship.",
      confirm: "Both names look the same: print String(reflecting: type(of:)).",
      fixes: "Use one schema version throughout; typealias to the current version."),
    trap(
      "swiftdata-relate-across-containers",
      patterns: "attempting to relate model",
      meaning: "Two models from different containers/contexts were put into one relationship.",
      causes: "Second container for previews, tests, widgets or scratch work.",
      confirm: "Message shows both identifiers: the store UUIDs differ.",
      fixes: "Re-fetch the destination in the same context first."),
    trap(
      "swiftdata-insert-different-context", severity: .error,
      patterns: "Illegal attempt to insert a model {in to|into} a different model context",
      meaning: """
        A model already bound to one ModelContext was inserted (directly or through a \
        relationship) into another.
        """,
      causes: """
        Object from @Query related to an object created in a separate ModelContext(container).
        Container not registered on the scene, so the view context differs.
        """,
      confirm: "Print model.modelContext for both objects.",
      fixes: "Use one context, or re-fetch by persistentModelID in the target context."),
    trap(
      "swiftdata-nil-for-non-optional-keypath",
      patterns: "Passed nil for a non-optional keypath [key path]",
      meaning:
        "The store (or a delete) delivered NULL for a property that Swift declares non-optional.",
      causes: """
        Column is NULL after an incomplete migration or external write.
        Object deleted while a view reads it.
        Required to-one relationship nullified by a delete rule.
        """,
      confirm: """
        'storedoctor rows STORE ENTITY --where "PROPERTY IS NULL"' shows the rows without a value.
        Check delete rules that nullify a non-optional inverse.
        """,
      fixes: "Make the property optional or backfill the column; change the delete rule."),
    trap(
      "swiftdata-cannot-remove-no-default",
      patterns: """
        Cannot remove [object type] from relationship [relationship] on [owner type] because an \
        appropriate default value is not configured
        """,
      meaning: """
        A delete wants to nullify a relationship that is not optional, so there is no value to \
        write.
        """,
      causes: "Non-optional to-one relationship with deleteRule nullify on the other side.",
      confirm: "Schema: relationship declared without \"?\" and inverse delete rule nullify.",
      fixes: "Make the relationship optional, or use cascade on the owner side."),
    trap(
      "swiftdata-temporary-objects-map",
      patterns:
        "Illegal attempt to map a relationship containing temporary objects to its identifiers",
      meaning:
        "A relationship contains objects that were never inserted when identifiers were needed.",
      causes: """
        Related object created but not inserted before save/fetch.
        Relationship set in init before insertion.
        """,
      confirm: "Look for models with modelContext == nil in the graph.",
      fixes: "Insert (and if needed save) related objects first, then assign."),
    trap(
      "swiftdata-unsupported-relationship-keypath", severity: .error, confidence: .low,
      patterns: "unsupported relationship key path",
      meaning: "A relationship key path in a predicate, sort or inverse is not understood.",
      causes: "Inverse or sort through an optional chain or computed property.",
      confirm: "Check the key path is a stored relationship of that model.",
      fixes: "Use the stored relationship; declare the inverse explicitly."),
    trap(
      "swiftdata-failed-to-fulfill-faulting", severity: .warning, confidence: .low,
      patterns: "Failed to fulfill faulting for",
      meaning: """
        Listed in several AI-agent guides as a SwiftData migration error. No original log with \
        this text was found, so treat a match as a hint only.
        """,
      causes: "Unknown; said to be broken relationships after migration.",
      confirm: "Look for the real trap or Core Data error next to it.",
      fixes: "Check relationships and inverses."),
  ]
}
