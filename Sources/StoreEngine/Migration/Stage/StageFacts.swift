internal import PlatformFoundation
public import StoreModel

/// Facts from outside the models that a stage's values rest on.
public struct StageFacts: Sendable {
  /// Seconds since 2001 that `Date()` as a default stands for.
  public var now: Double
  /// What `UUID()` as a default stands for: 16 bytes. Core Data evaluates a default once, when the
  /// model is made, so that all rows get the same.
  public var uuid: [UInt8]
  /// Defaults that were asked of the app's own code, by `Entity.attribute`.
  public var defaults: [String: DefaultValue] = [:]

  /// - Parameter now: as ``now``; `uuid` has 16 bytes.
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
