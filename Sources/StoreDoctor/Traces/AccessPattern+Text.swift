internal import StoreModel

/// The wording of patterns: one sentence each, consequence before advice.
extension AccessPattern {
  /// One sentence, lower case, no full stop.
  public var message: String {
    let possibly = certainty == .certain ? "" : "possible: "
    return possibly + sentence
  }

  private var name: String {
    if let subject { return "'\(subject)'" }
    return "a statement"
  }

  private var sentence: String {
    switch kind {
    case .nPlusOne:
      return "\(name) fires one query per object: \(Self.count(statements, "query", "queries"))"
        + origin + share
    case .prefetchWithoutEffect:
      return "\(name) was prefetched and still fires one query per object: "
        + "\(Self.count(statements, "query", "queries"))" + origin + share
    case .repeatedFault:
      return "\(name) is loaded again and again: \(statements) queries for "
        + "\(Self.count(distinct ?? 1, "object", "objects"))" + share
    case .redundantFetch:
      return "the same fetch of \(name) runs \(statements) times with no save in between" + share
    case .fetchInLoop:
      return "\(name) is fetched in a loop: \(statements) fetches" + distinctText + share
    case .countInLoop:
      return "\(name) is counted in a loop: \(statements) counts" + distinctText + share
    case .saveInLoop:
      return "\(name) is saved in a loop: \(statements) transactions of one object each" + share
    case .wholeRowsForCount:
      return "\(rows) rows of \(name) are fetched whole and also counted"
    case .wholeRowsForIDs:
      return "\(rows) rows of \(name) are fetched whole and also asked for by id"
    case .missingBatchLimit:
      return "\(rows / max(1, occurrences)) rows of \(name) are fetched at once without a limit"
        + share
    case .stringSearchScan:
      return "the text search in \(name) reads every row: \(times)" + share
    case .slowStatement:
      let longest = (nanoseconds ?? 0) / Int64(max(1, statements)) / 1_000_000
      return "a statement on \(name) is slow: \(times), \(longest) ms each" + share
    case .unindexedFilter:
      return "the filter on \(columns) reads the whole table: \(times)" + share
    case .unindexedSort:
      return "the sort by \(columns) sorts all rows each time: \(times)" + share
    }
  }

  private var times: String { Self.count(statements, "time", "times") }

  private var columns: String {
    candidates.isEmpty ? name : candidates.map { "'\($0)'" }.joined(separator: ", ")
  }

  private var distinctText: String {
    distinct.map { " with \($0) distinct values" } ?? ""
  }

  private var origin: String {
    guard let source else { return "" }
    let rows = source.rows.map { " that returned \(Self.count($0, "row", "rows"))" } ?? ""
    let entity = source.entity.map { " of '\($0)'" } ?? ""
    let nested = depth > 1 ? ", a loop within a loop" : ""
    return " after the fetch\(entity) in line \(source.line)\(rows)\(nested)"
  }

  private var share: String {
    guard let timeShare, timeShare >= 0.005 else { return "" }
    return ", \(Int((timeShare * 100).rounded())) % of the time"
  }

  static func count(_ number: Int, _ one: String, _ many: String) -> String {
    "\(number) \(number == 1 ? one : many)"
  }

  /// What to do, as one imperative sentence.
  public var help: String {
    switch kind {
    case .nPlusOne:
      return nPlusOneHelp
    case .prefetchWithoutEffect:
      return "fetch in the context that uses the objects: prefetching fills the row cache of the "
        + "context's own coordinator and does nothing in a child context or for a chained key path"
    case .repeatedFault:
      return "keep the object in the context while it is used, or stop refreshing it"
    case .redundantFetch: return "fetch once and keep the result until the next save"
    case .fetchInLoop:
      return "fetch all with one predicate, 'IN' instead of '==', before the loop"
    case .countInLoop:
      return "count with one grouped fetch, or keep the number as a derived attribute"
    case .saveInLoop: return "save once after the loop"
    case .wholeRowsForCount: return "use 'fetchCount' when only the number is needed"
    case .wholeRowsForIDs: return "use 'fetchIdentifiers' when only the ids are needed"
    case .missingBatchLimit: return "set 'fetchBatchSize' or 'fetchLimit'"
    case .stringSearchScan:
      return
        "compare case-sensitively with an indexed prefix, or keep a normalised copy of the text"
    case .slowStatement: return "look at its plan: 'trace LOG --store STORE'"
    case .unindexedFilter, .unindexedSort: return "add a fetch index on \(columns)"
    }
  }

  private var nPlusOneHelp: String {
    guard let prefetchLine else {
      let choice = candidates.isEmpty ? "" : " (\(candidates.joined(separator: " or ")))"
      if relationship == nil, candidates.isEmpty {
        return "fetch the objects with 'returnsObjectsAsFaults = false', or load them with one "
          + "'IN' predicate"
      }
      return "prefetch the relationship in that fetch\(choice)"
    }
    return "add '\(prefetchLine)' to that fetch"
  }

  /// The line that fixes an N+1: of a SwiftData `FetchDescriptor`. SwiftData takes only direct
  /// relationships; a nested one is prefetched in the fetch of its own entity, or in Core Data by a
  /// key path.
  public var prefetchLine: String? {
    guard kind == .nPlusOne, let entity, let relationship else { return nil }
    return "descriptor.relationshipKeyPathsForPrefetching = [\\\(entity).\(relationship)]"
  }

  /// The same for an `NSFetchRequest`.
  public var coreDataPrefetchLine: String? {
    guard kind == .nPlusOne, let relationship else { return nil }
    return "request.relationshipKeyPathsForPrefetching = [\"\(relationship)\"]"
  }
}
