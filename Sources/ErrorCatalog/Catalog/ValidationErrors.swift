extension ExplanationCatalog {
  /// Validation on save: required values, counts, delete rules.
  static let validationErrors: [Explanation] = [
    Explanation(
      id: "cocoa-1550", framework: .coreData, domain: "NSCocoaErrorDomain", code: 1550,
      codes: [1550], symbol: "NSManagedObjectValidationError",
      meaning: "Generic validation error.",
      causes: """
        Custom validation, or an object whose relationships contain temporary/foreign objects.
        """,
      confirm: """
        NSValidationObjectErrorKey, NSValidationKeyErrorKey and NSValidationValueErrorKey name \
        object, property and value.
        """,
      fixes: "Correct the value before saving or relax the rule.",
      severity: .error, specificity: 60, confidence: .high),
    Explanation(
      id: "cocoa-1551", framework: .coreData, domain: "NSCocoaErrorDomain", code: 1551,
      codes: [1551], symbol: "NSManagedObjectConstraintValidationError",
      patterns: "One or more constraints were violated",
      meaning: "One or more uniqueness constraints were violated at validation.",
      causes: "A value breaks a validation rule of the model.",
      confirm: """
        NSValidationObjectErrorKey, NSValidationKeyErrorKey and NSValidationValueErrorKey name \
        object, property and value.
        """,
      fixes: "Correct the value before saving or relax the rule.",
      severity: .error, specificity: 60, confidence: .high),
    Explanation(
      id: "cocoa-1560", framework: .coreData, domain: "NSCocoaErrorDomain", code: 1560,
      codes: [1560], symbol: "NSValidationMultipleErrorsError",
      patterns: "Multiple validation errors occurred",
      meaning: "Several validation errors; each one is in NSDetailedErrors.",
      causes: "A value breaks a validation rule of the model.",
      confirm: "Iterate userInfo[NSDetailedErrorsKey].",
      fixes: "Correct the value before saving or relax the rule.",
      severity: .error, specificity: 60, confidence: .high),
    Explanation(
      id: "cocoa-1570", framework: .coreData, domain: "NSCocoaErrorDomain", code: 1570,
      codes: [1570], symbol: "NSValidationMissingMandatoryPropertyError",
      patterns: "[property:word] is a required value",
      meaning: "A non-optional property is nil at save.",
      causes: """
        Property never set, or set to nil by a nullify rule.
        SwiftData: related object created implicitly through a one-way relationship (inverse: nil) \
        and saved without values.
        """,
      confirm: """
        NSValidationErrorKey names the property; check it is non-optional in the model.
        SELECT rows WHERE Z<PROP> IS NULL.
        """,
      fixes: "Correct the value before saving or relax the rule.",
      severity: .error, specificity: 60, confidence: .high),
    Explanation(
      id: "cocoa-1580", framework: .coreData, domain: "NSCocoaErrorDomain", code: 1580,
      codes: [1580], symbol: "NSValidationRelationshipLacksMinimumCountError",
      patterns: "Too few items in [property:line]",
      meaning: "To-many relationship has too few objects.",
      causes: "A value breaks a validation rule of the model.",
      confirm: """
        NSValidationObjectErrorKey, NSValidationKeyErrorKey and NSValidationValueErrorKey name \
        object, property and value.
        """,
      fixes: "Correct the value before saving or relax the rule.",
      severity: .error, specificity: 60, confidence: .high),
    Explanation(
      id: "cocoa-1590", framework: .coreData, domain: "NSCocoaErrorDomain", code: 1590,
      codes: [1590], symbol: "NSValidationRelationshipExceedsMaximumCountError",
      patterns: "Too many items in [property:line]",
      meaning: "To-many relationship has too many objects.",
      causes: "A value breaks a validation rule of the model.",
      confirm: """
        NSValidationObjectErrorKey, NSValidationKeyErrorKey and NSValidationValueErrorKey name \
        object, property and value.
        """,
      fixes: "Correct the value before saving or relax the rule.",
      severity: .error, specificity: 60, confidence: .high),
    Explanation(
      id: "cocoa-1600", framework: .coreData, domain: "NSCocoaErrorDomain", code: 1600,
      codes: [1600], symbol: "NSValidationRelationshipDeniedDeleteError",
      meaning: "A delete was refused because a relationship with the Deny rule is not empty.",
      causes: "deleteRule deny and related objects exist.",
      confirm: "Count related rows.",
      fixes: "Delete or detach related objects first.",
      severity: .error, specificity: 60, confidence: .medium),
  ]
}
