extension ExplanationCatalog {
  /// Validation on save: numbers, dates, texts.
  static let valueValidationErrors: [Explanation] = [
    Explanation(
      id: "cocoa-1610",
      framework: .coreData, domain: "NSCocoaErrorDomain", code: 1610,
      codes: [1610],
      symbol: "NSValidationNumberTooLargeError",
      userInfoKeys: [
        "NSValidationErrorObject",
        "NSValidationErrorKey",
        "NSValidationErrorValue",
        "NSValidationErrorPredicate",
        "NSDetailedErrors",
      ],
      meaning: "Number is above the maximum.",
      causes: ["A value breaks a validation rule of the model."],
      confirm: [
        """
        NSValidationObjectErrorKey, NSValidationKeyErrorKey and NSValidationValueErrorKey name \
        object, property and value.
        """
      ],
      fixes: ["Correct the value before saving or relax the rule."],
      severity: .error,
      specificity: 60,
      confidence: .high,
      examples: ["Error Domain=NSCocoaErrorDomain Code=1610 \"(null)\""],
      patternTests: ["The operation couldn’t be completed. (Cocoa error 1610.)"],
      sources: [
        """
        https://github.com/phracker/MacOSX-SDKs/blob/8702ce6112cc870dda5f9c2d65ea37a2d5f95371/MacO\
        SX12.1.sdk/System/Library/Frameworks/CoreData.framework/Versions/Current/Headers/CoreDataE\
        rrors.h
        """,
        "https://developer.apple.com/documentation/coredata/1535452-validation-error-codes.md",
      ]
    ),
    Explanation(
      id: "cocoa-1620",
      framework: .coreData, domain: "NSCocoaErrorDomain", code: 1620,
      codes: [1620],
      symbol: "NSValidationNumberTooSmallError",
      userInfoKeys: [
        "NSValidationErrorObject",
        "NSValidationErrorKey",
        "NSValidationErrorValue",
        "NSValidationErrorPredicate",
        "NSDetailedErrors",
      ],
      meaning: "Number is below the minimum.",
      causes: ["A value breaks a validation rule of the model."],
      confirm: [
        """
        NSValidationObjectErrorKey, NSValidationKeyErrorKey and NSValidationValueErrorKey name \
        object, property and value.
        """
      ],
      fixes: ["Correct the value before saving or relax the rule."],
      severity: .error,
      specificity: 60,
      confidence: .high,
      examples: ["Error Domain=NSCocoaErrorDomain Code=1620 \"(null)\""],
      patternTests: ["The operation couldn’t be completed. (Cocoa error 1620.)"],
      sources: [
        """
        https://github.com/phracker/MacOSX-SDKs/blob/8702ce6112cc870dda5f9c2d65ea37a2d5f95371/MacO\
        SX12.1.sdk/System/Library/Frameworks/CoreData.framework/Versions/Current/Headers/CoreDataE\
        rrors.h
        """,
        "https://developer.apple.com/documentation/coredata/1535452-validation-error-codes.md",
      ]
    ),
    Explanation(
      id: "cocoa-1630",
      framework: .coreData, domain: "NSCocoaErrorDomain", code: 1630,
      codes: [1630],
      symbol: "NSValidationDateTooLateError",
      userInfoKeys: [
        "NSValidationErrorObject",
        "NSValidationErrorKey",
        "NSValidationErrorValue",
        "NSValidationErrorPredicate",
        "NSDetailedErrors",
      ],
      meaning: "Date is after the maximum.",
      causes: ["A value breaks a validation rule of the model."],
      confirm: [
        """
        NSValidationObjectErrorKey, NSValidationKeyErrorKey and NSValidationValueErrorKey name \
        object, property and value.
        """
      ],
      fixes: ["Correct the value before saving or relax the rule."],
      severity: .error,
      specificity: 60,
      confidence: .high,
      examples: ["Error Domain=NSCocoaErrorDomain Code=1630 \"(null)\""],
      patternTests: ["The operation couldn’t be completed. (Cocoa error 1630.)"],
      sources: [
        """
        https://github.com/phracker/MacOSX-SDKs/blob/8702ce6112cc870dda5f9c2d65ea37a2d5f95371/MacO\
        SX12.1.sdk/System/Library/Frameworks/CoreData.framework/Versions/Current/Headers/CoreDataE\
        rrors.h
        """,
        "https://developer.apple.com/documentation/coredata/1535452-validation-error-codes.md",
      ]
    ),
    Explanation(
      id: "cocoa-1640",
      framework: .coreData, domain: "NSCocoaErrorDomain", code: 1640,
      codes: [1640],
      symbol: "NSValidationDateTooSoonError",
      userInfoKeys: [
        "NSValidationErrorObject",
        "NSValidationErrorKey",
        "NSValidationErrorValue",
        "NSValidationErrorPredicate",
        "NSDetailedErrors",
      ],
      meaning: "Date is before the minimum.",
      causes: ["A value breaks a validation rule of the model."],
      confirm: [
        """
        NSValidationObjectErrorKey, NSValidationKeyErrorKey and NSValidationValueErrorKey name \
        object, property and value.
        """
      ],
      fixes: ["Correct the value before saving or relax the rule."],
      severity: .error,
      specificity: 60,
      confidence: .high,
      examples: ["Error Domain=NSCocoaErrorDomain Code=1640 \"(null)\""],
      patternTests: ["The operation couldn’t be completed. (Cocoa error 1640.)"],
      sources: [
        """
        https://github.com/phracker/MacOSX-SDKs/blob/8702ce6112cc870dda5f9c2d65ea37a2d5f95371/MacO\
        SX12.1.sdk/System/Library/Frameworks/CoreData.framework/Versions/Current/Headers/CoreDataE\
        rrors.h
        """,
        "https://developer.apple.com/documentation/coredata/1535452-validation-error-codes.md",
      ]
    ),
    Explanation(
      id: "cocoa-1650",
      framework: .coreData, domain: "NSCocoaErrorDomain", code: 1650,
      codes: [1650],
      symbol: "NSValidationInvalidDateError",
      userInfoKeys: [
        "NSValidationErrorObject",
        "NSValidationErrorKey",
        "NSValidationErrorValue",
        "NSValidationErrorPredicate",
        "NSDetailedErrors",
      ],
      meaning: "Date does not match the expected pattern.",
      causes: ["A value breaks a validation rule of the model."],
      confirm: [
        """
        NSValidationObjectErrorKey, NSValidationKeyErrorKey and NSValidationValueErrorKey name \
        object, property and value.
        """
      ],
      fixes: ["Correct the value before saving or relax the rule."],
      severity: .error,
      specificity: 60,
      confidence: .high,
      examples: ["Error Domain=NSCocoaErrorDomain Code=1650 \"(null)\""],
      patternTests: ["The operation couldn’t be completed. (Cocoa error 1650.)"],
      sources: [
        """
        https://github.com/phracker/MacOSX-SDKs/blob/8702ce6112cc870dda5f9c2d65ea37a2d5f95371/MacO\
        SX12.1.sdk/System/Library/Frameworks/CoreData.framework/Versions/Current/Headers/CoreDataE\
        rrors.h
        """,
        "https://developer.apple.com/documentation/coredata/1535452-validation-error-codes.md",
      ]
    ),
    Explanation(
      id: "cocoa-1660",
      framework: .coreData, domain: "NSCocoaErrorDomain", code: 1660,
      codes: [1660],
      symbol: "NSValidationStringTooLongError",
      userInfoKeys: [
        "NSValidationErrorObject",
        "NSValidationErrorKey",
        "NSValidationErrorValue",
        "NSValidationErrorPredicate",
        "NSDetailedErrors",
      ],
      meaning: "String is longer than the maximum.",
      causes: ["A value breaks a validation rule of the model."],
      confirm: [
        """
        NSValidationObjectErrorKey, NSValidationKeyErrorKey and NSValidationValueErrorKey name \
        object, property and value.
        """
      ],
      fixes: ["Correct the value before saving or relax the rule."],
      severity: .error,
      specificity: 60,
      confidence: .high,
      examples: ["Error Domain=NSCocoaErrorDomain Code=1660 \"(null)\""],
      patternTests: ["The operation couldn’t be completed. (Cocoa error 1660.)"],
      sources: [
        """
        https://github.com/phracker/MacOSX-SDKs/blob/8702ce6112cc870dda5f9c2d65ea37a2d5f95371/MacO\
        SX12.1.sdk/System/Library/Frameworks/CoreData.framework/Versions/Current/Headers/CoreDataE\
        rrors.h
        """,
        "https://developer.apple.com/documentation/coredata/1535452-validation-error-codes.md",
      ]
    ),
    Explanation(
      id: "cocoa-1670",
      framework: .coreData, domain: "NSCocoaErrorDomain", code: 1670,
      codes: [1670],
      symbol: "NSValidationStringTooShortError",
      userInfoKeys: [
        "NSValidationErrorObject",
        "NSValidationErrorKey",
        "NSValidationErrorValue",
        "NSValidationErrorPredicate",
        "NSDetailedErrors",
      ],
      meaning: "String is shorter than the minimum.",
      causes: ["A value breaks a validation rule of the model."],
      confirm: [
        """
        NSValidationObjectErrorKey, NSValidationKeyErrorKey and NSValidationValueErrorKey name \
        object, property and value.
        """
      ],
      fixes: ["Correct the value before saving or relax the rule."],
      severity: .error,
      specificity: 60,
      confidence: .high,
      examples: ["Error Domain=NSCocoaErrorDomain Code=1670 \"(null)\""],
      patternTests: ["The operation couldn’t be completed. (Cocoa error 1670.)"],
      sources: [
        """
        https://github.com/phracker/MacOSX-SDKs/blob/8702ce6112cc870dda5f9c2d65ea37a2d5f95371/MacO\
        SX12.1.sdk/System/Library/Frameworks/CoreData.framework/Versions/Current/Headers/CoreDataE\
        rrors.h
        """,
        "https://developer.apple.com/documentation/coredata/1535452-validation-error-codes.md",
      ]
    ),
    Explanation(
      id: "cocoa-1680",
      framework: .coreData, domain: "NSCocoaErrorDomain", code: 1680,
      codes: [1680],
      symbol: "NSValidationStringPatternMatchingError",
      userInfoKeys: [
        "NSValidationErrorObject",
        "NSValidationErrorKey",
        "NSValidationErrorValue",
        "NSValidationErrorPredicate",
        "NSDetailedErrors",
      ],
      meaning: "String does not match the regular expression of the attribute.",
      causes: ["A value breaks a validation rule of the model."],
      confirm: [
        """
        NSValidationObjectErrorKey, NSValidationKeyErrorKey and NSValidationValueErrorKey name \
        object, property and value.
        """
      ],
      fixes: ["Correct the value before saving or relax the rule."],
      severity: .error,
      specificity: 60,
      confidence: .high,
      examples: ["Error Domain=NSCocoaErrorDomain Code=1680 \"(null)\""],
      patternTests: ["The operation couldn’t be completed. (Cocoa error 1680.)"],
      sources: [
        """
        https://github.com/phracker/MacOSX-SDKs/blob/8702ce6112cc870dda5f9c2d65ea37a2d5f95371/MacO\
        SX12.1.sdk/System/Library/Frameworks/CoreData.framework/Versions/Current/Headers/CoreDataE\
        rrors.h
        """,
        "https://developer.apple.com/documentation/coredata/1535452-validation-error-codes.md",
      ]
    ),
    Explanation(
      id: "cocoa-1690",
      framework: .coreData, domain: "NSCocoaErrorDomain", code: 1690,
      codes: [1690],
      symbol: "NSValidationInvalidURIError",
      userInfoKeys: [
        "NSValidationErrorObject",
        "NSValidationErrorKey",
        "NSValidationErrorValue",
        "NSValidationErrorPredicate",
        "NSDetailedErrors",
      ],
      meaning: "URI value cannot be represented as a string.",
      causes: ["A value breaks a validation rule of the model."],
      confirm: [
        """
        NSValidationObjectErrorKey, NSValidationKeyErrorKey and NSValidationValueErrorKey name \
        object, property and value.
        """
      ],
      fixes: ["Correct the value before saving or relax the rule."],
      severity: .error,
      specificity: 60,
      confidence: .high,
      examples: ["Error Domain=NSCocoaErrorDomain Code=1690 \"(null)\""],
      patternTests: ["The operation couldn’t be completed. (Cocoa error 1690.)"],
      sources: [
        """
        https://github.com/phracker/MacOSX-SDKs/blob/8702ce6112cc870dda5f9c2d65ea37a2d5f95371/MacO\
        SX12.1.sdk/System/Library/Frameworks/CoreData.framework/Versions/Current/Headers/CoreDataE\
        rrors.h
        """,
        "https://developer.apple.com/documentation/coredata/1535452-validation-error-codes.md",
      ]
    ),
  ]
}
