extension ExplanationCatalog {
  private static let message = ExplanationFamily(
    framework: .swiftData, severity: .error, specificity: 80)

  /// What the compiler says about classes with @Model and the code that the macro writes for them.
  static let modelMacroErrors: [Explanation] = [
    message(
      "swiftdata-macro-initializer",
      patterns: "@Model requires an initializer be provided for '[class:path]'",
      meaning:
        "The class has no init of its own; @Model writes none, and defaults do not replace it.",
      causes: """
        A model whose properties all have defaults.
        Another macro that writes the init: @Model does not see what it adds.
        """,
      confirm: "Look for 'init' in the class itself.",
      fixes: "Write an init in the class; 'init() {}' is enough when all properties have defaults."),
    message(
      "swiftdata-macro-qualified-default",
      patterns: "A default value requires a fully qualified domain named value",
      meaning: """
        @Model copies the default into code of its own, where the type left of the dot is not \
        known any more.
        """,
      causes: """
        '.now', '.active' or '.init()' as a default.
        A formatter that shortens 'Date()' to '.init()'.
        """,
      confirm: "The compiler's line is the property; its default begins with a dot.",
      fixes: "Write the type: 'Date.now', 'Status.active', 'Date()'."),
    message(
      "swiftdata-macro-reserved-name",
      patterns: "A stored property cannot be named '[property:word]'",
      meaning:
        "@Model refuses this name, because every managed object has a property of that name.",
      causes: "'description' is the usual one; 'hash', 'entity' and others are taken as well.",
      confirm: "The property is in the message.",
      fixes: """
        Rename it, such as 'details'. For a store that has the old column: \
        @Attribute(originalName:).
        """),
    message(
      "swiftdata-macro-let",
      patterns: "Cannot expand accessors on variable declared with 'let'",
      meaning: "A macro has to turn the property into a computed one, which a 'let' cannot be.",
      causes: "@Attribute, @Relationship or another macro in front of a 'let'.",
      confirm: "The compiler's line is the property.",
      fixes: "Declare it with 'var'; 'private(set) var' keeps others from changing it."),
    message(
      "swiftdata-model-not-class", specificity: 85,
      alsoMatches: ["swiftdata-not-persistent-model"],
      patterns: """
        Non-class type '[type:path]' cannot conform to class protocol 'PersistentModel'
        '@Model' cannot be applied to {struct|enumeration|enum|actor|protocol} type '[type:path]'
        {'|}@Model{'|} cannot be applied to {a |}{struct|enumeration|enum|actor|protocol}
        """,
      meaning: "@Model stands before something that is not a class.",
      causes: "A struct that was to be stored as a model.",
      confirm: "Look at the keyword behind @Model.",
      fixes: """
        Make it a final class; or leave it a struct, make it Codable and store it as a property of \
        a model.
        """),
    message(
      "swiftdata-isolated-conformance", specificity: 90,
      alsoMatches: ["swiftdata-not-persistent-model"],
      patterns: """
        'PersistentModel'…isolated conformance of '[class:path]' to '[protocol:path]' cannot \
        satisfy conformance requirement
        isolated conformance of '[class:path]' to 'PersistentModel' cannot
        """,
      meaning: """
        The class conforms to a protocol on one actor only, mostly the main actor, but a model has \
        to conform everywhere. The 'does not conform to PersistentModel' beside it follows from that.
        """,
      causes: """
        The build setting Default Actor Isolation is MainActor, and the class or an extension \
        conforms to Identifiable, Hashable, Codable or the like.
        @MainActor on the class.
        """,
      confirm: "SWIFT_DEFAULT_ACTOR_ISOLATION in the build settings; extensions of the class.",
      fixes: """
        Drop the conformance that @Model brings anyway (Identifiable, Hashable, Observable), or \
        declare it nonisolated.
        """),
    message(
      "swiftdata-property-not-storable", specificity: 85,
      alsoMatches: ["swiftdata-not-persistent-model"], confidence: .medium,
      patterns: """
        No exact matches in call to instance method '{getValue|setValue}'
        method '{getValue(forKey:)|setValue(forKey:to:)}'…requires that '[type:line]' conform to
        """,
      meaning: """
        A property of a model has a type that SwiftData cannot store. The error is in the code \
        that @Model wrote, so the compiler does not name the property.
        """,
      causes: """
        A struct or enum that is not Codable, a protocol, Any, a tuple, a closure.
        An array of a class that has no @Model.
        """,
      confirm: "Expand the macro in Xcode: the accessor with the error is that property's.",
      fixes: """
        Make the type Codable, or the class a @Model, or mark the property @Transient with a \
        default.
        """),
    message(
      "swiftdata-not-persistent-model",
      patterns: """
        type '[type:line]' does not conform to protocol 'PersistentModel'
        does not conform to {protocol |expected type |}'PersistentModel'
        requires that '[type:line]' conform to 'PersistentModel'
        '[type:line]' cannot conform to 'PersistentModel'
        """,
      meaning: """
        A type is used where SwiftData needs a model: @Query, FetchDescriptor, insert, delete, \
        modelContainer(for:) or a relationship.
        """,
      causes: """
        The class has no @Model, or the file no 'import SwiftData'.
        Another type of the same name hides the model (Task, Transaction), or the \
        metatype ('.Type') is given for the class.
        @Model itself failed: then another error stands at the class.
        The editor's index is behind while the build succeeds.
        """,
      confirm:
        "Are there errors at the class itself? Mend these first; does a clean build show it?",
      fixes: """
        Put @Model on the class and import SwiftData; write the model's full name, \
        Module.Transaction, where another type has it.
        """),
    message(
      "swiftdata-macro-refused", specificity: 20,
      alsoMatches: [
        "swiftdata-macro-qualified-default", "swiftdata-macro-reserved-name",
        "swiftdata-macro-initializer", "swiftdata-macro-let", "swiftdata-model-not-class",
      ],
      patterns: """
        (from macro '{Model|Attribute|Relationship|Transient|Query|Unique|Index|ModelActor}')
        """,
      meaning: """
        A macro of SwiftData refuses the declaration; the sentence before the bracket says why.
        """,
      causes: "A property, type or option that the macro has no code for.",
      confirm: "The compiler's line is the declaration.",
      fixes: """
        Give the property a stored 'var' with its type written out, or @Transient if it is not to \
        be stored.
        """),
  ]
}
