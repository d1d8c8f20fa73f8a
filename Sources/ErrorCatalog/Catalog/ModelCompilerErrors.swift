extension ExplanationCatalog {
  /// `momc` and the build.
  static let modelCompilerErrors: [Explanation] = [
    Explanation(
      id: "momc-should-have-inverse",
      framework: .modelCompiler,
      patterns: ["[Entity.relationship:member] should have an inverse"],
      meaning: "Model compiler warning: the relationship has no inverse.",
      causes: ["One-way relationship."],
      confirm: ["In contents XML: <relationship ...> without inverseName/inverseEntity."],
      fixes: ["Add an inverse; CloudKit stores require it."],
      severity: .warning,
      specificity: 90,
      alsoMatches: ["momc-misconfigured-property"],
      confidence: .high,
      examples: [
        "`ChatEntity.apiService should have an inverse`",
        """
        Model.xcdatamodel:ChatEntity.persona: warning: Misconfigured Property: \
        ChatEntity.persona should have an inverse
        """,
      ],
      sources: [
        "https://fatbobman.com/en/posts/relationships-in-swiftdata-changes-and-considerations/",
        """
        https://developer.apple.com/documentation/coredata/creating-a-core-data-model-for-cloudkit\
        .md
        """,
      ]
    ),
    Explanation(
      id: "momc-must-have-default",
      framework: .modelCompiler,
      patterns: ["[Entity.attribute:member] must have a default value"],
      meaning: """
        Model compiler error for a configuration used with CloudKit: a non-optional attribute \
        has no default.
        """,
      causes: ["\"Used with CloudKit\" is ticked and the attribute is mandatory without default."],
      confirm: [
        """
        In contents XML: attribute without optional="YES" and without defaultValueString; \
        configuration usedWithCloudKit="YES".
        """
      ],
      fixes: ["Add a default or make it optional."],
      severity: .error,
      specificity: 90,
      confidence: .high,
      examples: [
        "error: Account.id must have a default value [8]",
        """
        `WorkMaterialBlob.contentHash: error: WorkMaterialBlob.contentHash must have a default \
        value [8]`
        """,
      ],
      sources: [
        """
        https://developer.apple.com/documentation/coredata/creating-a-core-data-model-for-cloudkit\
        .md
        """,
        "https://fatbobman.com/en/posts/relationships-in-swiftdata-changes-and-considerations/",
      ]
    ),
    Explanation(
      id: "momc-insecure-transformer",
      framework: .modelCompiler,
      patterns: ["[Entity.attribute:member] is using a nil or insecure value transformer"],
      meaning: "Model compiler warning: transformable attribute without a secure transformer.",
      causes: ["Transformer field empty."],
      confirm: ["attributeType=\"Transformable\" without valueTransformerName."],
      fixes: ["Set NSSecureUnarchiveFromData or a subclass name."],
      severity: .warning,
      specificity: 90,
      alsoMatches: ["momc-misconfigured-property"],
      confidence: .high,
      examples: [
        """
        Ensembles/Framework/Resources/CDEEventStoreModel.xcdatamodeld/CDEEventStoreModel_2.xcdatam\
        odel:CDEObjectChange.propertyChangeValues: \
        warning: CDEObjectChange.propertyChangeValues is using a nil or insecure value \
        transformer. Please switch to NSSecureUnarchiveFromDataTransformerName or a custom \
        NSValueTransformer subclass of NSSecureUnarchiveFromDataTransformer [2]
        """
      ],
      sources: [
        "https://github.com/drewmccormack/ensembles/issues/292",
        "https://github.com/drewmccormack/ensembles/issues/296",
        "https://github.com/wordpress-mobile/WordPress-iOS/issues/15167",
      ]
    ),
    Explanation(
      id: "momc-misconfigured-property",
      framework: .modelCompiler,
      patterns: ["warning: Misconfigured Property:"],
      meaning: "Prefix of several model compiler warnings; the text after it is the finding.",
      causes: ["The setting of the property that the rest of the line names."],
      confirm: ["Open the property in the model editor; the line ends with what is wrong with it."],
      fixes: ["Set what the line asks for, or run 'storedoctor explain' with the whole line."],
      severity: .warning,
      specificity: 40,
      alsoMatches: ["momc-insecure-transformer", "momc-should-have-inverse"],
      confidence: .high,
      examples: [
        """
        CDEEventStoreModel_2.xcdatamodel: warning: Misconfigured Property: \
        CDEObjectChange.propertyChangeValues is using a nil or insecure value transformer.
        """
      ],
      sources: ["https://github.com/drewmccormack/ensembles/issues/296"]
    ),
    Explanation(
      id: "momc-multiple-commands-produce",
      framework: .modelCompiler,
      patterns: ["Multiple commands produce '…CoreData{Class|Properties|Generated|Model}…"],
      meaning: "Xcode: generated NSManagedObject files are produced twice.",
      causes: [
        """
        Codegen "Class Definition" plus hand-made class files in the target; model in two \
        targets/build phases.
        """
      ],
      confirm: ["codeGenerationType in the model versus files in the project."],
      fixes: ["Set Codegen to Manual/None or delete the manual files."],
      severity: .error,
      specificity: 90,
      confidence: .medium,
      notes: "Seen text was cut after the path; file name composed.",
      examples: [
        """
        error: Multiple commands produce \
        '/Users/me/DerivedData/App/CoreDataGenerated/Model/CheckItem+CoreDataProperties.o'
        """
      ],
      sources: ["https://github.com/onmyway133/notes/issues/607"]
    ),
    Explanation(
      id: "momc-unique-constraints-availability",
      framework: .modelCompiler,
      patterns: ["{Compound |}unique constraints are not supported in SwiftData"],
      meaning: """
        Xcode model editor warning when SwiftData code is generated from a model with \
        constraints on several attributes.
        """,
      causes: [
        "Core Data compound constraint; SwiftData before iOS 18 has only @Attribute(.unique)."
      ],
      confirm: ["<uniquenessConstraint> with more than one value in contents XML."],
      fixes: ["Use #Unique (iOS 18+) or a concatenated key."],
      severity: .warning,
      specificity: 90,
      confidence: .medium,
      examples: ["Compound unique constraints are not supported in SwiftData."],
      sources: [
        "https://github.com/vdhamer/Photo-Club-Hub/issues/222",
        "https://developer.apple.com/documentation/swiftdata/unique(_:).md",
      ]
    ),
    Explanation(
      id: "momc-no-inverse-legacy",
      framework: .modelCompiler,
      patterns: ["[Entity.relationship:member] -- relationship does not have an inverse"],
      meaning: "Older model compiler wording of the missing-inverse warning.",
      causes: ["One-way relationship."],
      confirm: ["In contents XML: <relationship ...> without inverseName/inverseEntity."],
      fixes: ["Add an inverse; CloudKit stores require it."],
      severity: .warning,
      specificity: 90,
      confidence: .high,
      examples: [
        """
        /Users/username/Developer/objc/TestApp/TestApp.xcdatamodel:SocialApp.type: warning: \
        SocialApp.type -- relationship does not have an inverse
        """
      ],
      sources: [
        """
        https://devpeace.com/objective-c/764125/does-every-core-data-relationship-have-to-have-an-\
        inverse
        """
      ]
    ),
    Explanation(
      id: "momc-no-action-delete-rule",
      framework: .modelCompiler,
      patterns: ["Setting the No Action Delete Rule on [relationship:line] {is|may be}"],
      meaning: """
        Model compiler consistency message: a relationship uses the No Action delete rule, which \
        can leave references to deleted objects.
        """,
      causes: ["deletionRule=\"No Action\" (default of new relationships in old Xcode)."],
      confirm: [
        "In contents XML: <relationship ... deletionRule=\"No Action\">.",
        "In the store: foreign keys that point to missing rows.",
      ],
      fixes: ["Use Nullify or Cascade, or clean up the other side in code."],
      severity: .warning,
      specificity: 90,
      confidence: .medium,
      examples: [
        """
        Consistency Error:
        Setting the No Action Delete Rule on [object relationship] is an advanced setting
        """
      ],
      sources: [
        """
        https://itecnote.com/tecnote/objective-c-xcode-consistency-error-setting-the-no-action-del\
        ete-rule-is-an-advanced-setting/
        """
      ]
    ),
    Explanation(
      id: "momc-exit-code",
      framework: .modelCompiler,
      patterns: ["momc failed with {a nonzero |}exit code", "Command DataModelCompile failed"],
      meaning: "The model compiler stopped; the reason is an earlier line of the build log.",
      causes: [
        "Damaged contents XML (often after a merge conflict).",
        """
        Missing current-version file in the .xcdatamodeld, feature not available for the \
        deployment target.
        """,
      ],
      confirm: [
        """
        Parse the contents XML of every version; check .xccurrentversion names an existing \
        version.
        """
      ],
      fixes: ["Repair the model file; raise the deployment target."],
      severity: .error,
      specificity: 30,
      confidence: .high,
      examples: [
        """
        Command \
        /Applications/Xcode.app/Contents/Developer/Platforms/iPhoneSimulator.platform/Developer/us\
        r/bin/momc \
        failed with exit code 1
        """,
        "Command DataModelCompile failed with a nonzero exit code",
      ],
      sources: ["https://github.com/robbiehanson/XMPPFramework/issues/481"]
    ),
  ]
}
