#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Facts from outside the models that a stage's values rest on.
public struct StageFacts: Sendable {
  /// Seconds since 2001 that `Date()` as a default stands for.
  public var now: Double
  /// What `UUID()` as a default stands for: 16 bytes. Core Data evaluates a default once, when the
  /// model is made, so that all rows get the same.
  public var uuid: [UInt8]

  public init(now: Double, uuid: [UInt8]) {
    self.now = now
    self.uuid = uuid
  }

  /// The present, and a new UUID.
  public static var current: StageFacts {
    let uuid = withUnsafeBytes(of: UUID().uuid) { Array($0) }
    return StageFacts(now: Date().timeIntervalSinceReferenceDate, uuid: uuid)
  }
}
