internal import Foundation

/// Turns values into data and back; Foundation on Linux lacks it.
open class ValueTransformer {
  /// Unchecked because whoever reads or changes the list holds the lock.
  private final class Registry: @unchecked Sendable {
    let lock = RecursiveLock()
    var transformers: [String: ValueTransformer] = [:]
  }

  private static let registry = Registry()

  /// Makes a transformer, which is used once it is registered under a name.
  public init() {}

  /// The value as `Data`, for the store; a save throws if it is anything else.
  open func transformedValue(_ value: Any?) -> Any? { value }
  /// The value that the stored data stands for.
  open func reverseTransformedValue(_ value: Any?) -> Any? { value }
  /// Whether stored values can be read again, which a CloudKit configuration demands.
  open class func allowsReverseTransformation() -> Bool { true }
  /// The class of what `transformedValue` gives.
  open class func transformedValueClass() -> AnyClass { NSData.self }

  /// Registers a transformer for the whole process; nil takes the name back.
  public static func setValueTransformer(
    _ transformer: ValueTransformer?, forName name: NSValueTransformerName
  ) {
    registry.lock.locked { registry.transformers[name.rawValue] = transformer }
  }

  static func named(_ name: NSValueTransformerName) -> ValueTransformer? {
    registry.lock.locked { registry.transformers[name.rawValue] }
  }
}

/// The name that a transformer is registered under.
public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
  /// The name as a text.
  public let rawValue: String
  /// The name with the text.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The name with the text.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Apple's transformer for archived objects; nothing is registered under its name here.
  public static let secureUnarchiveFromDataTransformerName = NSValueTransformerName(
    "NSSecureUnarchiveFromData")
}
