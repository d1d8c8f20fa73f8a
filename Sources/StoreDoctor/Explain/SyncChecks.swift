internal import ErrorCatalog
internal import StoreEngine
internal import StoreModel

extension CaseCheck {
  /// What a mirrored store wrote down of its own last setup, import and export.
  func syncFindings(for answer: ErrorAnswer) -> [CaseFinding] {
    guard let store = facts.store, store.isMirrored == true else { return [] }
    guard let events = store.cloudEvents() else {
      return [
        CaseFinding(
          "'\(store.name)' is mirrored; what its last events came to cannot be told",
          certainty: .unknown("its table of events is not there, or has another shape"))
      ]
    }
    return zip(events.courses, CloudSync.lines(events)).map { course, line in
      let isThis =
        course.last.flatMap(CloudSync.explanation).map { $0.id == answer.explanation?.id } ?? false
      return CaseFinding(
        "\(line.name) of '\(store.name)': \(line.text)"
          + (isThis ? "; that is this error" : ""), certainty: CloudSync.certainty)
    }
  }
}

/// Which of CloudKit's errors come of syncing a store.
enum CloudKitErrors {
  /// What is said of a model before any store is set up is none.
  static func areOfSync(_ answer: ErrorAnswer) -> Bool {
    guard let explanation = answer.explanation else { return false }
    return !ExplanationCatalog.lineage(of: explanation).contains { $0.id == "cocoa-134060" }
  }
}
