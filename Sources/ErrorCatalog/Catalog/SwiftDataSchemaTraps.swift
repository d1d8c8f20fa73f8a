extension ExplanationCatalog {
  private static let trap = ExplanationFamily(
    framework: .swiftData, severity: .critical, systems: "iOS 17.0+", specificity: 90,
    parent: "swiftdata-unknown-trap")

  /// SwiftData traps about the types and names in a schema.
  static let swiftDataSchemaTraps: [Explanation] = [
    trap(
      "swiftdata-persisted-struct-property",
      patterns: "Unexpected property within Persisted Struct/Enum: [inner type]",
      meaning: "A Codable value type contains a property SwiftData cannot turn into columns.",
      causes:
        "DateComponents (holds Calendar), Locale, or other types with private reference storage.",
      confirm: "Name after the colon is the inner type.",
      fixes: "Store primitive parts; store encoded Data; on iOS 27 use @Attribute(.codable)."),
    trap(
      "swiftdata-persisted-struct-class-property",
      systems: "message quoted by Apple in WWDC26 session 274",
      patterns: "Class property within Persisted Struct/Enum is not supported",
      meaning: """
        A Codable value contains a class instance; SwiftData cannot inspect classes that are not \
        @Model.
        """,
      causes: "MKMapItem.Identifier and other framework classes.",
      confirm: "The type is named after the colon.",
      fixes: "Use @Attribute(.codable) (2027 OS releases) or store Data/primitive values."),
    trap(
      "swiftdata-composite-unexpected-type",
      patterns: "Unexpected type for CompositeAttribute: [type]",
      meaning: """
        A property has a Codable class (or other unsupported type) where a composite value is \
        expected.
        """,
      causes: "A class that is Codable is used as a @Model property.",
      confirm: "The type is named after the colon.",
      fixes: "Use a struct, make it @Model, or store Data."),
    trap(
      "swiftdata-composite-coder-keyed",
      patterns: "Composite Coder only supports Keyed Container",
      meaning: """
        The Codable type encodes itself with a single-value or unkeyed container, which the \
        composite coder cannot flatten into columns. Compiles, traps at first access.
        """,
      causes: """
        AttributedString, custom encode(to:) with unkeyedContainer/singleValueContainer, \
        RawRepresentable wrappers.
        """,
      confirm: "Inspect encode(to:) of the type and of its members.",
      fixes: "Store Data encoded by yourself or change the encoding to a keyed container."),
    trap(
      "swiftdata-unexpected-class-type",
      patterns: "Fatal error: Unexpected class type: [class]",
      meaning: "A stored property is of a class type SwiftData cannot persist.",
      causes: "NSColor, UIImage and similar as stored properties.",
      confirm: "The type is named after the colon.",
      fixes: "Use @Transient plus stored components, or a transformable."),
    trap(
      "swiftdata-rawvalue-not-member",
      patterns: "Failed to validate [key path].rawValue because rawValue is not a member of [enum]",
      meaning: """
        A predicate goes through .rawValue of an enum property; SwiftData flattens the enum and \
        knows no rawValue member. Uncatchable.
        """,
      causes: "#Predicate { $0.status.rawValue == x }.",
      confirm: "The message names the key path.",
      fixes: "Store the raw value in its own property and use it in predicates."),
    trap(
      "swiftdata-invalid-keypath-value-type",
      patterns: "Invalid KeyPath [key path] on [entity] points to a value type",
      meaning: """
        A predicate or sort key path continues into a value type (UUID.uuidString, String.count, \
        ...).
        """,
      causes: "#Predicate { $0.id.uuidString == s }.",
      confirm: "The message names the key path.",
      fixes: "Compare whole values (capture the UUID)."),
    trap(
      "swiftdata-parent-entity-missing",
      patterns: "Entity [entity] specifies [parent] as its parent but no such entity was found",
      meaning: "A model class inherits from a class that is not in the schema.",
      causes:
        "Subclass of a non-@Model class or of a @Model that is not listed (iOS 26 inheritance).",
      confirm: "Compare the parent name with the schema list.",
      fixes:
        "List parent and all subclasses in the schema; mark subclasses @available(iOS 26, *)."),
    trap(
      "swiftdata-reserved-attribute-name",
      patterns: """
        Unable to have an Attribute named [name]
        Could not cast value of type 'NSEntityDescription' to 'NSString'
        """,
      meaning: "The property name collides with a reserved NSManagedObject/NSObject name.",
      causes: """
        Property named description (also hash; entityName and similar names misbehave).
        Property named entity: the row's own 'entity' is read in its place, which is no text.
        """,
      confirm: "List property names against NSObject/NSManagedObject selectors.",
      fixes: "Rename the property (use originalName to keep the data)."),
    trap(
      "swiftdata-unknown-field",
      patterns: """
        KeyPath [key path:line] points to a field [field:line] that is unknown to [class:line] and \
        cannot be used
        points to a field…that is unknown to [class:line] and cannot be used
        """,
      meaning: "A predicate or sort names a property that is not stored for this model.",
      causes: """
        A computed or @Transient property in #Predicate or SortDescriptor.
        A property of a subclass, or of a protocol, asked for on another class.
        """,
      confirm: "Is the property at the end of the key path stored in this very class?",
      fixes: """
        Ask for stored properties only; store the value, or filter and sort in memory.
        """),
    trap(
      "swiftdata-stored-value-unreadable", confidence: .medium,
      patterns: "SwiftData/…expression unexpectedly raised an error: [decoding error:line]",
      meaning: """
        A Codable value in the store does not fit its type any more. SwiftData decodes it with \
        try!, so the app crashes and no catch helps.
        """,
      causes: """
        The struct or enum got a new required member, another name or another case since the row \
        was written.
        Rows written by another program.
        """,
      confirm: "The error names the key that is missing; which stored struct has it?",
      fixes: """
        Give the type an init(from:) that accepts the old form (decodeIfPresent with a default), \
        or migrate the rows in a stage of their own.
        """),
    trap(
      "swiftdata-field-not-found", confidence: .medium,
      patterns: "Fatal error: Couldn't find [key path:line] on [type] with fields",
      meaning: "A key path given at run time is not one the schema holds.",
      causes:
        "Key path formed in generic/optimised code (<computed ...>), or of a superclass/protocol.",
      confirm: "The message lists the known fields.",
      fixes: "Use the key path literally on the concrete model type."),
    trap(
      "swiftdata-optional-any-cast",
      patterns: """
        Could not cast value of type 'Swift.Optional<Any>' …to '[target type:line]'
        Could not cast value of type 'Swift.Optional<Any>
        """,
      meaning: """
        A column is NULL but the Swift property is non-optional. Typical for a Codable enum/struct \
        property that was added with a default: the default is not written to existing rows \
        because the value is stored as a composite.
        """,
      causes: """
        New non-optional enum or Codable property on an entity that already has rows.
        Non-optional Codable struct (or Decimal) inside an optional parent.
        Data imported or synced with NULL.
        """,
      confirm: """
        'storedoctor check STORE' names the rows without a required value.
        Schema: property type is an enum/Codable and not optional.
        """,
      fixes: """
        Make the property optional and use a computed fallback; or store a raw String/Int with a \
        default; or backfill in didMigrate.
        """),
    trap(
      "swiftdata-macro-circular-inverse", severity: .error,
      patterns:
        "Circular reference resolving attached macro '{Relationship|Attribute|Model|Query}'",
      meaning: "Compile error: @Relationship(inverse:) is written on both sides.",
      causes: "Both ends name each other with 'inverse:'.",
      confirm: "Search both classes for 'inverse:'.",
      fixes: "Keep it on one side only."),
  ]
}
