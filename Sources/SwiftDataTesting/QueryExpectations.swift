/// Expects a block to ask its stores at most so many queries: fetches, faults, prefetches and counts.
/// The writes of a save and bookkeeping are not counted, nor is what other tasks ask meanwhile.
///
/// ```
/// let notes = try expectQueries(atMost: 2) { try loadList(context) }
/// ```
///
/// - Returns: what the block returns.
/// - Throws: `QueryExpectationError` with the statements asked, or what the block throws.
@discardableResult
public func expectQueries<Result>(
  atMost most: Int, _ body: () throws -> Result
) throws -> Result {
  let (result, report) = try QueryReport.of(body)
  try report.check(atMost: most)
  return result
}

/// The same for a block that waits.
@discardableResult
public func expectQueries<Result>(
  atMost most: Int, isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws -> Result
) async throws -> Result {
  let (result, report) = try await QueryReport.of(body)
  try report.check(atMost: most)
  return result
}

/// Expects a block not to ask one query per object: for a relationship, for the objects' own rows, or
/// with fetches and counts in a loop. Three objects are enough to show it.
///
/// ```
/// try expectNoNPlusOne { try loadList(context) }
/// ```
///
/// - Parameter ignored: what is known and accepted, as `Note.tags` or `Note`.
/// - Returns: what the block returns.
/// - Throws: `QueryExpectationError` that names the relationship, the fetch and the line that fixes it,
///   or what the block throws.
@discardableResult
public func expectNoNPlusOne<Result>(
  ignoring ignored: [String] = [], _ body: () throws -> Result
) throws -> Result {
  let (result, report) = try QueryReport.of(body)
  try report.checkNoLoops(ignoring: ignored)
  return result
}

/// The same for a block that waits.
@discardableResult
public func expectNoNPlusOne<Result>(
  ignoring ignored: [String] = [], isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws -> Result
) async throws -> Result {
  let (result, report) = try await QueryReport.of(body)
  try report.checkNoLoops(ignoring: ignored)
  return result
}
