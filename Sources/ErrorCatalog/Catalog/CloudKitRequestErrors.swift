extension ExplanationCatalog {
  /// CloudKit mirroring: import, export and other requests.
  static let cloudKitRequestErrors: [Explanation] = [
    Explanation(
      id: "ck-134407-store-removed",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134407,
      codes: [134407],
      patterns: ["was cancelled because the store was removed from the coordinator"],
      userInfoKeys: ["NSLocalizedFailureReason", "NSUnderlyingError", "NSUnderlyingException"],
      meaning: "A sync request was cancelled because its store was removed.",
      causes: ["Store or container removed while syncing (also account change flows)."],
      confirm: ["Container lifetime; removePersistentStore calls."],
      fixes: ["Do not remove stores during sync; reload later."],
      severity: .error,
      specificity: 80,
      confidence: .medium,
      notes: "Undocumented code (not in CoreDataErrors.h).",
      examples: [
        "Request '5FFC9F71' was cancelled because the store was removed from the coordinator."
      ],
      patternTests: [
        "Error Domain=NSCocoaErrorDomain Code=134407 \"(null)\"",
        "The operation couldn’t be completed. (Cocoa error 134407.)",
      ],
      sources: [
        """
        https://apple-docs.everest.mt/docs/technotes/tn3164-debugging-the-synchronization-of-nsper\
        sistentcloudkitcontainer/
        """
      ]
    ),
    Explanation(
      id: "ck-134412-import-related-missing",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134412,
      codes: [134412],
      userInfoKeys: ["NSLocalizedFailureReason", "NSUnderlyingError", "NSUnderlyingException"],
      meaning: "Import could not resolve an object of a mirrored relationship (also 134413).",
      causes: ["Record of the related object not (yet) imported or deleted."],
      confirm: ["Dangling keys in the entity tables."],
      fixes: ["Usually resolves on a later import."],
      severity: .error,
      specificity: 80,
      confidence: .low,
      notes: "Undocumented code (not in CoreDataErrors.h).",
      examples: ["Error Domain=NSCocoaErrorDomain Code=134412 \"(null)\""],
      patternTests: ["The operation couldn’t be completed. (Cocoa error 134412.)"],
      sources: [
        """
        https://apple-docs.everest.mt/docs/technotes/tn3164-debugging-the-synchronization-of-nsper\
        sistentcloudkitcontainer/
        """
      ]
    ),
    Explanation(
      id: "ck-134413-import-many-to-many-missing",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134413,
      codes: [134413],
      userInfoKeys: ["NSLocalizedFailureReason", "NSUnderlyingError", "NSUnderlyingException"],
      meaning: "Import could not resolve one end of a many-to-many relationship.",
      causes: ["One of the two records missing."],
      confirm: ["Join table rows without counterpart."],
      fixes: ["Usually resolves on a later import."],
      severity: .error,
      specificity: 80,
      confidence: .low,
      notes: "Undocumented code (not in CoreDataErrors.h).",
      examples: ["Error Domain=NSCocoaErrorDomain Code=134413 \"(null)\""],
      patternTests: ["The operation couldn’t be completed. (Cocoa error 134413.)"],
      sources: [
        """
        https://apple-docs.everest.mt/docs/technotes/tn3164-debugging-the-synchronization-of-nsper\
        sistentcloudkitcontainer/
        """
      ]
    ),
    Explanation(
      id: "ck-134416-identity-update",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134416,
      codes: [134416],
      userInfoKeys: ["NSLocalizedFailureReason", "NSUnderlyingError", "NSUnderlyingException"],
      meaning: "Sync was interrupted by an identity update.",
      causes: ["Identity/keychain update of iCloud."],
      confirm: ["Log line."],
      fixes: ["Retry."],
      severity: .warning,
      specificity: 80,
      confidence: .low,
      notes: "Undocumented code (not in CoreDataErrors.h).",
      examples: ["Error Domain=NSCocoaErrorDomain Code=134416 \"(null)\""],
      patternTests: ["The operation couldn’t be completed. (Cocoa error 134416.)"],
      sources: [
        """
        https://apple-docs.everest.mt/docs/technotes/tn3164-debugging-the-synchronization-of-nsper\
        sistentcloudkitcontainer/
        """
      ]
    ),
    Explanation(
      id: "ck-134417-already-pending",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134417,
      codes: [134417],
      patterns: ["was cancelled because there is already a pending request of type"],
      userInfoKeys: ["NSLocalizedFailureReason", "NSUnderlyingError", "NSUnderlyingException"],
      meaning: "A request of the same kind is already queued; harmless.",
      causes: ["Several triggers close together."],
      confirm: ["Repeated in log."],
      fixes: ["Ignore."],
      severity: .info,
      specificity: 80,
      confidence: .medium,
      notes: "Undocumented code (not in CoreDataErrors.h).",
      examples: [
        """
        Request '<NSCloudKitMirroringExportRequest: 0x1>' was cancelled because there is already \
        a pending request of type 'NSCloudKitMirroringExportRequest'.
        """
      ],
      patternTests: [
        "Error Domain=NSCocoaErrorDomain Code=134417 \"(null)\"",
        "The operation couldn’t be completed. (Cocoa error 134417.)",
      ],
      sources: [
        """
        https://apple-docs.everest.mt/docs/technotes/tn3164-debugging-the-synchronization-of-nsper\
        sistentcloudkitcontainer/
        """
      ]
    ),
    Explanation(
      id: "ck-134419-deferred",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134419,
      codes: [134419],
      patterns: ["aborted because {it|the activity} was deferred by the system"],
      userInfoKeys: ["NSLocalizedFailureReason", "NSUnderlyingError", "NSUnderlyingException"],
      meaning: "The system postponed the sync activity (energy, network, background time).",
      causes: ["Low power, no network, background limits."],
      confirm: ["Log line."],
      fixes: ["Nothing; it runs later."],
      severity: .info,
      specificity: 80,
      confidence: .medium,
      notes: "Undocumented code (not in CoreDataErrors.h).",
      examples: ["The request was aborted because it was deferred by the system."],
      patternTests: [
        "Error Domain=NSCocoaErrorDomain Code=134419 \"(null)\"",
        "The operation couldn’t be completed. (Cocoa error 134419.)",
      ],
      sources: [
        """
        https://apple-docs.everest.mt/docs/technotes/tn3164-debugging-the-synchronization-of-nsper\
        sistentcloudkitcontainer/
        """
      ]
    ),
    Explanation(
      id: "ck-134420-serialization-exception",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134420,
      codes: [134420],
      userInfoKeys: ["NSLocalizedFailureReason", "NSUnderlyingError", "NSUnderlyingException"],
      meaning: "An object could not be turned into a CloudKit record because of an exception.",
      causes: [
        "Value of a wrong type for the attribute (Unacceptable type of value for attribute).",
        "Transformer failure.",
      ],
      confirm: ["NSUnderlyingException text."],
      fixes: ["Fix the value or transformer."],
      severity: .error,
      specificity: 80,
      alsoMatches: ["coredata-unacceptable-type"],
      confidence: .medium,
      notes: "Undocumented code (not in CoreDataErrors.h).",
      examples: [
        """
        Error Domain=NSCocoaErrorDomain Code=134420 "(null)" \
        UserInfo={NSUnderlyingException=Unacceptable type of value for attribute
        """
      ],
      patternTests: ["The operation couldn’t be completed. (Cocoa error 134420.)"],
      sources: [
        """
        https://apple-docs.everest.mt/docs/technotes/tn3164-debugging-the-synchronization-of-nsper\
        sistentcloudkitcontainer/
        """
      ]
    ),
    Explanation(
      id: "ck-134421-unhandled-exception",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134421,
      codes: [134421],
      patterns: [
        "{Import|Export|Setup} failed because …unhandled exception",
        "{Import|Export|Setup} encountered an unhandled exception",
      ],
      userInfoKeys: ["NSLocalizedFailureReason", "NSUnderlyingError", "NSUnderlyingException"],
      meaning: "Import, export or setup hit an exception inside mirroring.",
      causes: ["Inconsistent store (missing tables/rows), history problems, bad values."],
      confirm: ["NSUnderlyingException; integrity check and dangling-key scan of the store."],
      fixes: ["Fix the store; file feedback."],
      severity: .error,
      specificity: 80,
      confidence: .medium,
      notes: "Undocumented code (not in CoreDataErrors.h).",
      examples: [
        "Import failed because applying the accumulated changes hit an unhandled exception."
      ],
      patternTests: [
        "Error Domain=NSCocoaErrorDomain Code=134421 \"(null)\"",
        "The operation couldn’t be completed. (Cocoa error 134421.)",
      ],
      sources: [
        """
        https://apple-docs.everest.mt/docs/technotes/tn3164-debugging-the-synchronization-of-nsper\
        sistentcloudkitcontainer/
        """
      ]
    ),
  ]
}
