internal import Diagnostics
internal import StoreEngine
internal import StoreModel

extension CloudEvents {
  /// Each kind under its name.
  var json: JSONValue {
    var members: [String: JSONValue] = [:]
    for course in courses {
      members[course.kind.name] = .object([
        "ended": .integer(Int64(course.ended)), "failed": .integer(Int64(course.failed)),
        "failedInARow": .integer(Int64(course.failedInARow)),
        "last": course.last.map(\.json) ?? .null,
        "lastSuccess": .optional(course.lastSuccess.map(CoreDataDate.text)),
        "unfinished": .integer(Int64(course.unfinished)),
      ])
    }
    members["certainty"] = .string(CloudSync.certainty.level)
    members["pendingDeletions"] = pendingDeletions.map { .integer($0) } ?? .null
    members["pendingUploads"] = pendingUploads.map { .integer($0) } ?? .null
    return .object(members)
  }
}

extension CloudEvents.End {
  fileprivate var json: JSONValue {
    .object([
      "code": code.map { .integer($0) } ?? .null, "domain": .optional(domain),
      "ended": .string(dateText), "succeeded": .bool(succeeded),
    ])
  }
}
