extension ExplanationCatalog {
  private static let message = ExplanationFamily(
    framework: .coreData, severity: .error, specificity: 90)

  /// Values of a wrong type, accessors that cannot be made, and what secure coding refuses.
  static let valueMessages: [Explanation] = [
    message(
      "coredata-scalar-type", severity: .critical,
      patterns: """
        Property '[property:line]' is a scalar type on class '[class:path]' that does not match \
        its Entity's property's scalar type
        """,
      meaning: """
        The property's scalar type in the class is another one than the attribute has in the \
        model, so no accessor can be made; the next use raises 'unrecognized selector'.
        """,
      causes: "Int or Int32 in the class for an Integer 64 attribute; Bool for an Integer 16.",
      confirm: "Compare the attribute's type in the model with the @NSManaged property.",
      fixes: "Use the type that belongs to it: Int64, Int32, Int16, Double, Float or Bool."),
    message(
      "coredata-no-dynamic-accessor", severity: .warning,
      patterns: """
        dynamic accessors failed to find @property implementation for '[property:word]' for entity \
        [entity:word] while resolving selector
        """,
      meaning: """
        A property of the entity was asked for that the class does not declare as @NSManaged or \
        @dynamic.
        """,
      causes: """
        The class lacks the property, or has it as a plain stored one.
        Entities with ABCD names are those of the system's Contacts; it is no fault of yours.
        """,
      confirm: "Does the class of the entity declare it with @NSManaged?",
      fixes: "Declare it with @NSManaged; ignore the lines about Contacts."),
    message(
      "coredata-class-not-allowed", severity: .critical,
      patterns: """
        Object of class [class:path] is not among allowed top level class list
        not among allowed top level class
        """,
      meaning: """
        A Transformable attribute was given an object that its secure transformer does not allow; \
        the save raises.
        """,
      causes: "NSSecureUnarchiveFromData allows Foundation's plain types only.",
      confirm: "The class in the message; the transformer of the attribute in the model.",
      fixes: """
        Make a subclass of NSSecureUnarchiveFromDataTransformer that lists the class in \
        allowedTopLevelClasses, register it before the store loads, and name it in the model.
        """),
    message(
      "coredata-unexpected-class", severity: .error,
      patterns: "value for key '[key:line]' was of unexpected class '[class:line]'",
      meaning: "Secure coding met a class that the reader did not allow; the value is not read.",
      causes: """
        A Transformable attribute (or a binary store) holds a class beyond the plain ones, such \
        as UIColor or NSAttributedString.
        """,
      confirm: "The list of allowed classes follows in the message.",
      fixes: "Allow the class in your own secure transformer, or keep the value as Data yourself."),
    message(
      "coredata-unarchive-no-data", severity: .critical, confidence: .medium,
      patterns: "Cannot unarchive type from non-NSData object",
      meaning: "A secure transformer was asked to unarchive something that is not Data.",
      causes: """
        transformedValue and reverseTransformedValue called the wrong way round: the secure \
        transformers unarchive with the first and archive with the second.
        A library transforms a value that Core Data transforms itself.
        """,
      confirm: "The frame of the transformer's caller.",
      fixes: "Swap the two calls, or let Core Data alone transform the attribute."),
    message(
      "coredata-declared-type", severity: .warning, confidence: .medium,
      patterns: """
        Declared Objective-C type '[declared type:line]' for attribute named [attribute:word] is \
        not valid
        """,
      meaning: """
        The custom class of a Transformable attribute is not a class Objective-C knows: it is \
        written as a Swift type.
        """,
      causes: "Custom class '[String]' or '[String : Any]' in the model editor.",
      confirm: "The attribute's custom class in the model.",
      fixes: "Write NSArray or NSDictionary there, and keep the Swift type in the property."),
    message(
      "coredata-external-data-missing", confidence: .medium,
      patterns: "Failed to clone external data reference",
      meaning: """
        A value with external storage could not be copied: the file it refers to, in the folder \
        beside the store, is not there.
        """,
      causes: """
        The store was moved or copied without its hidden _SUPPORT folder.
        The app was ended while the value was written.
        """,
      confirm: "Is there a hidden folder '…_SUPPORT/_EXTERNAL_DATA' beside the store?",
      fixes: "Copy the folder with the store; set the value again, or clear it."),
    message(
      "swift-invalid-raw-value", framework: .swiftData, severity: .critical, confidence: .medium,
      patterns: """
        Cannot initialize [enum:word] from invalid {String|Int|Int16|Int32|Int64} value \
        [value:word]
        """,
      meaning: """
        Swift decoded an enum and found a raw value that none of its cases has. Of a stored model \
        it is a value that an older or a newer version of the app has written.
        """,
      causes: """
        A case was removed, or got another raw value, and rows with the old one exist.
        Code or an import wrote the raw value by itself.
        """,
      confirm: "'storedoctor check STORE --model PATH' counts such rows [unknown-case].",
      fixes: """
        Give the old raw value a case again; to be rid of it, write another one into the rows in \
        'willMigrate' of a custom stage, where the old version still has the case.
        """),
    message(
      "swiftdata-copy-value-out", framework: .swiftData, severity: .critical,
      parent: "swiftdata-unknown-trap", confidence: .low,
      patterns: "This method expects to be able to copy the value out of the managed object",
      meaning: """
        SwiftData was asked for a value that it could not get from the row behind a model. Only \
        the message is published; a deleted or detached model is the likely cause.
        """,
      causes: "A model read after it was deleted, or after its context was let go of.",
      confirm: "Which property does the first frame of your code read, and is the model deleted?",
      fixes: "Fetch the model again; do not hold models past their deletion."),
    message(
      "coredata-merge-policy-failed", severity: .error, specificity: 60, confidence: .low,
      patterns: "Merge policy failed - unable to complete merging",
      meaning: "A conflict could not be solved by the context's merge policy.",
      causes: "An object of the conflict is gone from the store, or the conflict list is empty.",
      confirm: "conflictList in userInfo names the objects.",
      fixes: "Refresh the objects of the conflict and save again."),
    message(
      "staged-closure-crash", specificity: 85, confidence: .medium,
      patterns: "NSCustomMigrationStage.{willMigrate|didMigrate}Handler.setter",
      meaning: """
        A crash report whose frames lie in the closure of a custom migration stage; what the \
        frames above it do is the cause.
        """,
      causes: """
        A force unwrap, an index or a try! in willMigrate or didMigrate.
        A model of the other version used in the closure.
        """,
      confirm: """
        'storedoctor migrate STORE --model PATH -o NEW' runs the closures on a copy and names the \
        line.
        """,
      fixes: "Let the closure throw instead of trap, and use the models of its own version."),
  ]
}
