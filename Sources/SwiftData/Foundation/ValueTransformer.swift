internal import Foundation

/// Turns values into data and back; Foundation on Linux lacks it.
open class ValueTransformer {
  /// Unchecked because whoever reads or changes the list holds the lock.
  private final class Registry: @unchecked Sendable {
    let lock = RecursiveLock()
    var transformers: [String: ValueTransformer] = [:]
  }

  private static let registry = Registry()

  public init() {}

  open func transformedValue(_ value: Any?) -> Any? { value }
  open func reverseTransformedValue(_ value: Any?) -> Any? { value }
  open class func allowsReverseTransformation() -> Bool { true }
  open class func transformedValueClass() -> AnyClass { NSData.self }

  public static func setValueTransformer(
    _ transformer: ValueTransformer?, forName name: NSValueTransformerName
  ) {
    registry.lock.locked { registry.transformers[name.rawValue] = transformer }
  }

  static func named(_ name: NSValueTransformerName) -> ValueTransformer? {
    registry.lock.locked { registry.transformers[name.rawValue] }
  }
}

public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }

  public static let secureUnarchiveFromDataTransformerName = NSValueTransformerName(
    "NSSecureUnarchiveFromData")
}
