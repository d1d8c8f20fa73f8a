public import Diagnostics

/// What `trace` can find: one rule per kind of access pattern.
public enum TraceRules {
  /// Sorted by id.
  public static let all: [RuleInfo] =
    (AccessPattern.Kind.allCases.map { kind in
      rule(kind).with(group: .trace, examples: TraceExamples.examples(of: kind))
    } + [moreQueries, tooManyQueries]).sorted { $0.id < $1.id }

  /// A trace that asks more than the one it is compared with.
  public static let moreQueries = RuleInfo(
    id: "more-queries", group: .trace, severity: .warning,
    summary: "a trace has more queries than the one it is compared with",
    why: "the same work asks the store more often than before",
    fix: "look at the statements that are new or more frequent")

  /// A trace that asks more than its limit allows.
  public static let tooManyQueries = RuleInfo(
    id: "too-many-queries", group: .trace, severity: .error,
    summary: "a trace has more queries than '--max-queries' allows",
    why: "the limit was set so that the number of queries does not creep up",
    fix: "look at the statements that run most often, or raise the limit on purpose")

  /// The rule of a kind, without its examples.
  public static func rule(_ kind: AccessPattern.Kind) -> RuleInfo {
    switch kind {
    case .nPlusOne:
      RuleInfo(
        id: "n-plus-one", severity: .warning,
        summary: "one query is fired for every object of a fetch",
        why: "a list of 500 objects costs 501 queries; it grows with the data, not with the code",
        fix: "prefetch the relationship in the fetch that loads the objects")
    case .prefetchWithoutEffect:
      RuleInfo(
        id: "prefetch-without-effect", severity: .warning,
        summary: "a prefetched relationship still fires one query per object",
        why: "the work is done twice: once by the prefetch and again object by object",
        fix: "prefetch in the context that uses the objects, and only direct relationships")
    case .repeatedFault:
      RuleInfo(
        id: "repeated-fault", severity: .warning,
        summary: "the same few objects are loaded again and again",
        why: "each touch goes to the file, because nothing keeps the object's row",
        fix: "keep the object in the context while it is used, or stop refreshing it")
    case .redundantFetch:
      RuleInfo(
        id: "redundant-fetch", severity: .warning,
        summary: "the identical fetch runs several times with no save in between",
        why: "the answer cannot have changed in this context",
        fix: "fetch once and keep the result until the next save")
    case .fetchInLoop:
      RuleInfo(
        id: "fetch-in-loop", severity: .warning,
        summary: "a loop runs one fetch per iteration, each with another value",
        why: "each fetch has a fixed cost that one fetch for all values pays once",
        fix: "fetch all with one predicate, 'IN' instead of '==', before the loop")
    case .countInLoop:
      RuleInfo(
        id: "count-in-loop", severity: .warning, summary: "a loop runs one count per iteration",
        why: "each count reads its rows or an index; the cost grows with the number of objects",
        fix: "fetch what is counted once and count it in groups, or keep the number in a property")
    case .saveInLoop:
      RuleInfo(
        id: "save-in-loop", severity: .warning,
        summary: "a loop saves after each object",
        why: "every commit waits for the disk and wakes every observer",
        fix: "save once after the loop")
    case .wholeRowsForCount:
      RuleInfo(
        id: "whole-rows-for-count", severity: .note,
        summary: "rows that were fetched whole were also counted",
        why: "either the rows are not needed, or their number is already known",
        fix: "use 'fetchCount' when only the number is needed")
    case .wholeRowsForIDs:
      RuleInfo(
        id: "whole-rows-for-ids", severity: .note,
        summary: "rows that were fetched whole were also asked for by id",
        why: "either the rows are not needed, or their ids are already known",
        fix: "use 'fetchIdentifiers' when only the ids are needed")
    case .missingBatchLimit:
      RuleInfo(
        id: "missing-batch-limit", severity: .note,
        summary: "many whole rows are fetched at once",
        why: "all of them are read and kept in memory, however few the screen shows",
        fix: "set 'fetchBatchSize' or 'fetchLimit'")
    case .stringSearchScan:
      RuleInfo(
        id: "string-search-scan", severity: .note,
        summary: "a text search ignoring case or accents reads every row",
        why: "it runs as the function 'NSCoreDataStringSearch', which no index can serve",
        fix: "search a normalised copy of the text, case-sensitively and from its beginning")
    case .slowStatement:
      RuleInfo(
        id: "slow-statement", severity: .warning, summary: "a single statement takes long",
        why: "on the main actor everything waits for it",
        fix: "look at its plan with '--store', and fetch fewer rows or columns")
    case .unindexedFilter:
      RuleInfo(
        id: "unindexed-filter", severity: .warning,
        summary: "a filter reads the whole table",
        why: "the time grows with the table even if one row is wanted",
        fix: "add a fetch index on the property")
    case .unindexedSort:
      RuleInfo(
        id: "unindexed-sort", severity: .note, summary: "a sort has no index to follow",
        why: "all rows are read and sorted before the first is returned, so a limit saves nothing",
        fix: "add a fetch index on the property")
    }
  }
}
