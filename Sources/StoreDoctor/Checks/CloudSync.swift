internal import Diagnostics
package import ErrorCatalog
package import StoreEngine
package import StoreModel

/// What CloudKit's mirroring wrote down of its own work, in words.
package enum CloudSync {
  /// Why none of it is certain.
  package static let certainty = Certainty.inferred(
    "the columns of CloudKit's tables are known from other projects alone")

  /// One line for each kind of event, by name.
  package static func lines(_ events: CloudEvents) -> [(name: String, text: String)] {
    events.courses.map { ("last \($0.kind.name)", text(of: $0, events)) }
  }

  /// `3 rows and 1 deletion`; nil where that cannot be told.
  package static func pending(_ events: CloudEvents) -> String? {
    guard let rows = events.pendingUploads, let deletions = events.pendingDeletions else {
      return nil
    }
    return "\(rows) \(rows == 1 ? "row" : "rows") and "
      + "\(deletions) \(deletions == 1 ? "deletion" : "deletions") are marked as waiting to be sent"
  }

  private static func text(of course: CloudEvents.Course, _ events: CloudEvents) -> String {
    guard let last = course.last else {
      return course.unfinished == 0
        ? "none was written down"
        : "none has ended; \(course.unfinished) began"
    }
    guard !last.succeeded else {
      return "succeeded, \(last.dateText)"
        + (course.failed == 0 ? "" : "; \(course.failed) of \(course.ended) failed before")
    }
    return "FAILED, \(failure(of: last)); \(row(of: course, events))"
  }

  /// `2026-11-28T10:00:00.000Z: CKErrorDomain 25 (CKError.quotaExceeded)`.
  private static func failure(of end: CloudEvents.End) -> String {
    guard let error = end.error else { return "\(end.dateText): no error was written down" }
    let symbol = explanation(of: end)?.symbol
    return "\(end.dateText): \(error)" + (symbol.map { " (\($0))" } ?? "")
  }

  private static func row(of course: CloudEvents.Course, _ events: CloudEvents) -> String {
    let count = course.failedInARow
    let failures = count == 1 ? "1 failure" : "\(count) failures in a row"
    if let success = course.lastSuccess {
      return "\(failures) since the last that succeeded, \(CoreDataDate.text(success))"
    }
    return "\(failures), and none "
      + (events.isCut ? "of the newest \(CloudEvents.limit) events" : "that is written down")
      + " succeeded"
  }

  /// What is known of the error in which an event ended.
  package static func explanation(of end: CloudEvents.End) -> Explanation? {
    guard let domain = end.domain, let code = end.code else { return nil }
    return ExplanationCatalog.explanation(domain: domain, code: Int(clamping: code))
  }

  /// What is wrong with the last event of a kind: what happened, and what to do; nil where it succeeded,
  /// or none has ended.
  package static func problem(
    of course: CloudEvents.Course, _ events: CloudEvents
  ) -> (text: String, help: String)? {
    guard let last = course.last, !last.succeeded else { return nil }
    let known = explanation(of: last)
    let command = last.error.map { "; storedoctor explain '\($0)' says more" } ?? ""
    return (
      "CloudKit's last \(course.kind.name) failed, \(failure(of: last)); "
        + row(of: course, events) + (known.map { ": \($0.meaning.asClause)" } ?? ""),
      (known?.fixes.map(\.asClause).joined(separator: "; ")
        ?? "look for the error in the app's log, below 'CoreData+CloudKit'") + command
    )
  }
}

extension String {
  /// Without the full stop at its end.
  fileprivate var asClause: String { hasSuffix(".") ? String(dropLast()) : self }
}
