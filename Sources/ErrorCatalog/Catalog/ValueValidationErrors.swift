extension ExplanationCatalog {
  /// Validation on save: numbers, dates, texts.
  static let valueValidationErrors: [Explanation] = [
    Explanation(
      id: "cocoa-1610", framework: .coreData, domain: "NSCocoaErrorDomain", code: 1610,
      codes: [1610], symbol: "NSValidationNumberTooLargeError",
      meaning: "Number is above the maximum.",
      causes: "A value breaks a validation rule of the model.",
      confirm: """
        NSValidationObjectErrorKey, NSValidationKeyErrorKey and NSValidationValueErrorKey name \
        object, property and value.
        """,
      fixes: "Correct the value before saving or relax the rule.",
      severity: .error, specificity: 60, confidence: .high),
    Explanation(
      id: "cocoa-1620", framework: .coreData, domain: "NSCocoaErrorDomain", code: 1620,
      codes: [1620], symbol: "NSValidationNumberTooSmallError",
      meaning: "Number is below the minimum.",
      causes: "A value breaks a validation rule of the model.",
      confirm: """
        NSValidationObjectErrorKey, NSValidationKeyErrorKey and NSValidationValueErrorKey name \
        object, property and value.
        """,
      fixes: "Correct the value before saving or relax the rule.",
      severity: .error, specificity: 60, confidence: .high),
    Explanation(
      id: "cocoa-1630", framework: .coreData, domain: "NSCocoaErrorDomain", code: 1630,
      codes: [1630], symbol: "NSValidationDateTooLateError",
      meaning: "Date is after the maximum.",
      causes: "A value breaks a validation rule of the model.",
      confirm: """
        NSValidationObjectErrorKey, NSValidationKeyErrorKey and NSValidationValueErrorKey name \
        object, property and value.
        """,
      fixes: "Correct the value before saving or relax the rule.",
      severity: .error, specificity: 60, confidence: .high),
    Explanation(
      id: "cocoa-1640", framework: .coreData, domain: "NSCocoaErrorDomain", code: 1640,
      codes: [1640], symbol: "NSValidationDateTooSoonError",
      meaning: "Date is before the minimum.",
      causes: "A value breaks a validation rule of the model.",
      confirm: """
        NSValidationObjectErrorKey, NSValidationKeyErrorKey and NSValidationValueErrorKey name \
        object, property and value.
        """,
      fixes: "Correct the value before saving or relax the rule.",
      severity: .error, specificity: 60, confidence: .high),
    Explanation(
      id: "cocoa-1650", framework: .coreData, domain: "NSCocoaErrorDomain", code: 1650,
      codes: [1650], symbol: "NSValidationInvalidDateError",
      meaning: "Date does not match the expected pattern.",
      causes: "A value breaks a validation rule of the model.",
      confirm: """
        NSValidationObjectErrorKey, NSValidationKeyErrorKey and NSValidationValueErrorKey name \
        object, property and value.
        """,
      fixes: "Correct the value before saving or relax the rule.",
      severity: .error, specificity: 60, confidence: .high),
    Explanation(
      id: "cocoa-1660", framework: .coreData, domain: "NSCocoaErrorDomain", code: 1660,
      codes: [1660], symbol: "NSValidationStringTooLongError",
      meaning: "String is longer than the maximum.",
      causes: "A value breaks a validation rule of the model.",
      confirm: """
        NSValidationObjectErrorKey, NSValidationKeyErrorKey and NSValidationValueErrorKey name \
        object, property and value.
        """,
      fixes: "Correct the value before saving or relax the rule.",
      severity: .error, specificity: 60, confidence: .high),
    Explanation(
      id: "cocoa-1670", framework: .coreData, domain: "NSCocoaErrorDomain", code: 1670,
      codes: [1670], symbol: "NSValidationStringTooShortError",
      meaning: "String is shorter than the minimum.",
      causes: "A value breaks a validation rule of the model.",
      confirm: """
        NSValidationObjectErrorKey, NSValidationKeyErrorKey and NSValidationValueErrorKey name \
        object, property and value.
        """,
      fixes: "Correct the value before saving or relax the rule.",
      severity: .error, specificity: 60, confidence: .high),
    Explanation(
      id: "cocoa-1680", framework: .coreData, domain: "NSCocoaErrorDomain", code: 1680,
      codes: [1680], symbol: "NSValidationStringPatternMatchingError",
      meaning: "String does not match the regular expression of the attribute.",
      causes: "A value breaks a validation rule of the model.",
      confirm: """
        NSValidationObjectErrorKey, NSValidationKeyErrorKey and NSValidationValueErrorKey name \
        object, property and value.
        """,
      fixes: "Correct the value before saving or relax the rule.",
      severity: .error, specificity: 60, confidence: .high),
    Explanation(
      id: "cocoa-1690", framework: .coreData, domain: "NSCocoaErrorDomain", code: 1690,
      codes: [1690], symbol: "NSValidationInvalidURIError",
      meaning: "URI value cannot be represented as a string.",
      causes: "A value breaks a validation rule of the model.",
      confirm: """
        NSValidationObjectErrorKey, NSValidationKeyErrorKey and NSValidationValueErrorKey name \
        object, property and value.
        """,
      fixes: "Correct the value before saving or relax the rule.",
      severity: .error, specificity: 60, confidence: .high),
  ]
}
