/// What a block asked though it was expected not to. Its description is what a test shows, in Swift
/// Testing and XCTest alike.
public struct QueryExpectationError: Error, Sendable, Hashable, CustomStringConvertible {
  public let description: String
}
