extension ExplanationCatalog {
  private static let error = ExplanationFamily(
    framework: .coreData, domain: "NSCocoaErrorDomain", severity: .error, specificity: 60,
    causes: "A value breaks a validation rule of the model.",
    confirm: """
      NSValidationErrorObject, NSValidationErrorKey and NSValidationErrorValue name object, \
      property and value.
      """,
    fixes: "Correct the value before saving or relax the rule.")

  /// Validation on save: required values, counts, delete rules; numbers, dates, texts.
  static let validationErrors: [Explanation] = [
    error(
      "cocoa-1550", code: 1550, symbol: "NSManagedObjectValidationError",
      patterns: "NSValidationErrorValue=Relationship '[relationship:word]' on managed object",
      meaning: "A value breaks a validation rule of the model.",
      causes:
        "Custom validation, or an object whose relationships contain temporary/foreign objects."),
    error(
      "coredata-dangling-reference", specificity: 85, parent: "cocoa-1550",
      patterns: "Dangling reference to an invalid object",
      meaning: """
        The object that is saved has a relationship to one that is no longer valid: it was \
        deleted, or never got into this context.
        """,
      causes: """
        The related object was deleted and the relationship kept (no inverse, or No Action).
        The related object belongs to another context, or its insertion was undone.
        """,
      confirm: """
        NSValidationErrorKey names the relationship; its objects' isDeleted and \
        managedObjectContext tell which it is.
        """,
      fixes: "Take the object out of the relationship before it is deleted; give it an inverse."),
    error(
      "cocoa-1551", code: 1551, symbol: "NSManagedObjectConstraintValidationError",
      patterns: "One or more constraints were violated",
      meaning: "One or more uniqueness constraints were violated at validation."),
    error(
      "cocoa-1560", code: 1560, symbol: "NSValidationMultipleErrorsError", specificity: 40,
      patterns: "Multiple validation errors occurred",
      meaning: "Several validation errors; each one is in NSDetailedErrors.",
      confirm: "Iterate userInfo[NSDetailedErrorsKey]."),
    error(
      "cocoa-1570", code: 1570, symbol: "NSValidationMissingMandatoryPropertyError",
      patterns: "[property:word] is a required value",
      meaning: "A non-optional property is nil at save.",
      causes: """
        Property never set, or set to nil by a nullify rule.
        SwiftData: related object created implicitly through a one-way relationship (inverse: nil) \
        and saved without values.
        """,
      confirm: """
        NSValidationErrorKey names the property; check it is non-optional in the model.
        'storedoctor rows STORE ENTITY --where "PROPERTY IS NULL"' shows the rows without a value.
        """),
    error(
      "cocoa-1580", code: 1580, symbol: "NSValidationRelationshipLacksMinimumCountError",
      patterns: "Too few items in [property:word]",
      meaning: "To-many relationship has too few objects."),
    error(
      "cocoa-1590", code: 1590, symbol: "NSValidationRelationshipExceedsMaximumCountError",
      patterns: "Too many items in [property:word]",
      meaning: "To-many relationship has too many objects."),
    error(
      "cocoa-1600", code: 1600, symbol: "NSValidationRelationshipDeniedDeleteError",
      confidence: .medium,
      meaning: "A delete was refused because a relationship with the Deny rule is not empty.",
      causes: "deleteRule deny and related objects exist.",
      confirm: "Count related rows.",
      fixes: "Delete or detach related objects first."),
    error(
      "cocoa-1610", code: 1610, symbol: "NSValidationNumberTooLargeError",
      meaning: "Number is above the maximum."),
    error(
      "cocoa-1620", code: 1620, symbol: "NSValidationNumberTooSmallError",
      meaning: "Number is below the minimum."),
    error(
      "cocoa-1630", code: 1630, symbol: "NSValidationDateTooLateError",
      meaning: "Date is after the maximum."),
    error(
      "cocoa-1640", code: 1640, symbol: "NSValidationDateTooSoonError",
      meaning: "Date is before the minimum."),
    error(
      "cocoa-1650", code: 1650, symbol: "NSValidationInvalidDateError",
      meaning: "Date does not match the expected pattern."),
    error(
      "cocoa-1660", code: 1660, symbol: "NSValidationStringTooLongError",
      meaning: "String is longer than the maximum."),
    error(
      "cocoa-1670", code: 1670, symbol: "NSValidationStringTooShortError",
      meaning: "String is shorter than the minimum."),
    error(
      "cocoa-1680", code: 1680, symbol: "NSValidationStringPatternMatchingError",
      meaning: "String does not match the regular expression of the attribute."),
    error(
      "cocoa-1690", code: 1690, symbol: "NSValidationInvalidURIError",
      meaning: "URI value cannot be represented as a string."),
  ]
}
