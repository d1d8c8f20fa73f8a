extension ExplanationCatalog {
  private static let trap = ExplanationFamily(
    framework: .swiftData, severity: .critical, systems: "iOS 17.0+", specificity: 90,
    parent: "swiftdata-unknown-trap")
  private static let any = ExplanationFamily(
    framework: .swiftData, severity: .critical, systems: "iOS 17.0+", specificity: 25,
    confidence: .low)

  /// SwiftData traps about values, snapshots and key paths.
  static let swiftDataMoreTraps: [Explanation] = [
    trap(
      "swiftdata-keypath-relates-nothing",
      patterns: """
        This KeyPath does not appear to relate [class:path] to anything - [key path:line]
        This KeyPath does not appear to relate
        """,
      meaning: """
        A relationship was set or read by a key path that the schema of this container does not \
        know for this class.
        """,
      causes: """
        The other class of the relationship is of another schema version: a typealias moved on, \
        or one class is reused in several versions.
        The class is in the container, its partner is not.
        """,
      confirm: "Compare the version in the class's name with the one in the key path.",
      fixes: """
        Declare all classes of a relationship anew in each VersionedSchema, and open the \
        container with exactly that version's classes.
        """),
    trap(
      "swiftdata-temporary-again", confidence: .medium,
      patterns: """
        remapped to a temporary identifier
        fatal logic error in DefaultStore
        """,
      meaning: """
        During a save an object that was to get its lasting identifier got a temporary one once \
        more: the store took two objects for the same.
        """,
      causes: """
        Two objects with the same value of a unique attribute in one context, not saved yet: \
        SwiftData looks for such a value among the saved rows only.
        A related object that is inserted again although it, or one with its unique value, is \
        in the context already.
        """,
      confirm: "Is an object with this value pending: context.insertedModelsArray?",
      fixes: """
        Before inserting, look for the value among the saved and the inserted objects, and change \
        the one that is there; or save after each insert of a unique value.
        """),
    trap(
      "swiftdata-snapshot-keys", confidence: .low,
      patterns: "A ModelSnapshot must be initialized with a known-keyed dictionary",
      meaning: """
        SwiftData was given a row's values under names that the model does not have. Only the \
        message is published.
        """,
      causes: """
        A model whose Codable property keeps other keys than the struct has now.
        An object of another version of the class.
        """,
      confirm: "Which model does the frame below name? Did one of its Codable types change?",
      fixes: "Take the change of the type into a new version; decode with decodeIfPresent."),
    any(
      "swiftdata-unknown-trap", specificity: 25, confidence: .low,
      patterns: "SwiftData/[file:word].swift:[line:word]: Fatal error: [trap:line]",
      meaning: """
        SwiftData stopped the app at this line of its own source. No explanation of this \
        message is known; the sentence behind 'Fatal error' is all that it says.
        """,
      causes: """
        A model used after its deletion or in another context than its own.
        A store, schema or plan that do not belong together.
        """,
      confirm: "The first frame of your own code below the trap: which property or call is it?",
      fixes: """
        Fetch the object anew before that call; compare the container's list of models with the \
        class that the message names.
        """),
  ]
}
