extension ExplanationCatalog {
  /// Cases of `SwiftDataError` and `DataStoreError` thrown by fetches and history requests.
  static let swiftDataFetchErrors: [Explanation] = [
    Explanation(
      id: "swiftdata-missing-model-context",
      framework: .swiftData, domain: "SwiftData.SwiftDataError", code: 1,
      symbol: "SwiftDataError.missingModelContext",
      meaning: "An operation needed a ModelContext but the model or query had none.",
      causes: """
        Model instance not inserted, or already deleted and saved.
        Container released while models were kept.
        """,
      confirm: """
        Check model.modelContext != nil at the call; check that the ModelContainer is retained.
        """,
      fixes: "Insert before use; keep the container alive; re-fetch by PersistentIdentifier.",
      severity: .error, systems: "iOS 17.0+", specificity: 70, confidence: .medium),
    Explanation(
      id: "swiftdata-unsupported-predicate",
      framework: .swiftData, domain: "SwiftData.SwiftDataError", code: 1,
      symbol: "SwiftDataError.unsupportedPredicate",
      meaning: "The #Predicate could not be translated for the store.",
      causes: """
        Computed or @Transient property in the predicate.
        Enum/Codable member, rawValue, string functions or nested optional relationships that \
        SwiftData cannot translate.
        """,
      confirm: """
        List each key path in the predicate and check that it is a stored attribute (a Z column) \
        of the entity.
        """,
      fixes: """
        Filter on stored attributes only; store a raw value column; filter the rest in memory.
        """,
      severity: .error, systems: "iOS 17.0+", specificity: 70, confidence: .medium),
    Explanation(
      id: "swiftdata-unsupported-key-path",
      framework: .swiftData, domain: "SwiftData.SwiftDataError", code: 1,
      symbol: "SwiftDataError.unsupportedKeyPath",
      meaning: "A key path used in a fetch is not one the store can resolve.",
      causes: "Key path goes into a computed property or into a Codable/.codable value.",
      confirm: "Check that the key path names a persisted attribute or relationship of the entity.",
      fixes: "Use a persisted attribute.",
      severity: .error, systems: "iOS 17.0+", specificity: 70, confidence: .medium),
    Explanation(
      id: "swiftdata-unsupported-sort-descriptor",
      framework: .swiftData, domain: "SwiftData.SwiftDataError", code: 1,
      symbol: "SwiftDataError.unsupportedSortDescriptor",
      meaning: "A sort descriptor cannot be translated for the store.",
      causes: """
        Sort by computed/transient property, by a .codable attribute, or across an optional to-many.
        """,
      confirm: "Check the sort key path against the columns of the entity table.",
      fixes: "Sort on a stored attribute or sort the result in memory.",
      severity: .error, systems: "iOS 17.0+", specificity: 70, confidence: .medium),
    Explanation(
      id: "swiftdata-include-pending-changes-with-batch-size",
      framework: .swiftData, domain: "SwiftData.SwiftDataError", code: 1,
      symbol: "SwiftDataError.includePendingChangesWithBatchSize",
      meaning: "A fetch combined includePendingChanges with a batch size, which is not allowed.",
      causes: "FetchDescriptor.includePendingChanges left true with fetch(_:batchSize:).",
      confirm: "Inspect the FetchDescriptor.",
      fixes: "Set includePendingChanges = false or drop the batch size.",
      severity: .error, systems: "iOS 17.0+", specificity: 70, confidence: .high),
    Explanation(
      id: "swiftdata-sorting-pending-changes-with-identifiers",
      framework: .swiftData, domain: "SwiftData.SwiftDataError", code: 1,
      symbol: "SwiftDataError.sortingPendingChangesWithIdentifiers",
      meaning: """
        fetchIdentifiers was given a sort while pending changes are included; the sort cannot be \
        done for identifiers.
        """,
      causes: """
        fetchIdentifiers(FetchDescriptor(sortBy:)) with includePendingChanges true (the default).
        """,
      confirm: "Inspect the FetchDescriptor.",
      fixes: "Set includePendingChanges = false (answer by an Apple frameworks engineer).",
      severity: .error, systems: "iOS 17.0+", specificity: 70, confidence: .high),
    Explanation(
      id: "swiftdata-invalid-transaction-fetch-request",
      framework: .swiftData, domain: "SwiftData.SwiftDataError", code: 1,
      symbol: "SwiftDataError.invalidTransactionFetchRequest",
      meaning: """
        A history fetch (HistoryDescriptor) could not be turned into a valid transaction request.
        """,
      causes: "Unsupported predicate on the history transaction.",
      confirm: "Reduce the predicate to author/token/timestamp.",
      fixes: "Simplify the HistoryDescriptor.",
      severity: .error, systems: "iOS 18.0+", specificity: 70, confidence: .medium),
    Explanation(
      id: "swiftdata-history-token-expired",
      framework: .swiftData, domain: "SwiftData.SwiftDataError", code: 1,
      symbol: "SwiftDataError.historyTokenExpired",
      meaning: """
        The history token refers to history that has been deleted or does not belong to this store.
        """,
      causes: """
        History was purged with deleteHistory.
        Store file was replaced or restored.
        Schema change truncated the persistent history.
        """,
      confirm: """
        SELECT MIN(Z_PK), MAX(Z_PK), COUNT(*) FROM ATRANSACTION; compare with the token.
        Compare Z_METADATA.Z_UUID with the store id in the token.
        """,
      fixes: """
        Drop the saved token and process all history (or re-read everything), then save the new \
        token.
        """,
      severity: .error, systems: "iOS 18.0+", specificity: 70, confidence: .medium),
    Explanation(
      id: "swiftdata-datastore-unsupported-feature",
      framework: .swiftData, domain: "SwiftData.DataStoreError",
      symbol: "DataStoreError.unsupportedFeature",
      patterns: "DataStoreError…unsupportedFeature",
      meaning: "A custom or default DataStore was asked for a feature it does not implement.",
      causes: "Custom DataStore implementation or unsupported request.",
      confirm: "Check whether a custom DataStoreConfiguration is in use.",
      fixes: "Implement the feature in the DataStore or avoid the request.",
      severity: .error, systems: "iOS 18.0+", specificity: 70, confidence: .medium),
    Explanation(
      id: "swiftdata-datastore-invalid-predicate",
      framework: .swiftData, domain: "SwiftData.DataStoreError",
      symbol: "DataStoreError.invalidPredicate",
      patterns: "DataStoreError…invalidPredicate",
      meaning: "The data store rejected the predicate.",
      causes: "Custom DataStore implementation or unsupported request.",
      confirm: "Check whether a custom DataStoreConfiguration is in use.",
      fixes: "Simplify the predicate or return preferInMemoryFilter.",
      severity: .error, systems: "iOS 18.0+", specificity: 70, confidence: .medium),
    Explanation(
      id: "swiftdata-datastore-prefer-in-memory-filter",
      framework: .swiftData, domain: "SwiftData.DataStoreError",
      symbol: "DataStoreError.preferInMemoryFilter",
      patterns: "DataStoreError…preferInMemoryFilter",
      meaning: """
        Signal from a data store: SwiftData should filter in memory. Seen by users only when it \
        leaks from a custom store.
        """,
      causes: "Custom DataStore implementation or unsupported request.",
      confirm: "Check whether a custom DataStoreConfiguration is in use.",
      fixes: "Let SwiftData handle it; do not rethrow to the caller.",
      severity: .error, systems: "iOS 18.0+", specificity: 70, confidence: .medium),
    Explanation(
      id: "swiftdata-datastore-prefer-in-memory-sort",
      framework: .swiftData, domain: "SwiftData.DataStoreError",
      symbol: "DataStoreError.preferInMemorySort",
      patterns: "DataStoreError…preferInMemorySort",
      meaning: """
        Signal from a data store: SwiftData should sort in memory. Seen by users only when it \
        leaks from a custom store.
        """,
      causes: "Custom DataStore implementation or unsupported request.",
      confirm: "Check whether a custom DataStoreConfiguration is in use.",
      fixes: "Let SwiftData handle it; do not rethrow to the caller.",
      severity: .error, systems: "iOS 18.0+", specificity: 70, confidence: .medium),
  ]
}
