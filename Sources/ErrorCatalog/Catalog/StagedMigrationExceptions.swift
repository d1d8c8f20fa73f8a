extension ExplanationCatalog {
  /// Staged migration (iOS 17, macOS 14): exceptions and console messages.
  static let stagedMigrationExceptions: [Explanation] = [
    Explanation(
      id: "staged-duplicate-version-checksums",
      framework: .swiftData, domain: "NSInvalidArgumentException",
      patterns: "Duplicate version checksums{ across stages|}{ detected|}",
      meaning: """
        Two schema versions in the plan have the same model checksum. Raised as an \
        NSInvalidArgumentException while the staged manager is created, so Swift do/catch cannot \
        catch it.
        """,
      causes: """
        Two VersionedSchemas list the same live @Model classes, so both hash to the current shape.
        A new version differs only in things that are not part of the checksum (versionIdentifier, \
        computed properties, methods).
        A stage from-version and to-version resolve to the same model.
        """,
      confirm: """
        Compute the checksum of each VersionedSchema; report equal pairs.
        Look for the same class (for example Item.self instead of SchemaV1.Item.self) in two \
        versions.
        """,
      fixes: """
        Freeze old versions as nested copies; remove versions that do not change the model; for \
        optional additive changes keep a single version and no stage.
        """,
      severity: .critical, systems: "iOS 17.0+", specificity: 95, confidence: .high),
    Explanation(
      id: "staged-duplicate-lightweight-stages",
      framework: .coreData, domain: "NSInvalidArgumentException",
      patterns: "Duplicate lightweight migration stages detected",
      meaning: """
        The same NSLightweightMigrationStage (or equal stages) was given twice to the staged \
        manager; exception.
        """,
      causes: "Copy/paste of a stage; equal stages built twice.",
      confirm: "List stages and compare from/to checksums.",
      fixes: "Remove the duplicate stage.",
      severity: .critical, systems: "iOS 17.0+", specificity: 95, confidence: .low),
    Explanation(
      id: "staged-stage-models-equal", framework: .coreData, domain: "NSInvalidArgumentException",
      patterns: "current model reference and the next model reference cannot be equal",
      meaning: """
        A custom migration stage goes from a model to itself: source and destination have the same \
        checksum; exception at container creation.
        """,
      causes: """
        fromVersion and toVersion of a MigrationStage.custom list the same live model classes.
        The schema change does not alter the Core Data model.
        """,
      confirm: "Checksum(fromVersion) == checksum(toVersion).",
      fixes: """
        Freeze the old version; drop the stage when nothing changes; do the data work outside a \
        stage.
        """,
      severity: .critical, systems: "iOS 17.0+ / macOS 14+ (reported on macOS 15.2)",
      specificity: 95, confidence: .high),
    Explanation(
      id: "staged-editable-model-checksum", framework: .coreData,
      patterns: """
        Attempting to retrieve an NSManagedObjectModel version checksum while the model is still \
        editable
        """,
      meaning: """
        Warning while SwiftData builds stages: a checksum is read from a model not yet used by a \
        coordinator. Usually noise, but printed right before real staged-migration crashes.
        """,
      causes: "Normal with a SchemaMigrationPlan.",
      confirm: "Ignore unless followed by an exception.",
      fixes: "None needed; look at the next line of the log.",
      severity: .info, systems: "iOS 17.0+", specificity: 90, confidence: .high),
    Explanation(
      id: "staged-unknown-stage-class", framework: .coreData,
      patterns: "I don't know how to handle this type of migration stage",
      meaning: "A stage object is neither NSCustomMigrationStage nor NSLightweightMigrationStage.",
      causes: "Instance of NSMigrationStage or own subclass in the stages array.",
      confirm: "Check the classes of the stages.",
      fixes: "Use the two concrete stage classes.",
      severity: .error, systems: "iOS 17.0+", specificity: 95, confidence: .low),
  ]
}
