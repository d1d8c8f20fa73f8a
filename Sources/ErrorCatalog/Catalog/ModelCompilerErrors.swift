extension ExplanationCatalog {
  private static let message = ExplanationFamily(
    framework: .modelCompiler, severity: .warning, specificity: 90)

  /// `momc` and the build.
  static let modelCompilerErrors: [Explanation] = [
    message(
      "momc-should-have-inverse", alsoMatches: ["momc-misconfigured-property"],
      patterns: "[Entity.relationship:member] should have an inverse",
      meaning: "Model compiler warning: the relationship has no inverse.",
      causes: "The relationship has no inverse.",
      confirm: "In contents XML: <relationship ...> without inverseName/inverseEntity.",
      fixes: "Add an inverse; CloudKit stores require it."),
    message(
      "momc-must-have-default", severity: .error,
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
      fixes: "Add a default or make it optional."),
    message(
      "momc-insecure-transformer", alsoMatches: ["momc-misconfigured-property"],
      patterns: "[Entity.attribute:member] is using a nil or insecure value transformer",
      meaning: "Model compiler warning: transformable attribute without a secure transformer.",
      causes: "Transformer field empty.",
      confirm: "attributeType=\"Transformable\" without valueTransformerName.",
      fixes: "Set NSSecureUnarchiveFromData or a subclass name."),
    message(
      "momc-cannot-write", severity: .error,
      patterns: "Could not create bundle folder for versioned model at '[path:line]'",
      meaning: "The model compiler cannot make the folder that the compiled model goes into.",
      causes: """
        The folder above it does not exist yet: a script runs momc before the app's bundle is made.
        No right to write there, or a file of the same name.
        """,
      confirm: "Does the folder above the named one exist, and who owns it?",
      fixes: """
        Make the folder before momc is called, or let Xcode compile the model in Compile Sources \
        instead of a script.
        """),
    message(
      "momc-misconfigured-property", specificity: 40,
      alsoMatches: ["momc-insecure-transformer", "momc-should-have-inverse"],
      patterns:
        "Misconfigured {Property|Attribute|Relationship|Entity|Fetched Property|Fetch Request|Index}:",
      meaning: "Prefix of several model compiler warnings; the text after it is the finding.",
      causes: "The setting of the property that the rest of the line names.",
      confirm: "Open the property in the model editor; the line ends with what is wrong with it.",
      fixes: "Set what the line asks for, or run 'storedoctor explain' with the whole line."),
    message(
      "momc-multiple-commands-produce", severity: .error, confidence: .medium,
      patterns: "Multiple commands produce '…CoreData{Class|Properties|Generated|Model}…",
      meaning: "Xcode: generated NSManagedObject files are produced twice.",
      causes: """
        Codegen "Class Definition" plus hand-made class files in the target; model in two \
        targets/build phases.
        """,
      confirm: "codeGenerationType in the model versus files in the project.",
      fixes: "Set Codegen to Manual/None or delete the manual files."),
    message(
      "momc-unique-constraints-availability", confidence: .medium,
      patterns: "{Compound |}unique constraints are not supported in SwiftData",
      meaning: """
        Xcode model editor warning when SwiftData code is generated from a model with constraints \
        on several attributes.
        """,
      causes:
        "Core Data compound constraint; SwiftData before iOS 18 has only @Attribute(.unique).",
      confirm: "<uniquenessConstraint> with more than one value in contents XML.",
      fixes: "Use #Unique (iOS 18+) or a concatenated key."),
    message(
      "momc-no-inverse-legacy",
      patterns: "[Entity.relationship:member] -- relationship does not have an inverse",
      meaning: "Older model compiler wording of the missing-inverse warning.",
      causes: "The relationship has no inverse.",
      confirm: "In contents XML: <relationship ...> without inverseName/inverseEntity.",
      fixes: "Add an inverse; CloudKit stores require it."),
    message(
      "momc-no-current-version", severity: .error,
      patterns: "No current version for model at path [path:line]",
      meaning: "The versioned model does not say which of its versions is the current one.",
      causes: """
        .xccurrentversion is missing or names a version that is not there; often not committed.
        """,
      confirm: "Is there a .xccurrentversion in the .xcdatamodeld, and does its file exist?",
      fixes: "Choose the current version in Xcode's file inspector and commit the file."),
    message(
      "momc-generated-missing", severity: .error, confidence: .medium,
      patterns: """
        no such file or directory…CoreDataGenerated
        CoreDataGenerated…no such file or directory
        """,
      meaning: "The build looks for a class file that Xcode should have generated from the model.",
      causes: """
        The model is compiled after, or not in, the target that uses its classes.
        Codegen was changed, and the build folder holds what was before.
        """,
      confirm: "The model's target membership and the entity's Codegen.",
      fixes: "Clean the build folder; put the model into the target, or set Codegen to Manual."),
    message(
      "momc-compile-failed", severity: .error, specificity: 60,
      alsoMatches: ["momc-duplicate-index", "momc-exit-code"],
      patterns: """
        Compilation failed for data model at path '[path:line]'
        error: cdtool cannot compile
        cdtool hash unarchiving error
        Failed to parse model XML with failure reason [reason:line]
        """,
      meaning: "The model compiler gave up on this model; it may blame another version of it.",
      causes: """
        Something in one of the versions that it does not accept: an index twice, a missing \
        destination, a merge conflict in the XML.
        A model written by a newer or far older Xcode.
        """,
      confirm: "Compile each version alone: 'momc Version.xcdatamodel /tmp/x.mom'.",
      fixes: """
        Mend the version that fails; look for '<<<<' and doubled elements in its contents file.
        """),
    message(
      "momc-no-action-delete-rule", confidence: .medium,
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
      fixes: "Use Nullify or Cascade, or clean up the other side in code."),
    message(
      "momc-exit-code", severity: .error, specificity: 30,
      patterns: """
        momc failed with {a nonzero |}exit code
        Command {DataModelCompile|DataModelCodegen|MappingModelCompile} failed
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
      fixes: "Repair the model file; raise the deployment target."),
  ]
}
