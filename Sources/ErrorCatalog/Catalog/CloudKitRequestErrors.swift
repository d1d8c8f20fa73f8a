extension ExplanationCatalog {
  /// CloudKit mirroring: import, export and other requests.
  static let cloudKitRequestErrors: [Explanation] = [
    Explanation(
      id: "ck-134407-store-removed",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134407, codes: [134407],
      patterns: "was cancelled because the store was removed from the coordinator",
      meaning: "A sync request was cancelled because its store was removed.",
      causes: "Store or container removed while syncing (also account change flows).",
      confirm: "Container lifetime; removePersistentStore calls.",
      fixes: "Do not remove stores during sync; reload later.",
      severity: .error, specificity: 80, confidence: .medium),
    Explanation(
      id: "ck-134412-import-related-missing",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134412, codes: [134412],
      meaning: "Import could not resolve an object of a mirrored relationship (also 134413).",
      causes: "Record of the related object not (yet) imported or deleted.",
      confirm: "Dangling keys in the entity tables.",
      fixes: "Usually resolves on a later import.",
      severity: .error, specificity: 80, confidence: .low),
    Explanation(
      id: "ck-134413-import-many-to-many-missing",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134413, codes: [134413],
      meaning: "Import could not resolve one end of a many-to-many relationship.",
      causes: "One of the two records missing.",
      confirm: "Join table rows without counterpart.",
      fixes: "Usually resolves on a later import.",
      severity: .error, specificity: 80, confidence: .low),
    Explanation(
      id: "ck-134416-identity-update",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134416, codes: [134416],
      meaning: "Sync was interrupted by an identity update.",
      causes: "Identity/keychain update of iCloud.",
      confirm: "Log line.",
      fixes: "Retry.",
      severity: .warning, specificity: 80, confidence: .low),
    Explanation(
      id: "ck-134417-already-pending",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134417, codes: [134417],
      patterns: "was cancelled because there is already a pending request of type",
      meaning: "A request of the same kind is already queued; harmless.",
      causes: "Several triggers close together.",
      confirm: "Repeated in log.",
      fixes: "Ignore.",
      severity: .info, specificity: 80, confidence: .medium),
    Explanation(
      id: "ck-134419-deferred", framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134419,
      codes: [134419],
      patterns: "aborted because {it|the activity} was deferred by the system",
      meaning: "The system postponed the sync activity (energy, network, background time).",
      causes: "Low power, no network, background limits.",
      confirm: "Log line.",
      fixes: "Nothing; it runs later.",
      severity: .info, specificity: 80, confidence: .medium),
    Explanation(
      id: "ck-134420-serialization-exception",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134420, codes: [134420],
      meaning: "An object could not be turned into a CloudKit record because of an exception.",
      causes: """
        Value of a wrong type for the attribute (Unacceptable type of value for attribute).
        Transformer failure.
        """,
      confirm: "NSUnderlyingException text.",
      fixes: "Fix the value or transformer.",
      severity: .error, specificity: 80, alsoMatches: ["coredata-unacceptable-type"],
      confidence: .medium),
    Explanation(
      id: "ck-134421-unhandled-exception",
      framework: .cloudKit, domain: "NSCocoaErrorDomain", code: 134421, codes: [134421],
      patterns: """
        {Import|Export|Setup} failed because …unhandled exception
        {Import|Export|Setup} encountered an unhandled exception
        """,
      meaning: "Import, export or setup hit an exception inside mirroring.",
      causes: "Inconsistent store (missing tables/rows), history problems, bad values.",
      confirm: "NSUnderlyingException; integrity check and dangling-key scan of the store.",
      fixes: "Fix the store; file feedback.",
      severity: .error, specificity: 80, confidence: .medium),
  ]
}
