internal import Diagnostics

extension UncalledCode {
  /// What crashes, corrupts or loses data, whoever comes to call it, beside all errors; private functions that
  /// nothing calls are dead.
  static let crashing: Set = [
    ContextAcrossTasks.info.id, ContextOutlivesContainer.info.id, ContextOutsidePerform.info.id,
    DeletedObjectUsed.info.id, ObjectWithoutContext.info.id, OffsetsOfAnotherList.info.id,
    PredicateCapturesEnum.info.id, PredicateCapturesModel.info.id, StoreCopiedAlone.info.id,
    StoreDeletedOnFailure.info.id, StoreRemovedWhileOpen.info.id, UnsavedContext.info.id,
  ]

  /// Whether a rule speaks of what code does with stores, which matters only where the code runs.
  static func isOfUse(_ rule: String) -> Bool {
    LintRules.named[rule]?.group == .dataAccess || conditions.contains(rule)
  }

  private static let conditions: Set = [
    PredicateComparingEmptiness.info.id, PredicateOnRawValue.info.id, PredicateOnUnstored.info.id,
    PredicateOnValueList.info.id, PredicateUnsupportedCall.info.id,
    PredicateUnsupportedValue.info.id, SeededBeforeSync.info.id, UnindexedFetch.info.id,
  ]
}
