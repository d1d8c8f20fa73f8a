#if os(Linux)
  /// Whether queries are counted here. Tests that count them can be enabled by it, so that they are
  /// skipped, not failed, with Apple's SwiftData.
  public let queriesAreCounted = true
#else
  /// Whether queries are counted here. Apple's SwiftData does not say what it asks its stores.
  public let queriesAreCounted = false

  /// Throws without running the block: an expectation that nobody checks must not pass.
  struct QueryReport {
    private static let cannotCount = QueryExpectationError(
      description:
        "queries are not counted with Apple's SwiftData; run this test on Linux, and enable "
        + "it by 'queriesAreCounted'")

    static func of<Result>(_ body: () throws -> Result) throws -> (Result, QueryReport) {
      throw cannotCount
    }

    static func of<Result>(
      isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async throws -> (Result, QueryReport) { throw cannotCount }

    func check(atMost most: Int) throws(QueryExpectationError) {}
    func checkNoLoops(ignoring ignored: [String]) throws(QueryExpectationError) {}
  }
#endif
