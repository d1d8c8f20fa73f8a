internal import Diagnostics
internal import StoreModel

/// The wording of patterns: one sentence each, consequence before advice.
extension AccessPattern {
  /// One sentence, lower case, no full stop.
  public var message: String {
    let possibly = certainty == .certain ? "" : "possible: "
    return possibly + sentence
  }

  private var name: String {
    if kind == .nPlusOne, relationship == nil, candidates.count > 1 {
      return candidates.map { "'\($0)'" }.joined(separator: " or ")
    }
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
        + "\(Self.count(distinct ?? 1, "object", "objects"))" + orMore + share
    case .redundantFetch:
      return "the same fetch of \(name) runs \(statements) times with no save in between" + share
    case .fetchInLoop:
      return "\(name) is fetched in a loop: \(statements) fetches" + distinctText + share
    case .countInLoop:
      return "\(name) is counted in a loop: \(statements) counts" + distinctText + share
    case .saveInLoop:
      return "\(name) is saved in a loop: \(statements) transactions of one object each" + share
    case .wholeRowsForCount:
      return "\(rows.saturatedText) rows of \(name) are fetched whole and also counted"
    case .wholeRowsForIDs:
      return "\(rows.saturatedText) rows of \(name) are fetched whole and also asked for by id"
    case .missingBatchLimit:
      let each = rows == .max ? rows.saturatedText : String(rows / max(1, occurrences))
      return "\(each) rows of \(name) are fetched at once without a limit"
        + share
    case .stringSearchScan:
      return "the text search in \(name) reads every row: \(times)" + share
    case .slowStatement:
      let longest = (nanoseconds ?? 0) / Int64(max(1, statements)) / 1_000_000
      let often =
        nanoseconds == .max
        ? times : statements == 1 ? "\(longest) ms" : "\(times), \(longest) ms each"
      return "a statement on \(name) is slow: \(often)" + share
    case .unindexedFilter:
      return "the filter on \(columns) reads the whole table: \(times)" + share
    case .unindexedSort:
      return "the sort by \(columns) sorts all rows each time: \(times)" + share
    }
  }

  private var times: String { Self.count(statements, "time", "times") }

  private var columns: String {
    candidates.isEmpty ? name : candidates.quotedList()
  }

  private var distinctText: String {
    distinct.map { " with \($0)\(orMore) distinct values" } ?? ""
  }

  /// Different questions are told apart up to a number.
  private var orMore: String { distinct == NumberSet.limit ? " or more" : "" }

  private var origin: String {
    guard let source else { return "" }
    let entity = source.entity.map { " of '\($0)'" } ?? ""
    let nested = depth > 1 ? ", a loop within a loop" : ""
    func place(_ text: String) -> String { source.line > 0 ? "\(text) \(source.line)" : "" }
    guard occurrences > 1 else {
      let rows = source.rows.map { " that returned \(Self.count($0, "row", "rows"))" } ?? ""
      return " after the fetch\(entity)\(place(" in line"))\(rows)\(nested)"
    }
    let rows = source.rows.map { " of up to \(Self.count($0, "row", "rows"))" } ?? ""
    return " in \(occurrences) loops over fetches\(entity)\(rows)\(place(", the first in line"))"
      + nested
  }

  private var share: String {
    guard let timeShare, timeShare >= 0.005 else { return "" }
    return ", \(timeShare.wholePercent) % of the time"
  }

  static func count(_ number: Int, _ one: String, _ many: String) -> String {
    "\(number.saturatedText) \(number == 1 ? one : many)"
  }

  /// What to do, as one imperative sentence, when nothing is known about the app's source.
  public var help: String { help(for: nil) }

  /// - Parameter form: how the app fetches; nil when it is not known.
  public func help(for form: FetchForm?) -> String {
    switch kind {
    case .nPlusOne: nPlusOneHelp(form)
    case .prefetchWithoutEffect:
      "fetch in the context that uses the objects: prefetching fills the row cache of the "
        + "context's own coordinator and does nothing in a child context or for a chained key path"
    case .fetchInLoop where sql.contains(" < ") || sql.contains(" > ") || sql.contains(" <= "):
      "fetch the whole stretch once before the loop, and divide it in memory"
    case .repeatedFault, .redundantFetch, .fetchInLoop, .countInLoop, .saveInLoop:
      TraceRules.rule(kind).fix
    case .wholeRowsForCount:
      form == .coreData
        ? "use 'count(for:)' when only the number is needed"
        : "use 'fetchCount' when only the number is needed"
    case .wholeRowsForIDs:
      form == .coreData
        ? "set 'resultType = .managedObjectIDResultType' when only the ids are needed"
        : "use 'fetchIdentifiers' when only the ids are needed"
    case .missingBatchLimit:
      form == .coreData
        ? "set 'fetchBatchSize' or 'fetchLimit'"
        : "set 'fetchLimit', or read page by page with 'fetch(_:batchSize:)'"
    case .stringSearchScan:
      "compare case-sensitively with an indexed prefix, or keep a normalised copy of the text"
    case .slowStatement: "look at its plan: 'trace LOG --store STORE'"
    case .unindexedFilter, .unindexedSort:
      if form == .swiftData, let indexLine {
        "add '\(indexLine)' to the model; stores that exist get the index with their next migration"
      } else {
        "add a fetch index on \(columns)"
      }
    }
  }

  /// The index of a SwiftData model for the columns at fault.
  private var indexLine: String? {
    guard let entity, !candidates.isEmpty else { return nil }
    let paths = candidates.map { "\\." + $0.drop { $0 != "." }.dropFirst() }
    return "#Index<\(entity)>([\(paths.joined(separator: ", "))])"
  }

  private func nPlusOneHelp(_ form: FetchForm?) -> String {
    guard let prefetchLine, let coreDataPrefetchLine else {
      if relationship == nil, candidates.isEmpty, let entity, let owner = source?.entity,
        owner != entity
      {
        return "prefetch the relationship of '\(owner)' that leads to '\(entity)' in that fetch "
          + "('relationshipKeyPathsForPrefetching')"
      }
      if relationship == nil, candidates.isEmpty {
        return "fetch the objects themselves instead of their ids"
          + (form == .swiftData ? "" : ", with 'returnsObjectsAsFaults = false'")
          + ", or load them with one 'IN' predicate"
      }
      let choice = candidates.isEmpty ? "" : " (\(candidates.joined(separator: " or ")))"
      return "prefetch the relationship in that fetch\(choice)"
    }
    let fetch = depth > 1 ? "the fetch that begins the outer loop" : "that fetch"
    switch form {
    case .coreData: return "add '\(coreDataPrefetchLine)' to \(fetch)"
    case .swiftData?, .query?:
      if depth > 1, let entity {
        return "fetch the '\(entity)' objects once before the loop, with '\(prefetchLine)': "
          + "SwiftData prefetches direct relationships only"
      }
      return form == .query
        ? "give that '@Query' a FetchDescriptor with '\(prefetchLine)'"
        : "add '\(prefetchLine)' to that fetch"
    case nil:
      return "add '\(prefetchLine)' to \(fetch), or '\(coreDataPrefetchLine)' in Core Data"
    }
  }

  /// The line that fixes an N+1: of a SwiftData `FetchDescriptor`. SwiftData takes only direct
  /// relationships; a nested one is prefetched in a fetch of its own entity.
  public var prefetchLine: String? {
    guard kind == .nPlusOne, let entity, let relationship else { return nil }
    return "descriptor.relationshipKeyPathsForPrefetching = [\\\(entity).\(relationship)]"
  }

  /// The same for an `NSFetchRequest`, which takes chained key paths too.
  public var coreDataPrefetchLine: String? {
    guard kind == .nPlusOne, let relationship else { return nil }
    let outer = depth > 1 ? outer?.split(separator: ".").last.map(String.init) : nil
    let paths = outer.map { ["\($0)", "\($0).\(relationship)"] } ?? [relationship]
    let list = paths.map { "\"\($0)\"" }.joined(separator: ", ")
    return "request.relationshipKeyPathsForPrefetching = [\(list)]"
  }
}

/// How the app fetches, which decides the line that fixes a loop.
public enum FetchForm: Sendable, Hashable {
  /// A `FetchDescriptor`.
  case swiftData
  /// A view's `@Query`, which takes a descriptor.
  case query
  /// An `NSFetchRequest`.
  case coreData
}

extension Double {
  /// A share as whole percent. Sums of times stop at the largest number there is, so a share of them
  /// may be anything.
  public var wholePercent: Int {
    isFinite ? Int((Swift.min(Swift.max(self, 0), 1_000_000) * 100).rounded()) : 0
  }
}
