extension ExplanationCatalog {
  private static let error = ExplanationFamily(
    framework: .coreData, domain: "NSCocoaErrorDomain", code: 134190,
    symbol: "NSInferredMappingModelError", severity: .critical, specificity: 95, confidence: .low)
  private static let message = ExplanationFamily(
    framework: .coreData, severity: .warning, specificity: 90, confidence: .low)

  /// Why a lightweight migration cannot be inferred.
  static let mappingInferenceErrors: [Explanation] = [
    error(
      "cocoa-134190", code: 134190, specificity: 50, confidence: .high,
      patterns: "{unable to|could not|can't|cannot|failed to} infer {a |the |}mapping model",
      meaning: """
        A mapping model could not be inferred; usually the underlying error of 134140. It has no \
        localized text ("(null)"), the cause is in userInfo.
        """,
      causes: """
        Incompatible attribute types, to-many to to-one, external blob to inline, duplicate \
        renaming ids.
        """,
      confirm: """
        userInfo entity, property, reason.
        Call NSMappingModel.inferredMappingModel(forSourceModel:destinationModel:) with the two \
        models to reproduce.
        """,
      fixes: """
        Change the property that the reason names so that it can be inferred (a renaming \
        identifier, a default value), or migrate it in a custom stage or with a mapping model.
        """),
    error(
      "infer-attribute-types-incompatible", parent: "cocoa-134190", confidence: .high,
      patterns: "Source and destination attribute types are incompatible",
      meaning: """
        The type of an attribute changed in a way lightweight migration cannot convert. Numeric \
        and Boolean types are interchangeable; all other type changes are refused.
        """,
      causes: """
        Int/Double/Bool changed to String, Date, Data, or an array/Codable, or the reverse.
        A Swift enum with String raw value changed from a plain String property (composite versus \
        attribute).
        Bool changed to [Bool].
        """,
      confirm: """
        'storedoctor diff STORE MODEL' shows each attribute whose type changed.
        """,
      fixes: """
        Keep the old property, add a new one with another name, convert in a custom stage, remove \
        the old one in a later version.
        originalName must not be used to bridge two incompatible types.
        """),
    error(
      "infer-external-to-inline", parent: "cocoa-134190",
      patterns: "Unable to use inferred mapping to move external reference into store",
      meaning:
        "Removing external storage from a binary attribute cannot be inferred (adding it can).",
      causes: "@Attribute(.externalStorage) or \"Allows External Storage\" removed.",
      confirm: """
        Old model has storesBinaryDataExternally, new one not; the store's hidden folder \
        '…_SUPPORT/_EXTERNAL_DATA' has files.
        """,
      fixes: "Keep external storage, or copy the data through a new attribute in a custom stage."),
    error(
      "infer-to-many-to-to-one", parent: "cocoa-134190",
      patterns: "Can not map from a to-many to a to-one relationship",
      meaning: """
        A to-many relationship cannot be inferred into a to-one relationship; the other direction \
        works.
        """,
      causes: "Array relationship changed to a single optional.",
      confirm: """
        Compare isToMany in both models.
        The join table, or the key column at the other end, shows several rows per owner.
        """,
      fixes: "Custom stage: choose the one related object, new property name."),
    error(
      "infer-duplicate-renaming-identifier", parent: "cocoa-134190",
      patterns:
        "Each {source entity|destination entity|property} must have a unique renaming identifier",
      meaning: """
        Two entities or two properties carry the same renaming identifier (originalName), so \
        renames are ambiguous.
        """,
      causes: """
        Copy/paste of @Attribute(originalName:).
        Renaming id equal to the name of another existing property.
        """,
      confirm: "List originalName / renamingIdentifier per entity and look for duplicates.",
      fixes: "Give each property a renaming identifier of its own."),
    error(
      "infer-unable-attribute-or-relationship", parent: "cocoa-134190",
      patterns: "Unable to infer mapping for {attribute|relationship}",
      meaning: "Inference gave up on one property.",
      causes: "Unusual property change.",
      confirm: "entity and property in userInfo.",
      fixes: "Write a custom migration for this property."),
    error(
      "infer-type-transformation", parent: "cocoa-134190",
      patterns: "Type Transformation expects [type:word]",
      meaning: """
        A model asks for an explicit type transformation (userInfo key \
        NSMigrationAllowTypeTransformation) that is only possible between Transformable/Codable \
        and inline Binary.
        """,
      causes: "Transformation flag set on an unsuitable attribute or on externally stored binary.",
      confirm: "Look at attribute userInfo.",
      fixes: "Remove the flag or change the types."),
    message(
      "migration-debug-needs-validation",
      patterns: """
        (migration) {attribute|relationship} mapping for [property:line] requires data validation \
        during store migration
        """,
      meaning: """
        Migration debug output (com.apple.CoreData.MigrationDebug 2+): an inferred mapping can \
        fail depending on the data.
        """,
      causes: """
        New mandatory attribute without default; optional to mandatory without default; new \
        mandatory relationship; optional to mandatory relationship.
        """,
      confirm: """
        The message names entity->property of source and destination.
        Run the NULL count on that column before migrating.
        """,
      fixes: "Add a default or keep it optional."),
    message(
      "migration-debug-uninferrable-property",
      patterns: "(migration) uninferrable, non-transient property type",
      meaning: """
        Migration debug output: a property has a kind inference cannot handle (for example \
        attribute turned into relationship).
        """,
      causes: "Attribute changed to relationship or the reverse under the same name.",
      confirm: "Compare property kinds in both models.",
      fixes: "Use a new name and a custom stage."),
  ]
}
