internal import Foundation
internal import StoreEngine
internal import StoreModel

/// A Swift type that is one column and one simple slot.
protocol ScalarValue {
  static var attributeType: AttributeType { get }
  /// Nil unless the slot holds such a value.
  init?(slot: Slot)
  var slot: Slot { get }
}

extension ScalarValue where Self: FixedWidthInteger {
  init?(slot: Slot) {
    guard case .integer(let value) = slot else { return nil }
    self.init(truncatingIfNeeded: value)
  }

  var slot: Slot { .integer(Int64(truncatingIfNeeded: self)) }
}

extension Int: ScalarValue { static var attributeType: AttributeType { .integer64 } }
extension Int64: ScalarValue { static var attributeType: AttributeType { .integer64 } }
extension Int32: ScalarValue { static var attributeType: AttributeType { .integer32 } }
extension Int16: ScalarValue { static var attributeType: AttributeType { .integer16 } }
extension Int8: ScalarValue { static var attributeType: AttributeType { .integer16 } }
extension UInt: ScalarValue { static var attributeType: AttributeType { .integer64 } }
extension UInt64: ScalarValue { static var attributeType: AttributeType { .integer64 } }
extension UInt32: ScalarValue { static var attributeType: AttributeType { .integer32 } }
extension UInt16: ScalarValue { static var attributeType: AttributeType { .integer16 } }
extension UInt8: ScalarValue { static var attributeType: AttributeType { .integer16 } }

extension Bool: ScalarValue {
  static var attributeType: AttributeType { .boolean }
  init?(slot: Slot) {
    guard case .integer(let value) = slot else { return nil }
    self = value != 0
  }
  var slot: Slot { .integer(self ? 1 : 0) }
}

extension Double: ScalarValue {
  static var attributeType: AttributeType { .double }
  init?(slot: Slot) {
    guard case .real(let value) = slot else { return nil }
    self = value
  }
  var slot: Slot { .real(self) }
}

extension Float: ScalarValue {
  static var attributeType: AttributeType { .float }
  init?(slot: Slot) {
    guard case .real(let value) = slot else { return nil }
    self = Float(value)
  }
  var slot: Slot { .real(Double(self)) }
}

extension String: ScalarValue {
  static var attributeType: AttributeType { .string }
  init?(slot: Slot) {
    guard case .text(let value) = slot else { return nil }
    self = value
  }
  var slot: Slot { .text(self) }
}

extension Date: ScalarValue {
  static var attributeType: AttributeType { .date }
  init?(slot: Slot) {
    guard case .real(let value) = slot else { return nil }
    self.init(timeIntervalSinceReferenceDate: value)
  }
  var slot: Slot { .real(timeIntervalSinceReferenceDate) }
}

extension UUID: ScalarValue {
  static var attributeType: AttributeType { .uuid }
  init?(slot: Slot) {
    guard case .uuid(let value) = slot else { return nil }
    self = value
  }
  var slot: Slot { .uuid(self) }
}

extension Data: ScalarValue {
  static var attributeType: AttributeType { .binary }
  init?(slot: Slot) {
    guard case .data(let value) = slot else { return nil }
    self = value
  }
  var slot: Slot { .data(self) }
}

extension Slot {
  /// The column's value of a scalar.
  var stored: SQLiteValue {
    switch self {
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    case .text(let value): .text(value)
    case .data(let value): .blob([UInt8](value))
    case .uuid(let value): withUnsafeBytes(of: value.uuid) { .blob([UInt8]($0)) }
    case .key(let value, _): .integer(value)
    default: .null
    }
  }

  /// A scalar read from its column; what does not fit the type is NULL.
  init(_ value: SQLiteValue, as type: AttributeType) {
    switch (type, value) {
    case (.double, _), (.float, _), (.date, _):
      self = value.double.map { .real($0) } ?? .null
    case (.string, .text(let text)): self = .text(text)
    case (.uuid, .blob(let bytes)) where bytes.count == 16:
      self = .uuid(bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
    case (.binary, .blob(let bytes)): self = .data(Data(bytes))
    case (_, .integer(let number)): self = .integer(number)
    case (_, .real(let number)): self = Int64(exactly: number).map { .integer($0) } ?? .null
    default: self = .null
    }
  }
}
