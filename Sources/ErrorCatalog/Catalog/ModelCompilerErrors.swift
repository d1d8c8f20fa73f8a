extension ExplanationCatalog {
  /// `momc` and the build.
  static let modelCompilerErrors: [Explanation] = [
    Explanation(
      id: "momc-should-have-inverse", framework: .modelCompiler,
      patterns: "[Entity.relationship:member] should have an inverse",
      meaning: "Model compiler warning: the relationship has no inverse.",
      causes: "One-way relationship.",
      confirm: "In contents XML: <relationship ...> without inverseName/inverseEntity.",
      fixes: "Add an inverse; CloudKit stores require it.",
      severity: .warning, specificity: 90, alsoMatches: ["momc-misconfigured-property"],
      confidence: .high),
    Explanation(
      id: "momc-must-have-default", framework: .modelCompiler,
      patterns: "[Entity.attribute:member] must have a default value",
      meaning: """
        Model compiler error for a configuration used with CloudKit: a non-optional attribute has \
        no default.
        """,
      causes: "\"Used with CloudKit\" is ticked and the attribute is mandatory without default.",
      confirm: """
        In contents XML: attribute without optional="YES" and without defaultValueString; \
        configuration usedWithCloudKit="YES".
        """,
      fixes: "Add a default or make it optional.",
      severity: .error, specificity: 90, confidence: .high),
    Explanation(
      id: "momc-insecure-transformer", framework: .modelCompiler,
      patterns: "[Entity.attribute:member] is using a nil or insecure value transformer",
      meaning: "Model compiler warning: transformable attribute without a secure transformer.",
      causes: "Transformer field empty.",
      confirm: "attributeType=\"Transformable\" without valueTransformerName.",
      fixes: "Set NSSecureUnarchiveFromData or a subclass name.",
      severity: .warning, specificity: 90, alsoMatches: ["momc-misconfigured-property"],
      confidence: .high),
    Explanation(
      id: "momc-misconfigured-property", framework: .modelCompiler,
      patterns: "warning: Misconfigured Property:",
      meaning: "Prefix of several model compiler warnings; the text after it is the finding.",
      causes: "The setting of the property that the rest of the line names.",
      confirm: "Open the property in the model editor; the line ends with what is wrong with it.",
      fixes: "Set what the line asks for, or run 'storedoctor explain' with the whole line.",
      severity: .warning, specificity: 40,
      alsoMatches: ["momc-insecure-transformer", "momc-should-have-inverse"], confidence: .high),
    Explanation(
      id: "momc-multiple-commands-produce", framework: .modelCompiler,
      patterns: "Multiple commands produce '…CoreData{Class|Properties|Generated|Model}…",
      meaning: "Xcode: generated NSManagedObject files are produced twice.",
      causes: """
        Codegen "Class Definition" plus hand-made class files in the target; model in two \
        targets/build phases.
        """,
      confirm: "codeGenerationType in the model versus files in the project.",
      fixes: "Set Codegen to Manual/None or delete the manual files.",
      severity: .error, specificity: 90, confidence: .medium),
    Explanation(
      id: "momc-unique-constraints-availability", framework: .modelCompiler,
      patterns: "{Compound |}unique constraints are not supported in SwiftData",
      meaning: """
        Xcode model editor warning when SwiftData code is generated from a model with constraints \
        on several attributes.
        """,
      causes: """
        Core Data compound constraint; SwiftData before iOS 18 has only @Attribute(.unique).
        """,
      confirm: "<uniquenessConstraint> with more than one value in contents XML.",
      fixes: "Use #Unique (iOS 18+) or a concatenated key.",
      severity: .warning, specificity: 90, confidence: .medium),
    Explanation(
      id: "momc-no-inverse-legacy", framework: .modelCompiler,
      patterns: "[Entity.relationship:member] -- relationship does not have an inverse",
      meaning: "Older model compiler wording of the missing-inverse warning.",
      causes: "One-way relationship.",
      confirm: "In contents XML: <relationship ...> without inverseName/inverseEntity.",
      fixes: "Add an inverse; CloudKit stores require it.",
      severity: .warning, specificity: 90, confidence: .high),
    Explanation(
      id: "momc-no-action-delete-rule", framework: .modelCompiler,
      patterns: "Setting the No Action Delete Rule on [relationship:line] {is|may be}",
      meaning: """
        Model compiler consistency message: a relationship uses the No Action delete rule, which \
        can leave references to deleted objects.
        """,
      causes: "deletionRule=\"No Action\" (default of new relationships in old Xcode).",
      confirm: """
        In contents XML: <relationship ... deletionRule="No Action">.
        In the store: foreign keys that point to missing rows.
        """,
      fixes: "Use Nullify or Cascade, or clean up the other side in code.",
      severity: .warning, specificity: 90, confidence: .medium),
    Explanation(
      id: "momc-exit-code", framework: .modelCompiler,
      patterns: """
        momc failed with {a nonzero |}exit code
        Command DataModelCompile failed
        """,
      meaning: "The model compiler stopped; the reason is an earlier line of the build log.",
      causes: """
        Damaged contents XML (often after a merge conflict).
        Missing current-version file in the .xcdatamodeld, feature not available for the \
        deployment target.
        """,
      confirm: """
        Parse the contents XML of every version; check .xccurrentversion names an existing version.
        """,
      fixes: "Repair the model file; raise the deployment target.",
      severity: .error, specificity: 30, confidence: .high),
  ]
}
