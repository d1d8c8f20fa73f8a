extension ExplanationCatalog {
  private static let error = ExplanationFamily(
    framework: .swiftData, domain: "SwiftData.SwiftDataError", code: 1, severity: .error,
    systems: "iOS 17.0+", specificity: 70, confidence: .medium)
  private static let storeError = ExplanationFamily(
    framework: .swiftData, domain: "SwiftData.DataStoreError", severity: .error,
    systems: "iOS 18.0+", specificity: 70, confidence: .medium,
    causes: "Custom DataStore implementation or unsupported request.",
    confirm: "Check whether a custom DataStoreConfiguration is in use.")

  /// Cases of `SwiftDataError` and `DataStoreError` thrown by fetches and history requests.
  static let swiftDataFetchErrors: [Explanation] = [
    error(
      "swiftdata-missing-model-context", symbol: "SwiftDataError.missingModelContext",
      meaning: "An operation needed a ModelContext but the model or query had none.",
      causes: """
        Model instance not inserted, or already deleted and saved.
        Container released while models were kept.
        """,
      confirm:
        "Check model.modelContext != nil at the call; check that the ModelContainer is retained.",
      fixes: "Insert before use; keep the container alive; re-fetch by PersistentIdentifier."),
    error(
      "swiftdata-unsupported-predicate", symbol: "SwiftDataError.unsupportedPredicate",
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
      fixes:
        "Filter on stored attributes only; store a raw value column; filter the rest in memory."),
    error(
      "swiftdata-unsupported-key-path", symbol: "SwiftDataError.unsupportedKeyPath",
      meaning: "A key path used in a fetch is not one the store can resolve.",
      causes: "Key path goes into a computed property or into a Codable/.codable value.",
      confirm: "Check that the key path names a persisted attribute or relationship of the entity.",
      fixes: "Use a persisted attribute."),
    error(
      "swiftdata-unsupported-sort-descriptor", symbol: "SwiftDataError.unsupportedSortDescriptor",
      meaning: "A sort descriptor cannot be translated for the store.",
      causes: """
        Sort by computed/transient property, by a .codable attribute, or across an optional to-many.
        """,
      confirm: "Check the sort key path against the columns of the entity table.",
      fixes: "Sort on a stored attribute or sort the result in memory."),
    error(
      "swiftdata-include-pending-changes-with-batch-size",
      symbol: "SwiftDataError.includePendingChangesWithBatchSize", confidence: .high,
      meaning: "A fetch combined includePendingChanges with a batch size, which is not allowed.",
      causes: "FetchDescriptor.includePendingChanges left true with fetch(_:batchSize:).",
      confirm: "Inspect the FetchDescriptor.",
      fixes: "Set includePendingChanges = false or drop the batch size."),
    error(
      "swiftdata-sorting-pending-changes-with-identifiers",
      symbol: "SwiftDataError.sortingPendingChangesWithIdentifiers", confidence: .high,
      meaning: """
        fetchIdentifiers was given a sort while pending changes are included; the sort cannot be \
        done for identifiers.
        """,
      causes:
        "fetchIdentifiers(FetchDescriptor(sortBy:)) with includePendingChanges true (the default).",
      confirm: "Inspect the FetchDescriptor.",
      fixes: "Set includePendingChanges = false (answer by an Apple frameworks engineer)."),
    error(
      "swiftdata-invalid-transaction-fetch-request",
      symbol: "SwiftDataError.invalidTransactionFetchRequest", systems: "iOS 18.0+",
      meaning:
        "A history fetch (HistoryDescriptor) could not be turned into a valid transaction request.",
      causes: "Unsupported predicate on the history transaction.",
      confirm: "Reduce the predicate to author/token/timestamp.",
      fixes: "Simplify the HistoryDescriptor."),
    error(
      "swiftdata-history-token-expired", symbol: "SwiftDataError.historyTokenExpired",
      systems: "iOS 18.0+",
      meaning: """
        The history token refers to history that has been deleted or does not belong to this store.
        """,
      causes: """
        History was purged with deleteHistory.
        Store file was replaced or restored.
        Schema change truncated the persistent history.
        """,
      confirm: """
        Is the token's number among the transactions that are left? 'storedoctor sql STORE "SELECT \
        min(Z_PK), max(Z_PK) FROM ATRANSACTION"'.
        Is the 'store id' that 'storedoctor info STORE' shows the one in the token?
        """,
      fixes: """
        Drop the saved token and process all history (or re-read everything), then save the new \
        token.
        """),
    storeError(
      "swiftdata-datastore-unsupported-feature", symbol: "DataStoreError.unsupportedFeature",
      patterns: "DataStoreError…unsupportedFeature",
      meaning: "A custom or default DataStore was asked for a feature it does not implement.",
      fixes: "Implement the feature in the DataStore or avoid the request."),
    storeError(
      "swiftdata-datastore-invalid-predicate", symbol: "DataStoreError.invalidPredicate",
      patterns: "DataStoreError…invalidPredicate",
      meaning: "The data store rejected the predicate.",
      fixes: "Simplify the predicate or return preferInMemoryFilter."),
    storeError(
      "swiftdata-datastore-prefer-in-memory-filter", symbol: "DataStoreError.preferInMemoryFilter",
      patterns: "DataStoreError…preferInMemoryFilter",
      meaning: """
        Signal from a data store: SwiftData should filter in memory. Seen by users only when it \
        leaks from a custom store.
        """,
      fixes: "Let SwiftData handle it; do not rethrow to the caller."),
    storeError(
      "swiftdata-datastore-prefer-in-memory-sort", symbol: "DataStoreError.preferInMemorySort",
      patterns: "DataStoreError…preferInMemorySort",
      meaning: """
        Signal from a data store: SwiftData should sort in memory. Seen by users only when it \
        leaks from a custom store.
        """,
      fixes: "Let SwiftData handle it; do not rethrow to the caller."),
  ]
}
