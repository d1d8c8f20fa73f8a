extension ExplanationCatalog {
  private static let frame = ExplanationFamily(
    framework: .swiftData, severity: .critical, specificity: 15, confidence: .low)

  /// The same for frames of SwiftData.
  static let swiftDataStackFrames: [Explanation] = [
    frame(
      "crash-swiftdata-value", specificity: 18,
      patterns: """
        _SD_remove_faulting_backingdata_tsd
        PersistentModel.getValue{<A>|}(forKey:)
        PersistentModel.setValue{<A>|}(forKey:to:)
        _KKMDBackingData.getValue
        DefaultBackingData.getValue
        __swiftmacro_…PersistedPropertyfMa_
        s9SwiftData15PersistentModelP{AAE8|AAE|8}{getValue|setValue}…
        s9SwiftData…_KKMDBackingData…
        """,
      meaning: "The crash is where a property of a model is read or set.",
      causes: """
        The model, or its context, is used on another thread than the context's.
        The model was deleted, or its container is gone, while a view or task still holds it.
        A stored value does not fit the property's type.
        """,
      confirm: """
        Above the frames stands a line 'SwiftData/…: Fatal error' that says which; look in the console.
        Is the crashed thread the main one, and whose context is the model of?
        """,
      fixes: """
        Read main-context models on the main actor only; pass persistentModelID to a @ModelActor; \
        keep the container.
        """),
    frame(
      "crash-swiftdata-context", specificity: 16,
      patterns: """
        s9SwiftData12ModelContextC{4save|5fetch|6delete|6insert|8rollback}…
        ModelContext.save() +
        ModelContext.fetch{<A>|}(_:) +
        ModelContext.rollback() +
        ModelContext.delete{<A>|}(_:) +
        ModelContext.insert{<A>|}(_:) +
        ModelContext.{save|fetch|rollback|delete|insert|processPendingChanges}…SwiftData
        """,
      meaning: "The crash is inside of a call of a model context.",
      causes: """
        The context is used on another thread than it belongs to.
        A model of another context, a deleted one, or a relationship that the store refuses.
        """,
      confirm: "Above the frames stands a line 'SwiftData/…: Fatal error' that says which.",
      fixes: "Use mainContext on the main actor only, and other contexts in their @ModelActor."),
  ]
}
