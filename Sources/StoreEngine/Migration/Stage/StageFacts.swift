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

  public init(now: Double, uuid: [UInt8]) {
    self.now = now
    self.uuid = uuid
  }

  /// From 1970 to 2001.
  static let secondsTo2001 = 978_307_200.0

  /// As `uuidString` writes it.
  var uuidText: String {
    uuid.enumerated().map { index, byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return ([4, 6, 8, 10].contains(index) ? "-" : "") + (byte < 16 ? "0" : "") + digits
    }.joined()
  }

  /// The present, and a new UUID.
  public static var current: StageFacts {
    let uuid = withUnsafeBytes(of: UUID().uuid) { Array($0) }
    return StageFacts(now: Date().timeIntervalSinceReferenceDate, uuid: uuid)
  }
}
