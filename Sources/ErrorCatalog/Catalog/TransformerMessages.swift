extension ExplanationCatalog {
  /// Messages about value transformers and classes named by attributes.
  static let transformerMessages: [Explanation] = [
    Explanation(
      id: "coredata-could-not-materialize-array", framework: .coreData,
      patterns: """
        Could not materialize Objective-C class named '[class:word]' from declared attribute value \
        type '[declared type:line]' of attribute named [attribute]
        Could not materialize Objective-C class named '[class:word]' from declared attribute value \
        type '[declared type:line]'
        Could not materialize Objective-C class named
        """,
      meaning: """
        Core Data fault logged when SwiftData builds the model: the attribute value type is a \
        Swift collection that has no Objective-C class. Storage still works (the value is archived \
        into a blob); it is noise unless CloudKit or predicates are involved.
        """,
      causes: "[String], [Int], [Date], [Codable], Set or Dictionary as stored property.",
      confirm: "Attribute name in the message; the column is a BLOB.",
      fixes: "Ignore, or store as Data/String or a relationship when you need queries.",
      severity: .info, systems: "iOS 17.0+", specificity: 90, confidence: .high),
    Explanation(
      id: "coredata-transformer-unset-fault", framework: .coreData,
      patterns: "using transformable properties with transformer names that are either unset",
      meaning: "Transformable attributes use no or the insecure default transformer.",
      causes: "Transformable without a value transformer name.",
      confirm: "List transformable attributes with empty valueTransformerName in the model.",
      fixes: """
        Use NSSecureUnarchiveFromData or a subclass registered under its name; add a model version \
        because the transformer name is part of the model.
        """,
      severity: .warning, systems: "iOS 13+", specificity: 90, confidence: .high),
    Explanation(
      id: "coredata-insecure-transformer-property", framework: .coreData,
      patterns: """
        Property '[property:word]' on Entity '[entity:word]' is using nil or an insecure \
        NSValueTransformer
        """,
      meaning: "Names one attribute that uses the insecure default transformer.",
      causes: "The attribute is transformable and names no transformer, or the insecure default.",
      confirm: "Attribute and entity in the message.",
      fixes: "Set NSSecureUnarchiveFromData.",
      severity: .warning, specificity: 90, confidence: .high),
    Explanation(
      id: "coredata-keyed-unarchive-deprecated", framework: .coreData,
      patterns: "{'|}NSKeyedUnarchiveFromData{'|} should not be used to for un-archiving",
      meaning: "Runtime warning for the insecure transformer.",
      causes: "Insecure transformer in use.",
      confirm: """
        List the model's transformable attributes; the one meant has no transformer or this one.
        """,
      fixes: "Switch to the secure transformer.",
      severity: .warning, specificity: 90, confidence: .high),
    Explanation(
      id: "coredata-transformer-class-missing", framework: .coreData,
      patterns: """
        no NSValueTransformer with class name '[transformer:word]' was found for attribute \
        '[attribute:word]' on entity '[entity:word]'
        """,
      meaning: "The transformer named in the model is not registered.",
      causes: "Transformer class not registered before the store loads; name mismatch.",
      confirm: "Transformer name in the model versus ValueTransformer.valueTransformerNames().",
      fixes: "Register it before creating the container.",
      severity: .error, specificity: 90, confidence: .high),
  ]
}
