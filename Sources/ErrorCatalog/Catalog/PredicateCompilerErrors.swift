extension ExplanationCatalog {
  private static let message = ExplanationFamily(
    framework: .swiftData, severity: .error, specificity: 80)

  /// What the compiler and the macros say about @Model and #Predicate.
  static let predicateCompilerErrors: [Explanation] = [
    message(
      "swiftdata-macro-plugin-missing", severity: .critical,
      patterns: """
        external macro implementation type 'SwiftDataMacros.[macro:word]' could not be found
        plugin for module 'SwiftDataMacros' not found
        """,
      meaning: """
        The compiler has SwiftData's interface but not the plugin with its macros, so @Model is \
        not expanded; every error after it follows from this one.
        """,
      causes: """
        Apple's plugin comes with Xcode and runs on macOS only; a build on Linux with the SDK has \
        none.
        Xcode and the command line tools are of different versions.
        """,
      confirm: "xcode-select -p; is the build running on macOS?",
      fixes: """
        On macOS select the full Xcode and clean. On Linux use a SwiftData module with macros of \
        its own, such as the product SwiftData of this package.
        """),
    message(
      "predicate-type-check-time", specificity: 30, confidence: .medium,
      patterns: """
        predicate…unable to type-check this expression in reasonable time
        unable to type-check this expression in reasonable time…predicate
        """,
      meaning: """
        An expression is too much for the type checker. In code about models it is usually the \
        body of a #Predicate.
        """,
      causes: "Many conditions joined in one predicate; optionals and literals of open type.",
      confirm: "Does the line the compiler names stand in a #Predicate?",
      fixes: """
        Give captured values a type, split the predicate into parts and join them, or filter the \
        rest in memory.
        """),
    message(
      "predicate-enum-case", specificity: 85, alsoMatches: ["predicate-unsupported-syntax"],
      patterns: """
        Member access without an explicit base is not {allowed|supported} in this predicate
        Key path cannot refer to enum case '[case:line]'
        """,
      meaning: "A #Predicate names an enum case, which it takes for a key path.",
      causes: "$0.state == .done, or ComparisonResult.orderedSame, inside of the predicate.",
      confirm: "Look for a leading dot or a type's name in the predicate.",
      fixes: """
        Put the case into a local constant before the predicate. For a stored enum that still \
        fails when it runs: store its raw value and compare that.
        """),
    message(
      "predicate-several-components",
      patterns: "KeyPaths with multiple components are not supported in Predicates",
      meaning: "When the predicate ran, it met a key path of more than one step.",
      causes: """
        A 'let' property of a class, whose key path the compiler makes of several parts.
        A computed property, an optional chain or a subscript in the key path.
        """,
      confirm: "Which properties does the predicate read, and are they 'var' and stored?",
      fixes: "Declare the property with var; take one step at a time."),
    message(
      "predicate-foreign-value",
      patterns: """
        cannot convert value of type 'PredicateExpressions.
        to closure result type 'any StandardPredicateExpression<Bool>'
        """,
      meaning: """
        The predicate's body is no expression that #Predicate can take; the long type names its \
        parts from the outside in.
        """,
      causes: """
        A property of another object read inside of the predicate: the type then holds \
        'PredicateExpressions.Value<…>' below a key path.
        Two sides of different types, such as String and String?.
        """,
      confirm: "Look for Value<Type> with a key path around it, and for the types of both sides.",
      fixes: "Put the other object's value into a local constant first: 'let id = entry.id'."),
    message(
      "predicate-key-path-text", severity: .critical,
      patterns: "Could not extract a String from KeyPath [key path:line]",
      meaning: "A Swift key path was given where Objective-C needs a name, and it has none.",
      causes: """
        The property is not @objc or @NSManaged: a computed, stored or @Model property.
        NSSortDescriptor(keyPath:), NSExpression(forKeyPath:), KVO.
        """,
      confirm: "The property at the end of the key path.",
      fixes: "Use a property that is @NSManaged or @objc, or give the name as text."),
    message(
      "predicate-ternary-described", severity: .critical, confidence: .medium,
      patterns: "NSCompoundPredicate predicateOperatorType{]|}: unrecognized selector",
      meaning: """
        Code that describes predicates, such as a crash reporter's, took a compound predicate for \
        a comparison. SwiftData's '??' and conditions become TERNARY, which it does not know.
        """,
      causes: "A monitoring library hooks Core Data's fetches.",
      confirm: "The frame above names the library.",
      fixes: "Update the library, or turn its Core Data tracing off."),
    message(
      "momc-duplicate-index", framework: .modelCompiler,
      patterns: "Entity [entity:word] already has an index with name [index:word]",
      meaning: "The model declares two indexes of one name for this entity.",
      causes: """
        An index was added by hand or by an upgrade of the model's format beside an old one.
        """,
      confirm: "In contents XML: <fetchIndex name=…> twice; the version it blames may be another.",
      fixes: "Rename or remove one of the two, in the version that has both."),
    message(
      "momc-unreadable-model", framework: .modelCompiler,
      patterns: """
        failed to read Core Data data model from [path:line]: unknown model format
        failed to read Core Data data model from
        xcdatamodel{d|}' could not be opened
        """,
      meaning: "Xcode cannot read this model: it is of a format that the version does not know.",
      causes: "A model of the old binary format; a damaged or empty contents file.",
      confirm: "Is there an XML file 'contents' in the .xcdatamodel?",
      fixes: "Open and save it with an Xcode that reads both, or restore the file."),
    message(
      "momc-no-inverse-advanced", framework: .modelCompiler, severity: .warning,
      patterns: """
        [Entity.relationship:member] does not have an inverse; this is an advanced setting
        [Entity.relationship:member] -- to-many relationship does not have an inverse
        """,
      meaning: "Older model compiler wording of the missing-inverse warning.",
      causes: "The relationship has no inverse.",
      confirm: "In contents XML: <relationship ...> without inverseName/inverseEntity.",
      fixes: "Add an inverse; CloudKit stores require it."),
  ]
}
