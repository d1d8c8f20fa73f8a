#if os(Linux)
  /// Whether queries are counted here. Tests that count them can be enabled by it, so that they are
  /// skipped, not failed, with Apple's SwiftData.
  public let queriesAreCounted = true
#else
  /// Whether queries are counted here. Apple's SwiftData does not say what it asks its stores.
  public let queriesAreCounted = false

  private let cannotCount = QueryExpectationError(
    description:
      "queries are not counted with Apple's SwiftData; run this test on Linux, and enable "
      + "it by 'queriesAreCounted'")

  /// Throws without running the block: an expectation that nobody checks must not pass.
  @discardableResult
  public func expectQueries<Result>(
    atMost most: Int, _ body: () throws -> Result
  ) throws -> Result { throw cannotCount }

  /// The same for a block that waits.
  @discardableResult
  public func expectQueries<Result>(
    atMost most: Int, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async throws -> Result { throw cannotCount }

  /// Throws without running the block: an expectation that nobody checks must not pass.
  @discardableResult
  public func expectNoNPlusOne<Result>(
    ignoring ignored: [String] = [], _ body: () throws -> Result
  ) throws -> Result { throw cannotCount }

  /// The same for a block that waits.
  @discardableResult
  public func expectNoNPlusOne<Result>(
    ignoring ignored: [String] = [], isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async throws -> Result { throw cannotCount }
#endif
