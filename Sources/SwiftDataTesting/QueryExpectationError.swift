/// What a block asked though it was expected not to. Its description is what a test shows, in Swift
/// Testing and XCTest alike.
public struct QueryExpectationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was asked, with the lines that would spare it.
  public let description: String
}
