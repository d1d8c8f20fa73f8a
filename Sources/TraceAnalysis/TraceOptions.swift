/// When repetition counts as a pattern. The defaults are those of the tools this one was measured
/// against (Documentation/Format/Logs.md, 5.6): five distinct questions, a tenth of a second, a
/// thousand rows.
public struct TraceOptions: Sendable, Hashable {
  /// Distinct questions of one shape that make a loop.
  public var loopThreshold = 5
  /// Identical questions, with no save between them, that make a redundant fetch.
  public var repeatThreshold = 3
  /// A statement that takes this long is slow.
  public var slowNanoseconds: Int64 = 100_000_000
  /// Whole rows fetched at once without a limit.
  public var batchRows = 1000
  /// Whole rows fetched where their number or ids were asked for as well.
  public var wholeRows = 100
  /// Other fetches between two of one shape, beyond which they do not belong together.
  public var gapStatements = 8
  /// Time between two of one shape, beyond which they do not belong together.
  public var gapNanoseconds: Int64 = 2_000_000_000
  /// Samples carry the bound values, which are the user's data.
  public var showsValues = false

  /// The defaults.
  public init() {}

  /// Runs shorter than this are nothing; most are one or two statements.
  var fewest: Int { min(loopThreshold, repeatThreshold) }
}
